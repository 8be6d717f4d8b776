import type { LineType } from '../../domain/invoice/record.ts';

export const en = {
  invoice: 'Invoice',
  creditNote: 'Credit note',
  invoiceNumber: 'Invoice number',
  creditNoteNumber: 'Credit note number',
  issuedOn: 'Date of issue',
  servicePeriod: 'Service period',
  creditedInvoice: 'Credits invoice',
  reason: 'Reason',
  seller: 'From',
  buyer: 'Bill to',
  vatId: (id: string) => `VAT ID: ${id}`,
  registrationNumber: (value: string) => `Registration no.: ${value}`,
  description: 'Description',
  quantity: 'Quantity',
  unitPrice: 'Unit price',
  taxRate: 'Tax',
  amount: 'Amount',
  lineDiscount: (amount: string) => `Discount ${amount}`,
  subtotal: 'Subtotal',
  discount: 'Discount',
  tax: 'Tax',
  total: 'Total',
  totalCredited: 'Total credited',
  /** Prefix of the price name on lines of a plan change. */
  lines: { proration_credit: 'Unused time', proration_charge: 'Rest of the period', carried_credit: 'Credit from earlier' } as Readonly<
    Partial<Record<LineType, string>>
  >,
  taxSummary: 'Tax by rate',
  net: 'Net',
  gross: 'Gross',
  taxIncluded: 'Prices include tax.',
  reverseChargeRate: 'Reverse charge',
  /** The legally required notice when the buyer owes the tax, with both VAT ids (`null`: unknown). */
  reverseCharge: (seller: string | null, buyer: string | null) =>
    `Reverse charge: the recipient of the service owes the VAT (Article 196 of Council Directive 2006/112/EC). VAT ID of the supplier: ${seller ?? '–'}. VAT ID of the customer: ${buyer ?? '–'}.`,
  testDocument: 'Made in test mode: not a document of a sale.',
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  logoOf: (seller: string) => `Logo of ${seller}`,
};

/** The texts of documents in one language. Texts with placeholders are functions, so that each language chooses the word order. */
export type DocumentTexts = Readonly<typeof en>;
