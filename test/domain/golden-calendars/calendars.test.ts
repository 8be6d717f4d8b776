import { describe, expect, it } from 'vitest';
import { chargeIntentAggregate } from '../../../shared/domain/charge-intent/record.ts';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { periodAt } from '../../../shared/domain/periods.ts';
import { Billing } from '../billing.ts';
import { paymentIdOf, viewOf } from '../renewals.ts';
import { newCatalogue, World } from '../world.ts';
import { calendarOf, KNOWN_TIMELINES, nameOf, PERIOD_COUNT, secondsAt, TIMELINES, type Timeline } from './timelines.ts';

/** Where the number of trial days is set: in the price, or in the checkout session, which overrides the price. */
type TrialSource = 'price' | 'override';
/** The maximum trial days of a checkout session. A price allows more. */
const MAX_OVERRIDE_DAYS = 180;
const trialSources = ({ trialDays }: Timeline): readonly TrialSource[] =>
  trialDays > MAX_OVERRIDE_DAYS ? ['price'] : ['price', 'override'];

/** Sells a subscription by a checkout. */
const sellTimeline = ({ sold, interval, trialDays }: Timeline, source: TrialSource) => {
  const world = new World();
  world.now = secondsAt(sold);
  // With an override, the price has another number of trial days, which must have no effect.
  const price = { interval, amountCents: 1000, trialDays: source === 'price' ? trialDays : trialDays === 0 ? 7 : 0 };
  const billing = new Billing(world, newCatalogue(world, price));
  return { billing, id: billing.subscribe(source === 'price' ? {} : { trialDaysOverride: trialDays }).id };
};

/** Runs all renewals. Returns invoices, payments and charge intents, and the subscription's period after the sale and each renewal. */
const billTimeline = (timeline: Timeline, source: TrialSource) => {
  const { billing, id } = sellTimeline(timeline, source);
  const { world } = billing;
  const currentPeriod = () => {
    const { current_period_start: start, current_period_end: end } = viewOf(billing, id);
    return { start, end };
  };
  const subscriptionPeriods = [currentPeriod()];
  for (let renewals = timeline.trialDays > 0 ? PERIOD_COUNT : PERIOD_COUNT - 1; renewals > 0; renewals -= 1) {
    billing.settle(paymentIdOf(billing.renew(id)));
    subscriptionPeriods.push(currentPeriod());
  }
  const billed = world.all(invoiceAggregate).map(({ id: invoiceId }) => {
    const { period_start: start, period_end: end, issued_at: at } = world.view(invoiceAggregate, invoiceId);
    return { start, end, at };
  });
  const payments = world.all(paymentAggregate).map(({ created, verification }) => ({ created, verification }));
  return { subscriptionPeriods, billed, payments, intents: world.all(chargeIntentAggregate).length };
};

const expectCalendar = (timeline: Timeline, source: TrialSource): void => {
  const { trial, periods } = calendarOf(timeline);
  const { subscriptionPeriods, billed, payments, intents } = billTimeline(timeline, source);
  expect(subscriptionPeriods).toEqual(trial === null ? periods : [trial, ...periods]);
  expect(billed).toEqual(periods.map(({ start, end }) => ({ start, end, at: start })));
  const charges = periods.map(({ start }) => ({ created: start, verification: false }));
  expect(payments).toEqual(trial === null ? charges : [{ created: trial.start, verification: true }, ...charges]);
  expect(intents).toBe(trial === null ? PERIOD_COUNT - 1 : PERIOD_COUNT);
};

describe('the computed calendar', () => {
  it.each(KNOWN_TIMELINES)('has the manually written dates: $name', (timeline) => {
    const { periods } = calendarOf(timeline);
    for (const [index, start] of Object.entries(timeline.starts)) expect(periods[Number(index)]?.start).toBe(secondsAt(start));
  });
});

describe('billing periods from an anchor', () => {
  it.each(KNOWN_TIMELINES)('start on the manually written dates: $name', ({ interval, trialDays, sold, starts }) => {
    const anchor = secondsAt(sold) + trialDays * 86_400;
    for (const [index, start] of Object.entries(starts)) expect(periodAt(anchor, interval, Number(index)).start).toBe(secondsAt(start));
  });

  it(`match the computed calendar over ${PERIOD_COUNT} periods of each of ${TIMELINES.length} timelines`, () => {
    for (const timeline of TIMELINES) {
      const { periods } = calendarOf(timeline);
      const anchor = periods[0]?.start ?? 0;
      expect(
        periods.map((_period, index) => periodAt(anchor, timeline.interval, index)),
        nameOf(timeline),
      ).toEqual(periods);
    }
  });
});

describe(`a subscription through ${PERIOD_COUNT} periods`, () => {
  it.each(KNOWN_TIMELINES)('is billed on the manually written dates: $name', (timeline) => {
    for (const source of trialSources(timeline)) expectCalendar(timeline, source);
  });

  it('is billed once for each period, at its start, after a sale on any month end', () => {
    // Every seventh timeline is enough to cover all days, months, intervals and trials.
    for (const [index, timeline] of TIMELINES.entries())
      if (index % 7 === 0) expectCalendar(timeline, trialSources(timeline)[index % 2] ?? 'price');
  });
});
