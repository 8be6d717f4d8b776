import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../scripts/support/waiting.ts';
import type { EventStream } from '../contract/support/stream.ts';
import { openStreamFixture, type StreamFixture } from './support.ts';

let fixture: StreamFixture;
beforeAll(async () => {
  fixture = await openStreamFixture();
});
afterAll(() => fixture.stop());

/** Settings for servers that get no wake-ups, and so find events only by polling. */
const FAST_POLLING = { pollMs: 20 };

const expectIds = async (stream: EventStream, ids: readonly string[]): Promise<void> => {
  await stream.received(ids.length);
  expect(stream.ids()).toEqual(ids);
};

describe('an event stream with a type filter', () => {
  const OTHER_TYPE = '?type=coupon.created';
  const commentIds = (stream: EventStream): readonly string[] =>
    stream.frames().flatMap(({ comment, id }) => (comment === undefined || id === undefined ? [] : [id]));

  it('sends the id of the last event that it left out, once, with a keep-alive comment', async () => {
    const owner = await fixture.owner();
    const { open } = await fixture.serve({ ...FAST_POLLING, keepAliveMs: 50 });
    const stream = await open({ key: owner.key, query: OTHER_TYPE });
    const [leftOut] = await owner.record(1);
    await until(() => commentIds(stream).length === 1);
    const [next] = await owner.record(1);
    await until(() => commentIds(stream).length === 2);
    const comments = stream.frames().length;
    await until(() => stream.frames().length > comments + 1);
    expect([commentIds(stream), stream.ids()]).toEqual([[leftOut, next], []]);
  });

  it('[STR-11] sends a `timeout` frame with the id from which the next stream continues', async () => {
    const owner = await fixture.owner();
    let linesRead = 0;
    const { open, close } = await fixture.serve(FAST_POLLING, (source) => ({
      ...source,
      after: async (tenant, position) => {
        const lines = await source.after(tenant, position);
        linesRead += lines.length;
        return lines;
      },
    }));
    const [cursor, ...leftOut] = await owner.record(4);
    const stream = await open({ key: owner.key, query: `${OTHER_TYPE}&starting_after=${cursor}` });
    await until(() => linesRead === leftOut.length);
    await close();
    const { id } = await stream.awaitFrame('timeout');
    expect(id).toBe(leftOut.at(-1));
    const more = await owner.record(1);
    const next = await fixture.serve(FAST_POLLING);
    await expectIds(await next.open({ key: owner.key, headers: { 'Last-Event-ID': String(id) } }), more);
  });

  it('[STR-20] sends the id of an event after an unfinished write only when this write has finished', async () => {
    const owner = await fixture.owner();
    const { open } = await fixture.serve({ ...FAST_POLLING, keepAliveMs: 50 });
    const stream = await open({ key: owner.key, query: OTHER_TYPE });
    const [before, missing, after] = await owner.allocate(3);
    const first = await owner.put(before ?? 0);
    const third = await owner.put(after ?? 0);
    await until(() => commentIds(stream).length === 1);
    const comments = stream.frames().length;
    await until(() => stream.frames().length > comments + 1);
    expect(commentIds(stream)).toEqual([first]);
    const second = await owner.put(missing ?? 0, { type: 'coupon.created' });
    await expectIds(stream, [second]);
    await until(() => commentIds(stream).length === 2);
    expect(commentIds(stream)).toEqual([first, third]);
  });

  it('sends no comment with the id of an event that it has sent, or of an older event', async () => {
    const owner = await fixture.owner();
    const { open, close } = await fixture.serve({ ...FAST_POLLING, keepAliveMs: 50 });
    const stream = await open({ key: owner.key, query: OTHER_TYPE });
    const [first, second] = await owner.allocate(2);
    const sent = await owner.put(second ?? 0, { type: 'coupon.created' });
    await owner.put(first ?? 0);
    await expectIds(stream, [sent]);
    const comments = stream.frames().length;
    await until(() => stream.frames().length > comments + 1);
    expect(commentIds(stream)).toEqual([]);
    await close();
    expect((await stream.awaitFrame('timeout')).id).toBe(sent);
  });

  it('sends an id with a `timeout` frame even after a comment with this id, because some libraries ignore ids of comments', async () => {
    const owner = await fixture.owner();
    const { open, close } = await fixture.serve({ ...FAST_POLLING, keepAliveMs: 50 });
    const stream = await open({ key: owner.key, query: OTHER_TYPE });
    const [leftOut] = await owner.record(1);
    await until(() => commentIds(stream).length === 1);
    await close();
    expect((await stream.awaitFrame('timeout')).id).toBe(leftOut);
  });
});
