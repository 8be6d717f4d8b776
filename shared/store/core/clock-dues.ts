import type { Change, DueWork } from '../../domain/aggregate.ts';
import { type DueKind, dueKindOf } from '../../domain/due.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { clockDueKey, dueSortKey, dueUntil, type Key } from './keys.ts';
import { conditionMet, type Item, type Table, type TransactItem } from './table.ts';

/** Work that is due on a test clock. */
export interface ClockDue {
  /** Current name of the kind; `null` if this release does not know it. */
  readonly kind: DueKind | null;
  /** Unix seconds on the clock. */
  readonly at: number;
  readonly id: string;
  readonly key: Key;
  /** Attempts so far, stored in the item `key`; `null`: none. */
  readonly attempts: Attempts | null;
}

/** Attempts of due work. They are counted per `group`, a text that identifies the advance of the clock and the work's time and kind. */
export interface Attempts {
  readonly group: string;
  readonly tries: number;
}

/** The attempts that are stored in an item; `null`: none. */
export const attemptsOf = (item: Item | undefined): Attempts | null =>
  item?.tried_moment === undefined ? null : { group: String(item.tried_moment), tries: Number(item.tries) };

/** Builds the writes that replace the due entry of a record on a test clock; none if the entry stays the same. */
export const clockDueItems = ({ id, before, after }: Change, tenant: Tenant): readonly TransactItem[] => {
  const [previousEntry, newEntry] = [entryOf(tenant, id, before?.due), entryOf(tenant, id, after?.due)];
  if (previousEntry?.pk === newEntry?.pk && previousEntry?.sk === newEntry?.sk) return [];
  return [
    ...(previousEntry === null ? [] : [{ Delete: { Key: { pk: previousEntry.pk, sk: previousEntry.sk } } }]),
    ...(newEntry === null ? [] : [{ Put: { Item: newEntry } }]),
  ];
};

const entryOf = (tenant: Tenant, id: string, due: DueWork | null | undefined) =>
  due?.clockId
    ? { ...clockDueKey(tenant, due.clockId, dueSortKey(due.at, due.kind, id)), t: 'clock_due', due_kind: due.kind, due_at: due.at, id }
    : null;

/** Entries per query: as many as one step of an advance processes. */
const PAGE = 100;

/** Yields due entries of the clock up to `untilSeconds`, earliest first, page by page. Strongly consistent. */
export async function* duesOnClock(table: Table, tenant: Tenant, clockId: string, untilSeconds: number): AsyncGenerator<ClockDue> {
  let startKey: Record<string, unknown> | undefined;
  do {
    const { items, lastKey } = await table.query({
      KeyConditionExpression: 'pk = :clock AND sk < :until',
      ExpressionAttributeValues: { ':clock': clockDueKey(tenant, clockId, '').pk, ':until': dueUntil(untilSeconds) },
      Limit: PAGE,
      ...(startKey === undefined ? {} : { ExclusiveStartKey: startKey }),
    });
    yield* items.map(listedDue);
    startKey = lastKey;
  } while (startKey !== undefined);
}

const listedDue = (item: Item): ClockDue => {
  const id = String(item.id);
  return {
    kind: dueKindOf(String(item.due_kind), id),
    at: Number(item.due_at),
    id,
    key: { pk: item.pk, sk: item.sk },
    attempts: attemptsOf(item),
  };
};

/**
 * Counts an attempt of due work and returns its number, which starts at 1 for each `group`. Stores nothing if the work is no longer due.
 */
export const countAttempt = async (table: Table, { key, attempts }: ClockDue, group: string): Promise<number> => {
  const tries = attempts?.group === group ? attempts.tries + 1 : 1;
  await conditionMet(
    table.update({
      Key: key,
      UpdateExpression: 'SET tried_moment = :group, tries = :tries',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':group': group, ':tries': tries },
    }),
  );
  return tries;
};

/** The latest time that a sort key can contain. */
const LATEST = 10 ** 12 - 1;

/** Deletes the due entries of a clock whose objects are all deleted. Earlier releases deleted objects without their due entries. */
export const deleteDuesOnClock = async (table: Table, tenant: Tenant, clockId: string): Promise<void> => {
  for await (const { key } of duesOnClock(table, tenant, clockId, LATEST)) await table.delete({ Key: key });
};
