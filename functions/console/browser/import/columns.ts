import { IMPORT_COLUMNS, type ImportColumn } from '../../../../shared/domain/customer-import/rows.ts';
import { type MappingTarget, SYNONYMS } from './column-synonyms.ts';
import { normalizeLabel } from './normalize-label.ts';
import { cellOf, type TableRecord } from './table.ts';

/** The mapping of the columns of a file to import columns. */

/** Everything that a column of the file can be mapped to, in the order of the select options. */
export const MAPPING_TARGETS: readonly MappingTarget[] = [
  ...IMPORT_COLUMNS.flatMap((column): readonly MappingTarget[] => (column === 'name' ? [column, 'first_name', 'last_name'] : [column])),
  'status',
];

/** What each column of the file is mapped to, in the order of the file; `null`: the column is not imported. */
export type Mapping = readonly (MappingTarget | null)[];

export const COLUMN_LABELS: Readonly<Record<MappingTarget, string>> = {
  reference: 'Customer reference',
  name: 'Name',
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  country_code: 'Country',
  address_line1: 'Address line 1',
  address_line2: 'Address line 2',
  postal_code: 'Postal code',
  city: 'City',
  vat_number: 'VAT number',
  language: 'Language',
  plan: 'Plan',
  next_charge_date: 'Next charge date',
  mandate_reference: 'Mandate reference',
  subscription_reference: 'Subscription reference',
  status: 'Subscription status',
};

export const labelOf = (column: ImportColumn | null): string => (column === null ? '–' : COLUMN_LABELS[column]);

const SUBSCRIPTION_COLUMNS = [
  'plan',
  'next_charge_date',
  'mandate_reference',
  'subscription_reference',
] as const satisfies readonly ImportColumn[];

const isOfSubscription = (column: MappingTarget | null): boolean =>
  column === 'status' || SUBSCRIPTION_COLUMNS.some((each) => each === column);

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
  readonly column: MappingTarget;
  /** Lower for a better match: the index of the synonym, plus a penalty for removed prefixes. */
  readonly penalty: number;
}

const PENALTY_PER_REMOVED_PREFIX = 100;

/**
 * Whether a heading from which `removedPrefixes` prefixes were removed can mean the column. If the heading started with `subscription`, it
 * can only mean a subscription column: `subscription name` is not the customer's name.
 */
const isPossible = (column: MappingTarget, heading: string, removedPrefixes: number): boolean =>
  removedPrefixes === 0 || !/^subscriptions? /.test(normalizeLabel(heading)) || isOfSubscription(column);

const candidatesOf = (heading: string, index: number): readonly Candidate[] =>
  variantsOf(heading).flatMap((label, removedPrefixes) =>
    MAPPING_TARGETS.flatMap((column) => {
      const synonymIndex = SYNONYMS[column].indexOf(label);
      const isCandidate = synonymIndex !== -1 && isPossible(column, heading, removedPrefixes);
      return isCandidate ? [{ index, column, penalty: synonymIndex + removedPrefixes * PENALTY_PER_REMOVED_PREFIX }] : [];
    }),
  );

/**
 * The columns of ambiguous headings, guessed last. A fallback applies if no heading is mapped to `column` yet and another heading is mapped
 * to `requires`; if `requires` is `null`, no other heading is required.
 */
const FALLBACKS: readonly (readonly [pattern: RegExp, column: MappingTarget, requires: MappingTarget | null])[] = [
  [/^(customer|client|kunde|klant)$/, 'reference', null],
  [/^(customer|client|kunde|klant)$/, 'name', null],
  // Stripe exports the name of a customer as the description.
  [/^description$/, 'name', 'email'],
  // In a file of subscriptions, the column `id` is often the subscription's id.
  [/^id$/, 'subscription_reference', 'plan'],
  [/^(subscriptions? |abo )?(status|state|statut)$/, 'status', 'plan'],
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

/** Whether a heading is mapped to the plan, but no heading to the next charge date. Subscriptions cannot be imported without this date. */
const lacksDate = (mapping: Mapping): boolean => mapping.includes('plan') && !mapping.includes('next_charge_date');

/** Unmaps the subscription columns: without a date of the next charge, only customers can be imported. */
export const withoutSubscriptions = (mapping: Mapping): Mapping => mapping.map((column) => (isOfSubscription(column) ? null : column));

/** The most likely column for each heading. Unlike `guessMapping`, keeps subscription columns if the date is missing (`lacksDate`). */
const guessAll = (headings: readonly string[]): Mapping => {
  const mapping: (MappingTarget | null)[] = headings.map(() => null);
  for (const { index, column } of headings.flatMap(candidatesOf).sort((one, other) => one.penalty - other.penalty)) {
    if (mapping[index] === null && !mapping.includes(column)) mapping[index] = column;
  }
  return withFallbacks(withLastName(mapping, headings), headings);
};

/** Whether `guessMapping` leaves out the plans, because no heading means the date of the next charge. */
export const leavesOutPlans = (headings: readonly string[]): boolean => lacksDate(guessAll(headings));

/** Completes the mapping: maps each unmapped heading to the subscription column that it most likely means, if there is one. */
export const withGuessedSubscriptions = (mapping: Mapping, headings: readonly string[]): Mapping =>
  guessAll(headings).map((guess, index) => mapping[index] ?? (isOfSubscription(guess) && !mapping.includes(guess) ? guess : null));

/** The most likely column for each heading; each column is used at most once. */
export const guessMapping = (headings: readonly string[]): Mapping => {
  const guess = guessAll(headings);
  return lacksDate(guess) ? withoutSubscriptions(guess) : guess;
};

/** Maps a heading to a column; another heading with this column becomes unmapped. */
export const withChoice = (mapping: Mapping, index: number, column: MappingTarget | null): Mapping =>
  mapping.map((current, position) => (position === index ? column : current === column ? null : current));

/** The error if required columns are not mapped; `null`: none. */
export const mappingProblem = (mapping: Mapping): string | null => {
  if (!mapping.includes('reference')) {
    return 'Choose the column with the customer reference. It identifies rows that are already imported.';
  }
  const has = (column: MappingTarget): boolean => mapping.includes(column);
  return mapping.some(isOfSubscription) && !(has('plan') && has('next_charge_date'))
    ? 'A subscription needs a plan and a next charge date. Choose a column for both, or import none of the subscription columns.'
    : null;
};

/** Statuses of subscriptions that have ended, in Stripe, Chargebee, Mollie, Recurly and Paddle, and in German, Dutch and French. */
const ENDED =
  /^(cancell?ed|ended|expired|inactive|incomplete expired|non renewing|deleted|terminated|closed|completed|gekundigt|beendet|abgelaufen|inaktiv|beeindigd|opgezegd|verlopen|inactief|resilie|termine|expire|inactif)$/;

/** Whether the row's subscription has ended, so that only its customer is imported. */
const hasEnded = (record: TableRecord, mapping: Mapping): boolean => ENDED.test(normalizeLabel(cellOf(record, mapping.indexOf('status'))));

/**
 * The text of a row for an import column. If the row has no `name`, the first and the last name are joined. Empty for subscription columns
 * if the subscription has ended.
 */
export const cellText = (record: TableRecord, mapping: Mapping, column: ImportColumn): string => {
  const textIn = (each: MappingTarget): string => cellOf(record, mapping.indexOf(each));
  if (SUBSCRIPTION_COLUMNS.some((each) => each === column) && hasEnded(record, mapping)) return '';
  const text = textIn(column);
  return column === 'name' && text === '' ? [textIn('first_name'), textIn('last_name')].join(' ').trim() : text;
};

/** The email addresses that customers with different references share, in file order. */
export const sharedEmails = (records: readonly TableRecord[], mapping: Mapping): readonly string[] => {
  const references = new Map<string, Set<string>>();
  for (const record of records) {
    const email = cellText(record, mapping, 'email').toLowerCase();
    if (email !== '') references.set(email, (references.get(email) ?? new Set()).add(cellText(record, mapping, 'reference')));
  }
  return [...references].flatMap(([email, customers]) => (customers.size > 1 ? [email] : []));
};

/** Whether a column of the file is mapped to the import column. For `name`, the first or the last name is enough. */
export const isMapped = (mapping: Mapping, column: ImportColumn): boolean =>
  mapping.includes(column) || (column === 'name' && (mapping.includes('first_name') || mapping.includes('last_name')));
