import { useEffect, useRef, useState } from 'preact/hooks';
import type { Mode } from '../../../shared/domain/kernel.ts';
import { callErrorOf } from '../../../shared/pages/browser/calls.ts';
import { Mistake, ProblemBox, wrongIf } from '../../../shared/pages/browser/parts.tsx';
import type { Action } from './actions.ts';
import type { Calls } from './calls.ts';
import { bodyOf, type FormField, firstValues, joined, partsOf, type Values } from './forms.ts';
import { isSignedOut } from './parts.tsx';
import type { Row } from './rows.ts';

/** Where a member fills in what an action asks for, confirms it, and is told what came of it. */

interface FieldProps {
  readonly field: FormField;
  readonly value: string;
  readonly problem: string | null;
  readonly set: (value: string) => void;
}

const INPUT_TYPES: Partial<Record<FormField['kind'], string>> = {
  email: 'email',
  url: 'url',
  secret: 'password',
  time: 'datetime-local',
  color: 'text',
};

const Many = ({ field: { name, label, options = [] }, value, set }: FieldProps) => {
  const chosen = partsOf(value);
  return (
    <fieldset class="many">
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option}>
          <input
            type="checkbox"
            name={name}
            checked={chosen.includes(option)}
            onChange={({ currentTarget: { checked } }) =>
              set(joined(checked ? [...chosen, option] : chosen.filter((each) => each !== option)))
            }
          />
          {option}
        </label>
      ))}
    </fieldset>
  );
};

const Flag = ({ field: { name, label }, value, set }: FieldProps) => (
  <label class="flag">
    <input type="checkbox" name={name} checked={value === 'true'} onChange={({ currentTarget }) => set(String(currentTarget.checked))} />
    {label}
  </label>
);

const Control = ({ field: { name, kind, options = [], isRequired }, value, problem, set }: FieldProps) => {
  const common = { id: `field-${name}`, name, value, required: isRequired === true, ...wrongIf(problem, `mistake-${name}`) };
  if (kind === 'longText') return <textarea {...common} rows={3} onInput={({ currentTarget }) => set(currentTarget.value)} />;
  if (kind === 'choice') {
    return (
      <select {...common} onChange={({ currentTarget }) => set(currentTarget.value)}>
        {options.map((option) => (
          <option key={option} value={option}>
            {option.replaceAll('_', ' ')}
          </option>
        ))}
      </select>
    );
  }
  return (
    <input
      {...common}
      type={INPUT_TYPES[kind] ?? 'text'}
      inputMode={kind === 'integer' ? 'numeric' : kind === 'amount' ? 'decimal' : undefined}
      autocomplete="off"
      onInput={({ currentTarget }) => set(currentTarget.value)}
    />
  );
};

const Field = (props: FieldProps) => {
  const { field, problem } = props;
  return (
    <div class="field">
      {field.kind === 'many' || field.kind === 'flag' ? null : <label for={`field-${field.name}`}>{field.label}</label>}
      <Mistake id={`mistake-${field.name}`} text={problem} />
      {field.kind === 'many' ? <Many {...props} /> : field.kind === 'flag' ? <Flag {...props} /> : <Control {...props} />}
      {field.hint === undefined ? null : <p class="soft">{field.hint}</p>}
    </div>
  );
};

type Problem = { readonly name: string | null; readonly text: string } | null;

interface FormProps {
  readonly fields: readonly FormField[];
  readonly before: Row | null;
  readonly label: string;
  readonly send: (body: Row) => Promise<void>;
  readonly signedOut: () => void;
  /** Leaves it as it is; `null`: there is nowhere to go back to. */
  readonly giveUp: (() => void) | null;
  /** Told whenever something is typed. */
  readonly typed?: (values: Values) => void;
}

/** Fields and a button. What is refused is told at its field. */
export const Form = ({ fields, before, label, send, signedOut, giveUp, typed }: FormProps) => {
  const [values, setValues] = useState(() => firstValues(fields, before));
  const [problem, setProblem] = useState<Problem>(null);
  const [isSending, setSending] = useState(false);
  useEffect(() => typed?.(values), [values]);
  const refused = (error: unknown): void => {
    const { param, message } = callErrorOf(error);
    if (isSignedOut(error)) signedOut();
    else setProblem({ name: fields.find(({ name }) => name === param)?.name ?? null, text: message });
  };
  const submit = async (): Promise<void> => {
    if (isSending) return;
    setProblem(null);
    const made = bodyOf(fields, values, before);
    if ('text' in made) return setProblem(made);
    setSending(true);
    await send(made.body).catch(refused);
    setSending(false);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {problem === null || problem.name !== null ? null : <ProblemBox text={problem.text} />}
      {fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          problem={problem?.name === field.name ? problem.text : null}
          set={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
        />
      ))}
      <div class="row">
        <button type="submit" aria-disabled={isSending}>
          {label}
        </button>
        {giveUp === null ? null : (
          <button type="button" class="quiet" onClick={giveUp}>
            Go back
          </button>
        )}
      </div>
    </form>
  );
};

/** Shown once: nobody can read it again. */
const Once = ({ title, text, close }: { readonly title: string; readonly text: string; readonly close: () => void }) => (
  <>
    <p>{title}. It is shown this once.</p>
    <output class="once">{text}</output>
    <div class="row">
      <button type="button" onClick={() => void navigator.clipboard.writeText(text)}>
        Copy
      </button>
      <button type="button" class="quiet" onClick={close}>
        Close
      </button>
    </div>
  </>
);

interface DialogProps {
  readonly action: Action;
  /** What it is done to; `null`: it makes a new one. */
  readonly row: Row | null;
  readonly mode: Mode;
  readonly calls: Calls;
  readonly signedOut: () => void;
  /** It was done, and this was answered. */
  readonly done: (answer: Row) => void;
  readonly close: () => void;
}

export const ActionDialog = ({ action, row, mode, calls, signedOut, done, close }: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const [answer, setAnswer] = useState<Row | null>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const { fields = [], fixed, shows } = action;
  const send = async (body: Row): Promise<void> => {
    const path = action.path(row ?? {});
    const answered =
      action.method === 'DELETE' ? await calls.remove(mode, path) : await calls.post(mode, path, { ...body, ...fixed?.(row ?? {}) });
    if (shows === undefined) done(answered);
    else setAnswer(answered);
  };
  const leave = (): void => (answer === null ? close() : done(answer));
  return (
    <dialog ref={dialog} class={mode} aria-labelledby="action-title" onClose={leave}>
      <h2 id="action-title">{action.title}</h2>
      {answer !== null && shows !== undefined ? (
        <Once title={shows.title} text={String(answer[shows.name])} close={leave} />
      ) : (
        <>
          {action.says === undefined ? null : <p>{typeof action.says === 'function' ? action.says(row ?? {}) : action.says}</p>}
          <p class="soft">In {mode} mode.</p>
          <Form {...{ fields, send, signedOut }} before={action.edits ? row : null} label={action.title} giveUp={close} />
        </>
      )}
    </dialog>
  );
};
