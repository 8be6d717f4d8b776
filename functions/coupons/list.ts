import * as v from 'valibot';
import { createdQuery } from '../../shared/api/created-range.ts';
import { countingByActiveFlag, fetchSummarizedList, summarizedListSchema, summaryQuery } from '../../shared/api/list-summary.ts';
import { Coupon } from '../../shared/api/objects/coupon.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { activeFilter } from '../../shared/api/resources.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { booleanText, idParams, listQuery } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { couponAggregate } from '../../shared/domain/coupon/record.ts';

export const operation = defineOperation({
  id: 'coupons.list',
  method: 'GET',
  path: '/v1/coupons',
  summary: 'List coupons, newest first',
  description: doc('Lists the coupons of the mode of the key, inactive coupons too.'),
  auth: apiKey('coupons:read'),
  profile: 'read',
  params: {},
  query: v.strictObject({
    ...listQuery,
    ...summaryQuery,
    ...createdQuery,
    active: described(v.optional(booleanText), doc('Returns only coupons that are active (`true`) or inactive (`false`). Default: both.')),
  }),
  response: summarizedListSchema(Coupon),
});

export const handler = serve(operation, async ({ query }, { tenant, store }) => {
  return fetchSummarizedList(
    store,
    couponAggregate,
    tenant,
    idParams.coupon.pattern,
    { ...query, ...activeFilter(query.active) },
    countingByActiveFlag(),
  );
});
