import { IMPORT_COLUMNS, type ImportColumn } from '../../../../shared/domain/customer-import/rows.ts';
import { type FileColumn, SYNONYMS } from './column-synonyms.ts';
import { labelText } from './labels.ts';
import { cellOf, type TableRecord } from './table.ts';

/** What the columns of a file stand for. */

/** In the order in which they are offered. */
export const FILE_COLUMNS: readonly FileColumn[] = IMPORT_COLUMNS.flatMap((column) =>
  column === 'name' ? [column, 'first_name', 'last_name'] : [column],
);

/** For each heading, in order; `null`: it is left out. */
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

const OF_SUBSCRIPTIONS: readonly FileColumn[] = ['plan', 'next_charge_date', 'mandate_reference', 'subscription_reference'];

const PREFIX = /^(customers?|clients?|accounts?|subscribers?|subscriptions?|billing|addr(ess)?|addresses|card address|kunden?|klant) (?=.)/;

/** The heading's texts, and what is left of them without the texts that say whose they are, one after the other. */
const readingsOf = (heading: string): readonly string[] => {
  const readings = [labelText(heading).replace(/^(customer|subscription)s /, '$1 ')];
  for (let labels = readings[0] ?? ''; PREFIX.test(labels); ) {
    labels = labels.replace(PREFIX, '');
    readings.push(labels);
  }
  return readings;
};

interface Candidate {
  readonly index: number;
  readonly column: FileColumn;
  /** The lower, the surer. */
  readonly doubt: number;
}

const DOUBT_OF_SHORTENING = 100;

/** What is the subscription's by its first word may only be shortened to what subscriptions have: its name is not the customer's. */
const isPossible = (column: FileColumn, heading: string, shortened: number): boolean =>
  shortened === 0 || !/^subscriptions? /.test(labelText(heading)) || OF_SUBSCRIPTIONS.includes(column);

const candidatesOf = (heading: string, index: number): readonly Candidate[] =>
  readingsOf(heading).flatMap((labels, shortened) =>
    FILE_COLUMNS.flatMap((column) => {
      const found = SYNONYMS[column].indexOf(labels);
      const isCandidate = found !== -1 && isPossible(column, heading, shortened);
      return isCandidate ? [{ index, column, doubt: found + shortened * DOUBT_OF_SHORTENING }] : [];
    }),
  );

/** What a heading may be for that says little, once the others are known: each where nothing else is that column. */
const FALLBACKS: readonly (readonly [labels: RegExp, column: FileColumn, others: FileColumn | null])[] = [
  [/^(customer|client|kunde|klant)$/, 'reference', null],
  [/^(customer|client|kunde|klant)$/, 'name', null],
  // In files of subscriptions `id` is often theirs, next to a column that names the customer.
  [/^id$/, 'subscription_reference', 'plan'],
];

const withFallbacks = (mapping: Mapping, headings: readonly string[]): Mapping =>
  FALLBACKS.reduce<Mapping>((before, [labels, column, others]) => {
    const isOpen = !before.includes(column) && (others === null || before.includes(others));
    const found = isOpen ? headings.findIndex((heading, index) => before[index] === null && labels.test(labelText(heading))) : -1;
    return before.map((each, index) => (index === found ? column : each));
  }, mapping);

/** Next to a first name, what is called a name and nothing more is the last one, as in `Nom; Prénom`. */
const withLastName = (mapping: Mapping, headings: readonly string[]): Mapping => {
  if (!mapping.includes('first_name') || mapping.includes('last_name')) return mapping;
  return mapping.map((column, index) =>
    column === 'name' && /^(name|naam|nom)$/.test(labelText(headings[index] ?? '')) ? 'last_name' : column,
  );
};

/** What each heading most likely means; each column of the import once at most. */
export const guessMapping = (headings: readonly string[]): Mapping => {
  const mapping: (FileColumn | null)[] = headings.map(() => null);
  for (const { index, column } of headings.flatMap(candidatesOf).sort((one, other) => one.doubt - other.doubt)) {
    if (mapping[index] === null && !mapping.includes(column)) mapping[index] = column;
  }
  return withFallbacks(withLastName(mapping, headings), headings);
};

/** With what was chosen for a heading; another that stood for it is left out. */
export const withChoice = (mapping: Mapping, index: number, column: FileColumn | null): Mapping =>
  mapping.map((before, each) => (each === index ? column : before === column ? null : before));

/** What the columns lack; `null`: nothing. */
export const mappingProblem = (mapping: Mapping): string | null => {
  if (!mapping.includes('reference')) {
    return 'Choose the column that holds the reference of the customer: by it, a file that is uploaded again changes nothing twice.';
  }
  const has = (column: FileColumn): boolean => mapping.includes(column);
  return OF_SUBSCRIPTIONS.some(has) && !(has('plan') && has('next_charge_date'))
    ? 'A subscription needs its plan and the date of its next charge. Choose a column for both, or leave out all four columns of subscriptions.'
    : null;
};

export const indexOf = (mapping: Mapping, column: ImportColumn): number => mapping.indexOf(column);

/** What a row of the file says: a name that does not are in one cell is put together from its parts. */
export const textAt = (record: TableRecord, mapping: Mapping, column: ImportColumn): string => {
  const textIn = (each: FileColumn): string => cellOf(record, mapping.indexOf(each));
  const text = textIn(column);
  return column === 'name' && text === '' ? [textIn('first_name'), textIn('last_name')].join(' ').trim() : text;
};

/** Whether some column of the file says it. */
export const isMapped = (mapping: Mapping, column: ImportColumn): boolean =>
  mapping.includes(column) || (column === 'name' && (mapping.includes('first_name') || mapping.includes('last_name')));
