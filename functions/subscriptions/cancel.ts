import * as v from 'valibot';
import { withdrawCommand } from '../../shared/api/calls/withdraw-command.ts';
import { Subscription } from '../../shared/api/objects/subscription.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { requireScope } from '../../shared/api/pipeline/authorize.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { cancelSubscription } from '../../shared/domain/subscription/lifecycle/cancel.ts';
import { viewSubscription } from '../../shared/domain/subscription/view.ts';
import { loadLifecycle } from '../../shared/flows/subscriptions/load.ts';

export const operation = defineOperation({
  id: 'subscriptions.cancel',
  method: 'POST',
  path: '/v1/subscriptions/{subscription_id}/cancel',
  summary: 'Cancel a subscription',
  description: doc(
    'Cancels the subscription at the end of the current period: until then `cancel_at_period_end` is true, and `reactivate` reverts the cancellation. A past due subscription ends immediately. Its open invoice is voided, except for a metered price: the customer then still owes the invoice and the usage until now. ' +
      'With `withdraw`, the customer withdraws from the contract instead, as in the portal: the subscription ends immediately, its payments are refunded, and an email confirms the withdrawal. A withdrawal cannot be reverted.',
  ),
  events: ['subscription.updated', 'subscription.canceled', 'invoice.voided', 'refund.created'],
  auth: apiKey('subscriptions:cancel'),
  profile: 'write',
  uses: ['mail'],
  params: { subscription_id: idParams.subscription },
  body: v.strictObject({
    withdraw: described(
      v.optional(v.boolean()),
      doc(
        'True withdraws from the contract on behalf of the customer, which is possible until `withdrawal.until` of the subscription, and sets ' +
          '`cancellation_reason` to `withdrawn`. Also requires the scope `refunds:write`. Default: false.',
      ),
    ),
  }),
  bodyIsOptional: true,
  response: Subscription,
  errors: ['resource_missing', 'state_conflict', 'operation_pending'],
  reasons: ['subscription_canceled', 'renewal_processing', 'withdrawal_not_possible'],
});

export const handler = serve(operation, ({ params, body }, context) => {
  const { tenant, store, run, caller } = context;
  if (body.withdraw === true) {
    requireScope(caller, 'refunds:write');
    return run(withdrawCommand(operation, context, params.subscription_id));
  }
  return run({
    load: () => loadLifecycle(store, tenant, params.subscription_id),
    nowOf: ({ clockTime }) => clockTime,
    decide: (state, context) => cancelSubscription(null, state, context),
    answer: (subscription) => viewSubscription(subscription, tenant),
  });
});
