import * as v from 'valibot';
import { described, doc } from '../schemas/described.ts';
import { billingInterval, cents, count, currency, metadata, methodName, objectHead, objectName, usageType } from './common.ts';

const Tier = v.strictObject({
  up_to: described(
    v.nullable(count),
    doc('Last unit of the tier, counted from the start of the period; `null` for the last tier, which has no end.'),
  ),
  flat_amount_cents: described(
    cents,
    doc('Amount in cents that is charged once per period if usage reaches the tier; 0 if there is none.'),
  ),
  unit_amount_decimal: described(v.string(), doc('Price of one unit in the tier in cents, as a decimal string such as `0.05`.')),
});

export const Price = v.strictObject({
  ...objectHead('price', doc('Id of the price. Starts with `price_`.')),
  product_id: described(v.string(), doc('Id of the product that is sold. Starts with `prod_`.')),
  currency,
  interval: described(billingInterval, doc('Length of a billing period: `month` or `year`.')),
  usage_type: described(
    usageType,
    doc('`licensed` (a fixed amount, charged at the start of each period) or `metered` (usage, charged at the end of each period).'),
  ),
  amount_cents: described(v.nullable(cents), doc('Amount per period in cents; `null` for metered prices.')),
  unit_amount_decimal: described(
    v.nullable(v.string()),
    doc('Price of one unit of usage in cents, as a decimal string such as `0.05`; `null` for licensed prices and for prices with tiers.'),
  ),
  tiers: described(
    v.nullable(v.array(Tier)),
    doc('Graduated tiers: each unit costs the price of its tier. `null` for prices without tiers.'),
  ),
  meter_id: described(
    v.nullable(v.string()),
    doc('Id of the meter whose usage events are billed in addition to usage records; `null`: usage records only. Starts with `mtr_`.'),
  ),
  trial_days: described(count, doc('Length of the free trial in days; 0: no trial.')),
  payment_methods: described(
    v.nullable(v.array(methodName)),
    doc('Payment methods that buyers can use, such as `creditcard`; `null`: every method that can start a subscription in the currency.'),
  ),
  refund_window_days: described(
    v.nullable(count),
    doc('Days after a payment in which it can be refunded; 0: no refunds. `null`: the default of the account applies.'),
  ),
  active: described(v.boolean(), doc('True if the price can be sold. False prevents new checkouts; existing subscriptions continue.')),
  self_service: described(v.boolean(), doc('True if customers can choose the price for a plan change in the billing portal.')),
  metadata,
});

export const PriceSummary = v.strictObject({
  id: described(v.string(), doc('Id of the price. Starts with `price_`.')),
  object: objectName('price.summary'),
  active: described(v.boolean(), doc('True if the price can be sold; in a subscription, as of its creation or last plan change.')),
  amount_cents: described(v.nullable(cents), doc('Amount per period in cents; `null` for metered prices.')),
  currency,
  interval: described(billingInterval, doc('Length of a billing period: `month` or `year`.')),
  payment_methods: described(v.array(methodName), doc('Payment methods that buyers can use, such as `creditcard`.')),
  product_id: described(v.string(), doc('Id of the product that is sold. Starts with `prod_`.')),
  product_name: described(v.string(), doc('Name of the product; in a subscription, as of its creation or last plan change.')),
  trial_days: described(count, doc('Length of the free trial of the price in days; 0: no trial.')),
  unit_amount_decimal: described(
    v.nullable(v.string()),
    doc('Price of one unit of usage in cents, as a decimal string such as `0.05`; `null` for licensed prices and for prices with tiers.'),
  ),
  usage_type: described(
    usageType,
    doc('`licensed` (a fixed amount, charged at the start of each period) or `metered` (usage, charged at the end of each period).'),
  ),
});
