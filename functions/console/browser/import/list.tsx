import type { Member } from '../app/calls.ts';
import { Await, DateTime, Empty, useRead } from '../app/parts.tsx';
import { goTo, hrefOf, objectRoute } from '../app/route.ts';
import { IMPORT } from '../app/screens.ts';
import { Pager } from '../objects/lists.tsx';
import { StatusBadge } from '../objects/status.tsx';
import { DataTable } from '../objects/table.tsx';
import { Export } from '../settings/export-section.tsx';
import type { Import, ImportPage } from './api-types.ts';
import { About, type DraftProps, NEW_IMPORT } from './parts.tsx';

const PAGE_SIZE = '25';

export const memberName = (memberId: string, members: readonly Member[]): string =>
  members.find(({ id }) => id === memberId)?.email ?? memberId;

const ImportTable = ({ page, members }: { readonly page: ImportPage; readonly members: readonly Member[] }) =>
  page.data.length === 0 ? (
    <Empty
      title="No imports yet"
      text="Import the customers of another system from a CSV file. You check all rows before anything is imported."
    />
  ) : (
    <DataTable<Import>
      label="Imports"
      rows={page.data}
      keyOf={({ id }) => id}
      linkOf={({ id }) => hrefOf(objectRoute('test', IMPORT, id))}
      columns={[
        { title: 'File', cell: ({ file_name: name }) => name },
        { title: 'Status', cell: (row) => <StatusBadge row={row} /> },
        { title: 'Rows', isNumber: true, cell: ({ row_count: count }) => count },
        { title: 'Imported', isNumber: true, cell: ({ counts }) => counts.imported },
        { title: 'Failed', isNumber: true, cell: ({ counts }) => counts.faulty },
        { title: 'Created', isTime: true, cell: ({ created }) => <DateTime seconds={created} /> },
        { title: 'Created by', cell: ({ member_id: id }) => memberName(id, members) },
      ]}
    />
  );

interface ListProps extends DraftProps {
  readonly mayImport: boolean;
}

export const ImportList = (props: ListProps) => {
  const { calls, route, onSignedOut, mayImport, draft, setDraft } = props;
  const query = new URLSearchParams({ limit: PAGE_SIZE, ...(route.after === null ? {} : { starting_after: route.after }) });
  const read = useRead(() => Promise.all([calls.imports.list(query), calls.members()]), hrefOf(route), onSignedOut);
  return (
    <>
      <div class="title">
        <h1>Import and export</h1>
        {mayImport ? (
          <button
            type="button"
            onClick={() => {
              setDraft(null);
              goTo(objectRoute('test', IMPORT, NEW_IMPORT));
            }}
          >
            Import customers
          </button>
        ) : null}
      </div>
      <About />
      {draft === null || draft.importId !== null ? null : (
        <p>
          <a href={hrefOf(objectRoute('test', IMPORT, NEW_IMPORT))}>Continue with {draft.table.fileName}</a>
        </p>
      )}
      <Await read={read}>
        {([page, members]) => (
          <>
            <ImportTable {...{ page, members }} />
            <Pager route={route} page={page} />
          </>
        )}
      </Await>
      <Export {...props} />
    </>
  );
};
