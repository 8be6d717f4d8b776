import type { RowOf } from '../objects/rows.ts';
import type { Related } from './screen-types.ts';

/** Columns that several lists share, and functions that declare columns. */

export const columnOf = <Name extends string>(title: string, name: Name) => ({ title, name });
export const numeric = <Name extends string>(title: string, name: Name) => ({ title, name, isNumber: true as const });
export const statusOf = <Name extends string>(name: Name) => ({ title: 'Status', name, isStatus: true as const });

export const created = columnOf('Created', 'created');
export const status = statusOf('status');
export const active = statusOf('active');
export const customer = { ...columnOf('Customer', 'customer_id'), namedBy: 'object' as const };
/** The customer of the row's payment. */
export const paymentCustomer = { ...columnOf('Customer', 'payment_id'), namedBy: 'customer_of' as const };

/** The lists of these screens on an object's page, each filtered by the query parameter `by`. */
export const relatedLists = (by: string, screens: readonly (keyof RowOf)[]): readonly Related[] =>
  screens.map((screen) => ({ screen, by }));
