import * as v from 'valibot';
import * as fields from '../../shared/api/fields.ts';
import { Price } from '../../shared/api/objects/price.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { serve } from '../../shared/api/serve.ts';
import { MAX_AMOUNT_CENTS } from '../../shared/domain/money.ts';
import { createPrice } from '../../shared/domain/price/create.ts';
import { BILLING_CURRENCIES_ID, billingCurrenciesAggregate } from '../../shared/domain/price/currencies.ts';
import { viewPrice } from '../../shared/domain/price/record.ts';
import { productAggregate } from '../../shared/domain/product/record.ts';
import { refundWindowDays } from './fields.ts';

const amount = fields.integer(0, MAX_AMOUNT_CENTS);
const unitAmountDecimal = v.pipe(v.string(), v.regex(/^\d{1,12}(\.\d{1,12})?$/, 'must be a decimal of at most 12 places.'));

const tier = fields.nestedObject({
  up_to: v.nullable(fields.integer(1, Number.MAX_SAFE_INTEGER)),
  flat_amount_cents: v.nullish(amount),
  unit_amount_cents: v.nullish(amount),
  unit_amount_decimal: v.nullish(unitAmountDecimal),
});

const body = v.strictObject({
  product_id: fields.reference,
  currency: fields.currencyCode,
  interval: v.picklist(['month', 'year']),
  usage_type: v.optional(v.picklist(['licensed', 'metered'])),
  amount_cents: v.nullish(amount),
  unit_amount_decimal: v.nullish(unitAmountDecimal),
  tiers: v.nullish(v.pipe(v.array(tier), v.minLength(1, 'must have an entry.'), v.maxLength(50, 'must have at most 50 entries.'))),
  trial_days: v.optional(fields.integer(0, 730)),
  payment_methods: v.nullish(v.pipe(v.array(fields.text(1, 32)), v.minLength(1, 'must have an entry.'))),
  refund_window_days: v.nullish(refundWindowDays),
  self_service: v.optional(v.boolean()),
  metadata: v.nullish(fields.metadata),
});

export const operation = defineOperation({
  id: 'prices.create',
  method: 'POST',
  path: '/v1/prices',
  summary: 'Create a price',
  description:
    "Amount, currency and interval are fixed once created. A product's first price becomes its default. With `self_service: false`, " +
    'customers cannot choose the price in the portal.',
  auth: apiKey('prices:write'),
  profile: 'write',
  params: {},
  body,
  response: Price,
  errors: ['resource_missing'],
});

const commandOf = (input: v.InferOutput<typeof body>) => ({
  productId: input.product_id,
  currency: input.currency,
  interval: input.interval,
  usageType: input.usage_type,
  amountCents: input.amount_cents,
  unitAmountDecimal: input.unit_amount_decimal,
  tiers: input.tiers?.map((each) => ({
    upTo: each.up_to,
    flatAmountCents: each.flat_amount_cents,
    unitAmountCents: each.unit_amount_cents,
    unitAmountDecimal: each.unit_amount_decimal,
  })),
  trialDays: input.trial_days,
  paymentMethods: input.payment_methods,
  refundWindowDays: input.refund_window_days,
  selfService: input.self_service,
  metadata: input.metadata ?? {},
});

export const handler = serve(operation, async ({ body: input }, { tenant, store, run }) =>
  run({
    load: async () => {
      const [product, currencies] = await Promise.all([
        store.get(productAggregate, tenant, input.product_id),
        store.get(billingCurrenciesAggregate, tenant, BILLING_CURRENCIES_ID),
      ]);
      return { product, currencies };
    },
    nowOf: () => null,
    decide: (state, context) => createPrice(commandOf(input), state, context),
    answer: (price) => viewPrice(price, tenant),
  }),
);
