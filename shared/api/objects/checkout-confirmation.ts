import * as v from 'valibot';
import { described, doc } from '../described.ts';
import { objectName, openEnum } from './common.ts';

export const CheckoutConfirmation = v.strictObject({
  object: objectName('checkout_confirmation'),
  session_id: described(v.string(), doc('Id of the checkout session (`cs_`) or one-off payment (`osp_`).')),
  status: described(openEnum(), doc('Status of the checkout session or one-off payment after the confirmation.')),
  payment_status: described(openEnum(), doc('Status of the payment: `pending`, `succeeded`, `failed` or `canceled`.')),
  redirect_url: described(
    v.nullable(v.string()),
    doc('URL to which to redirect the buyer, such as the page of the bank or 3-D Secure; `null` if no action of the buyer is needed.'),
  ),
});
