import { IMPORT_COLUMNS, type ImportColumn } from '../../../../shared/domain/customer-import/rows.ts';
import { type FileColumn, SYNONYMS } from './column-synonyms.ts';
import { normalizeLabel } from './normalize-label.ts';
import { cellOf, type TableRecord } from './table.ts';

/** The mapping of the columns of a file to import columns. */

/** Everything that a column of the file can be mapped to, in the order of the select options. */
export const FILE_COLUMNS: readonly FileColumn[] = IMPORT_COLUMNS.flatMap((column) =>
  column === 'name' ? [column, 'first_name', 'last_name'] : [column],
);

/** What each column of the file is mapped to, in the order of the file; `null`: the column is not imported. */
export type Mapping = readonly (FileColumn | null)[];

export const COLUMN_LABELS: Readonly<Record<FileColumn, string>> = {
  reference: 'Reference of the customer',
  name: 'Name',
  first_name: 'First name',
  last_name: 'Last name',
  email: 'E-mail',
  country_code: 'Country',
  address_line1: 'Street and number',
  address_line2: 'Second line of the address',
  postal_code: 'Postal code',
  city: 'City',
  language: 'Language',
  plan: 'Plan',
  next_charge_date: 'Date of the next charge',
  mandate_reference: 'Reference of the mandate',
  subscription_reference: 'Reference of the subscription',
};

export const labelOf = (column: ImportColumn | null): string => (column === null ? '–' : COLUMN_LABELS[column]);

const SUBSCRIPTION_COLUMNS: readonly FileColumn[] = ['plan', 'next_charge_date', 'mandate_reference', 'subscription_reference'];

const PREFIX = /^(customers?|clients?|accounts?|subscribers?|subscriptions?|billing|addr(ess)?|addresses|card address|kunden?|klant) (?=.)/;

/** The normalized heading, then the heading with its prefixes (such as `customer`) removed one by one. */
const variantsOf = (heading: string): readonly string[] => {
  const variants = [normalizeLabel(heading).replace(/^(customer|subscription)s /, '$1 ')];
  for (let label = variants[0] ?? ''; PREFIX.test(label); ) {
    label = label.replace(PREFIX, '');
    variants.push(label);
  }
  return variants;
};

/** A possible meaning of a heading. */
interface Candidate {
  /** The index of the heading. */
  readonly index: number;
  readonly column: FileColumn;
  /** Lower for a better match: the index of the synonym, plus a penalty for removed prefixes. */
  readonly penalty: number;
}

const PENALTY_PER_REMOVED_PREFIX = 100;

/**
 * Whether a heading from which `removedPrefixes` prefixes were removed can mean the column. If the heading started with `subscription`, it
 * can only mean a subscription column: `subscription name` is not the customer's name.
 */
const isPossible = (column: FileColumn, heading: string, removedPrefixes: number): boolean =>
  removedPrefixes === 0 || !/^subscriptions? /.test(normalizeLabel(heading)) || SUBSCRIPTION_COLUMNS.includes(column);

const candidatesOf = (heading: string, index: number): readonly Candidate[] =>
  variantsOf(heading).flatMap((label, removedPrefixes) =>
    FILE_COLUMNS.flatMap((column) => {
      const synonymIndex = SYNONYMS[column].indexOf(label);
      const isCandidate = synonymIndex !== -1 && isPossible(column, heading, removedPrefixes);
      return isCandidate ? [{ index, column, penalty: synonymIndex + removedPrefixes * PENALTY_PER_REMOVED_PREFIX }] : [];
    }),
  );

/**
 * The meaning of ambiguous headings. A fallback applies after all other guesses, if no heading is mapped to `column` yet and a heading is
 * mapped to `requires`; `null`: no such condition.
 */
const FALLBACKS: readonly (readonly [pattern: RegExp, column: FileColumn, requires: FileColumn | null])[] = [
  [/^(customer|client|kunde|klant)$/, 'reference', null],
  [/^(customer|client|kunde|klant)$/, 'name', null],
  // In a file of subscriptions, the column `id` is often the subscription's id.
  [/^id$/, 'subscription_reference', 'plan'],
];

const withFallbacks = (mapping: Mapping, headings: readonly string[]): Mapping =>
  FALLBACKS.reduce<Mapping>((current, [pattern, column, requires]) => {
    const isApplicable = !current.includes(column) && (requires === null || current.includes(requires));
    const match = isApplicable
      ? headings.findIndex((heading, index) => current[index] === null && pattern.test(normalizeLabel(heading)))
      : -1;
    return current.map((each, index) => (index === match ? column : each));
  }, mapping);

/** If there is a first name column, a column named only `name` is the last name, as in `Nom; Prénom`. */
const withLastName = (mapping: Mapping, headings: readonly string[]): Mapping => {
  if (!mapping.includes('first_name') || mapping.includes('last_name')) return mapping;
  return mapping.map((column, index) =>
    column === 'name' && /^(name|naam|nom)$/.test(normalizeLabel(headings[index] ?? '')) ? 'last_name' : column,
  );
};

/** The most likely column for each heading; each column is used at most once. */
export const guessMapping = (headings: readonly string[]): Mapping => {
  const mapping: (FileColumn | null)[] = headings.map(() => null);
  for (const { index, column } of headings.flatMap(candidatesOf).sort((one, other) => one.penalty - other.penalty)) {
    if (mapping[index] === null && !mapping.includes(column)) mapping[index] = column;
  }
  return withFallbacks(withLastName(mapping, headings), headings);
};

/** Maps a heading to a column; another heading with this column becomes unmapped. */
export const withChoice = (mapping: Mapping, index: number, column: FileColumn | null): Mapping =>
  mapping.map((current, position) => (position === index ? column : current === column ? null : current));

/** The error if required columns are not mapped; `null`: none. */
export const mappingProblem = (mapping: Mapping): string | null => {
  if (!mapping.includes('reference')) {
    return 'Choose the column that holds the reference of the customer: by it, a file that is uploaded again changes nothing twice.';
  }
  const has = (column: FileColumn): boolean => mapping.includes(column);
  return SUBSCRIPTION_COLUMNS.some(has) && !(has('plan') && has('next_charge_date'))
    ? 'A subscription needs its plan and the date of its next charge. Choose a column for both, or leave out all four columns of subscriptions.'
    : null;
};

/** The text of a row for an import column. If the row has no `name`, the first and the last name are joined. */
export const cellText = (record: TableRecord, mapping: Mapping, column: ImportColumn): string => {
  const textIn = (each: FileColumn): string => cellOf(record, mapping.indexOf(each));
  const text = textIn(column);
  return column === 'name' && text === '' ? [textIn('first_name'), textIn('last_name')].join(' ').trim() : text;
};

/** Whether a column of the file is mapped to the import column. For `name`, the first or the last name is enough. */
export const isMapped = (mapping: Mapping, column: ImportColumn): boolean =>
  mapping.includes(column) || (column === 'name' && (mapping.includes('first_name') || mapping.includes('last_name')));
