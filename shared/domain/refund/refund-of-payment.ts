import { sum } from '../amounts/money.ts';
import type { Payment, UnreturnedCredit } from '../payment/record.ts';
import type { Refund } from './record.ts';

const withUnreturnedCredits = ({ unreturnedCredits: _, ...payment }: Payment, credits: readonly UnreturnedCredit[]): Payment =>
  credits.length === 0 ? payment : { ...payment, unreturnedCredits: credits };

/** Takes up to `amountCents` from credits, oldest first. */
const takeCredits = (credits: readonly UnreturnedCredit[], amountCents: number) => {
  const [taken, left]: [UnreturnedCredit[], UnreturnedCredit[]] = [[], []];
  let neededCents = amountCents;
  for (const credit of credits) {
    const takenCents = Math.min(neededCents, credit.amountCents);
    neededCents -= takenCents;
    if (takenCents > 0) taken.push({ ...credit, amountCents: takenCents });
    if (takenCents < credit.amountCents) left.push({ ...credit, amountCents: credit.amountCents - takenCents });
  }
  return { taken, left };
};

/**
 * Adds a new, pending refund to its payment. The refund first returns the credited money that failed refunds should have returned
 * (`repeats`).
 */
export const addRefund = (payment: Payment, refund: Refund): { readonly payment: Payment; readonly refund: Refund } => {
  const { taken, left } = takeCredits(payment.unreturnedCredits ?? [], refund.amountCents);
  const amountRefundedCents = payment.amountRefundedCents + refund.amountCents;
  return {
    payment: withUnreturnedCredits({ ...payment, amountRefundedCents }, left),
    refund: taken.length === 0 ? refund : { ...refund, repeats: taken },
  };
};

/** The part of a refund that no earlier credit note credits. */
export const uncreditedCents = ({ amountCents, repeats = [] }: Refund): number =>
  amountCents - sum(repeats.map((each) => each.amountCents));

/** The credited money of a refund: that of credit notes that it repeats, and that of the note that was issued when it succeeded. */
const creditsOf = (refund: Refund): readonly UnreturnedCredit[] => {
  const { repeats = [], creditNoteId } = refund;
  const amountCents = uncreditedCents(refund);
  const hasIssuedNote = creditNoteId !== null && amountCents > 0 && repeats.every((each) => each.creditNoteId !== creditNoteId);
  return hasIssuedNote ? [...repeats, { creditNoteId, amountCents }] : repeats;
};

/** Removes a refund that failed from its payment. Its credited money is owed to the customer again. */
export const removeRefund = (payment: Payment, refund: Refund): Payment =>
  withUnreturnedCredits({ ...payment, amountRefundedCents: payment.amountRefundedCents - refund.amountCents }, [
    ...creditsOf(refund),
    ...(payment.unreturnedCredits ?? []),
  ]);
