import type { Change, Due } from '../../domain/aggregate.ts';
import { type DueKind, dueKindOf } from '../../domain/due.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { clockDueKey, dueSortKey, dueUntil, type Key } from './keys.ts';
import { conditionFailure, type Item, type Table, type TransactItem } from './table.ts';

/** An item of work due on a test clock. */
export interface ClockDue {
  /** Current name of the kind; `null` if this release does not know it. */
  readonly kind: DueKind | null;
  /** Unix seconds on the clock. */
  readonly at: number;
  readonly id: string;
  /** Key of the item that counts its attempts. */
  readonly key: Key;
  readonly tried: Attempts | null;
}

/** Number of attempts during one advance of the clock; `moment` identifies the advance. */
export interface Attempts {
  readonly moment: string;
  readonly tries: number;
}

/** The counted attempts of an item. */
export const attemptsOf = (item: Item | undefined): Attempts | null =>
  item?.tried_moment === undefined ? null : { moment: String(item.tried_moment), tries: Number(item.tries) };

/** Builds the writes that move a record's due entry on its test clock. */
export const clockDueItems = ({ id, before, after }: Change, tenant: Tenant): readonly TransactItem[] => {
  const [previousEntry, newEntry] = [entryOf(tenant, id, before?.due), entryOf(tenant, id, after?.due)];
  if (previousEntry?.pk === newEntry?.pk && previousEntry?.sk === newEntry?.sk) return [];
  return [
    ...(previousEntry === null ? [] : [{ Delete: { Key: { pk: previousEntry.pk, sk: previousEntry.sk } } }]),
    ...(newEntry === null ? [] : [{ Put: { Item: newEntry } }]),
  ];
};

const entryOf = (tenant: Tenant, id: string, due: Due | null | undefined) =>
  due?.clockId
    ? { ...clockDueKey(tenant, due.clockId, dueSortKey(due.at, due.kind, id)), t: 'clock_due', due_kind: due.kind, due_at: due.at, id }
    : null;

/** Entries per query: the size of one billing run. */
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
    tried: attemptsOf(item),
  };
};

/** Counts an attempt of due work, from 1 for each `moment`. Ignores work that is no longer due. */
export const countAttempt = async (table: Table, { key, tried }: ClockDue, moment: string): Promise<number> => {
  const tries = tried?.moment === moment ? tried.tries + 1 : 1;
  try {
    await table.update({
      Key: key,
      UpdateExpression: 'SET tried_moment = :moment, tries = :tries',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':moment': moment, ':tries': tries },
    });
  } catch (error) {
    if (conditionFailure(error) === null) throw error;
  }
  return tries;
};

/** Sorts after every time. */
const NEVER = 10 ** 12 - 1;

/** Deletes the due entries of a clock that has no objects; earlier releases did not delete these entries with the objects. */
export const deleteDuesOnClock = async (table: Table, tenant: Tenant, clockId: string): Promise<void> => {
  for await (const { key } of duesOnClock(table, tenant, clockId, NEVER)) await table.delete({ Key: key });
};
