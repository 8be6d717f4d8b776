import { Price } from '../../shared/api/objects/price.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serveRecord } from '../../shared/api/serve/serve-record.ts';
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

export const handler = serveRecord(operation, priceAggregate, async (record, _input, { tenant }) => viewPrice(record, tenant));
