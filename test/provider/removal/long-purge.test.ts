import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalAnswer } from '../../../shared/api/errors/errors.ts';
import { change } from '../../../shared/domain/aggregate.ts';
import { type Customer, customerAggregate } from '../../../shared/domain/customer/record.ts';
import { updateCustomer } from '../../../shared/domain/customer/update.ts';
import { pendingOperationAggregate } from '../../../shared/domain/pending-operation/record.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import type { UsageEvent } from '../../../shared/domain/usage-event/record.ts';
import { newDelivery } from '../../../shared/domain/webhook-delivery/record.ts';
import { webhookEndpointAggregate } from '../../../shared/domain/webhook-endpoint/record.ts';
import { customerPurge } from '../../../shared/flows/customers/purge.ts';
import { deletion } from '../../../shared/flows/customers/removal.ts';
import type { OperationDeps } from '../../../shared/flows/deps.ts';
import { loadAll } from '../../../shared/flows/load/records.ts';
import { resumeOperation } from '../../../shared/flows/two-phase/provider-write.ts';
import { reap } from '../../../shared/flows/two-phase/reaper.ts';
import { SYSTEM } from '../../../shared/store/audit/entries.ts';
import { listUsageEvents, usageEventItem } from '../../../shared/store/core/usage-events.ts';
import { deliveryId } from '../../../shared/store/deliveries/delivery-id.ts';
import { deliveryStoreOf } from '../../../shared/store/deliveries/delivery-store.ts';
import { eventIn } from '../../../shared/store/event-log/event-text.ts';
import { queryLog } from '../../../shared/store/event-log/log-items.ts';
import { erasePersonalData } from '../../store/erase-personal-data.ts';
import { updateRecord } from '../../store/support.ts';
import { readableItem } from '../../support/readable-items.ts';
import { ENDPOINT } from '../../support/webhook-endpoint.ts';
import { beginCustomerRemoval, type EngineShop, newBuyer, openEngineShop, readRecord, sell, writeDecision } from '../shop.ts';

const RUNNER = { actor: SYSTEM, refusalAnswer: refusalAnswer('req_1') };
const MAX_TRIES = 20;

let shop: EngineShop;
beforeAll(async () => {
  shop = await openEngineShop();
});
afterAll(() => shop.close());

/** Each reading of the time advances it by 20 seconds, so that each try reaches its time limit after a page. */
const withShortTries = (): OperationDeps => ({ ...shop.deps, nowMs: () => (shop.fixture.clock.nowMs += 20_000) });

const operations = () => loadAll(shop.fixture.store, pendingOperationAggregate, shop.tenant);

/** Runs the reaper until no operation of the kind is open. Returns the number of tries. */
const reapAll = async (deps: OperationDeps, kind: string): Promise<number> => {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const open = (await operations()).filter((operation) => operation.kind === kind);
    if (open.length === 0) return tries;
    for (const { id } of open) await reap(deps, shop.tenant, id);
  }
  throw new Error(`The operation ${kind} is not finished after ${MAX_TRIES} tries.`);
};

const rename = async (customer: Customer, name: string): Promise<void> => {
  const stored = await shop.fixture.store.get(customerAggregate, shop.tenant, customer.id);
  await writeDecision(shop, (context) => updateCustomer({ name }, { customer: stored }, context));
};

/** Counts the log entries about the customer that contain the text. */
const countEntriesWith = async (customer: Customer, text: string): Promise<number> => {
  const { items } = await queryLog(shop.fixture.table, shop.tenant, {}, 'ascending', 1000);
  const texts = items.map((item) => JSON.stringify(readableItem(item)));
  return texts.filter((each) => each.includes(customer.id) && each.includes(text)).length;
};

/** Creates a customer with this name and renames it `count` times. Each event contains the name. */
const createWithHistory = async (name: string, count: number): Promise<Customer> => {
  const customer = await newBuyer(shop, { name });
  for (let index = 0; index < count; index += 1) await rename(customer, `${name} ${index}`);
  return customer;
};

const storeUsageEvents = async (subscriptionId: string, customerId: string, count: number): Promise<void> => {
  const { table, clock } = shop.fixture;
  const common = { subscriptionId, customerId, created: 1, eventName: 'tokens', meterId: 'mtr_1', occurredAt: 1, value: '1' } as const;
  for (let from = 0; from < count; from += 100) {
    const items = Array.from({ length: Math.min(100, count - from) }, (_, index) => {
      const id = `${subscriptionId}-${from + index}`;
      const event: UsageEvent = { ...common, id, properties: { user: 'Ada' }, periodStart: null, status: 'recorded' };
      return usageEventItem(
        shop.tenant,
        { event, fingerprint: id, nonce: id },
        { nowMs: clock.nowMs + from, unit: 'day', position: index },
      );
    });
    await table.transact(items, crypto.randomUUID());
  }
};

const eventsWithProperties = async (subscriptionId: string): Promise<number> => {
  const page = await listUsageEvents(shop.fixture.table, shop.tenant, subscriptionId, { limit: 1000, startingAfter: undefined });
  return (page?.events ?? []).filter(({ event }) => Object.keys(event.properties).length > 0).length;
};

/** Creates the delivery of the newest event `customer.deleted`, as the fan-out does. */
const createDeletionDelivery = async () => {
  const { table, clock } = shop.fixture;
  const { items } = await queryLog(table, shop.tenant, {}, 'descending', 10);
  const item = items.find((each) => eventIn(each)?.type === 'customer.deleted');
  if (item === undefined) throw new Error('No event `customer.deleted`.');
  const eventId = String(eventIn(item)?.id);
  const recordedAtMs = Number(item.recorded_at);
  const deliveries = deliveryStoreOf(table, () => clock.nowMs);
  const rowId = deliveryId(eventId, ENDPOINT.id, recordedAtMs);
  await deliveries.create(shop.tenant, [
    newDelivery(rowId, { id: eventId, type: 'customer.deleted' }, ENDPOINT.id, recordedAtMs, recordedAtMs),
  ]);
  return { deliveries, rowId };
};

describe('a purge that takes longer than a request', () => {
  it('stops, and the reaper continues where the request stopped', async () => {
    const customer = await createWithHistory('Ada', 220);
    const before = await countEntriesWith(customer, 'Ada');
    expect(before).toBeGreaterThanOrEqual(220);
    const id = await beginCustomerRemoval(shop, customerPurge, customer.id);
    const deps = withShortTries();
    expect(await resumeOperation(deps, shop.tenant, customerPurge, id, RUNNER)).toEqual({ kind: 'unfinished' });
    const remaining = await countEntriesWith(customer, 'Ada');
    expect(remaining).toBeGreaterThan(0);
    expect(remaining).toBeLessThan(before);
    expect(await readRecord(shop, customerAggregate, customer.id)).toMatchObject({ purgedAt: null, lockedBy: id });
    const [operation] = await operations();
    const now = Math.floor(shop.fixture.clock.nowMs / 1000);
    expect(operation).toMatchObject({ id, tries: 0, nextTryAt: now, input: { customer_id: customer.id } });
    await reapAll(deps, customerPurge.kind);
    // Only the `customer.deleted` event still contains the name.
    expect(await countEntriesWith(customer, 'Ada')).toBe(1);
    expect(await readRecord(shop, customerAggregate, customer.id)).toMatchObject({ name: null, lockedBy: null });
  });

  it('erases usage events of several subscriptions, and reads no page of them twice', async () => {
    const { id: first, customerId } = await sell(shop);
    const second = `${first.slice(0, -1)}${first.endsWith('0') ? '1' : '0'}`;
    const stored = await readRecord(shop, subscriptionAggregate, first);
    await writeDecision(shop, () => ({
      changes: [change(subscriptionAggregate, null, { ...stored, id: second })],
      events: [],
      result: null,
    }));
    for (const id of [first, second]) {
      await updateRecord(shop.fixture.store, shop.tenant, subscriptionAggregate, id, () => ({ status: 'canceled' as const }));
      await storeUsageEvents(id, customerId, 450);
    }
    const id = await beginCustomerRemoval(shop, customerPurge, customerId);
    const tries = await reapAll(withShortTries(), customerPurge.kind);
    expect(await Promise.all([first, second].map(eventsWithProperties))).toEqual([0, 0]);
    // Each try erases one page of events. Each subscription has nearly five pages, and a few more tries erase the rest.
    expect(tries).toBeGreaterThanOrEqual(9);
    expect(tries).toBeLessThan(15);
    expect((await operations()).some((operation) => operation.id === id)).toBe(false);
  });
});

describe('the second pass of a purge', () => {
  it('keeps the `customer.deleted` event until it is delivered, and redacts it then', async () => {
    const { fixture, tenant, deps } = shop;
    await writeDecision(shop, () => ({ changes: [change(webhookEndpointAggregate, null, ENDPOINT)], events: [], result: null }));
    const customer = await createWithHistory('Grace', 120);
    const id = await beginCustomerRemoval(shop, customerPurge, customer.id);
    expect(await resumeOperation(deps, tenant, customerPurge, id, RUNNER)).toMatchObject({ kind: 'answered' });
    const { deliveries, rowId } = await createDeletionDelivery();

    const runSecondPass = async (): Promise<void> => {
      for (const operation of (await operations()).filter(({ kind }) => kind === 'customers.redact'))
        await reap(deps, tenant, operation.id);
    };
    await runSecondPass();
    await runSecondPass();
    await runSecondPass();
    expect(await countEntriesWith(customer, 'Grace')).toBe(1);
    const [waiting] = (await operations()).filter(({ kind }) => kind === 'customers.redact');
    // The pass is complete: the reaper waits an hour for the delivery.
    expect(waiting).toMatchObject({ tries: 2 });
    expect(waiting?.nextTryAt).toBe(Math.floor(fixture.clock.nowMs / 1000) + 3600);

    const delivery = await deliveries.find(tenant, ENDPOINT.id, rowId);
    if (delivery === null) throw new Error('The delivery is missing.');
    const excerpt = { lastResponseBodyExcerpt: 'Hello Grace' };
    await deliveries.recordAttempt(tenant, delivery, (before) => ({ ...before, ...excerpt, attemptCount: 1 }));
    const attempted = await deliveries.find(tenant, ENDPOINT.id, rowId);
    if (attempted === null) throw new Error('The delivery is missing.');
    // The purge deletes the stored excerpt of the response during an attempt. The attempt must not mistake this for a redelivery request.
    await erasePersonalData(fixture.table, tenant, customer.id);
    const requests: boolean[] = [];
    await deliveries.recordAttempt(tenant, attempted, (before, redeliveryRequested) => {
      requests.push(redeliveryRequested);
      return { ...before, ...excerpt, attemptCount: 2, status: 'delivered', nextAttemptAtMs: null };
    });
    expect(requests).toEqual([false]);
    await runSecondPass();
    expect(await countEntriesWith(customer, 'Grace')).toBe(0);
    expect((await deliveries.find(tenant, ENDPOINT.id, rowId))?.delivery.lastResponseBodyExcerpt).toBeNull();
    expect((await operations()).filter(({ kind }) => kind === 'customers.redact')).toEqual([]);
  });

  it('keeps the event of a customer that was deleted before the purge, until the event is delivered', async () => {
    const { tenant, deps } = shop;
    const customer = await createWithHistory('Mary', 3);
    const deletionId = await beginCustomerRemoval(shop, deletion, customer.id);
    expect(await resumeOperation(deps, tenant, deletion, deletionId, RUNNER)).toMatchObject({ kind: 'answered' });
    const { deliveries, rowId } = await createDeletionDelivery();
    const purgeId = await beginCustomerRemoval(shop, customerPurge, customer.id);
    expect(await resumeOperation(deps, tenant, customerPurge, purgeId, RUNNER)).toMatchObject({ kind: 'answered' });
    expect(await countEntriesWith(customer, 'Mary')).toBe(1);
    const delivery = await deliveries.find(tenant, ENDPOINT.id, rowId);
    if (delivery === null) throw new Error('The delivery is missing.');
    await deliveries.recordAttempt(tenant, delivery, (before) => ({ ...before, status: 'delivered', nextAttemptAtMs: null }));
    await reapAll(deps, 'customers.redact');
    expect(await countEntriesWith(customer, 'Mary')).toBe(0);
  });
});
