import { type Aggregate, type BaseRecord, type Change, change, type Stored } from '../aggregate.ts';
import type { DecisionContext } from '../decision.ts';

/**
 * The currencies that an account bills in: those of all its prices, archived ones too, because their subscriptions continue. One
 * record for each account and mode, so that asking costs one read however many prices there are.
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

/** There is one. */
export const BILLING_CURRENCIES_ID = `${billingCurrenciesAggregate.prefix}all`;

/** The change that goes with a price in `currency`: none when the account bills in it already. */
export const billIn = (stored: Stored<BillingCurrencies> | null, currency: string, ctx: DecisionContext): readonly Change[] => {
  const record = stored?.record ?? { id: BILLING_CURRENCIES_ID, created: ctx.now, currencies: [] };
  if (record.currencies.includes(currency)) return [];
  return [change(billingCurrenciesAggregate, stored, { ...record, currencies: [...record.currencies, currency] })];
};
