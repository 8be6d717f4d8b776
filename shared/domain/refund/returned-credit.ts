import type { Payment, UnreturnedCredit } from '../payment/record.ts';

/** A payment after a refund has returned credited money (`unreturnedCredits`). */
interface ReturnedCredit {
  readonly payment: Payment;
  /** The oldest credit note that the refund pays out, at least in part; `null`: none. */
  readonly creditNoteId: string | null;
  /** The part of the refund that no earlier credit note credits. */
  readonly uncreditedCents: number;
}

/** The payment with these unreturned credits; the field is missing if there are none. */
export const withUnreturnedCredits = ({ unreturnedCredits: _, ...payment }: Payment, credits: readonly UnreturnedCredit[]): Payment =>
  credits.length === 0 ? payment : { ...payment, unreturnedCredits: credits };

/** Deducts a succeeded refund from the credited money that earlier, failed refunds should have returned. */
export const returnCredit = (payment: Payment, refundedCents: number): ReturnedCredit => {
  const credits = payment.unreturnedCredits ?? [];
  const left: UnreturnedCredit[] = [];
  let uncreditedCents = refundedCents;
  for (const credit of credits) {
    const paidOutCents = Math.min(uncreditedCents, credit.amountCents);
    uncreditedCents -= paidOutCents;
    if (paidOutCents < credit.amountCents) left.push({ ...credit, amountCents: credit.amountCents - paidOutCents });
  }
  const creditNoteId = uncreditedCents < refundedCents ? (credits[0]?.creditNoteId ?? null) : null;
  return { payment: withUnreturnedCredits(payment, left), creditNoteId, uncreditedCents };
};
