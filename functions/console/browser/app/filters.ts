import { enumLabel } from './format.ts';
import type { Filter } from './screen-types.ts';

/** Filters that several lists share. */

/** API values with their labels: `{ past_due: 'Past due' }`. */
export const enumOptions = (values: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(values.map((value) => [value, enumLabel(value)]));
const tabs = (name: string, options: Readonly<Record<string, string>>): Extract<Filter, { kind: 'tabs' }> => ({
  kind: 'tabs',
  title: 'Status',
  name,
  options,
});

/** A tab for each status. */
export const statusTabs = (statuses: readonly string[]) => tabs('status', enumOptions(statuses));

export const activeTabs = tabs('active', { true: 'Active', false: 'Archived' });
export const customerFilter: Filter = { kind: 'entity', title: 'Customer', name: 'customer_id', entity: 'customers' };
export const meterFilter: Filter = { kind: 'entity', title: 'Meter', name: 'meter_id', entity: 'meters' };
export const productFilter: Filter = { kind: 'entity', title: 'Product', name: 'product_id', entity: 'products' };
