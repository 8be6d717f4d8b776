import { useLayoutEffect, useState } from 'preact/hooks';
import { callErrorOf } from '../../../../shared/pages/browser/calls.ts';
import { isSignedOut, problemText } from '../app/parts.tsx';
import { goTo, hrefOf, objectRoute, routeTo } from '../app/route.ts';
import { IMPORT } from '../app/screens.ts';
import { type UploadRow, uploadOf } from './chunks.ts';
import { ColumnsStep } from './columns-step.tsx';
import { DetailsStep } from './details-step.tsx';
import { type Draft, hasSubscriptions, needsFirstChargeDate, newDraft, newImportOf, withFirstCharge, withMapping } from './draft.ts';
import { FileStep } from './file-step.tsx';
import { type DraftProps, type Step, Steps } from './parts.tsx';
import { Upload } from './upload.tsx';

/** The wizard for a new import. After the upload, it opens the page of the import. */

interface Uploading {
  readonly importId: string;
  readonly chunks: readonly (readonly UploadRow[])[];
}

interface StepProps {
  readonly step: Step;
  readonly setStep: (step: Step) => void;
}

type Problem = { readonly text: string; readonly param: string | null } | null;

const now = (): number => Date.now() / 1000;

/**
 * Returns the function `create` and `problem`, the error of its last call. `create` splits the file into chunks, creates the import and
 * then calls `onCreated`.
 */
const useCreation = (
  { calls, onSignedOut }: Pick<DraftProps, 'calls' | 'onSignedOut'>,
  onCreated: (draft: Draft, uploading: Uploading) => void,
) => {
  const [problem, setProblem] = useState<Problem>(null);
  const [isBusy, setBusy] = useState(false);
  const create = async (draft: Draft, plans: Draft['plans']): Promise<void> => {
    if (isBusy) return;
    const upload = uploadOf(draft.table, draft.mapping);
    if ('problem' in upload) return setProblem({ text: upload.problem, param: null });
    setBusy(true);
    setProblem(null);
    try {
      const { id } = await calls.imports.create(newImportOf(draft, plans));
      onCreated({ ...draft, plans, importId: id }, { importId: id, chunks: upload.chunks });
    } catch (error) {
      if (isSignedOut(error)) return onSignedOut();
      setProblem({ text: problemText(error), param: callErrorOf(error).param });
    } finally {
      setBusy(false);
    }
  };
  return { problem, create, clearProblem: () => setProblem(null) };
};

const CurrentStep = ({ calls, onSignedOut, draft, setDraft, step, setStep }: DraftProps & StepProps) => {
  const [uploading, setUploading] = useState<Uploading | null>(null);
  const { problem, create, clearProblem } = useCreation({ calls, onSignedOut }, (createdDraft, upload) => {
    setDraft(createdDraft);
    setUploading(upload);
    setStep('Check');
  });
  const openStep = (to: Step): void => {
    clearProblem();
    setStep(to);
  };
  if (draft === null || step === 'File') {
    const startDraft = (table: Draft['table']): void => {
      setDraft(newDraft(table, now()));
      openStep('Columns');
    };
    return <FileStep take={startDraft} />;
  }
  if (step === 'Columns') {
    const skipsDetails = !hasSubscriptions(draft);
    return (
      <ColumnsStep
        table={draft.table}
        mapping={draft.mapping}
        firstCharge={
          needsFirstChargeDate(draft) ? { value: draft.firstCharge, set: (date) => setDraft(withFirstCharge(draft, date, now())) } : null
        }
        setMapping={(mapping) => setDraft(withMapping(draft, mapping, now()))}
        problem={problem?.text ?? null}
        next={skipsDetails ? 'Check' : 'Continue'}
        proceed={() => (skipsDetails ? void create(draft, {}) : openStep('Plans and dates'))}
        goBack={() => openStep('File')}
      />
    );
  }
  if (step === 'Plans and dates') {
    const proceed = (plans: Draft['plans']): void => void create(draft, plans);
    return <DetailsStep {...{ calls, onSignedOut, draft, setDraft, problem, proceed }} goBack={() => openStep('Columns')} />;
  }
  if (uploading === null) return null;
  return (
    <Upload
      {...{ calls, onSignedOut }}
      {...uploading}
      rowCount={draft.table.records.length}
      onDone={() => goTo(objectRoute('test', IMPORT, uploading.importId))}
      goBack={() => openStep('Columns')}
    />
  );
};

/** While `isNeeded`, the browser asks for confirmation before the page is closed, because closing it would lose the chosen file. */
const useLeaveWarning = (isNeeded: boolean): void => {
  useLayoutEffect(() => {
    if (!isNeeded) return;
    const warn = (event: Event): void => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isNeeded]);
};

export const Wizard = (props: DraftProps) => {
  const [step, setStep] = useState<Step>(props.draft === null ? 'File' : 'Columns');
  useLeaveWarning(props.draft !== null);
  return (
    <>
      <p>
        <a href={hrefOf(routeTo('test', IMPORT))}>Import</a>
      </p>
      <h1>Import customers</h1>
      <Steps at={step} draft={props.draft} />
      <CurrentStep {...props} {...{ step, setStep }} />
    </>
  );
};
