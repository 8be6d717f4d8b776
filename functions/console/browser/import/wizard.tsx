import { useLayoutEffect, useState } from 'preact/hooks';
import { callErrorOf } from '../../../../shared/pages/browser/calls.ts';
import { isSignedOut } from '../app/parts.tsx';
import { addressOf, goTo, objectAt, placeAt } from '../app/route.ts';
import { IMPORT } from '../app/screens.ts';
import { type UploadRow, uploadOf } from './chunks.ts';
import { ColumnsStep } from './columns-step.tsx';
import { DetailsStep } from './details-step.tsx';
import { beginningOf, type Draft, draftOf, hasSubscriptions, withMapping } from './draft.ts';
import { FileStep } from './file-step.tsx';
import { type DraftProps, type Step, Steps } from './parts.tsx';
import { Upload } from './upload.tsx';

/** A new import, step by step, until it is uploaded; its own page continues with it. */

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

/** Makes the import, with what is to be uploaded to it. What was refused is `problem`. */
const useBeginning = (
  { calls, signedOut }: Pick<DraftProps, 'calls' | 'signedOut'>,
  begun: (draft: Draft, uploading: Uploading) => void,
) => {
  const [problem, setProblem] = useState<Problem>(null);
  const [isBusy, setBusy] = useState(false);
  const begin = async (draft: Draft, plans: Draft['plans']): Promise<void> => {
    if (isBusy) return;
    const upload = uploadOf(draft.table, draft.mapping);
    if ('problem' in upload) return setProblem({ text: upload.problem, param: null });
    setBusy(true);
    setProblem(null);
    try {
      const { id } = await calls.imports.create(beginningOf(draft, plans));
      begun({ ...draft, plans, importId: id }, { importId: id, chunks: upload.chunks });
    } catch (error) {
      if (isSignedOut(error)) return signedOut();
      const { message, param } = callErrorOf(error);
      setProblem({ text: message, param });
    } finally {
      setBusy(false);
    }
  };
  return { problem, begin, forget: () => setProblem(null) };
};

const CurrentStep = ({ calls, signedOut, draft, setDraft, step, setStep }: DraftProps & StepProps) => {
  const [uploading, setUploading] = useState<Uploading | null>(null);
  const { problem, begin, forget } = useBeginning({ calls, signedOut }, (begun, upload) => {
    setDraft(begun);
    setUploading(upload);
    setStep('Check');
  });
  const go = (to: Step): void => {
    forget();
    setStep(to);
  };
  if (draft === null || step === 'File') {
    const take = (table: Draft['table']): void => {
      setDraft(draftOf(table, now()));
      go('Columns');
    };
    return <FileStep take={take} />;
  }
  if (step === 'Columns') {
    const isWhole = !hasSubscriptions(draft);
    return (
      <ColumnsStep
        table={draft.table}
        mapping={draft.mapping}
        setMapping={(mapping) => setDraft(withMapping(draft, mapping, now()))}
        problem={problem?.text ?? null}
        next={isWhole ? 'Check' : 'Go on'}
        proceed={() => (isWhole ? void begin(draft, {}) : go('Plans and dates'))}
        goBack={() => go('File')}
      />
    );
  }
  if (step === 'Plans and dates') {
    const proceed = (plans: Draft['plans']): void => void begin(draft, plans);
    return <DetailsStep {...{ calls, signedOut, draft, setDraft, problem, proceed }} goBack={() => go('Columns')} />;
  }
  if (uploading === null) return null;
  return (
    <Upload
      {...{ calls, signedOut }}
      {...uploading}
      rowCount={draft.table.records.length}
      done={() => goTo(objectAt('test', IMPORT, uploading.importId))}
      goBack={() => go('Columns')}
    />
  );
};

/** Has the browser ask before it closes a page whose file is not uploaded yet. */
const useQuestion = (isNeeded: boolean): void => {
  useLayoutEffect(() => {
    if (!isNeeded) return;
    const ask = (event: Event): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isNeeded]);
};

export const Wizard = (props: DraftProps) => {
  const [step, setStep] = useState<Step>(props.draft === null ? 'File' : 'Columns');
  useQuestion(props.draft !== null);
  return (
    <>
      <p>
        <a href={addressOf(placeAt('test', IMPORT))}>Import</a>
      </p>
      <h1>New import</h1>
      <Steps at={step} draft={props.draft} />
      <CurrentStep {...props} {...{ step, setStep }} />
    </>
  );
};
