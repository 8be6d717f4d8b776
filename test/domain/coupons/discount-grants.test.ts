import { describe, expect, it } from 'vitest';
import type { CreateCoupon } from '../../../shared/domain/coupon/create.ts';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { productAggregate } from '../../../shared/domain/product/record.ts';
import { applyCouponToSubscription } from '../../../shared/domain/subscription/lifecycle/apply-coupon.ts';
import { type Billing, newBilling, newSubscription } from '../billing.ts';
import { anotherPrice, changePlan, previewChange } from '../plan-changes.ts';
import { declineRenewals, lastInvoice, runRenewals, viewOf } from '../renewals.ts';
import { DAY, START } from '../world.ts';

const METERED = { usageType: 'metered', amountCents: undefined, unitAmountDecimal: '10' } as const;
const YEARLY = { amountCents: 12_000, interval: 'year' } as const;

const FIFTY: Partial<CreateCoupon> = { code: 'FIFTY', amountOffCents: 5000, currency: 'EUR', duration: 'once' };

/** Changes the plan and pays the charge. Returns the charged cents. */
const changeTo = (billing: Billing, id: string, priceId: string): number => changePlan(billing, id, { priceId }).payment?.amountCents ?? 0;

/**
 * Changes the plan `times` times, to the other price and back. Before each change, `quantity` units are used and `seconds` pass. Returns
 * the charged cents.
 */
const changeBackAndForth = (
  billing: Billing,
  id: string,
  otherPriceId: string,
  { times, quantity, seconds }: { readonly times: number; readonly quantity: number; readonly seconds: number },
): number => {
  const prices = [otherPriceId, billing.catalogue.price.record.id];
  let chargedCents = 0;
  for (let count = 0; count < times; count += 1) {
    billing.use(id, quantity);
    billing.world.now += seconds;
    chargedCents += changeTo(billing, id, prices[count % 2] ?? '');
  }
  return chargedCents;
};

/** Enters the code of a new coupon in the portal. */
const enterCode = (billing: Billing, id: string, command: Partial<CreateCoupon>): void => {
  const foundCoupon = billing.findCoupon(billing.coupon(command));
  const product = { ...billing.world.get(productAggregate, billing.catalogue.product.record.id).record, allowPromotionCodes: true };
  billing.world.do(
    applyCouponToSubscription(null, { ...billing.lifecycleState(id), product, couponLookup: foundCoupon }, billing.world.ctx()),
  );
};

const sumDiscountCents = (billing: Billing): number =>
  billing.world.all(invoiceAggregate).reduce((all, { discountCents }) => all + discountCents, 0);

describe('a `once` discount', () => {
  it('is used by the first month after the trial if the price changes from yearly to monthly in the trial', () => {
    const billing = newBilling({ ...YEARLY, trialDays: 14 });
    const { id } = billing.subscribeWithCoupon(FIFTY);
    const priceId = anotherPrice(billing, { amountCents: 1000 });
    changePlan(billing, id, { priceId });
    const { trial_end: trialEnd } = viewOf(billing, id);
    expect(viewOf(billing, id)).toMatchObject({ next_charge_amount_cents: 0, discount: { code: 'FIFTY' } });
    expect(runRenewals(billing, id, 4)).toEqual([0, 1000, 1000, 1000]);
    expect(viewOf(billing, id)).toMatchObject({ trial_end: trialEnd, discount: null });
  });

  it('that was used for a year does not apply to months after a plan change: 70.00 of credit pay for seven months', () => {
    const billing = newBilling(YEARLY);
    const { id } = billing.subscribeWithCoupon(FIFTY);
    expect(changeTo(billing, id, anotherPrice(billing, { amountCents: 1000 }))).toBe(0);
    expect(viewOf(billing, id)).toMatchObject({ discount: null });
    // The change uses the credit for the first of the seven months.
    expect(runRenewals(billing, id, 8)).toEqual([0, 0, 0, 0, 0, 0, 1000, 1000]);
  });

  it('that was used for a month does not apply to a year after a plan change', () => {
    const billing = newBilling();
    const { id } = billing.subscribeWithCoupon({ duration: 'once' });
    const priceId = anotherPrice(billing, YEARLY);
    expect(previewChange(billing, id, { priceId })).toMatchObject({
      charge_cents: 12_000,
      credit_cents: 500,
      amount_due_now_cents: 11_500,
    });
  });

  it('that is entered at the time of an upgrade is used by the upgrade, and not again by the renewal', () => {
    const { billing, id } = newSubscription();
    billing.world.now += 14 * DAY;
    enterCode(billing, id, { duration: 'once' });
    const priceId = anotherPrice(billing, { amountCents: 3000 });
    // 15.00 for half a period, less 50 %, less 5.00 for the unused half of the old price.
    expect(changeTo(billing, id, priceId)).toBe(250);
    expect(viewOf(billing, id)).toMatchObject({ next_charge_amount_cents: 3000 });
    expect(runRenewals(billing, id, 2)).toEqual([3000, 3000]);
  });

  it('is used by the renewal if it is entered within a period', () => {
    const { billing, id } = newSubscription();
    billing.world.now += 14 * DAY;
    enterCode(billing, id, { duration: 'once' });
    expect(runRenewals(billing, id, 2)).toEqual([500, 1000]);
  });

  it('gives later invoices of its period at most the discount of the first invoice, even if they have a higher price', () => {
    const billing = newBilling();
    const { id } = billing.subscribeWithCoupon({ duration: 'once' });
    for (let day = 1; day <= 9; day += 1) {
      billing.world.now += DAY;
      changeTo(billing, id, anotherPrice(billing, { amountCents: day % 2 === 0 ? 900 : 90_000 }));
    }
    // A plan change reverses the discount of the unused service. Only this part is available to the invoice of the change.
    const discountsByInvoice = billing.world.all(invoiceAggregate).map(({ discountCents }) => discountCents);
    expect(Math.max(...discountsByInvoice)).toBeLessThanOrEqual(500);
    runRenewals(billing, id, 1);
    expect(billing.world.all(invoiceAggregate).at(-1)).toMatchObject({ subtotalCents: expect.any(Number), discountCents: 0 });
  });

  it('is kept for the unused part of the period after a change to a price of the same amount', () => {
    const billing = newBilling();
    const { id } = billing.subscribeWithCoupon({ duration: 'once' });
    billing.world.now += 14 * DAY;
    expect(changeTo(billing, id, anotherPrice(billing))).toBe(0);
  });

  it('is used by the next renewal if the invoice of a renewal is voided', () => {
    const { billing, id } = newSubscription();
    enterCode(billing, id, { duration: 'once' });
    declineRenewals(billing, id, 1);
    billing.void(lastInvoice(billing).id);
    expect(runRenewals(billing, id, 2)).toEqual([500, 1000]);
  });

  it('is used up by a free first period', () => {
    const billing = newBilling();
    const { id } = billing.subscribeWithCoupon({ duration: 'once', percentOffBasisPoints: 10_000 });
    billing.world.now += 14 * DAY;
    // 15.00 for half a period, less 5.00, the unused half of the discount.
    expect(changeTo(billing, id, anotherPrice(billing, { amountCents: 3000 }))).toBe(1000);
    expect(runRenewals(billing, id, 1)).toEqual([3000]);
  });

  it.each([
    ['50 %', { percentOffBasisPoints: 5000 }, 1000],
    ['a fixed amount', FIFTY, 0],
  ] as const)('of %s is kept through metered periods without usage, and discounts the first period with usage', (_name, terms, charged) => {
    const billing = newBilling(METERED);
    const { id } = billing.subscribeWithCoupon({ ...terms, duration: 'once' });
    expect(runRenewals(billing, id, 2)).toEqual([0, 0]);
    const { current_period_end: periodEnd } = viewOf(billing, id);
    expect(viewOf(billing, id)).toMatchObject({ discount: { ends_at: periodEnd } });
    billing.use(id, 200);
    expect(runRenewals(billing, id, 1)).toEqual([charged]);
    expect(lastInvoice(billing)).toMatchObject({ subtotalCents: 2000, discountCents: 2000 - charged });
    expect(viewOf(billing, id)).toMatchObject({ discount: null });
    billing.use(id, 200);
    expect(runRenewals(billing, id, 1)).toEqual([2000]);
  });
});

describe('a discount of a fixed amount', () => {
  const TEN: Partial<CreateCoupon> = { code: 'TEN', amountOffCents: 1000, currency: 'EUR', duration: 'forever' };

  it('is granted once per period, also with many plan changes', () => {
    const billing = newBilling(METERED);
    const { id } = billing.subscribeWithCoupon(TEN);
    changeBackAndForth(billing, id, anotherPrice(billing, METERED), { times: 5, quantity: 150, seconds: DAY });
    billing.use(id, 150);
    runRenewals(billing, id, 1);
    expect(sumDiscountCents(billing)).toBe(1000);
    billing.use(id, 150);
    runRenewals(billing, id, 1);
    expect(sumDiscountCents(billing)).toBe(2000);
  });

  it('is not granted again after interval changes', () => {
    const billing = newBilling(METERED);
    const { id } = billing.subscribeWithCoupon(TEN);
    changeBackAndForth(billing, id, anotherPrice(billing, { ...METERED, interval: 'year' }), { times: 6, quantity: 150, seconds: DAY });
    // At most the discount of one period, plus 6/28 of it for the six days that pass.
    expect(sumDiscountCents(billing)).toBeLessThanOrEqual(1000 + Math.ceil((6 * 1000) / 28));
  });

  it('is granted once if an invoice charges both usage and the rest of the period', () => {
    const billing = newBilling(METERED);
    const { id } = billing.subscribeWithCoupon(TEN);
    billing.use(id, 60);
    billing.world.now += 14 * DAY;
    const { payment } = changePlan(billing, id, { priceId: anotherPrice(billing, { amountCents: 4000 }) });
    // 6.00 of usage and 20.00 for half a month, less 10.00 in total.
    expect(payment?.amountCents).toBe(600 + 2000 - 1000);
  });

  it('ends with a change to a price below the minimum of its coupon', () => {
    const billing = newBilling({ amountCents: 10_000 });
    const { id } = billing.subscribeWithCoupon({
      code: 'BIG',
      amountOffCents: 5000,
      currency: 'EUR',
      minAmountCents: 10_000,
      duration: 'forever',
    });
    const priceId = anotherPrice(billing, { amountCents: 1000 });
    billing.world.now += 14 * DAY;
    changeTo(billing, id, priceId);
    expect(viewOf(billing, id)).toMatchObject({ discount: null, mrr_cents: 1000 });
    // The change leaves 20.00 of credit, which pay the next two renewals.
    expect(runRenewals(billing, id, 4)).toEqual([0, 0, 1000, 1000]);
  });
});

describe('the usage charges of a period with several plan changes', () => {
  const tiers = [
    { upTo: 1000, unitAmountDecimal: '0' },
    { upTo: null, unitAmountDecimal: '1' },
  ];
  const graduated = { usageType: 'metered', amountCents: undefined, tiers } as const;

  it('of graduated tiers depend on the usage of the whole period: ten times 1,000 units cost as much as 10,000', () => {
    const { billing, id } = newSubscription(graduated);
    const paidCents = changeBackAndForth(billing, id, anotherPrice(billing, graduated), { times: 9, quantity: 1000, seconds: 3600 });
    billing.use(id, 1000);
    expect(paidCents + (runRenewals(billing, id, 1)[0] ?? 0)).toBe(9000);
    billing.use(id, 1000);
    expect(runRenewals(billing, id, 1)).toEqual([0]);
  });

  it('of graduated tiers depend on the usage before an interval change, too', () => {
    const { billing, id } = newSubscription(graduated);
    const yearly = anotherPrice(billing, { ...graduated, interval: 'year' });
    expect(changeBackAndForth(billing, id, yearly, { times: 10, quantity: 1000, seconds: 3600 })).toBe(9000);
  });

  it('are rounded after the fractions of a cent of all plan changes are added up', () => {
    const fraction = { usageType: 'metered', amountCents: undefined, unitAmountDecimal: '0.05' } as const;
    const { billing, id } = newSubscription(fraction);
    expect(changeBackAndForth(billing, id, anotherPrice(billing, fraction), { times: 100, quantity: 9, seconds: 60 })).toBe(45);
  });
});

describe('a `repeating` code that is entered in the portal', () => {
  it('discounts one year of a yearly plan, also if a plan change charges the discount before the renewal', () => {
    const billing = newBilling({ interval: 'year', amountCents: 120_000 });
    const { id } = billing.subscribe();
    billing.world.now = START + 60 * DAY;
    enterCode(billing, id, { duration: 'repeating', durationInMonths: 3 });
    changePlan(billing, id, { priceId: anotherPrice(billing, { interval: 'year', amountCents: 240_000 }) });
    expect(lastInvoice(billing).lines.some(({ discountCents }) => discountCents > 0)).toBe(true);
    expect(runRenewals(billing, id, 1)).toEqual([240_000]);
  });

  it('discounts as many months of a monthly plan with a plan change as without', () => {
    const discounted = (changes: boolean): number => {
      const billing = newBilling({ amountCents: 3000 });
      const { id } = billing.subscribe();
      billing.world.now = START + 10 * DAY;
      enterCode(billing, id, { duration: 'repeating', durationInMonths: 3 });
      if (changes) changePlan(billing, id, { priceId: anotherPrice(billing, { amountCents: 3000 }) });
      return runRenewals(billing, id, 6).filter((cents) => cents < 3000).length;
    };
    expect([discounted(false), discounted(true)]).toEqual([3, 3]);
  });
});
