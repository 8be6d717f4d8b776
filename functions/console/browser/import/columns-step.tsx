import { useState } from 'preact/hooks';
import { ProblemBox } from '../../../../shared/pages/browser/parts.tsx';
import type { FileColumn } from './column-synonyms.ts';
import { COLUMN_LABELS, FILE_COLUMNS, type Mapping, mappingProblem, withChoice } from './columns.ts';
import { StepTitle } from './parts.tsx';
import { columnValues, type Table } from './table.ts';

const SAMPLES = 2;
const MAX_SAMPLE_LENGTH = 60;

const shortened = (text: string): string => (text.length > MAX_SAMPLE_LENGTH ? `${text.slice(0, MAX_SAMPLE_LENGTH)}…` : text);

const samplesOf = (table: Table, index: number): string =>
  columnValues(table, index, SAMPLES).map(shortened).join(' · ') || 'All cells are empty.';

interface ChoiceProps {
  readonly table: Table;
  readonly index: number;
  readonly chosen: FileColumn | null;
  readonly choose: (column: FileColumn | null) => void;
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
      onChange={({ currentTarget: { value } }) => choose(FILE_COLUMNS.find((column) => column === value) ?? null)}
    >
      <option value="">Leave out</option>
      {FILE_COLUMNS.map((column) => (
        <option key={column} value={column}>
          {COLUMN_LABELS[column]}
        </option>
      ))}
    </select>
  </li>
);

interface Props {
  readonly table: Table;
  readonly mapping: Mapping;
  readonly setMapping: (mapping: Mapping) => void;
  readonly problem: string | null;
  readonly next: string;
  readonly proceed: () => void;
  readonly goBack: () => void;
}

export const ColumnsStep = ({ table, mapping, setMapping, problem, next, proceed, goBack }: Props) => {
  const [mappingError, setMappingError] = useState<string | null>(null);
  const shownProblem = mappingError ?? problem;
  return (
    <section aria-label="Columns">
      <StepTitle>What the columns stand for</StepTitle>
      <p>
        {table.fileName} has {table.records.length} rows. Choose what each column contains. A field can have only one column. Columns that
        are left out are never uploaded. First name and last name become one name.
      </p>
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
        <ul class="import-pairs">
          {table.headings.map((heading, index) => (
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
            Another file
          </button>
        </div>
      </form>
    </section>
  );
};
