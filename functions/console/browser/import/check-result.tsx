import type { Calls } from '../app/calls.ts';
import { countText } from '../app/format.ts';
import { Await, useRead } from '../app/parts.tsx';
import { hrefOf, objectRoute } from '../app/route.ts';
import { IMPORT } from '../app/screens.ts';
import type { Import, ImportRow } from './api-types.ts';
import { fetchRows } from './calls.ts';
import { Counts } from './counts.tsx';
import { FileNotices } from './file-notices.tsx';
import { type DraftOfImport, NEW_IMPORT, SaveButton, StepTitle } from './parts.tsx';
import { faultLines, faultsCsv, type ReportReader, reportName } from './report-csv.ts';
import { UploadAgain } from './upload-again.tsx';

/** The results of the check, before the import starts. */

/** Maximum number of faulty rows in the table; the download contains all. */
const MAX_SHOWN = 100;

const isFaulty = ({ outcome }: ImportRow): boolean => outcome === 'faulty';

interface Props extends DraftOfImport {
  readonly importJob: Import;
  readonly calls: Calls;
  readonly onSignedOut: () => void;
  readonly mayImport: boolean;
  readonly reader: ReportReader;
  readonly isBusy: boolean;
  readonly start: () => void;
}

const FaultTable = ({
  rows,
  reader,
  hasFile,
}: {
  readonly rows: readonly ImportRow[];
  readonly reader: ReportReader;
  readonly hasFile: boolean;
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard.
  <section class="table rows" aria-label="Rows with errors" tabIndex={0}>
    <table>
      <thead>
        <tr>
          <th scope="col" class="number">
            Row
          </th>
          <th scope="col">Column</th>
          <th scope="col">Problem</th>
          {hasFile ? <th scope="col">Value</th> : null}
        </tr>
      </thead>
      <tbody>
        {faultLines(rows, reader).map(({ row, column, message, value }) => (
          <tr key={`${row} ${column} ${message}`}>
            <th scope="row" class="number import-row">
              {row}
            </th>
            <td data-title="Column">{column}</td>
            <td data-title="Problem">{message}</td>
            {hasFile ? (
              <td class="import-cell" data-title="Value">
                {value === '' ? <span class="soft">empty</span> : (value ?? '–')}
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

const Faults = ({ importJob, calls, onSignedOut, reader, mayImport, draft, setDraft }: Omit<Props, 'start' | 'isBusy'>) => {
  const { faulty } = importJob.counts;
  const shownCount = Math.min(MAX_SHOWN, faulty);
  const read = useRead(() => fetchRows(calls.imports, importJob.id, isFaulty, shownCount), `faults ${importJob.id}`, onSignedOut);
  return (
    <>
      <h3>Rows with errors</h3>
      <p>These rows are not imported. Fix them and upload the file again. Rows already imported are skipped.</p>
      <Await read={read}>{(rows) => <FaultTable {...{ rows, reader }} hasFile={draft !== null} />}</Await>
      {faulty > shownCount ? <p>Showing the first {shownCount}. Download all errors as CSV.</p> : null}
      <div class="row">
        {mayImport ? <UploadAgain {...{ draft, setDraft }} /> : null}
        <SaveButton
          title="Download errors"
          fileName={reportName(importJob.file_name, 'errors')}
          make={async () => faultsCsv(await fetchRows(calls.imports, importJob.id, isFaulty, faulty), reader)}
          onSignedOut={onSignedOut}
        />
      </div>
    </>
  );
};

/** The button to start the import, or the reason why it cannot start. */
const Start = ({ importJob, mayImport, isBusy, draft, start }: Pick<Props, 'importJob' | 'mayImport' | 'isBusy' | 'draft' | 'start'>) => {
  const { ready } = importJob.counts;
  if (importJob.expires_at !== null && importJob.expires_at * 1000 <= Date.now()) return <p>This upload expired. Import the file again.</p>;
  if (!mayImport) return <p>Only owners and admins can import customers.</p>;
  return (
    <>
      {ready === 0 ? <p>No rows to import.</p> : null}
      <div class="row actions">
        {ready === 0 ? null : (
          <button type="button" aria-disabled={isBusy} onClick={start}>
            Import {countText(ready, 'row')}
          </button>
        )}
        {draft !== null ? (
          <a class="button quiet" href={hrefOf(objectRoute('test', IMPORT, NEW_IMPORT))}>
            Back to columns
          </a>
        ) : null}
      </div>
    </>
  );
};

export const CheckResult = (props: Props) => {
  const { ready, unchanged, faulty } = props.importJob.counts;
  return (
    <section aria-label="Check" class="import-step">
      <StepTitle>Review before importing</StepTitle>
      <Counts
        counts={[
          ['Ready to import', ready],
          ['Already imported', unchanged],
          ['With errors', faulty],
        ]}
      />
      <FileNotices {...props} />
      <Start {...props} />
      {faulty === 0 ? null : <Faults {...props} />}
    </section>
  );
};
