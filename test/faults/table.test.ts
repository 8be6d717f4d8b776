import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { LogEntry } from '../../shared/store/event-log/entries.ts';
import { parseEvent } from '../../shared/store/event-log/event-text.ts';
import { allocateSequences } from '../../shared/store/event-log/sequence.ts';
import { takeAccountToken } from '../../shared/store/limits/account-limiter.ts';
import { type FaultFixture, type FaultSettings, incrementTally, openFaultFixture, writeNewTally } from './fixture.ts';
import type { Fault } from './proxy.ts';

const SETTINGS: readonly (readonly [string, FaultSettings])[] = [
  ['each fault reaches the store', { sdkAttempts: 1, keepsTokens: true }],
  ['the engine does not recognize a repeated transaction', { sdkAttempts: 1, keepsTokens: false }],
  ['the SDK retries', { sdkAttempts: 4, keepsTokens: true }],
];

const PLANS: readonly (readonly Fault[])[] = [
  ['conflict'],
  ['throttled'],
  ['broken'],
  ['reset_before'],
  ['reset_after'],
  ['reset_after', 'reset_after'],
  ['reset_after', 'throttled'],
  ['reset_before', 'reset_after'],
  ['conflict', 'reset_after'],
  ['reset_before', 'conflict', 'throttled', 'reset_after'],
];

const CASES = PLANS.map((faults) => ({ faults, description: faults.join(', then ') }));

/** Faults that occur at every try. `throttled` is omitted for an SDK that retries, because the SDK retries throttled calls slowly. */
const permanentFaults = ({ sdkAttempts }: FaultSettings): readonly Fault[] =>
  sdkAttempts === 1 ? ['throttled', 'broken', 'reset_before', 'reset_after'] : ['broken', 'reset_before', 'reset_after'];

const expectContiguous = (log: readonly LogEntry[]): void => {
  expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_, index) => index + 1));
};

describe.each(SETTINGS)('a store with a faulty engine, where %s', (_name, settings) => {
  let fixture: FaultFixture;
  beforeAll(async () => {
    fixture = await openFaultFixture(settings);
  }, 60_000);
  afterEach(() => fixture.proxy.clearFaults());
  afterAll(() => fixture.stop());

  it.each(CASES)('[EVT-13] writes a creation once, with its event and response, after $description', async ({ faults }) => {
    const tenant = fixture.tenant();
    const planned = fixture.proxy.plan('TransactWriteItems', { faults });
    const outcome = await writeNewTally(fixture.store, tenant, { keyHash: 'k' });
    expect(planned.outstanding()).toBe(0);
    expect(outcome.kind).toBe('done');
    const { tallies, events, log, audits } = await fixture.readData(tenant);
    expect(tallies).toEqual([{ record: outcome.kind === 'done' && outcome.result, version: 1 }]);
    expect(events.map(({ event }) => event && parseEvent(event).data.id)).toEqual([tallies[0]?.record.id]);
    expect(audits).toBe(1);
    expectContiguous(log);
    const record = await fixture.readIdempotencyRecord(tenant, 'k');
    expect(record?.answer).toEqual({ status: 200, body: tallies[0]?.record.id, sealed: false });
    expect((await writeNewTally(fixture.store, tenant, { keyHash: 'k' })).kind).toBe('key_taken');
    expect((await fixture.readData(tenant)).tallies).toHaveLength(1);
  });

  it.each(CASES)('[EVT-13] writes an update once, with its event, after $description', async ({ faults }) => {
    const tenant = fixture.tenant();
    const created = await writeNewTally(fixture.store, tenant);
    const id = created.kind === 'done' ? created.result.id : '';
    const planned = fixture.proxy.plan('TransactWriteItems', { faults });
    const outcome = await incrementTally(fixture.store, tenant, id);
    expect(planned.outstanding()).toBe(0);
    expect(outcome.kind === 'done' && outcome.result.count).toBe(1);
    const { tallies, events, log, audits } = await fixture.readData(tenant);
    expect(tallies.map(({ record, version }) => [record.count, version])).toEqual([[1, 2]]);
    expect(events.map(({ event }) => event && parseEvent(event).data.count)).toEqual([0, 1]);
    expect(audits).toBe(2);
    expectContiguous(log);
  });

  it.each(permanentFaults(settings))('fails without duplicates when every try ends with %s', async (fault) => {
    const tenant = fixture.tenant();
    fixture.proxy.always('TransactWriteItems', fault);
    await expect(writeNewTally(fixture.store, tenant, { keyHash: 'k' })).rejects.toThrow();
    // The store tries three times.
    expect(fixture.proxy.faultCount()).toBe(3 * settings.sdkAttempts);
    fixture.proxy.clearFaults();
    const written = fault === 'reset_after' ? 1 : 0;
    const before = await fixture.readData(tenant);
    expect([before.tallies.length, before.events.length, before.audits]).toEqual([written, written, written]);
    const retry = await writeNewTally(fixture.store, tenant, { keyHash: 'k' });
    expect(retry.kind).toBe(written === 1 ? 'key_taken' : 'done');
    const after = await fixture.readData(tenant);
    expect([after.tallies.length, after.events.length, after.audits]).toEqual([1, 1, 1]);
    expect((await fixture.readIdempotencyRecord(tenant, 'k'))?.answer).toMatchObject({ body: after.tallies[0]?.record.id });
    expectContiguous(after.log);
  });

  it('[EVT-13] loses and duplicates nothing when writes of one object are concurrent and responses are lost', async () => {
    const tenant = fixture.tenant();
    const created = await writeNewTally(fixture.store, tenant);
    const id = created.kind === 'done' ? created.result.id : '';
    const planned = fixture.proxy.plan('TransactWriteItems', {
      faults: ['reset_after', 'conflict', 'reset_before', 'reset_after', 'throttled'],
    });
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => incrementTally(fixture.store, tenant, id)));
    expect(planned.outstanding()).toBe(0);
    expect(outcomes.map(({ kind }) => kind)).toEqual(Array(8).fill('done'));
    const { tallies, events, log, audits } = await fixture.readData(tenant);
    expect(tallies.map(({ record, version }) => [record.count, version])).toEqual([[8, 9]]);
    expect(events.map(({ event }) => event && parseEvent(event).data.count)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(audits).toBe(9);
    expectContiguous(log);
  });
});

describe.each([1, 4])('the rate limiter with an SDK that makes up to %i tries', (sdkAttempts) => {
  let fixture: FaultFixture;
  beforeAll(async () => {
    fixture = await openFaultFixture({ sdkAttempts, keepsTokens: true });
  }, 60_000);
  afterEach(() => fixture.proxy.clearFaults());
  afterAll(() => fixture.stop());

  /** Takes a token. Returns the number of tokens before it was taken. */
  const takeAndCountTokens = async (tenant: ReturnType<FaultFixture['tenant']>): Promise<number> =>
    (await takeAccountToken(fixture.table, tenant, 'write', 0, fixture.nowMs)).state.remaining + 1;

  it('loses at most one token and its two log numbers for each lost response, and allocates no log number twice', async () => {
    const tenant = fixture.tenant();
    const planned = fixture.proxy.plan('UpdateItem', { faults: ['reset_after', 'reset_before', 'reset_after'] });
    const admitted = await Promise.allSettled(
      Array.from({ length: 6 }, () => takeAccountToken(fixture.table, tenant, 'write', 2, fixture.nowMs)),
    );
    expect(planned.outstanding()).toBe(0);
    const fulfilled = admitted.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(fulfilled).toHaveLength(sdkAttempts === 1 ? 3 : 6);
    const numbers = fulfilled.flatMap(({ sequences }) => sequences);
    expect(numbers).toHaveLength(2 * fulfilled.length);
    expect(new Set(numbers).size).toBe(numbers.length);
    const [next] = await allocateSequences(fixture.table, tenant, 1);
    // The bucket starts with 30 tokens, and each token came with two log numbers.
    const spent = 30 - (await takeAndCountTokens(tenant));
    expect(spent).toBeGreaterThanOrEqual(fulfilled.length);
    expect(spent).toBeLessThanOrEqual(fulfilled.length + 2);
    expect(next).toBe(2 * spent + 1);
  });

  it('leaves no permanent gap in the log when a response with log numbers was lost', async () => {
    const tenant = fixture.tenant();
    const allocated = async () => (await takeAccountToken(fixture.table, tenant, 'write', 2, fixture.nowMs)).sequences;
    fixture.proxy.plan('UpdateItem', { faults: ['reset_after'] });
    const lost = await Promise.allSettled([writeNewTally(fixture.store, tenant, { allocated })]);
    expect(lost[0]?.status).toBe(sdkAttempts === 1 ? 'rejected' : 'fulfilled');
    expect((await writeNewTally(fixture.store, tenant, { allocated })).kind).toBe('done');
    const { log, events, tallies, audits } = await fixture.readData(tenant);
    expectContiguous(log);
    const done = sdkAttempts === 1 ? 1 : 2;
    expect([tallies.length, events.length, audits]).toEqual([done, done, done]);
    // The two lost log numbers got tombstones (empty log entries).
    expect(log.filter(({ kind }) => kind === 'tombstone').length).toBeGreaterThanOrEqual(2);
  });
});
