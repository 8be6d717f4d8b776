import * as v from 'valibot';
import {
  ADDRESS_SCHEMES,
  EXEMPTION_CODES,
  isElectronicAddress,
  isElectronicAddressScheme,
  isExemptionCode,
} from '../../domain/e-invoice/code-lists.ts';
import { isIban } from '../../domain/e-invoice/iban.ts';
import { BUYER_FORMATS, type EInvoicingSeller, NO_BUYER_E_INVOICING, type ReferenceName } from '../../domain/e-invoice/settings.ts';
import { E_INVOICE_FORMATS } from '../../domain/e-invoice/types.ts';
import { REFERENCE_MAX_LENGTH } from '../../domain/limits.ts';
import { described, doc, named } from '../schemas/described.ts';
import * as fields from '../schemas/fields.ts';
import { nestedObject } from '../schemas/object-schemas.ts';
import { openEnum } from './common.ts';

const SCHEME = doc('Code of the scheme in the EAS list, such as `0208` (Belgian enterprise number), `0106` (KVK) or `EM` (email).');
const VALUE = doc('Identifier in that scheme.');
const CONTACT = doc('Contact for questions about invoices. Required by XRechnung.');
const CONTACT_NAME = doc('Name of a person or department; `null` if none was set.');
const CONTACT_PHONE = doc('Telephone number; `null`: that of the billing profile.');
const CONTACT_EMAIL = doc('Email address; `null`: that of the billing profile.');
const SELLER_ADDRESS = doc('Your address in an e-invoicing network such as Peppol; `null` if none was set.');
const IBAN = doc('Account for credit transfers, printed on e-invoices that are open when issued; `null` if none was set.');
const BIC = doc('BIC of the account; `null` if none was set.');
const EXEMPTION = doc(
  'Why you charge no VAT on sales that are neither under reverse charge nor exports, such as the scheme for small businesses; `null` if none was set.',
);
const CATEGORY = doc('`E` (exempt from tax) or `O` (outside the scope of tax).');
const CODE = doc('Code of the reason in the VATEX list, such as `VATEX-EU-132`; `null`: the text is enough.');
const REASON = doc('The reason as the law requires it on invoices.');
const REFERENCE_TEXTS: Readonly<Record<ReferenceName, string | undefined>> = {
  buyer_reference: doc('Reference that the customer asks for. For German public bodies: the Leitweg-ID. `null` if none was set.'),
  purchase_order_reference: doc("Number of the customer's purchase order; `null` if none was set."),
};
const BUYER_ADDRESS = doc("The customer's address in an e-invoicing network such as Peppol; `null` if none was set.");
const FORMAT = doc(
  '`auto` (decided from country and identifiers), `facturx`, `xrechnung`, `peppol` or `none` (a PDF without XML). Default: `auto`.',
);

/** Returns a schema entry for each reference: `schema` with the reference's description. */
const referenceEntries = <Schema extends v.GenericSchema>(schema: Schema) =>
  Object.fromEntries(Object.entries(REFERENCE_TEXTS).map(([name, text]) => [name, described(schema, text)])) as Record<
    ReferenceName,
    Schema
  >;

const electronicAddress = named(
  v.strictObject({ scheme: described(v.string(), SCHEME), value: described(v.string(), VALUE) }),
  'ElectronicAddress',
);

/** The API's `billing_profile.e_invoicing`. */
export const SellerEInvoicing = named(
  v.strictObject({
    contact: described(
      named(
        v.strictObject({
          name: described(v.nullable(v.string()), CONTACT_NAME),
          phone: described(v.nullable(v.string()), CONTACT_PHONE),
          email: described(v.nullable(v.string()), CONTACT_EMAIL),
        }),
        'EInvoicingContact',
      ),
      CONTACT,
    ),
    electronic_address: described(v.nullable(electronicAddress), SELLER_ADDRESS),
    iban: described(v.nullable(v.string()), IBAN),
    bic: described(v.nullable(v.string()), BIC),
    exemption: described(
      v.nullable(
        named(
          v.strictObject({
            category: described(openEnum(['E', 'O']), CATEGORY),
            code: described(v.nullable(v.string()), CODE),
            reason: described(v.string(), REASON),
          }),
          'VatExemption',
        ),
      ),
      EXEMPTION,
    ),
  }),
  'SellerEInvoicing',
);

/** The API's `customer.e_invoicing`. */
export const BuyerEInvoicing = named(
  v.strictObject({
    ...referenceEntries(v.nullable(v.string())),
    electronic_address: described(v.nullable(electronicAddress), BUYER_ADDRESS),
    format: described(openEnum(BUYER_FORMATS), FORMAT),
  }),
  'BuyerEInvoicing',
);

/** `e_invoicing` of the customer in the portal. */
export const PortalEInvoicing = named(
  v.strictObject({
    buyer_reference: BuyerEInvoicing.entries.buyer_reference,
    electronic_address: BuyerEInvoicing.entries.electronic_address,
  }),
  'PortalEInvoicing',
);

/** The API's `e_invoice` of invoices and credit notes. */
export const EInvoice = named(
  v.strictObject({
    status: described(
      openEnum(['ready', 'incomplete']),
      doc(
        '`ready` (the document lacks nothing for `format`) or `incomplete` (see `missing`). The status when the document was issued; it does not change later.',
      ),
    ),
    format: described(
      v.nullable(openEnum(E_INVOICE_FORMATS)),
      doc('Format that the customer gets; `null` if the customer wants a PDF without XML.'),
    ),
    formats: described(v.array(openEnum(E_INVOICE_FORMATS)), doc('Formats in which the document can be downloaded.')),
    missing: described(
      v.array(
        named(
          v.strictObject({
            field: described(v.string(), doc('Path of the field, such as `customer.e_invoicing.buyer_reference`.')),
            rule: described(v.string(), doc('Id of the violated rule, such as `BR-DE-15`.')),
            message: described(v.string(), doc('What to add.')),
          }),
          'MissingField',
        ),
      ),
      doc('What the document lacked for `format` when it was issued; empty if `ready`. Add these details to make the file available.'),
    ),
  }),
  'EInvoice',
);

const clearable = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.nullable(schema), null);

/** An electronic address that a caller or buyer enters. */
export const ElectronicAddressParams = named(
  v.pipe(
    nestedObject({
      scheme: described(
        v.pipe(openEnum(ADDRESS_SCHEMES), v.check(isElectronicAddressScheme, 'must be a code of the EAS list, such as 0106, 0208 or EM.')),
        SCHEME,
      ),
      value: described(fields.printed(1, REFERENCE_MAX_LENGTH), VALUE),
    }),
    v.check(isElectronicAddress, 'must have a `value` that is an identifier of its `scheme`, without spaces.'),
  ),
  'ElectronicAddressParams',
);

/** Spaces are removed and letters are converted to capitals before the check. */
const compact = (value: string): string => value.replaceAll(/\s/g, '').toUpperCase();

const iban = v.pipe(fields.text(1, 64), v.transform(compact), v.check(isIban, 'must be an IBAN with the right check digits.'));
const bic = v.pipe(
  fields.text(1, 32),
  v.transform(compact),
  v.regex(/^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/, 'must be a BIC of 8 or 11 characters.'),
);

/** The parameter `e_invoicing` of a billing profile: omitted fields are cleared. */
export const SellerEInvoicingParams = named(
  nestedObject({
    contact: described(
      clearable(
        named(
          nestedObject({
            name: described(clearable(fields.printed(1, 100)), CONTACT_NAME),
            phone: described(clearable(fields.phone), CONTACT_PHONE),
            email: described(clearable(fields.email), CONTACT_EMAIL),
          }),
          'EInvoicingContactParams',
        ),
      ),
      CONTACT,
    ),
    electronic_address: described(clearable(ElectronicAddressParams), SELLER_ADDRESS),
    iban: described(clearable(iban), IBAN),
    bic: described(clearable(bic), BIC),
    exemption: described(
      clearable(
        named(
          nestedObject({
            category: described(v.picklist(['E', 'O']), CATEGORY),
            code: described(
              clearable(
                v.pipe(
                  openEnum(EXEMPTION_CODES),
                  v.check(isExemptionCode, 'must be a code of the VATEX list for exempt sales, such as VATEX-EU-132.'),
                ),
              ),
              CODE,
            ),
            reason: described(fields.printed(1, 500), REASON),
          }),
          'VatExemptionParams',
        ),
      ),
      EXEMPTION,
    ),
  }),
  'SellerEInvoicingParams',
);

/** The parameter `e_invoicing` of a customer: omitted fields are cleared. */
export const BuyerEInvoicingParams = named(
  nestedObject({
    ...referenceEntries(clearable(fields.printed(1, REFERENCE_MAX_LENGTH))),
    electronic_address: described(clearable(ElectronicAddressParams), BUYER_ADDRESS),
    format: described(v.nullish(v.picklist(BUYER_FORMATS), NO_BUYER_E_INVOICING.format), FORMAT),
  }),
  'BuyerEInvoicingParams',
);

/** The parameter `e_invoicing` of the customer in the portal: omitted fields are cleared. */
export const PortalEInvoicingParams = named(
  nestedObject({
    buyer_reference: BuyerEInvoicingParams.entries.buyer_reference,
    electronic_address: BuyerEInvoicingParams.entries.electronic_address,
  }),
  'PortalEInvoicingParams',
);

/** Converts the settings of a billing profile to the domain's field names. */
export const sellerEInvoicingOf = (settings: v.InferOutput<typeof SellerEInvoicingParams>): EInvoicingSeller => ({
  contactName: settings.contact?.name ?? null,
  contactPhone: settings.contact?.phone ?? null,
  contactEmail: settings.contact?.email ?? null,
  electronicAddress: settings.electronic_address,
  iban: settings.iban,
  bic: settings.bic,
  exemption: settings.exemption,
});
