import { describe, expect, it } from 'vitest';
import { invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { DAY_SECONDS } from '../../shared/domain/periods.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { resumeSubscription } from '../../shared/domain/subscription/lifecycle/resume.ts';
import { resumeCharge } from '../../shared/domain/subscription/lifecycle/resume-charge.ts';
import { NO_TAX, type TaxTreatment } from '../../shared/domain/tax.ts';
import { type Billing, given } from './billing.ts';
import { declineChange, payChange } from './plan-changes.ts';
import { FEB, MAR, paymentOf, refusalOf, show } from './renewals.ts';
import { START, World } from './world.ts';

/** A subscription that is paused a day after it was sold, with how it was before. */
const paused = (price: Parameters<typeof given>[0] = {}, sale: Parameters<Billing['coupon']>[0] | null = null) => {
  const billing = given(price);
  const { id } = billing.subscribe({}, sale === null ? {} : { coupon: billing.found(billing.coupon(sale)) });
  const before = show(billing, id);
  billing.world.now = START + DAY_SECONDS;
  billing.pause(id);
  billing.world.takeEvents();
  return { billing, id, before };
};

/** The same in the middle of the period that begins at the end of February, which nobody paid for. */
const unpaid = (...terms: Parameters<typeof paused>) => {
  const { billing, id, before } = paused(...terms);
  billing.due(id);
  billing.world.now = FEB + 10 * DAY_SECONDS;
  billing.world.takeEvents();
  return { billing, id, before };
};

/** What resuming charges. */
const chargeOf = (outcome: ReturnType<Billing['resume']>) => {
  if (outcome instanceof Refusal || outcome.payment === null) throw new Error(`nothing is charged: ${JSON.stringify(outcome)}`);
  return outcome.payment;
};

describe('resuming a subscription', () => {
  it('refuses one that is not there', () => {
    const nothing = { subscription: null, invoice: null, parties: null };
    expect(refusalOf(resumeSubscription(null, nothing, new World().ctx()))).toEqual(['resource_missing', undefined]);
  });

  it('[SUB-36] [EVT-21] [RENEW-11] inside its paid period costs nothing, and it continues as before', () => {
    const { billing, id, before } = paused();
    billing.world.now = FEB - 1;
    billing.resume(id);
    expect(show(billing, id)).toEqual(before);
    expect(billing.world.takeEvents()).toEqual(['subscription.updated', 'subscription.resumed']);
    billing.settle(paymentOf(billing.due(id)));
    expect(show(billing, id)).toMatchObject({ current_period_end: MAR, payment_count: 2 });
    expect(billing.world.all(invoiceAggregate).map(({ totalCents }) => totalCents)).toEqual([1000, 1000]);
  });

  it('in a trial costs nothing, and the first charge is at its end', () => {
    const { billing, id, before } = paused({ trialDays: 14 });
    billing.resume(id);
    expect(show(billing, id)).toEqual(before);
    expect(billing.due(id)).toMatchObject({ outcome: 'charge', payment: { amountCents: 1000 } });
    expect(billing.world.now).toBe(START + 14 * DAY_SECONDS);
  });

  it('of a metered price costs nothing, and the period is charged when it closes', () => {
    const { billing, id } = unpaid({ usageType: 'metered', unitAmountDecimal: '5' });
    billing.resume(id);
    expect(show(billing, id)).toMatchObject({ serves_customer: true, renewal_state: 'scheduled' });
    billing.use(id, 20);
    expect(billing.due(id)).toMatchObject({ payment: { amountCents: 100 } });
    expect(billing.world.now).toBe(MAR);
  });

  it('[SUB-36] [RENEW-11] in a period that is not paid for charges the rest of it, and continues once that is paid', () => {
    const { billing, id, before } = unpaid();
    const whilePaused = show(billing, id);
    const payment = chargeOf(billing.resume(id));
    // 21 of the 31 days from the end of February to that of March.
    expect(payment).toMatchObject({ type: 'renewal', status: 'pending', amountCents: 677 });
    expect(show(billing, id)).toEqual(whilePaused);
    expect(refusalOf(billing.resume(id))).toEqual(['operation_pending', 'payment_processing']);
    payChange(billing, payment.id);
    expect(show(billing, id)).toMatchObject({
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
    expect(billing.due(id)).toMatchObject({ outcome: 'charge', payment: { amountCents: 1000 } });
    expect(billing.world.now).toBe(MAR);
  });

  it('stays paused when that charge is declined, and may be tried again', () => {
    const { billing, id } = unpaid();
    const whilePaused = show(billing, id);
    declineChange(billing, chargeOf(billing.resume(id)).id);
    expect(show(billing, id)).toEqual(whilePaused);
    expect(billing.world.takeEvents()).toEqual(['payment.failed']);
    payChange(billing, chargeOf(billing.resume(id)).id);
    expect(show(billing, id)).toMatchObject({ serves_customer: true });
  });

  it('uses the credit that was carried from a change of plan, and a full refund of its charge ends it', () => {
    const { billing, id } = unpaid();
    const source = { paymentId: billing.subscription(id).lastPaymentId ?? '', shareCents: 100, returnedCents: 0, absorbedCents: 0 };
    billing.amend(id, { carriedCredits: [{ amountCents: 100, taxRateBasisPoints: 0, charges: [source] }] });
    const payment = chargeOf(billing.resume(id));
    expect(payment.amountCents).toBe(577);
    payChange(billing, payment.id);
    expect(billing.subscription(id)).toMatchObject({ carriedCredits: [], billedThrough: MAR });
    billing.settleRefund(billing.refund(payment.id));
    expect(show(billing, id)).toMatchObject({ status: 'canceled', cancellation_reason: 'refund_issued' });
  });

  it('in a period with nothing to pay covers it', () => {
    const { billing, id } = unpaid({}, { percentOffBasisPoints: 10_000, duration: 'forever' });
    billing.resume(id);
    expect(billing.subscription(id)).toMatchObject({ pausedAt: null, billedThrough: MAR });
    expect(billing.due(id)).toMatchObject({ outcome: 'done', reason: 'settled' });
  });

  it('leaves its scheduled end as it is', () => {
    const { billing, id } = paused();
    billing.cancel(id);
    billing.resume(id);
    expect(show(billing, id)).toMatchObject({ renewal_state: 'ending', serves_customer: true, next_charge_amount_cents: null });
    billing.due(id);
    expect(show(billing, id)).toMatchObject({ status: 'canceled' });
  });

  it('changes nothing where it is not paused', () => {
    const billing = given();
    const { id } = billing.subscribe();
    const before = show(billing, id);
    billing.resume(id);
    expect(show(billing, id)).toEqual(before);
    expect(billing.world.takeEvents()).toEqual([]);
  });

  it('[SUB-42] is refused for one that is to end and not paused, and names the way to continue', () => {
    const billing = given();
    const { id } = billing.subscribe();
    billing.cancel(id);
    const refused = billing.resume(id);
    expect(refusalOf(refused)).toEqual(['parameter_invalid', undefined]);
    expect(refused).toMatchObject({ message: expect.stringContaining('/v1/subscriptions/{subscription_id}/reactivate') });
  });

  it('waits for the period that has run out to be processed, so that no period of the pause is billed', () => {
    const { billing, id } = paused();
    billing.world.now = FEB;
    expect(refusalOf(billing.resume(id))).toEqual(['operation_pending', 'renewal_processing']);
    billing.due(id);
    expect(chargeOf(billing.resume(id))).toMatchObject({ amountCents: 1000 });
  });

  it('[SUB-50] is refused once its last period is over', () => {
    const { billing, id } = paused();
    billing.cancel(id);
    billing.world.now = FEB;
    expect(refusalOf(billing.resume(id))).toEqual(['state_conflict', 'period_over']);
    billing.due(id);
    expect(refusalOf(billing.resume(id))).toEqual(['state_conflict', 'subscription_canceled']);
  });
});

describe('what resuming in an unpaid period costs', () => {
  const DAYS = (MAR - FEB) / DAY_SECONDS;
  const costOf = ({ billing, id }: ReturnType<typeof unpaid>, now = billing.world.now, tax: TaxTreatment = NO_TAX) =>
    resumeCharge(billing.subscription(id), now, tax);

  it('is the rest of the period, by the second', () => {
    const subscription = unpaid();
    const rest = { start: FEB + 10 * DAY_SECONDS, end: MAR };
    const amountCents = Math.round((1000 * (DAYS - 10)) / DAYS);
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

  it('takes a discount off first, prorates what is left, and rounds once', () => {
    const percent = unpaid({ amountCents: 999 }, { percentOffBasisPoints: 3333, duration: 'forever' });
    const half = FEB + (MAR - FEB) / 2;
    // 999 less 333 is 666, and half of that 333; half of 999 (500) less a third of it would be 333.35.
    expect(costOf(percent, half)?.totals).toMatchObject({ subtotalCents: 500, discountCents: 167, totalCents: 333 });
    const fixed = unpaid({}, { amountOffCents: 301, currency: 'EUR', duration: 'forever' });
    expect(costOf(fixed, half)?.totals.totalCents).toBe(350);
  });

  it('has no discount whose time is over', () => {
    expect(costOf(unpaid({}, { duration: 'once' }), FEB)?.totals).toMatchObject({ discountCents: 0, totalCents: 1000 });
  });

  it('has its tax on top of it, or inside it', () => {
    const subscription = unpaid();
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

  it('is nothing in a paid period, in a trial and for a metered price', () => {
    expect(costOf(paused())).toBeNull();
    expect(costOf(paused({ trialDays: 14 }))).toBeNull();
    expect(costOf(unpaid({ usageType: 'metered', unitAmountDecimal: '5' }))).toBeNull();
    expect(costOf(unpaid({ trialDays: 14 }))).not.toBeNull();
  });
});
