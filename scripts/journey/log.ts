import type { Billing, Entry } from '../../shared/client/index.ts';
import { waitForValue } from '../support/waiting.ts';

export type LoggedEvent = Entry<'events.list'>;

/** The list of events can omit an event for about 30 seconds, while earlier events are being written. */
const LOG_TIMEOUT_MS = 60_000;

/** Whether the event is about one of the objects or customers in `objectIds`. */
const isAbout = (event: LoggedEvent, objectIds: readonly string[]): boolean =>
  objectIds.includes(String(event.data['id'])) || objectIds.includes(String(event.data['customer_id'] ?? ''));

const readLog = async (billing: Billing): Promise<readonly LoggedEvent[]> => {
  const log: LoggedEvent[] = [];
  for await (const event of billing.events.list({ limit: 100 })) log.push(event);
  return log.reverse();
};

/**
 * Waits until the log has, after the event `after`, an event of every type in `types` about one of the `objectIds`. If `after` is `null`,
 * all events of the log count. Returns the whole log and all events about the `objectIds` after `after`, oldest first.
 */
export const waitForLog = async (
  billing: Billing,
  objectIds: readonly string[],
  after: string | null,
  types: readonly string[],
): Promise<{ readonly log: readonly LoggedEvent[]; readonly events: readonly LoggedEvent[] }> => {
  let recordedTypes: readonly string[] = [];
  return waitForValue(
    `The log of ${types.join(', ')}`,
    LOG_TIMEOUT_MS,
    async () => {
      const log = await readLog(billing);
      const start = after === null ? 0 : log.findIndex((event) => event.id === after) + 1;
      const events = log.slice(start).filter((event) => isAbout(event, objectIds));
      recordedTypes = events.map((event) => event.type);
      return types.every((type) => recordedTypes.includes(type)) ? { log, events } : null;
    },
    () => `Recorded: ${recordedTypes.join(', ') || 'nothing'}.`,
  );
};

/** Whether `second` directly follows `first` in the log. */
export const directlyFollows = (log: readonly LoggedEvent[], first: LoggedEvent, second: LoggedEvent): boolean =>
  log.findIndex((event) => event.id === second.id) === log.findIndex((event) => event.id === first.id) + 1;
