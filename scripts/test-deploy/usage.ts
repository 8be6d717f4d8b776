import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { WRITE_BUCKET } from '../../shared/store/limits/rate-limit.ts';
import { measureMs, quantile, repeatConcurrently } from '../bench/measure.ts';
import { apiOf, type Client, numberOf, textOf } from '../support/api.ts';
import { ensure, waitForValue } from '../support/waiting.ts';
import type { Report } from './report.ts';
import { advanceTo, createOffer, SETTLED_WITHIN_MS, sellOffer } from './sale.ts';
import type { Service } from './smoke.ts';

/** Each sale counts as two writes against the account's rate limit, so more subscriptions would make the test longer. */
const SUBSCRIPTIONS = 20;
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

/** Units per event of the subscription with this index. They differ per subscription, so that a mix-up changes the sums. */
const unitsOf = (index: number): number => index + 1;

/** Returns `count` new events, distributed evenly among the subscriptions. */
const newEvents = (subscriptionIds: readonly string[], count: number): readonly SentEvent[] =>
  Array.from({ length: count }, (_, position) => {
    const index = position % subscriptionIds.length;
    return {
      id: randomUUID(),
      event_name: EVENT_NAME,
      subscription_id: subscriptionIds[index] ?? '',
      value: String(unitsOf(index)),
    };
  });

/** Sends events in one request; throws unless exactly `duplicates` of them were recorded before and the rest is recorded now. */
const sendEvents = async (client: Client, events: readonly SentEvent[], duplicates = 0): Promise<void> => {
  const { recorded, duplicates: found, refused } = await client.post('/v1/usage_events', { events });
  const expected = `${events.length - duplicates} recorded, ${duplicates} duplicates, 0 refused`;
  const actual = `${recorded} recorded, ${found} duplicates, ${refused} refused`;
  ensure(actual === expected, `${actual} instead of ${expected}`);
};

/** Number of requests that `sendBatches` makes. */
const REQUESTS = BATCHES + 2;

/** Sends batches of events concurrently, then half of the first batch again, together with new events. Returns what was measured. */
const sendBatches = async (client: Client, subscriptionIds: readonly string[]): Promise<string> => {
  const batches = Array.from({ length: BATCHES }, () => newEvents(subscriptionIds, BATCH));
  // Warm-up.
  await sendEvents(client, newEvents(subscriptionIds, BATCH));
  const durations: number[] = [];
  const totalMs = await measureMs(() =>
    repeatConcurrently(BATCHES, CONCURRENCY, async (index) => {
      durations.push(await measureMs(() => sendEvents(client, batches[index] ?? [])));
    }),
  );
  const repeated = batches[0]?.slice(0, BATCH / 2) ?? [];
  await sendEvents(client, [...repeated, ...newEvents(subscriptionIds, BATCH / 2)], repeated.length);
  const perSecond = Math.round((BATCHES * BATCH * 1000) / totalMs);
  const [p50Ms, p99Ms] = [0.5, 0.99].map((probability) => Math.round(quantile(durations, probability)));
  return `  ${perSecond} usage events a second of ${SUBSCRIPTIONS} subscriptions in batches of ${BATCH}, ${CONCURRENCY} at once; a batch took ${p50Ms} ms (p50), ${p99Ms} ms (p99)`;
};

/** Units of a subscription in all batches: the warm-up, the measured batches and the new half of the last request. */
const sentUnits = (index: number): number => ((BATCHES + 1.5) * BATCH * unitsOf(index)) / SUBSCRIPTIONS;

/** Sells a metered price several times to one customer on a test clock. Waits until the rate limit permits all batches. */
const sellMetered = async (client: Client) => {
  const meter = await client.post('/v1/meters', { event_name: EVENT_NAME, aggregation: 'sum' });
  const offer = await createOffer(client, { usage_type: 'metered', unit_amount_decimal: `${UNIT_AMOUNT_CENTS}`, meter_id: meter.id });
  const subscriptionIds: string[] = [];
  await repeatConcurrently(SUBSCRIPTIONS, CONCURRENCY, async () => {
    subscriptionIds.push(await sellOffer(client, offer, LINKS));
  });
  await pause((REQUESTS * 60_000) / WRITE_BUCKET.perMinute);
  return { ...offer, subscriptionIds };
};

/** Checks the sum of each subscription. Returns the end of their period, in Unix seconds. */
const checkSums = async (client: Client, subscriptionIds: readonly string[]): Promise<number> => {
  const ends = new Set<number>();
  for (const [index, id] of subscriptionIds.entries()) {
    const summary = await client.get(`/v1/subscriptions/${id}/usage_summary`);
    const units = numberOf(summary, 'total_quantity');
    ensure(units === sentUnits(index), `the summary of ${id} has ${units} units instead of ${sentUnits(index)}`);
    ends.add(numberOf(summary, 'period_end'));
  }
  return Math.max(...ends);
};

/** Checks that each subscription has one paid invoice with its usage. */
const checkInvoices = async (client: Client, customerId: string, subscriptionIds: readonly string[]): Promise<void> => {
  const invoices = await waitForValue('The invoices of the usage', SETTLED_WITHIN_MS, async () => {
    const listed = await client.list(`/v1/invoices?customer_id=${customerId}`);
    const billed = listed.filter((each) => each.status === 'paid' && numberOf(each, 'subtotal_cents') > 0);
    return billed.length >= subscriptionIds.length ? billed : null;
  });
  ensure(invoices.length === subscriptionIds.length, `there are ${invoices.length} invoices`);
  for (const invoice of invoices) {
    const expectedCents = sentUnits(subscriptionIds.indexOf(textOf(invoice, 'subscription_id'))) * UNIT_AMOUNT_CENTS;
    const billedCents = numberOf(invoice, 'subtotal_cents');
    ensure(billedCents === expectedCents, `invoice ${textOf(invoice, 'number')} bills ${billedCents} cents instead of ${expectedCents}`);
  }
};

/** Checks that usage events of several subscriptions, mixed in large batches, are counted once and billed when their period ends. */
export const checkUsage = async ({ baseUrl, testKey }: Service, report: Report): Promise<void> => {
  const client = apiOf(baseUrl).client(testKey);
  const { customerId, clockId, subscriptionIds } = await sellMetered(client);
  report.note(await sendBatches(client, subscriptionIds));
  const periodEnd = await checkSums(client, subscriptionIds);
  await advanceTo(client, clockId, periodEnd + HOUR_SECONDS);
  await checkInvoices(client, customerId, subscriptionIds);
};
