import * as v from 'valibot';
import { vocabulary } from './common.ts';

export const CheckoutConfirmation = v.strictObject({
  object: v.literal('checkout_confirmation'),
  session_id: v.string(),
  status: vocabulary(),
  payment_status: vocabulary(),
  redirect_url: v.nullable(v.string()),
});
