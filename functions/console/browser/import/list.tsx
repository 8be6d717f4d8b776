import type { Member } from '../app/calls.ts';
import { Shown, Time, useRead } from '../app/parts.tsx';
import { addressOf, goTo, objectAt } from '../app/route.ts';
import { IMPORT } from '../app/screens.ts';
import { Pager, Status } from '../objects/lists.tsx';
import type { Import, ImportPage } from './objects.ts';
import { About, type DraftProps } from './parts.tsx';

/** The list of imports. */

/** In the route instead of an import id. */
export const NEW = 'new';

const PAGE_SIZE = '25';

const HEADINGS = ['File', 'Status', 'Rows', 'Imported', 'Faulty', 'When', 'Who'] as const;
const NUMBERS: readonly string[] = ['Rows', 'Imported', 'Faulty'];

export const whoOf = (memberId: string, members: readonly Member[]): string => members.find(({ id }) => id === memberId)?.email ?? memberId;

const ListRow = ({ one, members }: { readonly one: Import; readonly members: readonly Member[] }) => (
  <tr>
    <th scope="row" class="import-cell">
      <a href={addressOf(objectAt('test', IMPORT, one.id))}>{one.file_name}</a>
    </th>
    <td data-title="Status">
      <Status value={one.status} />
    </td>
    <td class="number" data-title="Rows">
      {one.row_count}
    </td>
    <td class="number" data-title="Imported">
      {one.counts.imported}
    </td>
    <td class="number" data-title="Faulty">
      {one.counts.faulty}
    </td>
    <td class="when" data-title="When">
      <Time seconds={one.created} />
    </td>
    <td data-title="Who">{whoOf(one.member_id, members)}</td>
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
              <th key={title} scope="col" class={NUMBERS.includes(title) ? 'number' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {page.data.map((one) => (
            <ListRow key={one.id} {...{ one, members }} />
          ))}
        </tbody>
      </table>
    </section>
  );

interface ListProps extends DraftProps {
  readonly mayImport: boolean;
}

export const ImportList = ({ calls, place, signedOut, mayImport, draft, setDraft }: ListProps) => {
  const query = new URLSearchParams({ limit: PAGE_SIZE, ...(place.after === null ? {} : { starting_after: place.after }) });
  const read = useRead(() => Promise.all([calls.imports.list(query), calls.members()]), addressOf(place), signedOut);
  return (
    <>
      <div class="title">
        <h1>Import</h1>
        {mayImport ? (
          <button
            type="button"
            onClick={() => {
              setDraft(null);
              goTo(objectAt('test', IMPORT, NEW));
            }}
          >
            New import
          </button>
        ) : null}
      </div>
      <About />
      {draft === null || draft.importId !== null ? null : (
        <p>
          <a href={addressOf(objectAt('test', IMPORT, NEW))}>Go on with {draft.table.fileName}</a>
        </p>
      )}
      <Shown read={read}>
        {([page, members]) => (
          <>
            <ImportTable {...{ page, members }} />
            <Pager place={place} page={page} />
          </>
        )}
      </Shown>
    </>
  );
};
