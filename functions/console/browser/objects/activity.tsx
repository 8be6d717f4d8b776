import { hasScope } from '../app/calls.ts';
import { Await, Card, DateTime, useRead } from '../app/parts.tsx';
import { hrefOf, objectRoute, routeTo } from '../app/route.ts';
import { screenOfId } from '../app/screens.ts';
import { type EventQuery, eventQueryOf, readEvents } from './events-about.ts';
import type { ScreenProps } from './lists.tsx';
import { readNamesByIds } from './names.ts';
import { isRow, type Row, type RowOf } from './rows.ts';
import { eventText, sentenceOf } from './sentences.ts';
import type { Tone } from './status.tsx';

/** The activity of an object: its events and audit log entries on one timeline, as sentences. */

const AUDIT_PAGE_SIZE = '25';
/** Maximum number of seconds between an event and the audit log entry of the same change. */
const SAME_CHANGE_SECONDS = 5;

interface Entry {
  readonly id: string;
  readonly text: string;
  readonly tone: Tone;
  readonly at: number;
  /** The id of the actor who made the change; `null`: no actor, or unknown. */
  readonly actorId: string | null;
}

const TONES: readonly (readonly [RegExp, Tone])[] = [
  [/\.(paid|succeeded|resumed|reactivated)$/, 'success'],
  [/(failed|past_due|uncollectible|dispute\.created)$/, 'danger'],
  [/(canceled|voided|will_end|email_required|deleted|archived)$/, 'warning'],
];

const toneOf = (type: string): Tone => TONES.find(([pattern]) => pattern.test(type))?.[1] ?? 'neutral';

type Event = Pick<RowOf['events'], 'id' | 'type' | 'created' | 'data' | 'previous_attributes'>;

/** Merges the events (each with the actor of its audit log entry) with the audit log entries that belong to no event. Newest first. */
const mergeActivity = (events: readonly Event[], audits: readonly RowOf['audit_logs'][]): readonly Entry[] => {
  const used = new Set<string>();
  const auditOf = ({ type, created, data }: Event): RowOf['audit_logs'] | undefined => {
    const match = audits.find(
      (audit) =>
        !used.has(audit.id) &&
        audit.action === type &&
        Math.abs(audit.created - created) <= SAME_CHANGE_SECONDS &&
        (!isRow(data) || audit.resource_id === data['id']),
    );
    if (match !== undefined) used.add(match.id);
    return match;
  };
  // An `updated` event is left out if there is a more specific event of the same second, to which it adds nothing.
  const isRepeated = ({ id, type, created }: Event): boolean =>
    type.endsWith('.updated') && events.some((other) => other.id !== id && other.created === created && !other.type.endsWith('.updated'));
  const eventEntries = events
    .filter((event) => !isRepeated(event))
    .map((event) => ({
      id: event.id,
      text: eventText(event),
      tone: toneOf(event.type),
      at: event.created,
      actorId: auditOf(event)?.actor_id ?? null,
    }));
  const auditEntries = audits
    .filter(({ id }) => !used.has(id))
    .map((audit) => ({
      id: audit.id,
      text: sentenceOf(audit.action, {}),
      tone: toneOf(audit.action),
      at: audit.created,
      actorId: audit.actor_id,
    }));
  return [...eventEntries, ...auditEntries].toSorted((one, other) => other.at - one.at);
};

interface LoadedActivity {
  readonly entries: readonly Entry[];
  /** The names of the actors by id. */
  readonly names: ReadonlyMap<string, string>;
  /** Whether `entries` has all stored events. */
  readonly isComplete: boolean;
}

type Props = ScreenProps & { readonly row: Row; readonly version: number };

const readActivity = async ({ calls, session, route }: Props, eventQuery: EventQuery | null): Promise<LoadedActivity> => {
  const { mode, id } = route;
  const noAudits: readonly RowOf['audit_logs'][] = [];
  const audits = hasScope(session, 'audit_logs:read')
    ? calls.page(mode, 'audit_logs', new URLSearchParams({ resource_id: id ?? '', limit: AUDIT_PAGE_SIZE })).then(({ data }) => data)
    : noAudits;
  const noEvents = { events: [], isComplete: true };
  const events = eventQuery === null ? noEvents : readEvents(eventQuery, (query) => calls.page(mode, 'events', query));
  const [found, loadedAudits] = await Promise.all([events, audits]);
  const entries = mergeActivity(found.events, loadedAudits);
  const names = await readNamesByIds(
    { calls, mode },
    entries.flatMap(({ actorId }) => actorId ?? []),
  );
  return { entries, names, isComplete: found.isComplete };
};

const Line = ({
  entry: { id, text, tone, at, actorId },
  route,
  names,
}: { readonly entry: Entry; readonly route: Props['route'] } & Pick<LoadedActivity, 'names'>) => {
  const screen = screenOfId(id, route.mode);
  return (
    <li class={tone}>
      <span>
        {screen === null ? text : <a href={hrefOf(objectRoute(route.mode, screen, id))}>{text}</a>}
        {actorId === null || !names.has(actorId) ? null : <span class="soft"> by {names.get(actorId)}</span>}
      </span>
      <DateTime seconds={at} />
    </li>
  );
};

export const Activity = (props: Props) => {
  const { route, row, version, onSignedOut } = props;
  const eventQuery = eventQueryOf(route.screen, row);
  const read = useRead(() => readActivity(props, eventQuery), `activity ${version} ${hrefOf(route)}`, onSignedOut);
  return (
    <Card
      title="Activity"
      action={
        read.kind === 'read' && !read.value.isComplete && eventQuery !== null ? (
          <a href={hrefOf(routeTo(route.mode, 'events', eventQuery.listFilters))}>All events</a>
        ) : null
      }
    >
      <div class="body">
        <Await read={read}>
          {({ entries, names }) =>
            entries.length === 0 ? (
              <p class="soft">No activity in the last 90 days.</p>
            ) : (
              <ol class="timeline">
                {entries.map((entry) => (
                  <Line key={entry.id} {...{ entry, route, names }} />
                ))}
              </ol>
            )
          }
        </Await>
      </div>
    </Card>
  );
};
