import * as v from 'valibot';
import { ApiError } from '../../shared/api/errors.ts';
import * as fields from '../../shared/api/fields.ts';
import { CouponValidation } from '../../shared/api/objects/coupon.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { serve } from '../../shared/api/serve.ts';
import { validateCoupon, viewCouponValidation } from '../../shared/domain/coupon/validate.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { MAX_AMOUNT_CENTS } from '../../shared/domain/money.ts';
import { priceAggregate } from '../../shared/domain/price/record.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { findCoupon } from '../../shared/flows/load/coupons.ts';
import { fetchClockTime } from '../../shared/runtime/simulated-time.ts';
import type { Store } from '../../shared/store/writer/store.ts';

const body = v.strictObject({
  code: fields.text(1, 64),
  price_id: v.optional(fields.reference),
  currency: v.optional(fields.currencyCode),
  amount_cents: v.optional(fields.integer(0, MAX_AMOUNT_CENTS)),
  customer_id: v.nullish(fields.reference),
});

export const operation = defineOperation({
  id: 'coupons.validate',
  method: 'POST',
  path: '/v1/coupons/validate',
  summary: 'Validate a coupon code',
  description:
    'For a price, or for a currency and an amount. A code that cannot be used answers 200 with `valid: false` and the `reason`. A customer on a test clock is asked about at the moment of the clock.',
  auth: apiKey('coupons:read'),
  profile: 'read',
  params: {},
  query: null,
  body,
  response: CouponValidation,
  errors: ['resource_missing'],
});

const load = async (store: Store, tenant: Tenant, given: v.InferOutput<typeof body>) => {
  const buyer = async () => {
    const customer = typeof given.customer_id === 'string' ? await store.get(customerAggregate, tenant, given.customer_id) : null;
    return { customer, moment: await fetchClockTime(store, tenant, customer?.record.testClockId ?? null) };
  };
  const [found, price, { customer, moment }] = await Promise.all([
    findCoupon(store, tenant, given.code, given.customer_id ?? null),
    given.price_id === undefined ? null : store.get(priceAggregate, tenant, given.price_id),
    buyer(),
  ]);
  return { found, price, customer, moment };
};

export const handler = serve(operation, async ({ body: given }, { tenant, store, now }) => {
  const state = await load(store, tenant, given);
  const validation = validateCoupon(
    {
      code: given.code,
      priceId: given.price_id,
      currency: given.currency,
      amountCents: given.amount_cents,
      customerId: given.customer_id,
    },
    state,
    state.moment ?? now,
  );
  if (validation instanceof Refusal) throw ApiError.from(validation);
  return viewCouponValidation(validation, tenant);
});
