/** A participant's address in an e-invoicing network, such as Peppol. */
export interface ElectronicAddress {
  /** Code of the EAS list: `0106` (KVK), `0208` (Belgian enterprise number), `0204` (Leitweg-ID), `EM` (email), ... */
  readonly scheme: string;
  readonly value: string;
}

/**
 * Why the seller charges no VAT where neither reverse charge nor export explains it, such as the scheme for small businesses. The seller
 * declares it, because the service cannot know it.
 */
export interface VatExemption {
  /** VAT category code (UNTDID 5305): `E`, exempt from tax; `O`, outside the scope of tax. */
  readonly category: 'E' | 'O';
  /** Code of the VATEX list, such as `VATEX-EU-132`; `null`: the text is enough. */
  readonly code: string | null;
  /** The reason as text, as the law requires it on the invoice. */
  readonly reason: string;
}

/** The seller's settings for e-invoices, copied into the seller of each invoice and credit note. */
export interface EInvoicingSeller {
  readonly contactName: string | null;
  /** `null`: the phone number of the billing profile. */
  readonly contactPhone: string | null;
  /** `null`: the email address of the billing profile. */
  readonly contactEmail: string | null;
  readonly electronicAddress: ElectronicAddress | null;
  /** Bank account to which buyers transfer the amount of an unpaid invoice. Without spaces. */
  readonly iban: string | null;
  readonly bic: string | null;
  readonly exemption: VatExemption | null;
}

export const NO_SELLER_E_INVOICING: EInvoicingSeller = {
  contactName: null,
  contactPhone: null,
  contactEmail: null,
  electronicAddress: null,
  iban: null,
  bic: null,
  exemption: null,
};

/** Settings of a customer's e-invoice format. `auto`: the customer's country and identifiers decide. `none`: a PDF without XML. */
export const BUYER_FORMATS = ['auto', 'facturx', 'xrechnung', 'peppol', 'none'] as const;
export type BuyerFormat = (typeof BUYER_FORMATS)[number];

/**
 * The references that a customer wants on its documents, with their API names. Records, API schemas, retention rules and the model of
 * e-invoices derive from this table.
 */
export const REFERENCES = {
  /** Term BT-10 of EN 16931. For German public buyers, the Leitweg-ID. */
  buyerReference: 'buyer_reference',
  /** Term BT-13 of EN 16931. */
  purchaseOrderReference: 'purchase_order_reference',
} as const;

type Reference = keyof typeof REFERENCES;
export type ReferenceName = (typeof REFERENCES)[Reference];
/** The references of a document; `null`: none. */
export type DocumentReferences = { readonly [Field in Reference]: string | null };

const mapReferences = <Key extends string, Value>(entryOf: (field: Reference) => readonly [Key, Value]): Record<Key, Value> =>
  Object.fromEntries((Object.keys(REFERENCES) as Reference[]).map(entryOf)) as Record<Key, Value>;

/** The references in settings; `null` for those that were not set. */
export const referencesIn = (settings: Partial<DocumentReferences>): DocumentReferences =>
  mapReferences((field) => [field, settings[field] ?? null]);

/** A purge keeps the references, which are a part of the document. */
export const KEPT_REFERENCES = mapReferences((field) => [field, 'kept' as const]);

/** The customer's settings for e-invoices, copied into the buyer of each invoice and credit note. A missing reference: none. */
export interface EInvoicingBuyer extends Partial<DocumentReferences> {
  readonly electronicAddress: ElectronicAddress | null;
  readonly format: BuyerFormat;
}

export const NO_BUYER_E_INVOICING: EInvoicingBuyer = {
  ...referencesIn({}),
  electronicAddress: null,
  format: 'auto',
};

/** The settings that buyers enter themselves in checkout and portal. */
export type EnteredSettings = Pick<EInvoicingBuyer, 'buyerReference' | 'electronicAddress'>;

/** The customer's settings, with the settings that the buyer entered. */
export const withEntered = (current: EInvoicingBuyer | null | undefined, entered: Partial<EnteredSettings>): EInvoicingBuyer => ({
  ...NO_BUYER_E_INVOICING,
  ...current,
  ...entered,
});

/** Reads a Peppol ID, such as `0106:12345678`, without checking it. */
export const parsePeppolId = (text: string): ElectronicAddress => {
  const [scheme = '', ...value] = text.split(':');
  return { scheme: scheme.trim().toUpperCase(), value: value.join(':').trim() };
};

/** The address as a Peppol ID: `0106:12345678`. */
export const peppolIdOf = ({ scheme, value }: ElectronicAddress): string => `${scheme}:${value}`;

const viewElectronicAddress = (address: ElectronicAddress | null) =>
  address === null ? null : { scheme: address.scheme, value: address.value };

/** The API's `billing_profile.e_invoicing`. */
export const viewSellerEInvoicing = (settings: EInvoicingSeller | null) =>
  settings === null
    ? null
    : {
        contact: { name: settings.contactName, phone: settings.contactPhone, email: settings.contactEmail },
        electronic_address: viewElectronicAddress(settings.electronicAddress),
        iban: settings.iban,
        bic: settings.bic,
        exemption: settings.exemption === null ? null : { ...settings.exemption },
      };

/** The API's `customer.e_invoicing`. */
export const viewBuyerEInvoicing = (settings: EInvoicingBuyer) => ({
  ...mapReferences<ReferenceName, string | null>((field) => [REFERENCES[field], settings[field] ?? null]),
  electronic_address: viewElectronicAddress(settings.electronicAddress),
  format: settings.format,
});

/** Characters that no XML 1.0 document can contain, not even escaped: most control characters, lone surrogates, U+FFFE and U+FFFF. */
const FORBIDDEN_IN_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** True when XML can contain the text. Input fields that are shown on e-invoices accept no other texts. */
export const isXmlText = (text: string): boolean => text.search(FORBIDDEN_IN_XML) === -1;

/** The text without the characters that XML forbids, for records that were stored before the input was checked. */
export const withoutForbiddenInXml = (text: string): string => text.replaceAll(FORBIDDEN_IN_XML, '');
