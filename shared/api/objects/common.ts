import * as v from 'valibot';

/** An extensible enum in responses: new values can be added [VER-04]. */
export const openEnum = v.string;

export const timestamp = v.pipe(v.number(), v.integer());
export const cents = v.pipe(v.number(), v.integer());
export const count = v.pipe(v.number(), v.integer());

/** Fields of every object. */
export const objectHead = <const Name extends string>(name: Name) => ({
  id: v.string(),
  object: v.literal(name),
  created: timestamp,
  livemode: v.boolean(),
});

export const metadata = v.record(v.string(), v.string());

export const address = v.strictObject({
  line1: v.nullable(v.string()),
  line2: v.nullable(v.string()),
  postal_code: v.nullable(v.string()),
  city: v.nullable(v.string()),
});

export const paymentMethod = v.strictObject({
  type: openEnum(),
  brand: v.nullable(v.string()),
  last4: v.nullable(v.string()),
  exp_month: v.nullable(count),
  exp_year: v.nullable(count),
});

export const refundEligibility = v.strictObject({
  object: v.literal('refund_eligibility'),
  amount_cents: cents,
  currency: v.string(),
  days_remaining: v.nullable(count),
  eligible: v.boolean(),
  reason: v.nullable(openEnum()),
});

export const customerSummary = v.strictObject({
  id: v.string(),
  object: v.literal('customer.summary'),
  name: v.nullable(v.string()),
  email: v.nullable(v.string()),
  country_code: v.nullable(v.string()),
});
