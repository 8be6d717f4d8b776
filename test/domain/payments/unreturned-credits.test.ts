import { describe, expect, it } from 'vitest';
import type { Payment, UnreturnedCredit } from '../../../shared/domain/payment/record.ts';
import type { Refund } from '../../../shared/domain/refund/record.ts';
import { addRefund, removeRefund } from '../../../shared/domain/refund/refund-of-payment.ts';
import { newBilling } from '../billing.ts';

const unreturned = (creditNoteId: string, amountCents: number): UnreturnedCredit => ({ creditNoteId, amountCents });

const FIRST = unreturned('cn_1', 300);
const SECOND = unreturned('cn_2', 200);

/** A payment with these credits, and a pending refund of the payment. */
const refundWith = (unreturnedCredits: readonly UnreturnedCredit[], fields: Partial<Refund>) => {
  const { overpayment, refund } = newBilling().payTwice();
  const payment: Payment = { ...overpayment, amountRefundedCents: 0, unreturnedCredits };
  return { payment, refund: { ...refund, overpayment: false, ...fields } };
};

describe('a refund of a payment with two credit notes whose refunds failed', () => {
  it.each([
    [100, [unreturned('cn_1', 100)], [unreturned('cn_1', 200), SECOND]],
    [300, [FIRST], [SECOND]],
    [400, [FIRST, unreturned('cn_2', 100)], [unreturned('cn_2', 100)]],
    [700, [FIRST, SECOND], undefined],
  ])('pays out the older note first: %i cents', (amountCents, repeats, left) => {
    const { payment, refund } = refundWith([FIRST, SECOND], { amountCents });
    const added = addRefund(payment, refund);
    expect(added.refund.repeats).toEqual(repeats);
    expect(added.payment.unreturnedCredits).toEqual(left);
    expect(added.payment.amountRefundedCents).toBe(amountCents);
  });
});

describe('a refund that fails', () => {
  it('is owed only up to the notes that it repeats, if it has no other note', () => {
    const { payment, refund } = refundWith([SECOND], { amountCents: 700, repeats: [FIRST], creditNoteId: 'cn_1' });
    const after = removeRefund({ ...payment, amountRefundedCents: 700 }, refund);
    expect(after).toMatchObject({ amountRefundedCents: 0, unreturnedCredits: [FIRST, SECOND] });
  });
});
