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
const HANG_UP_EVERY_MS = 700;
const DROPS = 50;
const MAX_RETRIES = 100;
const REPORT_MS = 90_000;
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

/** Writes until the time is up, whatever the network does; gives the ids of what was made. */
const write = async (billing: Billing, untilMs: number, writer: number): Promise<readonly string[]> => {
  const made: string[] = [];
  while (Date.now() < untilMs) made.push((await billing.customers.create({ name: `Writer ${writer}` })).id);
  return made;
};

/** Reads an event or two at a time and continues after them with another stream, until it has read so many. */
const readInPieces = async (billing: Billing, startingAfter: string, isEnough: (read: number) => boolean) => {
  const ids: string[] = [];
  let drops = 0;
  while (!isEnough(ids.length)) {
    const piece = new AbortController();
    const events = billing.events.stream({ startingAfter: ids.at(-1) ?? startingAfter, types: TYPES, signal: piece.signal });
    const patience = setTimeout(() => piece.abort(), 2000);
    for (let left = 1 + (drops % 2); left > 0; left -= 1) {
      const event = await events.next().catch(() => null);
      if (event === null || event.done === true) break;
      ids.push(event.value.id);
    }
    clearTimeout(patience);
    piece.abort();
    drops += 1;
  }
  return { ids, drops };
};

const isOneOf = (made: readonly string[]) => (event: { readonly data: Readonly<Record<string, unknown>> }) =>
  made.includes(String(event.data['id']));

/** The events that were delivered, as often as they were. */
const deliveredIds = (): readonly string[] => receiver.requests.map(({ headers }) => String(headers['service-event-id']));

describe.skipIf(baseUrl.startsWith('https:'))('twenty writers on one account, over a network that hangs up all the time', () => {
  it('[STR-20] are notified of in the log, the stream and the webhooks: each write once, in one order', async () => {
    const { testKey: key } = await createAccount();
    const steady = createBilling({ key, baseUrl, maxRetries: MAX_RETRIES });
    const shaky = createBilling({ key, baseUrl: network.url, maxRetries: MAX_RETRIES });
    const { id: before } = await steady.customers.create({ name: 'Before' });
    const marker = await waitForValue(
      'The first event',
      REPORT_MS,
      async () => (await allOf(steady.events.list())).find(isOneOf([before]))?.id ?? null,
    );
    await steady.webhookEndpoints.create({ url: receiver.url, enabled_events: TYPES });
    const heard: string[] = [];
    const ending = new AbortController();
    const listening = (async () => {
      for await (const { id } of shaky.events.stream({ startingAfter: marker, types: TYPES, signal: ending.signal })) heard.push(id);
    })().catch((error: unknown) => {
      if (!ending.signal.aborted) throw error;
    });
    let all = Number.POSITIVE_INFINITY;
    const reading = readInPieces(steady, marker, (read) => read >= all);
    const hangingUp = setInterval(network.hangUp, HANG_UP_EVERY_MS);
    const untilMs = Date.now() + WRITING_MS;
    const made = (await Promise.all(Array.from({ length: WRITERS }, (_, index) => write(shaky, untilMs, index)))).flat();
    clearInterval(hangingUp);

    expect(new Set(made).size).toBe(made.length);
    expect((await allOf(steady.customers.list({ limit: 100 }))).map(({ id }) => id).sort()).toEqual([...made, before].sort());
    const ids = await waitForValue('The log', REPORT_MS, async () => {
      const reported = (await allOf(steady.events.list({ limit: 100 }))).filter(isOneOf(made)).toReversed();
      return reported.length >= made.length ? reported.map(({ id }) => id) : null;
    });
    expect(ids).toHaveLength(made.length);
    all = ids.length;
    const pieces = await reading;
    await until(() => heard.length >= ids.length, REPORT_MS);
    await until(() => new Set(deliveredIds()).size >= ids.length, REPORT_MS);
    ending.abort();
    await listening;
    expect(heard).toEqual(ids);
    expect(pieces.ids).toEqual(ids);
    expect(pieces.drops).toBeGreaterThanOrEqual(DROPS);
    expect(new Set(deliveredIds())).toEqual(new Set(ids));
  });
});
