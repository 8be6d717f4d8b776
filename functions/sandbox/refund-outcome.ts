import * as v from 'valibot';
import { ApiError } from '../../shared/api/errors/errors.ts';
import { Refund } from '../../shared/api/objects/refund.ts';
import { defineOperation } from '../../shared/api/operation.ts';
import { fetchRecord } from '../../shared/api/resources.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { SANDBOX } from '../../shared/domain/payment/provider.ts';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import { refundAggregate, viewRefund } from '../../shared/domain/refund/record.ts';
import { flowDeps } from '../../shared/flows/open-deps.ts';
import { syncPayment } from '../../shared/flows/payments/sync.ts';
import { syncRefund } from '../../shared/flows/refunds/settle.ts';
import { settleRefund } from '../../shared/sandbox/controls.ts';
import { dynamoSandboxStore } from '../../shared/sandbox/dynamo-store.ts';
import { sendNoWebhook } from './webhook.ts';

export const operation = defineOperation({
  id: 'sandbox.refund_outcome',
  method: 'POST',
  path: '/sandbox/refunds/{refund_id}/outcome',
  summary: 'Set the outcome of a sandbox refund',
  description: doc(
    'Responds after the outcome was processed. A succeeded refund can still fail, because the bank of the customer returned the money. Returns 409 if the refund has another outcome already.',
  ),
  events: [
    'refund.succeeded',
    'refund.failed',
    'refund.created',
    'credit_note.created',
    'subscription.updated',
    'subscription.canceled',
    'invoice.voided',
    'one_shot_payment.refunded',
  ],
  auth: { kind: 'sandbox_key' },
  profile: 'provider',
  params: { refund_id: idParams.refund },
  body: v.strictObject({
    outcome: described(v.picklist(['refunded', 'failed']), doc('Outcome of the pending refund; `failed` also for a succeeded one.')),
  }),
  response: Refund,
  errors: ['resource_missing', 'state_conflict', 'provider_unavailable'],
});

const notAtSandbox = (): ApiError => new ApiError('state_conflict', { message: 'This refund is not at the sandbox provider.' });

export const handler = serve(operation, async ({ params, body }, { tenant, store, now }) => {
  const deps = await flowDeps(store);
  const { record } = await fetchRecord(store, refundAggregate, tenant, params.refund_id, 'refund');
  const payment = await store.get(paymentAggregate, tenant, record.paymentId);
  const providerPaymentId = payment?.record.providerPaymentId ?? null;
  if (record.provider !== SANDBOX || record.providerRefundId === null || providerPaymentId === null) throw notAtSandbox();
  const sandboxDeps = { store: dynamoSandboxStore(store.table, tenant.accountId), now, sendWebhook: sendNoWebhook };
  const settlement = await settleRefund(sandboxDeps, providerPaymentId, record.providerRefundId, body.outcome);
  if (!settlement.ok && settlement.kind === 'not_found') throw notAtSandbox();
  // Run also after a conflict, to apply the provider's current status.
  await syncRefund(deps, tenant, record.id);
  if (record.status === 'succeeded') await syncPayment(deps, tenant, record.paymentId, providerPaymentId);
  if (!settlement.ok) throw new ApiError('state_conflict', { message: settlement.message });
  return viewRefund((await fetchRecord(store, refundAggregate, tenant, record.id, 'refund')).record, tenant);
});
