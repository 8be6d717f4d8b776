import { useMemo } from 'preact/hooks';
import { ProblemBox } from '../../../../shared/pages/browser/parts.tsx';
import { useObjectTitle } from '../app/document-title.ts';
import { Await, DateTime, useRead, useSingleAttempt } from '../app/parts.tsx';
import { hrefOf, routeTo } from '../app/route.ts';
import { IMPORT } from '../app/screens.ts';
import { StatusBadge } from '../objects/status.tsx';
import type { Import } from './api-types.ts';
import { CheckResult } from './check-result.tsx';
import { memberName } from './list.tsx';
import { type DraftProps, Progress, type Step, Steps } from './parts.tsx';
import { Report } from './report.tsx';
import { reportReaderOf } from './report-csv.ts';
import { useImport, WORK_LABELS } from './use-import.ts';

interface Props extends DraftProps {
  readonly mayImport: boolean;
}

const ImportFacts = ({ importJob, calls, onSignedOut }: Pick<Props, 'calls' | 'onSignedOut'> & { readonly importJob: Import }) => {
  const read = useRead(calls.members, 'members', onSignedOut);
  const who = read.kind === 'read' ? memberName(importJob.member_id, read.value) : importJob.member_id;
  return (
    <p class="soft">
      <StatusBadge row={importJob} /> Started <DateTime seconds={importJob.created} /> by {who}
      {importJob.ended_at === null ? null : (
        <>
          {', '}
          {importJob.status === 'undone' ? 'undone' : 'finished'} <DateTime seconds={importJob.ended_at} />
        </>
      )}
    </p>
  );
};

/** The step of the wizard, by the status of the import. In other statuses, the page shows no steps. */
const STEP_OF: Readonly<Record<string, Step>> = { checking: 'Check', checked: 'Check', importing: 'Import' };

const Unfinished = () => <p>The upload did not finish. Import the file again.</p>;

export const ImportPage = (props: Props) => {
  const { calls, route, session, onSignedOut, mayImport, setDraft } = props;
  const id = route.id ?? '';
  const draft = props.draft?.importId === id ? props.draft : null;
  const reader = useMemo(() => reportReaderOf(draft), [draft]);
  const { read, showUpdate } = useImport(calls, id, onSignedOut);
  useObjectTitle(route, session, read.kind === 'read' ? read.value.file_name : null);
  const { problem, isBusy, attempt } = useSingleAttempt(onSignedOut);
  return (
    <>
      <p>
        <a href={hrefOf(routeTo('test', IMPORT))}>Import</a>
      </p>
      <h1>{read.kind === 'read' ? read.value.file_name : 'Import'}</h1>
      <Await read={read}>
        {(importJob) => {
          const [step, label] = [STEP_OF[importJob.status], WORK_LABELS[importJob.status]];
          return (
            <>
              {step === undefined ? null : <Steps at={step} draft={draft} />}
              <ImportFacts {...{ importJob, calls, onSignedOut }} />
              {problem === null ? null : <ProblemBox text={problem} />}
              {label === undefined ? null : <Progress title={label} done={importJob.rows_done} total={importJob.row_count} unit="rows" />}
              {importJob.status === 'uploading' ? <Unfinished /> : null}
              {importJob.status === 'checked' ? (
                <CheckResult
                  {...{ importJob, calls, onSignedOut, mayImport, reader, isBusy, draft, setDraft }}
                  start={() => void attempt(async () => showUpdate(await calls.imports.start(id)))}
                />
              ) : null}
              {importJob.status === 'completed' || importJob.status === 'undone' ? (
                <Report {...{ importJob, calls, route, onSignedOut, mayImport, reader, draft, setDraft }} onUndoStarted={showUpdate} />
              ) : null}
            </>
          );
        }}
      </Await>
    </>
  );
};
