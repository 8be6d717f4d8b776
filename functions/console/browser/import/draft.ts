import type { DateOrder } from '../../../../shared/domain/customer-import/dates.ts';
import type { NewImport } from './api-types.ts';
import { guessMapping, type Mapping } from './columns.ts';
import { guessOrder } from './date-order.ts';
import { columnValues, type Table } from './table.ts';

/** The file and the settings of an import. Kept in memory until the page is closed. */
export interface Draft {
  readonly table: Table;
  readonly mapping: Mapping;
  /** The price id that the member chose for each plan; `''`: no price. A plan without an entry gets a guessed price. */
  readonly plans: Readonly<Record<string, string>>;
  readonly order: DateOrder;
  readonly returnUrl: string;
  /** The id of the created import; `null`: not created yet. */
  readonly importId: string | null;
}

const orderIn = (table: Table, mapping: Mapping, now: number): DateOrder =>
  guessOrder(columnValues(table, mapping.indexOf('next_charge_date')), now);

/** Creates the draft of a file with guessed settings. `now`: Unix seconds. */
export const newDraft = (table: Table, now: number): Draft => {
  const mapping = guessMapping(table.headings);
  return { table, mapping, plans: {}, order: orderIn(table, mapping, now), returnUrl: '', importId: null };
};

/** The draft of a corrected file: with the settings of the former draft if the headings are the same. `now`: Unix seconds. */
export const correctedDraft = (former: Draft | null, table: Table, now: number): Draft =>
  former !== null && former.table.headings.join('\n') === table.headings.join('\n')
    ? { ...former, table, importId: null }
    : newDraft(table, now);

/** Changes the mapping. Resets the plans and the date order if their column changed. */
export const withMapping = (draft: Draft, mapping: Mapping, now: number): Draft => {
  const isSame = (column: 'plan' | 'next_charge_date'): boolean => mapping.indexOf(column) === draft.mapping.indexOf(column);
  return {
    ...draft,
    mapping,
    plans: isSame('plan') ? draft.plans : {},
    order: isSame('next_charge_date') ? draft.order : orderIn(draft.table, mapping, now),
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
