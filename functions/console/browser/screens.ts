import type { Mode } from '../../../shared/domain/kernel.ts';
import { amountText } from '../../../shared/platform/amounts.ts';
import { localeIn } from '../../../shared/platform/language.ts';
import type { Row } from './calls.ts';

/** The lists of the console, each by the path of the API and the columns that it shows. */

export interface Column {
  readonly title: string;
  readonly of: (row: Row) => string;
  readonly isNumber?: true;
}

export interface Screen {
  readonly title: string;
  /** Below `/v1/`. */
  readonly path: string;
  /** In which mode alone there is such a thing. */
  readonly only?: 'test';
  /** The first names the object, and leads to its page. */
  readonly columns: readonly [Column, ...Column[]];
}

/** The reader's own. */
const LOCALE = navigator.languages.flatMap((tag) => localeIn(tag)?.toString() ?? [])[0] ?? 'en';

const money = (cents: number, currency: string): string => amountText(cents, currency, LOCALE);

const text = (value: unknown): string => (value === null || value === undefined ? '–' : String(value));
const field = (title: string, name: string): Column => ({ title, of: (row) => text(row[name]) });

const amount = (title: string, name: string): Column => ({
  title,
  isNumber: true,
  of: (row) => {
    const cents = row[name];
    return typeof cents === 'number' && typeof row['currency'] === 'string' ? money(cents, row['currency']) : '–';
  },
});

const DATES = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });

/** In the reader's own zone. */
export const timeText = (seconds: number): string => DATES.format(seconds * 1000);

const time = (title: string, name = 'created'): Column => ({
  title,
  of: (row) => (typeof row[name] === 'number' ? timeText(row[name]) : '–'),
});

const created = time('Created');
const status = field('Status', 'status');
const id = field('Id', 'id');

export const SCREENS: Readonly<Record<string, Screen>> = {
  customers: { title: 'Customers', path: 'customers', columns: [id, field('Name', 'name'), field('E-mail', 'email'), created] },
  subscriptions: {
    title: 'Subscriptions',
    path: 'subscriptions',
    columns: [id, field('Customer', 'customer_id'), status, field('Renewal', 'renewal_state'), time('Period ends', 'current_period_end')],
  },
  invoices: {
    title: 'Invoices',
    path: 'invoices',
    columns: [
      field('Number', 'number'),
      field('Customer', 'customer_id'),
      status,
      amount('Total', 'total_cents'),
      time('Issued', 'issued_at'),
    ],
  },
  credit_notes: {
    title: 'Credit notes',
    path: 'credit_notes',
    columns: [field('Number', 'number'), field('Invoice', 'invoice_id'), amount('Total', 'total_cents'), time('Issued', 'issued_at')],
  },
  payments: {
    title: 'Payments',
    path: 'payments',
    columns: [id, field('Customer', 'customer_id'), status, amount('Amount', 'amount_cents'), created],
  },
  refunds: {
    title: 'Refunds',
    path: 'refunds',
    columns: [id, field('Payment', 'payment_id'), status, amount('Amount', 'amount_cents'), created],
  },
  disputes: {
    title: 'Disputes',
    path: 'disputes',
    columns: [id, field('Payment', 'payment_id'), status, amount('Amount', 'amount_cents'), created],
  },
  products: { title: 'Products', path: 'products', columns: [field('Name', 'name'), field('Active', 'active'), created] },
  prices: {
    title: 'Prices',
    path: 'prices',
    columns: [
      id,
      field('Product', 'product_id'),
      amount('Amount', 'amount_cents'),
      field('Interval', 'interval'),
      field('Active', 'active'),
    ],
  },
  coupons: {
    title: 'Coupons',
    path: 'coupons',
    columns: [field('Code', 'code'), field('Percent off', 'percent_off'), field('Active', 'active'), created],
  },
  tax_rates: {
    title: 'Tax rates',
    path: 'tax_rates',
    columns: [field('Name', 'display_name'), field('Country', 'country_code'), field('Basis points', 'rate_basis_points'), created],
  },
  events: { title: 'Events', path: 'events', columns: [field('Type', 'type'), id, created] },
  webhook_endpoints: { title: 'Webhook endpoints', path: 'webhook_endpoints', columns: [field('Address', 'url'), status, created] },
  audit_logs: {
    title: 'Audit log',
    path: 'audit_logs',
    columns: [
      field('Action', 'action'),
      field('By', 'actor_type'),
      field('Actor', 'actor_id'),
      field('About', 'resource_id'),
      time('When'),
    ],
  },
  api_keys: {
    title: 'API keys',
    path: 'api_keys',
    columns: [field('Label', 'label'), field('Begins with', 'prefix'), time('Used', 'last_used_at'), created],
  },
  test_clocks: {
    title: 'Test clocks',
    path: 'test_clocks',
    only: 'test',
    columns: [id, field('Name', 'name'), status, time('Its time', 'frozen_time')],
  },
};

/** The screen of this name, where the mode has it. */
export const screenAt = (name: string, mode: Mode): Screen | undefined => {
  const screen = Object.hasOwn(SCREENS, name) ? SCREENS[name] : undefined;
  return screen?.only === undefined || screen.only === mode ? screen : undefined;
};

/** The screen that is no list of the API. */
export const TEAM = 'team';

/** A value of an object, as its page shows it. */
export const valueText = (name: string, value: unknown, row: Row): string => {
  if (value === null) return '–';
  if (typeof value === 'number' && name.endsWith('_cents') && typeof row['currency'] === 'string') return money(value, row['currency']);
  if (typeof value === 'number' && isTime(name)) return timeText(value);
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
};

const isTime = (name: string): boolean => name === 'created' || /_(at|start|end|time|from|until)$/.test(name);
