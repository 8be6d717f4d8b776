import { type Change, change, type Stored } from '../aggregate.ts';
import type { DecisionContext, NewEvent } from '../decision.ts';
import { type Invoice, invoiceAggregate, UNNUMBERED } from '../invoice/record.ts';
import { nextPortion } from './portion.ts';
import { type CreditNote, creditNoteAggregate } from './record.ts';

export interface Correction {
  /** What is returned, tax included. */
  readonly amountCents: number;
  readonly refundId: string | null;
  readonly reason: string | null;
}

export interface IssuedCreditNote {
  readonly note: CreditNote;
  readonly changes: readonly Change[];
  readonly events: readonly NewEvent[];
}

/**
 * Corrects a paid invoice by a credit note: `credit_note.created` [CN-06, EVT-46]. Never for more than is left of the invoice, so
 * that the notes of an invoice never come to more than it; `null` when nothing is left.
 */
export const issueCreditNote = (stored: Stored<Invoice>, correction: Correction, ctx: DecisionContext): IssuedCreditNote | null => {
  const invoice = stored.record;
  const amountCents = Math.min(correction.amountCents, invoice.totalCents - invoice.amountCreditedCents);
  if (amountCents <= 0) return null;
  const note: CreditNote = {
    id: ctx.ids.next(creditNoteAggregate.prefix),
    created: ctx.now,
    number: UNNUMBERED,
    invoiceId: invoice.id,
    invoiceNumber: invoice.number,
    customerId: invoice.customerId,
    refundId: correction.refundId,
    reason: correction.reason,
    currency: invoice.currency,
    taxBehavior: invoice.taxBehavior,
    ...nextPortion(invoice, amountCents),
    reverseCharge: invoice.reverseCharge,
    seller: invoice.seller,
    buyer: invoice.buyer,
    issuedAt: ctx.now,
  };
  const credited: Invoice = { ...invoice, amountCreditedCents: invoice.amountCreditedCents + amountCents };
  return {
    note,
    changes: [change(invoiceAggregate, stored, credited), change(creditNoteAggregate, null, note)],
    events: [{ type: 'credit_note.created', subjectId: note.id }],
  };
};
