import { describe, expect, it } from 'vitest';
import {
  entriesOfCreditNote,
  entriesOfInvoice,
  type JournalAccount,
  type JournalEntry,
} from '../../../shared/domain/accounting/entries.ts';
import { sum } from '../../../shared/domain/amounts/money.ts';
import { creditNoteAggregate } from '../../../shared/domain/credit-note/record.ts';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { dayOf } from '../../../shared/domain/metrics/metrics.ts';
import { type Billing, newBilling } from '../billing.ts';
import { anotherPrice, changePlan } from '../plan-changes.ts';
import { declineRenewals, lastInvoice, paymentIdOf, runRenewals } from '../renewals.ts';
import { DAY, START } from '../world.ts';

/**
 * Pays 119.00 for a month, and changes to a price of 23.80 in the middle of the month: 59.50 are unused, the rest of the month at the new
 * price costs 11.90, and 47.60 are carried: 40.00 without VAT.
 */
const downgrade = () => {
  const billing = newBilling({ amountCents: 11_900 });
  billing.taxRate = { rateBasisPoints: 1900, displayName: 'VAT' };
  const { id, lastPaymentId } = billing.subscribe();
  billing.world.now = START + 14 * DAY;
  changePlan(billing, id, { priceId: anotherPrice(billing, { amountCents: 2380 }) });
  return { billing, id, paymentId: lastPaymentId ?? '' };
};

const entriesOf = ({ world }: Billing): readonly JournalEntry[] => [
  ...world.all(invoiceAggregate).flatMap(entriesOfInvoice),
  ...world.all(creditNoteAggregate).flatMap(entriesOfCreditNote),
];

/** Balance of an account: positive for a debit. */
const balanceOf = (billing: Billing, account: JournalAccount): number =>
  sum(entriesOf(billing).flatMap(({ postings }) => postings.map((each) => (each.account === account ? each.amountCents : 0))));

/** The postings to an account, by day. */
const postedTo = (billing: Billing, account: JournalAccount): readonly string[] =>
  entriesOf(billing).flatMap(({ at, kind, postings }) =>
    postings.flatMap((each) => (each.account === account ? [`${dayOf(at)} ${kind}: ${each.amountCents}`] : [])),
  );

const liabilityOf = (billing: Billing, id: string): number =>
  sum(billing.subscription(id).carriedCredits.map(({ liabilityCents = 0 }) => liabilityCents));

describe('credit that a plan change carries', () => {
  it('is moved from the deferred revenue of the old period to a liability on the day of the change', () => {
    const { billing } = downgrade();
    expect(postedTo(billing, 'customer_credit')).toEqual(['2026-02-14 invoice_issued: -4000']);
    expect(postedTo(billing, 'deferred_revenue')).toEqual([
      '2026-01-31 invoice_issued: -10000',
      '2026-01-31 revenue_recognized: 179',
      '2026-02-28 revenue_recognized: 9821',
      '2026-02-14 invoice_issued: 4000',
      '2026-02-28 revenue_recognized: -4000',
    ]);
  });

  it('is released to the cent by the renewals that use it, and becomes revenue of their periods', () => {
    const { billing, id } = downgrade();
    expect(runRenewals(billing, id, 3)).toEqual([0, 0, 2380]);
    expect(postedTo(billing, 'customer_credit')).toEqual([
      '2026-02-14 invoice_issued: -4000',
      '2026-02-28 invoice_issued: 2000',
      '2026-03-31 invoice_issued: 2000',
    ]);
    expect(balanceOf(billing, 'deferred_revenue')).toBe(0);
    expect(balanceOf(billing, 'revenue')).toBe(-(10_000 + 2000));
    for (const { postings } of entriesOf(billing)) expect(sum(postings.map(({ amountCents }) => amountCents))).toBe(0);
  });

  it('is released by another plan change that uses it', () => {
    const { billing, id } = downgrade();
    changePlan(billing, id, { priceId: anotherPrice(billing, { amountCents: 23_800 }) });
    expect([balanceOf(billing, 'customer_credit'), liabilityOf(billing, id)]).toEqual([0, 0]);
  });

  it('is a liability again if the invoice that used it is voided', () => {
    const { billing, id } = downgrade();
    billing.amend(id, { price: { ...billing.subscription(id).price, amountCents: 11_900 } });
    billing.decline(paymentIdOf(billing.renew(id)));
    expect(balanceOf(billing, 'customer_credit')).toBe(0);
    billing.void(lastInvoice(billing).id);
    expect([balanceOf(billing, 'customer_credit'), liabilityOf(billing, id)]).toEqual([-4000, 4000]);
  });

  it('stays released if the invoice that used it becomes uncollectible', () => {
    const { billing, id } = downgrade();
    billing.amend(id, { price: { ...billing.subscription(id).price, amountCents: 11_900 } });
    declineRenewals(billing, id, 5);
    const { id: invoiceId, status } = lastInvoice(billing);
    expect(status).toBe('uncollectible');
    expect([balanceOf(billing, 'customer_credit'), liabilityOf(billing, id)]).toEqual([0, 0]);
    billing.void(invoiceId);
    expect([balanceOf(billing, 'customer_credit'), liabilityOf(billing, id)]).toEqual([0, 0]);
  });

  it('is refunded first: the credit note releases the liability, and only the rest of the refund reduces revenue', () => {
    const { billing, id, paymentId } = downgrade();
    billing.settleRefund(billing.refund(paymentId, 2380));
    expect([balanceOf(billing, 'customer_credit'), liabilityOf(billing, id)]).toEqual([-2000, 2000]);
    billing.settleRefund(billing.refund(paymentId, 2380 + 1190));
    expect([balanceOf(billing, 'customer_credit'), liabilityOf(billing, id)]).toEqual([0, 0]);
    expect(balanceOf(billing, 'revenue') + balanceOf(billing, 'deferred_revenue')).toBe(-(10_000 - 5000));
  });

  it('has no liability if the change has no invoice', () => {
    const billing = newBilling({ amountCents: 11_900 });
    const { id } = billing.subscribe();
    billing.world.now = START + 14 * DAY;
    changePlan(billing, id, { priceId: anotherPrice(billing, { usageType: 'metered', unitAmountDecimal: '1', amountCents: null }) });
    expect(billing.subscription(id).carriedCredits).toMatchObject([{ amountCents: 5950 }]);
    expect(liabilityOf(billing, id)).toBe(0);
    expect(balanceOf(billing, 'customer_credit')).toBe(0);
  });
});
