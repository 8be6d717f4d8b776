import { type CreditNote, creditNoteAggregate } from '../domain/credit-note/record.ts';
import { customerAggregate } from '../domain/customer/record.ts';
import type { Composer, MailDocument } from './composed.ts';
import { type EmailContext, toCustomer } from './email-context.ts';
import type { EmailTemplate } from './email-template.ts';

export const creditNoteDocument = ({ id, number }: CreditNote): MailDocument => ({ id, fileName: `${number}.pdf` });

/** Tells that an invoice was corrected, where no money went back that a separate mail would tell of. */
export const creditNoteEmail = (note: CreditNote, emailContext: EmailContext, attached: boolean): EmailTemplate => {
  const { strings, shop } = emailContext;
  const { labels } = strings;
  return emailContext.template({
    subject: strings.creditNote.subject(shop, note.number),
    heading: strings.creditNote.heading(note.number),
    opening: strings.creditNote.opening(note.invoiceNumber),
    facts: [
      [labels.invoice, note.invoiceNumber],
      [labels.issuedOn, emailContext.date(note.issuedAt)],
    ],
    amounts: [[labels.credited, emailContext.amount(note.totalCents, note.currency)]],
    action: null,
    closing: attached ? [strings.attached.creditNote] : [],
  });
};

export const composeCreditNote: Composer<'credit_note'> = async (from, { creditNoteId }) => {
  const { store, tenant } = from;
  const note = (await store.get(creditNoteAggregate, tenant, creditNoteId))?.record ?? null;
  const customer = note === null ? null : await store.get(customerAggregate, tenant, note.customerId);
  if (note === null || customer === null) return 'subject_gone';
  return toCustomer(from, customer.record, {
    document: creditNoteDocument(note),
    portal: null,
    slot: null,
    template: (emailContext, { attached }) => creditNoteEmail(note, emailContext, attached),
  });
};
