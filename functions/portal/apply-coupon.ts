import * as v from 'valibot';
import { text } from '../../shared/api/fields.ts';
import { Subscription } from '../../shared/api/objects/subscription.ts';
import { defineOperation, portalToken } from '../../shared/api/operation.ts';
import { throttled } from '../../shared/api/pipeline/authenticate.ts';
import { servePortal } from '../../shared/api/serve-portal.ts';
import type { Tenant } from '../../shared/domain/kernel.ts';
import { COUPON_CODE_MAX_LENGTH } from '../../shared/domain/limits.ts';
import { productAggregate } from '../../shared/domain/product/record.ts';
import { applyCouponToSubscription } from '../../shared/domain/subscription/apply-coupon.ts';
import { viewSubscription } from '../../shared/domain/subscription/record.ts';
import { findCoupon } from '../../shared/flows/coupons.ts';
import { loadCourse } from '../../shared/flows/course.ts';
import { clock } from '../../shared/runtime/services.ts';
import { debitAttempt } from '../../shared/store/limits/rate-limit.ts';
import type { Store } from '../../shared/store/writer/store.ts';

export const operation = defineOperation({
  id: 'portal.apply_coupon',
  method: 'POST',
  path: '/portal/coupon',
  summary: 'Apply a promotion code to the subscription',
  description: 'Its discount counts from the next charge on, in place of the one before. A session may try 5 codes a minute.',
  auth: portalToken({ limited: false }),
  profile: 'write',
  params: {},
  query: null,
  body: v.strictObject({ code: text(1, COUPON_CODE_MAX_LENGTH) }),
  response: Subscription,
  errors: ['resource_missing', 'state_conflict', 'subscription_past_due', 'operation_pending'],
});

const load = async (store: Store, tenant: Tenant, subscriptionId: string, code: string) => {
  const [course, found] = await Promise.all([loadCourse(store, tenant, subscriptionId), findCoupon(store, tenant, code)]);
  const productId = course.subscription?.record.price.productId;
  const product = productId === undefined ? null : await store.get(productAggregate, tenant, productId);
  return { ...course, found, product: product?.record ?? null };
};

export const handler = servePortal(operation, async ({ body }, { tenant, store, run, sessionId, subscriptionId }) => {
  const attempts = await debitAttempt(store.table, tenant, `${sessionId}#coupon`, clock.nowMs());
  if (!attempts.allowed) throw throttled(attempts);
  return run({
    load: () => load(store, tenant, subscriptionId, body.code),
    nowOf: ({ moment }) => moment,
    decide: (state, context) => applyCouponToSubscription(null, state, context),
    answer: (subscription) => viewSubscription(subscription, tenant),
  });
});
