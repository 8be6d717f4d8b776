import * as v from 'valibot';
import { described, doc } from '../../schemas/described.ts';
import {
  buyerPage,
  CHECKOUT_STATUSES,
  cents,
  count,
  customerId,
  metadata,
  methodName,
  objectHead,
  openEnum,
  timestamp,
} from '../common.ts';

export const CheckoutSession = v.strictObject({
  ...objectHead('checkout.session', doc('Id of the checkout session. Starts with `cs_`.')),
  customer_id: customerId,
  customer_email: described(
    v.nullable(v.string()),
    doc('Email address of the buyer, from the request or from the customer when the session was created; `null` if unknown.'),
  ),
  customer_country_code: described(
    v.nullable(v.string()),
    doc(
      'Country of the buyer when the session was created: the country of the customer or, if the customer has none, of the request: two capital letters (ISO 3166-1 alpha-2), such as `NL`; `null` if unknown.',
    ),
  ),
  price_id: described(v.string(), doc('Id of the price that is sold. Starts with `price_`.')),
  success_url: described(v.string(), doc('URL to which the buyer returns after paying; empty once the customer was purged.')),
  cancel_url: described(v.string(), doc('URL to which the buyer returns without paying; empty once the customer was purged.')),
  status: described(
    openEnum(CHECKOUT_STATUSES),
    doc(
      '`open` (to be paid), `processing` (the payment has no outcome yet), `completed` (paid; the subscription exists) or `expired` (failed, canceled or not paid in time).',
    ),
  ),
  ...buyerPage,
  client_secret: described(
    v.nullable(v.string()),
    doc(
      'Secret for the payment element in the buyer’s browser, valid for 30 minutes. Only the response of the creation of an embedded session contains it; `null` otherwise.',
    ),
  ),
  subscription_id: described(
    v.nullable(v.string()),
    doc('Id of the sold subscription. Starts with `sub_`; `null` until the session is `completed`.'),
  ),
  payment_id: described(
    v.nullable(v.string()),
    doc('Id of the succeeded payment. Starts with `pay_`; `null` until the session is `completed`.'),
  ),
  expires_at: described(
    v.nullable(timestamp),
    doc('Unix time in seconds when the session expires if it is not paid, usually 24 hours after its creation; never `null`.'),
  ),
  trial_days_override: described(
    v.nullable(count),
    doc('Length of the trial in days, instead of `trial_days` of the price; `null`: that of the price.'),
  ),
  coupon_id: described(v.nullable(v.string()), doc('Id of the applied coupon. Starts with `cpn_`; `null` if there is none.')),
  payment_method: described(v.nullable(methodName), doc('The only payment method that the buyer can use; `null`: the buyer chooses.')),
  metadata,
  max_amount_cents: described(
    v.optional(cents),
    doc('`max_amount_cents` of the sold subscription: limit in cents on the usage of a period; absent if there is none.'),
  ),
  payment_link_id: described(
    v.optional(v.string()),
    doc('Id of the payment link that created the session. Starts with `plink_`; absent if there is none.'),
  ),
  recovered_from: described(
    v.optional(v.string()),
    doc(
      'Id of the session that this one replaces: its payment was refused or timed out and the buyer tried again, or it expired unpaid and an import replaced it. Absent if there is none.',
    ),
  ),
});
