import type { Tenant } from '../../domain/tenant.ts';
import { filteredPage, type KeyList, type Tail } from '../core/filtered.ts';
import { accountAuditPartition, auditLists, auditPartition } from '../core/keys.ts';
import type { Item, Table } from '../core/table.ts';
import { type AuditEntry, entryIn } from './entries.ts';

/** Field values to match exactly; an omitted field matches every entry [AUD-02]. */
export interface AuditFilter {
  readonly action?: string | undefined;
  readonly resource_type?: string | undefined;
  readonly resource_id?: string | undefined;
  readonly actor_id?: string | undefined;
}

interface AuditQuery {
  readonly limit: number;
  readonly startingAfter: string | null;
  readonly filter: AuditFilter;
  readonly nowMs: number;
}

/** The two partitions of the tenant's entries: one for the entries of its mode, and one for the account-wide entries [AUD-25]. */
const partitionsOf = (tenant: Tenant): readonly string[] => [auditPartition(tenant), accountAuditPartition(tenant.accountId)];

/** Finds an entry by id; `null` if there is none or it has expired (DynamoDB deletes expired items up to days later). */
export const findAuditEntry = async (table: Table, tenant: Tenant, id: string, nowMs: number): Promise<AuditEntry | null> => {
  const items = await table.batchGet(partitionsOf(tenant).map((pk) => ({ pk, sk: id })));
  const [item] = items.values();
  return item === undefined || Number(item.ttl) * 1000 <= nowMs ? null : entryIn(item);
};

/** Sorts after every entry id, and before the listings (see `listAttributes` in `entries.ts`). */
const AFTER_ALL_IDS = 'al_~';
/** Entries read in addition to a page, because the indexes may not contain the newest entries yet. */
const READ_AHEAD = 30;

/**
 * Reads a page of the tenant's entries, newest first. Merges both partitions by id, which sorts by time. With a filter, reads one index
 * list per partition (see `listFor`).
 */
export const listAudit = async (
  table: Table,
  tenant: Tenant,
  query: AuditQuery,
): Promise<{ readonly entries: readonly AuditEntry[]; readonly hasMore: boolean }> => {
  const { limit, startingAfter, filter, nowMs } = query;
  const conditions = (Object.entries(filter) as [keyof AuditFilter, string | undefined][]).filter(([, value]) => value !== undefined);
  const decode = (item: Item): AuditEntry | null => {
    const entry = entryIn(item);
    return Number(item.ttl) * 1000 > nowMs && conditions.every(([name, value]) => entry[name] === value) ? entry : null;
  };
  const newestBefore = (before: string | null, count: number): Promise<Tail<AuditEntry>> =>
    newestEntries(table, partitionsOf(tenant), before, count, decode);
  if (conditions.length === 0) return unfilteredPage(limit, startingAfter, newestBefore);
  const { items, hasMore } = await filteredPage<AuditEntry>(table, {
    limit,
    before: startingAfter,
    lists: partitionsOf(tenant).map((pk) => listFor(pk, filter)),
    tail: () => newestBefore(startingAfter, limit + READ_AHEAD),
    decode,
  });
  return { entries: items, hasMore };
};

/** Reads a page without a filter. */
const unfilteredPage = async (
  limit: number,
  startingAfter: string | null,
  newestBefore: (before: string | null, count: number) => Promise<Tail<AuditEntry>>,
): Promise<{ readonly entries: readonly AuditEntry[]; readonly hasMore: boolean }> => {
  const entries: AuditEntry[] = [];
  let before = startingAfter;
  for (;;) {
    const { matches, readTo } = await newestBefore(before, limit + 1 - entries.length);
    entries.push(...matches);
    if (entries.length > limit || readTo === null) return { entries: entries.slice(0, limit), hasMore: entries.length > limit };
    before = readTo;
  }
};

/** Chooses the most selective list: one resource has few entries, and an action implies its resource type. */
const listFor = (pk: string, filter: AuditFilter): KeyList => {
  const { actor_id: actorId = '', action = '', resource_type: resourceType = '', resource_id: resourceId = '' } = filter;
  const lists = auditLists(pk, { actorId, action, resourceType, resourceId });
  if (resourceId !== '') return lists.resource;
  if (actorId !== '' && action !== '') return lists.actorAndAction;
  if (actorId !== '' && resourceType !== '') return lists.actorAndType;
  if (actorId !== '') return lists.actor;
  if (action !== '') return lists.action;
  return lists.type;
};

/**
 * Reads the newest entries of all partitions. The reads can end at different sort keys: returns only the entries down to `frontier`, the
 * sort key down to which every partition was read.
 */
const newestEntries = async (
  table: Table,
  partitions: readonly string[],
  before: string | null,
  limit: number,
  decode: (item: Item) => AuditEntry | null,
): Promise<Tail<AuditEntry>> => {
  const reads = await Promise.all(
    partitions.map((pk) =>
      table.query({
        KeyConditionExpression: 'pk = :pk AND sk < :before',
        ExpressionAttributeValues: { ':pk': pk, ':before': before ?? AFTER_ALL_IDS },
        ScanIndexForward: false,
        Limit: limit,
      }),
    ),
  );
  const frontier = reads
    .flatMap(({ lastKey }) => (lastKey === undefined ? [] : String(lastKey.sk)))
    .sort()
    .at(-1);
  const items = reads.flatMap((read) => read.items).filter(({ sk }) => frontier === undefined || sk >= frontier);
  const entries = items.sort((one, other) => (one.sk < other.sk ? 1 : -1)).flatMap((item) => decode(item) ?? []);
  return { matches: entries, readTo: frontier ?? null };
};
