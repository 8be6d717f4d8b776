import * as v from 'valibot';
import { withDefaultPrices } from '../../shared/api/expand.ts';
import { booleanText, expandQuery, ids, listQuery, listSchema } from '../../shared/api/fields.ts';
import { Product } from '../../shared/api/objects/product.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { fetchList } from '../../shared/api/resources.ts';
import { serve } from '../../shared/api/serve.ts';
import { activity } from '../../shared/domain/catalogue-states.ts';
import { type Product as ProductRecord, productAggregate } from '../../shared/domain/product/record.ts';

export const operation = defineOperation({
  id: 'products.list',
  method: 'GET',
  path: '/v1/products',
  summary: 'List products, newest first',
  auth: apiKey('products:read'),
  profile: 'read',
  params: {},
  query: v.strictObject({ ...listQuery, ...expandQuery, active: v.optional(booleanText) }),
  body: null,
  response: listSchema(Product),
  expand: { default_price: 'prices:read' },
  errors: [],
});

export const handler = serve(operation, async ({ query, expand }, { tenant, store }) => {
  const states = query.active === undefined ? undefined : [activity({ active: query.active })];
  const where = query.active === undefined ? undefined : (product: ProductRecord) => product.active === query.active;
  const list = await fetchList(store, productAggregate, tenant, ids.product.pattern, {
    ...query,
    where,
    states,
  });
  return { ...list, data: await withDefaultPrices(store, tenant, expand, list.data) };
});
