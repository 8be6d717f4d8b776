import { accountAggregate, newAccount } from '../../../shared/domain/account/record.ts';
import { change } from '../../../shared/domain/aggregate.ts';
import { type Customer, customerAggregate } from '../../../shared/domain/customer/record.ts';
import { priceAggregate } from '../../../shared/domain/price/record.ts';
import { productAggregate } from '../../../shared/domain/product/record.ts';
import { createTaxRate } from '../../../shared/domain/tax-rate/create.ts';
import { type SweepDeps, workDue } from '../../../shared/flows/due/sweep.ts';
import { NoProviderResponse } from '../../../shared/flows/renewals/charges.ts';
import type { BillingRun } from '../../../shared/flows/renewals/run-state.ts';
import { dueInShard } from '../../../shared/store/core/due.ts';
import { tenantOfPartition } from '../../../shared/store/core/keys.ts';
import { openStore, type Store } from '../../../shared/store/writer/store.ts';
import { catalogue, START, World } from '../../domain/world.ts';
import { runThrough } from '../../flows/renewal-steps.ts';
import { recordingPorts, sweepAll } from '../../flows/support.ts';
import { openShopOn, type Shop, write } from '../../provider/shop.ts';
import { startUnsteadyProvider, type UnsteadyProvider } from '../../provider/unsteady.ts';
import type { StoreFixture } from '../../store/support.ts';
import { type CallFault, faultyTable } from '../../support/faulty-io.ts';
import { shelve } from '../lives/shelf.ts';

const SHARDS = 16;
const LAST_MOMENT = START * 10;

/** What a history is about: who sells what to whom. */
export interface Terms {
  readonly currency: 'EUR' | 'JPY';
  readonly interval: 'month' | 'year';
  readonly amountCents: number;
  readonly taxBehavior: 'inclusive' | 'exclusive';
  /** Of the buyer's country, in hundredths of a percent; `null`: it is not taxed. */
  readonly rateBasisPoints: number | null;
  /** A business of another country of the union, so that the tax is its own to pay. */
  readonly reverseCharge: boolean;
  /** 0: the first period is paid for at once. */
  readonly trialDays: number;
}

/** One store and one provider, in which one tenant after the other lives through a history. */
export interface HistoryStage {
  readonly shop: Shop;
  readonly provider: UnsteadyProvider;
  readonly close: () => Promise<void>;
}

export const openHistoryStage = async (fixture: StoreFixture): Promise<HistoryStage> => {
  const shop = await openShopOn(fixture);
  const provider = await startUnsteadyProvider(shop.sandbox.url);
  const close = async (): Promise<void> => {
    await provider.close();
    await shop.close();
  };
  return { shop, provider, close };
};

/** Whose shop something is done in. */
export type Owner = Pick<History, 'shop'>;

/** A tenant that lives through a history: its shop reaches the provider through what may be in trouble. */
export interface History extends HistoryStage {
  readonly terms: Terms;
  /** The price of each plan, by its name; `sold`: the one that is offered. */
  readonly priceIds: ReadonlyMap<string, string>;
}

/** A tenant with a price and a buyer. Time continues where the history before it ended: ids never go back. */
export const beginHistory = async (stage: HistoryStage, terms: Terms): Promise<History> => {
  const { deps } = stage.shop;
  const shop = await openTenant({ ...stage.shop, deps: { ...deps, baseUrl: stage.provider.url } }, terms);
  return { ...stage, shop, terms, priceIds: await shelve(shop, null) };
};

/** A shop of the tenant's own next to those of others. `given`: what its one customer has next to that. */
export const openTenant = async (among: Shop, terms: Terms, given: Partial<Customer> = {}): Promise<Shop> => {
  const { fixture, sandbox } = among;
  sandbox.clock.now = Math.floor(fixture.clock.nowMs / 1000);
  const tenant = fixture.tenant();
  const { currency, interval, amountCents, reverseCharge, trialDays } = terms;
  const { product, price, customer } = catalogue(new World(), { currency, interval, amountCents, trialDays });
  const shop: Shop = { ...among, tenant, customerId: customer.record.id };
  const account = newAccount({ id: tenant.accountId, created: START, name: 'Seller', email: 'owner@example.test', countryCode: 'NL' });
  const seller = { ...account, vatId: 'NL123456789B01', taxBehavior: terms.taxBehavior, refundWindowDays: 365 };
  const business = { countryCode: 'DE', vatNumber: 'DE123456789', vatVerifiedAt: START };
  const buyer = { ...customer.record, ...(reverseCharge ? business : {}), ...given };
  await write(shop, () => ({
    changes: [
      change(accountAggregate, null, seller),
      change(productAggregate, null, product.record),
      change(priceAggregate, null, price.record),
      change(customerAggregate, null, buyer),
    ],
    events: [],
    result: null,
  }));
  const { rateBasisPoints } = terms;
  if (rateBasisPoints !== null) {
    await write(shop, (context) => createTaxRate({ countryCode: buyer.countryCode ?? 'NL', rateBasisPoints }, null, context));
  }
  return shop;
};

/** A store for one piece of work, whose n-th call of the table may meet a fault. */
export const storeWith = ({ shop: { fixture, deps } }: Owner, faults: ReadonlyMap<number, CallFault>): Store =>
  openStore(
    faultyTable(fixture.table, (call) => faults.get(call) ?? null),
    { nowMs: () => fixture.clock.nowMs, ids: deps.ids },
  );

/** What sweeps and due work are done with. */
const sweepDeps = ({ shop: { deps } }: Owner, store: Store, { ports }: ReturnType<typeof recordingPorts>): SweepDeps => ({
  ...deps,
  store,
  ...ports,
});

/** The message comes again: the provider may answer by then. */
const unlessUnanswered = (error: unknown): void => {
  if (!(error instanceof NoProviderResponse)) throw error;
};

/** What a minute of the deployment does: a sweep of every shard, then the runs that it starts and the messages that it sends. */
export const sweep = async (history: Owner, store: Store = history.shop.fixture.store): Promise<void> => {
  const recording = recordingPorts();
  const deps = sweepDeps(history, store, recording);
  await sweepAll(deps);
  for (const { to, message } of recording.handed) {
    if (to === 'billing-run') await runThrough(deps, message as unknown as BillingRun, 10);
    if (to === 'due-work') await workDue(deps, JSON.parse(JSON.stringify(message))).catch(unlessUnanswered);
  }
};

/** Real time goes by, here and at the provider. */
export const pass = ({ shop: { fixture, sandbox } }: Owner, seconds: number): void => {
  fixture.clock.nowMs += seconds * 1000;
  sandbox.clock.now = Math.floor(fixture.clock.nowMs / 1000);
};

/** Takes the tenant's dues off the index, so that no sweep of a later history meets them. */
export const endHistory = async ({ shop: { fixture, tenant } }: Owner): Promise<void> => {
  for (let shard = 0; shard < SHARDS; shard += 1) {
    for await (const { pk, sk } of dueInShard(fixture.table, shard, LAST_MOMENT)) {
      if (tenantOfPartition(pk).accountId === tenant.accountId) await fixture.table.delete({ Key: { pk, sk } });
    }
  }
};
