import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STREAM_SETTINGS } from '../../functions/stream/settings.ts';
import { until } from '../../scripts/support/waiting.ts';
import { EVENT_RETENTION_SECONDS, GAP_PATIENCE_MS } from '../../shared/store/event-log/entries.ts';
import type { EventStream } from '../contract/support/stream.ts';
import { openStreamFixture, type StreamFixture } from './support.ts';

let fixture: StreamFixture;
beforeAll(async () => {
  fixture = await openStreamFixture();
});
afterAll(() => fixture.stop());

/** Settings for servers that get no wake-ups, and so find events only by polling. */
const FAST_POLLING = { pollMs: 20 };

const messageOf = (data: string | undefined): unknown => (JSON.parse(String(data)) as { readonly message?: unknown }).message;

const expectIds = async (stream: EventStream, ids: readonly string[]): Promise<void> => {
  await stream.received(ids.length);
  expect(stream.ids()).toEqual(ids);
};

describe('an allocated log number whose event is not written yet', () => {
  it('[STR-20] delays the later events until this event is written', async () => {
    const owner = await fixture.owner();
    const { open } = await fixture.serve(FAST_POLLING);
    const stream = await open({ key: owner.key });
    const [before, missing, after] = await owner.allocate(3);
    const first = await owner.put(before ?? 0);
    const third = await owner.put(after ?? 0);
    await expectIds(stream, [first]);
    const late = await open({ key: owner.key });
    const second = await owner.put(missing ?? 0);
    await expectIds(stream, [first, second, third]);
    await expectIds(late, [second, third]);
  });

  it('[STR-21] is skipped after about 30 seconds, and a later write with this number is refused', async () => {
    const owner = await fixture.owner();
    const { open } = await fixture.serve(FAST_POLLING);
    const [before, missing, after] = await owner.allocate(3);
    const first = await owner.put(before ?? 0);
    const stream = await open({ key: owner.key, query: `?starting_after=${first}` });
    const third = await owner.put(after ?? 0, { agoMs: GAP_PATIENCE_MS });
    await expectIds(stream, [third]);
    await expect(owner.put(missing ?? 0)).rejects.toThrow();
  });
});

describe('a stream ends', () => {
  it('[STR-09] [STR-11] with timeout after its maximum duration, and the next stream continues after the last id', async () => {
    const owner = await fixture.owner();
    const { open } = await fixture.serve({ ...FAST_POLLING, lifetimeMs: 300 });
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

  it('[STR-10] [STR-11] early if the client does not read, and the next stream continues without losing events', async () => {
    const owner = await fixture.owner();
    const { open } = await fixture.serve({ ...FAST_POLLING, stallMs: 300, graceMs: 30_000 });
    const slow = await open({ key: owner.key });
    const fast = await open({ key: owner.key });
    slow.pause();
    // More data than the socket buffers hold.
    const ids = await owner.record(120, { bytes: 150_000 });
    await expectIds(fast, ids);
    // Longer than `stallMs`.
    await pause(1000);
    slow.resume();
    await slow.awaitFrame('timeout');
    await slow.ended;
    expect(slow.ids().length).toBeLessThan(ids.length);
    expect(slow.ids()).toEqual(ids.slice(0, slow.ids().length));
    const last = slow.ids().at(-1);
    const resumed = await open({ key: owner.key, query: `?starting_after=${last}` });
    await expectIds(resumed, ids.slice(slow.ids().length));
    expect(fast.isOpen()).toBe(true);
  });

  it('[STR-10] if the client stops reading, even if the unsent bytes never reach their limit', async () => {
    const owner = await fixture.owner();
    const { open, size } = await fixture.serve({ ...FAST_POLLING, stallMs: 300, graceMs: 100, pendingBytes: Number.POSITIVE_INFINITY });
    const stream = await open({ key: owner.key });
    stream.pause();
    // More data than the socket buffers hold, but never more unsent bytes than the limit `pendingBytes`.
    await owner.record(120, { bytes: 150_000 });
    await until(() => size() === 0);
  });

  it('[STR-13] with unauthorized when the account is suspended, and the account cannot open another stream', async () => {
    const [owner, other] = [await fixture.owner(), await fixture.owner()];
    const { open } = await fixture.serve({ ...FAST_POLLING, authorizationMs: 50 });
    const [stream, untouched] = [await open({ key: owner.key }), await open({ key: other.key })];
    await owner.suspend();
    expect(messageOf((await stream.awaitFrame('unauthorized')).data)).toEqual(expect.stringMatching(/./));
    await stream.ended;
    await expect(open({ key: owner.key })).rejects.toThrow(/401.*account_suspended/);
    expect(untouched.isOpen()).toBe(true);
    expect(STREAM_SETTINGS.authorizationMs).toBe(30_000);
  });

  it('[STR-11] with timeout when the process ends, and the process accepts no further stream', async () => {
    const owner = await fixture.owner();
    const { open, close, size } = await fixture.serve(FAST_POLLING);
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
  it('[RET-03] [STR-19] is refused after the retention period of its event', async () => {
    const owner = await fixture.owner();
    const { baseUrl, open } = await fixture.serve(FAST_POLLING);
    const [old] = await owner.record(1, { agoMs: EVENT_RETENTION_SECONDS * 1000 });
    const [retained] = await owner.record(1, { agoMs: (EVENT_RETENTION_SECONDS - 60) * 1000 });
    for (const [query, headers, param] of [
      [`?starting_after=${old}`, {}, 'starting_after'],
      ['', { 'last-event-id': String(old) }, 'Last-Event-ID'],
    ] as const) {
      const response = await fetch(`${baseUrl}/v1/events/stream${query}`, {
        headers: { ...headers, authorization: `Bearer ${owner.key}` },
      });
      expect([response.status, await response.json()]).toMatchObject([400, { error: { code: 'parameter_invalid', param } }]);
    }
    (await open({ key: owner.key, query: `?starting_after=${retained}` })).close();
  });
});

describe('many readers', () => {
  it('of one log share the reads of the log', async () => {
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
    // The 90 readers share one read per poll interval of 200 ms, and fewer than 10 reads of the new events. Without sharing, they would
    // need 90 per interval.
    expect(reads - before).toBeLessThan(10 + (Date.now() - startedMs) / 200);
    for (const stream of all) stream.close();
    await until(() => size() === 0);
  });

  it('are refused with 503 above the limits of the account and of the process', async () => {
    const [owner, other, third] = [await fixture.owner(), await fixture.owner(), await fixture.owner()];
    const { open, size } = await fixture.serve({ ...FAST_POLLING, connections: 3, connectionsPerTenant: 2 });
    const [first] = [await open({ key: owner.key }), await open({ key: owner.key })];
    await expect(open({ key: owner.key })).rejects.toThrow(/503.*at_capacity/);
    await open({ key: other.key });
    await expect(open({ key: third.key })).rejects.toThrow(/503.*at_capacity/);
    first?.close();
    await until(() => size() === 2);
    await open({ key: third.key });
  });
});

describe('a wake-up', () => {
  it('causes an immediate read of the tenant’s log, if the tenant has an open stream', async () => {
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
    // The stream reads when it opens. The wake-up before that caused no read.
    await until(() => reads === 1);
    const ids = await owner.record(2);
    wake({ ...owner.tenant, mode: 'live' });
    expect([reads, stream.ids()]).toEqual([1, []]);
    wake(owner.tenant);
    await expectIds(stream, ids);
  });
});

describe('a table that fails', () => {
  it('delays a stream without losing events', async () => {
    const owner = await fixture.owner();
    let failures = 3;
    const { open } = await fixture.serve(FAST_POLLING, (source) => ({
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
