import type { RowOf } from '../objects/rows.ts';
import type { Related } from './screen-types.ts';

/** Columns that several lists share, and shorthands for columns and related lists. */

export const field = <Name extends string>(title: string, name: Name) => ({ title, name });
export const amount = <Name extends string>(title: string, name: Name) => ({ title, name, isNumber: true as const });
export const statusOf = <Name extends string>(name: Name) => ({ title: 'Status', name, isStatus: true as const });

export const created = field('Created', 'created');
export const status = statusOf('status');
export const active = statusOf('active');
export const customer = { ...field('Customer', 'customer_id'), namedBy: 'customers' as const };
export const paymentCustomer = { ...field('Customer', 'payment_id'), namedBy: 'payment_customers' as const };

export const related = (by: string, names: readonly (keyof RowOf)[]): readonly Related[] => names.map((screen) => ({ screen, by }));
