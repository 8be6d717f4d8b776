import { Coupon } from '../../shared/api/objects/coupon.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { fetchRecord } from '../../shared/api/resources.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { couponAggregate, viewCoupon } from '../../shared/domain/coupon/record.ts';

export const operation = defineOperation({
  id: 'coupons.retrieve',
  method: 'GET',
  path: '/v1/coupons/{coupon_id}',
  summary: 'Retrieve a coupon',
  description: doc('Returns the coupon with its current number of redemptions.'),
  auth: apiKey('coupons:read'),
  profile: 'read',
  params: { coupon_id: idParams.coupon },
  response: Coupon,
  errors: ['resource_missing'],
});

export const handler = serve(operation, async ({ params }, { tenant, store }) => {
  const { record } = await fetchRecord(store, couponAggregate, tenant, params.coupon_id, 'coupon');
  return viewCoupon(record, tenant);
});
