import type { Billing, WebhookEvent } from '../../shared/client/index.ts';
import { answerTo } from '../support/waiting.ts';

/** An event as the log shows it. */
export type LoggedEvent = WebhookEvent;

/** Names of this run's objects; an event is ours when it tells of one of them. */
type Ours = readonly string[];

const LOG_MS = 60_000;

const isOurs = (event: LoggedEvent, ours: Ours): boolean =>
  ours.includes(String(event.data['id'])) || ours.includes(String(event.data['customer_id'] ?? ''));

const oldestFirst = async (billing: Billing): Promise<readonly LoggedEvent[]> => {
  const log: LoggedEvent[] = [];
  for await (const event of billing.events.list({ limit: 100 })) log.push(event);
  return log.reverse();
};

/**
 * The whole log, oldest first, once the events of `ours` recorded after `after` hold every type of `types`. An event may be
 * held back for half a minute while an earlier write is open.
 */
export const logWith = async (
  billing: Billing,
  ours: Ours,
  after: string | null,
  types: readonly string[],
): Promise<{ readonly log: readonly LoggedEvent[]; readonly ours: readonly LoggedEvent[] }> => {
  let found: readonly string[] = [];
  return answerTo(
    `The log of ${types.join(', ')}`,
    LOG_MS,
    async () => {
      const log = await oldestFirst(billing);
      const start = after === null ? 0 : log.findIndex((event) => event.id === after) + 1;
      const news = log.slice(start).filter((event) => isOurs(event, ours));
      found = news.map((event) => event.type);
      return types.every((type) => found.includes(type)) ? { log, ours: news } : null;
    },
    () => `Recorded: ${found.join(', ') || 'nothing'}.`,
  );
};

/** True when `second` is right behind `first` in the log. */
export const follows = (log: readonly LoggedEvent[], first: LoggedEvent, second: LoggedEvent): boolean =>
  log.findIndex((event) => event.id === second.id) === log.findIndex((event) => event.id === first.id) + 1;
