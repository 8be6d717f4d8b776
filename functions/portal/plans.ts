import { resourceMissing } from '../../shared/api/errors/errors.ts';
import { PortalPlans } from '../../shared/api/objects/checkout/portal.ts';
import { defineOperation, portalToken } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { servePortal } from '../../shared/api/serve/serve-portal.ts';
import { viewPlans } from '../../shared/domain/portal-session/plans.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { loadParties } from '../../shared/flows/load/parties.ts';
import { loadPlans } from '../../shared/flows/subscriptions/portal-plans.ts';
import { fetchClockTime } from '../../shared/runtime/simulated-time.ts';

export const operation = defineOperation({
  id: 'portal.plans',
  method: 'GET',
  path: '/portal/plans',
  summary: 'List the plans that the subscription can change to',
  description: doc(
    'The other active self-service prices in the currency of the subscription. The setting `plans` of the portal branding selects from ' +
      'these prices: all prices of the same product, all prices of the account (newest first), or the listed prices. Each has the tax ' +
      'of charges to the customer.',
  ),
  auth: portalToken({ acceptsLimited: false }),
  profile: 'read',
  params: {},
  response: PortalPlans,
  errors: ['resource_missing'],
});

export const handler = servePortal(operation, async (_input, { tenant, store, now, customerId, subscriptionId }) => {
  const [parties, subscription] = await Promise.all([
    loadParties(store, tenant, customerId),
    store.get(subscriptionAggregate, tenant, subscriptionId),
  ]);
  if (subscription === null) throw resourceMissing('subscription');
  const [plans, clockTime] = await Promise.all([
    loadPlans(store, tenant, parties.account.branding.plans, subscription.record),
    fetchClockTime(store, tenant, subscription.record.clockId),
  ]);
  return viewPlans(plans, parties, clockTime ?? now, tenant);
});
