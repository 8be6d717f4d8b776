import type { Calls, Page, Row } from './calls.ts';
import { Shown, useRead } from './parts.tsx';
import { addressOf, type Place } from './place.ts';
import { type Column, SCREENS, type Screen, timeText, valueText } from './screens.ts';

/** Lists of the API and the objects in them. */

const PAGE_SIZE = '25';

interface Shows {
  readonly calls: Calls;
  readonly place: Place;
  readonly screen: Screen;
  readonly signedOut: () => void;
}

const Cell = ({ column, row }: { readonly column: Column; readonly row: Row }) => (
  <td class={column.isNumber ? 'number' : undefined}>{column.of(row)}</td>
);

const Rows = ({ page, place, screen }: Pick<Shows, 'place' | 'screen'> & { readonly page: Page }) => {
  const [naming, ...others] = screen.columns;
  const last = page.data.at(-1);
  if (last === undefined) return <p>There is nothing here yet.</p>;
  return (
    <>
      <section class="table" aria-label={screen.title}>
        <table>
          <thead>
            <tr>
              {screen.columns.map(({ title, isNumber }) => (
                <th key={title} scope="col" class={isNumber ? 'number' : undefined}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {page.data.map((row) => (
              <tr key={String(row['id'])}>
                <th scope="row">
                  <a href={addressOf({ ...place, id: String(row['id']), after: null })}>{naming.of(row)}</a>
                </th>
                {others.map((column) => (
                  <Cell key={column.title} column={column} row={row} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p class="row">
        {place.after === null ? null : <a href={addressOf({ ...place, after: null })}>Newest</a>}
        {page.has_more ? <a href={addressOf({ ...place, after: String(last['id']) })}>Older</a> : null}
      </p>
    </>
  );
};

export const List = ({ calls, place, screen, signedOut }: Shows) => {
  const query = new URLSearchParams({ limit: PAGE_SIZE, ...(place.after === null ? {} : { starting_after: place.after }) });
  const read = useRead(() => calls.page(place.mode, screen.path, query), addressOf(place), signedOut);
  return (
    <>
      <h1>{screen.title}</h1>
      <Shown read={read}>{(page) => <Rows {...{ page, place, screen }} />}</Shown>
    </>
  );
};

const Fields = ({ row }: { readonly row: Row }) => (
  <dl class="fields">
    {Object.entries(row).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{typeof value === 'object' && value !== null ? <pre>{valueText(name, value, row)}</pre> : valueText(name, value, row)}</dd>
      </div>
    ))}
  </dl>
);

/** Who changed it, as the audit log has it. */
const History = ({ calls, place, signedOut }: Omit<Shows, 'screen'>) => {
  const query = new URLSearchParams({ resource_id: place.id ?? '', limit: PAGE_SIZE });
  const read = useRead(() => calls.page(place.mode, 'audit_logs', query), `history ${addressOf(place)}`, signedOut);
  return (
    <Shown read={read}>
      {({ data }) =>
        data.length === 0 ? (
          <p>Nobody has changed it by the API or the console.</p>
        ) : (
          <ul class="list">
            {data.map((entry) => (
              <li key={String(entry['id'])}>
                <div>
                  <strong>{String(entry['action'])}</strong>
                  <span class="soft">
                    {' '}
                    {String(entry['actor_type'])} {String(entry['actor_id'] ?? '')}
                  </span>
                </div>
                <time
                  dateTime={new Date(Number(entry['created']) * 1000).toISOString()}
                  title={new Date(Number(entry['created']) * 1000).toISOString()}
                >
                  {timeText(Number(entry['created']))}
                </time>
              </li>
            ))}
          </ul>
        )
      }
    </Shown>
  );
};

export const ObjectPage = ({ calls, place, screen, signedOut }: Shows) => {
  const read = useRead(() => calls.object(place.mode, `${screen.path}/${encodeURIComponent(place.id ?? '')}`), addressOf(place), signedOut);
  return (
    <>
      <p>
        <a href={addressOf({ ...place, id: null })}>{screen.title}</a>
      </p>
      <h1>{place.id}</h1>
      <Shown read={read}>{(row) => <Fields row={row} />}</Shown>
      {screen === SCREENS['audit_logs'] ? null : (
        <>
          <h2>History</h2>
          <History {...{ calls, place, signedOut }} />
        </>
      )}
    </>
  );
};
