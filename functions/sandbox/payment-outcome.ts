import * as v from 'valibot';
import { Payment } from '../../shared/api/objects/payment.ts';
import { defineOperation } from '../../shared/api/operation.ts';
import { fetchRecord } from '../../shared/api/resources.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { idParams, text } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
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
      'outcome by polling. Returns 409 if the outcome is not possible in the current status of the payment.',
  ),
  events: [
    'payment.succeeded',
    'payment.failed',
    'checkout.session.completed',
    'checkout.session.expired',
    'subscription.created',
    'subscription.trial_started',
    'subscription.coupon_applied',
    'subscription.updated',
    'subscription.plan_changed',
    'subscription.resumed',
    'subscription.past_due',
    'subscription.canceled',
    'subscription.payment_method_updated',
    'one_shot_payment.succeeded',
    'one_shot_payment.failed',
    'invoice.created',
    'invoice.paid',
    'invoice.payment_failed',
    'invoice.voided',
    'invoice.marked_uncollectible',
    'dunning.email_required',
    'refund.created',
    'dispute.created',
    'dispute.closed',
  ],
  auth: { kind: 'sandbox_key' },
  profile: 'provider',
  params: { payment_id: idParams.payment },
  body: v.strictObject({
    outcome: described(
      v.picklist(['paid', 'failed', 'charged_back', 'chargeback_reversed']),
      doc('For a pending payment: `paid` or `failed`. For a paid payment: `charged_back`, and afterwards `chargeback_reversed`.'),
    ),
    failure_reason: described(
      v.nullish(text(1, 64)),
      doc('Code of the payment provider for a failed payment, such as `insufficient_funds`. Default: `null`, no reason.'),
    ),
    notify: described(v.optional(v.boolean(), true), doc('False simulates a lost webhook of the payment provider. Default: true.')),
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
