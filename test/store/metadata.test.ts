import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { metadata } from '../../shared/api/schemas/fields.ts';
import { canonicalJson } from '../../shared/api/schemas/json.ts';
import { createCustomer } from '../../shared/domain/customer/create.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { updateCustomer } from '../../shared/domain/customer/update.ts';
import { SYSTEM } from '../../shared/store/audit/entries.ts';
import { requestFingerprintOf } from '../../shared/store/core/idempotency.ts';
import { parseEvent } from '../../shared/store/event-log/event-text.ts';
import { ENGINES } from '../support/engine.ts';
import { type EngineFixture, openFixture, readWholeLog } from './support.ts';

/** Names that every object inherits, or that have a special meaning in JavaScript. */
const NAMES = [
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'isPrototypeOf',
  '__defineGetter__',
  'toJSON',
  'then',
  'length',
  'name',
  'id',
  '0',
];

const UNSORTED = JSON.parse('{"zebra":"z","constructor":"a","toString":"","hasOwnProperty":"b","valueOf":"c","ape":"y"}') as Record<
  string,
  string
>;

describe('a metadata key', () => {
  it.each(NAMES)('%s is accepted unchanged', (name) => {
    const read = v.safeParse(metadata, { [name]: 'a' });
    expect(read.success).toBe(true);
    expect(Object.entries(read.output as object)).toEqual([[name, 'a']]);
  });

  it('keeps its position among the other keys', () => {
    expect(Object.entries(v.parse(metadata, UNSORTED))).toEqual(Object.entries(UNSORTED));
  });

  it.each(['constructor', 'prototype'])('[LIM-21..23] %s has the same limits as any other key', (name) => {
    expect(v.safeParse(metadata, { [name]: 'x'.repeat(500) }).success).toBe(true);
    for (const invalidValue of ['x'.repeat(501), 1, null, {}, ['a']]) {
      const { success, issues } = v.safeParse(metadata, { a: 'b', [name]: invalidValue });
      expect(success).toBe(false);
      expect(issues?.map((issue) => v.getDotPath(issue))).toEqual([name]);
    }
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`k${index}`, 'v']));
    expect(v.safeParse(metadata, many).success).toBe(true);
    expect(v.safeParse(metadata, { ...many, [name]: 'v' }).success).toBe(false);
  });

  it('is part of the request fingerprint', () => {
    const fingerprints = NAMES.map((name) => requestFingerprintOf('POST', '/v1/customers', canonicalJson(`{"metadata":{"${name}":"a"}}`)));
    expect(new Set(fingerprints).size).toBe(NAMES.length);
  });
});

describe.each(ENGINES)('metadata with any keys on %s', (kind) => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await openFixture(kind);
  }, 120_000);
  afterAll(() => fixture.stop());

  it('[EVT-10] is unchanged in the record, its event and the previous_attributes of the next event', async () => {
    const { store, table, clock } = fixture;
    const tenant = fixture.tenant();
    const sent = Object.fromEntries(NAMES.map((name) => [name, `of ${name}`]));
    const outcome = await store.run({
      tenant,
      actor: SYSTEM,
      load: async () => ({ clock: null }),
      nowOf: () => null,
      decide: (state, context) => createCustomer({ name: 'Ada', metadata: sent }, state, context),
    });
    if (outcome.kind !== 'done') throw new Error('The customer was not created.');
    const { id } = outcome.result;
    const read = async () => ({ customer: await store.get(customerAggregate, tenant, id) });
    expect((await read()).customer?.record.metadata).toEqual(sent);
    const changed = { constructor: 'another', valueOf: 'one' };
    await store.run({
      tenant,
      actor: SYSTEM,
      load: read,
      nowOf: () => null,
      decide: (state, context) => updateCustomer({ metadata: changed }, state, context),
    });
    expect((await read()).customer?.record.metadata).toEqual(changed);
    const events = (await readWholeLog({ table, clock }, tenant)).map(({ event }) => (event === null ? null : parseEvent(event)));
    expect(events[0]?.data.metadata).toEqual(sent);
    expect(events[1]).toMatchObject({ data: { metadata: changed }, previous_attributes: { metadata: sent } });
  });
});
