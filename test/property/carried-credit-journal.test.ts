import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entriesOfCreditNote, entriesOfInvoice, type JournalAccount } from '../../shared/domain/accounting/entries.ts';
import { sum } from '../../shared/domain/amounts/money.ts';
import { creditNoteAggregate } from '../../shared/domain/credit-note/record.ts';
import { invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { nextBillingStep } from '../../shared/domain/subscription/state.ts';
import { type Billing, newBilling } from '../domain/billing.ts';
import { anotherPrice, beginChange, payChange } from '../domain/plan-changes.ts';
import { paymentIdOf } from '../domain/renewals.ts';

/**
 * What happens to a subscription. `back`: the payment that is refunded; 0 is the last one. `divisor`: 1 refunds all, 2 half, 3 a third.
 * `becomes`: whether the refund succeeds.
 */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('plan' as const), amountCents: fc.integer({ min: 0, max: 9999 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('renew' as const, 'decline' as const, 'void' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      back: fc.nat(2),
      divisor: fc.constantFrom(1, 2, 3),
      becomes: fc.constantFrom('succeeded' as const, 'succeeded' as const, 'failed' as const),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const histories = fc.record({
  amountCents: fc.integer({ min: 1000, max: 99_999 }),
  interval: fc.constantFrom('month' as const, 'year' as const),
  behavior: fc.constantFrom('inclusive' as const, 'exclusive' as const),
  rateBasisPoints: fc.constantFrom(0, 700, 1900, 2100),
  /** Each with the hours since the previous step. */
  steps: fc.array(fc.tuple(fc.integer({ min: 1, max: 400 }), step), { minLength: 3, maxLength: 9 }),
});

const refund = (billing: Billing, { back, divisor, becomes }: Extract<Step, { readonly kind: 'refund' }>): void => {
  const payment = billing.world.all(paymentAggregate).at(-1 - back);
  if (payment === undefined) return;
  const accepted = billing.requestRefund({ paymentId: payment.id });
  if (accepted instanceof Refusal) return;
  const amountCents = Math.ceil(accepted.amountCents / divisor);
  billing.settleRefund(billing.refund(payment.id, amountCents), { status: becomes });
};

const attemptRenewal = (billing: Billing, id: string, kind: 'renew' | 'decline'): void => {
  if (nextBillingStep(billing.subscription(id)) === null) return;
  const due = billing.renew(id);
  if (due instanceof Refusal || due.outcome !== 'charge') return;
  if (kind === 'renew') billing.settle(paymentIdOf(due));
  else billing.decline(paymentIdOf(due));
};

const changePrice = (billing: Billing, id: string, amountCents: number): void => {
  const change = beginChange(billing, id, { priceId: anotherPrice(billing, { amountCents }) });
  if (!(change instanceof Refusal) && change.payment !== null) payChange(billing, change.payment.id);
};

const voidLast = (billing: Billing): void => {
  const invoice = billing.world.all(invoiceAggregate).at(-1);
  if (invoice !== undefined) billing.void(invoice.id);
};

const perform = (billing: Billing, id: string, action: Step): void => {
  if (action.kind === 'plan') changePrice(billing, id, action.amountCents);
  else if (action.kind === 'refund') refund(billing, action);
  else if (action.kind === 'void') voidLast(billing);
  else attemptRenewal(billing, id, action.kind);
};

/** The balances of the journal over all entries, including those of later months. */
const balancesOf = ({ world }: Billing): ReadonlyMap<JournalAccount, number> => {
  const entries = [
    ...world.all(invoiceAggregate).flatMap(entriesOfInvoice),
    ...world.all(creditNoteAggregate).flatMap(entriesOfCreditNote),
  ];
  for (const { postings } of entries) expect(sum(postings.map(({ amountCents }) => amountCents))).toBe(0);
  const balances = new Map<JournalAccount, number>();
  for (const { account, amountCents } of entries.flatMap(({ postings }) => postings))
    balances.set(account, (balances.get(account) ?? 0) + amountCents);
  return balances;
};

/** The liability for carried credit. Excludes credit that the invoice of an unpaid renewal has already used. */
const owedCents = (billing: Billing, id: string): number => {
  const { carriedCredits, renewal } = billing.subscription(id);
  return sum((renewal?.credited.left ?? carriedCredits).map(({ liabilityCents = 0 }) => liabilityCents));
};

describe('the journal of random plan changes, renewals, voids and refunds', () => {
  it('has a liability that equals the credit that customers carry, after every step', () => {
    let [carried, released] = [0, 0];
    fc.assert(
      fc.property(histories, ({ amountCents, interval, behavior, rateBasisPoints, steps }) => {
        const billing = newBilling({ amountCents, interval });
        billing.taxBehavior = behavior;
        billing.taxRate = { rateBasisPoints, displayName: 'VAT' };
        const { id } = billing.subscribe();
        for (const [hours, action] of steps) {
          billing.world.now += hours * 3600;
          perform(billing, id, action);
          const owed = owedCents(billing, id);
          const balances = balancesOf(billing);
          expect(owed).toBeGreaterThanOrEqual(0);
          expect((balances.get('customer_credit') ?? 0) + owed).toBe(0);
          expect(balances.get('deferred_revenue') ?? 0).toBe(0);
        }
        const invoices = billing.world.all(invoiceAggregate);
        carried += invoices.filter(({ carriedRevenue }) => carriedRevenue !== undefined).length;
        released += invoices.flatMap(({ lines }) => lines).filter(({ creditReleasedCents = 0 }) => creditReleasedCents > 0).length;
      }),
      { numRuns: 500 },
    );
    expect(Math.min(carried, released)).toBeGreaterThan(100);
  });
});
