import type { CreditNote } from '../domain/credit-note/record.ts';
import type { EInvoiceFacts } from '../domain/e-invoice/types.ts';
import type { Invoice } from '../domain/invoice/record.ts';
import type { PaymentMethod } from '../domain/payment/methods.ts';

/** Everything that an e-invoice is made from. */
export interface EInvoiceSource extends EInvoiceFacts {
  readonly document: Invoice | CreditNote;
  /** The invoice that a credit note corrects (BG-3); `null` for an invoice. */
  readonly corrected: { readonly number: string; readonly issuedAt: number } | null;
  /** Method of the payment of a document that was issued as paid; `null`: none or not known. */
  readonly method: PaymentMethod | null;
}
