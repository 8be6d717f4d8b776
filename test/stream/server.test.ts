import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STREAM_SETTINGS } from '../../functions/stream/settings.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import { EVENT_RETENTION_SECONDS, HOLE_PATIENCE_MS } from '../../shared/store/event-log/entries.ts';
import type { EventStream } from '../contract/support/stream.ts';
import { openStreamFixture, type StreamFixture } from './support.ts';

let fixture: StreamFixture;
beforeAll(async () => {
  fixture = await openStreamFixture();
});
afterAll(() => fixture.stop());

/** Nobody wakes these servers: what they find they find by their poll. */
const QUICK = { pollMs: 20 };

const messageOf = (data: string | undefined): unknown => (JSON.parse(String(data)) as { readonly message?: unknown }).message;

const expectIds = async (stream: EventStream, ids: readonly string[]): Promise<void> => {
  await stream.received(ids.length);
  expect(stream.ids()).toEqual(ids);
};

describe('a hole in the log', () => {
  it('[STR-20] holds back what follows it until its writer comes', async () => {
    const owner = await fixture.owner();
    const { open } = await fixture.serve(QUICK);
    const stream = await open({ key: owner.key });
    const [before, hole, after] = await owner.draw(3);
    const first = await owner.put(before ?? 0);
    const third = await owner.put(after ?? 0);
    await expectIds(stream, [first]);
    const late = await open({ key: owner.key });
    const second = await owner.put(hole ?? 0);
    await expectIds(stream, [first, second, third]);
    await expectIds(late, [second, third]);
  });

  it('[STR-21] is given up after about 30 seconds, and its writer comes too late', async () => {
    const owner = await fixture.owner();
    const { open } = await fixture.serve(QUICK);
    const [before, hole, after] = await owner.draw(3);
    const first = await owner.put(before ?? 0);
    const stream = await open({ key: owner.key, query: `?starting_after=${first}` });
    const third = await owner.put(after ?? 0, { agoMs: HOLE_PATIENCE_MS });
    await expectIds(stream, [third]);
    await expect(owner.put(hole ?? 0)).rejects.toThrow();
  });
});

describe('a stream ends', () => {
  it('[STR-09] [STR-11] with timeout after its time, and the next continues after its last id', async () => {
    const owner = await fixture.owner();
    const { open } = await fixture.serve({ ...QUICK, lifetimeMs: 300 });
    const first = await open({ key: owner.key });
    const ids = await owner.record(3);
    const frame = await first.awaitFrame('timeout');
    expect(messageOf(frame.data)).toEqual(expect.stringMatching(/./));
    await first.ended;
    expect(first.ids()).toEqual(ids);
    const more = await owner.record(2);
    const second = await open({ key: owner.key, headers: { 'Last-Event-ID': String(first.ids().at(-1)) } });
    await expectIds(second, more);
    expect(STREAM_SETTINGS.lifetimeMs).toBe(3_600_000);
  });

  it('[STR-10] [STR-11] sooner for a reader that does not read, which loses nothing by it', async () => {
    const owner = await fixture.owner();
    const { open } = await fixture.serve({ ...QUICK, stallMs: 300, graceMs: 30_000 });
    const slow = await open({ key: owner.key });
    const brisk = await open({ key: owner.key });
    slow.pause();
    // More than the buffers of the system on the way take.
    const ids = await owner.record(120, { bytes: 150_000 });
    await expectIds(brisk, ids);
    const stalledMs = Date.now();
    await eventually(
      async () => Date.now() - stalledMs,
      (ms) => ms > 1000,
    );
    slow.resume();
    await slow.awaitFrame('timeout');
    await slow.ended;
    expect(slow.ids().length).toBeLessThan(ids.length);
    expect(slow.ids()).toEqual(ids.slice(0, slow.ids().length));
    const last = slow.ids().at(-1);
    const resumed = await open({ key: owner.key, query: `?starting_after=${last}` });
    await expectIds(resumed, ids.slice(slow.ids().length));
    expect(brisk.isOpen()).toBe(true);
  });

  it('[STR-13] with unauthorized when the account is suspended, and cannot be opened again', async () => {
    const [owner, other] = [await fixture.owner(), await fixture.owner()];
    const { open } = await fixture.serve({ ...QUICK, authorizationMs: 50 });
    const [stream, untouched] = [await open({ key: owner.key }), await open({ key: other.key })];
    await owner.suspend();
    expect(messageOf((await stream.awaitFrame('unauthorized')).data)).toEqual(expect.stringMatching(/./));
    await stream.ended;
    await expect(open({ key: owner.key })).rejects.toThrow(/401.*account_suspended/);
    expect(untouched.isOpen()).toBe(true);
    expect(STREAM_SETTINGS.authorizationMs).toBe(30_000);
  });

  it('[STR-11] with timeout when the process does, and takes no further one', async () => {
    const owner = await fixture.owner();
    const { open, close, size } = await fixture.serve(QUICK);
    const all = await Promise.all(Array.from({ length: 20 }, () => open({ key: owner.key })));
    const ids = await owner.record(1);
    for (const stream of all) await expectIds(stream, ids);
    await close();
    for (const stream of all) await stream.awaitFrame('timeout');
    expect(size()).toBe(0);
    await expect(open({ key: owner.key })).rejects.toThrow();
  });
});

describe('a cursor', () => {
  it('[RET-03] [STR-19] past retention is refused', async () => {
    const owner = await fixture.owner();
    const { baseUrl, open } = await fixture.serve(QUICK);
    const [old] = await owner.record(1, { agoMs: EVENT_RETENTION_SECONDS * 1000 });
    const [kept] = await owner.record(1, { agoMs: (EVENT_RETENTION_SECONDS - 60) * 1000 });
    for (const [query, headers, param] of [
      [`?starting_after=${old}`, {}, 'starting_after'],
      ['', { 'last-event-id': String(old) }, 'Last-Event-ID'],
    ] as const) {
      const answer = await fetch(`${baseUrl}/v1/events/stream${query}`, { headers: { ...headers, authorization: `Bearer ${owner.key}` } });
      expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code: 'parameter_invalid', param } }]);
    }
    (await open({ key: owner.key, query: `?starting_after=${kept}` })).close();
  });
});

describe('many readers', () => {
  it('of one log read it once', async () => {
    const owner = await fixture.owner();
    let reads = 0;
    const { open, size } = await fixture.serve({ pollMs: 200 }, (source) => ({
      ...source,
      after: (tenant, position) => {
        reads += 1;
        return source.after(tenant, position);
      },
    }));
    const all = await Promise.all(Array.from({ length: 90 }, () => open({ key: owner.key })));
    const before = reads;
    const startedMs = Date.now();
    const ids = await owner.record(5);
    for (const stream of all) await expectIds(stream, ids);
    // One read for each poll, and one for each page found.
    expect(reads - before).toBeLessThan(10 + (Date.now() - startedMs) / 200);
    for (const stream of all) stream.close();
    await eventually(
      async () => size(),
      (open) => open === 0,
    );
  });

  it('are bounded: 503 for the account that has too many, and for all once the process is full', async () => {
    const [owner, other, third] = [await fixture.owner(), await fixture.owner(), await fixture.owner()];
    const { open, size } = await fixture.serve({ ...QUICK, connections: 3, connectionsPerTenant: 2 });
    const [first] = [await open({ key: owner.key }), await open({ key: owner.key })];
    await expect(open({ key: owner.key })).rejects.toThrow(/503.*at_capacity/);
    await open({ key: other.key });
    await expect(open({ key: third.key })).rejects.toThrow(/503.*at_capacity/);
    first?.close();
    await eventually(
      async () => size(),
      (open) => open === 2,
    );
    await open({ key: third.key });
  });
});

describe('a wake-up', () => {
  it('makes the log be read at once; one that nobody follows is none', async () => {
    const owner = await fixture.owner();
    let reads = 0;
    const { open, wake } = await fixture.serve({ pollMs: 600_000 }, (source) => ({
      ...source,
      after: async (tenant, position) => {
        const lines = await source.after(tenant, position);
        reads += 1;
        return lines;
      },
    }));
    wake(owner.tenant);
    const stream = await open({ key: owner.key });
    await eventually(
      async () => reads,
      (count) => count === 1,
    );
    const ids = await owner.record(2);
    wake({ ...owner.tenant, mode: 'live' });
    expect([reads, stream.ids()]).toEqual([1, []]);
    wake(owner.tenant);
    await expectIds(stream, ids);
  });
});

describe('a table that fails', () => {
  it('delays a stream, and loses nothing', async () => {
    const owner = await fixture.owner();
    let failures = 3;
    const { open } = await fixture.serve(QUICK, (source) => ({
      ...source,
      after: async (tenant, position) => {
        failures -= 1;
        if (failures >= 0) throw new Error('the table does not answer');
        return source.after(tenant, position);
      },
    }));
    const [cursor, ...ids] = await owner.record(4);
    const [stream, resumed] = [await open({ key: owner.key }), await open({ key: owner.key, query: `?starting_after=${cursor}` })];
    const later = await owner.record(2);
    await expectIds(stream, later);
    await expectIds(resumed, [...ids, ...later]);
  });
});
