import { apiOf, type Client, type Json } from '../../scripts/support/api.ts';
import { type Receiver, startReceiver } from '../../scripts/support/receiver.ts';
import { until, waitForValue } from '../../scripts/support/waiting.ts';
import { run } from '../../shared/client/cli/main.ts';
import { webhooks } from '../../shared/client/index.ts';
import { type Network, openNetwork } from './network.ts';

const SECRET = 'svcwhsec_of_this_test';
const REPORT_MS = 90_000;

/** `billing listen` of an account, over a network that can be cut, with the receiver that it forwards to. */
export interface Listener {
  readonly network: Network;
  readonly receiver: Receiver;
  /** The ids of what was forwarded, in order. Throws where one was not rightly signed. */
  readonly forwarded: () => Promise<readonly string[]>;
  /** The ids of what was recorded since listening began, in order, once there are so many and all are forwarded. */
  readonly recorded: (atLeast: number) => Promise<readonly string[]>;
  /** Ends it; gives its exit code and what it printed. */
  readonly end: () => Promise<{ readonly exitCode: number; readonly printed: readonly string[] }>;
}

/** The newest event's id, once the log has one. */
const markerOf = async (client: Client): Promise<string> => {
  const { id: marker } = await client.post('/v1/customers', { name: 'The last before' });
  return waitForValue('The first event', REPORT_MS, async () => {
    const [newest] = await client.list('/v1/events');
    return newest !== undefined && (newest.data as Json).id === marker ? newest.id : null;
  });
};

/** Begins to listen behind everything that the account did so far. */
export const startListener = async (baseUrl: string, testKey: string): Promise<Listener> => {
  const client = apiOf(baseUrl).client(testKey);
  const [marker, receiver, network] = await Promise.all([markerOf(client), startReceiver(), openNetwork(baseUrl)]);
  const ending = new AbortController();
  const printed: string[] = [];
  const line = ['listen', '--forward-to', receiver.url, '--secret', SECRET, '--starting-after', marker, '--json'];
  const listening = run(line, {
    env: { BILLING_KEY: testKey, BILLING_URL: network.url },
    print: (text) => printed.push(text),
    printError: () => undefined,
    progress: () => undefined,
    signal: ending.signal,
  });
  const idsInLog = async (): Promise<readonly string[]> => {
    const ids = (await client.list('/v1/events')).map(({ id }) => id).reverse();
    return ids.slice(ids.indexOf(marker) + 1);
  };
  return {
    network,
    receiver,
    forwarded: () =>
      Promise.all(
        receiver.requests.map(async ({ text, headers }) => {
          const { id } = await webhooks.verify(text, String(headers['service-signature']), SECRET);
          if (id !== headers['service-event-id']) throw new Error(`${id} was forwarded as ${headers['service-event-id']}`);
          return id;
        }),
      ),
    recorded: async (atLeast) => {
      await until(
        async () => {
          const { length } = await idsInLog();
          return length >= atLeast && length === receiver.requests.length;
        },
        REPORT_MS,
        'Not every event was forwarded.',
      );
      return idsInLog();
    },
    end: async () => {
      ending.abort();
      const exitCode = await listening;
      network.stop();
      await receiver.stop();
      return { exitCode, printed };
    },
  };
};
