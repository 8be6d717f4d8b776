import { useMemo, useState } from 'preact/hooks';
import { ProblemBox } from '../../../../shared/pages/browser/parts.tsx';
import { Shown, Time, useAttempts, useRead } from '../app/parts.tsx';
import { addressOf, placeAt } from '../app/route.ts';
import { IMPORT } from '../app/screens.ts';
import { Status } from '../objects/lists.tsx';
import { Checked } from './checked.tsx';
import { useImport, WORK } from './follow.ts';
import { whoOf } from './list.tsx';
import type { Import } from './objects.ts';
import { type DraftProps, Progress, type Step, Steps } from './parts.tsx';
import { Report } from './report.tsx';
import { readerOf } from './reports.ts';

/** The page of an import: progress, results and actions. */

interface Props extends DraftProps {
  readonly mayImport: boolean;
}

const Facts = ({ one, calls, signedOut }: Pick<Props, 'calls' | 'signedOut'> & { readonly one: Import }) => {
  const read = useRead(calls.members, 'members', signedOut);
  const who = read.kind === 'read' ? whoOf(one.member_id, read.value) : one.member_id;
  return (
    <p class="soft">
      <Status value={one.status} /> Begun <Time seconds={one.created} /> by {who}
      {one.ended_at === null ? null : (
        <>
          {', '}
          {one.status === 'undone' ? 'undone' : 'ended'} <Time seconds={one.ended_at} />
        </>
      )}
    </p>
  );
};

const STEP_OF: Readonly<Record<string, Step>> = { checking: 'Check', checked: 'Check', importing: 'Import' };

const Unfinished = () => <p>The upload of this file did not come to its end. Begin a new import with the file.</p>;

export const ImportPage = (props: Props) => {
  const { calls, place, signedOut, mayImport } = props;
  const id = place.id ?? '';
  const draft = props.draft?.importId === id ? props.draft : null;
  const cell = useMemo(() => readerOf(draft), [draft]);
  const { read, proceed } = useImport(calls, id, signedOut);
  const { problem, attempt } = useAttempts(signedOut);
  const [isBusy, setBusy] = useState(false);
  const act = async (work: () => Promise<Import>): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    await attempt(async () => proceed(await work()));
    setBusy(false);
  };
  return (
    <>
      <p>
        <a href={addressOf(placeAt('test', IMPORT))}>Import</a>
      </p>
      <h1>{read.kind === 'read' ? read.value.file_name : 'Import'}</h1>
      <Shown read={read}>
        {(one) => {
          const [step, work] = [STEP_OF[one.status], WORK[one.status]];
          return (
            <>
              {step === undefined ? null : <Steps at={step} draft={draft} />}
              <Facts {...{ one, calls, signedOut }} />
              {problem === null ? null : <ProblemBox text={problem} />}
              {work === undefined ? null : <Progress title={work} done={one.rows_done} of={one.row_count} unit="rows" />}
              {one.status === 'uploading' ? <Unfinished /> : null}
              {one.status === 'checked' ? (
                <Checked
                  {...{ one, calls, signedOut, mayImport, cell, isBusy }}
                  hasFile={draft !== null}
                  start={() => void act(() => calls.imports.start(id))}
                />
              ) : null}
              {one.status === 'completed' || one.status === 'undone' ? (
                <Report {...{ one, calls, place, signedOut, mayImport, cell }} undone={proceed} />
              ) : null}
            </>
          );
        }}
      </Shown>
    </>
  );
};
