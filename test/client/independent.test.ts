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
const HEARD_MS = 60_000;

let client: Client;
beforeAll(async () => {
  client = apiOf(baseUrl).client((await createAccount()).testKey);
});

const make = async (...names: readonly string[]): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (const name of names) ids.push((await client.post('/v1/customers', { name })).id);
  return ids;
};

/** The ids of the events about these, in the order of the log. */
const eventsAbout = (customerIds: readonly string[]): Promise<readonly string[]> =>
  eventually(
    async () => {
      const events = (await client.list('/v1/events')).toReversed();
      return events.filter(({ data }) => customerIds.includes(String((data as Json).id))).map(({ id }) => id);
    },
    ({ length }) => length === customerIds.length,
  );

describe('the event stream, by readers that others wrote', () => {
  it.skipIf(baseUrl.startsWith('https:'))(
    '[STR-06] [STR-16] is read by the eventsource package, with a key in its header, over connections that break',
    async () => {
      const network = await openNetwork(baseUrl);
      const heard: { readonly id: string; readonly body: Json }[] = [];
      let opened = 0;
      const source = new EventSource(`${network.url}/v1/events/stream`, {
        fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, authorization: `Bearer ${client.key}` } }),
      });
      source.addEventListener('open', () => (opened += 1));
      source.addEventListener('message', ({ data, lastEventId }) => heard.push({ id: lastEventId, body: JSON.parse(data) }));
      try {
        await until(() => opened === 1, HEARD_MS);
        const before = await make('One', 'Two');
        await until(() => heard.length === 2, HEARD_MS);
        network.hangUp();
        const missed = await make('Three', 'Four');
        await until(() => opened === 2, HEARD_MS);
        const after = await make('Five');
        await until(() => heard.length >= 5, HEARD_MS);
        expect(heard.map(({ id }) => id)).toEqual(await eventsAbout([...before, ...missed, ...after]));
        for (const { id, body } of heard) expect(body.id).toBe(id);
      } finally {
        source.close();
        network.stop();
      }
    },
  );

  it('[STR-01] [STR-15] is read by curl', async () => {
    const [marker] = await eventsAbout(await make('Marker'));
    const args = ['-sN', '-H', `Authorization: Bearer ${client.key}`, `${baseUrl}/v1/events/stream?starting_after=${marker}`];
    const curl = spawn('curl', args, { stdio: ['ignore', 'pipe', 'ignore'] });
    let text = '';
    curl.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    try {
      const made = await make('One', 'Two', 'Three');
      const ids = (): readonly string[] => [...text.matchAll(/^id: (.+)$/gm)].map(([, id]) => String(id));
      await until(() => ids().length >= 3, HEARD_MS);
      expect(ids()).toEqual(await eventsAbout(made));
    } finally {
      curl.kill();
    }
  });
});

describe('a delivery, by verifiers that others wrote', () => {
  const stripe = new Stripe('sk_test_none');
  const mux = new Mux({ tokenId: 'none', tokenSecret: 'none' });
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.stop());

  /** Who takes it as signed with the secret. */
  const acceptedBy = async ({ text, headers }: Received, secret: string): Promise<readonly string[]> => {
    const header = String(headers['service-signature']);
    const tries: readonly (readonly [string, () => unknown])[] = [
      ['stripe', () => stripe.webhooks.constructEvent(text, header, secret)],
      ['mux', () => mux.webhooks.verifySignature(text, { 'mux-signature': header }, secret)],
      ['billing', () => webhooks.verify(text, header, secret)],
    ];
    const taken = await Promise.all(
      tries.map(async ([name, verify]) => {
        try {
          await verify();
          return [name];
        } catch {
          return [];
        }
      }),
    );
    return taken.flat();
  };
  const deliveryOf = async (customerId: string | undefined): Promise<Received> => {
    const received = await eventually(
      async () => receiver.requests.find(({ text }) => JSON.parse(text).data.id === customerId),
      (found) => found !== undefined,
    );
    if (received === undefined) throw new Error('nothing was delivered');
    return received;
  };

  it('[WHD-03] [WHD-04] [WHD-08] is taken under the secret, and after a rotation under both', async () => {
    const endpoint = await client.post('/v1/webhook_endpoints', { url: receiver.url, enabled_events: ['customer.created'] });
    const former = textOf(endpoint, 'secret');
    const first = await deliveryOf((await make('Before'))[0]);
    const all = ['stripe', 'mux', 'billing'];
    expect(await acceptedBy(first, former)).toEqual(all);
    expect(await acceptedBy(first, `${former}x`)).toEqual([]);
    const rotated = textOf(await client.post(`/v1/webhook_endpoints/${endpoint.id}/rotate_secret`), 'secret');
    const second = await deliveryOf((await make('After'))[0]);
    expect(await acceptedBy(second, former)).toEqual(all);
    expect(await acceptedBy(second, rotated)).toEqual(all);
    expect(await acceptedBy(first, rotated)).toEqual([]);
    const altered = { ...second, text: second.text.replace('After', 'Later') };
    expect(await acceptedBy(altered, rotated)).toEqual([]);
  });
});
