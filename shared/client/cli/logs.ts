import { setTimeout as delay } from 'node:timers/promises';
import type { Billing } from '../index.ts';
import type { Entry } from '../types.ts';
import type { Command, Session } from './command.ts';
import { timeText } from './output/columns.ts';
import { printObject, printTable } from './output/format.ts';
import { countOption } from './usage.ts';

type Delivery = Entry<'webhook_deliveries.list'>;

const DEFAULT_DELIVERIES = 20;

const outcomeOf = ({ last_response_code: code, last_error: error }: Delivery): string => String(code ?? error ?? '-');

const COLUMNS: Readonly<Record<string, (delivery: Delivery) => string>> = {
  TIME: ({ created }) => timeText(created),
  'EVENT TYPE': ({ event_type: type }) => type,
  STATUS: ({ status }) => status,
  ATTEMPTS: ({ attempt_count: attempts }) => String(attempts),
  RESPONSE: outcomeOf,
  DELIVERY: ({ id }) => id,
  EVENT: ({ event_id: event }) => event,
  ENDPOINT: ({ endpoint_id: endpoint }) => endpoint,
};

/** Fetches the newest deliveries of one endpoint, or of all endpoints if `endpointId` is undefined, newest first. */
const fetchDeliveries = async (
  { webhookEndpoints, webhookDeliveries }: Billing,
  endpointId: string | undefined,
  limit: number,
): Promise<{ readonly object: 'list'; readonly data: readonly Delivery[]; readonly has_more: boolean }> => {
  const endpoints: string[] = endpointId === undefined ? [] : [endpointId];
  if (endpointId === undefined) for await (const { id } of webhookEndpoints.list({ limit: 100 })) endpoints.push(id);
  const found: Delivery[] = [];
  for (const id of endpoints) {
    let count = 0;
    for await (const delivery of webhookDeliveries.list(id, { limit: Math.min(100, limit + 1) })) {
      found.push(delivery);
      count += 1;
      if (count > limit) break;
    }
  }
  const data = found.sort((one, other) => other.created - one.created).slice(0, limit);
  return { object: 'list', data, has_more: found.length > limit };
};

const POLL_MS = 1000;

/** How many of the newest deliveries each poll compares with the previous poll. Retries of older deliveries are not printed. */
const FOLLOWED_DELIVERIES = 100;

const attemptKey = ({ id, attempt_count: attempts, status }: Delivery): string => `${id} ${attempts} ${status}`;

const lineOf = (delivery: Delivery): string =>
  [
    timeText(delivery.created),
    delivery.event_type.padEnd(36),
    delivery.status.padEnd(9),
    `attempt ${delivery.attempt_count}`,
    outcomeOf(delivery),
    delivery.id,
    delivery.endpoint_id,
  ].join('  ');

/** Prints each new delivery, and each whose status or number of attempts changed, until the command is ended. */
const followDeliveries = async ({ billing, positionals: [, endpointId], format, terminal }: Session): Promise<void> => {
  const fetchNewest = async () => (await fetchDeliveries(billing, endpointId, FOLLOWED_DELIVERIES)).data;
  let known = new Set((await fetchNewest()).map(attemptKey));
  while (!terminal.signal.aborted) {
    // Rejects when the command is ended.
    await delay(POLL_MS, undefined, { signal: terminal.signal }).catch(() => undefined);
    if (terminal.signal.aborted) return;
    const newest = await fetchNewest();
    const changed = newest.filter((delivery) => !known.has(attemptKey(delivery))).toReversed();
    for (const delivery of changed) terminal.print(format === 'json' ? JSON.stringify(delivery) : lineOf(delivery));
    known = new Set(newest.map(attemptKey));
  }
};

export const logs: Command = {
  usage: 'logs [ENDPOINT]',
  summary: 'list webhook deliveries, newest first, or follow new ones',
  maxArguments: 1,
  options: {
    follow: { value: null, meaning: 'print deliveries as they are attempted; with --json, each as one line' },
    limit: { value: 'N', meaning: `number of deliveries; ${DEFAULT_DELIVERIES} by default` },
  },
  run: async (session): Promise<undefined> => {
    const { billing, positionals, options, format, terminal } = session;
    const [, endpointId] = positionals;
    if (options.has('follow')) {
      await followDeliveries(session);
      return;
    }
    const list = await fetchDeliveries(billing, endpointId, countOption(options, 'limit', DEFAULT_DELIVERIES));
    if (format === 'json') printObject(terminal, list, format);
    else
      printTable(
        terminal,
        Object.entries(COLUMNS).map(([title, cell]) => ({ title, isNumber: false, cells: list.data.map(cell) })),
      );
  },
};
