import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { couponAggregate } from '../../shared/domain/coupon/record.ts';
import { invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import type { AppliedRate } from '../../shared/domain/tax/tax.ts';
import { type Billing, newBilling } from '../domain/billing.ts';
import { anotherPrice, changePlan, previewChange } from '../domain/plan-changes.ts';
import { viewOf } from '../domain/renewals.ts';

const cents = fc.oneof(fc.integer({ min: 0, max: 5000 }), fc.integer({ min: 0, max: 99_999_999 }));
const interval = fc.constantFrom('month' as const, 'year' as const);
const rate: fc.Arbitrary<AppliedRate | null> = fc.option(
  fc.integer({ min: 0, max: 3000 }).map((rateBasisPoints) => ({ rateBasisPoints, displayName: 'VAT' })),
  { nil: null },
);

/** One plan change. `moment`: its time, in millionths of the period. `renewsFirst`: whether the subscription is renewed before it. */
const step = fc.record({ amountCents: cents, interval, moment: fc.integer({ min: 0, max: 999_999 }), renewsFirst: fc.boolean() });

const subscriptionTerms = fc.record({
  amountCents: fc.integer({ min: 1, max: 99_999_999 }),
  interval,
  behavior: fc.constantFrom('inclusive' as const, 'exclusive' as const),
  /** Tax rate at the sale. */
  rate,
  /** Tax rate at the plan changes and renewals. */
  laterRate: rate,
  discount: fc.option(
    fc.record({
      percentOffBasisPoints: fc.integer({ min: 1, max: 10_000 }),
      duration: fc.constantFrom('once' as const, 'forever' as const),
    }),
    { nil: null },
  ),
  steps: fc.array(step, { minLength: 1, maxLength: 3 }),
});

const subscribe = (billing: Billing, { discount }: { readonly discount: Parameters<Billing['coupon']>[0] | null }): string => {
  if (discount === null) return billing.subscribe().id;
  return billing.subscribe({}, { coupon: billing.findCoupon(billing.coupon(discount)) }).id;
};

/** Renews once and pays the charge. Returns the charged cents. */
const renewOnce = (billing: Billing, id: string): number => {
  const due = billing.renew(id);
  if (!('outcome' in due) || due.outcome !== 'charge') return 0;
  billing.settle(due.payment.id);
  return due.payment.amountCents;
};

const latestInvoice = (billing: Billing) => billing.world.all(invoiceAggregate).at(-1);
const carriedCents = (billing: Billing, id: string): number =>
  billing.subscription(id).carriedCredits.reduce((total, { amountCents }) => total + amountCents, 0);

describe('a plan change', () => {
  it('charges the previewed amount, now and at the next renewal, for random prices, taxes, discounts and times', () => {
    let changes = 0;
    fc.assert(
      fc.property(subscriptionTerms, (terms) => {
        const billing = newBilling({ amountCents: terms.amountCents, interval: terms.interval });
        billing.taxBehavior = terms.behavior;
        billing.taxRate = terms.rate;
        const id = subscribe(billing, terms);
        billing.taxRate = terms.laterRate;
        for (const { amountCents, interval: next, moment, renewsFirst } of terms.steps) {
          if (renewsFirst) renewOnce(billing, id);
          const { currentPeriodStart, currentPeriodEnd } = billing.subscription(id);
          const at = currentPeriodStart + Math.floor(((currentPeriodEnd - currentPeriodStart) * moment) / 1_000_000);
          billing.world.now = Math.max(billing.world.now, at);
          const priceId = anotherPrice(billing, { amountCents, interval: next });
          const carriedBefore = carriedCents(billing, id);
          const quote = previewChange(billing, id, { priceId });
          const invoices = billing.world.all(invoiceAggregate).length;
          const { payment } = changePlan(billing, id, { priceId });
          changes += 1;
          expect(payment?.amountCents ?? 0).toBe(quote.amount_due_now_cents);
          const invoice = latestInvoice(billing);
          expect(billing.world.all(invoiceAggregate)).toHaveLength(invoices + 1);
          expect(invoice).toMatchObject({ totalCents: quote.amount_due_now_cents, taxCents: quote.tax_cents, status: 'paid' });
          expect(invoice?.totalCents).toBeGreaterThanOrEqual(0);
          expect(carriedCents(billing, id)).toBe(quote.carried_credit_cents);
          // If an amount is due, at most one cent of each credit is left, because tax is rounded.
          const leftCents = Math.min(quote.carried_credit_cents, quote.amount_due_now_cents);
          expect(leftCents).toBeLessThanOrEqual(billing.subscription(id).carriedCredits.length);
          if (terms.behavior === 'inclusive') {
            expect(quote.charge_cents - quote.credit_cents - carriedBefore).toBe(quote.amount_due_now_cents - quote.carried_credit_cents);
          }
          expect(viewOf(billing, id)).toMatchObject({ price_id: priceId, next_charge_amount_cents: quote.next_charge_amount_cents });
        }
        const next = viewOf(billing, id).next_charge_amount_cents;
        expect(renewOnce(billing, id)).toBe(next);
      }),
      { numRuns: 600 },
    );
    expect(changes).toBeGreaterThanOrEqual(1000);
  });

  it('redeems a coupon once', () => {
    const billing = newBilling();
    const coupon = billing.coupon();
    const { id } = billing.subscribe();
    changePlan(billing, id, { priceId: anotherPrice(billing, { amountCents: 3000 }), coupon });
    expect(billing.world.get(couponAggregate, coupon.id).record.timesRedeemed).toBe(1);
  });
});
