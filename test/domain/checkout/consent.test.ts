import { describe, expect, it } from 'vitest';
import { checkoutSessionKind } from '../../../shared/domain/checkout-session/kind.ts';
import { checkoutSessionAggregate } from '../../../shared/domain/checkout-session/record.ts';
import { startAttempt } from '../../../shared/domain/payable/attempt.ts';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { SANDBOX } from '../../../shared/domain/provider.ts';
import { newBilling } from '../billing.ts';
import { START } from '../world.ts';

const PARTIAL = { withdrawal: { enabled: true, partialRefund: true } };

describe('the consent of a pending attempt', () => {
  it('is replaced if the buyer returns from the bank and answers differently', () => {
    const billing = newBilling();
    billing.seller = PARTIAL;
    const { id } = billing.open();
    const press = (immediateService: boolean) => {
      const payable = billing.world.get(checkoutSessionAggregate, id);
      const payment = billing.world.find(paymentAggregate, payable.record.attempt?.paymentId);
      const button = { language: 'en', isOurs: true, immediateService };
      const command = { method: 'creditcard', choice: null, provider: SANDBOX, button };
      const started = startAttempt(
        checkoutSessionKind,
        command,
        { payable, payment, parties: billing.parties(), clock: null },
        billing.world.ctx(),
      );
      return billing.world.do(started).payment;
    };
    const first = press(true);
    billing.world.now = START + 60;
    expect(press(true)).toEqual(first);
    expect(press(false)).toEqual({ ...first, consent: { ...first.consent, at: START + 60, immediateService: false } });
  });
});
