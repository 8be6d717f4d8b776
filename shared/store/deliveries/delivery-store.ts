import type { Aggregate } from '../../domain/aggregate.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { type Delivery, expiresAt, isTestEvent, viewDelivery } from '../../domain/webhook-delivery/record.ts';
import { type WebhookEndpoint, webhookEndpointAggregate } from '../../domain/webhook-endpoint/record.ts';
import { type Key, keyText, logKeys, objectKey, partitionOf, queueKey, queueSortKey } from '../core/keys.ts';
import { recordOf, schemaVersionOf } from '../core/objects.ts';
import { readPage } from '../core/pages.ts';
import { type Item, type Table, type TransactItem, TransactionRefused } from '../core/table.ts';
import { CONDITION_FAILED, transactOrRefusal } from '../core/transact.ts';
import { sequenceOf } from '../event-log/event-id.ts';
import { eventIn } from '../event-log/event-text.ts';
import { mailItem } from '../mail/outbox.ts';
import { announceWorkItem } from './lease.ts';
import { type QueueEntry, type QueueView, scanQueue } from './queue.ts';

/** A delivery row. The next write requires that `version` is unchanged. `queueSk`: sort key of the row's entry in the account's queue. */
export interface StoredDelivery {
  readonly delivery: Delivery;
  readonly version: number;
  readonly queueSk: string | null;
}

/** The work of a queue entry, loaded in one read. */
export type LoadedDelivery =
  | { readonly kind: 'ready'; readonly stored: StoredDelivery; readonly endpoint: WebhookEndpoint; readonly body: Buffer }
  | { readonly kind: 'event_gone'; readonly stored: StoredDelivery }
  | { readonly kind: 'endpoint_disabled'; readonly stored: StoredDelivery }
  | { readonly kind: 'endpoint_gone'; readonly stored: StoredDelivery }
  /** The row was deleted, has another queue entry, or has a final status. */
  | { readonly kind: 'stale'; readonly reason: 'gone' | 'already_delivered' | 'already_failed' | 'rescheduled' };

/**
 * The stored webhook deliveries, one row per event and endpoint. A queue message only wakes a drainer (the worker that sends an account's
 * deliveries); the rows decide what is sent. Each write of a row writes its queue entry in the same transaction. A deletion deletes the
 * row first and then its queue entry; `dropStale` removes an entry that is left over.
 */
export interface DeliveryStore {
  /**
   * Creates pending deliveries, many per transaction, and leaves existing rows unchanged. Returns the deliveries that could not be
   * written, each with its error.
   */
  readonly create: (tenant: Tenant, deliveries: readonly Delivery[]) => Promise<ReadonlyMap<Delivery, unknown>>;
  /** Finds a row; `null` after its retention [WHE-10, RET-04]. */
  readonly find: (tenant: Tenant, endpointId: string, deliveryId: string) => Promise<StoredDelivery | null>;
  /** Lists rows newest first, without rows past their retention [WHE-09, RET-04]. */
  readonly list: (tenant: Tenant, endpointId: string, query: DeliveryQuery) => Promise<DeliveryPage>;
  /** Deletes all deliveries of a deleted endpoint [WHE-07]. `false` if `proceed` returned `false` before the end. */
  readonly removeAll: (tenant: Tenant, endpointId: string, proceed: () => boolean) => Promise<boolean>;
  /** Reads the account's queue, both modes. */
  readonly scan: (accountId: string) => Promise<QueueView>;
  readonly load: (accountId: string, entry: QueueEntry) => Promise<LoadedDelivery>;
  /**
   * Records the outcome of an attempt. `decide` builds the new row from the current row. Writes nothing and returns `null` if another
   * drainer recorded an attempt first or the row is deleted. The last failed attempt also creates the order of the mail to the
   * account's owner (`failureMailId`), unless the event is a test event.
   */
  readonly recordAttempt: (tenant: Tenant, attempted: StoredDelivery, decide: RecordAttempt) => Promise<Delivery | null>;
  /** Parks a due row: the delivery waits until its endpoint is enabled. */
  readonly park: (tenant: Tenant, stored: StoredDelivery) => Promise<void>;
  readonly remove: (tenant: Tenant, stored: StoredDelivery) => Promise<void>;
  /** Removes a queue entry that no row points to. */
  readonly dropStale: (accountId: string, entry: QueueEntry) => Promise<void>;
}

/** `redeliveryRequested`: a redelivery was requested during the attempt. */
export type RecordAttempt = (delivery: Delivery, redeliveryRequested: boolean) => Delivery;

export interface DeliveryQuery {
  readonly limit: number;
  readonly startingAfter?: string | undefined;
}

export interface DeliveryPage {
  readonly items: readonly Delivery[];
  readonly hasMore: boolean;
}

/** The deliveries of each endpoint are a separate partition. */
const aggregateOf = (endpointId: string): Aggregate<Delivery> => ({ type: `delivery#${endpointId}`, prefix: 'whd_', view: viewDelivery });

/** Key of a delivery row. */
export const deliveryKey = (tenant: Tenant, endpointId: string, deliveryId: string): Key =>
  objectKey(aggregateOf(endpointId), tenant, deliveryId);

/**
 * Builds the writes of a row and its queue entry. They fail if the row has changed since it was read, or, with `before: null`, if it
 * exists.
 */
const rowWrites = (tenant: Tenant, before: StoredDelivery | null, after: Delivery, parked: boolean): TransactItem[] => {
  const { nextAttemptAtMs } = after;
  const oldSk = before?.queueSk ?? null;
  const newSk =
    nextAttemptAtMs === null
      ? null
      : queueSortKey({ endpointId: after.endpointId, dueAtMs: nextAttemptAtMs, deliveryId: after.id, parked });
  const ttl = expiresAt(after);
  const row = {
    ...deliveryKey(tenant, after.endpointId, after.id),
    t: 'delivery',
    schema_version: schemaVersionOf(aggregateOf(after.endpointId)),
    v: (before?.version ?? 0) + 1,
    record: after,
    ttl,
    ...(newSk === null ? {} : { queue_sk: newSk }),
  };
  const condition =
    before === null
      ? { ConditionExpression: 'attribute_not_exists(pk)' }
      : { ConditionExpression: 'v = :version', ExpressionAttributeValues: { ':version': before.version } };
  return [
    { Put: { Item: row, ...condition } },
    ...(oldSk === null || oldSk === newSk ? [] : [{ Delete: { Key: queueKey(tenant.accountId, oldSk) } }]),
    ...(newSk === null || oldSk === newSk
      ? []
      : [
          { Put: { Item: { ...queueKey(tenant.accountId, newSk), t: 'delivery-queue', mode: tenant.mode, event_id: after.eventId, ttl } } },
        ]),
  ];
};

/**
 * Builds the writes of a requested delivery (a test event or a redelivery), for the transaction of its audit entry. `before`: the row to
 * deliver again; `null`: the delivery is new. The caller then wakes the account's drainer: `queue.send('webhook-delivery', { accountId })`.
 */
export const requestedDeliveryWrites = (
  tenant: Tenant,
  before: StoredDelivery | null,
  after: Delivery,
  nowMs: number,
): readonly TransactItem[] => [...rowWrites(tenant, before, after, false), announceWorkItem(tenant.accountId, nowMs)];

/** `changed`: a condition failed, nothing was written. */
const writeUnlessChanged = async (table: Table, items: readonly TransactItem[]): Promise<'written' | 'changed'> =>
  (await transactOrRefusal(table, items)) === null ? 'written' : 'changed';

/** Rows per transaction. DynamoDB allows 100 writes, and a new row takes two: the row and its queue entry. */
const ROWS_PER_TRANSACTION = 50;

/**
 * Writes new rows in one transaction, and repeats the transaction without the rows that exist already. A row that cannot be written is left
 * out too, and put into `failed` with its error.
 */
const createRows = async (table: Table, tenant: Tenant, rows: readonly Delivery[], failed: Map<Delivery, unknown>): Promise<void> => {
  let remaining = rows;
  while (remaining.length > 0) {
    const writes = remaining.flatMap((row) => rowWrites(tenant, null, row, false).map((item) => ({ row, item })));
    const items = writes.map(({ item }) => item);
    const refusal = await transactOrRefusal(table, items).catch((error: unknown) => error);
    if (refusal === null) return;
    const codes = refusal instanceof TransactionRefused ? refusal.reasons.map(({ code }) => code) : [];
    const someExist = codes.includes(CONDITION_FAILED);
    const failedWrites = writes.filter((_, index) => (someExist ? codes[index] === CONDITION_FAILED : (codes[index] ?? 'None') !== 'None'));
    // An error that names no row concerns all rows.
    const refused = new Set((failedWrites.length === 0 ? writes : failedWrites).map(({ row }) => row));
    if (!someExist) for (const row of refused) failed.set(row, refusal);
    remaining = remaining.filter((row) => !refused.has(row));
  }
};

const storedIn = (endpointId: string, item: Item | null | undefined, nowMs: number): StoredDelivery | null => {
  if (!item || Number(item.ttl) * 1000 <= nowMs) return null;
  return {
    delivery: recordOf(aggregateOf(endpointId), item),
    version: Number(item.v),
    queueSk: (item.queue_sk as string | undefined) ?? null,
  };
};

export const deliveryStoreOf = (table: Table, nowMs: () => number): DeliveryStore => {
  const find = async (tenant: Tenant, endpointId: string, id: string): Promise<StoredDelivery | null> =>
    storedIn(endpointId, await table.get(deliveryKey(tenant, endpointId, id)), nowMs());
  return {
    create: async (tenant, deliveries) => {
      const failed = new Map<Delivery, unknown>();
      for (let start = 0; start < deliveries.length; start += ROWS_PER_TRANSACTION)
        await createRows(table, tenant, deliveries.slice(start, start + ROWS_PER_TRANSACTION), failed);
      return failed;
    },
    find,
    list: async (tenant, endpointId, { limit, startingAfter }) => {
      const isPastEnd = (delivery: Delivery): boolean => expiresAt(delivery) * 1000 <= nowMs();
      const page = await readPage(table, aggregateOf(endpointId), tenant, { limit, startingAfter, isPastEnd });
      return { items: page.items.map((stored) => stored.record), hasMore: page.hasMore };
    },
    removeAll: (tenant, endpointId, proceed) => removeDeliveries(table, tenant, endpointId, proceed),
    scan: (accountId) => scanQueue(table, accountId, nowMs()),
    load: (accountId, entry) => loadWork(table, { accountId, mode: entry.mode }, entry, nowMs()),
    recordAttempt: async (tenant, attempted, decide) => {
      let stored: StoredDelivery | null = attempted;
      while (stored !== null && stored.delivery.status === 'pending' && stored.delivery.attemptCount === attempted.delivery.attemptCount) {
        const after = decide(stored.delivery, stored.version !== attempted.version);
        const writes = [...rowWrites(tenant, stored, after, false), ...failureMail(tenant, stored.delivery, after, nowMs())];
        if ((await writeUnlessChanged(table, writes)) === 'written') return after;
        stored = await find(tenant, attempted.delivery.endpointId, attempted.delivery.id);
      }
      return null;
    },
    park: async (tenant, stored) => {
      await writeUnlessChanged(table, rowWrites(tenant, stored, stored.delivery, true));
    },
    remove: async (tenant, { delivery, queueSk }) => {
      await removeRow(table, tenant, deliveryKey(tenant, delivery.endpointId, delivery.id), queueSk);
    },
    dropStale: async (accountId, entry) => {
      const notReferenced = {
        ConditionExpression: 'attribute_not_exists(pk) OR attribute_not_exists(queue_sk) OR queue_sk <> :sk OR #ttl <= :now',
      };
      const values = { ':sk': entry.sk, ':now': Math.floor(nowMs() / 1000) };
      const row = deliveryKey({ accountId, mode: entry.mode }, entry.endpointId, entry.deliveryId);
      await writeUnlessChanged(table, [
        { ConditionCheck: { Key: row, ...notReferenced, ExpressionAttributeNames: { '#ttl': 'ttl' }, ExpressionAttributeValues: values } },
        { Delete: { Key: queueKey(accountId, entry.sk) } },
      ]);
    },
  };
};

/** Id of the mail order that notifies the account's owner of a delivery that failed permanently. */
export const failureMailId = ({ id, attemptCount }: Delivery): string => `delivery_failed#${id}#${attemptCount}`;

/** Builds the mail order of a permanent failure; none for a test event, nor for a failure without an attempt (the event was deleted). */
const failureMail = (tenant: Tenant, before: Delivery, after: Delivery, nowMs: number): readonly TransactItem[] =>
  after.status === 'failed' && after.attemptCount > before.attemptCount && !isTestEvent(after)
    ? [mailItem(tenant, failureMailId(after), { kind: 'delivery_failed', endpointId: after.endpointId, deliveryId: after.id }, nowMs)]
    : [];

const staleReason = (stored: StoredDelivery | null): Extract<LoadedDelivery, { kind: 'stale' }>['reason'] => {
  if (stored === null) return 'gone';
  const { status } = stored.delivery;
  return status === 'pending' ? 'rescheduled' : `already_${status}`;
};

const loadWork = async (table: Table, tenant: Tenant, entry: QueueEntry, nowMs: number): Promise<LoadedDelivery> => {
  const rowKey = deliveryKey(tenant, entry.endpointId, entry.deliveryId);
  const endpointKey = objectKey(webhookEndpointAggregate, tenant, entry.endpointId);
  const eventKeys = logKeys(tenant, sequenceOf(entry.eventId) ?? 0);
  const items = await table.batchGet([rowKey, endpointKey, ...eventKeys]);
  const itemAt = (key: Key): Item | undefined => items.get(keyText(key.pk, key.sk));
  const stored = storedIn(entry.endpointId, itemAt(rowKey), nowMs);
  if (stored === null || stored.queueSk !== entry.sk) return { kind: 'stale', reason: staleReason(stored) };
  const endpointItem = itemAt(endpointKey);
  if (endpointItem === undefined) return { kind: 'endpoint_gone', stored };
  const endpoint = recordOf(webhookEndpointAggregate, endpointItem);
  if (endpoint.status === 'disabled') return { kind: 'endpoint_disabled', stored };
  if (stored.delivery.testBody !== undefined) return { kind: 'ready', stored, endpoint, body: Buffer.from(stored.delivery.testBody) };
  const events = eventKeys.flatMap((key) => itemAt(key) ?? []).map(eventIn);
  const event = events.find((each) => each?.id === entry.eventId) ?? null;
  if (event === null) return { kind: 'event_gone', stored };
  return { kind: 'ready', stored, endpoint, body: Buffer.from(event.json) };
};

const removeRow = async (table: Table, tenant: Tenant, rowKey: Key, queueSk: string | null): Promise<void> => {
  await table.delete({ Key: rowKey });
  if (queueSk !== null) await table.delete({ Key: queueKey(tenant.accountId, queueSk) });
};

const ROWS_PER_DELETION = 25;

const removeDeliveries = async (table: Table, tenant: Tenant, endpointId: string, proceed: () => boolean): Promise<boolean> => {
  while (proceed()) {
    const { items, lastKey } = await table.query({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': partitionOf(aggregateOf(endpointId), tenant) },
      Limit: ROWS_PER_DELETION,
    });
    await Promise.all(
      items.map((item) => removeRow(table, tenant, { pk: item.pk, sk: item.sk }, (item.queue_sk as string | undefined) ?? null)),
    );
    if (lastKey === undefined) return true;
  }
  return false;
};
