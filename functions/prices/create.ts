import * as v from 'valibot';
import { Price } from '../../shared/api/objects/price.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { camelKeys } from '../../shared/api/schemas/camel-keys.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { nestedObject } from '../../shared/api/schemas/object-schemas.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { MAX_AMOUNT_CENTS } from '../../shared/domain/amounts/money.ts';
import { meterAggregate } from '../../shared/domain/meter/record.ts';
import { createPrice } from '../../shared/domain/price/create.ts';
import { BILLING_CURRENCIES_ID, billingCurrenciesAggregate } from '../../shared/domain/price/currencies.ts';
import { viewPrice } from '../../shared/domain/price/record.ts';
import { productAggregate } from '../../shared/domain/product/record.ts';
import { refundWindowDays } from './fields.ts';

const amount = fields.integer(0, MAX_AMOUNT_CENTS);
const unitAmountDecimal = v.pipe(v.string(), v.regex(/^\d{1,12}(\.\d{1,12})?$/, 'must be a decimal of at most 12 places.'));

const tier = nestedObject({
  up_to: described(
    v.nullable(fields.integer(1, Number.MAX_SAFE_INTEGER)),
    doc('Last unit of the tier, counted from the start of the period; `null` for the last tier only.'),
  ),
  flat_amount_cents: described(
    v.nullish(amount),
    doc('Amount in cents that is charged once per period if usage reaches the tier. Default: 0.'),
  ),
  unit_amount_cents: described(v.nullish(amount), doc('Price of one unit in cents; not together with `unit_amount_decimal`. Default: 0.')),
  unit_amount_decimal: described(
    v.nullish(unitAmountDecimal),
    doc('Price of one unit in cents, as a decimal string such as `0.05`. Default: `unit_amount_cents`.'),
  ),
});

const body = v.strictObject({
  product_id: described(fields.reference, doc('Id of the product that is sold.')),
  currency: described(fields.currencyCode, doc('Three-letter ISO 4217 code, in upper or lower case.')),
  interval: described(v.picklist(['month', 'year']), doc('Length of a billing period: `month` or `year`.')),
  usage_type: described(
    v.optional(v.picklist(['licensed', 'metered'])),
    doc(
      '`licensed` (a fixed amount, charged at the start of each period) or `metered` (usage, charged at the end of each period). Default: `licensed`.',
    ),
  ),
  amount_cents: described(
    v.nullish(amount),
    doc('Amount per period in cents; required for licensed prices, not allowed for metered prices.'),
  ),
  unit_amount_decimal: described(
    v.nullish(unitAmountDecimal),
    doc('Price of one unit of usage in cents, as a decimal string such as `0.05`. Metered prices require this or `tiers`.'),
  ),
  tiers: described(
    v.nullish(v.pipe(v.array(tier), v.minLength(1, 'must have an entry.'), v.maxLength(50, 'must have at most 50 entries.'))),
    doc('Graduated tiers in ascending order: each unit costs the price of its tier. Metered prices require this or `unit_amount_decimal`.'),
  ),
  meter_id: described(
    v.nullish(fields.reference),
    doc('Id of the meter whose usage events are billed; for metered prices only. Default: `null`, which bills usage records only.'),
  ),
  trial_days: described(v.optional(fields.integer(0, 730)), doc('Length of the free trial in days; 0: no trial. Default: 0.')),
  payment_methods: described(
    v.nullish(v.pipe(v.array(fields.text(1, 32)), v.minLength(1, 'must have an entry.'))),
    doc('Payment methods that buyers can use. Default: `null`, every method that can start a subscription in the currency.'),
  ),
  refund_window_days: described(
    v.nullish(refundWindowDays),
    doc('Days after a payment in which it can be refunded; 0: no refunds. Default: `null`, the window of the account.'),
  ),
  self_service: described(
    v.optional(v.boolean()),
    doc('True if customers can choose the price for a plan change in the billing portal. Default: true.'),
  ),
  metadata: fields.newMetadata,
});

export const operation = defineOperation({
  id: 'prices.create',
  method: 'POST',
  path: '/v1/prices',
  summary: 'Create a price',
  description: doc(
    "Amount, currency, interval and meter are fixed once created. A product's first price becomes its default. With `self_service: false`, " +
      'customers cannot choose the price in the portal.',
  ),
  events: ['price.created', 'product.updated'],
  auth: apiKey('prices:write'),
  profile: 'write',
  params: {},
  body,
  response: Price,
  errors: ['resource_missing'],
});

const commandOf = (input: v.InferOutput<typeof body>) => ({
  ...camelKeys(input),
  tiers: input.tiers?.map(camelKeys),
  metadata: input.metadata ?? {},
});

export const handler = serve(operation, async ({ body: input }, { tenant, store, run }) =>
  run({
    load: async () => {
      const [product, meter, currencies] = await Promise.all([
        store.get(productAggregate, tenant, input.product_id),
        input.meter_id ? store.get(meterAggregate, tenant, input.meter_id) : null,
        store.get(billingCurrenciesAggregate, tenant, BILLING_CURRENCIES_ID),
      ]);
      return { product, meter, currencies };
    },
    nowOf: () => null,
    decide: (state, context) => createPrice(commandOf(input), state, context),
    answer: (price) => viewPrice(price, tenant),
  }),
);
