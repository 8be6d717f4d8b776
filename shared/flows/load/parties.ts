import { accountAggregate } from '../../domain/account/record.ts';
import type { Stored } from '../../domain/aggregate.ts';
import { type Customer, customerAggregate } from '../../domain/customer/record.ts';
import type { BillingParties } from '../../domain/parties.ts';
import type { AppliedRate } from '../../domain/tax.ts';
import { countryClaim, type TaxRate, taxRateAggregate } from '../../domain/tax-rate/record.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { Store } from '../../store/writer/store.ts';

/** Loads the active tax rate of a country; `null`: none, or the country is unknown. */
const loadTaxRate = async (store: Store, tenant: Tenant, countryCode: string | null): Promise<AppliedRate | null> => {
  const id = countryCode === null ? null : await store.ownerOf(tenant, countryClaim(countryCode));
  const rate = id === null ? null : await store.get(taxRateAggregate, tenant, id);
  return rate === null || !rate.record.active ? null : appliedRate(rate.record);
};

const appliedRate = ({ rateBasisPoints, displayName }: TaxRate): AppliedRate => ({ rateBasisPoints, displayName });

/** Loads the account, the customer and the current tax rate of the customer's country. Throws if the account or customer is missing. */
export const loadParties = async (store: Store, tenant: Tenant, customerId: string): Promise<BillingParties> => {
  const parties = (await loadPartiesOf(store, tenant, [customerId]))(customerId);
  if (parties instanceof Error) throw parties;
  return parties;
};

/**
 * Loads the parties of many customers with few reads. The returned function looks up the parties of a customer, and returns an error if the
 * customer could not be read.
 */
export const loadPartiesOf = async (
  store: Store,
  tenant: Tenant,
  customerIds: readonly string[],
): Promise<(customerId: string) => BillingParties | Error> => {
  const [account, customers] = await Promise.all([
    store.get(accountAggregate, tenant, tenant.accountId),
    store.getEach(customerAggregate, tenant, customerIds),
  ]);
  const countries = new Set([...customers.values()].map((each) => (each instanceof Error ? null : each.record.countryCode)));
  const rates = new Map(
    await Promise.all([...countries].map(async (country) => [country, await loadTaxRate(store, tenant, country)] as const)),
  );
  return (customerId) => {
    const customer = customers.get(customerId);
    if (customer instanceof Error) return customer;
    if (account === null || customer === undefined) return new Error(`The account or the customer ${customerId} is missing.`);
    return { account: account.record, customer: customer.record, taxRate: rates.get(customer.record.countryCode) ?? null };
  };
};

/** Rates per page. An account has at most one active rate per country, so one page is usually enough. */
const PAGE = 300;

const activeRates = async (store: Store, tenant: Tenant): Promise<readonly TaxRate[]> => {
  const rates: TaxRate[] = [];
  for (;;) {
    const query = { limit: PAGE, startingAfter: rates.at(-1)?.id, where: ({ active }: TaxRate) => active };
    const page = await store.page(taxRateAggregate, tenant, query);
    rates.push(...page.items.map(({ record }) => record));
    if (!page.hasMore) return rates;
  }
};

/** The billing parties, in which the customer may have an assumed country, and the customer as stored. */
export interface LocatedParties {
  readonly parties: BillingParties;
  readonly customer: Stored<Customer>;
}

/**
 * Loads the billing parties. A customer without a country gets `country`. Reads all tax rates together with the customer, so that one round
 * of reads is enough.
 */
export const loadPartiesIn = async (store: Store, tenant: Tenant, customerId: string, country: string | null): Promise<LocatedParties> => {
  const [account, customer, rates] = await Promise.all([
    store.get(accountAggregate, tenant, tenant.accountId),
    store.get(customerAggregate, tenant, customerId),
    activeRates(store, tenant),
  ]);
  if (account === null || customer === null) throw new Error(`The account or the customer ${customerId} is missing.`);
  const countryCode = customer.record.countryCode ?? country;
  const rate = rates.find((each) => each.countryCode === countryCode);
  const parties = {
    account: account.record,
    customer: { ...customer.record, countryCode },
    taxRate: rate === undefined ? null : appliedRate(rate),
  };
  return { parties, customer };
};
