import { BILLING_LISTS, type BillingList, type DueKind } from '../../domain/due.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { type DueEntry, dueEntriesIn, duePage } from '../core/due.ts';
import {
  billingListPartition,
  dueSortKey,
  keyText,
  markerKey,
  markerShard,
  markerShardOf,
  movedSortKey,
  runBegunKey,
  runKey,
  tenantOfPartition,
} from '../core/keys.ts';
import { conditionMet, type Item, type Table } from '../core/table.ts';
import { begunIn } from './lease.ts';

/**
 * A tenant's marker is a due entry that represents the entries in the tenant's billing lists. The sweep reads only markers, so its work
 * depends on the number of tenants, not on the number of their subscriptions. A marker is never deleted.
 *
 * A process that moves a marker reads the lists and moves the marker to their earliest entry, at most `HORIZON_SECONDS` ahead. So an entry
 * beyond this horizon needs no announcement. Before an earlier entry is written, `announceBilling` sets the marker to now. The index shows
 * an entry only some time after its announcement, so for `SETTLING_SECONDS` the marker moves at most a minute ahead.
 */
const HORIZON_SECONDS = 6 * 3600;
/** Longer than the time from an announcement until the index shows the entry, which includes the write of the entry and its retries. */
const SETTLING_SECONDS = 300;
/**
 * A process does not repeat an announcement for this long, so an entry can be written up to this long after the announcement. Even then,
 * the index shows the entry within `SETTLING_SECONDS` of the announcement.
 */
const ANNOUNCED_SECONDS = 120;
/** Time between two checks of a marker that is settling. */
const CHECK_SECONDS = 60;

/** By table and tenant: when this process last announced work; 0 if it has not, but knows that the tenant has a marker. */
const announcementsByTable = new WeakMap<object, Map<string, number>>();
const MAX_KNOWN_TENANTS = 10_000;

const announcementsOf = ({ identity }: Table): Map<string, number> => {
  const known = announcementsByTable.get(identity);
  if (known !== undefined && known.size < MAX_KNOWN_TENANTS) return known;
  const empty = new Map<string, number>();
  announcementsByTable.set(identity, empty);
  return empty;
};

const nameOf = ({ accountId, mode }: Tenant): string => `${accountId}#${mode}`;

const MARKER_KIND: DueKind = 'billing_run';

/**
 * Makes sure that a sweep finds an entry of the tenant's billing lists that is due at `dueAt`. Call it before the entry is written: a
 * marker without due entries does no harm. Usually makes no call to the table.
 */
export const announceBilling = async (table: Table, tenant: Tenant, dueAt: number, now: number): Promise<void> => {
  const announcements = announcementsOf(table);
  const announcedAt = announcements.get(nameOf(tenant)) ?? null;
  if (dueAt > now + HORIZON_SECONDS + SETTLING_SECONDS) {
    if (announcedAt !== null) return;
    // A marker has no due time if its first announcement was interrupted.
    if ((await table.get(markerKey(tenant)))?.dsk === undefined) await moveEarlier(table, tenant, now + HORIZON_SECONDS);
    announcements.set(nameOf(tenant), 0);
    return;
  }
  if (announcedAt !== null && announcedAt <= now && now - announcedAt < ANNOUNCED_SECONDS) return;
  const marker = await table.update({
    Key: markerKey(tenant),
    UpdateExpression: 'SET announced_at = :now',
    ExpressionAttributeValues: { ':now': now },
    ReturnValues: 'ALL_NEW',
  });
  if (!(Number(marker.due_at) <= now)) await moveEarlier(table, tenant, now);
  announcements.set(nameOf(tenant), now);
};

/** Moves the marker to the earlier time `at`, unless the marker is due by then. Creates a missing marker. */
const moveEarlier = async (table: Table, tenant: Tenant, at: number): Promise<void> => {
  await conditionMet(
    table.update({
      Key: markerKey(tenant),
      UpdateExpression: 'SET t = :type, dpk = :dpk, dsk = :dsk, due_kind = :kind, due_at = :at',
      ConditionExpression: 'attribute_not_exists(due_at) OR due_at > :at',
      ExpressionAttributeValues: {
        ':type': 'billing_marker',
        ':dpk': markerShardOf(tenant),
        ':dsk': dueSortKey(at, MARKER_KIND, nameOf(tenant)),
        ':kind': MARKER_KIND,
        ':at': at,
      },
    }),
  );
};

/** The marker of a tenant as it was read. */
export interface Marker {
  readonly dsk: string;
  readonly at: number;
  /** Unix seconds of the last announcement; `null`: none. */
  readonly announcedAt: number | null;
}

const markerIn = (item: Item): Marker => ({
  dsk: String(item.dsk),
  at: Number(item.due_at),
  announcedAt: item.announced_at === undefined ? null : Number(item.announced_at),
});

/** Marker of a tenant, and the lease of its billing run. */
export interface RunStatus {
  readonly marker: Marker | null;
  /** When the lease expires, in milliseconds since the epoch; `null`: no run has the lease. */
  readonly leasedUntilMs: number | null;
  /** Whether the last run was interrupted, or ended while charges had no outcome. */
  readonly isUnfinished: boolean;
}

export const readRunStatus = async (table: Table, tenant: Tenant): Promise<RunStatus> => {
  const keys = [markerKey(tenant), runKey(tenant), runBegunKey(tenant)];
  const items = await table.batchGet(keys);
  const [marker, lease, begun] = keys.map(({ pk, sk }) => items.get(keyText(pk, sk)));
  return {
    marker: marker?.dsk === undefined ? null : markerIn(marker),
    leasedUntilMs: lease?.expires_at_ms === undefined ? null : Number(lease.expires_at_ms),
    isUnfinished: begunIn(lease, begun).length > 0,
  };
};

/** Yields the tenants of a marker shard whose markers are due at `untilSeconds` or before, earliest first. */
export async function* tenantsDue(table: Table, shard: number, untilSeconds: number): AsyncGenerator<Tenant & { readonly at: number }> {
  for await (const { pk, at } of dueEntriesIn(table, markerShard(shard), untilSeconds)) yield { ...tenantOfPartition(pk), at };
}

/** Due time of the earliest entry in the tenant's billing lists; infinite if none is due within `HORIZON_SECONDS`. */
export const earliestBilling = async (table: Table, tenant: Tenant, now: number): Promise<number> => {
  const range = { after: '', untilSeconds: now + HORIZON_SECONDS, limit: 1 };
  const firsts = await Promise.all(BILLING_LISTS.map((list) => duePage(table, billingListPartition(tenant, list), range)));
  return Math.min(...firsts.flatMap(([first]) => first?.at ?? []));
};

/** Moves an entry from a shard, where a former release stored it, to the tenant's billing list. */
export const moveToList = async (table: Table, entry: DueEntry, list: BillingList, now: number): Promise<void> => {
  const tenant = tenantOfPartition(entry.pk);
  await announceBilling(table, tenant, entry.at, now);
  await conditionMet(
    table.update({
      Key: { pk: entry.pk, sk: entry.sk },
      UpdateExpression: 'SET dpk = :list',
      ConditionExpression: 'dsk = :dsk',
      ExpressionAttributeValues: { ':list': billingListPartition(tenant, list), ':dsk': entry.dsk },
    }),
  );
};

/**
 * Moves a marker to `at`, but at most `HORIZON_SECONDS` ahead, and at most a minute ahead while it is settling. `marker` must have been
 * read before the lists. Does nothing if the marker has changed since.
 */
export const moveMarker = async (table: Table, tenant: Tenant, { announcedAt, dsk }: Marker, at: number, now: number): Promise<void> => {
  const isSettling = announcedAt !== null && now - announcedAt < SETTLING_SECONDS;
  const to = Math.min(at, now + (isSettling ? CHECK_SECONDS : HORIZON_SECONDS));
  await conditionMet(
    table.update({
      Key: markerKey(tenant),
      UpdateExpression: 'SET dsk = :to, due_at = :at',
      ConditionExpression: `dsk = :from AND ${announcedAt === null ? 'attribute_not_exists(announced_at)' : 'announced_at = :announced'}`,
      ExpressionAttributeValues: {
        ':from': dsk,
        ':to': movedSortKey(dsk, to),
        ':at': to,
        ...(announcedAt === null ? {} : { ':announced': announcedAt }),
      },
    }),
  );
};
