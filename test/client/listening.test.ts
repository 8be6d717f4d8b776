import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { apiOf, type Client, type Json } from '../../scripts/support/api.ts';
import { type Receiver, startReceiver } from '../../scripts/support/receiver.ts';
import { eventually, until } from '../../scripts/support/waiting.ts';
import { run } from '../../shared/client/cli/main.ts';
import { webhooks } from '../../shared/client/index.ts';
import { openSession, openShop, pay } from '../contract/support/shop.ts';
import { service } from '../support/service.ts';

vi.setConfig({ testTimeout: 240_000 });

const { baseUrl, createAccount } = service();
const SECRET = 'svcwhsec_of_this_test';

/** A network between the command line and the service, which can be cut. */
interface Network {
  readonly url: string;
  /** Every connection is lost, and none can be made. */
  readonly cut: () => void;
  readonly mend: () => void;
  readonly stop: () => void;
}

const openNetwork = async (): Promise<Network> => {
  const { hostname, port } = new URL(baseUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server: Server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const hangUp = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      isCut = true;
      hangUp();
    },
    mend: () => {
      isCut = false;
    },
    stop: () => {
      server.close();
      hangUp();
    },
  };
};

let receiver: Receiver;
let network: Network;
beforeEach(async () => {
  [receiver, network] = await Promise.all([startReceiver(), openNetwork()]);
});
afterEach(async () => {
  network.stop();
  await receiver.stop();
});

const idsAt = (): readonly unknown[] => receiver.requests.map(({ headers }) => headers['service-event-id']);
const idsIn = async (client: Client): Promise<readonly string[]> => (await client.list('/v1/events')).map(({ id }) => id).reverse();

const sell = async (client: Client, priceId: string): Promise<void> => {
  const { id } = await client.post('/v1/customers', { name: 'Ada' });
  await pay(client, (await openSession(client, priceId, { customer_id: id })).id);
};

describe.skipIf(baseUrl.startsWith('https:'))('billing listen', () => {
  it('forwards every event once, in order, rightly signed, and loses none while the network is cut', async () => {
    const { testKey } = await createAccount();
    const client = apiOf(baseUrl).client(testKey);
    const { priceId } = await openShop(client);
    const { id: marker } = await client.post('/v1/customers', { name: 'The last before' });
    const before = await eventually(
      async () => (await client.list('/v1/events')).toReversed(),
      (events) => events.some(({ data }) => (data as Json).id === marker),
    );
    const ending = new AbortController();
    const printed: string[] = [];
    const line = ['listen', '--forward-to', receiver.url, '--secret', SECRET, '--starting-after', String(before.at(-1)?.id), '--json'];
    const listening = run(line, {
      env: { BILLING_KEY: testKey, BILLING_URL: network.url },
      print: (text) => printed.push(text),
      printError: () => undefined,
      signal: ending.signal,
    });
    for (let turn = 0; turn < 3; turn += 1) await sell(client, priceId);
    await until(async () => receiver.requests.length > 10);
    network.cut();
    for (let turn = 0; turn < 3; turn += 1) await sell(client, priceId);
    network.mend();
    await sell(client, priceId);
    await until(async () => {
      const all = (await idsIn(client)).slice(before.length);
      return all.length > 40 && all.length === receiver.requests.length;
    });
    ending.abort();
    expect(await listening).toBe(0);
    expect(idsAt()).toEqual((await idsIn(client)).slice(before.length));
    for (const { text, headers } of receiver.requests) {
      const event = await webhooks.verify(text, String(headers['service-signature']), SECRET);
      expect([event.id, event.type]).toEqual([headers['service-event-id'], headers['service-event-type']]);
    }
    expect(printed.map((each) => JSON.parse(each).outcome)).toEqual(printed.map(() => 200));
  });
});
