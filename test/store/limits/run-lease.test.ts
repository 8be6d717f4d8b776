import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runKey } from '../../../shared/store/core/keys.ts';
import { acquireRunLease, RUN_LEASE_MS, releaseRunLease, setRunBegun } from '../../../shared/store/runs/lease.ts';
import { ENGINES } from '../../support/engine.ts';
import { type EngineFixture, openFixture } from '../support.ts';

describe.each(ENGINES)('the lease of a billing run on %s', (kind) => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await openFixture(kind);
  });
  afterAll(() => fixture.stop());

  it('stays small however many charges the run has begun', async () => {
    const { table, clock } = fixture;
    const tenant = fixture.tenant();
    const ids = Array.from({ length: 500 }, (_, index) => `sub_${index}`);
    await acquireRunLease(table, tenant, 'run_large', clock.nowMs);
    expect(await setRunBegun(table, tenant, 'run_large', ids, clock.nowMs)).toBe(true);
    // Each transaction of the run checks the lease, so a large lease would be expensive.
    expect(JSON.stringify(await table.get(runKey(tenant))).length).toBeLessThan(300);
    expect(await acquireRunLease(table, tenant, 'run_large', clock.nowMs)).toEqual({ kind: 'acquired', begun: ids });
  });

  it('can be lost: the former run cannot store charges or release the lease, and the next run gets the stored charges', async () => {
    const { table, clock } = fixture;
    const tenant = fixture.tenant();
    await acquireRunLease(table, tenant, 'run_first', clock.nowMs);
    await setRunBegun(table, tenant, 'run_first', ['sub_1'], clock.nowMs);
    const laterMs = clock.nowMs + RUN_LEASE_MS;
    await acquireRunLease(table, tenant, 'run_second', laterMs);
    expect(await setRunBegun(table, tenant, 'run_first', ['sub_2'], laterMs)).toBe(false);
    expect(await releaseRunLease(table, tenant, 'run_first', [])).toBe(false);
    expect(await acquireRunLease(table, tenant, 'run_second', laterMs)).toEqual({ kind: 'acquired', begun: ['sub_1'] });
  });
});
