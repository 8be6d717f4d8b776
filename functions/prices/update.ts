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
    '`active` takes the price off sale or puts it back; subscriptions that have it continue. `refund_window_days: null` goes back to the default of the account. `self_service` says whether customers may choose it in the portal. Nothing else of a price ever changes.',
  auth: apiKey('prices:write'),
  profile: 'write',
  params: { price_id: fields.ids.price },
  query: null,
  body: v.strictObject({
    active: v.optional(v.boolean()),
    refund_window_days: v.optional(v.nullable(refundWindowDays)),
    self_service: v.optional(v.boolean()),
  }),
  response: Price,
  errors: ['resource_missing'],
});

export const handler = serve(operation, async ({ params, body: given }, { tenant, store, run }) =>
  run({
    load: async () => ({ price: await store.get(priceAggregate, tenant, params.price_id) }),
    nowOf: () => null,
    decide: (state, context) =>
      updatePrice({ active: given.active, refundWindowDays: given.refund_window_days, selfService: given.self_service }, state, context),
    answer: (price) => viewPrice(price, tenant),
  }),
);
