import * as v from 'valibot';
import { address, count, objectHead, openEnum } from './common.ts';

export const BillingProfile = v.strictObject({
  ...objectHead('billing_profile'),
  legal_name: v.nullable(v.string()),
  address: v.nullable(address),
  country_code: v.nullable(v.string()),
  vat_id: v.nullable(v.string()),
  registration_number: v.nullable(v.string()),
  email: v.string(),
  phone: v.nullable(v.string()),
  tax_behavior: openEnum(),
  refund_window_days: count,
  invoice_footer: v.nullable(v.string()),
});
