import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ProblemBox } from '../../../../shared/pages/browser/parts.tsx';
import { useSingleAttempt } from '../app/parts.tsx';
import { saveCsv } from '../app/save-file.ts';
import type { SessionProps } from '../app/session-props.ts';
import { type Draft, hasSubscriptions } from './draft.ts';

/** The id in the route of the wizard for a new import. */
export const NEW_IMPORT = 'new';

/** The props of screens that show or change the draft of a new import; `draft` is `null` if there is none. */
export interface DraftProps extends SessionProps {
  readonly draft: Draft | null;
  readonly setDraft: (draft: Draft | null) => void;
}

/** The draft with the file of the import that is shown; `draft` is `null` if the file is not loaded. */
export type DraftOfImport = Pick<DraftProps, 'draft' | 'setDraft'>;

/** Explains what an import does. */
export const About = () => (
  <p>
    Each row becomes a customer. Payment mandates cannot be imported, so the import makes a checkout link for each row with a plan: send it
    to the customer, who confirms the subscription and the payment method there. The first charge is on the date in the row. You can upload
    the same file again: rows already imported are skipped, and changes in them are not applied.
  </p>
);

const STEPS = ['File', 'Columns', 'Plans and dates', 'Check', 'Import'] as const;
export type Step = (typeof STEPS)[number];

/** The list of the steps of an import. `at`: the current step. The step for plans and dates is skipped for a file without subscriptions. */
export const Steps = ({ at, draft }: { readonly at: Step; readonly draft: Draft | null }) => (
  <ol class="import-steps" aria-label="Steps">
    {STEPS.map((step) => (
      <li key={step} aria-current={step === at ? 'step' : undefined}>
        {step}
        {step === 'Plans and dates' && draft !== null && !hasSubscriptions(draft) ? ' (not needed)' : null}
      </li>
    ))}
  </ol>
);

/** The heading of a step. Focused when the step opens, so that it is announced and scrolled into view. */
export const StepTitle = ({ children }: { readonly children: ComponentChildren }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <h2 tabIndex={-1} ref={heading}>
      {children}
    </h2>
  );
};

export const Progress = ({
  title,
  done,
  total,
  unit,
}: {
  readonly title: string;
  readonly done: number;
  readonly total: number;
  readonly unit: string;
}) => (
  <div class="import-progress">
    <p role="status">{title}</p>
    <progress aria-label={title} value={done} max={Math.max(total, 1)} />
    <p class="soft">
      {done} of {total} {unit}
    </p>
  </div>
);

interface SaveProps {
  readonly title: string;
  readonly fileName: string;
  /** Creates the text of the file; may take many API calls. */
  readonly make: () => Promise<string>;
  readonly onSignedOut: () => void;
}

/** A button that downloads a CSV file. */
export const SaveButton = ({ title, fileName, make, onSignedOut }: SaveProps) => {
  const [isSaved, setSaved] = useState(false);
  const { problem, isBusy, attempt } = useSingleAttempt(onSignedOut);
  const save = async (): Promise<void> => {
    setSaved(false);
    setSaved(await attempt(async () => saveCsv(await make(), fileName)));
  };
  return (
    <>
      {problem === null ? null : <ProblemBox text={problem} />}
      <button type="button" class="quiet" aria-busy={isBusy} aria-disabled={isBusy} onClick={() => void save()}>
        {title}
      </button>
      <span role="status" class="soft">
        {isSaved ? 'File saved.' : null}
      </span>
    </>
  );
};
