import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { change } from '../../shared/domain/aggregate.ts';
import type { Aggregation } from '../../shared/domain/meter/record.ts';
import { type Price, priceAggregate } from '../../shared/domain/price/record.ts';
import type { Subscription } from '../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { planChangeCommand } from '../../shared/flows/subscriptions/plan-change.ts';
import { beginOperation } from '../../shared/flows/two-phase/provider-write.ts';
import { SYSTEM } from '../../shared/store/audit/entries.ts';
import { openStore, type Store } from '../../shared/store/writer/store.ts';
import { updateRecord, writeChanges } from '../store/support.ts';
import { tableThrough } from '../support/faulty-io.ts';
import { depsOf, nowOf, openRunEnvironment, type RunEnvironment, setTime, subscriptionOf } from './renewals/run-environment.ts';
import { createSubscriptionsWithMeter, newEvent, sendEvents } from './usage/usage-event-steps.ts';
import { addUsage, createMeteredSubscription, readUsage } from './usage/usage-steps.ts';

let env: RunEnvironment;
beforeAll(async () => {
  env = await openRunEnvironment();
}, 120_000);
afterAll(() => env.close());

/** Id of the price that the subscription changes to. */
const OTHER_PRICE_ID = `price_${'0'.repeat(26)}`;

/** Creates the other price: the price of the subscription with these fields changed. */
const copyPrice = async (tenant: Tenant, id: string, fields: Partial<Price>): Promise<void> => {
  const { store } = env.fixture;
  const { price } = await subscriptionOf(env, tenant, id);
  const stored = await store.get(priceAggregate, tenant, price.id);
  if (stored === null) throw new Error('The price is missing.');
  await writeChanges(store, tenant, [change(priceAggregate, null, { ...stored.record, ...fields, id: OTHER_PRICE_ID })]);
};

/** Creates a metered subscription with usage, and another price for it, by default a licensed one. */
const createWithUsage = async (otherPrice: Partial<Price> = { usageType: 'licensed', unitAmountDecimal: null, amountCents: 3000 }) => {
  const { tenant, id } = await createMeteredSubscription(env);
  await copyPrice(tenant, id, otherPrice);
  await addUsage(env.fixture.store, tenant, id, { quantity: 1000 });
  return { tenant, id };
};

/** Starts the change and runs `concurrently` right before the database call with the index `at`. Returns the number of database calls. */
const beginChange = async (tenant: Tenant, id: string, at: number, concurrently: () => Promise<unknown>): Promise<number> => {
  let calls = 0;
  const pass = async <T>(call: () => Promise<T>): Promise<T> => {
    calls += 1;
    if (calls - 1 === at) await concurrently();
    return call();
  };
  const { clock, table } = env.fixture;
  const store = openStore(tableThrough(table, pass), { nowMs: () => clock.nowMs, ids: depsOf(env).ids });
  expect(await changeTo(tenant, id, OTHER_PRICE_ID, store)).toMatchObject({ kind: 'open' });
  return calls;
};

const updateSubscription = (tenant: Tenant, id: string, fieldsOf: (subscription: Subscription) => Partial<Subscription>) =>
  updateRecord(env.fixture.store, tenant, subscriptionAggregate, id, fieldsOf);

/** Fields of a subscription in a trial (period -1), in which plan changes are free. */
const inTrial = ({ currentPeriodStart, currentPeriodEnd }: Subscription): Partial<Subscription> => ({
  trialStart: currentPeriodStart,
  trialEnd: currentPeriodEnd,
  anchor: currentPeriodEnd,
  periodIndex: -1,
});

const commandFor = (store: Store, tenant: Tenant, subscriptionId: string, priceId: string) =>
  planChangeCommand(store, tenant, { subscriptionId, priceId, couponCode: null, inPortal: false }, nowOf(env));

/** Runs the first transaction of a plan change, which completes a free change. */
const changeTo = async (tenant: Tenant, id: string, priceId: string, store: Store = env.fixture.store) => {
  const command = commandFor(store, tenant, id, priceId);
  const toStoredAnswer = async () => ({ status: 200, body: '', sealed: false });
  return beginOperation({ store }, command, { tenant, actor: SYSTEM, now: nowOf(env), claim: null, toStoredAnswer });
};

/** Records one unit of usage. */
const useOne = (tenant: Tenant, id: string, store = env.fixture.store) => addUsage(store, tenant, id, { quantity: 1, now: nowOf(env) });

describe('usage after a change to a licensed price was requested', () => {
  it('is counted immediately when a free change was reverted', async () => {
    const { tenant, id } = await createWithUsage();
    await updateSubscription(tenant, id, inTrial);
    const { price } = await subscriptionOf(env, tenant, id);
    expect((await changeTo(tenant, id, OTHER_PRICE_ID)).kind).toBe('done');
    expect((await changeTo(tenant, id, price.id)).kind).toBe('done');
    expect((await useOne(tenant, id)).kind).toBe('done');
  });

  it('is counted immediately when the change was refused', async () => {
    const { tenant, id } = await createWithUsage();
    await updateSubscription(tenant, id, () => ({ mandateId: null }));
    expect(await changeTo(tenant, id, OTHER_PRICE_ID)).toMatchObject({ kind: 'refused', refusal: { reason: 'payment_method_missing' } });
    expect((await useOne(tenant, id)).kind).toBe('done');
  });

  it('is counted immediately when the change was loaded but not started', async () => {
    const { tenant, id } = await createWithUsage();
    await commandFor(env.fixture.store, tenant, id, OTHER_PRICE_ID).load();
    expect((await useOne(tenant, id)).kind).toBe('done');
  });

  it('is refused when the change is written after the decision to record the usage, but before the usage is written', async () => {
    const { tenant, id } = await createWithUsage();
    await updateSubscription(tenant, id, inTrial);
    const { clock, table } = env.fixture;
    let hasChanged = false;
    const transact: typeof table.transact = async (...call) => {
      if (!hasChanged) {
        hasChanged = true;
        expect((await changeTo(tenant, id, OTHER_PRICE_ID)).kind).toBe('done');
      }
      return table.transact(...call);
    };
    const delayedStore = openStore({ ...table, transact }, { nowMs: () => clock.nowMs, ids: depsOf(env).ids });
    expect(await useOne(tenant, id, delayedStore)).toMatchObject({ kind: 'refused', refusal: { code: 'state_conflict' } });
  });
});

describe('usage while the charge of a change between metered prices is pending', () => {
  it('is refused if the new price has another meter, since it would be charged at the price of that meter', async () => {
    const { tenant, id } = await createWithUsage({ meterId: 'mtr_other' });
    expect((await changeTo(tenant, id, OTHER_PRICE_ID)).kind).toBe('open');
    expect(await useOne(tenant, id)).toMatchObject({
      kind: 'refused',
      refusal: { code: 'operation_pending', reason: 'payment_processing' },
    });
  });

  it('is accepted if the new price charges the same usage, and is then charged at the new price', async () => {
    const { tenant, id } = await createWithUsage({ unitAmountDecimal: '7' });
    expect((await changeTo(tenant, id, OTHER_PRICE_ID)).kind).toBe('open');
    expect((await useOne(tenant, id)).kind).toBe('done');
    const { pendingChange } = await subscriptionOf(env, tenant, id);
    expect(pendingChange?.change.becomes.usageDone?.quantity).toBe('1000');
  });
});

describe('usage events while the charge of a change to another interval is pending', () => {
  /** Creates a subscription with a meter and an event of 10 units, and requests a change to a yearly price with the same meter. */
  const createPending = async (aggregation: Aggregation) => {
    const { tenant, id } = await createSubscriptionsWithMeter(env, {
      aggregation,
      valueKey: aggregation === 'unique' ? 'user' : null,
    });
    await copyPrice(tenant, id, { interval: 'year' });
    const event = { value: '10', properties: { user: 'Ada' } };
    expect(await sendEvents(env, tenant, [newEvent(id, event)])).toEqual(['recorded']);
    expect((await changeTo(tenant, id, OTHER_PRICE_ID)).kind).toBe('open');
    return { tenant, id };
  };

  it.each(['max', 'last', 'unique'] as const)(
    'are refused with the aggregation %s, since they would be counted twice',
    async (aggregation) => {
      const { tenant, id } = await createPending(aggregation);
      const event = newEvent(id, { value: '12', properties: { user: 'Bob' } });
      expect(await sendEvents(env, tenant, [event])).toMatchObject([{ code: 'operation_pending', reason: 'payment_processing' }]);
      await updateSubscription(tenant, id, ({ pendingChange }) => ({ ...pendingChange?.change.becomes, pendingChange: null }));
      expect(await sendEvents(env, tenant, [event])).toEqual(['recorded']);
    },
  );

  it.each(['sum', 'count'] as const)('are accepted with the aggregation %s', async (aggregation) => {
    const { tenant, id } = await createPending(aggregation);
    expect(await sendEvents(env, tenant, [newEvent(id)])).toEqual(['recorded']);
  });
});

describe.each([
  ['a licensed price', undefined],
  ['a price with another meter', { meterId: 'mtr_other' }],
  ['a price with another interval', { interval: 'year' as const }],
])('usage recorded during a change to %s', (_name, otherPrice) => {
  it('is either billed by the change or refused, at whatever point of the change it is recorded', async () => {
    const kinds: string[] = [];
    for (let at = 0, calls = 1; at < calls; at += 1) {
      const { tenant, id } = await createWithUsage(otherPrice);
      calls = await beginChange(tenant, id, at, async () => {
        kinds.push((await useOne(tenant, id)).kind);
      });
      const { pendingChange } = await subscriptionOf(env, tenant, id);
      const { recordedUnits } = await readUsage(env, tenant, id);
      expect([at, pendingChange?.change.becomes.usageDone?.quantity]).toEqual([at, String(recordedUnits)]);
    }
    expect(new Set(kinds)).toEqual(new Set(['done', 'refused']));
  }, 120_000);

  it('is accepted again one minute after a change was abandoned before its first transaction', async () => {
    const { tenant, id } = await createWithUsage(otherPrice);
    const { load, hold } = commandFor(env.fixture.store, tenant, id, OTHER_PRICE_ID);
    await hold?.take(await load());
    expect(await useOne(tenant, id)).toMatchObject({ kind: 'refused', refusal: { code: 'operation_pending' } });
    setTime(env, nowOf(env) + 61);
    expect((await useOne(tenant, id)).kind).toBe('done');
  });
});
