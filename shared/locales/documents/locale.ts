import type { LineType } from '../../domain/invoice/record.ts';

/** The texts of documents in one language. Texts with placeholders are functions, so that each language chooses the word order. */
export interface DocumentTexts {
  readonly invoice: string;
  readonly creditNote: string;
  readonly invoiceNumber: string;
  readonly creditNoteNumber: string;
  readonly issuedOn: string;
  readonly servicePeriod: string;
  readonly creditedInvoice: string;
  readonly reason: string;
  readonly seller: string;
  readonly buyer: string;
  readonly vatId: (id: string) => string;
  readonly registrationNumber: (value: string) => string;
  readonly description: string;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly taxRate: string;
  readonly amount: string;
  readonly lineDiscount: (amount: string) => string;
  readonly subtotal: string;
  readonly discount: string;
  readonly tax: string;
  readonly total: string;
  readonly totalCredited: string;
  /** Prefix of the price name on lines of a plan change. */
  readonly lines: Readonly<Partial<Record<LineType, string>>>;
  readonly taxSummary: string;
  readonly net: string;
  readonly gross: string;
  readonly taxIncluded: string;
  readonly reverseChargeRate: string;
  /** The legally required notice when the buyer owes the tax, with both VAT ids (`null`: unknown). */
  readonly reverseCharge: (sellerVatId: string | null, buyerVatId: string | null) => string;
  readonly testDocument: string;
  readonly page: (page: number, pages: number) => string;
  readonly logoOf: (seller: string) => string;
}
