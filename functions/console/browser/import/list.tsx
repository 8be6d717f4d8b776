import type { Member } from '../app/calls.ts';
import { Await, Time, useRead } from '../app/parts.tsx';
import { goTo, hrefOf, objectRoute } from '../app/route.ts';
import { IMPORT } from '../app/screens.ts';
import { Pager, Status } from '../objects/lists.tsx';
import type { Import, ImportPage } from './api-types.ts';
import { About, type DraftProps } from './parts.tsx';

/** In the route of the wizard for a new import, this is in the place of an import id. */
export const NEW_IMPORT = 'new';

const PAGE_SIZE = '25';

const HEADINGS = ['File', 'Status', 'Rows', 'Imported', 'Faulty', 'When', 'Who'] as const;
const NUMERIC_HEADINGS: readonly string[] = ['Rows', 'Imported', 'Faulty'];

export const memberName = (memberId: string, members: readonly Member[]): string =>
  members.find(({ id }) => id === memberId)?.email ?? memberId;

const ListRow = ({ importJob, members }: { readonly importJob: Import; readonly members: readonly Member[] }) => (
  <tr>
    <th scope="row" class="import-cell">
      <a href={hrefOf(objectRoute('test', IMPORT, importJob.id))}>{importJob.file_name}</a>
    </th>
    <td data-title="Status">
      <Status value={importJob.status} />
    </td>
    <td class="number" data-title="Rows">
      {importJob.row_count}
    </td>
    <td class="number" data-title="Imported">
      {importJob.counts.imported}
    </td>
    <td class="number" data-title="Faulty">
      {importJob.counts.faulty}
    </td>
    <td class="when" data-title="When">
      <Time seconds={importJob.created} />
    </td>
    <td data-title="Who">{memberName(importJob.member_id, members)}</td>
  </tr>
);

const ImportTable = ({ page, members }: { readonly page: ImportPage; readonly members: readonly Member[] }) =>
  page.data.length === 0 ? (
    <p>There is nothing here yet.</p>
  ) : (
    <section class="table rows" aria-label="Imports">
      <table>
        <thead>
          <tr>
            {HEADINGS.map((title) => (
              <th key={title} scope="col" class={NUMERIC_HEADINGS.includes(title) ? 'number' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {page.data.map((importJob) => (
            <ListRow key={importJob.id} {...{ importJob, members }} />
          ))}
        </tbody>
      </table>
    </section>
  );

interface ListProps extends DraftProps {
  readonly mayImport: boolean;
}

export const ImportList = ({ calls, route, signedOut, mayImport, draft, setDraft }: ListProps) => {
  const query = new URLSearchParams({ limit: PAGE_SIZE, ...(route.after === null ? {} : { starting_after: route.after }) });
  const read = useRead(() => Promise.all([calls.imports.list(query), calls.members()]), hrefOf(route), signedOut);
  return (
    <>
      <div class="title">
        <h1>Import</h1>
        {mayImport ? (
          <button
            type="button"
            onClick={() => {
              setDraft(null);
              goTo(objectRoute('test', IMPORT, NEW_IMPORT));
            }}
          >
            New import
          </button>
        ) : null}
      </div>
      <About />
      {draft === null || draft.importId !== null ? null : (
        <p>
          <a href={hrefOf(objectRoute('test', IMPORT, NEW_IMPORT))}>Go on with {draft.table.fileName}</a>
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
    </>
  );
};
