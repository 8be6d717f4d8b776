import * as v from 'valibot';
import { described, doc, named } from '../schemas/described.ts';
import { address, customerId, metadata, objectHead, objectName, openEnum, timestamp } from './common.ts';
import { BuyerEInvoicing } from './e-invoicing.ts';

const EmailDelivery = v.strictObject({
  status: described(
    openEnum(['bounced', 'complained']),
    doc('`bounced` (the address does not exist or permanently refuses emails) or `complained` (the recipient reported an email as spam).'),
  ),
  email: described(v.string(), doc('The address that the report is about.')),
  reported_at: described(timestamp, doc('Unix time in seconds when the bounce or complaint happened, in real time.')),
});

export const Customer = v.strictObject({
  ...objectHead('customer', doc('Id of the customer. Starts with `cus_`.')),
  name: described(v.nullable(v.string()), doc('Name of the customer, printed on invoices; `null` if unknown.')),
  email: described(
    v.nullable(v.string()),
    doc('Email address for invoices and notices; `null` if unknown. Several customers can have the same address.'),
  ),
  country_code: described(
    v.nullable(v.string()),
    doc(
      'Billing country, which decides tax and payment methods: two capital letters (ISO 3166-1 alpha-2), such as `NL`; `null` if unknown.',
    ),
  ),
  address: described(v.nullable(address), doc('Billing address, printed on invoices; `null` if unknown.')),
  language: described(
    v.nullable(v.string()),
    doc('Language of emails, invoices and pages for the customer, as a BCP 47 tag such as `nl`; `null` if unknown.'),
  ),
  metadata,
  test_clock_id: described(
    v.nullable(v.string()),
    doc('Test clock whose simulated time applies to the customer. Starts with `clk_`; `null`: real time.'),
  ),
  vat_number: described(
    v.nullable(v.string()),
    doc('Verified VAT number with its country prefix, such as `NL123456789B01`; `null` if none is set.'),
  ),
  vat_name: described(
    v.nullable(v.string()),
    doc('Name under which the VAT number is registered; `null` if there is no number or the registry gives no name.'),
  ),
  vat_verified_at: described(
    v.nullable(timestamp),
    doc('Unix time in seconds when the VAT number was verified; `null` if there is no number.'),
  ),
  email_delivery: described(
    v.nullable(EmailDelivery),
    doc(
      'Why emails to `email` are no longer sent; `null`: emails are sent. Setting `email`, also to the same address, sets this field to `null`.',
    ),
  ),
  e_invoicing: described(v.nullable(BuyerEInvoicing), doc('Settings for e-invoices; `null` if none was set.')),
});

export const CustomerDeleted = named(
  v.strictObject({
    id: customerId,
    object: objectName('customer'),
    deleted: described(v.literal(true), doc('Always true: the customer is deleted, and its retrieval returns 404.')),
  }),
  'CustomerDeleted',
);
export const CustomerPurged = named(
  v.strictObject({
    ...CustomerDeleted.entries,
    purged: described(v.literal(true), doc('Always true: the personal data of the customer is erased.')),
  }),
  'CustomerPurged',
);
