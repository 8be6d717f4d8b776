import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeAccountToken } from '../../../shared/store/limits/account-limiter.ts';
import {
  debitPage,
  debitPreAuth,
  PAGE_BUCKET,
  PRE_AUTH_BUCKET,
  READ_BUCKET,
  WRITE_BUCKET,
} from '../../../shared/store/limits/rate-limit.ts';
import { ENGINES } from '../../support/engine.ts';
import { type EngineFixture, openFixture } from '../support.ts';

const START_MS = Date.UTC(2026, 0, 1);

describe.each(ENGINES)('the rate limiter on %s', (kind) => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await openFixture(kind);
  }, 120_000);
  afterAll(() => fixture.stop());

  /** Takes tokens of a new tenant concurrently. Returns the tenant and the number of allowed requests. */
  const burst = async (bucket: 'read' | 'write', requests: number) => {
    const tenant = fixture.tenant();
    const results = await Promise.all(Array.from({ length: requests }, () => takeAccountToken(fixture.table, tenant, bucket, 0, START_MS)));
    return { tenant, allowed: results.filter((result) => result.state.allowed).length };
  };

  it('[RATE-05] allows exactly 100 of many concurrent reads', async () => {
    expect((await burst('read', READ_BUCKET.burst + 20)).allowed).toBe(100);
  });

  it('[RATE-07] allows exactly 30 of many concurrent writes', async () => {
    expect((await burst('write', WRITE_BUCKET.burst + 20)).allowed).toBe(30);
  });

  it('[RATE-06] [RATE-08] [RATE-09] refills one write each 600 ms, up to 30, and one read each 120 ms', async () => {
    const { tenant } = await burst('write', WRITE_BUCKET.burst);
    const at = async (ms: number) => (await takeAccountToken(fixture.table, tenant, 'write', 0, START_MS + ms)).state;
    expect((await at(599)).allowed).toBe(false);
    expect((await at(600)).allowed).toBe(true);
    expect((await at(600)).allowed).toBe(false);
    expect((await at(60_000 + 600)).remaining).toBe(29);
    const reads = await burst('read', READ_BUCKET.burst);
    const read = async (ms: number) => (await takeAccountToken(fixture.table, reads.tenant, 'read', 0, START_MS + ms)).state.allowed;
    expect(await read(119)).toBe(false);
    expect(await read(120)).toBe(true);
  });

  it('[RATE-04] shares the buckets of an account between both modes', async () => {
    const tenant = fixture.tenant();
    const live = { ...tenant, mode: 'live' as const };
    for (let taken = 0; taken < WRITE_BUCKET.burst; taken += 1) await takeAccountToken(fixture.table, tenant, 'write', 0, START_MS);
    expect((await takeAccountToken(fixture.table, live, 'write', 0, START_MS)).state.allowed).toBe(false);
    expect((await takeAccountToken(fixture.table, fixture.tenant(), 'write', 0, START_MS)).state.allowed).toBe(true);
  });

  it('allocates a log number with each token, and no log number when the bucket is empty', async () => {
    const tenant = fixture.tenant();
    const results = await Promise.all(Array.from({ length: 40 }, () => takeAccountToken(fixture.table, tenant, 'write', 1, START_MS)));
    const allocated = results.flatMap((result) => result.sequences).sort((a, b) => a - b);
    expect(allocated).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
  });

  it('[RATE-10] allows 20 requests with invalid credentials per IP address and route, then one per second', async () => {
    const debit = (route: string, ms: number) => debitPreAuth(fixture.table, '203.0.113.7', route, START_MS + ms, 0);
    for (let taken = 0; taken < PRE_AUTH_BUCKET.burst; taken += 1) expect((await debit('a', 0)).allowed).toBe(true);
    expect((await debit('a', 0)).retryAfterSeconds).toBe(1);
    expect((await debit('b', 0)).allowed).toBe(true);
    expect((await debit('a', 1000)).allowed).toBe(true);
  });

  it('allows exactly 20 concurrent page calls per session, then one per second', async () => {
    const tenant = fixture.tenant();
    const debit = (sessionId: string, ms: number) => debitPage(fixture.table, tenant, sessionId, START_MS + ms);
    const results = await Promise.all(Array.from({ length: PAGE_BUCKET.burst + 10 }, () => debit('cs_1', 0)));
    expect(results.filter(({ allowed }) => allowed)).toHaveLength(20);
    expect(results.find(({ allowed }) => !allowed)).toMatchObject({ limitPerMinute: 60, retryAfterSeconds: 1 });
    expect((await debit('cs_2', 0)).allowed).toBe(true);
    expect((await debit('cs_1', 999)).allowed).toBe(false);
    expect((await debit('cs_1', 1000)).allowed).toBe(true);
  });
});
