import { missing } from '../../shared/api/errors.ts';
import { PortalPlans } from '../../shared/api/objects/portal.ts';
import { defineOperation, portalToken } from '../../shared/api/operation.ts';
import { servePortal } from '../../shared/api/serve-portal.ts';
import { plansFor, viewPlans } from '../../shared/domain/portal-session/plans.ts';
import { priceAggregate } from '../../shared/domain/price/record.ts';
import { productAggregate } from '../../shared/domain/product/record.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/record.ts';

export const operation = defineOperation({
  id: 'portal.plans',
  method: 'GET',
  path: '/portal/plans',
  summary: 'List the plans that the subscription can change to',
  description: 'The other prices of its product that are on sale in its currency, newest first; 24 at most.',
  auth: portalToken({ limited: false }),
  profile: 'read',
  params: {},
  query: null,
  body: null,
  response: PortalPlans,
  errors: ['resource_missing'],
});

/** Prices of one product that are looked at. */
const LOOKED_AT = 100;

export const handler = servePortal(operation, async (_input, { tenant, store, subscriptionId }) => {
  const subscription = await store.get(subscriptionAggregate, tenant, subscriptionId);
  if (subscription === null) throw missing('subscription');
  const { price } = subscription.record;
  const [product, prices] = await Promise.all([
    store.get(productAggregate, tenant, price.productId),
    store.page(priceAggregate, tenant, { limit: LOOKED_AT, by: { parentId: price.productId } }),
  ]);
  return viewPlans(
    plansFor(
      price,
      product?.record ?? null,
      prices.items.map(({ record }) => record),
    ),
    tenant,
  );
});
