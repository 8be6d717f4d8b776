import * as v from 'valibot';
import { createdQuery } from '../../shared/api/created-range.ts';
import { countingByActiveFlag, fetchSummarizedList, summarizedListSchema, summaryQuery } from '../../shared/api/list-summary.ts';
import { Price as PriceSchema } from '../../shared/api/objects/price.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { activeFilter } from '../../shared/api/resources.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { booleanText, idParams, listQuery, reference } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { type Price, priceAggregate } from '../../shared/domain/price/record.ts';

export const operation = defineOperation({
  id: 'prices.list',
  method: 'GET',
  path: '/v1/prices',
  summary: 'List prices, newest first',
  description: doc('Lists the prices of the account, or only those of a product or meter. Without `active`, includes inactive prices.'),
  auth: apiKey('prices:read'),
  profile: 'read',
  params: {},
  query: v.strictObject({
    ...listQuery,
    ...summaryQuery,
    ...createdQuery,
    product_id: described(v.optional(reference), doc('Returns only prices of the product with this id.')),
    meter_id: described(v.optional(reference), doc('Returns only prices that are billed from the events of the meter with this id.')),
    active: described(v.optional(booleanText), doc('Returns only prices that are active (`true`) or inactive (`false`). Default: both.')),
  }),
  response: summarizedListSchema(PriceSchema),
});

export const handler = serve(operation, async ({ query }, { tenant, store }) => {
  const by = query.product_id === undefined ? undefined : { parentId: query.product_id };
  const { where: matchesActive, ...states } = activeFilter(query.active);
  const matchesMeter = query.meter_id === undefined ? undefined : ({ meterId }: Price): boolean => meterId === query.meter_id;
  const where = (price: Price): boolean => (matchesActive?.(price) ?? true) && (matchesMeter?.(price) ?? true);
  const request = { ...query, ...states, by, where };
  return fetchSummarizedList(store, priceAggregate, tenant, idParams.price.pattern, request, countingByActiveFlag(matchesMeter));
});
