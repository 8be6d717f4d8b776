import type { Buyer, Seller } from '../invoice/parties.ts';
import type { TaxSum } from '../tax/tax.ts';
import type { RateAndTerms, TaxTerms } from '../tax/terms.ts';
import type { EInvoicingBuyer, EInvoicingSeller } from './settings.ts';

/**
 * File formats of an invoice or credit note. `ubl` and `cii`: EN 16931 in one of its two syntaxes. `xrechnung_*`: with the German rules.
 * `peppol`: Peppol BIS Billing 3.0 (UBL). `facturx`: a PDF/A-3 with embedded CII (Factur-X and ZUGFeRD, profile EN 16931).
 */
export const E_INVOICE_FORMATS = ['ubl', 'cii', 'xrechnung_ubl', 'xrechnung_cii', 'peppol', 'facturx'] as const;
export type EInvoiceFormat = (typeof E_INVOICE_FORMATS)[number];

/** The fields of an invoice or credit note on which its e-invoice formats and their rules depend. */
export interface EInvoiceDocument {
  readonly seller: Seller;
  readonly buyer: Buyer;
  readonly reverseCharge: boolean;
  readonly lines: readonly { readonly taxRateBasisPoints: number; readonly taxTerms?: TaxTerms }[];
  readonly tax: readonly (RateAndTerms & Pick<TaxSum, 'taxableCents' | 'taxCents'>)[];
  /** Country whose VAT the document charges, if it is not the buyer's. */
  readonly taxCountryCode?: string;
  readonly currency: string;
  readonly issuedAt: number;
  /** Only invoices. */
  readonly paidAt?: number | null;
  /** Only credit notes: the corrected invoice. */
  readonly invoiceId?: string;
}

/** A document with the settings that apply to it. */
export interface EInvoiceFacts {
  readonly document: EInvoiceDocument;
  readonly seller: EInvoicingSeller;
  readonly buyer: EInvoicingBuyer;
  /** Tax in the seller's accounting currency (BT-6, BT-111), if it is not the document's currency and an exchange rate is known. */
  readonly accountingTax?: { readonly currency: string; readonly taxCents: number };
}

/** A field that a format needs and the document lacks. */
export interface MissingField {
  /** Path in the API, such as `customer.e_invoicing.buyer_reference`. */
  readonly field: string;
  /** Id of the violated rule, such as `BR-DE-15`. */
  readonly rule: string;
  /** One sentence that says what to add. */
  readonly message: string;
}

/** True for a document with nothing to pay: an invoice that was issued as paid (a later payment does not count), or a credit note. */
export const isSettled = ({ invoiceId, paidAt, issuedAt }: Pick<EInvoiceDocument, 'invoiceId' | 'paidAt' | 'issuedAt'>): boolean =>
  invoiceId !== undefined || paidAt === issuedAt;
