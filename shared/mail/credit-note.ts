import { type CreditNote, creditNoteAggregate } from '../domain/credit-note/record.ts';
import { customerAggregate } from '../domain/customer/record.ts';
import { FACT_LABELS } from '../locales/invoice-facts.ts';
import { type Composer, mailDocument } from './composed.ts';
import { composeForCustomer, type EmailContext } from './email-context.ts';
import type { EmailTemplate } from './email-template.ts';

/** Reports the correction of an invoice. For the credit note of a refund, the refund mail is sent instead. */
export const creditNoteEmail = (note: CreditNote, context: EmailContext, attached: boolean): EmailTemplate => {
  const { texts } = context;
  const { labels } = texts;
  const amount = context.amount(note.totalCents, note.currency);
  const date = context.date(note.issuedAt);
  return context.template({
    ...context.wording('credit_note', { credit_note_number: note.number, invoice_number: note.invoiceNumber, amount, date }),
    facts: [
      [labels.invoice, note.invoiceNumber],
      [FACT_LABELS.issuedOn[context.language], date],
    ],
    amounts: [[labels.credited, amount]],
    action: null,
    attachment: attached ? texts.attached.creditNote : null,
  });
};

export const composeCreditNote: Composer<'credit_note'> = async (deps, { creditNoteId }) => {
  const { store, tenant } = deps;
  const note = (await store.get(creditNoteAggregate, tenant, creditNoteId))?.record ?? null;
  const customer = note === null ? null : await store.get(customerAggregate, tenant, note.customerId);
  if (note === null || customer === null) return 'subject_gone';
  return composeForCustomer(deps, customer.record, {
    document: mailDocument(note),
    link: null,
    rateLimits: [],
    template: (context, { attached }) => creditNoteEmail(note, context, attached),
  });
};
