import type { LineType } from '../../domain/invoice/record.ts';

/** The printed words of one language. Texts with a place for a value are functions, so that each language puts it where it belongs. */
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
  /** What stands before the name of the price on lines that a change of plan leaves. */
  readonly lines: Readonly<Partial<Record<LineType, string>>>;
  readonly taxSummary: string;
  readonly net: string;
  readonly gross: string;
  readonly taxIncluded: string;
  readonly reverseChargeRate: string;
  /** What the law asks for where the buyer owes the tax, with the VAT ids of both (`null`: not known). */
  readonly reverseCharge: (sellerVatId: string | null, buyerVatId: string | null) => string;
  readonly testDocument: string;
  readonly page: (page: number, pages: number) => string;
  readonly logoOf: (seller: string) => string;
}
