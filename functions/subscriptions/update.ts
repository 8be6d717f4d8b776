import { ids } from '../../shared/api/fields.ts';
import { Subscription } from '../../shared/api/objects/subscription.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { runAtProvider } from '../../shared/api/provider-write.ts';
import { type Input, type RequestContext, serveReading } from '../../shared/api/serve.ts';
import { planChangeCommand } from '../../shared/flows/plan-change.ts';
import { profileForNew } from '../../shared/flows/provider.ts';
import { storeOf } from '../../shared/runtime/services.ts';
import { readingOnce } from '../../shared/store/core/read-once.ts';
import { planChangeBody, planChangeRequest } from './plan-fields.ts';

export const operation = defineOperation({
  id: 'subscriptions.update',
  method: 'POST',
  path: '/v1/subscriptions/{subscription_id}/update',
  summary: 'Change the plan of a subscription',
  description:
    'Moves it to another price, at what `preview_update` says at that second: the unused part of what was paid is credited, the rest of the period is charged at once to the payment method. It changes when that is paid; a decline is a 402 and leaves the old plan. Credit beyond the charge is carried to the next invoices. Another interval begins a new period.',
  auth: apiKey('subscriptions:write'),
  profile: 'provider',
  uses: ['provider-credential'],
  params: { subscription_id: ids.subscription },
  query: null,
  body: planChangeBody,
  response: Subscription,
  errors: ['resource_missing', 'state_conflict', 'subscription_past_due', 'operation_pending', 'payment_refused', 'provider_unavailable'],
});

/** Both transactions look at the same records, and write only on condition that they still stand: what is known is not read again. */
const readPlanChange = async ({ params, body }: Input<typeof operation>, { tenant, store: { table } }: RequestContext) => {
  const store = storeOf(readingOnce(table));
  const command = planChangeCommand(store, tenant, planChangeRequest(params.subscription_id, body));
  await Promise.all([command.load(), profileForNew({ store }, tenant, null)]);
  return { store, command };
};

export const handler = serveReading(operation, readPlanChange, (_input, context, { store, command }) =>
  runAtProvider({ ...context, store }, command),
);
