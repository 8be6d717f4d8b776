import { describe, expect, it } from 'vitest';
import { chargeIntentAggregate } from '../../../shared/domain/charge-intent/record.ts';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { periodAt } from '../../../shared/domain/periods.ts';
import { Billing } from '../billing.ts';
import { paymentOf, show } from '../renewals.ts';
import { catalogue, World } from '../world.ts';
import { calendarOf, KNOWN, nameOf, PERIODS, secondsAt, TIMELINES, type Timeline } from './timelines.ts';

/** Where the trial's days come from. */
type TrialBy = 'price' | 'override';
/** A session gives no more separate days; a price does. */
const MOST_OVERRIDDEN = 180;
const waysTo = ({ trialDays }: Timeline): readonly TrialBy[] => (trialDays > MOST_OVERRIDDEN ? ['price'] : ['price', 'override']);

/** Sells the lifecycle as a checkout does. */
const sellTimeline = ({ sold, interval, trialDays }: Timeline, by: TrialBy) => {
  const world = new World();
  world.now = secondsAt(sold);
  const price = { interval, amountCents: 1000, trialDays: by === 'price' ? trialDays : trialDays === 0 ? 7 : 0 };
  const billing = new Billing(world, catalogue(world, price));
  return { billing, id: billing.subscribe(by === 'price' ? {} : { trialDaysOverride: trialDays }).id };
};

/** What was charged over so many periods, and where the subscription stood after each: lived through, renewal by renewal. */
const lived = (timeline: Timeline, by: TrialBy) => {
  const { billing, id } = sellTimeline(timeline, by);
  const { world } = billing;
  const stood = () => {
    const { current_period_start: start, current_period_end: end } = show(billing, id);
    return { start, end };
  };
  const stages = [stood()];
  for (let renewals = timeline.trialDays > 0 ? PERIODS : PERIODS - 1; renewals > 0; renewals -= 1) {
    billing.settle(paymentOf(billing.due(id)));
    stages.push(stood());
  }
  const billed = world.all(invoiceAggregate).map(({ id: invoiceId }) => {
    const { period_start: start, period_end: end, issued_at: at } = world.view(invoiceAggregate, invoiceId);
    return { start, end, at };
  });
  const paidAt = world.all(paymentAggregate).map(({ created, verification }) => ({ created, verification }));
  return { stages, billed, paidAt, intents: world.all(chargeIntentAggregate).length };
};

const expectLived = (timeline: Timeline, by: TrialBy): void => {
  const { trial, periods } = calendarOf(timeline);
  const { stages, billed, paidAt, intents } = lived(timeline, by);
  expect(stages).toEqual(trial === null ? periods : [trial, ...periods]);
  expect(billed).toEqual(periods.map(({ start, end }) => ({ start, end, at: start })));
  const charges = periods.map(({ start }) => ({ created: start, verification: false }));
  expect(paidAt).toEqual(trial === null ? charges : [{ created: trial.start, verification: true }, ...charges]);
  expect(intents).toBe(trial === null ? PERIODS - 1 : PERIODS);
};

describe('the paper calendar', () => {
  it.each(KNOWN)('says what was written down by hand: $name', (timeline) => {
    const { periods } = calendarOf(timeline);
    for (const [index, start] of Object.entries(timeline.starts)) expect(periods[Number(index)]?.start).toBe(secondsAt(start));
  });
});

describe('the anchor rule', () => {
  it.each(KNOWN)('has the dates that were written down by hand: $name', ({ interval, trialDays, sold, starts }) => {
    const anchor = secondsAt(sold) + trialDays * 86_400;
    for (const [index, start] of Object.entries(starts)) expect(periodAt(anchor, interval, Number(index)).start).toBe(secondsAt(start));
  });

  it(`agrees with the paper calendar over ${PERIODS} periods of ${TIMELINES.length} timelines`, () => {
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

describe(`a subscription through ${PERIODS} periods`, () => {
  it.each(KNOWN)('is billed on the days that were written down: $name', (timeline) => {
    for (const by of waysTo(timeline)) expectLived(timeline, by);
  });

  it('is billed for each period of its calendar once, at the period’s start, whatever month end it was sold on', () => {
    // Every seventh: they go through all days, months, intervals and trials.
    for (const [index, timeline] of TIMELINES.entries()) if (index % 7 === 0) expectLived(timeline, waysTo(timeline)[index % 2] ?? 'price');
  });
});
