import * as v from 'valibot';
import { withdrawCommand } from '../../shared/api/calls/withdraw-command.ts';
import { ApiError } from '../../shared/api/errors/errors.ts';
import { Subscription } from '../../shared/api/objects/subscription.ts';
import { defineOperation, portalToken } from '../../shared/api/operation.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { servePortal } from '../../shared/api/serve/serve-portal.ts';
import { invalidParam } from '../../shared/domain/refusal.ts';
import { cancelSubscription } from '../../shared/domain/subscription/lifecycle/cancel.ts';
import { CUSTOMER_REASONS } from '../../shared/domain/subscription/lifecycle/cancellation-reasons.ts';
import { viewSubscription } from '../../shared/domain/subscription/view.ts';
import { loadLifecycle } from '../../shared/flows/subscriptions/load.ts';

export const operation = defineOperation({
  id: 'portal.cancel',
  method: 'POST',
  path: '/portal/subscription/cancel',
  summary: 'Cancel the subscription',
  description: doc(
    'Cancels at the end of the current period: `cancel_at_period_end` is true until then. A past due subscription is canceled immediately. `reason` is stored as `cancellation_reason`. ' +
      'With `withdraw`, the customer withdraws from the contract instead: the subscription ends immediately, and its payments are refunded.',
  ),
  events: ['subscription.updated', 'subscription.canceled', 'invoice.voided', 'refund.created'],
  auth: portalToken({ acceptsLimited: false }),
  profile: 'write',
  uses: ['mail'],
  params: {},
  body: v.strictObject({
    reason: described(
      v.optional(v.picklist(CUSTOMER_REASONS)),
      doc('Why the customer cancels. Default: none; then `cancellation_reason` is `requested`. Refused with `withdraw`.'),
    ),
    withdraw: described(
      v.optional(v.boolean()),
      doc(
        'True withdraws from the contract, which is possible until `withdrawal.until` of the subscription, and sets `cancellation_reason` to ' +
          '`withdrawn`. Default: false.',
      ),
    ),
  }),
  response: Subscription,
  errors: ['resource_missing', 'state_conflict', 'operation_pending'],
  reasons: ['subscription_canceled', 'renewal_processing', 'withdrawal_not_possible'],
});

export const handler = servePortal(operation, ({ body }, context) => {
  const { tenant, store, run, subscriptionId } = context;
  if (body.withdraw === true) {
    if (body.reason !== undefined) throw ApiError.from(invalidParam('reason', 'Omit `reason` when `withdraw` is true.'));
    return run(withdrawCommand(operation, context, subscriptionId));
  }
  return run({
    load: () => loadLifecycle(store, tenant, subscriptionId),
    nowOf: ({ clockTime }) => clockTime,
    decide: (state, context) => cancelSubscription(body.reason === undefined ? null : { reason: body.reason }, state, context),
    answer: (subscription) => viewSubscription(subscription, tenant),
  });
});
