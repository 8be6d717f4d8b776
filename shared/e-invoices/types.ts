import type { CreditNote } from '../domain/credit-note/record.ts';
import type { EInvoiceFacts } from '../domain/e-invoice/types.ts';
import type { Invoice } from '../domain/invoice/record.ts';
import type { PaymentMethod } from '../domain/payment-methods.ts';

/** Everything that an e-invoice is made from. */
export interface EInvoiceSource extends EInvoiceFacts {
  readonly document: Invoice | CreditNote;
  /** The invoice that a credit note corrects (BG-3); `null` for an invoice. */
  readonly corrected: { readonly number: string; readonly issuedAt: number } | null;
  /** Method of the payment of a document that was issued as paid; `null`: none or not known. */
  readonly method: PaymentMethod | null;
  /** Payment terms of an open invoice, as text in the buyer's language (BT-20); `null`: the due date only. */
  readonly terms: string | null;
  /** Tax in the seller's accounting currency (BT-6, BT-111), where it is not the document's currency; `null`: the same currency. */
  readonly accountingTax: { readonly currency: string; readonly taxCents: number } | null;
}
