import * as v from 'valibot';
import { ApiError } from '../../shared/api/errors/errors.ts';
import { CouponValidation } from '../../shared/api/objects/coupon.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { camelKeys } from '../../shared/api/schemas/camel-keys.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { MAX_AMOUNT_CENTS } from '../../shared/domain/amounts/money.ts';
import { validateCoupon, viewCouponValidation } from '../../shared/domain/coupon/validate.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { priceAggregate } from '../../shared/domain/price/record.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { findCoupon } from '../../shared/flows/load/coupons.ts';
import { fetchClockTime } from '../../shared/runtime/simulated-time.ts';
import type { Store } from '../../shared/store/writer/store.ts';

const body = v.strictObject({
  code: described(fields.text(1, 64), doc('Code to check; case does not matter.')),
  price_id: described(v.optional(fields.reference), doc('Id of the price to check the code for. Send this or `currency`.')),
  currency: described(
    v.optional(fields.currencyCode),
    doc('Currency to check the code for: ISO 4217 code, in upper or lower case. Send this or `price_id`.'),
  ),
  amount_cents: described(
    v.optional(fields.integer(0, MAX_AMOUNT_CENTS)),
    doc('Amount in cents, before discount and tax, to check the code for; only with `currency`. Default: unknown.'),
  ),
  customer_id: described(
    v.nullish(fields.reference),
    doc('Id of the customer who would redeem the code, to check the limit per customer. Default: not checked.'),
  ),
});

export const operation = defineOperation({
  id: 'coupons.validate',
  method: 'POST',
  path: '/v1/coupons/validate',
  summary: 'Validate a coupon code',
  description: doc(
    'Checks the code for a price, or for a currency and an amount. If the code cannot be used, the response is 200 with `valid: false` and a `reason`. For a customer on a test clock, the time of the clock applies.',
  ),
  auth: apiKey('coupons:read'),
  profile: 'read',
  params: {},
  body,
  response: CouponValidation,
  errors: ['resource_missing'],
});

const load = async (store: Store, tenant: Tenant, input: v.InferOutput<typeof body>) => {
  const loadCustomer = async () => {
    const customer = typeof input.customer_id === 'string' ? await store.get(customerAggregate, tenant, input.customer_id) : null;
    return { customer, clockTime: await fetchClockTime(store, tenant, customer?.record.testClockId ?? null) };
  };
  const [couponLookup, price, { customer, clockTime }] = await Promise.all([
    findCoupon(store, tenant, input.code, input.customer_id ?? null),
    input.price_id === undefined ? null : store.get(priceAggregate, tenant, input.price_id),
    loadCustomer(),
  ]);
  return { couponLookup, price, customer, clockTime };
};

export const handler = serve(operation, async ({ body: input }, { tenant, store, now }) => {
  const state = await load(store, tenant, input);
  const validation = validateCoupon(camelKeys(input), state, state.clockTime ?? now);
  if (validation instanceof Refusal) throw ApiError.from(validation);
  return viewCouponValidation(validation, tenant);
});
