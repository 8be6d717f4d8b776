import * as v from 'valibot';
import { described, doc } from '../described.ts';
import { address, count, objectHead, taxBehavior } from './common.ts';

export const BillingProfile = v.strictObject({
  ...objectHead('billing_profile', doc('Id of the account. Starts with `acct_`.')),
  livemode: described(v.boolean(), doc('Always true: both modes share the profile.')),
  legal_name: described(v.nullable(v.string()), doc('Legal name of the seller on invoices; `null` if none was set.')),
  address: described(v.nullable(address), doc('Address of the seller on invoices; `null` if none was set.')),
  country_code: described(
    v.nullable(v.string()),
    doc('Country of the seller: two capital letters (ISO 3166-1 alpha-2), such as `NL`; `null` if none was set.'),
  ),
  vat_id: described(
    v.nullable(v.string()),
    doc('VAT id of the account with its country prefix; `null` if none was set. It cannot be changed once set.'),
  ),
  registration_number: described(v.nullable(v.string()), doc('Number in the company register; `null` if none was set.')),
  email: described(v.string(), doc('Contact email address of the account, printed on invoices.')),
  phone: described(v.nullable(v.string()), doc('Telephone number on invoices; `null` if none was set.')),
  tax_behavior: described(taxBehavior, doc('`inclusive` (prices include tax) or `exclusive` (tax is added to prices).')),
  refund_window_days: described(
    count,
    doc('Days after a payment in which it can be refunded, for prices without their own window; 0: no refunds.'),
  ),
  invoice_footer: described(v.nullable(v.string()), doc('Text at the foot of invoices and credit notes; `null` if none was set.')),
});
