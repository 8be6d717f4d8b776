import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountAggregate } from '../../../shared/domain/account/record.ts';
import { withTenantRepricing } from '../../../shared/domain/account/repricing.ts';
import { change } from '../../../shared/domain/aggregate.ts';
import { customerAggregate } from '../../../shared/domain/customer/record.ts';
import { withCustomerRepricing } from '../../../shared/domain/customer/repricing.ts';
import { updateCustomer } from '../../../shared/domain/customer/update.ts';
import type { DecisionContext } from '../../../shared/domain/decision.ts';
import { pendingOperationAggregate } from '../../../shared/domain/pending-operation/record.ts';
import type { Subscription } from '../../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { createTaxRate } from '../../../shared/domain/tax-rate/create.ts';
import { countUncanceledSubscriptions, repriceNow } from '../../../shared/flows/subscriptions/reprice.ts';
import { reap } from '../../../shared/flows/two-phase/reaper.ts';
import type { Table } from '../../../shared/store/core/table.ts';
import { openStore } from '../../../shared/store/writer/store.ts';
import { eventTypesAbout, openShop, readRecord, type Shop, sell, writeDecision } from '../../provider/shop.ts';
import { updateRecord, writeChanges } from '../../store/support.ts';

let shop: Shop;
// The account adds tax to its prices, and has a tax rate for Germany only.
beforeAll(async () => {
  shop = await openShop();
  const { fixture, tenant } = shop;
  await updateRecord(fixture.store, tenant, accountAggregate, tenant.accountId, () => ({ taxBehavior: 'exclusive' as const }));
  await writeDecision(shop, (context) => createTaxRate({ countryCode: 'DE', rateBasisPoints: 1900 }, null, context));
}, 120_000);
afterAll(() => shop.close());

/** Runs only the transaction of a request that changes the country, as if the request then crashed. Returns whether to reprice. */
const moveTo = async (customerId: string, countryCode: string): Promise<boolean> => {
  const { store } = shop.fixture;
  const customer = await store.get(customerAggregate, shop.tenant, customerId);
  const state = { customer, subscriptionCount: await countUncanceledSubscriptions(store, shop.tenant, customerId) };
  const { needsRepricing } = await writeDecision(shop, (context) =>
    withCustomerRepricing(updateCustomer({ countryCode }, state, context), state, context),
  );
  return needsRepricing;
};

/** Lists the ids of pending operations. */
const pendingOperationIds = async (): Promise<readonly string[]> => {
  const { items } = await shop.fixture.store.page(pendingOperationAggregate, shop.tenant, { limit: 100 });
  return items.map(({ record }) => record.id);
};

const nextCharge = async ({ id }: Subscription): Promise<number | null> =>
  (await readRecord(shop, subscriptionAggregate, id)).nextChargeAmountCents;

describe("a change of the customer's country whose request crashes", () => {
  it('is completed by the reaper of pending operations, which reprices the subscriptions', async () => {
    const subscription = await sell(shop);
    expect(await nextCharge(subscription)).toBe(1000);
    expect(await moveTo(subscription.customerId, 'DE')).toBe(true);
    expect(await nextCharge(subscription)).toBe(1000);
    for (const id of await pendingOperationIds()) await reap(shop.deps, shop.tenant, id);
    expect(await nextCharge(subscription)).toBe(1190);
    expect(await pendingOperationIds()).toEqual([]);
    expect((await eventTypesAbout(shop, [subscription.id])).slice(1)).toEqual(['subscription.updated']);
  });

  it('is completed by the reaper when the index did not contain the subscription yet during the request', async () => {
    const subscription = await sell(shop);
    const stale: Table = {
      ...shop.fixture.table,
      query: async (input) => (input.IndexName === undefined ? shop.fixture.table.query(input) : { items: [], lastKey: undefined }),
    };
    await moveTo(subscription.customerId, 'DE');
    await repriceNow(openStore(stale, shop.deps), shop.deps.nowMs, shop.tenant, subscription.customerId);
    expect(await nextCharge(subscription)).toBe(1000);
    for (const id of await pendingOperationIds()) await reap(shop.deps, shop.tenant, id);
    expect(await nextCharge(subscription)).toBe(1190);
  });

  it('reprices for the current country, even if an earlier request with another country writes last', async () => {
    const subscription = await sell(shop, { countryCode: 'DE' });
    const { fixture, tenant, deps } = shop;
    const { customerId } = subscription;
    await moveTo(customerId, 'NL');
    let moved = false;
    const slow: Table = {
      ...fixture.table,
      transact: async (items, token) => {
        if (!moved) {
          moved = true;
          await moveTo(customerId, 'DE');
          await repriceNow(fixture.store, deps.nowMs, tenant, customerId);
        }
        return fixture.table.transact(items, token);
      },
    };
    await repriceNow(openStore(slow, deps), deps.nowMs, tenant, customerId);
    expect(moved).toBe(true);
    expect(await nextCharge(subscription)).toBe(1190);
    for (const id of await pendingOperationIds()) await reap(deps, tenant, id);
  });

  it('leaves no pending operation when there is nothing to reprice', async () => {
    const { customerId } = await sell(shop);
    expect(await moveTo(customerId, 'NL')).toBe(false);
    const customerWithoutSubscriptions = shop.customerId;
    expect(await moveTo(customerWithoutSubscriptions, 'DE')).toBe(false);
    expect(await pendingOperationIds()).toEqual([]);
  });
});

describe("a change of the account's taxes", () => {
  const createRate = async (rateBasisPoints: number, active: boolean): Promise<void> => {
    const decide = (context: DecisionContext) =>
      withTenantRepricing(
        createTaxRate({ countryCode: 'GR', rateBasisPoints, active }, null, context),
        { changesSubscriptions: (rate) => rate.active, modes: [shop.tenant.mode] },
        context,
      );
    await writeDecision(shop, decide);
  };

  it('whose request crashed is completed by the reaper in several tries, if one try has no time for all subscriptions', async () => {
    const sold = [await sell(shop, { countryCode: 'GR' }), await sell(shop, { countryCode: 'GR' })];
    await createRate(2400, true);
    // Newer subscriptions fill the first page, so that the first try does not reach the sold ones.
    for (let count = 0; count < 100; count += 1) await storeCopy(String(sold[0]?.id), count);
    let nowMs = shop.fixture.clock.nowMs;
    // Each reading of the time advances it by 20 seconds, so that each try reaches its time limit.
    const depsWithShortTries = { ...shop.deps, nowMs: () => (nowMs += 20_000) };
    let tries = 0;
    for (let open = await pendingOperationIds(); open.length > 0; open = await pendingOperationIds()) {
      for (const id of open) await reap(depsWithShortTries, shop.tenant, id);
      tries += 1;
    }
    expect(tries).toBeGreaterThan(1);
    for (const each of sold) expect(await nextCharge(each)).toBe(1240);
  });

  it('leaves no pending operation for an inactive rate', async () => {
    await createRate(1000, false);
    expect(await pendingOperationIds()).toEqual([]);
  });
});

/** Stores a copy of the subscription with a newer id. */
const storeCopy = async (id: string, count: number): Promise<void> => {
  const copy = { ...(await readRecord(shop, subscriptionAggregate, id)), id: `sub_9${String(count).padStart(6, '0')}` };
  await writeChanges(shop.fixture.store, shop.tenant, [change(subscriptionAggregate, null, copy)]);
};
