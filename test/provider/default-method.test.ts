import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { change } from '../../shared/domain/aggregate.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { MAX_MOVED_SUBSCRIPTIONS } from '../../shared/domain/wallet/set-default.ts';
import { loadAll } from '../../shared/flows/load/records.ts';
import { listAudit } from '../../shared/store/audit/read.ts';
import { openShop, readRecord, type Shop, writeDecision } from './shop.ts';
import { addCard, methodsFor, setDefault, type WalletBuyer, walletBuyer } from './wallet.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** Returns a function that adds subscriptions with the payment method that the buyer's subscription has now. */
const copierOf = async ({ subscriptionId }: WalletBuyer) => {
  const record = await readRecord(shop, subscriptionAggregate, subscriptionId);
  return (count: number) =>
    writeDecision(shop, ({ ids }) => {
      const copies = Array.from({ length: count }, () => ({ ...record, id: ids.next('sub_') }));
      return { changes: copies.map((copy) => change(subscriptionAggregate, null, copy)), events: [], result: null };
    });
};

/** The number of audit entries that report the method as the new default. */
const entryCount = async (methodId: string): Promise<number> => {
  const filter = { action: 'payment_method.set_as_default', resource_id: methodId };
  const { entries } = await listAudit(shop.fixture.table, shop.tenant, {
    limit: 100,
    startingAfter: null,
    filter,
    nowMs: shop.deps.nowMs(),
  });
  return entries.length;
};

describe('setting the default method of more subscriptions than one transaction can change', () => {
  it('[AUD-06] writes one audit entry per call that changes subscriptions, also if the method is the default already', async () => {
    const buyer = await walletBuyer(shop);
    const addSubscriptions = await copierOf(buyer);
    const methodId = await addCard(shop, buyer);
    const mandateId = (await methodsFor(shop, buyer)).find(({ id }) => id === methodId)?.mandate.mandateId;
    for (const entries of [1, 2]) {
      await addSubscriptions(MAX_MOVED_SUBSCRIPTIONS + 2);
      expect(await setDefault(shop, buyer, methodId)).toMatchObject({ kind: 'done' });
      const subscriptions = await loadAll(shop.fixture.store, subscriptionAggregate, shop.tenant, { customerId: buyer.customerId });
      expect(subscriptions.filter((each) => each.mandateId !== mandateId)).toEqual([]);
      expect(await entryCount(methodId)).toBe(entries);
    }
    // No subscription is left to change, so no entry is written.
    await setDefault(shop, buyer, methodId);
    expect(await entryCount(methodId)).toBe(2);
  });
});
