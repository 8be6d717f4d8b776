import { isLeitwegId } from './leitweg.ts';
import type { EInvoiceFacts, EInvoiceFormat } from './types.ts';

/** Countries whose businesses and public bodies commonly receive invoices through Peppol. */
export const PEPPOL_COUNTRIES: ReadonlySet<string> = new Set(['BE', 'DK', 'EE', 'FI', 'IE', 'IS', 'LT', 'LU', 'LV', 'NL', 'NO', 'SE']);

const isGermanPublicBuyer = ({ document, buyer }: EInvoiceFacts): boolean =>
  document.buyer.countryCode === 'DE' && (buyer.electronicAddress?.scheme === '0204' || isLeitwegId(buyer.buyerReference));

/** True for a Belgian business, and for a Peppol participant in a country where Peppol is common. An email address is no Peppol id. */
const isPeppolBuyer = ({ document: { buyer: party }, buyer }: EInvoiceFacts): boolean =>
  (party.countryCode === 'BE' && party.vatNumber !== null) ||
  (buyer.electronicAddress !== null && buyer.electronicAddress.scheme !== 'EM' && PEPPOL_COUNTRIES.has(party.countryCode ?? ''));

/** The format that `auto` selects for a document. */
export const automaticFormat = (facts: EInvoiceFacts): EInvoiceFormat => {
  if (isGermanPublicBuyer(facts)) return 'xrechnung_ubl';
  return isPeppolBuyer(facts) ? 'peppol' : 'facturx';
};

/**
 * The format that the customer gets. `auto`: XRechnung for German buyers with a Leitweg-ID, Peppol for buyers whom `isPeppolBuyer`
 * selects, Factur-X otherwise. `null`: the customer wants no e-invoice.
 */
export const formatFor = (facts: EInvoiceFacts): EInvoiceFormat | null => {
  switch (facts.buyer.format) {
    case 'none':
      return null;
    case 'auto':
      return automaticFormat(facts);
    case 'xrechnung':
      return 'xrechnung_ubl';
    default:
      return facts.buyer.format;
  }
};

const isXRechnungOffered = ({ document, buyer }: EInvoiceFacts): boolean =>
  buyer.format === 'xrechnung' || document.buyer.countryCode === 'DE';

const isPeppolOffered = (facts: EInvoiceFacts): boolean => facts.buyer.format === 'peppol' || isPeppolBuyer(facts);

/**
 * The formats in which a document is offered. XRechnung: to German buyers and to customers with this format in their settings. Peppol: to
 * buyers whom `isPeppolBuyer` selects and to customers with this format in their settings. All other formats: to everybody.
 */
export const applicableFormats = (facts: EInvoiceFacts): readonly EInvoiceFormat[] => [
  'ubl',
  'cii',
  ...(isXRechnungOffered(facts) ? (['xrechnung_ubl', 'xrechnung_cii'] as const) : []),
  ...(isPeppolOffered(facts) ? (['peppol'] as const) : []),
  'facturx',
];
