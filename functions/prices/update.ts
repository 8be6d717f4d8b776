import * as v from 'valibot';
import { Price } from '../../shared/api/objects/price.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { priceAggregate, viewPrice } from '../../shared/domain/price/record.ts';
import { updatePrice } from '../../shared/domain/price/update.ts';
import { refundWindowDays } from './fields.ts';

export const operation = defineOperation({
  id: 'prices.update',
  method: 'POST',
  path: '/v1/prices/{price_id}',
  summary: 'Update a price',
  description: doc(
    '`active: false` makes the price unavailable for new subscriptions; existing subscriptions continue. `refund_window_days: null` ' +
      'resets the refund window to the default of the account. `self_service` defines whether customers can choose the price in the ' +
      'portal. Other fields cannot be changed.',
  ),
  events: ['price.updated', 'price.archived'],
  auth: apiKey('prices:write'),
  profile: 'write',
  params: { price_id: fields.idParams.price },
  body: v.strictObject({
    active: described(
      v.optional(v.boolean()),
      doc('False prevents new checkouts for the price, true allows them again; existing subscriptions continue.'),
    ),
    refund_window_days: described(
      v.optional(v.nullable(refundWindowDays)),
      doc('Days after a payment in which it can be refunded; 0: no refunds. `null`: the window of the account.'),
    ),
    self_service: described(
      v.optional(v.boolean()),
      doc('True if customers can choose the price for a plan change in the billing portal.'),
    ),
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
