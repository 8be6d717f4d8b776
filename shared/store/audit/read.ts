import type { Tenant } from '../../domain/tenant.ts';
import { filteredPage, type KeyList, type Tail } from '../core/filtered.ts';
import { accountAuditPartition, auditLists, auditPartition } from '../core/keys.ts';
import type { Item, Table } from '../core/table.ts';
import { type AuditEntry, entryIn } from './entries.ts';

/** What an entry must say exactly; a value left out fits all [AUD-02]. */
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

/** The mode's own entries and those of the whole account [AUD-25]. */
const partitionsOf = (tenant: Tenant): readonly string[] => [auditPartition(tenant), accountAuditPartition(tenant.accountId)];

/** The entry with this id; `null` when the tenant has none, or its time is over: the table removes such items only days later. */
export const findAuditEntry = async (table: Table, tenant: Tenant, id: string, nowMs: number): Promise<AuditEntry | null> => {
  const items = await table.batchGet(partitionsOf(tenant).map((pk) => ({ pk, sk: id })));
  const [item] = items.values();
  return item === undefined || Number(item.ttl) * 1000 <= nowMs ? null : entryIn(item);
};

/** Sorts above every id, and below the listings of entries. */
const NEWEST = 'al_~';
/** Entries read next to a page of them: newer than what an index may not have yet. */
const READ_AHEAD = 30;

/**
 * A page of the tenant's entries, newest first: both partitions merged by their ids, which are ordered by time. A bounded
 * number of rounds whatever the filter: every filter, and every two of them, has a list to be found through.
 */
export const pageOfAudit = async (
  table: Table,
  tenant: Tenant,
  query: AuditQuery,
): Promise<{ readonly entries: readonly AuditEntry[]; readonly hasMore: boolean }> => {
  const { limit, startingAfter, filter, nowMs } = query;
  const wanted = (Object.entries(filter) as [keyof AuditFilter, string | undefined][]).filter(([, value]) => value !== undefined);
  const decode = (item: Item): AuditEntry | null => {
    const entry = entryIn(item);
    return Number(item.ttl) * 1000 > nowMs && wanted.every(([name, value]) => entry[name] === value) ? entry : null;
  };
  const newestBelow = (before: string | null, count: number): Promise<Tail<AuditEntry>> =>
    newestEntries(table, partitionsOf(tenant), before, count, decode);
  if (wanted.length === 0) return wholePage(limit, startingAfter, newestBelow);
  const { items, hasMore } = await filteredPage<AuditEntry>(table, {
    limit,
    before: startingAfter,
    lists: partitionsOf(tenant).map((pk) => listFor(pk, filter)),
    tail: () => newestBelow(startingAfter, limit + READ_AHEAD),
    decode,
  });
  return { entries: items, hasMore };
};

/** A page without a filter, where every entry counts. */
const wholePage = async (
  limit: number,
  startingAfter: string | null,
  newestBelow: (before: string | null, count: number) => Promise<Tail<AuditEntry>>,
): Promise<{ readonly entries: readonly AuditEntry[]; readonly hasMore: boolean }> => {
  const entries: AuditEntry[] = [];
  let before = startingAfter;
  for (;;) {
    const { found, readTo } = await newestBelow(before, limit + 1 - entries.length);
    entries.push(...found);
    if (entries.length > limit || readTo === null) return { entries: entries.slice(0, limit), hasMore: entries.length > limit };
    before = readTo;
  }
};

/** The list that knows most of the filter; an action is always about the same type of resource, and what one resource went through is short. */
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

/** The newest entries of all partitions, down to where the first of them was not read to its end. */
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
        ExpressionAttributeValues: { ':pk': pk, ':before': before ?? NEWEST },
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
  const found = items.sort((one, other) => (one.sk < other.sk ? 1 : -1)).flatMap((item) => decode(item) ?? []);
  return { found, readTo: frontier ?? null };
};
