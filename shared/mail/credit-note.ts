import { type CreditNote, creditNoteAggregate } from '../domain/credit-note/record.ts';
import { customerAggregate } from '../domain/customer/record.ts';
import type { Composer, MailDocument } from './composed.ts';
import { type Letter, toCustomer } from './email-context.ts';
import type { EmailTemplate } from './email-template.ts';

export const creditNoteDocument = ({ id, number }: CreditNote): MailDocument => ({ id, fileName: `${number}.pdf` });

/** Tells that an invoice was corrected, where no money went back that a mail of its own would tell of. */
export const creditNoteEmail = (note: CreditNote, letter: Letter, attached: boolean): EmailTemplate => {
  const { words, shop } = letter;
  const { labels } = words;
  return letter.template({
    subject: words.creditNote.subject(shop, note.number),
    heading: words.creditNote.heading(note.number),
    opening: words.creditNote.opening(note.invoiceNumber),
    facts: [
      [labels.invoice, note.invoiceNumber],
      [labels.issuedOn, letter.date(note.issuedAt)],
    ],
    amounts: [[labels.credited, letter.amount(note.totalCents, note.currency)]],
    action: null,
    closing: attached ? [words.attached.creditNote] : [],
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
    template: (letter, { attached }) => creditNoteEmail(note, letter, attached),
  });
};
