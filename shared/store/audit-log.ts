import type { Tenant } from '../domain/kernel.ts';
import { type AuditEntry, entryIn } from './audit.ts';
import { accountAuditPartition, auditPartition } from './keys.ts';
import type { Table } from './table.ts';

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

/** Sorts above every id. */
const NEWEST = 'al_~';
/** Entries looked at in the first read with a filter; what is rare makes later reads larger, to the most that one returns. */
const READ_AHEAD = 100;
const READ_GROWTH = 4;
const READ_MOST = 1000;
/** After so many reads a page is answered short [PAGE-05], unless it is empty: then its reader would have no cursor to go on with. */
const MAX_ROUNDS = 5;

/** A partition as far as it was read: nothing above `readTo` is unknown. */
interface Source {
  readonly pk: string;
  readonly readTo: string;
  readonly ended: boolean;
}

/**
 * A page of the tenant's entries, newest first: both partitions merged by their ids, which are ordered by time. Only what
 * lies above the point to which every partition was read is known to be complete, and answered.
 */
export const pageOfAudit = async (
  table: Table,
  tenant: Tenant,
  query: AuditQuery,
): Promise<{ readonly entries: readonly AuditEntry[]; readonly hasMore: boolean }> => {
  const { limit } = query;
  let sources: readonly Source[] = partitionsOf(tenant).map((pk) => ({ pk, readTo: query.startingAfter ?? NEWEST, ended: false }));
  let found: readonly AuditEntry[] = [];
  for (let round = 1; ; round += 1) {
    const behind = frontierOf(sources);
    const read = await Promise.all(
      sources.map((source) => (source.ended || source.readTo !== behind ? { source, entries: [] } : readOn(table, source, query, round))),
    );
    sources = read.map(({ source }) => source);
    found = [...found, ...read.flatMap(({ entries }) => entries)].sort((one, other) => (one.id < other.id ? 1 : -1));
    const complete = found.filter(({ id }) => id >= frontierOf(sources));
    if (complete.length > limit) return { entries: complete.slice(0, limit), hasMore: true };
    if (sources.every(({ ended }) => ended)) return { entries: complete, hasMore: false };
    if (round >= MAX_ROUNDS && complete.length > 0) return { entries: complete, hasMore: true };
  }
};

/** The highest point to which a partition that goes on was read; below every id when none goes on. */
const frontierOf = (sources: readonly Source[]): string =>
  sources
    .flatMap(({ readTo, ended }) => (ended ? [] : readTo))
    .sort()
    .at(-1) ?? '';

const readOn = async (
  table: Table,
  source: Source,
  { limit, filter, nowMs }: AuditQuery,
  round: number,
): Promise<{ readonly source: Source; readonly entries: readonly AuditEntry[] }> => {
  const wanted = (Object.entries(filter) as [keyof AuditFilter, string | undefined][]).filter(([, value]) => value !== undefined);
  const { items, lastKey } = await table.query({
    KeyConditionExpression: 'pk = :pk AND sk < :before',
    FilterExpression: '#ttl > :now',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: {
      ':pk': source.pk,
      ':before': source.readTo,
      ':now': Math.floor(nowMs / 1000),
    },
    ScanIndexForward: false,
    Limit: wanted.length === 0 ? limit + 1 : Math.min(READ_MOST, (limit + READ_AHEAD) * READ_GROWTH ** (round - 1)),
  });
  return {
    source: lastKey === undefined ? { ...source, ended: true } : { ...source, readTo: String(lastKey.sk) },
    entries: items.map(entryIn).filter((entry) => wanted.every(([name, value]) => entry[name] === value)),
  };
};
