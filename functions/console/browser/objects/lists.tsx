import { useState } from 'preact/hooks';
import { isAtLeastRole } from '../../../../shared/domain/account/record.ts';
import type { Mode } from '../../../../shared/domain/tenant.ts';
import { useApi } from '../app/api.ts';
import { hasScope, type Page } from '../app/calls.ts';
import { lowerFirst } from '../app/first-letter.ts';
import { Icon } from '../app/icons.tsx';
import { Tabs } from '../app/navigation.tsx';
import { Await, Empty, useRead } from '../app/parts.tsx';
import { goTo, hrefOf, objectRoute, type Route, routeTo } from '../app/route.ts';
import { SCREENS } from '../app/screen-lists.ts';
import type { Screen } from '../app/screen-types.ts';
import { expandOf, IMPORT, screenOfId } from '../app/screens.ts';
import type { SessionProps } from '../app/session-props.ts';
import { showToast } from '../app/toast.tsx';
import { ExportMenu } from '../exports/export-menu.tsx';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { doneText } from './actions/actions.ts';
import { NEW_OBJECTS } from './actions/new-objects.ts';
import type { Column } from './column.ts';
import { ColumnMenu, useColumnChoice } from './column-choice.tsx';
import { objectNameText, tableColumnsOf } from './columns.tsx';
import { FilterBar } from './filter-bar.tsx';
import { InvoiceTotals, ListTotals, useSummary } from './list-totals.tsx';
import { readColumnNames } from './names.ts';
import type { Row } from './rows.ts';
import { DataTable, type Selection, SkeletonTable } from './table.tsx';

/** Shows the lists of API objects. */

const PAGE_SIZE = '25';

/** The props of the screens of API objects. */
export interface ScreenProps extends SessionProps {
  readonly screen: Screen;
}

interface LinkProps {
  readonly text: string;
  readonly mode: Mode;
}

/** Shows a text. If the text is an object's id, it links to that object's page. */
export const IdLink = ({ text, mode }: LinkProps) => {
  const screen = screenOfId(text, mode);
  return screen === null ? (
    text
  ) : (
    <a href={hrefOf(objectRoute(mode, screen, text))}>
      <code class="id">{text}</code>
    </a>
  );
};

const nameOf = (screen: Screen): string => Object.entries(SCREENS).find(([, each]) => each === screen)?.[0] ?? '';

interface RowsProps {
  readonly selection?: Selection;
  readonly data: Page['data'];
  readonly screen: Screen;
  readonly columns?: readonly Column[];
  readonly onSignedOut: () => void;
}

/** The rows of a list; each links to its object. */
export const Rows = ({ data, screen, columns = screen.columns, onSignedOut, selection }: RowsProps) => {
  const api = useApi();
  // Rows are shown before the names of the objects to which they refer are found.
  const read = useRead(() => readColumnNames(api, columns, data), `${api.mode} ${data.map(({ id }) => id).join(' ')}`, onSignedOut);
  const names = read.kind === 'read' ? read.value : new Map();
  return (
    <DataTable
      label={screen.title}
      columns={tableColumnsOf(columns, names, api.mode)}
      rows={data}
      keyOf={(row) => String(row['id'])}
      linkOf={(row) => hrefOf(objectRoute(api.mode, nameOf(screen), String(row['id'])))}
      nameOf={(row) => objectNameText(screen.columns[0], row, names)}
      {...(selection === undefined ? {} : { selection })}
    />
  );
};

/** Links to the next page, with older objects, and to the first page. */
export const Pager = ({ route, page: { data, has_more: hasMore } }: { readonly route: Route; readonly page: Page }) =>
  route.after === null && !hasMore ? null : (
    <p class="row pager">
      {route.after === null ? <span /> : <a href={hrefOf({ ...route, after: null })}>Newest</a>}
      {hasMore ? <a href={hrefOf({ ...route, after: String(data.at(-1)?.['id']) })}>Older</a> : null}
    </p>
  );

/** The button that creates an object, and its dialog. The dialog also opens at the route with `new` in the place of an id. */
const NewObject = ({ calls, session, route, onSignedOut, created: onCreated }: ScreenProps & { readonly created: () => void }) => {
  const [isOpen, setOpen] = useState(false);
  const action = NEW_OBJECTS[route.screen];
  if (action === undefined || !hasScope(session, action.scope)) return null;
  // A product is created on a separate page, together with its prices.
  if (route.screen === 'products') {
    return (
      <a class="button" href={hrefOf(objectRoute(route.mode, 'products', 'new'))}>
        <Icon name="plus" />
        {action.title}
      </a>
    );
  }
  const close = (): void => {
    setOpen(false);
    if (route.id !== null) goTo(routeTo(route.mode, route.screen, route.filters));
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        <Icon name="plus" />
        {action.title}
      </button>
      {isOpen || route.id !== null ? (
        <ActionDialog
          {...{ action, calls, onSignedOut, close }}
          row={null}
          sent={onCreated}
          mode={route.mode}
          done={(created) => {
            setOpen(false);
            showToast(doneText(action, created, created));
            goTo(objectRoute(route.mode, route.screen, String(created['id'])));
          }}
        />
      ) : null}
    </>
  );
};

const EmptyList = ({ screenProps }: { readonly screenProps: ScreenProps }) => {
  const { route, screen, session } = screenProps;
  const isFiltered = Object.keys(route.filters).length > 0;
  const action = NEW_OBJECTS[route.screen];
  if (isFiltered) {
    return (
      <Empty
        title={`No ${screen.title.toLowerCase()} match`}
        text="Change the filters, or show all."
        action={
          <a class="button quiet" href={hrefOf(routeTo(route.mode, route.screen))}>
            Show all
          </a>
        }
      />
    );
  }
  return (
    <Empty
      title={`No ${lowerFirst(screen.title)} yet`}
      text={screen.empty}
      action={
        action === undefined || !hasScope(session, action.scope) ? null : (
          <a class="button quiet" href={hrefOf(objectRoute(route.mode, route.screen, 'new'))}>
            {action.title}
          </a>
        )
      }
    />
  );
};

interface PageOfRowsProps {
  readonly page: Page;
  readonly screenProps: ScreenProps;
  readonly selection: Selection;
}

/** The rows of a page, and the choice of columns. */
const PageOfRows = ({ page, screenProps, selection }: PageOfRowsProps) => {
  const { route, screen, onSignedOut } = screenProps;
  const { shown, hidden, toggle } = useColumnChoice(route.screen, screen.columns);
  return (
    <>
      <Rows {...{ screen, onSignedOut, selection }} columns={shown} data={page.data} />
      <Pager route={route} page={page} />
      <div class="row exports">
        <ColumnMenu columns={screen.columns} hidden={hidden} toggle={toggle} />
      </div>
    </>
  );
};

/** Returns the selection of rows by their ids. It may contain rows that are no longer shown. */
const useSelection = (): Selection => {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const select = (keys: readonly string[], isSelected: boolean): void => {
    const after = new Set(selected);
    for (const key of keys)
      if (isSelected) after.add(key);
      else after.delete(key);
    setSelected(after);
  };
  return { selected, select };
};

export const List = (screenProps: ScreenProps) => {
  const { calls, route, screen, session, onSignedOut } = screenProps;
  /** The number of objects that were created in a dialog that stays open. Each of them reloads the list behind the dialog. */
  const [createdCount, setCreatedCount] = useState(0);
  const after = route.after === null ? {} : { starting_after: route.after };
  const query = new URLSearchParams({ ...route.filters, limit: PAGE_SIZE, ...after, ...expandOf(screen) });
  const read = useRead(() => calls.page(route.mode, screen.path, query), `${createdCount} ${hrefOf({ ...route, id: null })}`, onSignedOut);
  const selection = useSelection();
  const rows: readonly Row[] = read.kind === 'read' ? read.value.data : [];
  // Only rows that are shown are exported, with their latest values.
  const selected = rows.filter(({ id }) => selection.selected.has(String(id)));
  const isEmpty = read.kind === 'failed' || (read.kind === 'read' && read.value.data.length === 0);
  const summary = useSummary(screen, route, read.kind === 'read' && !read.isStale, onSignedOut);
  return (
    <>
      <div class="title">
        <h1>{screen.title}</h1>
        <div class="row">
          {isEmpty ? null : <ExportMenu {...{ route, screen, onSignedOut, selected }} />}
          {route.screen === 'customers' && isAtLeastRole(session.member.role, 'admin') ? (
            <a class="button quiet" href={hrefOf(routeTo(route.mode, IMPORT))}>
              Import
            </a>
          ) : null}
          <NewObject {...screenProps} created={() => setCreatedCount(createdCount + 1)} />
        </div>
      </div>
      <Tabs route={route} />
      <FilterBar {...{ route, screen, summary }} />
      {screen.path === 'invoices' ? <InvoiceTotals filters={route.filters} onSignedOut={onSignedOut} /> : null}
      <ListTotals {...{ screen, summary }} />
      <Await read={read} skeleton={<SkeletonTable columns={screen.columns} />}>
        {(page) =>
          page.data.length === 0 ? (
            <>
              <EmptyList screenProps={screenProps} />
              <Pager route={route} page={page} />
            </>
          ) : (
            <PageOfRows {...{ page, screenProps, selection }} />
          )
        }
      </Await>
    </>
  );
};
