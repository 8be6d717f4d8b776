import { useState } from 'preact/hooks';
import type { Mode } from '../../../shared/domain/kernel.ts';
import { ActionDialog } from './action-form.tsx';
import { allowed, type Calls, type Page, type Session } from './calls.ts';
import { isTime } from './format.ts';
import { NEW_OBJECTS } from './new-objects.ts';
import { Shown, Time, useRead } from './parts.tsx';
import { addressOf, goTo, objectAt, type Place, placeAt } from './place.ts';
import type { Row } from './rows.ts';
import { type Column, columnText, type Filter, namingText, SCREENS, type Screen, screenOfId } from './screens.ts';

/** Lists of the API. */

const PAGE_SIZE = '25';

/** What every screen is given. */
export interface Shows {
  readonly calls: Calls;
  readonly session: Session;
  readonly place: Place;
  readonly screen: Screen;
  readonly signedOut: () => void;
}

/** Text; where it is the id of an object, it leads there. */
export const Link = ({ text, mode, isOwn }: { readonly text: string; readonly mode: Mode; readonly isOwn: boolean }) => {
  const screen = isOwn ? null : screenOfId(text, mode);
  return screen === null ? (
    text
  ) : (
    <a class="id" href={addressOf(objectAt(mode, screen, text))}>
      {text}
    </a>
  );
};

const GOOD: readonly unknown[] = ['active', 'paid', 'succeeded', 'enabled', 'delivered', 'won'];
const BAD: readonly unknown[] = ['failed', 'past_due', 'uncollectible', 'lost', 'failing'];

/** A state, which is told by its word and not by its colour alone. */
export const Status = ({ value }: { readonly value: unknown }) => (
  <span class={`status ${GOOD.includes(value) ? 'good' : BAD.includes(value) ? 'bad' : ''}`}>{String(value).replaceAll('_', ' ')}</span>
);

const Cell = ({ column, row, mode }: { readonly column: Column; readonly row: Row; readonly mode: Mode }) => {
  const value = row[column.name];
  if (column.name === 'status' && typeof value === 'string') {
    return (
      <td>
        <Status value={value} />
      </td>
    );
  }
  if (isTime(column.name) && typeof value === 'number') {
    return (
      <td class="when">
        <Time seconds={value} />
      </td>
    );
  }
  return (
    <td class={column.isNumber ? 'number' : undefined}>
      <Link text={columnText(column, row)} mode={mode} isOwn={false} />
    </td>
  );
};

const nameOf = (screen: Screen): string => Object.entries(SCREENS).find(([, each]) => each === screen)?.[0] ?? '';

export const Rows = ({ data, screen, mode }: { readonly data: Page['data']; readonly screen: Screen; readonly mode: Mode }) => {
  const [naming, ...others] = screen.columns;
  if (data.length === 0) return <p>There is nothing here yet.</p>;
  return (
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
          {data.map((row) => (
            <tr key={String(row['id'])}>
              <th scope="row">
                <a href={addressOf(objectAt(mode, nameOf(screen), String(row['id'])))} class={naming.name === 'id' ? 'id' : undefined}>
                  {namingText(naming, row)}
                </a>
              </th>
              {others.map((column) => (
                <Cell key={column.title} {...{ column, row, mode }} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

/** The way to what is older, and back. */
export const Pager = ({ place, page: { data, has_more: hasMore } }: { readonly place: Place; readonly page: Page }) => (
  <p class="row">
    {place.after === null ? null : <a href={addressOf({ ...place, after: null })}>Newest</a>}
    {hasMore ? <a href={addressOf({ ...place, after: String(data.at(-1)?.['id']) })}>Older</a> : null}
  </p>
);

const FilterField = ({ filter: { title, name, options }, value }: { readonly filter: Filter; readonly value: string }) => (
  <div class="field">
    <label for={`filter-${name}`}>{title}</label>
    {options === null ? (
      <input id={`filter-${name}`} name={name} defaultValue={value} autocomplete="off" />
    ) : (
      <select id={`filter-${name}`} name={name} defaultValue={value}>
        <option value="">any</option>
        {options.map((option) => (
          <option key={option} value={option} selected={option === value}>
            {option}
          </option>
        ))}
      </select>
    )}
  </div>
);

/** What the list is narrowed to; the choice becomes part of the address. */
const Filters = ({ place, filters }: { readonly place: Place; readonly filters: readonly Filter[] }) => (
  <form
    class="add"
    key={addressOf(place)}
    aria-label="Filter"
    onSubmit={(event) => {
      event.preventDefault();
      const given = [...new FormData(event.currentTarget)].flatMap(([name, value]) =>
        typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()] as const] : [],
      );
      goTo(placeAt(place.mode, place.screen, Object.fromEntries(given)));
    }}
  >
    {filters.map((filter) => (
      <FilterField key={filter.name} filter={filter} value={place.filters[filter.name] ?? ''} />
    ))}
    <button type="submit" class="quiet">
      Filter
    </button>
  </form>
);

const NewObject = ({ calls, session, place, signedOut }: Shows) => {
  const [isOpen, setOpen] = useState(false);
  const action = NEW_OBJECTS[place.screen];
  if (action === undefined || !allowed(session, action.scope)) return null;
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {action.title}
      </button>
      {isOpen ? (
        <ActionDialog
          {...{ action, calls, signedOut }}
          row={null}
          mode={place.mode}
          close={() => setOpen(false)}
          done={(made) => {
            setOpen(false);
            goTo(objectAt(place.mode, place.screen, String(made['id'])));
          }}
        />
      ) : null}
    </>
  );
};

export const List = (shows: Shows) => {
  const { calls, place, screen, signedOut } = shows;
  const after = place.after === null ? {} : { starting_after: place.after };
  const query = new URLSearchParams({ ...place.filters, limit: PAGE_SIZE, ...after });
  const read = useRead(() => calls.page(place.mode, screen.path, query), addressOf(place), signedOut);
  return (
    <>
      <div class="title">
        <h1>{screen.title}</h1>
        <NewObject {...shows} />
      </div>
      {screen.filters === undefined ? null : <Filters place={place} filters={screen.filters} />}
      <Shown read={read}>
        {(page) => (
          <>
            <Rows data={page.data} screen={screen} mode={place.mode} />
            <Pager place={place} page={page} />
          </>
        )}
      </Shown>
    </>
  );
};
