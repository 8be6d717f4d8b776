import * as v from 'valibot';
import { withCodeLimit } from '../../shared/api/calls/code-limit.ts';
import { Subscription } from '../../shared/api/objects/subscription.ts';
import { defineOperation, portalToken } from '../../shared/api/operation.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { text } from '../../shared/api/schemas/fields.ts';
import { servePortal } from '../../shared/api/serve/serve-portal.ts';
import { COUPON_CODE_MAX_LENGTH } from '../../shared/domain/limits.ts';
import { productAggregate } from '../../shared/domain/product/record.ts';
import { COUPON_REASONS } from '../../shared/domain/reasons.ts';
import { applyCouponToSubscription } from '../../shared/domain/subscription/lifecycle/apply-coupon.ts';
import { viewSubscription } from '../../shared/domain/subscription/view.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { findCoupon } from '../../shared/flows/load/coupons.ts';
import { loadLifecycle } from '../../shared/flows/subscriptions/load.ts';
import type { Store } from '../../shared/store/writer/store.ts';

export const operation = defineOperation({
  id: 'portal.apply_coupon',
  method: 'POST',
  path: '/portal/coupon',
  summary: 'Apply a promotion code to the subscription',
  description: doc(
    'The discount applies from the next charge and replaces the current discount. A customer may enter 5 invalid codes, then one every ' +
      '12 seconds; further codes return 429.',
  ),
  events: ['subscription.updated', 'subscription.coupon_applied'],
  auth: portalToken({ acceptsLimited: false }),
  profile: 'write',
  params: {},
  body: v.strictObject({ code: described(text(1, COUPON_CODE_MAX_LENGTH), doc('Promotion code, in upper or lower case.')) }),
  response: Subscription,
  errors: ['resource_missing', 'state_conflict', 'subscription_past_due', 'operation_pending'],
  reasons: [...COUPON_REASONS, 'promotion_codes_not_allowed', 'subscription_canceled', 'renewal_processing', 'payment_processing'],
});

const load = async (store: Store, tenant: Tenant, subscriptionId: string, customerId: string, code: string) => {
  const [lifecycle, couponLookup] = await Promise.all([
    loadLifecycle(store, tenant, subscriptionId),
    findCoupon(store, tenant, code, customerId),
  ]);
  const productId = lifecycle.subscription?.record.price.productId;
  const product = productId === undefined ? null : await store.get(productAggregate, tenant, productId);
  return { ...lifecycle, couponLookup, product: product?.record ?? null };
};

export const handler = servePortal(operation, async ({ body }, { tenant, store, run, customerId, subscriptionId }) =>
  withCodeLimit({ tenant, store, customerId }, body.code, () =>
    run({
      load: () => load(store, tenant, subscriptionId, customerId, body.code),
      nowOf: ({ clockTime }) => clockTime,
      decide: (state, context) => applyCouponToSubscription(null, state, context),
      answer: (subscription) => viewSubscription(subscription, tenant),
    }),
  ),
);
