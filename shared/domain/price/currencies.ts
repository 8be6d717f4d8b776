import { type Aggregate, type BaseRecord, type Change, change, type Stored } from '../aggregate.ts';
import type { DecisionContext } from '../decision.ts';

/**
 * The currencies of all prices of an account, including archived prices, which subscriptions can still have. One record per account and
 * mode, so that one request reads all currencies.
 */
export interface BillingCurrencies extends BaseRecord {
  readonly currencies: readonly string[];
}

export const billingCurrenciesAggregate: Aggregate<BillingCurrencies> = {
  type: 'billing_currencies',
  prefix: 'bcur_',
  view: ({ currencies }) => ({ currencies }),
  unlogged: true,
};

/** Id of the only record of a tenant. */
export const BILLING_CURRENCIES_ID = `${billingCurrenciesAggregate.prefix}all`;

/** Adds the currency of a new price to the record; no change if the record contains it already. */
export const withBillingCurrency = (
  stored: Stored<BillingCurrencies> | null,
  currency: string,
  ctx: DecisionContext,
): readonly Change[] => {
  const record = stored?.record ?? { id: BILLING_CURRENCIES_ID, created: ctx.now, currencies: [] };
  if (record.currencies.includes(currency)) return [];
  return [change(billingCurrenciesAggregate, stored, { ...record, currencies: [...record.currencies, currency] })];
};
