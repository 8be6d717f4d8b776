import * as v from 'valibot';
import { expandQuery, ids } from '../../shared/api/fields.ts';
import { Product } from '../../shared/api/objects/product.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { found, shown } from '../../shared/api/resources.ts';
import { serve } from '../../shared/api/serve.ts';
import { priceAggregate, viewPrice } from '../../shared/domain/price/record.ts';
import { productAggregate, viewProduct } from '../../shared/domain/product/record.ts';

export const operation = defineOperation({
  id: 'products.retrieve',
  method: 'GET',
  path: '/v1/products/{product_id}',
  summary: 'Retrieve a product',
  auth: apiKey('products:read'),
  profile: 'read',
  params: { product_id: ids.product },
  query: v.strictObject(expandQuery),
  body: null,
  response: Product,
  expand: { default_price: 'prices:read' },
  errors: ['resource_missing'],
});

export const handler = serve(operation, async ({ params, expand }, { tenant, store }) => {
  const { record } = await found(store, productAggregate, tenant, params.product_id, 'product');
  const view = viewProduct(record, tenant);
  if (!expand.has('default_price')) return shown<v.InferOutput<typeof Product>>(view);
  const price = record.defaultPriceId === null ? null : await store.get(priceAggregate, tenant, record.defaultPriceId);
  return shown<v.InferOutput<typeof Product>>({ ...view, default_price: price && viewPrice(price.record, tenant) });
});
