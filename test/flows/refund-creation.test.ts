import { expect, it } from 'vitest';
import { SANDBOX } from '../../shared/domain/payment/provider.ts';
import { pendingOperationAggregate } from '../../shared/domain/pending-operation/record.ts';
import { refundAggregate } from '../../shared/domain/refund/record.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { refundCreation } from '../../shared/flows/refunds/create.ts';
import type { RefundSnapshot } from '../../shared/provider/port.ts';
import { newBilling } from '../domain/billing.ts';
import { DAY, START } from '../domain/world.ts';

it.each([
  ['of the request', null, START],
  ['of the test clock when it is recorded', 'clock_1', START + DAY],
] as const)('the `created` of a refund that is recorded a day after its request is the time %s', (_title, clockId, created) => {
  const billing = newBilling();
  const paymentId = String(billing.subscribe().lastPaymentId);
  const { ids } = billing.world.ctx();
  const refundId = ids.next(refundAggregate.prefix);
  const order = {
    refundId,
    paymentId,
    amountCents: 100,
    reason: null,
    metadata: {},
    clockId,
    provider: SANDBOX,
    providerPaymentId: 'tr_1',
  };
  const operation = {
    id: ids.next(pendingOperationAggregate.prefix),
    created: START,
    kind: refundCreation.kind,
    subjectId: paymentId,
    input: { ...order, currency: 'EUR' },
    claim: null,
    tries: 1,
    nextTryAt: START + 60,
  };
  billing.world.now = START + DAY;
  const reply = { id: 're_provider', status: 'succeeded' } as RefundSnapshot;
  const state = { ...billing.returnedAmountState(paymentId), clockTime: null, isPurged: false };
  const decision = refundCreation.complete(reply, state, billing.world.ctx(), operation);
  if (decision instanceof Refusal) throw new Error(decision.message);
  expect(decision.result).toMatchObject({ id: refundId, created });
});
