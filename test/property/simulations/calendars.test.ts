import { describe, expect, it } from 'vitest';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { calendarOf, KNOWN_TIMELINES } from '../../domain/golden-calendars/timelines.ts';
import { memoryFixture } from '../../store/support.ts';
import { readHistoryRecords } from '../histories/records.ts';
import { advanceTo } from './advance.ts';
import { openSharedShop, type SimulationTerms, startSimulation, subscriptionView } from './simulation.ts';

/** The last time of test clocks: 2100-01-01. */
const LAST_CLOCK_TIME = 4_102_444_800;
/** The timelines that work on a test clock: a clock starts in 2000 or later, and one advance cannot pass a long trial. */
const CLOCKED = KNOWN_TIMELINES.filter(({ sold, trialDays }) => sold >= '2000' && trialDays <= 45);

const TERMS: Omit<SimulationTerms, 'sold' | 'interval' | 'trialDays'> = {
  currency: 'EUR',
  amountCents: 1000,
  taxBehavior: 'inclusive',
  rateBasisPoints: null,
  reverseCharge: false,
  metered: false,
  coupon: null,
  couponForSoldOnly: false,
};

describe('a subscription on a test clock', () => {
  it.each(CLOCKED)('[RENEW-03] [CLK-08] is billed at the exact start of each period of a known timeline: $name', async (timeline) => {
    const sharedShop = await openSharedShop(memoryFixture());
    const { sold, interval, trialDays } = timeline;
    const simulation = await startSimulation(sharedShop, { ...TERMS, sold, interval, trialDays });
    const { trial, periods } = calendarOf(timeline);
    const startedPeriods = periods.filter(({ start }) => start <= LAST_CLOCK_TIME);
    for (const { start, end } of trial === null ? startedPeriods.slice(1) : startedPeriods) {
      await advanceTo(simulation, start);
      expect(await subscriptionView(simulation)).toMatchObject({ status: 'active', current_period_start: start, current_period_end: end });
    }
    const { invoices, payments } = await readHistoryRecords(simulation);
    const { tenant } = simulation.shop;
    const billed = invoices.map((each) => invoiceAggregate.view(each, tenant));
    expect(billed.map(({ period_start: start, period_end: end, created }) => [start, end, created]).sort()).toEqual(
      startedPeriods.map(({ start, end }) => [start, end, start]).sort(),
    );
    const charged = payments.map((each) => paymentAggregate.view(each, tenant)).filter(({ type }) => type === 'renewal');
    expect(charged.map(({ created }) => created).sort()).toEqual(
      (trial === null ? startedPeriods.slice(1) : startedPeriods).map(({ start }) => start).sort(),
    );
    await sharedShop.close();
  });
});
