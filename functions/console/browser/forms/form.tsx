import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { callErrorOf } from '../../../../shared/pages/browser/calls.ts';
import { FieldError, invalidAttributes, ProblemBox } from '../../../../shared/pages/browser/parts.tsx';
import { WHITE } from '../../../../shared/platform/contrast.ts';
import { errorText } from '../app/error-text.ts';
import { COUNTRIES, currentZone, enumLabel, LOCAL_ZONE } from '../app/format.ts';
import { isSignedOut } from '../app/parts.tsx';
import type { Row } from '../objects/rows.ts';
import { MoreOptions, SendingNote } from './form-parts.tsx';
import {
  bodyOf,
  type FormField,
  type InputContext,
  initialValuesOf,
  joinOptions,
  splitOptions,
  type Values,
  withEnteredCurrency,
  withOption,
} from './forms.ts';
import { MultiPicker, Picker } from './picker.tsx';
import { PriceValues } from './price-values.tsx';

interface FieldProps {
  readonly field: FormField;
  /** Distinguishes the ids of the fields of several forms on a page. */
  readonly prefix?: string;
  readonly value: string;
  readonly problem: string | null;
  /** The warning of `field.warning`; omitted or `null`: none. */
  readonly warning?: string | null;
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
  rate: 'decimal',
  decimal: 'decimal',
  amount: 'decimal',
  unitAmount: 'decimal',
};

const Checkboxes = ({ field, value, set }: FieldProps) => {
  const { name, label, options = [], labels = {} } = field;
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
          {labels[option] ?? option}
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

/** The options of a select. If the current value is not among the options, it stays selectable. */
const Options = ({
  options,
  labels,
  value,
  isRequired,
  unsetLabel,
}: {
  readonly options: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  readonly value: string;
  readonly isRequired: boolean;
  readonly unsetLabel: string;
}) => {
  const all = value === '' || options.includes(value) ? options : [value, ...options];
  return (
    <>
      {isRequired && value !== '' ? null : <option value="">{isRequired ? 'Choose' : unsetLabel}</option>}
      {all.map((option) => (
        <option key={option} value={option}>
          {labels[option] ?? enumLabel(option)}
        </option>
      ))}
    </>
  );
};

const Control = ({ field, prefix = '', value, problem, set }: FieldProps) => {
  const { name, kind, options = [], labels = {}, isRequired, entity } = field;
  const aria = { required: isRequired === true, ...invalidAttributes(problem, `${prefix}mistake-${name}`) };
  const id = `${prefix}field-${name}`;
  if (kind === 'entity' && entity !== undefined) return <Picker {...{ id, entity, value, set }} attributes={aria} />;
  if (kind === 'entities' && entity !== undefined) {
    return (
      <MultiPicker {...{ id, entity }} attributes={aria} values={splitOptions(value)} setValues={(values) => set(joinOptions(values))} />
    );
  }
  const common = { id, name, value, ...aria };
  if (kind === 'longText' || kind === 'metadata' || kind === 'filters')
    return <textarea {...common} rows={3} onInput={({ currentTarget }) => set(currentTarget.value)} />;
  if (kind === 'choice' || kind === 'country') {
    const isCountry = kind === 'country';
    return (
      <select {...common} onChange={({ currentTarget }) => set(currentTarget.value)}>
        <Options
          options={isCountry ? Object.keys(COUNTRIES) : options}
          labels={isCountry ? COUNTRIES : labels}
          value={value}
          isRequired={isRequired === true}
          unsetLabel={field.unsetLabel ?? 'Not set'}
        />
      </select>
    );
  }
  const input = (
    <input
      {...common}
      type={INPUT_TYPES[kind] ?? 'text'}
      step={kind === 'time' ? 1 : undefined}
      inputMode={INPUT_MODES[kind]}
      autocomplete="off"
      onInput={({ currentTarget }) => set(currentTarget.value)}
    />
  );
  if (kind !== 'color') return input;
  return (
    <div class="with-swatch">
      {input}
      <input
        type="color"
        aria-label={`${field.label}, color picker`}
        value={/^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : WHITE}
        onInput={({ currentTarget }) => set(currentTarget.value)}
      />
    </div>
  );
};

/** A field with its label, hint and error. */
export const FieldRow = ({ zone = 'own', ...props }: FieldProps & Partial<Pick<InputContext, 'zone'>>) => {
  const { field, problem, warning = null, prefix = '' } = props;
  return (
    <div class="field">
      {field.kind === 'many' || field.kind === 'flag' ? null : (
        <label for={`${prefix}field-${field.name}`}>
          {field.label}
          {field.kind === 'time' ? ` (${zone === 'UTC' ? 'UTC' : LOCAL_ZONE})` : null}
        </label>
      )}
      <FieldError id={`${prefix}mistake-${field.name}`} text={problem} />
      {field.kind === 'many' ? <Checkboxes {...props} /> : field.kind === 'flag' ? <Checkbox {...props} /> : <Control {...props} />}
      {field.hint === undefined ? null : <p class="soft">{field.hint}</p>}
      {field.warning === undefined ? null : <div role="status">{warning === null ? null : <p class="warning">{warning}</p>}</div>}
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
  /** Values on which fields depend. They are not sent. */
  readonly implied?: Values;
  readonly label: string;
  /** The label of the button that cancels the form. */
  readonly cancelLabel?: string;
  /** The submit button is red. */
  readonly isDestructive?: boolean;
  /** The screen is a form: its first field gets the focus (`scroll.ts`). */
  readonly isScreen?: boolean;
  /** The form cannot be sent yet. */
  readonly isBlocked?: boolean;
  readonly send: (body: Row) => Promise<void>;
  readonly onSignedOut: () => void;
  /** Cancels the form; `null`: no cancel button. */
  readonly cancel: (() => void) | null;
  /** Called with the values whenever one changes. */
  readonly onChange?: (values: Values) => void;
}

/** Renders the fields and the buttons. Shows an API error at its field. */
export const Form = (props: FormProps) => {
  const { fields, before, label, send, onSignedOut, cancel, onChange, currency = null, implied = {} } = props;
  const { cancelLabel = 'Cancel', isDestructive = false, isBlocked = false, isScreen = false } = props;
  // Computed once, so that an entered time keeps its zone if the member changes the zone of the console.
  const [context] = useState<InputContext>(() => ({ currency, zone: currentZone() === 'UTC' ? 'UTC' : 'own' }));
  const [values, setValues] = useState<Values>(() => ({ ...implied, ...initialValuesOf(fields, before, context) }));
  const [problem, setProblem] = useState<Problem>(null);
  const [isSending, setSending] = useState(false);
  // A layout effect, so that `onChange` has run before the next click.
  useLayoutEffect(() => onChange?.(values), [values]);
  const form = useRef<HTMLFormElement>(null);
  // The field with the problem can be outside the view.
  useLayoutEffect(() => {
    if (problem?.name != null) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [problem]);
  const showError = (error: unknown): void => {
    const callError = callErrorOf(error);
    const { currency: shownCurrency } = withEnteredCurrency(context, values);
    if (isSignedOut(error)) onSignedOut();
    else {
      const name = fields.find((field) => field.name === callError.param)?.name ?? null;
      setProblem({ name, text: errorText(callError, { fields, currency: shownCurrency }) });
    }
  };
  const soldPrice = fields.find(({ isSoldPrice }) => isSoldPrice);
  const submit = async (): Promise<void> => {
    if (isSending || isBlocked) return;
    setProblem(null);
    const result = bodyOf(fields, values, before, context);
    if ('text' in result) return setProblem(result);
    setSending(true);
    await send(result.body).catch(showError);
    setSending(false);
  };
  const shown = fields.filter(({ when }) => when?.(values) ?? true);
  const rare = shown.filter(({ isRare }) => isRare);
  const rowOf = (field: FormField) => (
    <FieldRow
      key={field.name}
      field={field}
      zone={context.zone}
      value={values[field.name] ?? ''}
      problem={problem?.name === field.name ? problem.text : null}
      warning={field.warning?.(values) ?? null}
      set={(value) => setValues((current) => ({ ...current, [field.name]: value }))}
    />
  );
  return (
    <form
      ref={form}
      noValidate
      data-form-screen={isScreen ? '' : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {soldPrice === undefined ? null : (
        <PriceValues priceId={values[soldPrice.name] ?? ''} set={(derived) => setValues((current) => ({ ...current, ...derived }))} />
      )}
      {problem === null || problem.name !== null ? null : <ProblemBox text={problem.text} />}
      {shown.filter(({ isRare }) => !isRare).map(rowOf)}
      {rare.length === 0 ? null : <MoreOptions hasProblem={rare.some(({ name }) => name === problem?.name)}>{rare.map(rowOf)}</MoreOptions>}
      <div class={cancel === null ? 'row' : 'row end'}>
        {cancel === null ? null : (
          <>
            <SendingNote isSending={isSending} />
            <button type="button" class="quiet" aria-disabled={isSending} onClick={() => (isSending ? undefined : cancel())}>
              {cancelLabel}
            </button>
          </>
        )}
        <button type="submit" class={isDestructive ? 'danger' : undefined} aria-disabled={isSending || isBlocked}>
          {label}
        </button>
        {cancel === null ? <SendingNote isSending={isSending} /> : null}
      </div>
    </form>
  );
};
