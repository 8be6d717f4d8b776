import type { RecordKind } from '../../domain/aggregate.ts';
import type { Mode, Tenant } from '../../domain/tenant.ts';

/** Primary key of an item. Every tenant's items start with `A#<account>#`, so that a read across tenants cannot be written by accident. */
export interface Key {
  readonly pk: string;
  readonly sk: string;
}

export const INDEX_BY_CUSTOMER = 'by-customer';
export const INDEX_BY_PARENT = 'by-parent';
/** What filters of lists match: records by their state, events by type, audit entries. */
export const INDEX_BY_FILTER = 'by-filter';
export const INDEX_DUE = 'due';
/** Real-time due entries are spread over this many partitions. */
const DUE_SHARDS = 16;

/** One string for one key, to use in maps. */
export const keyOf = (pk: string, sk: string): string => `${pk}|${sk}`;

const within = (tenant: Tenant, kind: string): string => `A#${tenant.accountId}#${tenant.mode}#${kind}`;
/** What both modes of an account share. */
const acrossModes = (accountId: string, kind: string): string => `A#${accountId}#-#${kind}`;

/** Whose the items of a partition are, `mode: null` for both modes; `null` for a partition of no account. */
export const ownerOfPartition = (pk: string): { readonly accountId: string; readonly mode: Mode | null } | null => {
  const [start, accountId, mode] = pk.split('#');
  return start === 'A' && accountId !== undefined ? { accountId, mode: mode === 'live' || mode === 'test' ? mode : null } : null;
};

/** Whose the due items of a partition are. What is due for both modes of an account needs no mode. */
export const tenantOfPartition = (pk: string): Tenant => {
  const owner = ownerOfPartition(pk);
  return { accountId: owner?.accountId ?? '', mode: owner?.mode ?? 'test' };
};

export const partitionOf = (kind: RecordKind, tenant: Tenant): string =>
  within(kind.bothModes === true ? { ...tenant, mode: 'live' } : tenant, kind.type);

export const objectKey = (kind: RecordKind, tenant: Tenant, id: string): Key => ({
  pk: partitionOf(kind, tenant),
  sk: id,
});

/** Where the ids of a short list stand. */
export const listPartition = (kind: RecordKind, tenant: Tenant, list: string): string => within(tenant, `list#${kind.type}#${list}`);

export const logPartition = (tenant: Tenant): string => within(tenant, 'log');
/** Log numbers sort as text. Twelve digits outlast a million events a second for a decade. */
export const logSortKey = (sequence: number): string => String(sequence).padStart(12, '0');
/** Partitions of the indexes that list a log's public events: all of them, and those of one type. */
export const publicEventPartition = (tenant: Tenant): string => `${logPartition(tenant)}#public`;
export const eventTypePartition = (tenant: Tenant, type: string): string => `${logPartition(tenant)}#type#${type}`;
/** The partition of the filter index that lists the records of a kind which are in this state. */
export const statePartition = (partition: string, state: string): string => `${partition}#is#${state}`;
/** Metrics of the business by day and by month, and up to which number of the log they are counted. */
export const metricsPartition = (tenant: Tenant): string => within(tenant, 'figures');
/** Months and days sort apart, each by time; behind it is the currency. */
export const metricsSortKey = (period: string): string => `${period.length === 'yyyy-mm'.length ? 'month' : 'day'}#${period}`;
export const metricsPositionKey = (tenant: Tenant): Key => ({ pk: metricsPartition(tenant), sk: 'position' });
export const auditPartition = (tenant: Tenant): string => within(tenant, 'audit');
export const idempotencyPartition = (tenant: Tenant): string => within(tenant, 'idempotency');
export const idempotencyKey = (tenant: Tenant, keyHash: string): Key => ({ pk: idempotencyPartition(tenant), sk: keyHash });
/** Audit entries about the whole account, which both modes see. */
export const accountAuditPartition = (accountId: string): string => acrossModes(accountId, 'audit');
/** When an audit action of a key was last recorded, for those that are only sampled. */
export const auditSampleKey = (tenant: Tenant, keyId: string, action: string): Key => ({
  pk: within(tenant, 'audit-sample'),
  sk: `${keyId}#${action}`,
});
/** An order of a mail, and the last slot taken of those that are sent only so often. */
export const mailKey = (tenant: Tenant, mailId: string): Key => ({ pk: within(tenant, 'mail'), sk: mailId });
export const mailSlotKey = (tenant: Tenant, name: string): Key => ({ pk: within(tenant, 'mail-slot'), sk: name });
export const guardKey = (tenant: Tenant, name: string): Key => ({ pk: within(tenant, 'guard'), sk: name });

/** Rate buckets and log counters of an account, over both modes. */
export const accountLimiterKey = (accountId: string): Key => ({ pk: acrossModes(accountId, 'account-limiter'), sk: 'account-limiter' });
/** The account's right to post deliveries, held by one drainer at a time. */
export const leaseKey = (accountId: string): Key => ({ pk: acrossModes(accountId, 'lease'), sk: 'webhook-delivery' });
/** What the sandbox provider keeps for an account. */
export const sandboxPartition = (accountId: string): string => within({ accountId, mode: 'test' }, 'sandbox');

export const deliveryQueuePartition = (accountId: string): string => acrossModes(accountId, 'delivery-queue');
export const queueKey = (accountId: string, sk: string): Key => ({ pk: deliveryQueuePartition(accountId), sk });

/** What the sort key of an entry of the delivery queue says: of which endpoint, when, and whether it waits for its endpoint to be enabled. */
export interface QueuePlace {
  readonly endpointId: string;
  /** When it is due, in milliseconds since the epoch. */
  readonly dueAtMs: number;
  readonly deliveryId: string;
  readonly parked: boolean;
}

/** Parked entries sort before all others of their endpoint. */
export const queueSortKey = ({ endpointId, dueAtMs, deliveryId, parked }: QueuePlace): string =>
  `${endpointId}#${parked ? '!' : ''}${String(dueAtMs).padStart(15, '0')}#${deliveryId}`;
/** The inverse of `queueSortKey`. */
export const queuePlaceOf = (sk: string): QueuePlace => {
  const [endpointId = '', time = '', deliveryId = ''] = sk.split('#');
  const parked = time.startsWith('!');
  return { endpointId, deliveryId, dueAtMs: Number(parked ? time.slice(1) : time), parked };
};
/** Sort key after every parked entry of an endpoint, or after all of its entries. */
export const afterEntriesOf = (endpointId: string, which: 'parked' | 'all'): string => `${endpointId}#${which === 'parked' ? '!~' : '~'}`;

/** Which process of the event stream listens to which queue of wake-ups. */
export const wakeSlotKey = (queueName: string): Key => ({ pk: 'S#wake-slots', sk: queueName });
export const lookupKey = (key: string, entry = 'lookup'): Key => ({ pk: `L#${key}`, sk: entry });
/** The bucket of failed credentials of one client address on one route. */
export const preAuthKey = (address: string, route: string): Key => ({ pk: `P#${address}`, sk: route });

/** The bucket of one hosted session. */
export const pageBucketKey = (tenant: Tenant, sessionId: string): Key => ({ pk: within(tenant, 'page-bucket'), sk: sessionId });
/** The bucket of the calls of one checkout session, one-off payment or portal session. */
export const elementBucketKey = (tenant: Tenant, sessionId: string): Key => ({ pk: within(tenant, 'element-bucket'), sk: sessionId });
/** A call to others that is under way for several requests at once. */
export const flightKey = (tenant: Tenant, name: string): Key => ({ pk: within(tenant, 'flight'), sk: name });

const dueMoment = (atSeconds: number): string => String(atSeconds).padStart(12, '0');
export const dueSortKey = (atSeconds: number, kind: string, id: string): string => `${dueMoment(atSeconds)}#${kind}#${id}`;
/** Sorts above everything that is due at `untilSeconds` or before. */
export const dueUntil = (untilSeconds: number): string => `${dueMoment(untilSeconds)}$`;
export const dueShard = (shard: number): string => `D#${shard}`;

const CLOCK_DUES = 'D#clock#';

/** Where a due entry lives: spread over shards in real time, or together with the rest of its test clock. Entries with the same `spreadBy` share a shard. */
export const duePartition = (tenant: Tenant, clockId: string | null, spreadBy: string): string =>
  clockId === null ? dueShard(shardOf(spreadBy)) : `${CLOCK_DUES}${tenant.accountId}#${tenant.mode}#${clockId}`;

export const isClockPartition = (partition: string): boolean => partition.startsWith(CLOCK_DUES);

/** What is due on a test clock, in the table itself: an index lags behind, and an advance must not miss anything. */
export const clockDueKey = (tenant: Tenant, clockId: string, sk: string): Key => ({ pk: within(tenant, `clock-due#${clockId}`), sk });

/** The partition of the customer index that lists one customer's items of a partition. */
export const customerPartition = (partition: string, customerId: string): string => `${partition}#${customerId}`;

/** The partition of the parent index that lists the items of a partition under one parent. */
export const parentPartition = (partition: string, parentId: string): string => `${partition}#${parentId}`;

/** The attributes by which the customer index finds an item; none when it is about no customer. */
export const ofCustomer = (partition: string, customerId: string | null, sortKey: string): Record<string, string> =>
  customerId === null ? {} : { cpk: customerPartition(partition, customerId), csk: sortKey };

const hashOf = (id: string): number => {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + character.charCodeAt(0)) >>> 0;
  return hash;
};
const shardOf = (id: string): number => hashOf(id) % DUE_SHARDS;

/**
 * The lists of an audit partition, by what entries are filtered by: partitions of the indexes, and a stretch of the partition
 * itself, which is above every entry's id.
 */
export const auditLists = (
  pk: string,
  by: { readonly actorId: string; readonly action: string; readonly resourceType: string; readonly resourceId: string },
) =>
  ({
    resource: { index: INDEX_BY_PARENT, pk: `${pk}#resource#${by.resourceId}` },
    actor: { index: INDEX_BY_FILTER, pk: `${pk}#actor#${by.actorId}` },
    action: { index: INDEX_BY_PARENT, pk: `${pk}#action#${by.action}` },
    type: { index: INDEX_BY_FILTER, pk: `${pk}#type#${by.resourceType}` },
    actorAndAction: { index: INDEX_BY_CUSTOMER, pk: `${pk}#actor#${by.actorId}#${by.action}` },
    actorAndType: { index: null, pk, prefix: `by#${by.actorId}#${by.resourceType}#` },
  }) as const;

/** The right to run a tenant's billing, with the work of who holds it. */
export const runKey = (tenant: Tenant): Key => ({ pk: within(tenant, 'billing-run'), sk: 'lease' });
/** What the sweep found due for a tenant, one item a shard. */
export const runQueuePartition = (tenant: Tenant): string => within(tenant, 'billing-inbox');

/** What was recorded for one subscription is counted in so many items, so that many records may be made at once. */
const USAGE_COUNTERS = 8;
export const usageCounterKey = (tenant: Tenant, subscriptionId: string, counter: number): Key => ({
  pk: within(tenant, 'usage-counter'),
  sk: `${subscriptionId}#${counter}`,
});
export const usageCounterKeys = (tenant: Tenant, subscriptionId: string): readonly Key[] =>
  Array.from({ length: USAGE_COUNTERS }, (_, counter) => usageCounterKey(tenant, subscriptionId, counter));
/** Which of them counts a record. */
export const usageCounterOf = (recordId: string): number => hashOf(recordId) % USAGE_COUNTERS;
