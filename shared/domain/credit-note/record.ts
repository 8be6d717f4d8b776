import type { Aggregate, BaseRecord } from '../aggregate.ts';
import { viewEInvoice } from '../e-invoice/view.ts';
import type { Buyer, Seller } from '../invoice/parties.ts';
import { type Invoice, type InvoiceLine, viewLine, viewTaxSum, withFooterAndLanguage } from '../invoice/record.ts';
import type { TaxBehavior, TaxSum } from '../tax/tax.ts';
import { livemode, type Mode, type Tenant } from '../tenant.ts';

export const CREDIT_NOTE_SERIES = 'credit_note_number';

/** Correction of an issued invoice, numbered in a separate series. Never changes [CN-05, CN-06]. */
export interface CreditNote extends BaseRecord {
  /** `UNNUMBERED` until the credit note is stored. */
  readonly number: string;
  readonly invoiceId: string;
  readonly invoiceNumber: string;
  readonly customerId: string;
  /** The refund that the credit note documents; `null`: none. */
  readonly refundId: string | null;
  readonly reason: string | null;
  readonly currency: string;
  readonly taxBehavior: TaxBehavior;
  readonly lines: readonly InvoiceLine[];
  readonly subtotalCents: number;
  readonly tax: readonly TaxSum[];
  readonly taxCents: number;
  readonly totalCents: number;
  /**
   * Net amount of the customer's carried credit (from a plan change) that ends with the refund. The journal debits it to
   * `customer_credit`. Absent: none. Not in the API object.
   */
  readonly creditReleasedCents?: number;
  readonly reverseCharge: boolean;
  /** The invoice's `taxCountryCode`. */
  readonly taxCountryCode?: string;
  /** The parties of the invoice. */
  readonly seller: Seller;
  readonly buyer: Buyer;
  readonly issuedAt: number;
}

export const isCreditNote = (document: Invoice | CreditNote): document is CreditNote => 'invoiceId' in document;

export const viewCreditNote = (note: CreditNote, tenant: Tenant) => ({
  id: note.id,
  object: 'credit_note' as const,
  created: note.created,
  livemode: livemode(tenant),
  number: note.number,
  invoice_id: note.invoiceId,
  customer_id: note.customerId,
  refund_id: note.refundId,
  reason: note.reason,
  currency: note.currency,
  subtotal_cents: note.subtotalCents,
  tax_cents: note.taxCents,
  total_cents: note.totalCents,
  tax: note.tax.map(viewTaxSum),
  lines: note.lines.map(viewLine),
  issued_at: note.issuedAt,
  e_invoice: viewEInvoice(note),
});
type CreditNoteView = ReturnType<typeof viewCreditNote>;

/** `CN-000001` in live mode, `TEST-CN-000001` in test mode; counted per account and mode without gaps. */
const creditNoteNumber = (mode: Mode, ordinal: number): string =>
  `${mode === 'live' ? 'CN' : 'TEST-CN'}-${String(ordinal).padStart(6, '0')}`;

export const creditNoteAggregate: Aggregate<CreditNote, CreditNoteView> = {
  type: 'credit_note',
  prefix: 'cn_',
  migrations: [withFooterAndLanguage],
  view: viewCreditNote,
  customerIdOf: (note) => note.customerId,
  parentIdOf: (note) => note.invoiceId,
  series: {
    name: CREDIT_NOTE_SERIES,
    number: (note, ordinal, { mode }) => ({ ...note, number: creditNoteNumber(mode, ordinal) }),
  },
};
