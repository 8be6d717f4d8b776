import * as v from 'valibot';
import { cents, count, metadata, objectHead, openEnum } from './common.ts';

const Tier = v.strictObject({
  up_to: v.nullable(count),
  flat_amount_cents: cents,
  unit_amount_decimal: v.string(),
});

export const Price = v.strictObject({
  ...objectHead('price'),
  product_id: v.string(),
  currency: v.string(),
  interval: openEnum(),
  usage_type: openEnum(),
  amount_cents: v.nullable(cents),
  unit_amount_decimal: v.nullable(v.string()),
  tiers: v.nullable(v.array(Tier)),
  trial_days: count,
  payment_methods: v.nullable(v.array(openEnum())),
  refund_window_days: v.nullable(count),
  active: v.boolean(),
  self_service: v.boolean(),
  metadata,
});

export const PriceSummary = v.strictObject({
  id: v.string(),
  object: v.literal('price.summary'),
  active: v.boolean(),
  amount_cents: v.nullable(cents),
  currency: v.string(),
  interval: openEnum(),
  payment_methods: v.array(openEnum()),
  product_id: v.string(),
  product_name: v.string(),
  trial_days: count,
  unit_amount_decimal: v.nullable(v.string()),
  usage_type: openEnum(),
});
