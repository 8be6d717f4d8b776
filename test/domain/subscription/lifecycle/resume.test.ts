import { describe, expect, it } from 'vitest';
import { invoiceAggregate } from '../../../../shared/domain/invoice/record.ts';
import { DAY_SECONDS } from '../../../../shared/domain/periods.ts';
import { resumeDueCents, resumeSubscription } from '../../../../shared/domain/subscription/lifecycle/resume.ts';
import { resumeCharge } from '../../../../shared/domain/subscription/lifecycle/resume-charge.ts';
import { NO_TAX, type TaxTreatment } from '../../../../shared/domain/tax/tax.ts';
import { type Billing, newBilling, newSubscription } from '../../billing.ts';
import { declineChange, payChange, pendingChargeOf } from '../../plan-changes.ts';
import { FEB, MAR, paymentIdOf, refusalOf, viewOf } from '../../renewals.ts';
import { METERED } from '../../usage.ts';
import { START, World } from '../../world.ts';

/** Creates a subscription and pauses it a day later. `before`: the API object before the pause. */
const subscribeAndPause = (price: Parameters<typeof newBilling>[0] = {}, coupon: Parameters<Billing['coupon']>[0] | null = null) => {
  const billing = newBilling(price);
  const { id } = billing.subscribe({}, coupon === null ? {} : { coupon: billing.findCoupon(billing.coupon(coupon)) });
  const before = viewOf(billing, id);
  billing.world.now = START + DAY_SECONDS;
  billing.pause(id);
  billing.world.takeEvents();
  return { billing, id, before };
};

/** Creates a paused subscription in its second period, which starts at the end of February and is not paid. */
const pauseIntoUnpaidPeriod = (...terms: Parameters<typeof subscribeAndPause>) => {
  const { billing, id, before } = subscribeAndPause(...terms);
  billing.renew(id);
  billing.world.now = FEB + 10 * DAY_SECONDS;
  billing.world.takeEvents();
  return { billing, id, before };
};

describe('resuming a subscription', () => {
  it('refuses an unknown subscription', () => {
    const unknown = { subscription: null, invoice: null, parties: null };
    expect(refusalOf(resumeSubscription(null, unknown, new World().ctx()))).toEqual(['resource_missing', undefined]);
  });

  it('[SUB-36] [EVT-21] [RENEW-11] in a paid period is free and restores the state before the pause', () => {
    const { billing, id, before } = subscribeAndPause();
    billing.world.now = FEB - 1;
    billing.resume(id);
    expect(viewOf(billing, id)).toEqual(before);
    expect(billing.world.takeEvents()).toEqual(['subscription.updated', 'subscription.resumed']);
    billing.settle(paymentIdOf(billing.renew(id)));
    expect(viewOf(billing, id)).toMatchObject({ current_period_end: MAR, payment_count: 2 });
    expect(billing.world.all(invoiceAggregate).map(({ totalCents }) => totalCents)).toEqual([1000, 1000]);
  });

  it('in a trial is free, and the first charge is made at the end of the trial', () => {
    const { billing, id, before } = subscribeAndPause({ trialDays: 14 });
    billing.resume(id);
    expect(viewOf(billing, id)).toEqual(before);
    expect(billing.renew(id)).toMatchObject({ outcome: 'charge', payment: { amountCents: 1000 } });
    expect(billing.world.now).toBe(START + 14 * DAY_SECONDS);
  });

  it('is free if the price is metered, and the usage is charged at the end of the period', () => {
    const { billing, id } = pauseIntoUnpaidPeriod(METERED);
    billing.resume(id);
    expect(viewOf(billing, id)).toMatchObject({ serves_customer: true, renewal_state: 'scheduled' });
    billing.use(id, 20);
    expect(billing.renew(id)).toMatchObject({ payment: { amountCents: 100 } });
    expect(billing.world.now).toBe(MAR);
  });

  it('[SUB-36] [RENEW-11] in an unpaid period charges the rest of the period, and takes effect when the charge is paid', () => {
    const { billing, id, before } = pauseIntoUnpaidPeriod();
    const whilePaused = viewOf(billing, id);
    const payment = pendingChargeOf(billing.resume(id));
    // 10.00 for 21 of 31 days.
    expect(payment).toMatchObject({ type: 'renewal', status: 'pending', amountCents: 677 });
    expect(viewOf(billing, id)).toEqual(whilePaused);
    expect(refusalOf(billing.resume(id))).toEqual(['operation_pending', 'payment_processing']);
    payChange(billing, payment.id);
    expect(viewOf(billing, id)).toMatchObject({
      serves_customer: true,
      renewal_state: 'scheduled',
      current_period_end: MAR,
      mrr_cents: before.mrr_cents,
      next_charge_amount_cents: 1000,
      payment_count: 2,
      last_payment_id: payment.id,
    });
    expect(billing.world.takeEvents()).toEqual([
      'subscription.updated',
      'subscription.resumed',
      'invoice.created',
      'invoice.paid',
      'payment.succeeded',
    ]);
    expect(billing.world.all(invoiceAggregate).at(-1)).toMatchObject({
      totalCents: 677,
      lines: [{ type: 'proration_charge', amountCents: 677, periodStart: billing.world.now, periodEnd: MAR }],
    });
    expect(billing.renew(id)).toMatchObject({ outcome: 'charge', payment: { amountCents: 1000 } });
    expect(billing.world.now).toBe(MAR);
  });

  it('changes nothing when the charge is declined, and can be requested again', () => {
    const { billing, id } = pauseIntoUnpaidPeriod();
    const whilePaused = viewOf(billing, id);
    declineChange(billing, pendingChargeOf(billing.resume(id)).id);
    expect(viewOf(billing, id)).toEqual(whilePaused);
    expect(billing.world.takeEvents()).toEqual(['payment.failed']);
    payChange(billing, pendingChargeOf(billing.resume(id)).id);
    expect(viewOf(billing, id)).toMatchObject({ serves_customer: true });
  });

  it('uses credit carried from a plan change; a full refund of the charge for resuming ends the subscription', () => {
    const { billing, id } = pauseIntoUnpaidPeriod();
    const source = { paymentId: billing.subscription(id).lastPaymentId ?? '', shareCents: 100, returnedCents: 0, absorbedCents: 0 };
    billing.amend(id, { carriedCredits: [{ amountCents: 100, taxRateBasisPoints: 0, charges: [source] }] });
    const payment = pendingChargeOf(billing.resume(id));
    expect(payment.amountCents).toBe(577);
    payChange(billing, payment.id);
    expect(billing.subscription(id)).toMatchObject({ carriedCredits: [], billedThrough: MAR });
    billing.settleRefund(billing.refund(payment.id));
    expect(viewOf(billing, id)).toMatchObject({ status: 'canceled', cancellation_reason: 'refund_issued' });
  });

  it('in an unpaid period with a discount of 100 percent marks the period as billed', () => {
    const { billing, id } = pauseIntoUnpaidPeriod({}, { percentOffBasisPoints: 10_000, duration: 'forever' });
    billing.resume(id);
    expect(billing.subscription(id)).toMatchObject({ pausedAt: null, billedThrough: MAR });
    expect(billing.renew(id)).toMatchObject({ outcome: 'done', reason: 'settled' });
  });

  it('in an unpaid period uses a `once` discount, which ends with that period', () => {
    const { billing, id } = pauseIntoUnpaidPeriod({ trialDays: 14 }, { percentOffBasisPoints: 5000, duration: 'once' });
    const { currentPeriodEnd: end } = billing.subscription(id);
    const { amountCents } = pendingChargeOf(billing.resume(id));
    payChange(billing, billing.subscription(id).pendingChange?.paymentId ?? '');
    expect(amountCents).toBeLessThan(500);
    expect(viewOf(billing, id)).toMatchObject({ discount: { ends_at: end }, next_charge_amount_cents: 1000 });
  });

  it('keeps a scheduled cancellation', () => {
    const { billing, id } = subscribeAndPause();
    billing.cancel(id);
    billing.resume(id);
    expect(viewOf(billing, id)).toMatchObject({ renewal_state: 'ending', serves_customer: true, next_charge_amount_cents: null });
    billing.renew(id);
    expect(viewOf(billing, id)).toMatchObject({ status: 'canceled' });
  });

  it('has no effect if the subscription is not paused', () => {
    const { billing, id } = newSubscription();
    const before = viewOf(billing, id);
    billing.resume(id);
    expect(viewOf(billing, id)).toEqual(before);
    expect(billing.world.takeEvents()).toEqual([]);
  });

  it('[SUB-42] is refused if the subscription is ending but not paused; the message contains the path of the reactivate operation', () => {
    const { billing, id } = newSubscription();
    billing.cancel(id);
    const refusal = billing.resume(id);
    expect(refusalOf(refusal)).toEqual(['parameter_invalid', undefined]);
    expect(refusal).toMatchObject({ message: expect.stringContaining('/v1/subscriptions/{subscription_id}/reactivate') });
  });

  it('is refused after the end of a period until the renewal is processed', () => {
    const { billing, id } = subscribeAndPause();
    billing.world.now = FEB;
    expect(refusalOf(billing.resume(id))).toEqual(['operation_pending', 'renewal_processing']);
    billing.renew(id);
    expect(pendingChargeOf(billing.resume(id))).toMatchObject({ amountCents: 1000 });
  });

  it('[SUB-50] is refused after the last period', () => {
    const { billing, id } = subscribeAndPause();
    billing.cancel(id);
    billing.world.now = FEB;
    expect(refusalOf(billing.resume(id))).toEqual(['state_conflict', 'period_over']);
    billing.renew(id);
    expect(refusalOf(billing.resume(id))).toEqual(['state_conflict', 'subscription_canceled']);
  });
});

describe('the charge for resuming', () => {
  const DAYS_OF_PERIOD = (MAR - FEB) / DAY_SECONDS;
  const costOf = ({ billing, id }: ReturnType<typeof pauseIntoUnpaidPeriod>, now = billing.world.now, tax: TaxTreatment = NO_TAX) =>
    resumeCharge(billing.subscription(id), now, tax);

  it('is prorated by the second', () => {
    const subscription = pauseIntoUnpaidPeriod();
    const rest = { start: FEB + 10 * DAY_SECONDS, end: MAR };
    const amountCents = Math.round((1000 * (DAYS_OF_PERIOD - 10)) / DAYS_OF_PERIOD);
    expect(costOf(subscription)).toEqual({
      rest,
      totals: expect.objectContaining({
        totalCents: amountCents,
        lines: [expect.objectContaining({ type: 'proration_charge', amountCents, periodStart: rest.start, periodEnd: rest.end })],
      }),
      basis: { netCents: 1000, start: FEB, end: MAR, taxBehavior: 'inclusive' },
    });
    expect(costOf(subscription, FEB)?.totals.totalCents).toBe(1000);
    expect(costOf(subscription, MAR - 1)?.totals.totalCents).toBe(0);
    expect(costOf(subscription, FEB - 60)).toMatchObject({ rest: { start: FEB }, totals: { totalCents: 1000 } });
  });

  it('deducts the discount first, then prorates, and rounds once', () => {
    const percent = pauseIntoUnpaidPeriod({ amountCents: 999 }, { percentOffBasisPoints: 3333, duration: 'forever' });
    const half = FEB + (MAR - FEB) / 2;
    // After the discount of 333, half of 666 is charged. The subtotal is half of 999, rounded; the discount is the difference.
    expect(costOf(percent, half)?.totals).toMatchObject({ subtotalCents: 500, discountCents: 167, totalCents: 333 });
    // After the discount of 301, half of 699 is charged, rounded.
    const fixed = pauseIntoUnpaidPeriod({}, { amountOffCents: 301, currency: 'EUR', duration: 'forever' });
    expect(costOf(fixed, half)?.totals.totalCents).toBe(350);
  });

  it('excludes a discount that ended before the period', () => {
    expect(costOf(pauseIntoUnpaidPeriod({}, { duration: 'once' }), FEB)?.totals).toMatchObject({ discountCents: 0, totalCents: 1000 });
  });

  it('includes a discount that has ended, but was valid at the start of the period', () => {
    const paused = pauseIntoUnpaidPeriod({}, { amountOffCents: 500, currency: 'EUR', duration: 'repeating', durationInMonths: 2 });
    const { billing, id } = paused;
    const { discount } = billing.subscription(id);
    billing.amend(id, { discount: discount === null ? null : { ...discount, endsAt: FEB + DAY_SECONDS } });
    billing.world.now = FEB + (MAR - FEB) / 2;
    expect(costOf(paused)?.totals).toMatchObject({ discountCents: 250, totalCents: 250 });
    payChange(billing, pendingChargeOf(billing.resume(id)).id);
    expect(billing.subscription(id).discountGrant).toMatchObject({ end: MAR, usedCents: 250 });
  });

  it('includes inclusive tax, adds exclusive tax, and has no tax under reverse charge', () => {
    const subscription = pauseIntoUnpaidPeriod();
    const tax = (behavior: TaxTreatment['behavior']): TaxTreatment => ({
      behavior,
      rate: { rateBasisPoints: 2100, displayName: null },
      reverseCharge: false,
    });
    const half = FEB + (MAR - FEB) / 2;
    expect(costOf(subscription, half, tax('exclusive'))?.totals).toMatchObject({ subtotalCents: 500, taxCents: 105, totalCents: 605 });
    expect(costOf(subscription, half, tax('inclusive'))?.totals).toMatchObject({ taxCents: 87, totalCents: 500 });
    expect(costOf(subscription, half, { ...tax('inclusive'), reverseCharge: true })?.totals).toMatchObject({
      taxCents: 0,
      totalCents: 413,
    });
  });

  it('is null in a paid period, in a trial and for a metered price, but not in an unpaid period after a trial', () => {
    expect(costOf(subscribeAndPause())).toBeNull();
    expect(costOf(subscribeAndPause({ trialDays: 14 }))).toBeNull();
    expect(costOf(pauseIntoUnpaidPeriod(METERED))).toBeNull();
    expect(costOf(pauseIntoUnpaidPeriod({ trialDays: 14 }))).not.toBeNull();
  });
});

describe('the amount due for resuming', () => {
  const dueOf = ({ billing, id }: ReturnType<typeof subscribeAndPause>): number =>
    resumeDueCents(billing.subscription(id), billing.parties(), billing.world.now);

  it('is the charge after carried credit, and 0 while this charge is pending', () => {
    const paused = pauseIntoUnpaidPeriod();
    const { billing, id } = paused;
    const withoutCreditCents = dueOf(paused);
    const source = { paymentId: billing.subscription(id).lastPaymentId ?? '', shareCents: 100, returnedCents: 0, absorbedCents: 0 };
    billing.amend(id, { carriedCredits: [{ amountCents: 100, taxRateBasisPoints: 0, charges: [source] }] });
    const dueCents = dueOf(paused);
    expect([dueCents > 0, withoutCreditCents - dueCents]).toEqual([true, 100]);
    expect(pendingChargeOf(billing.resume(id)).amountCents).toBe(dueCents);
    expect(dueOf(paused)).toBe(0);
  });

  it('is 0 in a paid period, with a discount of 100 percent, for a metered price and for a subscription that is not paused', () => {
    expect(dueOf(subscribeAndPause())).toBe(0);
    expect(dueOf(pauseIntoUnpaidPeriod({}, { percentOffBasisPoints: 10_000, duration: 'forever' }))).toBe(0);
    expect(dueOf(pauseIntoUnpaidPeriod(METERED))).toBe(0);
    expect(dueOf({ ...subscribeAndPause(), ...newSubscription() })).toBe(0);
  });
});
