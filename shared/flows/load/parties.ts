import { type Account, accountAggregate } from '../../domain/account/record.ts';
import type { Stored } from '../../domain/aggregate.ts';
import { type Customer, customerAggregate } from '../../domain/customer/record.ts';
import { type BillingParties, ratedCountriesOf } from '../../domain/parties.ts';
import { isDeepEqual } from '../../domain/same.ts';
import type { AppliedRate } from '../../domain/tax/tax.ts';
import { countryClaim, type TaxRate, taxRateAggregate } from '../../domain/tax-rate/record.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { Store } from '../../store/writer/store.ts';

/** Loads the active tax rate of a country; `null`: none. */
const loadRateOf = async (store: Store, tenant: Tenant, countryCode: string): Promise<TaxRate | null> => {
  const id = await store.ownerOf(tenant, countryClaim(countryCode));
  const rate = id === null ? null : await store.get(taxRateAggregate, tenant, id);
  return rate === null || !rate.record.active ? null : rate.record;
};

/** Returns the first rate that exists; `null`: none. The result names the rate's country only if it differs from the buyer's country. */
const appliedRate = (rates: readonly (TaxRate | null)[], buyerCountryCode: string | null): AppliedRate | null => {
  const rate = rates.find((each) => each !== null) ?? null;
  if (rate === null) return null;
  const { rateBasisPoints, displayName, countryCode } = rate;
  return { rateBasisPoints, displayName, ...(countryCode === buyerCountryCode ? {} : { countryCode }) };
};

/** Loads the account's active tax rate for sales to the customer; `null`: none. */
export const loadTaxRate = async (store: Store, tenant: Tenant, account: Account, customer: Customer): Promise<AppliedRate | null> => {
  const rates = await Promise.all(ratedCountriesOf(account, customer).map((country) => loadRateOf(store, tenant, country)));
  return appliedRate(rates, customer.countryCode);
};

/** Replaces the customer of the parties, and the tax rate if another one applies to the new customer. */
export const withCustomer = async (store: Store, tenant: Tenant, parties: BillingParties, customer: Customer): Promise<BillingParties> => {
  const { account } = parties;
  const { countryCode } = parties.customer;
  const hasSameRates = isDeepEqual(ratedCountriesOf(account, customer), ratedCountriesOf(account, parties.customer));
  const isSame = customer.countryCode === countryCode && hasSameRates;
  return { ...parties, customer, taxRate: isSame ? parties.taxRate : await loadTaxRate(store, tenant, account, customer) };
};

/** The billing parties, in which the customer may have an assumed country, and the customer as stored. */
export interface LocatedParties {
  readonly parties: BillingParties;
  readonly customer: Stored<Customer>;
}

/**
 * Loads the account, the customer and the account's current tax rate for the customer. A customer without a country gets `country`. Throws
 * if the account or customer is missing.
 */
export const loadLocatedParties = async (
  store: Store,
  tenant: Tenant,
  customerId: string,
  country: string | null,
): Promise<LocatedParties> => {
  const [account, customer] = await Promise.all([
    store.get(accountAggregate, tenant, tenant.accountId),
    store.get(customerAggregate, tenant, customerId),
  ]);
  if (account === null || customer === null) throw new Error(`The account or the customer ${customerId} is missing.`);
  const buyer = { ...customer.record, countryCode: customer.record.countryCode ?? country };
  const taxRate = await loadTaxRate(store, tenant, account.record, buyer);
  return { parties: { account: account.record, customer: buyer, taxRate }, customer };
};

/** Loads the account, the customer and the account's current tax rate for the customer. Throws if the account or customer is missing. */
export const loadParties = async (store: Store, tenant: Tenant, customerId: string): Promise<BillingParties> =>
  (await loadLocatedParties(store, tenant, customerId, null)).parties;

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
  const buyers = [...customers.values()].flatMap((each) => (each instanceof Error ? [] : [each.record]));
  const countries = new Set(account === null ? [] : buyers.flatMap((buyer) => ratedCountriesOf(account.record, buyer)));
  const rates = new Map(
    await Promise.all([...countries].map(async (country) => [country, await loadRateOf(store, tenant, country)] as const)),
  );
  return (customerId) => {
    const customer = customers.get(customerId);
    if (customer instanceof Error) return customer;
    if (account === null || customer === undefined) return new Error(`The account or the customer ${customerId} is missing.`);
    const { record } = customer;
    const found = ratedCountriesOf(account.record, record).map((country) => rates.get(country) ?? null);
    return { account: account.record, customer: record, taxRate: appliedRate(found, record.countryCode) };
  };
};

/** Rates per page. An account has at most one active rate per country, so one page is usually enough. */
const PAGE = 300;

const loadActiveRates = async (store: Store, tenant: Tenant): Promise<readonly TaxRate[]> => {
  const rates: TaxRate[] = [];
  for (;;) {
    const query = { limit: PAGE, startingAfter: rates.at(-1)?.id, where: ({ active }: TaxRate) => active };
    const page = await store.page(taxRateAggregate, tenant, query);
    rates.push(...page.items.map(({ record }) => record));
    if (!page.hasMore) return rates;
  }
};

/**
 * Like `loadLocatedParties`, but faster: reads the customer and the tax rates at the same time. The customer's country is not known yet, so
 * it reads all rates.
 */
export const loadLocatedPartiesConcurrently = async (
  store: Store,
  tenant: Tenant,
  customerId: string,
  country: string | null,
): Promise<LocatedParties> => {
  const [account, customer, rates] = await Promise.all([
    store.get(accountAggregate, tenant, tenant.accountId),
    store.get(customerAggregate, tenant, customerId),
    loadActiveRates(store, tenant),
  ]);
  if (account === null || customer === null) throw new Error(`The account or the customer ${customerId} is missing.`);
  const countryCode = customer.record.countryCode ?? country;
  const buyer = { ...customer.record, countryCode };
  const found = ratedCountriesOf(account.record, buyer).map((each) => rates.find((rate) => rate.countryCode === each) ?? null);
  const parties = { account: account.record, customer: buyer, taxRate: appliedRate(found, countryCode) };
  return { parties, customer };
};
