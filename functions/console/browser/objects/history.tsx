import type { Mode } from '../../../../shared/domain/tenant.ts';
import { Await, Time, useRead } from '../app/parts.tsx';
import { hrefOf, objectRoute, routeTo } from '../app/route.ts';
import { screenOfId } from '../app/screens.ts';
import { type Log, logOf, readLog } from './events-about.ts';
import type { Shows } from './lists.tsx';
import type { Row } from './rows.ts';

/** The past of an object. */

const HISTORY_SIZE = '25';

type Of = Shows & { readonly row: Row; readonly version: number };

/** What happened to it, as the log of events has it. */
const Events = ({ calls, route, signedOut, log, version }: Of & { readonly log: Log }) => {
  const read = useRead(
    () => readLog(log, (query) => calls.page(route.mode, 'events', query)),
    `events ${version} ${hrefOf(route)}`,
    signedOut,
  );
  return (
    <Await read={read}>
      {({ events, isWhole, looked }) => (
        <>
          <Moments
            of={events.map((event) => ({ id: event.id, what: event.type, at: event.created }))}
            none={isWhole ? 'Nothing in the last 90 days.' : `It is not among the newest ${looked} events of its kind.`}
            mode={route.mode}
          />
          {isWhole ? null : (
            <p>
              <a href={hrefOf(routeTo(route.mode, 'events', log.all))}>
                {'type' in log.all ? 'All events of its kind' : 'All events of the customer'}
              </a>
            </p>
          )}
        </>
      )}
    </Await>
  );
};

interface Moment {
  readonly id: string;
  readonly what: string;
  readonly by?: string;
  readonly at: number;
}

const MomentName = ({ id, what, mode }: Pick<Moment, 'id' | 'what'> & { readonly mode: Mode }) => {
  const screen = screenOfId(id, mode);
  return screen === null ? <strong>{what}</strong> : <a href={hrefOf(objectRoute(mode, screen, id))}>{what}</a>;
};

interface MomentsProps {
  readonly of: readonly Moment[];
  /** Said where there are none. */
  readonly none: string;
  readonly mode: Mode;
}

const Moments = ({ of, none, mode }: MomentsProps) =>
  of.length === 0 ? (
    <p>{none}</p>
  ) : (
    <ul class="list">
      {of.map(({ id, what, by, at }) => (
        <li key={id}>
          <div>
            <MomentName {...{ id, what, mode }} />
            {by === undefined ? null : <span class="soft">{by}</span>}
          </div>
          <Time seconds={at} />
        </li>
      ))}
    </ul>
  );

/** Who changed it, as the audit log has it. */
const Changes = ({ calls, route, signedOut, version }: Shows & { readonly version: number }) => {
  const query = new URLSearchParams({ resource_id: route.id ?? '', limit: HISTORY_SIZE });
  const read = useRead(() => calls.page(route.mode, 'audit_logs', query), `changes ${version} ${hrefOf(route)}`, signedOut);
  return (
    <Await read={read}>
      {({ data }) => (
        <Moments
          of={data.map((entry) => ({
            id: entry.id,
            what: entry.action,
            by: `${entry.actor_type} ${entry.actor_id ?? ''}`,
            at: entry.created,
          }))}
          none="There is nothing here yet."
          mode={route.mode}
        />
      )}
    </Await>
  );
};

/** What happened to an object, and who changed it. */
export const History = (props: Of) => {
  const log = logOf(props.route.screen, props.row);
  return (
    <section aria-label="History">
      {log === null ? null : (
        <>
          <h2>What happened</h2>
          <Events {...props} log={log} />
        </>
      )}
      <h2>Who changed it</h2>
      <Changes {...props} />
    </section>
  );
};
