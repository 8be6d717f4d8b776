import { sum } from '../amounts/money.ts';
import { groupsBy } from '../groups.ts';
import { amountDueCents, type Invoice } from './record.ts';

/** Number and sums of invoices in one currency. */
export interface CurrencyTotal {
  readonly currency: string;
  readonly count: number;
  readonly totalCents: number;
  readonly taxCents: number;
  readonly amountPaidCents: number;
  readonly amountDueCents: number;
  readonly amountCreditedCents: number;
}

/** What customers still owe: nothing for voided and uncollectible invoices. */
const owedCents = (invoice: Invoice): number => (invoice.status === 'open' ? amountDueCents(invoice) : 0);

const totalOf = (currency: string, invoices: readonly Invoice[]): CurrencyTotal => ({
  currency,
  count: invoices.length,
  totalCents: sum(invoices.map((invoice) => invoice.totalCents)),
  taxCents: sum(invoices.map((invoice) => invoice.taxCents)),
  amountPaidCents: sum(invoices.map((invoice) => invoice.amountPaidCents)),
  amountDueCents: sum(invoices.map(owedCents)),
  amountCreditedCents: sum(invoices.map((invoice) => invoice.amountCreditedCents)),
});

/** Sums invoices by currency, in alphabetical order. */
export const totalsByCurrency = (invoices: readonly Invoice[]): readonly CurrencyTotal[] =>
  [...groupsBy(invoices, ({ currency }) => currency)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, group]) => totalOf(currency, group));
