import type { RowOf } from '../objects/rows.ts';
import type { Related } from './screen-types.ts';

/** Columns that several lists share, and functions that declare columns. */

export const field = <Name extends string>(title: string, name: Name) => ({ title, name });
export const numeric = <Name extends string>(title: string, name: Name) => ({ title, name, isNumber: true as const });
export const statusOf = <Name extends string>(name: Name) => ({ title: 'Status', name, isStatus: true as const });

export const created = field('Created', 'created');
export const status = statusOf('status');
export const active = statusOf('active');
export const customer = { ...field('Customer', 'customer_id'), namedBy: 'object' as const };
/** The customer of the row's payment. */
export const paymentCustomer = { ...field('Customer', 'payment_id'), namedBy: 'customer_of' as const };

/** The lists of these screens on an object's page, each filtered by the query parameter `by`. */
export const related = (by: string, screens: readonly (keyof RowOf)[]): readonly Related[] => screens.map((screen) => ({ screen, by }));
