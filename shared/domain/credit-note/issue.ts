import { type Change, change, type Stored } from '../aggregate.ts';
import type { DecisionContext, NewEvent } from '../decision.ts';
import { type Invoice, invoiceAggregate, UNNUMBERED } from '../invoice/record.ts';
import { nextPortion } from './portion.ts';
import { type CreditNote, creditNoteAggregate } from './record.ts';

export interface Correction {
  /** Amount to credit, tax included. */
  readonly amountCents: number;
  readonly refundId: string | null;
  readonly reason: string | null;
}

export interface IssuedCreditNote {
  readonly note: CreditNote;
  readonly events: readonly NewEvent[];
}

/** The changes of an issued credit note: the note, and the credited amount of its invoice. */
export const changesOfCreditNote = (stored: Stored<Invoice>, note: CreditNote): readonly Change[] => {
  const credited: Invoice = { ...stored.record, amountCreditedCents: stored.record.amountCreditedCents + note.totalCents };
  return [change(invoiceAggregate, stored, credited), change(creditNoteAggregate, null, note)];
};

/**
 * Issues a credit note for a paid invoice. Event: `credit_note.created` [CN-06, EVT-46]. The amount is limited to the part of the invoice
 * that is not credited yet. Returns `null` if the whole invoice is credited already. The caller writes the note with `changesOfCreditNote`.
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
    ...(invoice.taxCountryCode === undefined ? {} : { taxCountryCode: invoice.taxCountryCode }),
    seller: invoice.seller,
    buyer: invoice.buyer,
    issuedAt: ctx.now,
  };
  return {
    note,
    events: [{ type: 'credit_note.created', subjectId: note.id }],
  };
};
