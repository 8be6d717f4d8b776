import * as v from 'valibot';
import { BuyerEInvoicingParams } from '../../shared/api/objects/e-invoicing.ts';
import { camelKeys } from '../../shared/api/schemas/camel-keys.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { NAME_MAX_LENGTH } from '../../shared/domain/limits.ts';

const name = fields.printed(0, NAME_MAX_LENGTH);

export const newCustomerBody = v.strictObject({
  name: described(v.nullish(name), doc('Name of the customer, printed on invoices. Default: `null`.')),
  email: described(v.nullish(fields.email), doc('Email address for invoices and notices. Default: `null`.')),
  country_code: described(
    v.nullish(fields.countryCode),
    doc('Billing country, which decides tax and payment methods: two capital letters (ISO 3166-1 alpha-2), such as `NL`. Default: `null`.'),
  ),
  address: described(v.nullish(fields.address), doc('Billing address, printed on invoices. Default: `null`.')),
  language: described(
    v.nullish(fields.language),
    doc('Language of emails, invoices and pages for the customer, as a BCP 47 tag such as `nl`. Default: `null`.'),
  ),
  metadata: fields.newMetadata,
  e_invoicing: described(v.nullish(BuyerEInvoicingParams), doc('Settings for e-invoices. Default: `null`.')),
  test_clock_id: described(
    v.nullish(fields.reference),
    doc('Test clock whose simulated time applies to the customer, in test mode. Default: `null`, real time.'),
  ),
});

export const changedCustomerBody = v.strictObject({
  name: described(v.optional(v.nullable(name)), doc('New name; `null` clears it.')),
  email: described(v.optional(fields.email), doc('New email address for invoices and notices. Clears `email_delivery`.')),
  country_code: described(
    v.optional(fields.countryCode),
    doc('New billing country: two capital letters (ISO 3166-1 alpha-2), such as `NL`.'),
  ),
  address: described(v.optional(fields.address), doc('New billing address; omitted lines are cleared.')),
  language: described(v.optional(fields.language), doc('New language, as a BCP 47 tag such as `nl`.')),
  metadata: fields.changedMetadata,
  e_invoicing: described(
    v.optional(v.nullable(BuyerEInvoicingParams)),
    doc('Settings for e-invoices, for documents that are issued from now on; omitted fields are cleared, `null` clears all.'),
  ),
});

/** Converts a body to the domain's field names; omitted fields are `undefined`. */
export const customerInputOf = <Body extends Omit<v.InferOutput<typeof newCustomerBody>, 'test_clock_id'>>({
  address,
  metadata,
  e_invoicing: eInvoicing,
  ...plain
}: Body) => ({
  ...camelKeys(plain),
  address: address ? fields.addressOf(address) : (address as Exclude<Body['address'], object>),
  metadata: metadata ?? undefined,
  eInvoicing: eInvoicing && camelKeys(eInvoicing),
});
