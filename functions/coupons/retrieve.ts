import { Coupon } from '../../shared/api/objects/coupon.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serveRecord } from '../../shared/api/serve/serve-record.ts';
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

export const handler = serveRecord(operation, couponAggregate, async (record, _input, { tenant }) => viewCoupon(record, tenant));
