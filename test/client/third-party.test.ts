import { spawn } from 'node:child_process';
import Mux from '@mux/mux-node';
import { EventSource } from 'eventsource';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { apiOf, type Client, type Json, textOf } from '../../scripts/support/api.ts';
import { type Received, type Receiver, startReceiver } from '../../scripts/support/receiver.ts';
import { eventually, until } from '../../scripts/support/waiting.ts';
import { webhooks } from '../../shared/client/index.ts';
import { service } from '../support/service.ts';
import { openNetwork } from './network.ts';

vi.setConfig({ testTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const TIMEOUT_MS = 60_000;

let client: Client;
beforeAll(async () => {
  client = apiOf(baseUrl).client((await createAccount()).testKey);
});

const createCustomers = async (...names: readonly string[]): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (const name of names) ids.push((await client.post('/v1/customers', { name })).id);
  return ids;
};

/** Returns the ids of the customers' events, in the order of the log. */
const eventIdsOf = (customerIds: readonly string[]): Promise<readonly string[]> =>
  eventually(
    async () => {
      const events = (await client.list('/v1/events')).toReversed();
      return events.filter(({ data }) => customerIds.includes(String((data as Json).id))).map(({ id }) => id);
    },
    ({ length }) => length === customerIds.length,
  );

describe('the event stream, read by third-party clients', () => {
  it.skipIf(baseUrl.startsWith('https:'))('[STR-06] [STR-16] works with the eventsource package, including reconnects', async () => {
    const network = await openNetwork(baseUrl);
    const messages: { readonly id: string; readonly body: Json }[] = [];
    let opened = 0;
    const source = new EventSource(`${network.url}/v1/events/stream`, {
      fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, authorization: `Bearer ${client.key}` } }),
    });
    source.addEventListener('open', () => (opened += 1));
    source.addEventListener('message', ({ data, lastEventId }) => messages.push({ id: lastEventId, body: JSON.parse(data) }));
    try {
      await until(() => opened === 1, TIMEOUT_MS);
      const before = await createCustomers('One', 'Two');
      await until(() => messages.length === 2, TIMEOUT_MS);
      network.closeConnections();
      const missed = await createCustomers('Three', 'Four');
      await until(() => opened === 2, TIMEOUT_MS);
      const after = await createCustomers('Five');
      await until(() => messages.length >= 5, TIMEOUT_MS);
      expect(messages.map(({ id }) => id)).toEqual(await eventIdsOf([...before, ...missed, ...after]));
      for (const { id, body } of messages) expect(body.id).toBe(id);
    } finally {
      source.close();
      network.stop();
    }
  });

  it('[STR-01] [STR-15] works with curl', async () => {
    const [cursor] = await eventIdsOf(await createCustomers('First'));
    const args = ['-sN', '-H', `Authorization: Bearer ${client.key}`, `${baseUrl}/v1/events/stream?starting_after=${cursor}`];
    const curl = spawn('curl', args, { stdio: ['ignore', 'pipe', 'ignore'] });
    let text = '';
    curl.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    try {
      const customerIds = await createCustomers('One', 'Two', 'Three');
      const ids = (): readonly string[] => [...text.matchAll(/^id: (.+)$/gm)].map(([, id]) => String(id));
      await until(() => ids().length >= 3, TIMEOUT_MS);
      expect(ids()).toEqual(await eventIdsOf(customerIds));
    } finally {
      curl.kill();
    }
  });
});

describe('a delivery, verified by third-party libraries', () => {
  const stripe = new Stripe('sk_test_none');
  const mux = new Mux({ tokenId: 'none', tokenSecret: 'none' });
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.stop());

  /** Returns the names of the libraries that accept the signature. */
  const acceptedBy = async ({ text, headers }: Received, secret: string): Promise<readonly string[]> => {
    const header = String(headers['service-signature']);
    const verifiers: readonly (readonly [string, () => unknown])[] = [
      ['stripe', () => stripe.webhooks.constructEvent(text, header, secret)],
      ['mux', () => mux.webhooks.verifySignature(text, { 'mux-signature': header }, secret)],
      ['billing', () => webhooks.verify(text, header, secret)],
    ];
    const accepted = await Promise.all(
      verifiers.map(async ([name, verify]) => {
        try {
          await verify();
          return [name];
        } catch {
          return [];
        }
      }),
    );
    return accepted.flat();
  };
  const deliveryOf = async (customerId: string | undefined): Promise<Received> => {
    const received = await eventually(
      async () => receiver.requests.find(({ text }) => JSON.parse(text).data.id === customerId),
      (delivery) => delivery !== undefined,
    );
    if (received === undefined) throw new Error('No delivery arrived.');
    return received;
  };

  it('[WHD-03] [WHD-04] [WHD-08] is accepted with its secret (old or new after a rotation), and rejected if altered', async () => {
    const endpoint = await client.post('/v1/webhook_endpoints', { url: receiver.url, enabled_events: ['customer.created'] });
    const oldSecret = textOf(endpoint, 'secret');
    const first = await deliveryOf((await createCustomers('Before'))[0]);
    const all = ['stripe', 'mux', 'billing'];
    expect(await acceptedBy(first, oldSecret)).toEqual(all);
    expect(await acceptedBy(first, `${oldSecret}x`)).toEqual([]);
    const newSecret = textOf(await client.post(`/v1/webhook_endpoints/${endpoint.id}/rotate_secret`), 'secret');
    const second = await deliveryOf((await createCustomers('After'))[0]);
    expect(await acceptedBy(second, oldSecret)).toEqual(all);
    expect(await acceptedBy(second, newSecret)).toEqual(all);
    expect(await acceptedBy(first, newSecret)).toEqual([]);
    const altered = { ...second, text: second.text.replace('After', 'Later') };
    expect(await acceptedBy(altered, newSecret)).toEqual([]);
  });
});
