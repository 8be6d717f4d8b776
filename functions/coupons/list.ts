import * as v from 'valibot';
import { booleanText, ids, listQuery, listSchema } from '../../shared/api/fields.ts';
import { Coupon } from '../../shared/api/objects/coupon.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { fetchList } from '../../shared/api/resources.ts';
import { serve } from '../../shared/api/serve.ts';
import { activity } from '../../shared/domain/catalogue-states.ts';
import { type Coupon as CouponRecord, couponAggregate } from '../../shared/domain/coupon/record.ts';

export const operation = defineOperation({
  id: 'coupons.list',
  method: 'GET',
  path: '/v1/coupons',
  summary: 'List coupons, newest first',
  auth: apiKey('coupons:read'),
  profile: 'read',
  params: {},
  query: v.strictObject({ ...listQuery, active: v.optional(booleanText) }),
  body: null,
  response: listSchema(Coupon),
  errors: [],
});

export const handler = serve(operation, async ({ query }, { tenant, store }) => {
  const states = query.active === undefined ? undefined : [activity({ active: query.active })];
  const where = query.active === undefined ? undefined : (coupon: CouponRecord) => coupon.active === query.active;
  return fetchList(store, couponAggregate, tenant, ids.coupon.pattern, { ...query, where, states });
});
