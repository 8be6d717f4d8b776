import { expect, it } from 'vitest';
import { oneShotKind } from '../../../shared/domain/one-shot/kind.ts';
import { oneShotAggregate } from '../../../shared/domain/one-shot/record.ts';
import { abandonPayable } from '../../../shared/domain/payable/unpaid.ts';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { EMBEDDED, newOneShots } from '../one-shots.ts';

it('a hosted one-off payment is canceled when the buyer leaves its page, with a pending attempt only after trying to withdraw it', () => {
  const billing = newOneShots();
  const abandon = (id: string, withdrawnId: string | null = null) => {
    const payable = billing.world.get(oneShotAggregate, id);
    const payment = billing.world.find(paymentAggregate, payable.record.attempt?.paymentId);
    return billing.world.do(abandonPayable(oneShotKind, { withdrawnId }, { payable, payment })).status;
  };
  expect(abandon(billing.createAccepted().id)).toBe('canceled');
  expect(abandon(billing.createAccepted(EMBEDDED).id)).toBe('open');
  const pending = billing.createAccepted();
  const payment = billing.startPayment(pending.id);
  for (const withdrawnId of [null, 'pay_another']) expect(abandon(pending.id, withdrawnId)).toBe('open');
  expect(abandon(pending.id, payment.id)).toBe('canceled');
  const canceled = billing.world.get(paymentAggregate, payment.id).record;
  expect(canceled.status).toBe('canceled');
  // The buyer may still pay the canceled payment, so it is polled. If it is paid, the one-off payment succeeds.
  expect(canceled.pollsFrom).not.toBeNull();
  expect(billing.settleOneShot(pending.id, payment.id).payable.status).toBe('succeeded');
});
