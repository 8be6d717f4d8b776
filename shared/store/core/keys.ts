import type { RecordKind } from '../../domain/aggregate.ts';
import type { BillingList } from '../../domain/due.ts';
import type { Mode, Tenant } from '../../domain/tenant.ts';
import { LOG_LAYOUT, LOG_LAYOUTS } from './log-layout.ts';

/** Primary key of an item. Partitions of a tenant start with `A#<account>#`, so that no query reads across tenants. */
export interface Key {
  readonly pk: string;
  readonly sk: string;
}

export const INDEX_BY_CUSTOMER = 'by-customer';
export const INDEX_BY_PARENT = 'by-parent';
/** Index for list filters: records by state, events by type, audit entries by actor or resource type. */
export const INDEX_BY_FILTER = 'by-filter';
export const INDEX_DUE = 'due';
/** Number of partitions of real-time due entries, and of the tenants' markers (`markerKey`). */
export const DUE_SHARDS = 16;

/** A key as one string, for use in maps. */
export const keyText = (pk: string, sk: string): string => `${pk}|${sk}`;

const inTenant = (tenant: Tenant, kind: string): string => `A#${tenant.accountId}#${tenant.mode}#${kind}`;
/** Partition shared by both modes of an account. */
const inAccount = (accountId: string, kind: string): string => `A#${accountId}#-#${kind}`;

/** Account and mode of a partition. `mode: null`: the partition is shared by both modes. Returns `null` if it belongs to no account. */
export const ownerOfPartition = (pk: string): { readonly accountId: string; readonly mode: Mode | null } | null => {
  const [prefix, accountId, mode] = pk.split('#');
  return prefix === 'A' && accountId !== undefined ? { accountId, mode: mode === 'live' || mode === 'test' ? mode : null } : null;
};

/** Tenant of a partition with due items. For a partition shared by both modes, the result has mode `test`, which no caller uses. */
export const tenantOfPartition = (pk: string): Tenant => {
  const owner = ownerOfPartition(pk);
  return { accountId: owner?.accountId ?? '', mode: owner?.mode ?? 'test' };
};

export const partitionOf = (kind: RecordKind, tenant: Tenant): string =>
  inTenant(kind.bothModes === true ? { ...tenant, mode: 'live' } : tenant, kind.type);

export const objectKey = (kind: RecordKind, tenant: Tenant, id: string): Key => ({
  pk: partitionOf(kind, tenant),
  sk: id,
});

/** Partition of the sparse index `list`, with the ids of its records. */
export const listPartition = (kind: RecordKind, tenant: Tenant, list: string): string => inTenant(tenant, `list#${kind.type}#${list}`);

/** Partition with the search terms of a kind of record. */
export const searchPartition = (kind: RecordKind, tenant: Tenant): string => inTenant(tenant, `search#${kind.type}`);
/** Entry of a record under one of its search terms. Ids contain no `#`. */
export const searchKey = (kind: RecordKind, tenant: Tenant, term: string, id: string): Key => ({
  pk: searchPartition(kind, tenant),
  sk: `${term}#${id}`,
});
export const idOfSearchKey = (sortKey: string): string => sortKey.slice(sortKey.lastIndexOf('#') + 1);

/**
 * First of the two partitions of a tenant's log, and prefix of its index partitions. Earlier releases stored all entries in this partition.
 */
export const logPartition = (tenant: Tenant): string => inTenant(tenant, 'log');
/** Partition of every second block of a log's entries, so that a log has the write capacity of two partitions. */
const secondLogPartition = (tenant: Tenant): string => `${logPartition(tenant)}#2`;
export const logPartitions = (tenant: Tenant): readonly string[] => [logPartition(tenant), secondLogPartition(tenant)];
/** Log number as text, padded to twelve digits so that it sorts. */
export const logSortKey = (sequence: number): string => String(sequence).padStart(12, '0');
const logKeyOf = (tenant: Tenant, sequence: number, layout: number): Key => ({
  pk: LOG_LAYOUTS[layout]?.(sequence) === 1 ? secondLogPartition(tenant) : logPartition(tenant),
  sk: logSortKey(sequence),
});
export const logKey = (tenant: Tenant, sequence: number): Key => logKeyOf(tenant, sequence, LOG_LAYOUT);
/** Keys at which an entry can be stored: first the key that `logKey` returns, then the keys in other versions of the layout. */
export const logKeys = (tenant: Tenant, sequence: number): readonly Key[] => {
  const key = logKey(tenant, sequence);
  const others = Object.keys(LOG_LAYOUTS).map((layout) => logKeyOf(tenant, sequence, Number(layout)));
  return [key, ...new Map(others.filter(({ pk }) => pk !== key.pk).map((other) => [other.pk, other])).values()];
};
/** Index partitions of a log's public events: of all types, and of one type. */
export const publicEventPartition = (tenant: Tenant): string => `${logPartition(tenant)}#public`;
export const eventTypePartition = (tenant: Tenant, type: string): string => `${logPartition(tenant)}#type#${type}`;
/** Partition of the filter index with those records of a table partition that are in this state. */
export const statePartition = (partition: string, state: string): string => `${partition}#is#${state}`;
/** Business metrics by day and month, and the log number up to which they are counted. The text in the key is a former name. */
export const metricsPartition = (tenant: Tenant): string => inTenant(tenant, 'figures');
/** Sort key prefix of a period, `yyyy-mm` or `yyyy-mm-dd`; the currency follows it. */
export const metricsSortKey = (period: string): string => `${period.length === 'yyyy-mm'.length ? 'month' : 'day'}#${period}`;
/** Progress of computing a tenant's opening metrics (`metrics/opening.ts`). */
export const metricsOpeningKey = (tenant: Tenant): Key => ({ pk: metricsPartition(tenant), sk: 'opening' });
export const metricsPositionKey = (tenant: Tenant): Key => ({ pk: metricsPartition(tenant), sk: 'position' });
export const auditPartition = (tenant: Tenant): string => inTenant(tenant, 'audit');
export const idempotencyPartition = (tenant: Tenant): string => inTenant(tenant, 'idempotency');
export const idempotencyKey = (tenant: Tenant, keyHash: string): Key => ({ pk: idempotencyPartition(tenant), sk: keyHash });
/** Account-wide audit entries, visible in both modes. */
export const accountAuditPartition = (accountId: string): string => inAccount(accountId, 'audit');
/** When a sampled audit action of an API key was last recorded. */
export const auditSampleKey = (tenant: Tenant, keyId: string, action: string): Key => ({
  pk: inTenant(tenant, 'audit-sample'),
  sk: `${keyId}#${action}`,
});
/** An order to send a mail (`MailOrder`). */
export const mailKey = (tenant: Tenant, mailId: string): Key => ({ pk: inTenant(tenant, 'mail'), sk: mailId });
/** The time of the latest mail of a rate-limited kind. */
export const mailSlotKey = (tenant: Tenant, name: string): Key => ({ pk: inTenant(tenant, 'mail-slot'), sk: name });
export const guardKey = (tenant: Tenant, name: string): Key => ({ pk: inTenant(tenant, 'guard'), sk: name });

/** Rate-limit buckets and log counters of an account, shared by both modes. */
export const accountLimiterKey = (accountId: string): Key => ({ pk: inAccount(accountId, 'account-limiter'), sk: 'account-limiter' });
/** Recorded API requests of a tenant. */
export const requestLogPartition = (tenant: Tenant): string => inTenant(tenant, 'request-log');
/** Number of API requests of a tenant in a minute. */
export const requestCountKey = (tenant: Tenant, minute: number): Key => ({ pk: inTenant(tenant, 'request-count'), sk: String(minute) });
/** File of the account's logo. */
export const logoKey = (accountId: string): Key => ({ pk: inAccount(accountId, 'logo'), sk: 'logo' });
/** Lease of the account's webhook deliveries, held by one worker at a time. */
export const leaseKey = (accountId: string): Key => ({ pk: inAccount(accountId, 'lease'), sk: 'webhook-delivery' });
/** Data of the sandbox provider for an account. */
export const sandboxPartition = (accountId: string): string => inTenant({ accountId, mode: 'test' }, 'sandbox');

export const deliveryQueuePartition = (accountId: string): string => inAccount(accountId, 'delivery-queue');
export const queueKey = (accountId: string, sk: string): Key => ({ pk: deliveryQueuePartition(accountId), sk });

/** Contents of a delivery queue sort key. `parked`: waits until its endpoint is enabled. */
export interface QueueKeyParts {
  readonly endpointId: string;
  /** Due time in milliseconds since the epoch. */
  readonly dueAtMs: number;
  readonly deliveryId: string;
  readonly parked: boolean;
}

/** Builds the sort key. Parked entries sort before all others of their endpoint. */
export const queueSortKey = ({ endpointId, dueAtMs, deliveryId, parked }: QueueKeyParts): string =>
  `${endpointId}#${parked ? '!' : ''}${String(dueAtMs).padStart(15, '0')}#${deliveryId}`;
/** Parses the sort key. */
export const parseQueueSortKey = (sk: string): QueueKeyParts => {
  const [endpointId = '', time = '', deliveryId = ''] = sk.split('#');
  const parked = time.startsWith('!');
  return { endpointId, deliveryId, dueAtMs: Number(parked ? time.slice(1) : time), parked };
};
/** Sort key after the parked entries of an endpoint, or after all of its entries. */
export const afterEntriesOf = (endpointId: string, which: 'parked' | 'all'): string => `${endpointId}#${which === 'parked' ? '!~' : '~'}`;

/** Item of an account in the list of all accounts. */
export const accountListKey = (accountId: string): Key => ({ pk: 'S#accounts', sk: accountId });
/** Heartbeat of the sweep for the event relay (`event-log/heartbeats.ts`), by its time in Unix seconds. */
export const heartbeatKey = (atSeconds: number): Key => ({ pk: 'S#heartbeats', sk: dueMoment(atSeconds) });
/** Lease of a wake-up queue, held by one stream process (`functions/stream`) at a time. */
export const wakeSlotKey = (queueName: string): Key => ({ pk: 'S#wake-slots', sk: queueName });
export const lookupKey = (key: string, entry = 'lookup'): Key => ({ pk: `L#${key}`, sk: entry });
/** Rate-limit bucket that belongs to no account. `subject`: network, email address or payment; `limit`: name of the limit. */
export const globalBucketKey = (subject: string, limit: string): Key => ({ pk: `P#${subject}`, sk: limit });

/** Rate-limit bucket of a hosted page's session. */
export const pageBucketKey = (tenant: Tenant, sessionId: string): Key => ({ pk: inTenant(tenant, 'page-bucket'), sk: sessionId });
/** Item of any other limit of a tenant, by the limit's name. The limit of a session's API calls has the session's id as its name. */
export const limitKey = (tenant: Tenant, name: string): Key => ({ pk: inTenant(tenant, 'element-bucket'), sk: name });
/** Lease of an outgoing call whose result several requests share. */
export const flightKey = (tenant: Tenant, name: string): Key => ({ pk: inTenant(tenant, 'flight'), sk: name });

const dueMoment = (atSeconds: number): string => String(atSeconds).padStart(12, '0');
export const dueSortKey = (atSeconds: number, kind: string, id: string): string => `${dueMoment(atSeconds)}#${kind}#${id}`;
/** The sort key of the same entry at another time. */
export const movedSortKey = (sortKey: string, atSeconds: number): string => `${dueMoment(atSeconds)}${sortKey.slice(sortKey.indexOf('#'))}`;
/** Sorts after every entry that is due at `untilSeconds` or before. */
export const dueUntil = (untilSeconds: number): string => `${dueMoment(untilSeconds)}$`;
/** Sorts directly after this sort key. */
export const afterDue = (sortKey: string): string => `${sortKey}!`;
export const dueShard = (shard: number): string => `D#${shard}`;
/** Partition of the due index with one of a tenant's billing lists. */
export const billingListPartition = ({ accountId, mode }: Tenant, list: BillingList): string => `D#${list}#${accountId}#${mode}`;
/** Partition of the due index with the markers of some tenants. */
export const markerShard = (shard: number): string => `D#markers#${shard}`;
export const markerShardOf = ({ accountId, mode }: Tenant): string => markerShard(shardOf(`${accountId}#${mode}`));

const CLOCK_DUES = 'D#clock#';

export const clockDuePartition = ({ accountId, mode }: Tenant, clockId: string): string => `${CLOCK_DUES}${accountId}#${mode}#${clockId}`;
/** Shard of a record's due entry. */
export const dueShardOf = (id: string): string => dueShard(shardOf(id));

export const isClockPartition = (partition: string): boolean => partition.startsWith(CLOCK_DUES);

/** Due entry of a test clock. It is an item of the table, since an index lags behind and an advance must not miss an entry. */
export const clockDueKey = (tenant: Tenant, clockId: string, sk: string): Key => ({ pk: inTenant(tenant, `clock-due#${clockId}`), sk });

/** Partition of the customer index with one customer's items of a table partition. */
export const customerPartition = (partition: string, customerId: string): string => `${partition}#${customerId}`;

/** Partition of the parent index with one parent's items of a table partition. */
export const parentPartition = (partition: string, parentId: string): string => `${partition}#${parentId}`;

/** Attributes of the customer index; none without a customer. */
export const customerIndexAttributes = (partition: string, customerId: string | null, sortKey: string): Record<string, string> =>
  customerId === null ? {} : { cpk: customerPartition(partition, customerId), csk: sortKey };

const hashOf = (id: string): number => {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + character.charCodeAt(0)) >>> 0;
  return hash;
};
const shardOf = (id: string): number => hashOf(id) % DUE_SHARDS;

/**
 * The lists of an audit partition, by filter. Each is an index partition, except `actorAndType`: a range of sort keys in the audit
 * partition itself, after the ids of all entries.
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

/** Lease of a tenant's billing run. */
export const runKey = (tenant: Tenant): Key => ({ pk: inTenant(tenant, 'billing-run'), sk: 'lease' });
/** Subscriptions whose charge by a billing run has no outcome yet. */
export const runBegunKey = (tenant: Tenant): Key => ({ pk: inTenant(tenant, 'billing-run'), sk: 'begun' });
/** Due entry that represents the entries in a tenant's billing lists (`runs/markers.ts`). */
export const markerKey = (tenant: Tenant): Key => ({ pk: inTenant(tenant, 'billing-marker'), sk: 'marker' });
/** Partition of the slots of billing runs. The number of slots limits the concurrent runs of all tenants. */
export const RUN_SLOTS = 'S#run-slots';
export const runSlotKey = (slot: number): Key => ({ pk: RUN_SLOTS, sk: String(slot).padStart(4, '0') });

/** Queue of the advances of an account's test clocks: one ticket for each advance, in the order in which they were requested. */
export const clockTicketPartition = (tenant: Tenant): string => inTenant(tenant, 'clock-ticket');
export const clockTicketKey = (tenant: Tenant, position: string): Key => ({ pk: clockTicketPartition(tenant), sk: position });
/** Places of the running advances of an account (`runs/clock-places.ts`). */
export const clockPlacePartition = (tenant: Tenant): string => inTenant(tenant, 'clock-place');
export const clockPlaceKey = (tenant: Tenant, place: number): Key => ({ pk: clockPlacePartition(tenant), sk: String(place) });
/** Partition of the places of the running advances of all accounts. */
export const CLOCK_PLACES = 'S#clock-places';
export const sharedClockPlaceKey = (place: number): Key => ({ pk: CLOCK_PLACES, sk: String(place) });
/** Partition of the accounts whose advances wait for one of these places. */
export const CLOCKS_WAITING = 'S#clocks-waiting';
export const clocksWaitingKey = (accountId: string): Key => ({ pk: CLOCKS_WAITING, sk: accountId });

/** Number of counter items per subscription, so that many usage records can be written concurrently. */
const USAGE_COUNTERS = 8;
export const usageCounterKey = (tenant: Tenant, subscriptionId: string, counter: number): Key => ({
  pk: inTenant(tenant, 'usage-counter'),
  sk: `${subscriptionId}#${counter}`,
});
export const usageCounterKeys = (tenant: Tenant, subscriptionId: string): readonly Key[] =>
  Array.from({ length: USAGE_COUNTERS }, (_, counter) => usageCounterKey(tenant, subscriptionId, counter));
/** Number of partitions of an account's usage events, so that no partition takes more than a fraction of the writes. */
const USAGE_EVENT_PARTITIONS = 64;
export const usageEventKey = (tenant: Tenant, id: string): Key => ({
  pk: inTenant(tenant, `usage-event-${hashOf(id) % USAGE_EVENT_PARTITIONS}`),
  sk: id,
});
/** Number of partitions of the parent index with the usage events of one subscription. */
const USAGE_EVENT_LISTS = 4;
const usageEventList = (tenant: Tenant, subscriptionId: string, list: number): string =>
  inTenant(tenant, `usage-event-list#${subscriptionId}#${list}`);
export const usageEventLists = (tenant: Tenant, subscriptionId: string): readonly string[] =>
  Array.from({ length: USAGE_EVENT_LISTS }, (_, list) => usageEventList(tenant, subscriptionId, list));
export const usageEventListOf = (tenant: Tenant, subscriptionId: string, id: string): string =>
  usageEventList(tenant, subscriptionId, hashOf(id) % USAGE_EVENT_LISTS);
/** State of a meter in a period of a subscription. `entry`: the text `value`, or the hash of a property value that was counted. */
export const meterStateKey = (
  tenant: Tenant,
  { subscriptionId, meterId, start, entry }: { subscriptionId: string; meterId: string; start: number; entry: string },
): Key => ({ pk: inTenant(tenant, `meter-state#${subscriptionId}`), sk: `${meterId}#${start}#${entry}` });
/** Number of the counter that counts a usage record, or the usage events of a transaction. `recordId`: id of the record or transaction. */
export const usageCounterOf = (recordId: string): number => hashOf(recordId) % USAGE_COUNTERS;
