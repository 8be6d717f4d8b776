import { describe, expect, it } from 'vitest';
import { checkoutSessionKind } from '../../../shared/domain/checkout-session/kind.ts';
import { checkoutSessionAggregate } from '../../../shared/domain/checkout-session/record.ts';
import { customerAggregate } from '../../../shared/domain/customer/record.ts';
import { startAttempt } from '../../../shared/domain/payable/attempt.ts';
import { SANDBOX } from '../../../shared/domain/payment/provider.ts';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { newBilling } from '../billing.ts';
import { START } from '../world.ts';

const PARTIAL = { withdrawal: { enabled: true, partialRefund: true } };

describe('the wording in the consent', () => {
  it.each([
    ['NL', {}, 'pay-1'],
    ['NL', { trialDaysOverride: 14 }, 'order-1'],
    ['DE', {}, 'order-1'],
    ['US', { trialDaysOverride: 14 }, 'pay-1'],
  ])('of a buyer in %s for a session with %j is the wording of the button: %s', (countryCode, session, wording) => {
    const billing = newBilling();
    billing.seller = { countryCode };
    billing.world.amend(customerAggregate, billing.catalogue.customer.record.id, { countryCode });
    const payable = billing.world.get(checkoutSessionAggregate, billing.open(session).id);
    const button = { language: 'en', isOurs: true, immediateService: false };
    const command = { method: 'creditcard', choice: null, provider: SANDBOX, button };
    const state = { payable, payment: null, parties: billing.parties(), clock: null };
    const { payment } = billing.world.do(startAttempt(checkoutSessionKind, command, state, billing.world.ctx()));
    expect(payment.consent).toMatchObject({ wording });
  });
});

describe('the consent of a pending attempt', () => {
  it('is replaced if the buyer presses the button again with another value of `immediateService`', () => {
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
