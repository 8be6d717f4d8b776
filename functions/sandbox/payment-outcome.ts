import * as v from 'valibot';
import { doc } from '../../shared/api/described.ts';
import { ids, text } from '../../shared/api/fields.ts';
import { Payment } from '../../shared/api/objects/payment.ts';
import { defineOperation } from '../../shared/api/operation.ts';
import { fetchRecord } from '../../shared/api/resources.ts';
import { serve } from '../../shared/api/serve.ts';
import { paymentAggregate, viewPayment } from '../../shared/domain/payment/record.ts';
import { flowDeps } from '../../shared/flows/open-deps.ts';
import { decidePayment } from './decide.ts';

export const operation = defineOperation({
  id: 'sandbox.payment_outcome',
  method: 'POST',
  path: '/sandbox/payments/{payment_id}/outcome',
  summary: 'Set the outcome of a sandbox payment',
  description: doc(
    'Responds after the outcome was processed. With `notify: false` the webhook is not sent, as if it was lost, and the service finds the ' +
      'outcome by polling. 409 if the outcome is not possible in the current status of the payment.',
  ),
  auth: { kind: 'sandbox_key' },
  profile: 'provider',
  params: { payment_id: ids.payment },
  body: v.strictObject({
    outcome: v.picklist(['paid', 'failed', 'charged_back', 'chargeback_reversed']),
    failure_reason: v.nullish(text(1, 64)),
    notify: v.optional(v.boolean(), true),
  }),
  response: Payment,
  errors: ['resource_missing', 'state_conflict', 'provider_unavailable'],
});

export const handler = serve(operation, async ({ params, body }, { tenant, store, now }) => {
  const deps = await flowDeps(store);
  const choice = { outcome: body.outcome, failureReason: body.failure_reason ?? null, method: null, notify: body.notify };
  await decidePayment(deps, tenant, now, params.payment_id, choice);
  const { record } = await fetchRecord(store, paymentAggregate, tenant, params.payment_id, 'payment');
  return viewPayment(record, tenant);
});
