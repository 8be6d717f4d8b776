import * as v from 'valibot';
import { createdQuery } from '../../shared/api/created-range.ts';
import { countingByActiveFlag, fetchSummarizedList, summarizedListSchema, summaryQuery } from '../../shared/api/list-summary.ts';
import { Product } from '../../shared/api/objects/product.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { activeFilter } from '../../shared/api/resources.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { withDefaultPrices } from '../../shared/api/schemas/expand.ts';
import { booleanText, expandQuery, idParams, listQuery } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { productAggregate } from '../../shared/domain/product/record.ts';

export const operation = defineOperation({
  id: 'products.list',
  method: 'GET',
  path: '/v1/products',
  summary: 'List products, newest first',
  description: doc('Lists the products of the account. Without `active`, includes inactive products.'),
  auth: apiKey('products:read'),
  profile: 'read',
  params: {},
  query: v.strictObject({
    ...listQuery,
    ...summaryQuery,
    ...createdQuery,
    ...expandQuery,
    active: described(v.optional(booleanText), doc('Returns only products that are active (`true`) or inactive (`false`). Default: both.')),
  }),
  response: summarizedListSchema(Product),
  expand: { default_price: 'prices:read' },
});

export const handler = serve(operation, async ({ query, expand }, { tenant, store }) => {
  const list = await fetchSummarizedList(
    store,
    productAggregate,
    tenant,
    idParams.product.pattern,
    { ...query, ...activeFilter(query.active) },
    countingByActiveFlag(),
  );
  return { ...list, data: await withDefaultPrices(store, tenant, expand, list.data) };
});
