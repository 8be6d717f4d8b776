import * as v from 'valibot';
import { openEnum } from './common.ts';

export const CheckoutConfirmation = v.strictObject({
  object: v.literal('checkout_confirmation'),
  session_id: v.string(),
  status: openEnum(),
  payment_status: openEnum(),
  redirect_url: v.nullable(v.string()),
});
