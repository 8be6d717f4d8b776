import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flightKey } from '../../shared/store/core/keys.ts';
import { singleFlight } from '../../shared/store/core/single-flight.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { type Fixture, openFixture } from './support.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture('dynoxide');
}, 120_000);
afterAll(() => fixture.stop());

const LEASE_MS = 30_000;

/** Work that continues until it is instructed to end. */
const heldWork = () => {
  let runs = 0;
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const work = async (): Promise<void> => {
    runs += 1;
    await ended;
  };
  return { work, end, runs: () => runs };
};

let refused = 0;

/** Counts the callers who found it under way. */
const counted = (table: Table): Table => ({
  ...table,
  put: (input) =>
    table.put(input).catch((error: unknown) => {
      refused += 1;
      throw error;
    }),
});

const fly = (key: ReturnType<typeof flightKey>, work: () => Promise<void>, pausesMs: readonly number[] = [10, 20, 40, 80, 160, 320, 640]) =>
  singleFlight(counted(fixture.table), key, { nowMs: () => fixture.clock.nowMs, leaseMs: LEASE_MS, pausesMs }, work);

describe('a single flight', () => {
  it('is flown once for all who ask at once, and they wait for its end', async () => {
    const key = flightKey(fixture.tenant(), 'a');
    const { work, end, runs } = heldWork();
    const first = fly(key, work);
    await expect.poll(runs).toBe(1);
    const before = refused;
    const others = Array.from({ length: 5 }, () => fly(key, work));
    await expect.poll(() => refused - before).toBe(5);
    end();
    expect([await first, ...(await Promise.all(others))]).toEqual(['did', ...Array(5).fill('waited')]);
    expect(runs()).toBe(1);
  });

  it('is flown anew by who comes later, and under another name', async () => {
    const tenant = fixture.tenant();
    let runs = 0;
    const work = async (): Promise<void> => {
      runs += 1;
    };
    for (const name of ['a', 'a', 'b']) expect(await fly(flightKey(tenant, name), work)).toBe('did');
    expect(runs).toBe(3);
  });

  it('is waited for no longer than patience goes', async () => {
    const key = flightKey(fixture.tenant(), 'a');
    const { work, end, runs } = heldWork();
    const first = fly(key, work);
    await expect.poll(runs).toBe(1);
    expect(await fly(key, work, [1, 1])).toBe('under_way');
    end();
    await first;
    expect(runs()).toBe(1);
  });

  it('is free again when its work failed', async () => {
    const key = flightKey(fixture.tenant(), 'a');
    await expect(fly(key, () => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer');
    expect(await fly(key, async () => undefined)).toBe('did');
  });

  it('is taken over from somebody who was not heard of for a lease, who then releases nothing', async () => {
    const key = flightKey(fixture.tenant(), 'a');
    const [dead, second] = [heldWork(), heldWork()];
    const lost = fly(key, dead.work);
    await expect.poll(dead.runs).toBe(1);
    fixture.clock.nowMs += LEASE_MS;
    const taken = fly(key, second.work);
    await expect.poll(second.runs).toBe(1);
    dead.end();
    expect(await lost).toBe('did');
    expect(await fly(key, async () => undefined, [1])).toBe('under_way');
    second.end();
    expect(await taken).toBe('did');
  });
});
