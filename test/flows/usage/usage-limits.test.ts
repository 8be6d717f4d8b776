import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { change } from '../../../shared/domain/aggregate.ts';
import { setMaximumAmount } from '../../../shared/domain/subscription/usage/limits.ts';
import { subscriptionAggregate, viewSubscription } from '../../../shared/domain/subscription/view.ts';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import { type UsageAlert, usageAlertAggregate } from '../../../shared/domain/usage-alert/record.ts';
import { loadUsage } from '../../../shared/flows/subscriptions/usage.ts';
import { checkUsage, parseUsageCheck } from '../../../shared/flows/subscriptions/usage-check.ts';
import type { UsageCheckMessage } from '../../../shared/ports/index.ts';
import { SYSTEM } from '../../../shared/store/audit/entries.ts';
import { type Key, mailKey, usageCounterKeys } from '../../../shared/store/core/keys.ts';
import { USAGE_CHECK } from '../../../shared/store/core/objects.ts';
import type { Table, TransactItem } from '../../../shared/store/core/table.ts';
import { parseEvent } from '../../../shared/store/event-log/event-text.ts';
import { openStore, type Store } from '../../../shared/store/writer/store.ts';
import { readWholeLog, writeChanges } from '../../store/support.ts';
import { type CallFault, tableKilledAtWrite } from '../../support/faulty-io.ts';
import { depsOf, nowOf, openRunEnvironment, type RunEnvironment, runMinute, setTime, subscriptionOf } from '../renewals/run-environment.ts';
import { createSubscriptionsWithMeter, newEvent, sendEvents } from './usage-event-steps.ts';

let env: RunEnvironment;
beforeAll(async () => {
  env = await openRunEnvironment();
}, 120_000);
afterAll(() => env.close());

const keyOfWrite = ({ Put, Update }: TransactItem): readonly Key[] => {
  const key = Put?.Item ?? Update?.Key;
  return key === undefined ? [] : [{ pk: String(key['pk']), sk: String(key['sk']) }];
};

/** Wraps a table: each write adds to `checks` the ids for which the event relay would start a usage check. */
const streamed = (table: Table): { readonly table: Table; readonly checks: Set<string> } => {
  const checks = new Set<string>();
  const relay = async (keys: readonly Key[]): Promise<void> => {
    for (const key of keys) {
      const item = await table.get(key);
      if (item?.[USAGE_CHECK] === true) checks.add(key.sk.split('#')[0] ?? '');
    }
  };
  const follow = async <T>(write: Promise<T>, keys: readonly Key[]): Promise<T> => {
    const result = await write;
    await relay(keys);
    return result;
  };
  return {
    checks,
    table: {
      ...table,
      transact: (items, token) => follow(table.transact(items, token), items.flatMap(keyOfWrite)),
      put: (input) => follow(table.put(input), keyOfWrite({ Put: input } as TransactItem)),
      update: (input) => follow(table.update(input), keyOfWrite({ Update: input } as TransactItem)),
    },
  };
};

/** Creates a tenant with a subscription at 2.5 cents per unit. Writes to `store` add subscription ids to `checks` (see `streamed`). */
const newShop = async () => {
  const { tenant, id, end, start } = await createSubscriptionsWithMeter(env);
  const { table, checks } = streamed(env.fixture.table);
  const storeOn = (on: Table): Store => openStore(on, { nowMs: () => env.fixture.clock.nowMs, ids: depsOf(env).ids });
  const store = storeOn(table);
  const nowMs = () => env.fixture.clock.nowMs;
  /** Runs the started checks, each twice and at the same time, until none starts another. */
  const drain = async (on: Store = store): Promise<void> => {
    while (checks.size > 0) {
      const messages = [...checks, ...checks].map((each) => ({ ...tenant, kind: USAGE_CHECK, id: each }));
      checks.clear();
      await Promise.all(messages.map((each) => checkWith(on, each)));
    }
  };
  /** Runs a check once. Each check that it starts runs twice, one run after the other. */
  const checkWith = async (on: Store, message: UsageCheckMessage): Promise<void> => {
    const started: UsageCheckMessage[] = [];
    await checkUsage({ store: on, nowMs, bus: { startChecks: async (more) => void started.push(...more, ...more) } }, message);
    for (const each of started) await checkWith(on, each);
  };
  const check = (of: string): Promise<void> => checkWith(store, { ...tenant, kind: USAGE_CHECK, id: of });
  return { tenant, id, end, start, store, storeOn, table, checks, drain, check };
};

const setMaximum = (store: Store, tenant: Tenant, id: string, maxAmountCents: number | null) =>
  store.run({
    tenant,
    actor: SYSTEM,
    load: () => loadUsage(store, tenant, id, nowOf(env)),
    nowOf: ({ clockTime }) => clockTime,
    decide: (state, context) => setMaximumAmount({ maxAmountCents }, state, context),
  });

const addAlert = async (store: Store, tenant: Tenant, fields: Partial<UsageAlert>): Promise<UsageAlert> => {
  const none = { subscriptionId: null, customerId: null, meterId: null, quantity: null, amountCents: null, emailCustomer: false };
  const alert: UsageAlert = { id: depsOf(env).ids.next(usageAlertAggregate.prefix), created: nowOf(env), ...none, ...fields };
  await writeChanges(store, tenant, [change(usageAlertAggregate, null, alert)]);
  return alert;
};

/** Counts the `subscription.updated` events that announced the end of the service (`ended`) or reached alerts (`alerts`). */
const announced = async (tenant: Tenant) => {
  const updates = (await readWholeLog(env.fixture, tenant)).flatMap(({ event }) =>
    event?.type === 'subscription.updated' ? [parseEvent(event)] : [],
  );
  const previous = updates.map(({ previous_attributes: attributes }) => attributes ?? {});
  return {
    ended: previous.filter(({ serves_customer: served }) => served === true).length,
    alerts: previous.filter((attributes) => 'reached_usage_alerts' in attributes).length,
  };
};
const viewOf = async (tenant: Tenant, id: string) => viewSubscription(await subscriptionOf(env, tenant, id), tenant);

describe('limits of the usage of a period', () => {
  it('are reported as reached once, although they are set during 200 concurrent requests', async () => {
    const { tenant, id, store, drain } = await newShop();
    const requests = Array.from({ length: 200 }, () => sendEvents(env, tenant, [newEvent(id)], store));
    await Promise.all([
      ...requests.slice(0, 100),
      setMaximum(store, tenant, id, 490),
      addAlert(store, tenant, { subscriptionId: id, quantity: 200 }),
    ]);
    await Promise.all([drain(), drain(), ...requests]);
    await drain();
    expect(await viewOf(tenant, id)).toMatchObject({ serves_customer: false, reached_usage_alerts: [{ reached_at: nowOf(env) }] });
    const { ended, alerts } = await announced(tenant);
    expect([ended, alerts]).toEqual([1, 1]);
  }, 120_000);

  it('that were reached stay in the subscription: every existing alert, but only some of many deleted alerts', async () => {
    const { tenant, id, store, drain, check } = await newShop();
    await sendEvents(env, tenant, [newEvent(id)], store);
    const kept = await addAlert(store, tenant, { subscriptionId: id, quantity: 1 });
    for (let count = 0; count < 25; count += 1) {
      const alert = await addAlert(store, tenant, { subscriptionId: id, quantity: 1 });
      await check(alert.id);
      await writeChanges(store, tenant, [change(usageAlertAggregate, await store.get(usageAlertAggregate, tenant, alert.id), null)]);
    }
    await drain();
    const reached = (await viewOf(tenant, id)).reached_usage_alerts ?? [];
    expect(reached.length).toBeLessThanOrEqual(22);
    expect(reached.filter(({ usage_alert_id: alertId }) => alertId === kept.id)).toHaveLength(1);
    expect((await announced(tenant)).alerts).toBe(25);
  }, 120_000);

  it('let the service continue if the maximum is raised during incoming usage and the usage is within the new maximum', async () => {
    const { tenant, id, store, drain } = await newShop();
    await setMaximum(store, tenant, id, 100);
    await drain();
    await Promise.all([
      ...Array.from({ length: 50 }, () => sendEvents(env, tenant, [newEvent(id)], store)),
      drain(),
      setMaximum(store, tenant, id, 125),
    ]);
    await drain();
    expect((await viewOf(tenant, id)).serves_customer).toBe(true);
    await sendEvents(env, tenant, [newEvent(id)], store);
    await drain();
    expect((await viewOf(tenant, id)).serves_customer).toBe(false);
  }, 120_000);

  it('apply to each period separately if usage arrives while a period is being closed', async () => {
    const { tenant, id, end, store, drain } = await newShop();
    await setMaximum(store, tenant, id, 100);
    const { customerId } = await subscriptionOf(env, tenant, id);
    const alert = await addAlert(store, tenant, { customerId, amountCents: 100, emailCustomer: true });
    await drain();
    setTime(env, end);
    const send = (occurredAt: number, count: number) =>
      sendEvents(
        env,
        tenant,
        Array.from({ length: count }, () => newEvent(id, { occurredAt })),
        store,
      );
    await Promise.all([send(end - 1, 41), send(end, 41), runMinute(env, tenant, { store })]);
    await drain();
    await runMinute(env, tenant, { store });
    await drain();
    const view = await viewOf(tenant, id);
    expect(await env.fixture.table.get(mailKey(tenant, `usage_alert#${alert.id}#${id}#${end}`))).not.toBeNull();
    expect(view).toMatchObject({ current_period_start: end, serves_customer: false, reached_usage_alerts: [{ usage_alert_id: alert.id }] });
  }, 120_000);

  it('of a customer start one check for each subscription that has not ended, page by page', async () => {
    const { tenant, id, store, drain, check } = await newShop();
    const subscription = await subscriptionOf(env, tenant, id);
    const { customerId } = subscription;
    await sendEvents(env, tenant, [newEvent(id)], store);
    const ids = Array.from({ length: 250 }, (_, index) => `${id}_${index}`);
    await writeChanges(store, tenant, [
      ...ids.slice(1).map((each) => change(subscriptionAggregate, null, { ...subscription, id: each })),
      change(subscriptionAggregate, null, { ...subscription, id: ids[0] ?? '', status: 'canceled', canceledAt: nowOf(env) }),
    ]);
    await drain();
    const alert = await addAlert(env.fixture.store, tenant, { customerId, quantity: 1 });
    const pages: (readonly UsageCheckMessage[])[] = [];
    const bus = { startChecks: async (started: readonly UsageCheckMessage[]) => void pages.push(started) };
    await checkUsage({ store, nowMs: () => env.fixture.clock.nowMs, bus }, { ...tenant, kind: USAGE_CHECK, id: alert.id });
    expect(Math.max(...pages.map(({ length }) => length))).toBeLessThanOrEqual(100);
    const message = { ...tenant, kind: USAGE_CHECK, alertId: alert.id };
    expect(
      pages
        .flat()
        .map((each) => each.id)
        .sort(),
    ).toEqual([id, ...ids.slice(1)].sort());
    expect(pages.flat()).toContainEqual({ ...message, id });
    await check(alert.id);
    expect(await announced(tenant)).toEqual({ ended: 0, alerts: 1 });
    expect((await viewOf(tenant, id)).reached_usage_alerts).toHaveLength(1);
  }, 120_000);

  it('are checked for a message from the bus or from the queue; other messages start no check', () => {
    const message = { accountId: 'acct_1', mode: 'test' as const, kind: USAGE_CHECK, id: 'sub_1' };
    expect([parseUsageCheck(message), parseUsageCheck({ source: 'billing.usage', detail: message })]).toEqual([message, message]);
    for (const other of [null, {}, { ...message, kind: 'refund' }, { ...message, id: '' }]) expect(parseUsageCheck(other)).toBeNull();
  });

  it('apply to a subscription that its customer buys after the alert was created', async () => {
    const { tenant, id, store, drain, checks } = await newShop();
    const subscription = await subscriptionOf(env, tenant, id);
    const { customerId } = subscription;
    await addAlert(store, tenant, { customerId, quantity: 3 });
    await drain();
    const bought = { ...subscription, id: `${id.slice(0, -1)}${id.endsWith('Z') ? 'Y' : 'Z'}` };
    await writeChanges(store, tenant, [change(subscriptionAggregate, null, bought)]);
    expect([...checks]).toEqual([bought.id]);
    await drain();
    await sendEvents(env, tenant, [newEvent(bought.id, { value: '3' })], store);
    await drain();
    expect((await viewOf(tenant, bought.id)).reached_usage_alerts).toHaveLength(1);
    expect((await viewOf(tenant, id)).reached_usage_alerts).toBeUndefined();
  });

  it.each(['before', 'after'] as const)(
    'are reported as reached once if the worker is killed %s one of its writes',
    async (when: CallFault['when']) => {
      for (let write = 0; ; write += 1) {
        const { tenant, id, store, storeOn, table, checks, drain } = await newShop();
        await setMaximum(store, tenant, id, 10);
        await sendEvents(env, tenant, [newEvent(id, { value: '5' })], store);
        const dying = tableKilledAtWrite(table, write, when);
        const messages = [...checks];
        await drain(storeOn(dying)).catch((error: unknown) => {
          if (!dying.isDead()) throw error;
        });
        // The queue delivers the messages again.
        for (const message of messages) checks.add(message);
        await drain();
        expect([(await viewOf(tenant, id)).serves_customer, (await announced(tenant)).ended], `${when} write ${write}`).toEqual([false, 1]);
        if (dying.calls() <= write) return;
      }
    },
    120_000,
  );

  it('do not make events more expensive: as many writes as without limits, and counters of less than 1 KB', async () => {
    const writes: number[][] = [];
    for (const hasLimits of [false, true]) {
      const { tenant, id, store, storeOn, table, drain } = await newShop();
      if (hasLimits) {
        await setMaximum(store, tenant, id, 1_000_000);
        for (let count = 0; count < 10; count += 1) await addAlert(store, tenant, { subscriptionId: id, quantity: 1_000_000 });
        await drain();
      }
      const counted = storeOn({
        ...table,
        transact: async (items, token) => {
          writes.push([Number(hasLimits), items.length, items.filter(({ Put }) => Put !== undefined).length]);
          await table.transact(items, token);
        },
      });
      await sendEvents(
        env,
        tenant,
        Array.from({ length: 99 }, () => newEvent(id)),
        counted,
      );
      const counters = await env.fixture.table.batchGet(usageCounterKeys(tenant, id));
      for (const item of counters.values()) {
        expect(JSON.stringify(item, (_name, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)).length).toBeLessThan(
          1024,
        );
      }
    }
    // Write units: 2 for each event, 1 for its index entry, and 2 for the counter: 99 * 3 + 2 = 299, which is 3.02 per event.
    expect(writes).toEqual([
      [0, 100, 99],
      [1, 100, 99],
    ]);
  });

  it('are not checked for a subscription that has none', async () => {
    const { tenant, id, store, checks } = await newShop();
    await sendEvents(env, tenant, [newEvent(id)], store);
    expect([...checks]).toEqual([]);
  });
});
