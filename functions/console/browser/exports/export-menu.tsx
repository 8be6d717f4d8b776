import { useApi } from '../app/api.ts';
import { countText } from '../app/format.ts';
import { isSignedOut } from '../app/parts.tsx';
import { hrefOf, type Route } from '../app/route.ts';
import type { Screen } from '../app/screen-types.ts';
import type { Row } from '../objects/rows.ts';
import { fetchAllRows } from './all-rows.ts';
import { exportJobs, useExportJobs } from './export-jobs.tsx';
import { type ExportedFile, isRunning, type JobControl } from './jobs.ts';

/** Exports of a list with its filters: as CSV, and the PDFs of its documents. They run in the background. */

interface Props {
  readonly route: Route;
  readonly screen: Screen;
  readonly onSignedOut: () => void;
  /** The rows to export; empty: all rows of the list. */
  readonly selected: readonly Row[];
}

export const ExportMenu = ({ route, screen, onSignedOut, selected }: Props) => {
  const { calls, mode } = useApi();
  const jobs = useExportJobs();
  const name = screen.title.toLowerCase().replaceAll(' ', '-');

  const readRows = async ({ progress, isStopped }: JobControl): Promise<readonly Row[]> =>
    selected.length > 0
      ? selected
      : fetchAllRows({
          filters: route.filters,
          fetchPage: (query) => calls.page(mode, screen.path, query),
          progress: (count) => progress(`${count} read`),
          isStopped,
        });
  const exportCsv = async (control: JobControl): Promise<ExportedFile> => {
    const [rows, { rowsCsv }] = await Promise.all([readRows(control), import('./rows-csv.ts')]);
    const contents = new Blob([rowsCsv(rows)], { type: 'text/csv;charset=utf-8' });
    return { contents, name: `${name}.csv`, text: `${countText(rows.length, 'row')} exported.` };
  };
  const downloadPdfs = async (control: JobControl): Promise<ExportedFile> => {
    const [documents, { fetchDocumentsZip }] = await Promise.all([readRows(control), import('./documents-zip.ts')]);
    const { file, missing } = await fetchDocumentsZip({
      documents,
      fetchPdf: (id) => calls.file(mode, `${screen.path}/${id}/pdf`),
      progress: (count) => control.progress(`${count} of ${documents.length} downloaded`),
      isStopped: control.isStopped,
    });
    const text =
      missing.length === 0
        ? `${countText(documents.length, 'PDF')} downloaded.`
        : `${documents.length - missing.length} of ${documents.length} PDFs downloaded. Not available yet: ${missing.slice(0, 5).join(', ')}.`;
    return { contents: file, name: `${name}.zip`, text, isIncomplete: missing.length > 0 };
  };

  const button = (format: string, label: string, run: (control: JobControl) => Promise<ExportedFile>) => {
    const key = [format, hrefOf({ ...route, after: null }), ...selected.map(({ id }) => id)].join(' ');
    const isBusy = jobs.some((job) => job.key === key && isRunning(job));
    const onError = (error: unknown): void => {
      if (isSignedOut(error)) onSignedOut();
    };
    return (
      <button
        type="button"
        class="quiet"
        aria-disabled={isBusy}
        onClick={() => void exportJobs.start({ key, title: `${screen.title} as ${format}`, run, onError })}
      >
        {label}
      </button>
    );
  };
  const isAll = selected.length === 0;
  return (
    <>
      {button('CSV', isAll ? 'Export CSV' : `Export ${countText(selected.length, 'row')} as CSV`, exportCsv)}
      {screen.hasDocument
        ? button('PDFs', isAll ? 'Download PDFs (zip)' : `Download ${countText(selected.length, 'PDF')} (zip)`, downloadPdfs)
        : null}
    </>
  );
};
