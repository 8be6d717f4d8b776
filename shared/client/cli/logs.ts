import { setTimeout as delay } from 'node:timers/promises';
import { type Billing, NotFoundError } from '../index.ts';
import type { Entry } from '../types.ts';
import type { Command, Session } from './command.ts';
import { timeText } from './output/columns.ts';
import { printObject, printTable } from './output/format.ts';
import { positiveIntegerOption } from './usage.ts';

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

const fetchEndpointIds = async ({ webhookEndpoints }: Billing): Promise<readonly string[]> => {
  const ids: string[] = [];
  for await (const { id } of webhookEndpoints.list({ limit: 100 })) ids.push(id);
  return ids;
};

/** Fetches the newest deliveries of one endpoint, or of all endpoints if `endpointId` is undefined, newest first. */
const fetchDeliveries = async (
  billing: Billing,
  endpointId: string | undefined,
  limit: number,
): Promise<{ readonly object: 'list'; readonly data: readonly Delivery[]; readonly has_more: boolean }> => {
  const endpoints = endpointId === undefined ? await fetchEndpointIds(billing) : [endpointId];
  const found: Delivery[] = [];
  for (const id of endpoints) {
    let count = 0;
    for await (const delivery of billing.webhookDeliveries.list(id, { limit: Math.min(100, limit + 1) })) {
      found.push(delivery);
      count += 1;
      if (count > limit) break;
    }
  }
  const data = found.sort((one, other) => other.created - one.created).slice(0, limit);
  return { object: 'list', data, has_more: found.length > limit };
};

const MIN_PAUSE_MS = 1000;
/** Requests per minute, low because production shares the rate limit of the account. */
const FOLLOW_REQUESTS_PER_MINUTE = 90;
/** The endpoints are listed again after this time, to follow new ones. */
const ENDPOINTS_MS = 60_000;

/** Number of newest deliveries per endpoint that a poll compares with the previous poll. Retries of older deliveries are not printed. */
const FOLLOWED_DELIVERIES = 100;

/** Returns the pause between two polls, each of which makes one request per endpoint. */
export const followPauseMs = (endpoints: number): number => Math.max(MIN_PAUSE_MS, (endpoints * 60_000) / FOLLOW_REQUESTS_PER_MINUTE);

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

/** Fetches the first page of deliveries of an endpoint. */
const fetchPage = async ({ webhookDeliveries }: Billing, endpointId: string): Promise<readonly Delivery[]> =>
  (await webhookDeliveries.list(endpointId, { limit: FOLLOWED_DELIVERIES })).data;

/** Fetches the newest deliveries of endpoints that were listed earlier. Skips endpoints that were deleted since then. */
const fetchNewest = async (billing: Billing, endpointIds: readonly string[]): Promise<readonly Delivery[]> => {
  const found: Delivery[] = [];
  for (const id of endpointIds) {
    const page = await fetchPage(billing, id).catch((error: unknown) => {
      if (error instanceof NotFoundError) return [];
      throw error;
    });
    found.push(...page);
  }
  return found.sort((one, other) => other.created - one.created);
};

/** Prints each new delivery, and each whose status or number of attempts changed, until the command is ended. */
const followDeliveries = async ({ billing, positionals: [, endpointId], format, terminal }: Session): Promise<void> => {
  let endpointIds: readonly string[] = [];
  let listedAtMs = Number.NEGATIVE_INFINITY;
  let known: ReadonlySet<string> | null = null;
  while (!terminal.signal.aborted) {
    if (endpointId === undefined && performance.now() - listedAtMs >= ENDPOINTS_MS) {
      endpointIds = await fetchEndpointIds(billing);
      listedAtMs = performance.now();
    }
    const newest = endpointId === undefined ? await fetchNewest(billing, endpointIds) : await fetchPage(billing, endpointId);
    const before: ReadonlySet<string> | null = known;
    const changed = before === null ? [] : newest.filter((delivery) => !before.has(attemptKey(delivery))).toReversed();
    for (const delivery of changed) terminal.print(format === 'json' ? JSON.stringify(delivery) : lineOf(delivery));
    known = new Set(newest.map(attemptKey));
    // Rejects when the command is ended.
    await delay(followPauseMs(endpointIds.length), undefined, { signal: terminal.signal }).catch(() => undefined);
  }
};

export const logsCommand: Command = {
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
    const list = await fetchDeliveries(billing, endpointId, positiveIntegerOption(options, 'limit', DEFAULT_DELIVERIES));
    if (format === 'json') printObject(terminal, list, format);
    else
      printTable(
        terminal,
        Object.entries(COLUMNS).map(([title, cell]) => ({ title, isNumber: false, cells: list.data.map(cell) })),
      );
  },
};
