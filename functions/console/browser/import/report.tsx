import { useState } from 'preact/hooks';
import { Await, useRead } from '../app/parts.tsx';
import { hrefOf, objectRoute, type Route, routeTo } from '../app/route.ts';
import { IMPORT } from '../app/screens.ts';
import type { SessionProps } from '../app/session-props.ts';
import { IdLink } from '../objects/lists.tsx';
import { StatusBadge } from '../objects/status.tsx';
import type { Import, ImportRow } from './api-types.ts';
import { fetchRows } from './calls.ts';
import { Counts } from './counts.tsx';
import { FileNotices } from './file-notices.tsx';
import { type DraftOfImport, SaveButton } from './parts.tsx';
import { faultsText, type ReportReader, reportCsv, reportName } from './report-csv.ts';
import { UndoDialog } from './undo.tsx';
import { UploadAgain } from './upload-again.tsx';

interface Props extends Omit<SessionProps, 'session'>, DraftOfImport {
  readonly importJob: Import;
  readonly mayImport: boolean;
  readonly reader: ReportReader;
  readonly onUndoStarted: (importJob: Import) => void;
}

/** The status of the badge, by outcome. An outcome that is not listed here is itself the status. */
const OUTCOME_STATUSES: Readonly<Record<string, string>> = { unchanged: 'already_imported', faulty: 'failed' };

/** The class of empty cells, which are hidden on phones. */
const emptyCellClass = (isEmpty: boolean): string | undefined => (isEmpty ? 'import-none' : undefined);

interface ResultRowProps {
  readonly result: ImportRow;
  readonly reader: ReportReader;
  readonly hasLinks: boolean;
}

/** A link to the customer, with the name or email in the file; with the id if the file is not loaded. */
const CustomerLink = ({ id, row, reader }: { readonly id: string; readonly row: number; readonly reader: ReportReader }) => {
  const name = reader.cell(row, 'name') || reader.cell(row, 'email');
  return name ? <a href={hrefOf(objectRoute('test', 'customers', id))}>{name}</a> : <IdLink text={id} mode="test" />;
};

const ResultRow = ({ result, reader, hasLinks }: ResultRowProps) => {
  const { row, outcome, customer_id: customerId, checkout_url: url, faults } = result;
  return (
    <tr>
      <th scope="row" class="number import-row">
        {row}
      </th>
      <td data-title="Outcome">
        <StatusBadge row={{ status: OUTCOME_STATUSES[outcome] ?? outcome }} />
      </td>
      <td class={emptyCellClass(customerId === null)} data-title="Customer">
        {customerId === null ? '–' : <CustomerLink id={customerId} row={row} reader={reader} />}
      </td>
      {hasLinks ? (
        <td class={emptyCellClass(url === null)} data-title="Checkout link">
          {url === null ? (
            '–'
          ) : (
            <a href={url} target="_blank" rel="noreferrer" aria-label={`Checkout of row ${row}`}>
              Checkout
            </a>
          )}
        </td>
      ) : null}
      <td class={emptyCellClass(faults.length === 0) ?? 'import-faults'} data-title="Problem">
        {faultsText(result, reader) || '–'}
      </td>
    </tr>
  );
};

/** The chunk number in the route; 0 if it is missing or invalid. */
const chunkOf = ({ filters }: Route): number => (/^\d{1,2}$/.test(filters['chunk'] ?? '') ? Number(filters['chunk']) : 0);

const RowTable = ({
  importJob,
  calls,
  route,
  onSignedOut,
  reader,
}: Pick<Props, 'importJob' | 'calls' | 'route' | 'onSignedOut' | 'reader'>) => {
  const hasLinks = importJob.checkout_sessions_created > 0;
  const chunk = chunkOf(route);
  const read = useRead(() => calls.imports.rows(importJob.id, chunk), `${importJob.id} ${importJob.status} ${chunk}`, onSignedOut);
  const hrefOfChunk = (target: number): string =>
    hrefOf({ ...objectRoute('test', IMPORT, importJob.id), filters: { chunk: String(target) } });
  return (
    <Await read={read}>
      {({ data, has_more: hasMore }) => (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard. */}
          <section class="table rows" aria-label="Rows" tabIndex={0}>
            <table>
              <thead>
                <tr>
                  {['Row', 'Outcome', 'Customer', ...(hasLinks ? ['Checkout link'] : []), 'Problem'].map((title) => (
                    <th key={title} scope="col" class={title === 'Row' ? 'number' : undefined}>
                      {title}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.map((result) => (
                  <ResultRow key={result.row} {...{ result, reader, hasLinks }} />
                ))}
              </tbody>
            </table>
          </section>
          <p class="row">
            {chunk > 0 ? <a href={hrefOfChunk(chunk - 1)}>Previous rows</a> : null}
            {hasMore ? <a href={hrefOfChunk(chunk + 1)}>Next rows</a> : null}
          </p>
        </>
      )}
    </Await>
  );
};

const countsOf = ({ status, counts, customers_created: customers, checkout_sessions_created: sessions }: Import) =>
  status === 'undone'
    ? ([
        ['Undone', counts.undone],
        ['Kept', counts.kept],
        ['Already imported', counts.unchanged],
        ['With errors', counts.faulty],
      ] as const)
    : ([
        ['Imported', counts.imported],
        ['Already imported', counts.unchanged],
        ['With errors', counts.faulty],
        ['Customers created', customers],
        ['Checkout links', sessions],
      ] as const);

/** The filter for customers created while the import ran; no filter if the import created none. */
const createdFilter = ({ started_at: from, ended_at: end, customers_created: created }: Import): Route['filters'] =>
  from === null || end === null || created === 0 ? {} : { 'created[gte]': String(from), 'created[lt]': String(end + 1) };

/** Explains why an undo was rejected, or why it kept some customers. */
const UndoNotice = ({ importJob: { status, billed_rows: billed, counts } }: { readonly importJob: Import }) => {
  if (status === 'completed' && billed > 0) {
    const rows = billed === 1 ? 'the customer of 1 row already has a payment' : `the customers of ${billed} rows already have payments`;
    return (
      <p class="notice" role="status">
        Nothing was undone: {rows}.
      </p>
    );
  }
  return status === 'undone' && counts.kept > 0 ? <p class="notice">Some customers were kept because a payment was started.</p> : null;
};

export const Report = (props: Props) => {
  const { importJob, calls, onSignedOut, mayImport, reader, onUndoStarted, draft, setDraft } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-label="Report" class="import-step">
      <h2>{importJob.status === 'undone' ? 'Import undone' : 'Report'}</h2>
      <Counts counts={countsOf(importJob)} />
      <UndoNotice importJob={importJob} />
      <FileNotices {...{ importJob, draft }} />
      <div class="row actions">
        {mayImport && importJob.counts.faulty > 0 && importJob.status === 'completed' ? <UploadAgain {...{ draft, setDraft }} /> : null}
        <SaveButton
          title="Download report"
          fileName={reportName(importJob.file_name, 'report')}
          make={async () => reportCsv(await fetchRows(calls.imports, importJob.id), reader)}
          onSignedOut={onSignedOut}
        />
        {mayImport && importJob.status === 'completed' ? (
          <button type="button" class="quiet" onClick={() => setOpen(true)}>
            Undo import
          </button>
        ) : null}
        <a class="button quiet" href={hrefOf(routeTo('test', 'customers', createdFilter(importJob)))}>
          View customers
        </a>
      </div>
      <RowTable {...props} />
      {isOpen ? (
        <UndoDialog
          {...{ importJob, calls, onSignedOut }}
          close={() => setOpen(false)}
          done={(updatedImport) => {
            setOpen(false);
            onUndoStarted(updatedImport);
          }}
        />
      ) : null}
    </section>
  );
};
