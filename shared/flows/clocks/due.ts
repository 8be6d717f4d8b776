import type { Aggregate, BaseRecord } from '../../domain/aggregate.ts';
import { withEachKind } from '../../domain/payables.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { TestClock } from '../../domain/test-clock/record.ts';
import { type ClockDue, duesOnClock, triedOf } from '../../store/core/clock-dues.ts';
import { dueSortKey, keyOf, objectKey } from '../../store/core/keys.ts';
import type { Store } from '../../store/writer/store.ts';
import { allOf } from '../load/records.ts';

/**
 * What is due next on the clock up to its target, with up to `most` in all that are due at the same moment in the same way; none:
 * nothing is due any more. `skips`: what is not to be processed again.
 */
export const nextDues = async (
  store: Store,
  tenant: Tenant,
  clock: TestClock,
  untilSeconds: number,
  { most, skips }: { readonly most: number; readonly skips: (due: ClockDue) => boolean },
): Promise<readonly ClockDue[]> => {
  const dues = clock.duesListed
    ? duesOnClock(store.table, tenant, clock.id, untilSeconds)
    : await duesOfRecords(store, tenant, clock.id, untilSeconds);
  const found: ClockDue[] = [];
  for await (const due of dues) {
    const [first = due] = found;
    if (found.length >= most || due.at !== first.at || (found.length > 0 && due.kind !== first.kind)) break;
    if (!skips(due)) found.push(due);
  }
  return found;
};

/** What the records that live on a clock say is due, earliest first. It takes reading them all. */
const duesOfRecords = async (store: Store, tenant: Tenant, clockId: string, untilSeconds: number): Promise<readonly ClockDue[]> => {
  const of = async <R extends BaseRecord>(aggregate: Aggregate<R>): Promise<readonly Omit<ClockDue, 'tried'>[]> => {
    const records = await allOf(store, aggregate, tenant, { parentId: clockId });
    return records.flatMap((record) => {
      const due = aggregate.dueOf?.(record) ?? null;
      if (due === null || due.at > untilSeconds) return [];
      return [{ kind: due.kind, at: due.at, id: record.id, key: objectKey(aggregate, tenant, record.id) }];
    });
  };
  const dues = (await Promise.all([of(subscriptionAggregate), ...withEachKind(({ aggregate }) => of(aggregate))])).flat();
  const items = await store.table.batchGet(dues.map(({ key }) => key));
  const order = ({ at, kind, id }: Omit<ClockDue, 'tried'>): string => dueSortKey(at, String(kind), id);
  return dues
    .map((due) => ({ ...due, tried: triedOf(items.get(keyOf(due.key.pk, due.key.sk))) }))
    .sort((left, right) => (order(left) < order(right) ? -1 : 1));
};
