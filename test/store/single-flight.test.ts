import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flightKey } from '../../shared/store/core/keys.ts';
import { singleFlight } from '../../shared/store/core/single-flight.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { deferred } from '../support/deferred.ts';
import { type EngineFixture, openFixture } from './support.ts';

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await openFixture('dynoxide');
}, 120_000);
afterAll(() => fixture.stop());

const LEASE_MS = 30_000;

/** Work that runs until `end` is called. */
const heldWork = () => {
  let runs = 0;
  const { promise, resolve } = deferred<void>();
  const work = (): Promise<void> => {
    runs += 1;
    return promise;
  };
  return { work, end: resolve, runs: () => runs };
};

/** Number of refused puts. */
let refused = 0;

/** A table that counts refused puts: one for each caller that finds the work running. */
const countingRefusals = (table: Table): Table => ({
  ...table,
  put: (input) =>
    table.put(input).catch((error: unknown) => {
      refused += 1;
      throw error;
    }),
});

const runOnce = (
  key: ReturnType<typeof flightKey>,
  work: () => Promise<void>,
  pausesMs: readonly number[] = [10, 20, 40, 80, 160, 320, 640],
) => singleFlight(countingRefusals(fixture.table), key, { nowMs: () => fixture.clock.nowMs, leaseMs: LEASE_MS, pausesMs }, work);

describe('a single flight (at most one execution per key at a time)', () => {
  it('runs once for concurrent callers, which wait for its end', async () => {
    const key = flightKey(fixture.tenant(), 'a');
    const { work, end, runs } = heldWork();
    const first = runOnce(key, work);
    await expect.poll(runs).toBe(1);
    const before = refused;
    const others = Array.from({ length: 5 }, () => runOnce(key, work));
    await expect.poll(() => refused - before).toBe(5);
    end();
    expect([await first, ...(await Promise.all(others))]).toEqual(['did', ...Array(5).fill('waited')]);
    expect(runs()).toBe(1);
  });

  it('runs again for later callers and for another key', async () => {
    const tenant = fixture.tenant();
    let runs = 0;
    const work = async (): Promise<void> => {
      runs += 1;
    };
    for (const name of ['a', 'a', 'b']) expect(await runOnce(flightKey(tenant, name), work)).toBe('did');
    expect(runs).toBe(3);
  });

  it('returns under_way if it still runs after the last pause of a caller', async () => {
    const key = flightKey(fixture.tenant(), 'a');
    const { work, end, runs } = heldWork();
    const first = runOnce(key, work);
    await expect.poll(runs).toBe(1);
    expect(await runOnce(key, work, [1, 1])).toBe('under_way');
    end();
    await first;
    expect(runs()).toBe(1);
  });

  it('can run again after its work failed', async () => {
    const key = flightKey(fixture.tenant(), 'a');
    await expect(runOnce(key, () => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer');
    expect(await runOnce(key, async () => undefined)).toBe('did');
  });

  it('runs for another caller after the lease has expired, and the first caller does not release the new lease', async () => {
    const key = flightKey(fixture.tenant(), 'a');
    const [first, second] = [heldWork(), heldWork()];
    const firstRun = runOnce(key, first.work);
    await expect.poll(first.runs).toBe(1);
    fixture.clock.nowMs += LEASE_MS;
    const secondRun = runOnce(key, second.work);
    await expect.poll(second.runs).toBe(1);
    first.end();
    expect(await firstRun).toBe('did');
    expect(await runOnce(key, async () => undefined, [1])).toBe('under_way');
    second.end();
    expect(await secondRun).toBe('did');
  });
});
