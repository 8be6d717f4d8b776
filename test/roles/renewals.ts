import { expect, vi } from 'vitest';
import { openHostData } from '../../scripts/bench/fill/host-data.ts';
import { fillSubscriptions } from '../../scripts/bench/fill/subscriptions.ts';
import { watchRenewals } from '../../scripts/bench/watch-renewals.ts';
import { RUN_SLOTS } from '../../shared/store/core/keys.ts';

/** The steps of a billing run before and after its charge step. They have only the table access that `infra/run-access.ts` names. */
export const RUN_STEPS: readonly string[] = ['schedules-run-prepare', 'schedules-run-settle'];

/**
 * Permissions that `RUN_STEPS` need only in races, after errors, for renewals that are put on hold, in the step that happens to end the
 * run, or if another tenant waits for its run.
 */
export const RARE_IN_RUNS = new RegExp(
  [
    /^ConditionCheckItem A#\*#\*#(?!billing-run)\w+$/,
    /^DeleteItem A#\*#\*#(list#\*|search#\w+)$/,
    /^GetItem A#\*#\*#(billing-marker|billing_hold|log|log#2)$/,
    /^PutItem A#\*#\*#(audit|billing_hold|guard|search#\w+)$/,
    /^UpdateItem A#\*#\*#(billing-marker|subscription)$/,
    /^Query (D#markers#\*|S#run-slots)$/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

const COUNT = 2;
const WITHIN_MS = 60_000;

/**
 * Renews subscriptions in real time on the host with this data directory. Unlike renewals on a test clock, this needs the tenant's lease
 * and a slot for its billing run. Waits until the run has ended.
 */
export const renewInRealTime = async (dataDirectory: string): Promise<void> => {
  const data = openHostData(dataDirectory);
  const { table } = data.flow.store;
  const dueAt = Math.floor(Date.now() / 1000);
  const expectEnd = async (): Promise<void> => {
    const { items } = await table.query({ KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': RUN_SLOTS } });
    expect(items.filter(({ holder }) => holder !== undefined)).toEqual([]);
  };
  try {
    const [account] = await data.makeAccounts(1);
    const filled = await fillSubscriptions(data, String(account?.accountId), { count: COUNT, dueAt });
    await data.sweep();
    const { count } = await watchRenewals(table, [filled], { dueAt, forMs: WITHIN_MS });
    expect(count).toBe(COUNT);
    await vi.waitFor(expectEnd, { timeout: WITHIN_MS, interval: 200 });
  } finally {
    data.close();
  }
};
