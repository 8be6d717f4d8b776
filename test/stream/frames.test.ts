import { describe, expect, it } from 'vitest';
import { isBehind, linesAfter, messagesIn } from '../../functions/stream/following.ts';
import { endingFrame, keepAliveFrame, type Line, lineOf } from '../../functions/stream/frames.ts';
import type { LogEntry } from '../../shared/store/event-log/entries.ts';
import { type EventObject, jsonOf } from '../../shared/store/event-log/event-text.ts';

const event: EventObject = {
  id: 'evt_1',
  object: 'event',
  type: 'customer.updated',
  created: 1_800_000_000,
  livemode: false,
  data: { id: 'cus_1', name: 'two\nlines\r\nand : colons' },
  previous_attributes: { name: null },
};
const entry = (sequence: number, kind: LogEntry['kind'] = 'event'): LogEntry => ({
  sequence,
  kind,
  event: kind === 'tombstone' ? null : { id: `evt_${sequence}`, type: event.type, json: jsonOf({ ...event, id: `evt_${sequence}` }) },
  step: 'changed',
  uncounted: false,
  recordedAtMs: 0,
  customerList: null,
});
const lines = (...sequences: readonly number[]): readonly Line[] => sequences.map((sequence) => lineOf(entry(sequence)));
const sequencesOf = (someLines: readonly Line[]): readonly number[] => someLines.map(({ sequence }) => sequence);

describe('a frame', () => {
  it('[STR-06] [STR-07] of an event has three lines, also if its data contains line breaks', () => {
    const text = String(lineOf(entry(7)).message?.frame);
    expect(text).toBe(`id: evt_7\nevent: message\ndata: ${jsonOf({ ...event, id: 'evt_7' })}\n\n`);
    expect(text.trimEnd().split(/\r\n|\n|\r/)).toHaveLength(3);
  });

  it('is not created for hidden entries and tombstones', () => {
    for (const kind of ['hidden', 'tombstone'] as const) expect(lineOf(entry(3, kind))).toEqual({ sequence: 3, message: null });
  });

  it('[STR-09] [STR-12] that ends the stream contains a message, and the id of the last event', () => {
    expect(endingFrame('timeout', 'Come "back".', null)).toBe('event: timeout\ndata: {"message":"Come \\"back\\"."}\n\n');
    expect(endingFrame('unauthorized', 'No.', null)).toBe('event: unauthorized\ndata: {"message":"No."}\n\n');
    expect(endingFrame('timeout', 'Bye.', 'evt_1')).toBe('id: evt_1\nevent: timeout\ndata: {"message":"Bye."}\n\n');
  });

  it('[STR-08] for keep-alive is a comment, with the id of an event that was left out', () => {
    expect(keepAliveFrame(null)).toMatch(/^: .+\n\n$/);
    expect(keepAliveFrame('evt_1')).toMatch(/^: .+\nid: evt_1\n\n$/);
  });
});

describe('a reader of the event stream', () => {
  it('takes from a page only the lines after the last log number that it has read', () => {
    expect(sequencesOf(linesAfter(0, lines(1, 2, 3)))).toEqual([1, 2, 3]);
    expect(sequencesOf(linesAfter(2, lines(1, 2, 3)))).toEqual([3]);
    expect(sequencesOf(linesAfter(9, lines(1, 2, 3)))).toEqual([]);
    expect(linesAfter(4, [])).toEqual([]);
  });

  it('refuses a page that does not continue at the next log number', () => {
    expect(() => linesAfter(1, lines(3, 4))).toThrow('continues at 3, not after 1');
  });

  it('[STR-03] gets only public events of the requested types', () => {
    const mixed: readonly Line[] = [
      ...lines(1),
      lineOf(entry(2, 'hidden')),
      { sequence: 3, message: { id: 'evt_3', type: 'price.created', frame: Buffer.from('3') } },
    ];
    const idsFor = (...types: readonly string[]): readonly string[] => messagesIn(mixed, new Set(types)).map(({ id }) => id);
    expect(messagesIn(mixed, null).map(({ id }) => id)).toEqual(['evt_1', 'evt_3']);
    expect(idsFor('price.created')).toEqual(['evt_3']);
    expect(idsFor('coupon.created')).toEqual([]);
  });

  it('[STR-10] is behind when more bytes than the limit are unsent', () => {
    expect([isBehind(0, 10), isBehind(10, 10), isBehind(11, 10)]).toEqual([false, false, true]);
  });
});
