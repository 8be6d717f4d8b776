import * as v from 'valibot';
import * as fields from '../../shared/api/fields.ts';
import { Price } from '../../shared/api/objects/price.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { serve } from '../../shared/api/serve.ts';
import { priceAggregate, viewPrice } from '../../shared/domain/price/record.ts';
import { updatePrice } from '../../shared/domain/price/update.ts';
import { refundWindowDays } from './fields.ts';

export const operation = defineOperation({
  id: 'prices.update',
  method: 'POST',
  path: '/v1/prices/{price_id}',
  summary: 'Update a price',
  description:
    '`active: false` makes the price unavailable for new subscriptions; existing subscriptions continue. `refund_window_days: null` ' +
    'resets the refund window to the default of the account. `self_service` defines whether customers can choose the price in the ' +
    'portal. Other fields cannot be changed.',
  auth: apiKey('prices:write'),
  profile: 'write',
  params: { price_id: fields.ids.price },
  body: v.strictObject({
    active: v.optional(v.boolean()),
    refund_window_days: v.optional(v.nullable(refundWindowDays)),
    self_service: v.optional(v.boolean()),
  }),
  response: Price,
  errors: ['resource_missing'],
});

export const handler = serve(operation, async ({ params, body: input }, { tenant, store, run }) =>
  run({
    load: async () => ({ price: await store.get(priceAggregate, tenant, params.price_id) }),
    nowOf: () => null,
    decide: (state, context) =>
      updatePrice({ active: input.active, refundWindowDays: input.refund_window_days, selfService: input.self_service }, state, context),
    answer: (price) => viewPrice(price, tenant),
  }),
);
