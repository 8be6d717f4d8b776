import * as v from 'valibot';
import { described, doc } from '../schemas/described.ts';
import { cents, currency, customerId, objectHead, openEnum, paymentMethod, paymentStatus, refundEligibility, timestamp } from './common.ts';

export const Payment = v.strictObject({
  ...objectHead('payment', doc('Id of the payment. Starts with `pay_`.')),
  type: described(
    openEnum(['initial', 'setup', 'renewal', 'plan_change', 'usage', 'one_shot']),
    doc(
      '`initial` (first payment of a checkout), `setup` (verification of a payment method), `renewal` (also the resumption of a paused subscription), `plan_change`, `usage` or `one_shot`.',
    ),
  ),
  status: described(paymentStatus, doc('`pending`, `succeeded`, `failed` or `canceled` (also if the buyer did not pay in time).')),
  amount_cents: described(cents, doc('Charged amount in cents, with tax.')),
  amount_refunded_cents: described(cents, doc('Sum of the pending and succeeded refunds, in cents.')),
  amount_disputed_cents: described(cents, doc('Sum of the open disputes, in cents.')),
  currency,
  customer_id: customerId,
  subscription_id: described(
    v.optional(v.nullable(v.string())),
    doc(
      'Id of the subscription. Starts with `sub_`; `null` if the payment is not for a subscription. Absent on the first payment of a checkout until the subscription exists.',
    ),
  ),
  invoice_id: described(
    v.nullable(v.string()),
    doc('Id of the paid invoice. Starts with `inv_`; `null` if there is none, as for verification charges.'),
  ),
  checkout_session_id: described(
    v.nullable(v.string()),
    doc('Id of the checkout session that the buyer paid. Starts with `cs_`; `null` for other payments.'),
  ),
  one_shot_payment_id: described(
    v.nullable(v.string()),
    doc('Id of the one-off payment that the buyer paid. Starts with `osp_`; `null` for other payments.'),
  ),
  payment_method: described(v.nullable(paymentMethod), doc('The payment method; `null` while it is unknown.')),
  failure_code: described(
    v.nullable(openEnum()),
    doc(
      'Why the payment failed, such as `insufficient_funds`, `card_expired` or `mandate_gone`; codes of the payment provider are passed on. `null` if it did not fail or the reason is unknown.',
    ),
  ),
  failure_message: described(v.nullable(v.string()), doc('Explanation of the failure by the payment provider; `null` if there is none.')),
  paid_at: described(v.nullable(timestamp), doc('Unix time in seconds when the payment succeeded; `null` until then.')),
  refund_eligibility: described(
    v.nullable(refundEligibility),
    doc('With `expand=refund_eligibility`: whether the payment can be refunded. Otherwise `null`.'),
  ),
});
