import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { ProblemBox } from '../../../../shared/pages/browser/parts.tsx';
import { useApi } from '../app/api.ts';
import { countText } from '../app/format.ts';
import { useSingleAttempt } from '../app/parts.tsx';
import type { Route } from '../app/route.ts';
import { saveCsv, saveFile } from '../app/save-file.ts';
import type { Screen } from '../app/screen-types.ts';
import { showToast } from '../app/toast.tsx';
import type { Row } from '../objects/rows.ts';
import { fetchAllRows } from './all-rows.ts';

/** Exports of a list with its filters: as CSV, and the PDFs of its documents. */

interface Props {
  readonly route: Route;
  readonly screen: Screen;
  readonly onSignedOut: () => void;
  /** The rows to export; none: all rows of the list. */
  readonly selected: readonly Row[];
  /** Controls next to the exports. */
  readonly children: ComponentChildren;
}

export const ExportMenu = ({ route, screen, onSignedOut, selected, children }: Props) => {
  const { calls, mode } = useApi();
  const { problem, isBusy, attempt } = useSingleAttempt(onSignedOut);
  const [progress, setProgress] = useState<string | null>(null);
  const isStopped = useRef(false);
  const name = screen.title.toLowerCase().replaceAll(' ', '-');

  const readRows = async (): Promise<readonly Row[]> =>
    selected.length > 0
      ? selected
      : fetchAllRows({
          filters: route.filters,
          fetchPage: (query) => calls.page(mode, screen.path, query),
          progress: (count) => setProgress(`${count} read`),
          isStopped: () => isStopped.current,
        });
  const run = (work: () => Promise<void>): void => {
    isStopped.current = false;
    void attempt(work).then(() => setProgress(null));
  };
  const exportCsv = async (): Promise<void> => {
    const [rows, { rowsCsv }] = await Promise.all([readRows(), import('./rows-csv.ts')]);
    if (isStopped.current) return;
    saveCsv(rowsCsv(rows), `${name}.csv`);
    showToast(`${countText(rows.length, 'row')} exported.`);
  };
  const downloadPdfs = async (): Promise<void> => {
    const [documents, { documentsZip }] = await Promise.all([readRows(), import('./documents-zip.ts')]);
    const { file, missing } = await documentsZip({
      documents,
      fetchPdf: (id) => calls.file(mode, `${screen.path}/${id}/pdf`),
      progress: (count) => setProgress(`${count} of ${documents.length} downloaded`),
      isStopped: () => isStopped.current,
    });
    if (isStopped.current) return;
    saveFile(file, `${name}.zip`);
    showToast(
      missing.length === 0
        ? `${countText(documents.length, 'PDF')} downloaded.`
        : `${documents.length - missing.length} of ${documents.length} PDFs downloaded. Not available yet: ${missing.slice(0, 5).join(', ')}.`,
    );
  };
  return (
    <>
      {problem === null ? null : <ProblemBox text={problem} />}
      <div class="row exports">
        {isBusy ? (
          <>
            <span class="soft" role="status">
              {progress ?? 'Reading …'}
            </span>
            <button
              type="button"
              class="quiet"
              onClick={() => {
                isStopped.current = true;
              }}
            >
              Stop
            </button>
          </>
        ) : (
          <>
            <button type="button" class="quiet" onClick={() => run(exportCsv)}>
              {selected.length === 0 ? 'Export CSV' : `Export ${countText(selected.length, 'row')} as CSV`}
            </button>
            {screen.hasDocument ? (
              <button type="button" class="quiet" onClick={() => run(downloadPdfs)}>
                {selected.length === 0 ? 'Download PDFs (zip)' : `Download ${countText(selected.length, 'PDF')} (zip)`}
              </button>
            ) : null}
            {children}
          </>
        )}
      </div>
    </>
  );
};
