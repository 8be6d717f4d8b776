import { useState } from 'preact/hooks';
import type { Mode } from '../../../../shared/domain/tenant.ts';
import { callErrorOf } from '../../../../shared/pages/browser/calls.ts';
import { allowed, type Calls, type Page, type Session } from '../app/calls.ts';
import { takeFlashMessage } from '../app/flash-message.ts';
import { isTime } from '../app/format.ts';
import { Await, Time, useRead } from '../app/parts.tsx';
import { goTo, hrefOf, objectRoute, type Route, routeTo } from '../app/route.ts';
import { type Filter, SCREENS, type Screen } from '../app/screen-lists.ts';
import { expandOf, screenAt, screenOfId } from '../app/screens.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { type Column, columnText, columnValue, type Names, namingText } from './columns.ts';
import { NEW_OBJECTS } from './new-objects.ts';
import type { Row } from './rows.ts';

/** Shows the lists of API objects. */

const PAGE_SIZE = '25';

/** The props of every screen. */
export interface ScreenProps {
  readonly calls: Calls;
  readonly session: Session;
  readonly route: Route;
  readonly screen: Screen;
  readonly signedOut: () => void;
}

interface LinkProps {
  readonly text: string;
  readonly mode: Mode;
  readonly isOwn: boolean;
}

/** Shows a text. If the text is an object's id, it links to that object's page, unless the link is already on that page (`isOwn`). */
export const Link = ({ text, mode, isOwn }: LinkProps) => {
  if (isOwn) return <span class="id">{text}</span>;
  const screen = screenOfId(text, mode);
  return screen === null ? (
    text
  ) : (
    <a class="id" href={hrefOf(objectRoute(mode, screen, text))}>
      {text}
    </a>
  );
};

const GOOD: readonly unknown[] = ['active', 'paid', 'succeeded', 'enabled', 'delivered', 'won'];
const BAD: readonly unknown[] = ['failed', 'past_due', 'uncollectible', 'lost', 'failing'];

/** A status as colored text. */
export const Status = ({ value }: { readonly value: unknown }) => (
  <span class={`status ${GOOD.includes(value) ? 'good' : BAD.includes(value) ? 'bad' : ''}`}>{String(value).replaceAll('_', ' ')}</span>
);

interface CellProps {
  readonly column: Column;
  readonly row: Row;
  readonly mode: Mode;
  readonly names: Names;
}

const Content = ({ column, row, mode, names }: CellProps) => {
  const value = columnValue(column, row, names);
  if (column.name === 'status' && typeof value === 'string') return <Status value={value} />;
  if (isTime(column.name) && typeof value === 'number') return <Time seconds={value} />;
  const text = columnText(column, row, names);
  const id = column.to === undefined ? text : String(row[column.to]);
  const screen = id === text ? null : screenOfId(id, mode);
  return screen === null ? <Link {...{ text, mode }} isOwn={false} /> : <a href={hrefOf(objectRoute(mode, screen, id))}>{text}</a>;
};

const Cell = (props: CellProps) => (
  <td class={props.column.isNumber ? 'number' : isTime(props.column.name) ? 'when' : undefined} data-title={props.column.title}>
    <Content {...props} />
  </td>
);

const nameOf = (screen: Screen): string => Object.entries(SCREENS).find(([, each]) => each === screen)?.[0] ?? '';

interface RowsProps {
  readonly data: Page['data'];
  readonly screen: Screen;
  readonly mode: Mode;
  readonly columns?: readonly Column[];
  readonly names?: Names;
}

export const Rows = ({ data, screen, mode, columns = screen.columns, names = new Map() }: RowsProps) => {
  const [nameColumn = screen.columns[0], ...otherColumns] = columns;
  if (data.length === 0) return <p>There is nothing here yet.</p>;
  return (
    <section class="table rows" aria-label={screen.title}>
      <table>
        <thead>
          <tr>
            {columns.map(({ title, isNumber }) => (
              <th key={title} scope="col" class={isNumber ? 'number' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map((row) => (
            <tr key={String(row['id'])}>
              <th scope="row" class={nameColumn.isNumber ? 'number' : undefined}>
                <a href={hrefOf(objectRoute(mode, nameOf(screen), String(row['id'])))}>{namingText(nameColumn, row)}</a>
              </th>
              {otherColumns.map((column) => (
                <Cell key={column.title} {...{ column, row, mode, names }} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

/** Links to the next page, with older objects, and to the first page. */
export const Pager = ({ route, page: { data, has_more: hasMore } }: { readonly route: Route; readonly page: Page }) => (
  <p class="row">
    {route.after === null ? null : <a href={hrefOf({ ...route, after: null })}>Newest</a>}
    {hasMore ? <a href={hrefOf({ ...route, after: String(data.at(-1)?.['id']) })}>Older</a> : null}
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

/** The form with the list's filters. Submitting adds the filters to the URL. */
const Filters = ({ route, filters }: { readonly route: Route; readonly filters: readonly Filter[] }) => (
  <form
    class="add filters"
    key={hrefOf(route)}
    aria-label="Filter"
    onSubmit={(event) => {
      event.preventDefault();
      const enteredFilters = [...new FormData(event.currentTarget)].flatMap(([name, value]) =>
        typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()] as const] : [],
      );
      goTo(routeTo(route.mode, route.screen, Object.fromEntries(enteredFilters)));
    }}
  >
    {filters.map((filter) => (
      <FilterField key={filter.name} filter={filter} value={route.filters[filter.name] ?? ''} />
    ))}
    <button type="submit" class="quiet">
      Filter
    </button>
  </form>
);

const NewObject = ({ calls, session, route, signedOut }: ScreenProps) => {
  const [isOpen, setOpen] = useState(false);
  const action = NEW_OBJECTS[route.screen];
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
          mode={route.mode}
          close={() => setOpen(false)}
          done={(created) => {
            setOpen(false);
            goTo(objectRoute(route.mode, route.screen, String(created['id'])));
          }}
        />
      ) : null}
    </>
  );
};

/** Maximum number of objects whose names are fetched: the newest objects, in one call. */
const MAX_NAMES = '100';

type IdAndName = readonly [id: string, name: string];

const noneIfForbidden = (error: unknown): readonly IdAndName[] => {
  if (callErrorOf(error).status === 403) return [];
  throw error;
};

/** The names of other objects of which the rows contain only the ids. Names of the newest objects only; others are shown by their ids. */
const useNames = ({ calls, route: { mode }, screen, signedOut }: ScreenProps): Names => {
  const screenName = screen.columns.find(({ namedIn }) => namedIn !== undefined)?.namedIn;
  const namedScreen = screenName === undefined ? undefined : screenAt(screenName, mode);
  const readObjects = async (): Promise<readonly IdAndName[]> => {
    if (namedScreen === undefined) return [];
    const { data } = await calls.page(mode, namedScreen.path, new URLSearchParams({ limit: MAX_NAMES }));
    return data.map((row) => [String(row['id']), namingText(namedScreen.columns[0], row)]);
  };
  // A column whose names are in `api_keys` can also contain the id of a member, such as the actor of an audit log entry.
  const readMembers = async (): Promise<readonly IdAndName[]> =>
    screenName === 'api_keys' ? (await calls.members()).map((member) => [member.id, member.email]) : [];
  const readNames = async (): Promise<Names> => new Map((await Promise.all([readObjects().catch(noneIfForbidden), readMembers()])).flat());
  const read = useRead(readNames, `names ${mode} ${screenName}`, signedOut);
  return read.kind === 'read' ? read.value : new Map();
};

export const List = (screenProps: ScreenProps) => {
  const { calls, route, screen, signedOut } = screenProps;
  const [message] = useState(takeFlashMessage);
  const after = route.after === null ? {} : { starting_after: route.after };
  const query = new URLSearchParams({ ...route.filters, limit: PAGE_SIZE, ...after, ...expandOf(screen) });
  const read = useRead(() => calls.page(route.mode, screen.path, query), hrefOf(route), signedOut);
  const names = useNames(screenProps);
  return (
    <>
      <div class="title">
        <h1>{screen.title}</h1>
        <NewObject {...screenProps} />
      </div>
      <p role="status">{message}</p>
      {screen.filters === undefined ? null : <Filters route={route} filters={screen.filters} />}
      <Await read={read}>
        {(page) => (
          <>
            {page.data.length === 0 && Object.keys(route.filters).length > 0 ? (
              <p>
                Nothing fits. <a href={hrefOf(routeTo(route.mode, route.screen))}>Show all</a>
              </p>
            ) : (
              <Rows data={page.data} screen={screen} mode={route.mode} names={names} />
            )}
            <Pager route={route} page={page} />
          </>
        )}
      </Await>
    </>
  );
};
