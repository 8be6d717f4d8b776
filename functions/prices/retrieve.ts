import { Price } from '../../shared/api/objects/price.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { fetchRecord } from '../../shared/api/resources.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { priceAggregate, viewPrice } from '../../shared/domain/price/record.ts';

export const operation = defineOperation({
  id: 'prices.retrieve',
  method: 'GET',
  path: '/v1/prices/{price_id}',
  summary: 'Retrieve a price',
  description: doc('Returns a price, also an inactive one.'),
  auth: apiKey('prices:read'),
  profile: 'read',
  params: { price_id: idParams.price },
  response: Price,
  errors: ['resource_missing'],
});

export const handler = serve(operation, async ({ params }, { tenant, store }) => {
  const { record } = await fetchRecord(store, priceAggregate, tenant, params.price_id, 'price');
  return viewPrice(record, tenant);
});
