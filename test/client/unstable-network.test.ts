import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Receiver, startReceiver } from '../../scripts/support/receiver.ts';
import { until, waitForValue } from '../../scripts/support/waiting.ts';
import { type Billing, createBilling } from '../../shared/client/index.ts';
import { service } from '../support/service.ts';
import { type Network, openNetwork } from './network.ts';
import { allOf } from './support.ts';

vi.setConfig({ testTimeout: 300_000 });

const { baseUrl, createAccount } = service();
const WRITERS = 20;
const WRITING_MS = 60_000;
const DISCONNECT_INTERVAL_MS = 700;
const MIN_STREAMS = 50;
const MAX_RETRIES = 100;
const TIMEOUT_MS = 90_000;
const TYPES: ['customer.created'] = ['customer.created'];

let network: Network;
let receiver: Receiver;
beforeEach(async () => {
  [network, receiver] = await Promise.all([openNetwork(baseUrl), startReceiver()]);
});
afterEach(async () => {
  network.stop();
  await receiver.stop();
});

/** Creates customers until `untilMs`; returns their ids. */
const write = async (billing: Billing, untilMs: number, writer: number): Promise<readonly string[]> => {
  const createdIds: string[] = [];
  while (Date.now() < untilMs) createdIds.push((await billing.customers.create({ name: `Writer ${writer}` })).id);
  return createdIds;
};

/** Reads events, until `isEnough`, with many streams: each ends after one or two events, and the next starts after the last event read. */
const readInPieces = async (billing: Billing, startingAfter: string, isEnough: (readCount: number) => boolean) => {
  const ids: string[] = [];
  let streamCount = 0;
  while (!isEnough(ids.length)) {
    const connection = new AbortController();
    const events = billing.events.stream({ startingAfter: ids.at(-1) ?? startingAfter, types: TYPES, signal: connection.signal });
    const timeout = setTimeout(() => connection.abort(), 2000);
    for (let remaining = 1 + (streamCount % 2); remaining > 0; remaining -= 1) {
      const event = await events.next().catch(() => null);
      if (event === null || event.done === true) break;
      ids.push(event.value.id);
    }
    clearTimeout(timeout);
    connection.abort();
    streamCount += 1;
  }
  return { ids, streamCount };
};

const isOneOf = (createdIds: readonly string[]) => (event: { readonly data: Readonly<Record<string, unknown>> }) =>
  createdIds.includes(String(event.data['id']));

/** Ids of all delivered events, including repeated deliveries. */
const deliveredIds = (): readonly string[] => receiver.requests.map(({ headers }) => String(headers['service-event-id']));

describe.skipIf(baseUrl.startsWith('https:'))('with twenty writers on one account, over a network that disconnects constantly,', () => {
  it('[STR-20] the event list and the streams contain one event per write, in the same order; a webhook delivers each event', async () => {
    const { testKey: key } = await createAccount();
    const directClient = createBilling({ key, baseUrl, maxRetries: MAX_RETRIES });
    const unstableClient = createBilling({ key, baseUrl: network.url, maxRetries: MAX_RETRIES });
    const { id: firstId } = await directClient.customers.create({ name: 'Before' });
    const cursor = await waitForValue(
      'The first event',
      TIMEOUT_MS,
      async () => (await allOf(directClient.events.list())).find(isOneOf([firstId]))?.id ?? null,
    );
    await directClient.webhookEndpoints.create({ url: receiver.url, enabled_events: TYPES });
    const streamedIds: string[] = [];
    const streamAborter = new AbortController();
    const listening = (async () => {
      for await (const { id } of unstableClient.events.stream({ startingAfter: cursor, types: TYPES, signal: streamAborter.signal }))
        streamedIds.push(id);
    })().catch((error: unknown) => {
      if (!streamAborter.signal.aborted) throw error;
    });
    let expectedCount = Number.POSITIVE_INFINITY;
    const reading = readInPieces(directClient, cursor, (readCount) => readCount >= expectedCount);
    const disconnecting = setInterval(network.closeConnections, DISCONNECT_INTERVAL_MS);
    const untilMs = Date.now() + WRITING_MS;
    const createdIds = (await Promise.all(Array.from({ length: WRITERS }, (_, index) => write(unstableClient, untilMs, index)))).flat();
    clearInterval(disconnecting);

    expect(new Set(createdIds).size).toBe(createdIds.length);
    expect((await allOf(directClient.customers.list({ limit: 100 }))).map(({ id }) => id).sort()).toEqual([...createdIds, firstId].sort());
    const ids = await waitForValue('The log', TIMEOUT_MS, async () => {
      const logged = (await allOf(directClient.events.list({ limit: 100 }))).filter(isOneOf(createdIds)).toReversed();
      return logged.length >= createdIds.length ? logged.map(({ id }) => id) : null;
    });
    expect(ids).toHaveLength(createdIds.length);
    expectedCount = ids.length;
    const resumed = await reading;
    await until(() => streamedIds.length >= ids.length, TIMEOUT_MS);
    await until(() => new Set(deliveredIds()).size >= ids.length, TIMEOUT_MS);
    streamAborter.abort();
    await listening;
    expect(streamedIds).toEqual(ids);
    expect(resumed.ids).toEqual(ids);
    expect(resumed.streamCount).toBeGreaterThanOrEqual(MIN_STREAMS);
    expect(new Set(deliveredIds())).toEqual(new Set(ids));
  });
});
