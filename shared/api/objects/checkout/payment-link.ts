import * as v from 'valibot';
import { described, doc } from '../../schemas/described.ts';
import { cents, count, metadata, methodName, objectHead } from '../common.ts';

export const PaymentLink = v.strictObject({
  ...objectHead('payment_link', doc('Id of the payment link. Starts with `plink_`.')),
  active: described(v.boolean(), doc('False: the page says that nothing is sold here.')),
  url: described(v.string(), doc('Permanent URL of the page. Everyone who has it can buy.')),
  price_id: described(v.string(), doc('Id of the price that is sold. Starts with `price_`.')),
  coupon_code: described(
    v.nullable(v.string()),
    doc('Code of the coupon that buyers get. While it cannot be used, the link sells at the full price. `null`: none.'),
  ),
  trial_days_override: described(
    v.nullable(count),
    doc('Length of the trial in days, instead of `trial_days` of the price; `null`: that of the price.'),
  ),
  payment_method: described(v.nullable(methodName), doc('The only payment method that buyers can use; `null`: they choose.')),
  success_url: described(
    v.nullable(v.string()),
    doc('URL to which buyers return after paying; `null`: a page of the service thanks them.'),
  ),
  cancel_url: described(v.nullable(v.string()), doc('URL to which buyers return without paying; `null`: the page of the link.')),
  max_sales: described(
    v.nullable(count),
    doc('Maximum number of sales. An open checkout session counts until it expires. `null`: without limit.'),
  ),
  sales_count: described(
    v.optional(count),
    doc(
      'Number of completed and open checkout sessions, when the link is retrieved; absent without `max_sales`. At the maximum, nothing is sold.',
    ),
  ),
  metadata,
  max_amount_cents: described(
    v.optional(cents),
    doc('`max_amount_cents` of the sold subscriptions: limit in cents on the usage of a period; absent if there is none.'),
  ),
});
