import type { Billing } from '../index.ts';
import type { Entry } from '../types.ts';
import type { Command } from './command.ts';
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

/** Fetches the newest deliveries of one endpoint, or of all together, newest first. */
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

export const logs: Command = {
  usage: 'logs [ENDPOINT]',
  summary: 'list webhook deliveries, newest first',
  maxArguments: 1,
  options: { limit: { value: 'N', meaning: `number of deliveries; ${DEFAULT_DELIVERIES} by default` } },
  run: async ({ billing, positionals: [, endpointId], options, format, terminal }): Promise<undefined> => {
    const list = await fetchDeliveries(billing, endpointId, countOption(options, 'limit', DEFAULT_DELIVERIES));
    if (format === 'json') printObject(terminal, list, format);
    else
      printTable(
        terminal,
        Object.entries(COLUMNS).map(([title, cell]) => ({ title, isNumber: false, cells: list.data.map(cell) })),
      );
  },
};
