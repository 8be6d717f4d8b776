import { setTimeout as pause } from 'node:timers/promises';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { objectKey } from '../../shared/store/core/keys.ts';
import { storedOf } from '../../shared/store/core/objects.ts';
import type { Table } from '../../shared/store/core/table.ts';
import type { FilledSubscriptions } from './fill/subscriptions.ts';
import type { Progress } from './verdict.ts';

/** Small polls with long pauses hardly load the database engine. */
const POLL_SIZE = 100;
const POLL_EVERY_MS = 200;

interface Watched {
  readonly tenant: Tenant;
  readonly id: string;
}

/** Returns the ids of subscriptions that are renewed, meaning charged and settled: their current period began at `dueAt` or later. */
const fetchRenewedIds = async (table: Table, watched: readonly Watched[], dueAt: number): Promise<ReadonlySet<string>> => {
  const items = await table.batchGet(watched.map(({ tenant, id }) => objectKey(subscriptionAggregate, tenant, id)));
  const records = [...items.values()].map((item) => storedOf(subscriptionAggregate, item).record);
  return new Set(records.filter((record) => record.currentPeriodStart >= dueAt && record.renewal === null).map(({ id }) => id));
};

/** Waits until every subscription due at `dueAt` is renewed or `forMs` have passed; returns how many were renewed. */
export const watchRenewals = async (
  table: Table,
  filled: readonly FilledSubscriptions[],
  { dueAt, forMs }: { readonly dueAt: number; readonly forMs: number },
): Promise<Progress> => {
  const started = performance.now();
  const passedMs = (): number => performance.now() - started;
  let remaining: readonly Watched[] = filled.flatMap(({ tenant, subscriptionIds }) => subscriptionIds.map((id) => ({ tenant, id })));
  const total = remaining.length;
  while (remaining.length > 0 && passedMs() < forMs) {
    const polled = remaining.slice(0, POLL_SIZE);
    const renewed = await fetchRenewedIds(table, polled, dueAt);
    remaining = remaining.filter(({ id }) => !renewed.has(id));
    if (renewed.size < polled.length) await pause(POLL_EVERY_MS);
  }
  const seconds = passedMs() / 1000;
  const renewedAtEnd = await fetchRenewedIds(table, remaining, dueAt);
  return { count: total - remaining.length + renewedAtEnd.size, of: total, seconds };
};
