import type { Address } from '../fields.ts';
import type { Buyer, Seller } from '../invoice/parties.ts';
import { applicableFormats } from './formats.ts';
import { missingFields } from './missing.ts';
import { NO_BUYER_E_INVOICING, NO_SELLER_E_INVOICING } from './settings.ts';
import type { EInvoiceDocument, EInvoiceFormat, MissingField } from './types.ts';
import { eInvoiceFactsOf } from './view.ts';

/** The account and the customer as they are now. */
export interface CurrentParties {
  readonly seller: Seller;
  readonly buyer: Buyer;
}

/** The fields `names` that were `null` get their current values. */
const filled = <Part extends object>(frozen: Part, current: Part, names: readonly (keyof Part)[]): Part => ({
  ...frozen,
  ...Object.fromEntries(names.filter((name) => frozen[name] === null).map((name) => [name, current[name]])),
});

const allOf = <Part extends object>(part: Part): readonly (keyof Part)[] => Object.keys(part) as (keyof Part)[];

/** The current address if it only adds lines to the frozen address; otherwise the frozen address. Never mixes lines of two addresses. */
const filledAddress = (frozen: Address | null, current: Address | null): Address | null =>
  frozen === null || (current !== null && allOf(frozen).every((line) => frozen[line] === null || frozen[line] === current[line]))
    ? current
    : frozen;

const completedSeller = (frozen: Seller, current: Seller): Seller => ({
  ...filled(frozen, current, ['countryCode', 'vatId', 'registrationNumber', 'phone']),
  address: filledAddress(frozen.address, current.address),
  eInvoicing: filled(frozen.eInvoicing ?? NO_SELLER_E_INVOICING, current.eInvoicing ?? NO_SELLER_E_INVOICING, allOf(NO_SELLER_E_INVOICING)),
});

const completedBuyer = (frozen: Buyer, current: Buyer): Buyer => ({
  ...filled(frozen, current, frozen.vatName === null ? ['name', 'countryCode'] : ['countryCode']),
  address: filledAddress(frozen.address, current.address),
  eInvoicing: filled(frozen.eInvoicing ?? NO_BUYER_E_INVOICING, current.eInvoicing ?? NO_BUYER_E_INVOICING, allOf(NO_BUYER_E_INVOICING)),
});

const completed = <Document extends EInvoiceDocument>(document: Document, current: CurrentParties): Document => ({
  ...document,
  seller: completedSeller(document.seller, current.seller),
  buyer: completedBuyer(document.buyer, current.buyer),
});

/** What a file is made from, or why there is none. */
type FileOf<Document> =
  | { readonly kind: 'complete'; readonly document: Document }
  | { readonly kind: 'incomplete'; readonly missing: readonly MissingField[] }
  | { readonly kind: 'not_applicable'; readonly formats: readonly EInvoiceFormat[] };

/**
 * The document to write in a format: as it was issued, if it had all required fields then. Otherwise the settings that were not set when it
 * was issued get their current values; settings that were set never change.
 */
export const completedDocumentFor = <Document extends EInvoiceDocument>(
  document: Document,
  format: EInvoiceFormat,
  current: CurrentParties,
): FileOf<Document> => {
  const asIssued = eInvoiceFactsOf(document);
  if (applicableFormats(asIssued).includes(format) && missingFields(asIssued, format).length === 0) return { kind: 'complete', document };
  const facts = eInvoiceFactsOf(completed(document, current));
  const formats = applicableFormats(facts);
  if (!formats.includes(format)) return { kind: 'not_applicable', formats };
  const missing = missingFields(facts, format);
  return missing.length === 0 ? { kind: 'complete', document: facts.document } : { kind: 'incomplete', missing };
};
