import { useLayoutEffect, useState } from 'preact/hooks';
import { callErrorOf } from '../../../../shared/pages/browser/calls.ts';
import { FieldError, invalidAttributes, ProblemBox } from '../../../../shared/pages/browser/parts.tsx';
import { currentZone, LOCAL_ZONE } from '../app/format.ts';
import { isSignedOut } from '../app/parts.tsx';
import type { Row } from '../objects/rows.ts';
import { bodyOf, type FormField, firstValues, type InputContext, splitOptions, type Values, withOption } from './forms.ts';

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

const INPUT_MODES: Partial<Record<FormField['kind'], 'numeric' | 'decimal'>> = {
  integer: 'numeric',
  decimal: 'decimal',
  amount: 'decimal',
  unitAmount: 'decimal',
};

const Checkboxes = ({ field, value, set }: FieldProps) => {
  const { name, label, options = [] } = field;
  const chosen = splitOptions(value);
  return (
    <fieldset class="many">
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option}>
          <input
            type="checkbox"
            name={name}
            checked={chosen.includes(option)}
            onChange={({ currentTarget: { checked } }) => set(withOption(field, value, option, checked))}
          />
          {option}
        </label>
      ))}
    </fieldset>
  );
};

const Checkbox = ({ field: { name, label }, value, set }: FieldProps) => (
  <label class="flag">
    <input type="checkbox" name={name} checked={value === 'true'} onChange={({ currentTarget }) => set(String(currentTarget.checked))} />
    {label}
  </label>
);

const Control = ({ field: { name, kind, options = [], isRequired }, value, problem, set }: FieldProps) => {
  const common = { id: `field-${name}`, name, value, required: isRequired === true, ...invalidAttributes(problem, `mistake-${name}`) };
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
      step={kind === 'time' ? 1 : undefined}
      inputMode={INPUT_MODES[kind]}
      autocomplete="off"
      onInput={({ currentTarget }) => set(currentTarget.value)}
    />
  );
};

const Field = ({ zone, ...props }: FieldProps & Pick<InputContext, 'zone'>) => {
  const { field, problem } = props;
  return (
    <div class="field">
      {field.kind === 'many' || field.kind === 'flag' ? null : (
        <label for={`field-${field.name}`}>
          {field.label}
          {field.kind === 'time' ? ` (${zone === 'UTC' ? 'UTC' : LOCAL_ZONE})` : null}
        </label>
      )}
      <FieldError id={`mistake-${field.name}`} text={problem} />
      {field.kind === 'many' ? <Checkboxes {...props} /> : field.kind === 'flag' ? <Checkbox {...props} /> : <Control {...props} />}
      {field.hint === undefined ? null : <p class="soft">{field.hint}</p>}
    </div>
  );
};

type Problem = { readonly name: string | null; readonly text: string } | null;

interface FormProps {
  readonly fields: readonly FormField[];
  /** The object that the form changes; `null`: the form creates an object, or starts empty. */
  readonly before: Row | null;
  /** The currency of the object; omitted or `null`: the object has none. */
  readonly currency?: string | null;
  readonly label: string;
  readonly send: (body: Row) => Promise<void>;
  readonly signedOut: () => void;
  /** Cancels the form; `null`: no cancel button. */
  readonly cancel: (() => void) | null;
  /** Called with the values whenever one changes. */
  readonly onChange?: (values: Values) => void;
}

/** Renders the fields and the buttons. Shows an API error at its field. */
export const Form = ({ fields, before, label, send, signedOut, cancel, onChange, currency = null }: FormProps) => {
  // Computed once, so that times that are entered already keep their zone if the member changes the zone of the console.
  const [context] = useState<InputContext>(() => ({ currency, zone: currentZone() === 'UTC' ? 'UTC' : 'own' }));
  const [values, setValues] = useState(() => firstValues(fields, before, context));
  const [problem, setProblem] = useState<Problem>(null);
  const [isSending, setSending] = useState(false);
  // A layout effect, so that `onChange` has run before the next click.
  useLayoutEffect(() => onChange?.(values), [values]);
  const showError = (error: unknown): void => {
    const { param, message } = callErrorOf(error);
    if (isSignedOut(error)) signedOut();
    else setProblem({ name: fields.find(({ name }) => name === param)?.name ?? null, text: message });
  };
  const submit = async (): Promise<void> => {
    if (isSending) return;
    setProblem(null);
    const result = bodyOf(fields, values, before, context);
    if ('text' in result) return setProblem(result);
    setSending(true);
    await send(result.body).catch(showError);
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
          zone={context.zone}
          value={values[field.name] ?? ''}
          problem={problem?.name === field.name ? problem.text : null}
          set={(value) => setValues((current) => ({ ...current, [field.name]: value }))}
        />
      ))}
      <div class="row">
        <button type="submit" aria-disabled={isSending}>
          {label}
        </button>
        {cancel === null ? null : (
          <button type="button" class="quiet" aria-disabled={isSending} onClick={() => (isSending ? undefined : cancel())}>
            Go back
          </button>
        )}
        <span class="soft" role="status">
          {isSending ? 'Sending…' : null}
        </span>
      </div>
    </form>
  );
};
