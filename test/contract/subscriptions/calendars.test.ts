import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, type Json } from '../../../scripts/support/api.ts';
import { monthsAfter, parseCivil, secondsOf } from '../../domain/golden-calendars/civil.ts';
import { calendarOf, nameOf, type Timeline } from '../../domain/golden-calendars/timelines.ts';
import { service } from '../../support/service.ts';
import { advance, clockAt, newPlan, subscribe } from '../support/objects.ts';

vi.setConfig({ testTimeout: 900_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let client: Client;

beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
});

/** Duration of the test on the clock. It includes three Februaries. */
const MONTHS = 26;
/** One request advances a clock with monthly subscriptions by at most two months. */
const MONTHS_PER_ADVANCE = 2;

/** Time of each sale. Depending on the trial, the billing day is the 29th, 30th or 31st, or the last day of a shorter month. */
const SOLD_AT = '2028-01-30 23:59:59';
const TIMELINES: readonly (Timeline & { readonly trialBy: 'price' | 'session' })[] = [
  { sold: SOLD_AT, interval: 'month', trialDays: 0, trialBy: 'price' },
  { sold: SOLD_AT, interval: 'month', trialDays: 1, trialBy: 'price' },
  { sold: SOLD_AT, interval: 'month', trialDays: 30, trialBy: 'session' },
  { sold: SOLD_AT, interval: 'year', trialDays: 30, trialBy: 'price' },
];

interface Sale {
  readonly timeline: Timeline;
  readonly customerId: string;
  readonly subscriptionId: string;
}

/** Subscribes a customer of the clock. With `trialBy: 'session'`, the trial of the session overrides the three days of the price. */
const sell = async (clockId: string, { trialBy, ...timeline }: (typeof TIMELINES)[number]): Promise<Sale> => {
  const { interval, trialDays } = timeline;
  const { priceId } = await newPlan(client, { interval, trial_days: trialBy === 'price' ? trialDays : 3 });
  const { id: customerId } = await client.post('/v1/customers', { name: 'Ada', test_clock_id: clockId });
  const override = trialBy === 'session' ? { trial_days_override: trialDays } : {};
  const { id: subscriptionId } = await subscribe(client, priceId, { customer_id: customerId, ...override });
  return { timeline, customerId, subscriptionId };
};

/** The trial, if any, and the paid periods. */
const allPeriodsOf = (timeline: Timeline) => {
  const { trial, periods } = calendarOf(timeline);
  return trial === null ? periods : [trial, ...periods];
};

const subscriptionOf = ({ subscriptionId }: Sale): Promise<ApiObject> => client.get(`/v1/subscriptions/${subscriptionId}`);

/** Asserts that the subscription's period at `now` equals the expected calendar period. */
const expectCurrent = async (sale: Sale, now: number): Promise<void> => {
  const period = allPeriodsOf(sale.timeline).find(({ start, end }) => start <= now && now < end);
  const { status, current_period_start: start, current_period_end: end } = await subscriptionOf(sale);
  expect({ status, start, end }, nameOf(sale.timeline)).toEqual({ status: 'active', ...period });
};

const listOldestFirst = async (path: string): Promise<readonly Json[]> => (await client.list(path)).toReversed();

/** Asserts the invoices and payments of all periods that started until `now`. */
const expectBilled = async (sale: Sale, now: number): Promise<void> => {
  const { trial, periods } = calendarOf(sale.timeline);
  const startedPeriods = periods.filter(({ start }) => start <= now);
  const invoices = await listOldestFirst(`/v1/invoices?customer_id=${sale.customerId}`);
  expect(
    invoices.map(({ period_start: start, period_end: end, created, status }) => ({ start, end, created, status })),
    nameOf(sale.timeline),
  ).toEqual(startedPeriods.map((period) => ({ ...period, created: period.start, status: 'paid' })));
  const renewals = (trial === null ? startedPeriods.slice(1) : startedPeriods).map(({ start }) => ({ type: 'renewal', created: start }));
  const payments = await listOldestFirst(`/v1/payments?customer_id=${sale.customerId}`);
  expect(payments.map(({ type, created }) => ({ type, created }))).toEqual([
    { type: 'initial', created: secondsOf(parseCivil(SOLD_AT)) },
    ...renewals,
  ]);
  expect(await subscriptionOf(sale)).toMatchObject({
    payment_count: startedPeriods.length,
    trial_start: trial?.start ?? null,
    trial_end: trial?.end ?? null,
  });
};

describe(`subscriptions on a clock, through ${MONTHS} months`, () => {
  it('[RENEW-01] [RENEW-03] [SUB-20] [CLK-08] are billed at the start of each calendar period', async () => {
    const clock = await clockAt(client, secondsOf(parseCivil(SOLD_AT)));
    const sales = await Promise.all(TIMELINES.map((timeline) => sell(clock.id, timeline)));
    for (const sale of sales) await expectCurrent(sale, secondsOf(parseCivil(SOLD_AT)));
    let now = 0;
    for (let month = MONTHS_PER_ADVANCE; month <= MONTHS; month += MONTHS_PER_ADVANCE) {
      now = secondsOf(monthsAfter(parseCivil(SOLD_AT), month));
      expect((await advance(client, clock.id, now)).status).toBe('ready');
      for (const sale of sales) await expectCurrent(sale, now);
    }
    for (const sale of sales) await expectBilled(sale, now);
  });
});
