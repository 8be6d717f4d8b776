import { describe, expect, it } from 'vitest';
import type { CreateCoupon } from '../../../../shared/domain/coupon/create.ts';
import { Refusal } from '../../../../shared/domain/refusal.ts';
import { newSubscription } from '../../billing.ts';
import { anotherPrice, changePlan, previewChange } from '../../plan-changes.ts';
import { lastInvoice, paymentIdOf, runRenewals } from '../../renewals.ts';
import { DAY } from '../../world.ts';

/** A subscription of 30.00 a month, `daysLater` days after the start of a period whose invoice was voided after its payment failed. */
const waivedPeriod = (daysLater = 14) => {
  const { billing, id } = newSubscription({ amountCents: 3000 });
  billing.decline(paymentIdOf(billing.renew(id)));
  const voided = billing.void(lastInvoice(billing).id);
  if (voided instanceof Refusal) throw new Error(voided.message);
  billing.world.now += daysLater * DAY;
  return { billing, id };
};

const HALF: Partial<CreateCoupon> = { percentOffBasisPoints: 5000 };

describe('a period whose invoice was voided', () => {
  it.each([
    ['once', { ...HALF, duration: 'once' }, [1500, 3000]],
    ['repeating', { ...HALF, duration: 'repeating', durationInMonths: 2 }, [1500, 1500, 3000]],
    ['forever', { ...HALF, duration: 'forever' }, [1500, 1500]],
  ] as const)('is not charged when a coupon is applied to the current price: %s', (_duration, terms, renewals) => {
    const { billing, id } = waivedPeriod();
    const coupon = billing.coupon(terms);
    const request = { priceId: billing.subscription(id).price.id, coupon };
    expect(previewChange(billing, id, request)).toMatchObject({ charge_cents: 0, credit_cents: 0, next_charge_amount_cents: 1500 });
    const before = lastInvoice(billing).id;
    changePlan(billing, id, request);
    expect(lastInvoice(billing).id).toBe(before);
    expect(billing.subscription(id)).toMatchObject({ nextChargeAmountCents: 1500 });
    // The discount begins with the next period.
    expect(runRenewals(billing, id, renewals.length)).toEqual(renewals);
  });

  it.each([0, 14])('is not charged either when a second coupon is applied, %i days after its start', (daysLater) => {
    const { billing, id } = waivedPeriod(daysLater);
    const { id: priceId } = billing.subscription(id).price;
    const { billedThrough } = billing.subscription(id);
    changePlan(billing, id, { priceId, coupon: billing.coupon({ ...HALF, duration: 'once' }) });
    const coupon = billing.coupon({ code: 'TENTH', percentOffBasisPoints: 1000, duration: 'once' });
    expect(previewChange(billing, id, { priceId, coupon })).toMatchObject({ charge_cents: 0, next_charge_amount_cents: 2700 });
    changePlan(billing, id, { priceId, coupon });
    expect(billing.subscription(id)).toMatchObject({ billedThrough, carriedCredits: [] });
    expect(runRenewals(billing, id, 2)).toEqual([2700, 3000]);
  });

  it('is charged from the time of a change to another price until its end', () => {
    const { billing, id } = waivedPeriod();
    changePlan(billing, id, { priceId: anotherPrice(billing, { amountCents: 6000 }) });
    expect(lastInvoice(billing)).toMatchObject({ status: 'paid' });
    expect(lastInvoice(billing).totalCents).toBeGreaterThan(2500);
    expect(runRenewals(billing, id, 1)).toEqual([6000]);
  });
});
