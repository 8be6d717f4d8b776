import { type CreditNote, creditNoteAggregate, isCreditNote } from '../domain/credit-note/record.ts';
import { type Invoice, invoiceAggregate } from '../domain/invoice/record.ts';
import type { PaymentMethod } from '../domain/payment/methods.ts';
import { paymentAggregate } from '../domain/payment/record.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { Store } from '../store/writer/store.ts';
import { creditNoteDocument } from './credit-note-document.ts';
import { invoiceDocument, isIssuedPaid } from './invoice-document.ts';
import type { DocumentModel } from './model.ts';

/** An invoice or credit note with everything that its files show. */
export interface IssuedDocument {
  readonly record: Invoice | CreditNote;
  /** The invoice that a credit note corrects; `null` if `record` is an invoice. */
  readonly corrected: Invoice | null;
  /** The payment method of an invoice that was issued as paid; `null`: none. */
  readonly method: PaymentMethod | null;
}

/** What the PDF of a document depends on. */
export type PrintedDocument = Pick<IssuedDocument, 'record' | 'method'>;

type Reader = Pick<Store, 'get'>;

/** Reads the payment method of an invoice that was issued as paid; `null` for other invoices and for credit notes. */
export const readMethodOfPaidInvoice = async (
  store: Reader,
  tenant: Tenant,
  record: Invoice | CreditNote,
): Promise<PaymentMethod | null> =>
  isCreditNote(record) || record.paymentId === null || !isIssuedPaid(record)
    ? null
    : ((await store.get(paymentAggregate, tenant, record.paymentId))?.record.paymentMethod ?? null);

/** Reads an invoice or credit note; `null`: there is no record. */
export const readIssuedDocument = async (store: Reader, tenant: Tenant, id: string): Promise<IssuedDocument | null> => {
  if (id.startsWith(creditNoteAggregate.prefix)) {
    const note = (await store.get(creditNoteAggregate, tenant, id))?.record ?? null;
    if (note === null) return null;
    return { record: note, corrected: (await store.get(invoiceAggregate, tenant, note.invoiceId))?.record ?? null, method: null };
  }
  const invoice = (await store.get(invoiceAggregate, tenant, id))?.record ?? null;
  return invoice === null ? null : { record: invoice, corrected: null, method: await readMethodOfPaidInvoice(store, tenant, invoice) };
};

/** What the PDF of the document shows. */
export const pdfModel = ({ record, method }: PrintedDocument, { mode }: Tenant): DocumentModel =>
  isCreditNote(record) ? creditNoteDocument(record, mode) : invoiceDocument(record, mode, method);
