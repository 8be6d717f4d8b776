import * as v from 'valibot';
import { confirmForCaller } from '../../shared/api/calls/confirm-payment.ts';
import { SubscriptionReauthorization } from '../../shared/api/objects/subscription.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { fetchRecord } from '../../shared/api/resources.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import type { Input, RequestContext } from '../../shared/api/serve/handler.ts';
import { serveWithPreload } from '../../shared/api/serve/serve.ts';
import { SUBSCRIPTION_METHODS } from '../../shared/domain/payment/methods.ts';
import { viewReauthorization } from '../../shared/domain/payment-method-setup/record.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { flowDeps } from '../../shared/flows/open-deps.ts';
import { fetchProviderCredential } from '../../shared/flows/provider.ts';
import { createdAtOf, loadForReauthorization, reauthorization } from '../../shared/flows/subscriptions/reauthorize.ts';
import { storeOf } from '../../shared/runtime/services.ts';
import { withReadCache } from '../../shared/store/core/read-cache.ts';

export const operation = defineOperation({
  id: 'subscriptions.reauthorize_payment_method',
  method: 'POST',
  path: '/v1/subscriptions/{subscription_id}/reauthorize_payment_method',
  summary: 'Have the customer authorize another payment method',
  description: doc(
    'Redirect the customer to `url` to pay a verification charge; from there the customer returns to `return_url`. Once the charge is ' +
      'paid, the subscription uses the authorized payment method (`subscription.payment_method_updated`), and a failed renewal is charged ' +
      'immediately. Without `method`, the customer chooses a payment method on that page.',
  ),
  events: ['payment.succeeded', 'payment.failed', 'subscription.updated', 'subscription.payment_method_updated'],
  auth: apiKey('subscriptions:write'),
  profile: 'provider',
  uses: ['provider-credential'],
  params: { subscription_id: fields.idParams.subscription },
  body: v.strictObject({
    return_url: described(fields.url, doc('URL to which the customer returns afterwards.')),
    method: described(v.nullish(v.picklist(SUBSCRIPTION_METHODS)), doc('Payment method to authorize. Default: the customer chooses.')),
  }),
  response: SubscriptionReauthorization,
  errors: ['resource_missing', 'state_conflict', 'operation_pending', 'payment_refused', 'provider_unavailable'],
  reasons: ['subscription_canceled', 'payment_refused', 'provider_not_connected', 'test_clock_deleted'],
});

/** Preloads the subscription's records into a read cache. Writes fail if a record changed in the meantime. */
const preloadSubscription = async ({ params }: Input<typeof operation>, { tenant, store: { table } }: RequestContext) => {
  const store = storeOf(withReadCache(table));
  await Promise.all([loadForReauthorization(store, tenant, params.subscription_id), fetchProviderCredential(store, tenant)]);
  return store;
};

export const handler = serveWithPreload(operation, preloadSubscription, async ({ params, body }, context, store) => {
  const { tenant } = context;
  // A missing subscription is reported before a missing provider.
  await fetchRecord(store, subscriptionAggregate, tenant, params.subscription_id, 'subscription');
  const deps = await flowDeps(store);
  const { return_url: returnUrl, method = null } = body;
  const strategy = reauthorization(deps, tenant, { subscriptionId: params.subscription_id, method, returnUrl });
  return confirmForCaller(context, deps, strategy, (confirmed) =>
    viewReauthorization({ ...confirmed, paymentCreatedAt: createdAtOf(confirmed.paymentId) }, tenant),
  );
});
