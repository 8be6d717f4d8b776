import * as v from 'valibot';
import { described, doc, named } from '../../schemas/described.ts';
import {
  billingInterval,
  CHECKOUT_STATUSES,
  cents,
  count,
  currency,
  discountDuration,
  livemode,
  methodName,
  objectName,
  openEnum,
} from '../common.ts';

export const Issuer = named(
  v.strictObject({
    id: described(v.string(), doc('Id of the bank, to send as `issuer`.')),
    name: described(v.string(), doc('Name of the bank for the buyer.')),
  }),
  'Issuer',
);

const urlOrNull = v.nullable(v.string());

/** What a page shows at the button that places an order. */
export const OrderButton = named(
  v.strictObject({
    order_text_required: described(
      v.boolean(),
      doc(
        'True if the button must have only the text that consumer law requires, `Zahlungspflichtig bestellen` or its translation: you or the buyer are in Germany or Austria, or the sale is a trial for a consumer in the EU.',
      ),
    ),
    asks_immediate_service: described(
      v.boolean(),
      doc('True if the element asks whether the service is to begin before the withdrawal period ends.'),
    ),
    terms_url: described(urlOrNull, doc('URL of your terms; `null`: none.')),
    privacy_url: described(urlOrNull, doc('URL of your privacy policy; `null`: none.')),
    withdrawal_url: described(urlOrNull, doc('URL of your information about the right of withdrawal; `null`: none.')),
  }),
  'OrderButton',
);

/** Data of the payment element. The specification names some amounts without `_cents`; all are in cents. */
export const CheckoutElement = v.strictObject({
  object: objectName('checkout_element'),
  session_id: described(v.string(), doc('Id of the checkout session. Starts with `cs_`.')),
  status: described(openEnum(CHECKOUT_STATUSES), doc('Status of the session: `open`, `processing`, `completed` or `expired`.')),
  livemode,
  currency,
  amount_due_now: described(
    cents,
    doc('Amount in cents that is charged at the confirmation, with discount and tax; the verification amount if nothing is due yet.'),
  ),
  recurring_amount: described(cents, doc('Amount per period in cents, with tax and without discount; 0 for metered prices.')),
  recurring_amount_discounted: described(
    v.nullable(cents),
    doc('Amount of the first paid period in cents, with discount and tax; `null` without a discount.'),
  ),
  recurring_interval: described(billingInterval, doc('Length of a billing period: `month` or `year`.')),
  discount_cents: described(cents, doc('Discount on the first paid period in cents; 0 if there is none.')),
  trial_days: described(count, doc('Length of the free trial in days; 0: no trial.')),
  requires_verification: described(
    v.boolean(),
    doc('True if only a small verification amount is charged now, because of a trial, a full discount or a metered price.'),
  ),
  methods: described(v.array(methodName), doc('Payment methods to offer, such as `creditcard` and `ideal`.')),
  ideal_issuers: described(
    v.nullable(v.array(Issuer)),
    doc('Banks to choose from for iDEAL; `null`: the buyer chooses the bank on the page of the payment provider.'),
  ),
  profile_id: described(
    v.nullable(v.string()),
    doc('Id of your profile at the payment provider, for its card component; `null` in the sandbox.'),
  ),
  product_name: described(v.string(), doc('Name of the sold product.')),
  merchant_name: described(
    v.string(),
    doc('Name of the seller that buyers see: `display_name` of the portal branding or, without one, the name of the account.'),
  ),
  merchant_logo_url: described(v.nullable(v.string()), doc('URL of the logo of the seller; `null` if there is none.')),
  show_header: described(v.boolean(), doc('True if the element shows the name and logo of the seller.')),
  country: described(v.nullable(v.string()), doc('Country for which the amounts are computed; `null` if it is unknown.')),
  country_suggestion: described(
    v.nullable(v.string()),
    doc('Country to preselect: that of the buyer or, if unknown, of the seller; `null` if neither is known.'),
  ),
  allow_promotion_codes: described(v.boolean(), doc('True if the buyer can enter a promotion code.')),
  coupon_code: described(v.nullable(v.string()), doc('Code of the applied coupon; `null` if there is none.')),
  coupon_duration: described(
    v.nullable(discountDuration),
    doc('How long the discount lasts: `once`, `repeating` or `forever`; `null` without a coupon.'),
  ),
  coupon_duration_in_months: described(v.nullable(count), doc('Months that a `repeating` discount lasts; `null` otherwise.')),
  order_button: described(
    v.optional(OrderButton),
    doc(
      'What the order button of the element shows; absent if there is nothing to show: no text that the law requires, no question about immediate service, and no link to your terms, privacy policy or right of withdrawal.',
    ),
  ),
  success_url: described(v.string(), doc('URL to which the buyer returns after paying.')),
  cancel_url: described(v.string(), doc('URL to which the buyer returns without paying.')),
});
