import { DISPUTE_STATUSES } from '../../../../shared/domain/dispute/record.ts';
import { ONE_SHOT_STATUSES } from '../../../../shared/domain/one-shot/record.ts';
import type { RowOf } from '../objects/rows.ts';
import { CATALOGUE_LISTS } from './catalogue-lists.ts';
import { customerName } from './customer-name.ts';
import { DEVELOPER_LISTS } from './developer-lists.ts';
import { customerFilter, enumOptions, statusTabs } from './filters.ts';
import { COUNTRIES, methodText, priceText } from './format.ts';
import { columnOf, created, customer, numeric, paymentCustomer, relatedLists, status } from './list-columns.ts';
import type { Screen } from './screen-types.ts';

/** The lists of the console: API path, columns and filters of each. */

const screens: { readonly [Name in keyof RowOf]: Screen<RowOf[Name]> } = {
  customers: {
    title: 'Customers',
    one: 'customer',
    path: 'customers',
    prefix: 'cus_',
    columns: [
      { ...columnOf('Name', 'name'), text: (row) => customerName(row, row.id) },
      columnOf('Email', 'email'),
      { ...columnOf('Country', 'country_code'), text: ({ country_code: code }) => (code === null ? null : (COUNTRIES[code] ?? code)) },
      created,
    ],
    empty: 'A customer is created when someone buys, or when you add one here.',
    hasDates: true,
    related: relatedLists('customer_id', ['subscriptions', 'invoices', 'payments', 'refunds', 'credit_notes']),
  },
  subscriptions: {
    title: 'Subscriptions',
    one: 'subscription',
    path: 'subscriptions',
    prefix: 'sub_',
    columns: [
      { ...columnOf('Customer', 'customer.name'), text: ({ customer: buyer, customer_id: id }) => customerName(buyer, id) },
      columnOf('Product', 'price.product_name'),
      { ...numeric('Price', 'price.amount_cents'), text: ({ price }) => priceText(price) },
      status,
      numeric('MRR', 'mrr_cents'),
      columnOf('Period ends', 'current_period_end'),
      created,
    ],
    empty: 'A subscription starts when a customer completes a checkout. Create a checkout link or a payment link to sell one.',
    expand: 'customer',
    expandOne: 'customer,refund_eligibility,withdrawal_refund',
    filters: [
      statusTabs(['active', 'past_due', 'canceled']),
      {
        kind: 'choice',
        title: 'Renewal',
        name: 'renewal_state',
        options: enumOptions(['scheduled', 'processing', 'retrying', 'paused', 'ending', 'ended']),
      },
      customerFilter,
    ],
    hasDates: true,
    related: relatedLists('subscription_id', ['invoices', 'payments']),
  },
  invoices: {
    title: 'Invoices',
    one: 'invoice',
    path: 'invoices',
    prefix: 'inv_',
    columns: [
      columnOf('Number', 'number'),
      { ...columnOf('Customer', 'buyer.name'), text: ({ buyer, customer_id: id }) => customerName(buyer, id) },
      status,
      numeric('Total', 'total_cents'),
      columnOf('Issued', 'issued_at'),
    ],
    empty: 'Invoices are issued when a customer is charged.',
    expandOne: 'tax_evidence',
    filters: [statusTabs(['open', 'paid', 'void', 'uncollectible']), customerFilter],
    hasDates: true,
    related: relatedLists('invoice_id', ['credit_notes']),
    hasDocument: true,
  },
  credit_notes: {
    title: 'Credit notes',
    one: 'credit note',
    path: 'credit_notes',
    prefix: 'cn_',
    columns: [columnOf('Number', 'number'), customer, numeric('Total', 'total_cents'), columnOf('Issued', 'issued_at')],
    totals: 'credited',
    empty: 'A credit note is issued for each refund.',
    filters: [customerFilter],
    hasDates: true,
    hasDocument: true,
  },
  payments: {
    title: 'Payments',
    one: 'payment',
    path: 'payments',
    prefix: 'pay_',
    columns: [
      numeric('Amount', 'amount_cents'),
      status,
      customer,
      { ...columnOf('Method', 'payment_method'), text: ({ payment_method: method }) => methodText(method) },
      created,
    ],
    totals: 'paid (without failed payments)',
    empty: 'Payments appear here when customers pay, also attempts that failed.',
    expandOne: 'refund_eligibility',
    filters: [customerFilter],
    hasDates: true,
    related: relatedLists('payment_id', ['refunds', 'disputes']),
  },
  one_shot_payments: {
    title: 'One-off payments',
    one: 'one-off payment',
    path: 'checkout/one_shot',
    prefix: 'osp_',
    columns: [columnOf('Description', 'description'), customer, status, numeric('Amount', 'amount_cents'), created],
    totals: 'paid',
    empty: 'Create a one-off payment to charge an amount once, without a subscription.',
    filters: [statusTabs(ONE_SHOT_STATUSES), customerFilter],
    hasDates: true,
  },
  refunds: {
    title: 'Refunds',
    one: 'refund',
    path: 'refunds',
    prefix: 're_',
    columns: [numeric('Amount', 'amount_cents'), status, paymentCustomer, columnOf('Reason', 'reason'), created],
    totals: 'refunded',
    empty: 'Refund a payment on its page or on the page of its invoice.',
    filters: [customerFilter],
    hasDates: true,
  },
  disputes: {
    title: 'Disputes',
    one: 'dispute',
    path: 'disputes',
    prefix: 'dp_',
    columns: [numeric('Amount', 'amount_cents'), status, paymentCustomer, columnOf('Reason', 'reason'), created],
    totals: 'disputed',
    empty: 'A dispute appears here when a customer has a payment reversed by the bank.',
    filters: [statusTabs(DISPUTE_STATUSES)],
    hasDates: true,
  },
  ...CATALOGUE_LISTS,
  ...DEVELOPER_LISTS,
};

export const SCREENS: Readonly<Record<string, Screen>> = screens;
