import { useMemo, useState } from 'preact/hooks';
import { ProblemBox } from '../../../../shared/pages/browser/parts.tsx';
import type { MappingTarget } from './column-synonyms.ts';
import { COLUMN_LABELS, MAPPING_TARGETS, type Mapping, mappingProblem, sharedEmails, withChoice } from './columns.ts';
import { StepTitle } from './parts.tsx';
import { columnValues, type Table } from './table.ts';
import { malformedVatNumbers, vatNumbersText } from './vat-numbers.ts';

const SAMPLES = 2;
const MAX_SAMPLE_LENGTH = 60;

const shortened = (text: string): string => (text.length > MAX_SAMPLE_LENGTH ? `${text.slice(0, MAX_SAMPLE_LENGTH)}…` : text);

const samplesOf = (table: Table, index: number): string =>
  columnValues(table, index, SAMPLES).map(shortened).join(' · ') || 'All cells are empty.';

interface ChoiceProps {
  readonly table: Table;
  readonly index: number;
  readonly chosen: MappingTarget | null;
  readonly choose: (column: MappingTarget | null) => void;
}

const Choice = ({ table, index, chosen, choose }: ChoiceProps) => (
  <li class="field">
    <div>
      <label for={`column-${index}`}>{table.headings[index] || `Column ${index + 1}`}</label>
      <p class="soft" id={`samples-${index}`}>
        {samplesOf(table, index)}
      </p>
    </div>
    <select
      id={`column-${index}`}
      aria-describedby={`samples-${index}`}
      value={chosen ?? ''}
      onChange={({ currentTarget: { value } }) => choose(MAPPING_TARGETS.find((column) => column === value) ?? null)}
    >
      <option value="">Do not import</option>
      {MAPPING_TARGETS.map((column) => (
        <option key={column} value={column}>
          {COLUMN_LABELS[column]}
        </option>
      ))}
    </select>
  </li>
);

interface FirstChargeProps {
  /** A date such as `2026-12-31`; `''`: none. */
  readonly value: string;
  readonly set: (date: string) => void;
}

/** The date of the first charge of all subscriptions, for a file that has plans but no dates. */
const FirstCharge = ({ value, set }: FirstChargeProps) => (
  <div class="field">
    <label for="first-charge">First charge of all subscriptions</label>
    <input
      id="first-charge"
      type="date"
      aria-describedby="first-charge-hint"
      value={value}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
    <p class="soft" id="first-charge-hint">
      No column has the date of the next charge. Without a date, only customers are imported, without subscriptions.
    </p>
  </div>
);

interface Props {
  readonly table: Table;
  readonly mapping: Mapping;
  /** `null`: the step asks for no date, as the file has dates or no plans. If a date is set, the last column of `table` contains it. */
  readonly firstCharge: FirstChargeProps | null;
  readonly setMapping: (mapping: Mapping) => void;
  readonly problem: string | null;
  /** The label of the button that proceeds. */
  readonly next: string;
  readonly proceed: () => void;
  readonly goBack: () => void;
}

export const ColumnsStep = ({ table, mapping, firstCharge, setMapping, problem, next, proceed, goBack }: Props) => {
  const [mappingError, setMappingError] = useState<string | null>(null);
  const headings = firstCharge === null || firstCharge.value === '' ? table.headings : table.headings.slice(0, -1);
  const shownProblem = mappingError ?? problem;
  const shared = useMemo(() => sharedEmails(table.records, mapping), [table, mapping]);
  const vatText = useMemo(() => vatNumbersText(malformedVatNumbers(table.records, mapping)), [table, mapping]);
  return (
    <section aria-label="Columns" class="import-step">
      <StepTitle>Map columns</StepTitle>
      <p>
        {table.fileName} has {table.records.length} rows. Choose the field for each column; each field can have one column. Columns that are
        not imported are not uploaded. First and last name are combined.
      </p>
      {shared.length === 0 ? null : (
        <p class="soft" role="status">
          {shared.length === 1
            ? `Several customers have the email address ${shared[0]}`
            : `${shared.length} email addresses belong to several customers, such as ${shared[0]}`}
          . Each customer reference is imported as a separate customer.
        </p>
      )}
      {vatText === null ? null : (
        <p class="soft" role="status">
          {vatText}
        </p>
      )}
      {shownProblem === null ? null : <ProblemBox text={shownProblem} />}
      <form
        class="import-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const error = mappingProblem(mapping);
          setMappingError(error);
          if (error === null) proceed();
        }}
      >
        {firstCharge === null ? null : <FirstCharge {...firstCharge} />}
        <ul class="import-pairs">
          {headings.map((heading, index) => (
            <Choice
              key={`${index} ${heading}`}
              {...{ table, index }}
              chosen={mapping[index] ?? null}
              choose={(column) => setMapping(withChoice(mapping, index, column))}
            />
          ))}
        </ul>
        <div class="row">
          <button type="submit">{next}</button>
          <button type="button" class="quiet" onClick={goBack}>
            Choose another file
          </button>
        </div>
      </form>
    </section>
  );
};
