import * as v from 'valibot';
import { ONE_SHOT_STATUSES } from '../../../domain/one-shot/record.ts';
import { described, doc } from '../../schemas/described.ts';
import { CHECKOUT_STATUSES, objectName, openEnum, paymentStatus } from '../common.ts';

export const CheckoutConfirmation = v.strictObject({
  object: objectName('checkout_confirmation'),
  session_id: described(v.string(), doc('Id of the checkout session (`cs_`) or one-off payment (`osp_`).')),
  status: described(
    openEnum<string>([...new Set([...CHECKOUT_STATUSES, ...ONE_SHOT_STATUSES])]),
    doc(
      'Status of the checkout session or one-off payment after the confirmation: `open` (not paid yet), `processing` or `pending` (the payment has no outcome yet), `completed` or `succeeded`, `expired`, `failed` or `canceled`.',
    ),
  ),
  payment_status: described(paymentStatus, doc('Status of the payment: `pending`, `succeeded`, `failed` or `canceled`.')),
  redirect_url: described(
    v.nullable(v.string()),
    doc('URL to which to redirect the buyer, such as the page of the bank or 3-D Secure; `null` if no action of the buyer is needed.'),
  ),
});
