import * as v from 'valibot';
import { apiKey, defineOperation } from '../../../shared/api/operation.ts';
import { serve } from '../../../shared/api/serve.ts';

export const operation = defineOperation({
  id: 'coupons.redeem_once',
  method: 'GET',
  path: '/v1/coupons/{coupon_id}/uses/{use_id}',
  summary: 'Redeem once a coupon',
  auth: apiKey('coupons:read'),
  profile: 'read',
  params: {
    coupon_id: { pattern: /^coupon_[0-9A-HJKMNP-TV-Z]{26}$/, what: 'coupon' },
    use_id: { pattern: /^use_[0-9A-HJKMNP-TV-Z]{26}$/, what: 'use' },
  },
  query: null,
  body: null,
  response: v.strictObject({ object: v.literal('coupon') }),
  errors: ['resource_missing'],
});

export const handler = serve(operation, async () => {
  throw new Error('coupons.redeem_once does nothing yet');
});
