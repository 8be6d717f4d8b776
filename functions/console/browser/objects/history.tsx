import type { Mode } from '../../../../shared/domain/tenant.ts';
import { Await, Time, useRead } from '../app/parts.tsx';
import { hrefOf, objectRoute, routeTo } from '../app/route.ts';
import { screenOfId } from '../app/screens.ts';
import { type EventQuery, eventQueryOf, readEvents } from './events-about.ts';
import type { ScreenProps } from './lists.tsx';
import type { Row } from './rows.ts';

/** The history of an object. */

const HISTORY_SIZE = '25';

type HistoryProps = ScreenProps & { readonly row: Row; readonly version: number };

/** The object's events. */
const Events = ({ calls, route, signedOut, eventQuery, version }: HistoryProps & { readonly eventQuery: EventQuery }) => {
  const read = useRead(
    () => readEvents(eventQuery, (query) => calls.page(route.mode, 'events', query)),
    `events ${version} ${hrefOf(route)}`,
    signedOut,
  );
  return (
    <Await read={read}>
      {({ events, isComplete, readCount }) => (
        <>
          <Entries
            entries={events.map((event) => ({ id: event.id, what: event.type, at: event.created }))}
            emptyText={
              isComplete ? 'Nothing in the last 90 days.' : `None of the newest ${readCount} events of this type is about this object.`
            }
            mode={route.mode}
          />
          {isComplete ? null : (
            <p>
              <a href={hrefOf(routeTo(route.mode, 'events', eventQuery.listFilters))}>
                {'type' in eventQuery.listFilters ? 'All events of this type' : 'All events of the customer'}
              </a>
            </p>
          )}
        </>
      )}
    </Await>
  );
};

interface Entry {
  readonly id: string;
  readonly what: string;
  readonly by?: string;
  readonly at: number;
}

const EntryTitle = ({ id, what, mode }: Pick<Entry, 'id' | 'what'> & { readonly mode: Mode }) => {
  const screen = screenOfId(id, mode);
  return screen === null ? <strong>{what}</strong> : <a href={hrefOf(objectRoute(mode, screen, id))}>{what}</a>;
};

interface EntriesProps {
  readonly entries: readonly Entry[];
  /** The text shown if there are no entries. */
  readonly emptyText: string;
  readonly mode: Mode;
}

const Entries = ({ entries, emptyText, mode }: EntriesProps) =>
  entries.length === 0 ? (
    <p>{emptyText}</p>
  ) : (
    <ul class="list">
      {entries.map(({ id, what, by, at }) => (
        <li key={id}>
          <div>
            <EntryTitle {...{ id, what, mode }} />
            {by === undefined ? null : <span class="soft">{by}</span>}
          </div>
          <Time seconds={at} />
        </li>
      ))}
    </ul>
  );

/** The object's audit log entries, with their actors. */
const Changes = ({ calls, route, signedOut, version }: ScreenProps & { readonly version: number }) => {
  const query = new URLSearchParams({ resource_id: route.id ?? '', limit: HISTORY_SIZE });
  const read = useRead(() => calls.page(route.mode, 'audit_logs', query), `changes ${version} ${hrefOf(route)}`, signedOut);
  return (
    <Await read={read}>
      {({ data }) => (
        <Entries
          entries={data.map((entry) => ({
            id: entry.id,
            what: entry.action,
            by: `${entry.actor_type} ${entry.actor_id ?? ''}`,
            at: entry.created,
          }))}
          emptyText="There is nothing here yet."
          mode={route.mode}
        />
      )}
    </Await>
  );
};

/** The events and audit log entries of an object. */
export const History = (props: HistoryProps) => {
  const eventQuery = eventQueryOf(props.route.screen, props.row);
  return (
    <section aria-label="History">
      {eventQuery === null ? null : (
        <>
          <h2>What happened</h2>
          <Events {...props} eventQuery={eventQuery} />
        </>
      )}
      <h2>Who changed it</h2>
      <Changes {...props} />
    </section>
  );
};
