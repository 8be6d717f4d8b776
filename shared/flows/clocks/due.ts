import type { Aggregate, BaseRecord } from '../../domain/aggregate.ts';
import { withEachKind } from '../../domain/payable/payables.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { TestClock } from '../../domain/test-clock/record.ts';
import { attemptsOf, type ClockDue, duesOnClock } from '../../store/core/clock-dues.ts';
import { dueSortKey, keyText, objectKey } from '../../store/core/keys.ts';
import type { Store } from '../../store/writer/store.ts';
import { loadAll } from '../load/records.ts';

/**
 * Returns the earliest due work on the clock until `untilSeconds`: at most `most` entries of the same time and kind; empty: nothing is due.
 * Leaves out entries for which `skips` returns true.
 */
export const findNextDues = async (
  store: Store,
  tenant: Tenant,
  clock: TestClock,
  untilSeconds: number,
  { most, skips }: { readonly most: number; readonly skips: (due: ClockDue) => boolean },
): Promise<readonly ClockDue[]> => {
  const dues = clock.duesListed
    ? duesOnClock(store.table, tenant, clock.id, untilSeconds)
    : await loadDuesOfRecords(store, tenant, clock.id, untilSeconds);
  const selected: ClockDue[] = [];
  for await (const due of dues) {
    const [first = due] = selected;
    if (selected.length >= most || due.at !== first.at || (selected.length > 0 && due.kind !== first.kind)) break;
    if (!skips(due)) selected.push(due);
  }
  return selected;
};

/** Computes the due work of a clock from all records on the clock, earliest first. For clocks that a former release created. */
const loadDuesOfRecords = async (store: Store, tenant: Tenant, clockId: string, untilSeconds: number): Promise<readonly ClockDue[]> => {
  const duesOf = async <R extends BaseRecord>(aggregate: Aggregate<R>): Promise<readonly Omit<ClockDue, 'attempts'>[]> => {
    const records = await loadAll(store, aggregate, tenant, { parentId: clockId });
    return records.flatMap((record) => {
      const due = aggregate.dueOf?.(record) ?? null;
      if (due === null || due.at > untilSeconds) return [];
      return [{ kind: due.kind, at: due.at, id: record.id, key: objectKey(aggregate, tenant, record.id) }];
    });
  };
  const dues = (await Promise.all([duesOf(subscriptionAggregate), ...withEachKind(({ aggregate }) => duesOf(aggregate))])).flat();
  const items = await store.table.batchGet(dues.map(({ key }) => key));
  const order = ({ at, kind, id }: Omit<ClockDue, 'attempts'>): string => dueSortKey(at, String(kind), id);
  return dues
    .map((due) => ({ ...due, attempts: attemptsOf(items.get(keyText(due.key.pk, due.key.sk))) }))
    .sort((left, right) => (order(left) < order(right) ? -1 : 1));
};
