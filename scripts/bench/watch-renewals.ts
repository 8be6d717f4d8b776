import { setTimeout as pause } from 'node:timers/promises';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { objectKey } from '../../shared/store/core/keys.ts';
import { storedOf } from '../../shared/store/core/objects.ts';
import type { Table } from '../../shared/store/core/table.ts';
import type { Filled } from './fill/subscriptions.ts';
import type { Done } from './verdict.ts';

/** One read of so many, so often: the engine has other things to do. */
const LOOK_AT = 100;
const LOOK_EVERY_MS = 200;

interface Watched {
  readonly tenant: Tenant;
  readonly id: string;
}

/** The ids of those whose current period began at `dueAt` or later: charged, and the charge settled. */
const renewedAmong = async (table: Table, watched: readonly Watched[], dueAt: number): Promise<ReadonlySet<string>> => {
  const items = await table.batchGet(watched.map(({ tenant, id }) => objectKey(subscriptionAggregate, tenant, id)));
  const records = [...items.values()].map((item) => storedOf(subscriptionAggregate, item).record);
  return new Set(records.filter((record) => record.currentPeriodStart >= dueAt && record.renewal === null).map(({ id }) => id));
};

/** Waits until every subscription that fell due at `dueAt` is renewed, or `forMs` have passed, and tells how many were. */
export const watchRenewals = async (
  table: Table,
  filled: readonly Filled[],
  { dueAt, forMs }: { readonly dueAt: number; readonly forMs: number },
): Promise<Done> => {
  const started = performance.now();
  const passedMs = (): number => performance.now() - started;
  let left: readonly Watched[] = filled.flatMap(({ tenant, subscriptionIds }) => subscriptionIds.map((id) => ({ tenant, id })));
  const of = left.length;
  while (left.length > 0 && passedMs() < forMs) {
    const looked = left.slice(0, LOOK_AT);
    const renewed = await renewedAmong(table, looked, dueAt);
    left = left.filter(({ id }) => !renewed.has(id));
    if (renewed.size < looked.length) await pause(LOOK_EVERY_MS);
  }
  const seconds = passedMs() / 1000;
  const late = await renewedAmong(table, left, dueAt);
  return { count: of - left.length + late.size, of, seconds };
};
