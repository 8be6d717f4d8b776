import type { DateOrder } from '../../../../shared/domain/customer-import/dates.ts';
import { guessMapping, indexOf, type Mapping } from './columns.ts';
import { guessOrder } from './date-order.ts';
import type { NewImport } from './objects.ts';
import { type Table, valuesBelow } from './table.ts';

/** An import while it is put together, and as long as the page has its file. */
export interface Draft {
  readonly table: Table;
  readonly mapping: Mapping;
  /** The price of each plan that one was chosen for; `''`: none, by choice. */
  readonly plans: Readonly<Record<string, string>>;
  readonly order: DateOrder;
  readonly returnUrl: string;
  /** As which it was uploaded; `null`: it was not yet. */
  readonly importId: string | null;
}

const orderIn = (table: Table, mapping: Mapping, now: number): DateOrder =>
  guessOrder(valuesBelow(table, indexOf(mapping, 'next_charge_date')), now);

/** What a file most likely is. `now`: Unix seconds. */
export const draftOf = (table: Table, now: number): Draft => {
  const mapping = guessMapping(table.headings);
  return { table, mapping, plans: {}, order: orderIn(table, mapping, now), returnUrl: '', importId: null };
};

/** With other columns; what hangs on a column that changed begins anew. */
export const withMapping = (draft: Draft, mapping: Mapping, now: number): Draft => {
  const isSame = (column: 'plan' | 'next_charge_date'): boolean => indexOf(mapping, column) === indexOf(draft.mapping, column);
  return {
    ...draft,
    mapping,
    plans: isSame('plan') ? draft.plans : {},
    order: isSame('next_charge_date') ? draft.order : orderIn(draft.table, mapping, now),
  };
};

export const hasSubscriptions = ({ mapping }: Pick<Draft, 'mapping'>): boolean => mapping.includes('plan');

/** What the import is begun with. `plans`: what was chosen and guessed. */
export const beginningOf = (draft: Draft, plans: Draft['plans']): NewImport => ({
  file_name: draft.table.fileName.slice(0, 255),
  date_order: draft.order,
  plans: Object.fromEntries(Object.entries(plans).filter(([, priceId]) => priceId !== '')),
  return_url: hasSubscriptions(draft) ? draft.returnUrl.trim() : null,
});
