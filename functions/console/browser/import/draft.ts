import type { DateOrder } from '../../../../shared/domain/customer-import/dates.ts';
import type { NewImport } from './api-types.ts';
import { guessMapping, leavesOutPlans, type Mapping, withGuessedSubscriptions, withoutSubscriptions } from './columns.ts';
import { guessDateOrder } from './date-order.ts';
import { columnValues, type Table } from './table.ts';

/** The file and the settings of an import. Kept in memory until the page is closed. */
export interface Draft {
  readonly table: Table;
  readonly mapping: Mapping;
  /** The price id that the member chose for each plan; `''`: no price. A plan without an entry gets a guessed price. */
  readonly plans: Readonly<Record<string, string>>;
  readonly order: DateOrder;
  /** The date of the first charge of all subscriptions (`2026-12-31`), for a file without a column for it; `''`: none. */
  readonly firstCharge: string;
  readonly returnUrl: string;
  /** The id of the created import; `null`: not created yet. */
  readonly importId: string | null;
}

const dateOrderIn = (table: Table, mapping: Mapping, now: number): DateOrder =>
  guessDateOrder(columnValues(table, mapping.indexOf('next_charge_date')), now);

/** Creates the draft of a file with guessed settings. `now`: Unix seconds. */
export const newDraft = (table: Table, now: number): Draft => {
  const mapping = guessMapping(table.headings);
  return { table, mapping, plans: {}, order: dateOrderIn(table, mapping, now), firstCharge: '', returnUrl: '', importId: null };
};

/** The heading of the column that `withFirstCharge` adds. */
const FIRST_CHARGE = 'First charge of all subscriptions';

/** The table without the column that `withFirstCharge` added. */
const fileTable = ({ table, firstCharge }: Draft): Table =>
  firstCharge === '' ? table : { ...table, headings: table.headings.slice(0, -1) };

/** Adds a column with the date in each row that has a plan. `planIndex`: the column of the plan. */
const withDateColumn = (table: Table, date: string, planIndex: number): Table => {
  const { length } = table.headings;
  const cellsOf = (cells: readonly string[]): readonly string[] => Array.from({ length }, (_, index) => cells[index] ?? '');
  return {
    ...table,
    headings: [...table.headings, FIRST_CHARGE],
    records: table.records.map(({ row, cells }) => ({ row, cells: [...cellsOf(cells), cells[planIndex] ? date : ''] })),
  };
};

/** Whether the file has plans but no column for the date of the next charge, so that one date for all subscriptions makes sense. */
export const needsFirstChargeDate = (draft: Draft): boolean => leavesOutPlans(fileTable(draft).headings);

/** Adds a column with the date for all rows with a plan, and maps the subscription columns. `''` undoes both. `now`: Unix seconds. */
export const withFirstCharge = (draft: Draft, date: string, now: number): Draft => {
  const table = fileTable(draft);
  const mapping = draft.mapping.slice(0, table.headings.length);
  if (date === '') return { ...withMapping({ ...draft, table }, withoutSubscriptions(mapping), now), firstCharge: '' };
  const others = withGuessedSubscriptions(mapping, table.headings).map((column) => (column === 'next_charge_date' ? null : column));
  const dated = withDateColumn(table, date, others.indexOf('plan'));
  return { ...withMapping({ ...draft, table: dated }, [...others, 'next_charge_date'], now), firstCharge: date };
};

/** The draft of a corrected file: with the settings of the former draft if the headings are the same. `now`: Unix seconds. */
export const correctedDraft = (former: Draft | null, table: Table, now: number): Draft => {
  if (former === null || fileTable(former).headings.join('\n') !== table.headings.join('\n')) return newDraft(table, now);
  const { firstCharge } = former;
  return {
    ...former,
    table: firstCharge === '' ? table : withDateColumn(table, firstCharge, former.mapping.indexOf('plan')),
    importId: null,
  };
};

/** Changes the mapping. If the plan column changed, resets the plans; if the date column changed, guesses the date order again. */
export const withMapping = (draft: Draft, mapping: Mapping, now: number): Draft => {
  const isSame = (column: 'plan' | 'next_charge_date'): boolean => mapping.indexOf(column) === draft.mapping.indexOf(column);
  return {
    ...draft,
    mapping,
    plans: isSame('plan') ? draft.plans : {},
    order: isSame('next_charge_date') ? draft.order : dateOrderIn(draft.table, mapping, now),
  };
};

export const hasSubscriptions = ({ mapping }: Pick<Draft, 'mapping'>): boolean => mapping.includes('plan');

/** The request body to create the import. `plans`: the chosen and guessed prices. */
export const newImportOf = (draft: Draft, plans: Draft['plans']): NewImport => ({
  file_name: draft.table.fileName.slice(0, 255),
  date_order: draft.order,
  plans: Object.fromEntries(Object.entries(plans).filter(([, priceId]) => priceId !== '')),
  return_url: hasSubscriptions(draft) ? draft.returnUrl.trim() : null,
});
