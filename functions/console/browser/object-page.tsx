import { useState } from 'preact/hooks';
import type { Mode } from '../../../shared/domain/kernel.ts';
import type { Action } from './actions.ts';
import { namingText } from './columns.ts';
import { Deliveries } from './deliveries.tsx';
import { goTelling } from './farewell.ts';
import { currencyOf } from './format.ts';
import { Rows, type Shows, Status } from './lists.tsx';
import { Buttons } from './object-buttons.tsx';
import { type Read, Shown, Time, useRead } from './parts.tsx';
import { addressOf, objectAt, placeAt } from './place.ts';
import { isRow, type Row } from './rows.ts';
import { expanding, expandingOne, SCREENS, screenAt, screenOfId } from './screens.ts';
import { AsJson, Fields } from './values.tsx';

/** One object: what it is, what can be done to it, what belongs to it and who changed it. */

const RELATED_SIZE = '5';
const HISTORY_SIZE = '25';

/** What happened to it, as the log of events has it: of what concerns its customer, what is about this object. */
const Events = ({ calls, place, signedOut, row, version }: Shows & { readonly row: Row; readonly version: number }) => {
  const customerId = place.screen === 'customers' ? place.id : row['customer_id'];
  const query = new URLSearchParams({ customer_id: String(customerId ?? ''), limit: HISTORY_SIZE });
  const read = useRead(() => calls.page(place.mode, 'events', query), `events ${version} ${addressOf(place)}`, signedOut);
  const isAbout = ({ data }: Row): boolean => place.screen === 'customers' || (isRow(data) && data['id'] === place.id);
  return (
    <Shown read={read}>
      {({ data, has_more: hasMore }) => (
        <>
          <Moments
            of={data
              .filter(isAbout)
              .map((event) => ({ id: String(event['id']), what: String(event['type']), at: Number(event['created']) }))}
            mode={place.mode}
          />
          {hasMore ? (
            <a href={addressOf(placeAt(place.mode, 'events', { customer_id: String(customerId) }))}>All events of the customer</a>
          ) : null}
        </>
      )}
    </Shown>
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
  return screen === null ? <strong>{what}</strong> : <a href={addressOf(objectAt(mode, screen, id))}>{what}</a>;
};

const Moments = ({ of, mode }: { readonly of: readonly Moment[]; readonly mode: Mode }) =>
  of.length === 0 ? (
    <p>There is nothing here yet.</p>
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
const Changes = ({ calls, place, signedOut, version }: Shows & { readonly version: number }) => {
  const query = new URLSearchParams({ resource_id: place.id ?? '', limit: HISTORY_SIZE });
  const read = useRead(() => calls.page(place.mode, 'audit_logs', query), `changes ${version} ${addressOf(place)}`, signedOut);
  return (
    <Shown read={read}>
      {({ data }) => (
        <Moments
          of={data.map((entry) => ({
            id: String(entry['id']),
            what: String(entry['action']),
            by: `${String(entry['actor_type'])} ${String(entry['actor_id'] ?? '')}`,
            at: Number(entry['created']),
          }))}
          mode={place.mode}
        />
      )}
    </Shown>
  );
};

const History = (props: Shows & { readonly row: Row; readonly version: number }) => (
  <section aria-label="History">
    {props.place.screen === 'customers' || typeof props.row['customer_id'] === 'string' ? (
      <>
        <h2>What happened</h2>
        <Events {...props} />
      </>
    ) : null}
    <h2>Who changed it</h2>
    <Changes {...props} />
  </section>
);

const RelatedList = ({ shows, name, by }: { readonly shows: Shows; readonly name: string; readonly by: string }) => {
  const { calls, place, signedOut } = shows;
  const screen = screenAt(name, place.mode);
  const all = placeAt(place.mode, name, { [by]: place.id ?? '' });
  const query = new URLSearchParams({ ...all.filters, limit: RELATED_SIZE, ...(screen === undefined ? {} : expanding(screen)) });
  const read = useRead(() => calls.page(place.mode, screen?.path ?? name, query), addressOf(all), signedOut);
  if (screen === undefined) return null;
  // Whose they are is told by the page.
  const columns = screen.columns.filter(({ name: shown, to }) => ![shown, to].some((field) => field === by || field === 'customer_id'));
  return (
    <section>
      <h2>{screen.title}</h2>
      <Shown read={read}>
        {({ data, has_more: hasMore }) => (
          <>
            <Rows {...{ data, screen, columns }} mode={place.mode} />
            {hasMore ? (
              <p>
                <a href={addressOf(all)}>All of them</a>
              </p>
            ) : null}
          </>
        )}
      </Shown>
    </section>
  );
};

/** What it is called: its id until it is read. */
const Heading = ({ shows: { place, screen }, read }: { readonly shows: Shows; readonly read: Read<Row> }) => (
  <div class="title named">
    <h1>{read.kind === 'read' ? namingText(screen.columns[0], read.value) : place.id}</h1>
    {read.kind === 'read' && typeof read.value['status'] === 'string' ? <Status value={read.value['status']} /> : null}
  </div>
);

export const ObjectPage = (shows: Shows) => {
  const { calls, place, screen, signedOut } = shows;
  const [version, setVersion] = useState(0);
  const [told, setTold] = useState<string | null>(null);
  const path = `${screen.path}/${encodeURIComponent(place.id ?? '')}?${new URLSearchParams(expandingOne(screen))}`.replace(/\?$/, '');
  const read = useRead(() => calls.object(place.mode, path), `${version} ${addressOf(place)}`, signedOut);
  const done = ({ title, method, removes }: Action): void => {
    const word = `Done: ${title.toLowerCase()}.`;
    if (method === 'DELETE' || removes) {
      goTelling(placeAt(place.mode, place.screen), word);
      return;
    }
    setTold(word);
    setVersion((before) => before + 1);
  };
  return (
    <>
      <p>
        <a href={addressOf(placeAt(place.mode, place.screen))}>{screen.title}</a>
      </p>
      <Heading {...{ shows, read }} />
      <p role="status">{told}</p>
      <Shown read={read}>
        {(row) => (
          <>
            <Buttons {...{ shows, row, done }} isDeleted={false} />
            <Fields row={row} currency={currencyOf(row)} mode={place.mode} />
            <AsJson row={row} />
            {(screen.related ?? []).map(({ screen: name, by }) => (
              <RelatedList key={`${name} ${version}`} {...{ shows, name, by }} />
            ))}
            {screen === SCREENS['webhook_endpoints'] ? <Deliveries {...shows} /> : null}
            {screen === SCREENS['audit_logs'] || screen === SCREENS['events'] ? null : <History {...shows} row={row} version={version} />}
          </>
        )}
      </Shown>
      {read.kind === 'failed' && read.isMissing ? <Buttons {...{ shows, done }} row={{ id: place.id }} isDeleted={true} /> : null}
    </>
  );
};
