import { apiOf, type Client, type Json } from '../../scripts/support/api.ts';
import { type Receiver, startReceiver } from '../../scripts/support/receiver.ts';
import { until, waitForValue } from '../../scripts/support/waiting.ts';
import { run } from '../../shared/client/cli/main.ts';
import { webhooks } from '../../shared/client/index.ts';
import { recordingTerminal } from '../support/terminal.ts';
import { type Network, openNetwork } from './network.ts';

const SECRET = 'svcwhsec_of_this_test';
const TIMEOUT_MS = 90_000;

/** A running `billing listen`, the webhook receiver that it forwards to, and the network between the command and the service. */
export interface Listener {
  readonly network: Network;
  readonly receiver: Receiver;
  /** Returns the ids of the forwarded events, in order. Throws if a signature is invalid. */
  readonly forwarded: () => Promise<readonly string[]>;
  /** Waits until `/v1/events` has at least `atLeast` events since the start and all of them are forwarded. Returns their ids in order. */
  readonly allForwarded: (atLeast: number) => Promise<readonly string[]>;
  /** Stops the command; returns its exit code and output. */
  readonly end: () => Promise<{ readonly exitCode: number; readonly printed: readonly string[] }>;
}

/** Creates a customer and waits for its event; returns the id of the event. */
const createFirstEvent = async (client: Client): Promise<string> => {
  const customer = await client.post('/v1/customers', { name: 'First' });
  return waitForValue('The first event', TIMEOUT_MS, async () => {
    const [newest] = await client.list('/v1/events');
    return newest !== undefined && (newest.data as Json).id === customer.id ? newest.id : null;
  });
};

/** Starts `billing listen` with a cursor: the account's newest event, so that only later events are forwarded. */
export const startListener = async (baseUrl: string, testKey: string): Promise<Listener> => {
  const client = apiOf(baseUrl).client(testKey);
  const [cursor, receiver, network] = await Promise.all([createFirstEvent(client), startReceiver(), openNetwork(baseUrl)]);
  const ending = new AbortController();
  const args = ['listen', '--forward-to', receiver.url, '--secret', SECRET, '--starting-after', cursor, '--json'];
  const terminal = recordingTerminal({ BILLING_KEY: testKey, BILLING_URL: network.url }, { signal: ending.signal });
  const listening = run(args, terminal);
  const idsInLog = async (): Promise<readonly string[]> => {
    const ids = (await client.list('/v1/events')).map(({ id }) => id).reverse();
    return ids.slice(ids.indexOf(cursor) + 1);
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
    allForwarded: async (atLeast) => {
      await until(
        async () => {
          const { length } = await idsInLog();
          return length >= atLeast && length === receiver.requests.length;
        },
        TIMEOUT_MS,
        'Not every event was forwarded.',
      );
      return idsInLog();
    },
    end: async () => {
      ending.abort();
      const exitCode = await listening;
      network.stop();
      await receiver.stop();
      return { exitCode, printed: terminal.printed };
    },
  };
};
