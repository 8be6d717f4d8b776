import * as v from 'valibot';
import { Product } from '../../shared/api/objects/product.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { withDefaultPrices } from '../../shared/api/schemas/expand.ts';
import { expandQuery, idParams } from '../../shared/api/schemas/fields.ts';
import { serveRecord } from '../../shared/api/serve/serve-record.ts';
import { productAggregate, viewProduct } from '../../shared/domain/product/record.ts';

export const operation = defineOperation({
  id: 'products.retrieve',
  method: 'GET',
  path: '/v1/products/{product_id}',
  summary: 'Retrieve a product',
  description: doc('Returns a product, also an inactive one.'),
  auth: apiKey('products:read'),
  profile: 'read',
  params: { product_id: idParams.product },
  query: v.strictObject(expandQuery),
  response: Product,
  expand: { default_price: 'prices:read' },
  errors: ['resource_missing'],
});

export const handler = serveRecord(operation, productAggregate, async (record, { expand }, { tenant, store }) => {
  const view = viewProduct(record, tenant);
  const [product = view] = await withDefaultPrices(store, tenant, expand, [view]);
  return product;
});
