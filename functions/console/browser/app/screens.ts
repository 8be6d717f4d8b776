import { DISPUTE_STATUSES } from '../../../../shared/domain/dispute/record.ts';
import { EVENT_TYPES } from '../../../../shared/domain/event-types.ts';
import { ONE_SHOT_STATUSES } from '../../../../shared/domain/one-shot/record.ts';
import type { Mode } from '../../../../shared/domain/tenant.ts';
import type { Column } from '../objects/columns.ts';
import type { Row, RowOf } from '../objects/rows.ts';
import { creatorText } from '../team/key-labels.ts';
import { meteredText } from './format.ts';

/** The lists of the console, each by the path of the API, the columns that it shows and what it can be narrowed by. */

export interface Filter {
  readonly title: string;
  /** Of the list's parameter. */
  readonly name: string;
  /** `null`: what is typed. */
  readonly options: readonly string[] | null;
}

/** A list that belongs to an object: the one of `screen`, filtered by the object's id in the parameter `by`. */
interface Related {
  readonly screen: keyof RowOf;
  readonly by: string;
}

export interface Screen<T = Row> {
  readonly title: string;
  /** One object, in running text. */
  readonly one: string;
  /** Below `/v1/`. */
  readonly path: string;
  /** What the ids of its objects begin with. */
  readonly prefix: string;
  /** In which mode alone there is such a thing. */
  readonly only?: 'test';
  /** The first names the object, and leads to its page. */
  readonly columns: readonly [Column<T>, ...Column<T>[]];
  readonly filters?: readonly Filter[];
  readonly related?: readonly Related[];
  /** What is read along with each object, so that it has a name. */
  readonly expand?: string;
  /** The same for one object on its page, where that is more. */
  readonly expandOne?: string;
  /** There is a document of each at `<object>/pdf`. */
  readonly hasDocument?: true;
}

const field = <Name extends string>(title: string, name: Name) => ({ title, name });
const amount = <Name extends string>(title: string, name: Name) => ({ title, name, isNumber: true as const });

const created = field('Created', 'created');
const status = field('Status', 'status');
const id = field('Id', 'id');
const leading = <Name extends string, To extends string>(title: string, name: Name, to: To) => ({ title, name, to });
const customer = { ...leading('Customer', 'customer_id', 'customer_id'), namedIn: 'customers' as const };

const relatedBy = (by: string, names: readonly (keyof RowOf)[]): readonly Related[] => names.map((screen) => ({ screen, by }));

const choice = (title: string, name: string, options: readonly string[]): Filter => ({ title, name, options });
const typed = (title: string, name: string): Filter => ({ title, name, options: null });

const active = choice('Active', 'active', ['true', 'false']);
const ofCustomer = typed('Customer', 'customer_id');
const ofSubscription = typed('Subscription', 'subscription_id');
const ofPayment = typed('Payment', 'payment_id');

const screens: { readonly [Name in keyof RowOf]: Screen<RowOf[Name]> } = {
  customers: {
    title: 'Customers',
    one: 'customer',
    path: 'customers',
    prefix: 'cus_',
    columns: [field('Name', 'name'), field('E-mail', 'email'), field('Country', 'country_code'), created, id],
    filters: [typed('E-mail', 'email')],
    related: relatedBy('customer_id', ['subscriptions', 'invoices', 'payments', 'refunds', 'credit_notes']),
  },
  subscriptions: {
    title: 'Subscriptions',
    one: 'subscription',
    path: 'subscriptions',
    prefix: 'sub_',
    columns: [
      leading('Customer', 'customer.name', 'customer_id'),
      field('Product', 'price.product_name'),
      status,
      field('Renewal', 'renewal_state'),
      amount('MRR', 'mrr_cents'),
      field('Period ends', 'current_period_end'),
    ],
    expand: 'customer',
    expandOne: 'customer,refund_eligibility',
    filters: [
      choice('Status', 'status', ['active', 'past_due', 'canceled']),
      choice('Renewal', 'renewal_state', ['scheduled', 'processing', 'retrying', 'paused', 'ending', 'ended']),
      ofCustomer,
    ],
    related: relatedBy('subscription_id', ['invoices', 'payments']),
  },
  invoices: {
    title: 'Invoices',
    one: 'invoice',
    path: 'invoices',
    prefix: 'inv_',
    columns: [
      field('Number', 'number'),
      leading('Customer', 'buyer.name', 'customer_id'),
      status,
      amount('Total', 'total_cents'),
      field('Issued', 'issued_at'),
    ],
    filters: [choice('Status', 'status', ['open', 'paid', 'void', 'uncollectible']), ofCustomer, ofSubscription],
    related: [{ screen: 'credit_notes', by: 'invoice_id' }],
    hasDocument: true,
  },
  credit_notes: {
    title: 'Credit notes',
    one: 'credit note',
    path: 'credit_notes',
    prefix: 'cn_',
    columns: [field('Number', 'number'), customer, amount('Total', 'total_cents'), field('Issued', 'issued_at')],
    filters: [typed('Invoice', 'invoice_id'), ofCustomer],
    hasDocument: true,
  },
  payments: {
    title: 'Payments',
    one: 'payment',
    path: 'payments',
    prefix: 'pay_',
    columns: [amount('Amount', 'amount_cents'), customer, status, amount('Refunded', 'amount_refunded_cents'), created],
    expandOne: 'refund_eligibility',
    filters: [ofCustomer, ofSubscription],
    related: relatedBy('payment_id', ['refunds', 'disputes']),
  },
  one_shot_payments: {
    title: 'One-off payments',
    one: 'one-off payment',
    path: 'checkout/one_shot',
    prefix: 'osp_',
    columns: [field('For', 'description'), customer, status, amount('Amount', 'amount_cents'), created],
    filters: [choice('Status', 'status', ONE_SHOT_STATUSES), ofCustomer],
  },
  refunds: {
    title: 'Refunds',
    one: 'refund',
    path: 'refunds',
    prefix: 're_',
    columns: [amount('Amount', 'amount_cents'), field('Reason', 'reason'), status, field('Payment', 'payment_id'), created],
    filters: [ofPayment, ofCustomer],
  },
  disputes: {
    title: 'Disputes',
    one: 'dispute',
    path: 'disputes',
    prefix: 'dp_',
    columns: [amount('Amount', 'amount_cents'), field('Reason', 'reason'), status, field('Payment', 'payment_id'), created],
    filters: [choice('Status', 'status', DISPUTE_STATUSES), ofPayment],
  },
  products: {
    title: 'Products',
    one: 'product',
    path: 'products',
    prefix: 'prod_',
    columns: [field('Name', 'name'), field('Active', 'active'), created],
    filters: [active],
    related: [{ screen: 'prices', by: 'product_id' }],
  },
  prices: {
    title: 'Prices',
    one: 'price',
    path: 'prices',
    prefix: 'price_',
    columns: [
      { ...amount('Amount', 'amount_cents'), text: meteredText },
      { ...leading('Product', 'product_id', 'product_id'), namedIn: 'products' },
      field('Interval', 'interval'),
      field('Billed', 'usage_type'),
      field('Active', 'active'),
      id,
    ],
    filters: [active, typed('Product', 'product_id')],
  },
  coupons: {
    title: 'Coupons',
    one: 'coupon',
    path: 'coupons',
    prefix: 'cpn_',
    columns: [
      field('Code', 'code'),
      amount('Percent off', 'percent_off'),
      amount('Amount off', 'amount_off_cents'),
      field('Active', 'active'),
      created,
    ],
    filters: [active],
  },
  tax_rates: {
    title: 'Tax rates',
    one: 'tax rate',
    path: 'tax_rates',
    prefix: 'txr_',
    columns: [field('Name', 'display_name'), field('Country', 'country_code'), amount('Rate', 'rate_basis_points'), created],
  },
  events: {
    title: 'Events',
    one: 'event',
    path: 'events',
    prefix: 'evt_',
    columns: [field('Type', 'type'), id, created],
    filters: [choice('Type', 'type', EVENT_TYPES), ofCustomer],
  },
  webhook_endpoints: {
    title: 'Webhook endpoints',
    one: 'webhook endpoint',
    path: 'webhook_endpoints',
    prefix: 'we_',
    columns: [field('Address', 'url'), status, created],
  },
  audit_logs: {
    title: 'Audit log',
    one: 'entry of the audit log',
    path: 'audit_logs',
    prefix: 'al_',
    columns: [
      field('Action', 'action'),
      field('By', 'actor_type'),
      { ...leading('Actor', 'actor_id', 'actor_id'), namedIn: 'api_keys' },
      field('About', 'resource_id'),
      field('When', 'created'),
    ],
    filters: [typed('Action', 'action'), typed('About', 'resource_id'), typed('Actor', 'actor_id')],
  },
  api_keys: {
    title: 'API keys',
    one: 'API key',
    path: 'api_keys',
    prefix: 'ak_',
    columns: [
      field('Label', 'label'),
      field('Begins with', 'prefix'),
      { ...field('Created by', 'created_by.id'), namedIn: 'api_keys', text: creatorText },
      field('Used', 'last_used_at'),
      field('Revoked', 'revoked_at'),
      created,
    ],
  },
  test_clocks: {
    title: 'Test clocks',
    one: 'test clock',
    path: 'test_clocks',
    prefix: 'clk_',
    only: 'test',
    columns: [field('Name', 'name'), status, field('Its time', 'frozen_time'), id],
  },
};

export const SCREENS: Readonly<Record<string, Screen>> = screens;

/** The screen of this name, where the mode has it. */
export const screenAt = (name: string, mode: Mode): Screen | undefined => {
  const screen = Object.hasOwn(SCREENS, name) ? SCREENS[name] : undefined;
  return screen?.only === undefined || screen.only === mode ? screen : undefined;
};

/** The parameter by which the objects of a screen come with what names them. */
export const expanding = ({ expand }: Pick<Screen, 'expand'>): Readonly<Record<string, string>> => (expand === undefined ? {} : { expand });

/** The same for one object on its page. */
export const expandingOne = ({ expand, expandOne = expand }: Screen): Readonly<Record<string, string>> =>
  expanding(expandOne === undefined ? {} : { expand: expandOne });

/** What the ids of imports begin with, which are no list of the API. */
const IMPORT_PREFIX = 'imp_';

const ID = /^([a-z]+_)(?:[0-9A-HJKMNP-TV-Z]{26}|[0-9a-f]{32})$/;

/** The name of the screen that shows the object of this id; `null`: it is no id of such an object. */
export const screenOfId = (text: string, mode: Mode): string | null => {
  const prefix = ID.exec(text)?.[1];
  if (prefix === IMPORT_PREFIX) return mode === 'test' ? IMPORT : null;
  const found = Object.entries(SCREENS).find(([name, screen]) => screen.prefix === prefix && screenAt(name, mode) !== undefined);
  return found?.[0] ?? null;
};

/** The screens that are no list of the API. */
export const OVERVIEW = 'overview';
/** In test mode only. */
export const IMPORT = 'import';
export const SETTINGS = 'settings';
export const TEAM = 'team';

const OTHERS: Readonly<Record<string, string>> = { [OVERVIEW]: 'Overview', [IMPORT]: 'Import', [SETTINGS]: 'Settings', [TEAM]: 'Team' };

/** The screen's title; `null`: the mode has no such screen. */
export const titleAt = (name: string, mode: Mode): string | null => {
  if (name === IMPORT && mode === 'live') return null;
  return screenAt(name, mode)?.title ?? (Object.hasOwn(OTHERS, name) ? (OTHERS[name] ?? null) : null);
};

/** In the order in which they are offered. */
export const SCREEN_NAMES: readonly string[] = [OVERVIEW, ...Object.keys(SCREENS), IMPORT, SETTINGS, TEAM];
