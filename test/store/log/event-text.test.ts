import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../shared/domain/tenant.ts';
import { DICTIONARY_1 } from '../../../shared/store/core/dictionary-1.ts';
import type { Item, Table } from '../../../shared/store/core/table.ts';
import { logEntryItem, readEntry } from '../../../shared/store/event-log/entries.ts';
import { type EventObject, eventAttributes, eventIn, jsonOf, parseEvent } from '../../../shared/store/event-log/event-text.ts';
import { type EngineFixture, openFixture } from '../support.ts';

const EXAMPLES = 'events-schema/examples';
const events = readdirSync(EXAMPLES)
  .filter((name) => name.endsWith('.valid.json'))
  .map((name) => JSON.parse(readFileSync(`${EXAMPLES}/${name}`, 'utf8')) as EventObject);

const itemOf = (attributes: Readonly<Record<string, unknown>>): Item => ({ pk: 'p', sk: '000000000001', ...attributes });

describe('the stored text of an event', () => {
  it('is decompressed to exactly the text of the event, for every type', () => {
    expect(events.length).toBeGreaterThan(40);
    for (const event of events) {
      const stored = eventIn(itemOf(eventAttributes(event)));
      expect(stored).toEqual({ id: event.id, type: event.type, json: jsonOf(event) });
      expect(stored && parseEvent(stored)).toEqual(event);
    }
  });

  it('is decompressed to exactly the text of any event, also with multi-byte characters', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()), (data) => {
        const [base] = events;
        if (base === undefined) throw new Error('There is no example.');
        const event: EventObject = { ...base, data: data as JsonObject };
        expect(eventIn(itemOf(eventAttributes(event)))?.json).toBe(jsonOf(event));
      }),
    );
  });

  it('is less than half as long as the event, for every type', () => {
    for (const event of events) expect(eventAttributes(event).packed.length, event.type).toBeLessThan(jsonOf(event).length / 2);
  });

  it('can have a format of earlier releases: plain text, or a map', () => {
    const [event] = events;
    if (event === undefined) throw new Error('There is no example.');
    const { id, type } = event;
    expect(eventIn(itemOf({ event_id: id, event_type: type, json: jsonOf(event) }))).toEqual({ id, type, json: jsonOf(event) });
    const fromMap = eventIn(itemOf({ event }));
    expect(fromMap && parseEvent(fromMap)).toEqual(event);
    expect(eventIn(itemOf({}))).toBeNull();
  });

  it('needs the dictionary with which it was compressed, which never changes', () => {
    // If this test fails, stored events can no longer be read. Do not change a dictionary: add a version.
    expect(createHash('sha256').update(DICTIONARY_1).digest('hex')).toBe(
      'f88e0f970781a93aa8f5bedca4ee555d8ea08f7c0aa066651894647bbe6ea456',
    );
    const [event] = events;
    if (event === undefined) throw new Error('There is no example.');
    expect(() => eventIn(itemOf({ ...eventAttributes(event), dictionary: 3 }))?.json).toThrow('dictionary 3');
  });
});

describe('a log entry in the table', () => {
  let fixture: EngineFixture;
  let table: Table;
  beforeAll(async () => {
    fixture = await openFixture('dynoxide');
    table = fixture.table;
    return () => fixture.stop();
  }, 120_000);

  it('is smaller than 1 KB for each type, so that it costs one write unit', async () => {
    const tenant = fixture.tenant();
    for (const [index, event] of events.entries()) {
      const entry = { sequence: index + 1, kind: 'event', event, nonce: '0'.repeat(36), step: 'changed', firstOfWrite: 1 } as const;
      const { Put } = logEntryItem(tenant, entry, 1_800_000_000_000);
      await table.put(Put as Parameters<Table['put']>[0]);
      const size = Object.entries((Put as { readonly Item: Item }).Item).reduce(
        (sum, [name, value]) => sum + name.length + (typeof value === 'number' ? 9 : Buffer.from(value as string).length),
        0,
      );
      expect(size, event.type).toBeLessThan(1024);
      expect((await readEntry(table, tenant, index + 1))?.event?.json).toBe(jsonOf(event));
    }
  });
});
