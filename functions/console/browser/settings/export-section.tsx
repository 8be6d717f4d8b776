import { useMemo, useState } from 'preact/hooks';
import { ProblemBox } from '../../../../shared/pages/browser/parts.tsx';
import { hasScope } from '../app/calls.ts';
import { Card, useSingleAttempt } from '../app/parts.tsx';
import { saveFile } from '../app/save-file.ts';
import type { SessionProps } from '../app/session-props.ts';
import { createExportDownload } from './export.ts';

/** The export of the account in one mode. */
export const Export = ({ calls, session, route: { mode }, onSignedOut }: SessionProps) => {
  const [isSaved, setSaved] = useState(false);
  const { problem, isBusy, attempt } = useSingleAttempt(onSignedOut);
  const download = useMemo(() => createExportDownload(calls, mode), [calls, mode]);
  const mayExport = hasScope(session, 'data:export');
  const run = async (): Promise<void> => {
    setSaved(false);
    setSaved(await attempt(async () => saveFile(await download.fetch(), `export-${mode}.json`)));
  };
  return (
    <Card title="Export">
      <div class="body">
        <p>The catalogue, customers and billing records of the account in {mode} mode, as one JSON file.</p>
        {mayExport ? null : <p class="soft">Only owners and admins can export.</p>}
        {problem === null ? null : <ProblemBox text={problem} />}
        {mayExport ? (
          <div class="row">
            <button type="button" class="quiet" aria-busy={isBusy} aria-disabled={isBusy} onClick={() => void run()}>
              {download.isBegun() && !isBusy ? 'Resume export' : 'Export'}
            </button>
          </div>
        ) : null}
        <p role="status">{isSaved ? 'Export saved.' : null}</p>
      </div>
    </Card>
  );
};
