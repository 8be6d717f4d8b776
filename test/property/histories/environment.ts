import { accountAggregate } from '../../../shared/domain/account/record.ts';
import { change } from '../../../shared/domain/aggregate.ts';
import { type Customer, customerAggregate } from '../../../shared/domain/customer/record.ts';
import { priceAggregate } from '../../../shared/domain/price/record.ts';
import { productAggregate } from '../../../shared/domain/product/record.ts';
import { createTaxRate } from '../../../shared/domain/tax-rate/create.ts';
import { processDueWork, type SweepDeps } from '../../../shared/flows/due/sweep.ts';
import { NoProviderResponse } from '../../../shared/flows/renewals/charges.ts';
import type { BillingRun } from '../../../shared/flows/renewals/run-state.ts';
import { dueInShard } from '../../../shared/store/core/due.ts';
import { tenantOfPartition } from '../../../shared/store/core/keys.ts';
import { countLog } from '../../../shared/store/metrics/count.ts';
import { openStore, type Store } from '../../../shared/store/writer/store.ts';
import { newCatalogue, START, World } from '../../domain/world.ts';
import { runThrough } from '../../flows/renewals/renewal-steps.ts';
import { recordingPorts, sellerAccount, sweepAll } from '../../flows/support.ts';
import { type FaultyProvider, startFaultyProvider } from '../../provider/faults/faulty-provider.ts';
import { openShopOn, type Shop, writeDecision } from '../../provider/shop.ts';
import { type StoreFixture, updateRecord, writeChanges } from '../../store/support.ts';
import { type CallFault, faultyTable } from '../../support/faulty-io.ts';
import { createPrices } from '../simulations/prices.ts';
import { BUYERS, type BuyerKind, type Market } from './markets.ts';

/** Number of shards of the due index. */
const SHARDS = 16;
/** A time after all due times. */
const LAST_MOMENT = START * 10;

/** The seller and the price of a history. */
export interface Terms {
  readonly currency: 'EUR' | 'JPY';
  readonly interval: 'month' | 'year';
  readonly amountCents: number;
  readonly taxBehavior: 'inclusive' | 'exclusive';
  /** Tax rate of the buyer's country, in basis points; `null`: untaxed. */
  readonly rateBasisPoints: number | null;
  /** Absent: `manual`. */
  readonly taxMode?: Market['taxMode'];
  /** 0: no trial. */
  readonly trialDays: number;
}

/** One store and one provider, which the tenants of several histories use one after the other. */
export interface Environment {
  readonly shop: Shop;
  readonly provider: FaultyProvider;
  readonly close: () => Promise<void>;
}

export const openEnvironment = async (fixture: StoreFixture): Promise<Environment> => {
  const shop = await openShopOn(fixture);
  const provider = await startFaultyProvider(shop.sandbox.url);
  const close = async (): Promise<void> => {
    await provider.close();
    await shop.close();
  };
  return { shop, provider, close };
};

/** A history without its terms and prices, for helpers that need only the shop of its tenant. */
export type HistoryShop = Pick<History, 'shop'>;

/** The seller, the price and the first buyer of a history. */
export interface HistoryTerms extends Terms, Market {
  readonly taxMode: Market['taxMode'];
}

/** A tenant on which a sequence of actions is performed. `provider.setFaults` makes requests of the tenant to the provider fail. */
export interface History extends Environment {
  readonly terms: HistoryTerms;
  /** Price ids by plan name; `sold` is the price of the checkout. */
  readonly priceIds: ReadonlyMap<string, string>;
}

/** Creates a tenant with prices and a buyer. Time continues where the previous history ended, so that ids keep increasing. */
export const beginHistory = async (environment: Environment, terms: HistoryTerms): Promise<History> => {
  const { deps } = environment.shop;
  const shop = await openTenant({ ...environment.shop, deps: { ...deps, baseUrl: environment.provider.url } }, terms, BUYERS[terms.buyer]);
  return { ...environment, shop, terms, priceIds: await createPrices(shop, null) };
};

/**
 * Creates a tenant with a price, a tax rate for the customer's country (unless the terms are untaxed), and one customer with the fields of
 * `customerFields`.
 */
export const openTenant = async (sharedShop: Shop, terms: Terms, customerFields: Partial<Customer> = {}): Promise<Shop> => {
  const { fixture, sandbox } = sharedShop;
  sandbox.clock.now = Math.floor(fixture.clock.nowMs / 1000);
  const tenant = fixture.tenant();
  const { currency, interval, amountCents, trialDays, taxMode = 'manual' } = terms;
  const { product, price, customer } = newCatalogue(new World(), { currency, interval, amountCents, trialDays });
  const shop: Shop = { ...sharedShop, tenant, customerId: customer.record.id };
  const seller = { ...sellerAccount(tenant), vatId: 'NL123456789B01', taxBehavior: terms.taxBehavior, taxMode, refundWindowDays: 365 };
  const buyer = { ...customer.record, ...customerFields };
  await writeChanges(fixture.store, tenant, [
    change(accountAggregate, null, seller),
    change(productAggregate, null, product.record),
    change(priceAggregate, null, price.record),
    change(customerAggregate, null, buyer),
  ]);
  const { rateBasisPoints } = terms;
  if (rateBasisPoints !== null) {
    await writeDecision(shop, (context) => createTaxRate({ countryCode: buyer.countryCode ?? 'NL', rateBasisPoints }, null, context));
  }
  return shop;
};

/** Gives the customer another country or VAT number. */
export const moveBuyer = ({ shop: { fixture, tenant, customerId } }: HistoryShop, to: BuyerKind): Promise<Customer> =>
  updateRecord(fixture.store, tenant, customerAggregate, customerId, () => BUYERS[to]);

/** Opens a store whose n-th database call has the fault `faults.get(n)`. */
export const storeWith = ({ shop: { fixture, deps } }: HistoryShop, faults: ReadonlyMap<number, CallFault>): Store =>
  openStore(
    faultyTable(fixture.table, (call) => faults.get(call) ?? null),
    { nowMs: () => fixture.clock.nowMs, ids: deps.ids },
  );

/** Ignores a missing provider response: the message is retried later. */
const ignoreNoResponse = (error: unknown): void => {
  if (!(error instanceof NoProviderResponse)) throw error;
};

/** Runs the scheduled work of one minute: sweeps all shards, then processes the billing runs and messages they produce. */
export const sweep = async (history: HistoryShop, store: Store = history.shop.fixture.store): Promise<void> => {
  const { dispatched, ports } = recordingPorts();
  const deps: SweepDeps = { ...history.shop.deps, store, ...ports };
  await sweepAll(deps);
  for (const { to, message } of dispatched) {
    if (to === 'billing-run') await runThrough(deps, message as unknown as BillingRun, 10);
    if (to === 'due-work') await processDueWork(deps, JSON.parse(JSON.stringify(message))).catch(ignoreNoResponse);
  }
  await countNewEntries(history);
};

/** Counts the metrics of new log entries, as the service does after each write. Entries expire after 90 days, so later counts lack some. */
const countNewEntries = async ({ shop: { fixture, tenant } }: HistoryShop): Promise<void> => {
  const { table, clock } = fixture;
  await countLog(
    table,
    tenant,
    () => clock.nowMs,
    () => true,
  );
};

/** Advances the time of the service and of the provider; test clocks do not advance. */
export const passTime = ({ shop: { fixture, sandbox } }: HistoryShop, seconds: number): void => {
  fixture.clock.nowMs += seconds * 1000;
  sandbox.clock.now = Math.floor(fixture.clock.nowMs / 1000);
};

/** Deletes the tenant's due index entries, so that sweeps of later histories do not process them. */
export const endHistory = async ({ shop: { fixture, tenant } }: HistoryShop): Promise<void> => {
  for (let shard = 0; shard < SHARDS; shard += 1) {
    for await (const { pk, sk } of dueInShard(fixture.table, shard, LAST_MOMENT)) {
      if (tenantOfPartition(pk).accountId === tenant.accountId) await fixture.table.delete({ Key: { pk, sk } });
    }
  }
};
