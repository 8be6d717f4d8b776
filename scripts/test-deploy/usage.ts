import { randomUUID } from 'node:crypto';
import { measureMs, quantile, repeatConcurrently } from '../bench/measure.ts';
import { apiOf, type Client, numberOf, textOf } from '../support/api.ts';
import { ensure, waitForValue } from '../support/waiting.ts';
import type { Report } from './report.ts';
import { advanceTo, SETTLED_WITHIN_MS, sell } from './sale.ts';
import type { Service } from './smoke.ts';

const BATCH = 1000;
const BATCHES = 10;
const CONCURRENCY = 4;
const EVENT_NAME = 'deployed_tokens';
const UNIT_AMOUNT_CENTS = 2;
const HOUR_SECONDS = 3600;
const LINKS = { success_url: 'https://example.com/paid', cancel_url: 'https://example.com/canceled' };

interface SentEvent {
  readonly id: string;
  readonly event_name: string;
  readonly subscription_id: string;
  readonly value: string;
}

const newEvents = (subscriptionId: string, count: number): readonly SentEvent[] =>
  Array.from({ length: count }, () => ({ id: randomUUID(), event_name: EVENT_NAME, subscription_id: subscriptionId, value: '1' }));

/** Sends events in one request; throws unless exactly `duplicates` of them were recorded before and the rest is recorded now. */
const sendEvents = async (client: Client, events: readonly SentEvent[], duplicates = 0): Promise<void> => {
  const { recorded, duplicates: found, refused } = await client.post('/v1/usage_events', { events });
  const expected = `${events.length - duplicates} recorded, ${duplicates} duplicates, 0 refused`;
  const actual = `${recorded} recorded, ${found} duplicates, ${refused} refused`;
  ensure(actual === expected, `${actual} instead of ${expected}`);
};

/** Sends batches of events concurrently and then repeats half of one with new events. Returns what was measured. */
const sendBatches = async (client: Client, subscriptionId: string): Promise<string> => {
  const batches = Array.from({ length: BATCHES }, () => newEvents(subscriptionId, BATCH));
  await sendEvents(client, newEvents(subscriptionId, BATCH));
  const durations: number[] = [];
  const totalMs = await measureMs(() =>
    repeatConcurrently(BATCHES, CONCURRENCY, async (index) => {
      durations.push(await measureMs(() => sendEvents(client, batches[index] ?? [])));
    }),
  );
  const repeated = batches[0]?.slice(0, BATCH / 2) ?? [];
  await sendEvents(client, [...repeated, ...newEvents(subscriptionId, BATCH / 2)], repeated.length);
  const perSecond = Math.round((BATCHES * BATCH * 1000) / totalMs);
  const [p50Ms, p99Ms] = [0.5, 0.99].map((probability) => Math.round(quantile(durations, probability)));
  return `  ${perSecond} usage events a second in batches of ${BATCH}, ${CONCURRENCY} at once; a batch took ${p50Ms} ms (p50), ${p99Ms} ms (p99)`;
};

/** Checks that usage events sent in large batches are counted once and billed when their period ends. */
export const checkUsage = async ({ baseUrl, testKey }: Service, report: Report): Promise<void> => {
  const client = apiOf(baseUrl).client(testKey);
  const meter = await client.post('/v1/meters', { event_name: EVENT_NAME, aggregation: 'sum' });
  const price = { usage_type: 'metered', unit_amount_decimal: `${UNIT_AMOUNT_CENTS}`, meter_id: meter.id };
  const { clockId, subscriptionId } = await sell(client, price, LINKS);
  report.note(await sendBatches(client, subscriptionId));
  const sent = (BATCHES + 1.5) * BATCH;
  const summary = await client.get(`/v1/subscriptions/${subscriptionId}/usage_summary`);
  ensure(summary['total_quantity'] === sent, `the summary has ${summary['total_quantity']} units of ${sent}`);
  await advanceTo(client, clockId, numberOf(summary, 'period_end') + HOUR_SECONDS);
  const invoice = await waitForValue('The invoice of the usage', SETTLED_WITHIN_MS, async () => {
    const invoices = await client.list(`/v1/invoices?subscription_id=${subscriptionId}`);
    return invoices.find((each) => each['status'] === 'paid' && numberOf(each, 'subtotal_cents') > 0) ?? null;
  });
  const billedCents = numberOf(invoice, 'subtotal_cents');
  ensure(billedCents === sent * UNIT_AMOUNT_CENTS, `invoice ${textOf(invoice, 'number')} bills ${billedCents} cents`);
};
