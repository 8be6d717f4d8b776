import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { change } from '../../shared/domain/aggregate.ts';
import { priceAggregate } from '../../shared/domain/price/record.ts';
import type { Subscription } from '../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { planChangeCommand } from '../../shared/flows/subscriptions/plan-change.ts';
import { beginOperation } from '../../shared/flows/two-phase/provider-write.ts';
import { SYSTEM } from '../../shared/store/audit/entries.ts';
import { openStore } from '../../shared/store/writer/store.ts';
import { tableThrough } from '../support/faulty-io.ts';
import { createTenant, depsOf, type EngineRunStage, nowOf, openRunStage, setTime, subscriptionOf, writeChanges } from './run-stage.ts';
import { addUsage, METERED, usageBooks } from './usage-steps.ts';

let stage: EngineRunStage;
beforeAll(async () => {
  stage = await openRunStage();
}, 120_000);
afterAll(() => stage.close());

const LICENSED = `price_${'0'.repeat(26)}`;

const createMetered = async () => {
  const { tenant, ids } = await createTenant(stage, 1, METERED);
  const [id = ''] = ids;
  const { currentPeriodStart, price } = await subscriptionOf(stage, tenant, id);
  const old = await stage.fixture.store.get(priceAggregate, tenant, price.id);
  if (old === null) throw new Error('The price is missing.');
  const licensed = { ...old.record, id: LICENSED, usageType: 'licensed' as const, unitAmountDecimal: null, amountCents: 3000 };
  await writeChanges(stage, tenant, [change(priceAggregate, null, licensed)]);
  setTime(stage, currentPeriodStart + 60);
  await addUsage(stage.fixture.store, tenant, id, { quantity: 1000 });
  return { tenant, id };
};

/** Starts the change and runs `concurrently` right before its n-th database call. Returns the number of calls. */
const beginChange = async (tenant: Tenant, subscriptionId: string, at: number, concurrently: () => Promise<unknown>): Promise<number> => {
  let calls = 0;
  const pass = async <T>(call: () => Promise<T>): Promise<T> => {
    calls += 1;
    if (calls - 1 === at) await concurrently();
    return call();
  };
  const { clock, table } = stage.fixture;
  const store = openStore(tableThrough(table, pass), { nowMs: () => clock.nowMs, ids: depsOf(stage).ids });
  const command = planChangeCommand(store, tenant, { subscriptionId, priceId: LICENSED, couponCode: null, inPortal: false }, nowOf(stage));
  const toStoredAnswer = async () => ({ status: 200, body: '', sealed: false });
  const started = await beginOperation({ store }, command, { tenant, actor: SYSTEM, now: nowOf(stage), claim: null, toStoredAnswer });
  expect(started).toMatchObject({ kind: 'open' });
  return calls;
};

/** Overwrites fields of the subscription. */
const updateSubscription = async (tenant: Tenant, id: string, by: (subscription: Subscription) => Partial<Subscription>): Promise<void> => {
  const stored = await stage.fixture.store.get(subscriptionAggregate, tenant, id);
  if (stored === null) throw new Error(`Subscription ${id} is missing.`);
  await writeChanges(stage, tenant, [change(subscriptionAggregate, stored, { ...stored.record, ...by(stored.record) })]);
};

/** Fields of a subscription in a trial, in which plan changes are free. */
const inTrial = ({ currentPeriodStart, currentPeriodEnd }: Subscription): Partial<Subscription> => ({
  trialStart: currentPeriodStart,
  trialEnd: currentPeriodEnd,
  anchor: currentPeriodEnd,
  periodIndex: -1,
});

const changeTo = async (tenant: Tenant, subscriptionId: string, priceId: string) => {
  const { store } = stage.fixture;
  const command = planChangeCommand(store, tenant, { subscriptionId, priceId, couponCode: null, inPortal: false }, nowOf(stage));
  const toStoredAnswer = async () => ({ status: 200, body: '', sealed: false });
  return beginOperation({ store }, command, { tenant, actor: SYSTEM, now: nowOf(stage), claim: null, toStoredAnswer });
};

const useOne = (tenant: Tenant, id: string, store = stage.fixture.store) => addUsage(store, tenant, id, { quantity: 1, now: nowOf(stage) });

describe('usage after a change to a licensed price', () => {
  it('is counted immediately when a free change was reverted', async () => {
    const { tenant, id } = await createMetered();
    await updateSubscription(tenant, id, inTrial);
    const { price } = await subscriptionOf(stage, tenant, id);
    expect((await changeTo(tenant, id, LICENSED)).kind).toBe('done');
    expect((await changeTo(tenant, id, price.id)).kind).toBe('done');
    expect((await useOne(tenant, id)).kind).toBe('done');
  });

  it('is counted immediately when the change was refused', async () => {
    const { tenant, id } = await createMetered();
    await updateSubscription(tenant, id, () => ({ mandateId: null }));
    expect(await changeTo(tenant, id, LICENSED)).toMatchObject({ kind: 'refused', refusal: { reason: 'payment_method_missing' } });
    expect((await useOne(tenant, id)).kind).toBe('done');
  });

  it('is counted immediately when the change was only loaded', async () => {
    const { tenant, id } = await createMetered();
    const { store } = stage.fixture;
    await planChangeCommand(
      store,
      tenant,
      { subscriptionId: id, priceId: LICENSED, couponCode: null, inPortal: false },
      nowOf(stage),
    ).load();
    expect((await useOne(tenant, id)).kind).toBe('done');
  });

  it('is decided again when the change was written between its decision and its write', async () => {
    const { tenant, id } = await createMetered();
    await updateSubscription(tenant, id, inTrial);
    const { clock, table } = stage.fixture;
    let changed = false;
    const transact: typeof table.transact = async (...call) => {
      if (!changed) {
        changed = true;
        expect((await changeTo(tenant, id, LICENSED)).kind).toBe('done');
      }
      return table.transact(...call);
    };
    const delayedStore = openStore({ ...table, transact }, { nowMs: () => clock.nowMs, ids: depsOf(stage).ids });
    expect(await useOne(tenant, id, delayedStore)).toMatchObject({ kind: 'refused', refusal: { code: 'state_conflict' } });
  });
});

describe('usage recorded during a change to a licensed price', () => {
  it('is billed by the change or refused, at any point of the change', async () => {
    const kinds: string[] = [];
    for (let at = 0, calls = 1; at < calls; at += 1) {
      const { tenant, id } = await createMetered();
      calls = await beginChange(tenant, id, at, async () => {
        kinds.push((await addUsage(stage.fixture.store, tenant, id, { quantity: 1, now: nowOf(stage) })).kind);
      });
      const { pendingChange } = await subscriptionOf(stage, tenant, id);
      const { recordedUnits } = await usageBooks(stage, tenant, id);
      expect([at, pendingChange?.change.becomes.usageDone?.quantity]).toEqual([at, String(recordedUnits)]);
    }
    expect(new Set(kinds)).toEqual(new Set(['done', 'refused']));
  }, 120_000);

  it('is counted again after one minute when the change was abandoned before its first transaction', async () => {
    const { tenant, id } = await createMetered();
    const store = openStore(
      tableThrough(stage.fixture.table, async (call) => call()),
      { nowMs: () => stage.fixture.clock.nowMs, ids: depsOf(stage).ids },
    );
    const { load, hold } = planChangeCommand(
      store,
      tenant,
      { subscriptionId: id, priceId: LICENSED, couponCode: null, inPortal: false },
      nowOf(stage),
    );
    await hold?.take(await load());
    expect(await addUsage(stage.fixture.store, tenant, id, { quantity: 1, now: nowOf(stage) })).toMatchObject({
      kind: 'refused',
      refusal: { code: 'operation_pending' },
    });
    setTime(stage, nowOf(stage) + 61);
    expect((await addUsage(stage.fixture.store, tenant, id, { quantity: 1, now: nowOf(stage) })).kind).toBe('done');
  });
});
