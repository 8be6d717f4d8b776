import { DISPUTE_STATUSES } from '../../../../shared/domain/dispute/record.ts';
import { EVENT_TYPES } from '../../../../shared/domain/event-types.ts';
import { ONE_SHOT_STATUSES } from '../../../../shared/domain/one-shot/record.ts';
import type { Column } from '../objects/columns.ts';
import type { Row, RowOf } from '../objects/rows.ts';
import { creatorText } from '../team/key-labels.ts';
import { meteredText } from './format.ts';

/** The lists of the console: API path, columns and filters of each. */

export interface Filter {
  readonly title: string;
  /** Name of the API's query parameter. */
  readonly name: string;
  /** The selectable values; `null`: a text field. */
  readonly options: readonly string[] | null;
}

/** A list on an object's page: the list of `screen`, filtered by the query parameter `by` with the id of the page's object. */
interface Related {
  readonly screen: keyof RowOf;
  readonly by: string;
}

export interface Screen<T = Row> {
  readonly title: string;
  /** The name of one object, for use in a sentence. */
  readonly one: string;
  /** API path, relative to `/v1/`. */
  readonly path: string;
  /** The prefix of the objects' ids. */
  readonly prefix: string;
  /** The only mode that has the screen; omitted: both modes. */
  readonly only?: 'test';
  /** The first column is the name of the object and links to its page. */
  readonly columns: readonly [Column<T>, ...Column<T>[]];
  readonly filters?: readonly Filter[];
  readonly related?: readonly Related[];
  /** The `expand` parameter of the list, so that the rows contain the names of other objects. */
  readonly expand?: string;
  /** The `expand` parameter of an object's page, if it differs from the list's. */
  readonly expandOne?: string;
  /** Each object has a PDF document at `<object>/pdf`. */
  readonly hasDocument?: true;
}

const field = <Name extends string>(title: string, name: Name) => ({ title, name });
const amount = <Name extends string>(title: string, name: Name) => ({ title, name, isNumber: true as const });

const created = field('Created', 'created');
const status = field('Status', 'status');
const id = field('Id', 'id');
/** A column that shows the field `name` and links to another object, whose id is in the field `to`. */
const link = <Name extends string, To extends string>(title: string, name: Name, to: To) => ({ title, name, to });
const customer = { ...link('Customer', 'customer_id', 'customer_id'), namedIn: 'customers' as const };

const relatedBy = (by: string, names: readonly (keyof RowOf)[]): readonly Related[] => names.map((screen) => ({ screen, by }));

const choiceFilter = (title: string, name: string, options: readonly string[]): Filter => ({ title, name, options });
const textFilter = (title: string, name: string): Filter => ({ title, name, options: null });

const activeFilter = choiceFilter('Active', 'active', ['true', 'false']);
const customerFilter = textFilter('Customer', 'customer_id');
const subscriptionFilter = textFilter('Subscription', 'subscription_id');
const paymentFilter = textFilter('Payment', 'payment_id');

const screens: { readonly [Name in keyof RowOf]: Screen<RowOf[Name]> } = {
  customers: {
    title: 'Customers',
    one: 'customer',
    path: 'customers',
    prefix: 'cus_',
    columns: [field('Name', 'name'), field('E-mail', 'email'), field('Country', 'country_code'), created, id],
    filters: [textFilter('E-mail', 'email')],
    related: relatedBy('customer_id', ['subscriptions', 'invoices', 'payments', 'refunds', 'credit_notes']),
  },
  subscriptions: {
    title: 'Subscriptions',
    one: 'subscription',
    path: 'subscriptions',
    prefix: 'sub_',
    columns: [
      link('Customer', 'customer.name', 'customer_id'),
      field('Product', 'price.product_name'),
      status,
      field('Renewal', 'renewal_state'),
      amount('MRR', 'mrr_cents'),
      field('Period ends', 'current_period_end'),
    ],
    expand: 'customer',
    expandOne: 'customer,refund_eligibility',
    filters: [
      choiceFilter('Status', 'status', ['active', 'past_due', 'canceled']),
      choiceFilter('Renewal', 'renewal_state', ['scheduled', 'processing', 'retrying', 'paused', 'ending', 'ended']),
      customerFilter,
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
      link('Customer', 'buyer.name', 'customer_id'),
      status,
      amount('Total', 'total_cents'),
      field('Issued', 'issued_at'),
    ],
    filters: [choiceFilter('Status', 'status', ['open', 'paid', 'void', 'uncollectible']), customerFilter, subscriptionFilter],
    related: [{ screen: 'credit_notes', by: 'invoice_id' }],
    hasDocument: true,
  },
  credit_notes: {
    title: 'Credit notes',
    one: 'credit note',
    path: 'credit_notes',
    prefix: 'cn_',
    columns: [field('Number', 'number'), customer, amount('Total', 'total_cents'), field('Issued', 'issued_at')],
    filters: [textFilter('Invoice', 'invoice_id'), customerFilter],
    hasDocument: true,
  },
  payments: {
    title: 'Payments',
    one: 'payment',
    path: 'payments',
    prefix: 'pay_',
    columns: [amount('Amount', 'amount_cents'), customer, status, amount('Refunded', 'amount_refunded_cents'), created],
    expandOne: 'refund_eligibility',
    filters: [customerFilter, subscriptionFilter],
    related: relatedBy('payment_id', ['refunds', 'disputes']),
  },
  one_shot_payments: {
    title: 'One-off payments',
    one: 'one-off payment',
    path: 'checkout/one_shot',
    prefix: 'osp_',
    columns: [field('For', 'description'), customer, status, amount('Amount', 'amount_cents'), created],
    filters: [choiceFilter('Status', 'status', ONE_SHOT_STATUSES), customerFilter],
  },
  refunds: {
    title: 'Refunds',
    one: 'refund',
    path: 'refunds',
    prefix: 're_',
    columns: [amount('Amount', 'amount_cents'), field('Reason', 'reason'), status, field('Payment', 'payment_id'), created],
    filters: [paymentFilter, customerFilter],
  },
  disputes: {
    title: 'Disputes',
    one: 'dispute',
    path: 'disputes',
    prefix: 'dp_',
    columns: [amount('Amount', 'amount_cents'), field('Reason', 'reason'), status, field('Payment', 'payment_id'), created],
    filters: [choiceFilter('Status', 'status', DISPUTE_STATUSES), paymentFilter],
  },
  products: {
    title: 'Products',
    one: 'product',
    path: 'products',
    prefix: 'prod_',
    columns: [field('Name', 'name'), field('Active', 'active'), created],
    filters: [activeFilter],
    related: [{ screen: 'prices', by: 'product_id' }],
  },
  prices: {
    title: 'Prices',
    one: 'price',
    path: 'prices',
    prefix: 'price_',
    columns: [
      { ...amount('Amount', 'amount_cents'), text: meteredText },
      { ...link('Product', 'product_id', 'product_id'), namedIn: 'products' },
      field('Interval', 'interval'),
      field('Billed', 'usage_type'),
      field('Active', 'active'),
      id,
    ],
    filters: [activeFilter, textFilter('Product', 'product_id')],
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
    filters: [activeFilter],
  },
  payment_links: {
    title: 'Payment links',
    one: 'payment link',
    path: 'payment_links',
    prefix: 'plink_',
    columns: [
      id,
      link('Price', 'price_id', 'price_id'),
      field('Coupon', 'coupon_code'),
      amount('Sells at most', 'max_sales'),
      field('Active', 'active'),
      created,
    ],
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
    filters: [choiceFilter('Type', 'type', EVENT_TYPES), customerFilter],
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
      { ...link('Actor', 'actor_id', 'actor_id'), namedIn: 'api_keys' },
      field('About', 'resource_id'),
      field('When', 'created'),
    ],
    filters: [textFilter('Action', 'action'), textFilter('About', 'resource_id'), textFilter('Actor', 'actor_id')],
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
