import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lineOf } from '../../functions/stream/frames.ts';
import { makeAccount } from '../../scripts/local/new-account.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { newDelivery } from '../../shared/domain/webhook-delivery/record.ts';
import { webhookEndpointAggregate } from '../../shared/domain/webhook-endpoint/record.ts';
import type { NewAccount } from '../../shared/flows/accounts/create.ts';
import { clock, openTable } from '../../shared/runtime/services.ts';
import { logPartition, logSortKey, objectKey } from '../../shared/store/core/keys.ts';
import { deliveryId } from '../../shared/store/deliveries/delivery-id.ts';
import { deliveryStoreOf } from '../../shared/store/deliveries/delivery-store.ts';
import { readEntry } from '../../shared/store/event-log/entries.ts';
import { eventId, sequenceOf } from '../../shared/store/event-log/event-id.ts';
import { erasePersonalData } from '../store/erase-personal-data.ts';
import { callFunction, startFunctionEnvironment } from './functions.ts';

/** Tests that events and objects have the same JSON text in all responses. Runs the handlers in this process. */

const EVENT_FIELDS = ['id', 'object', 'type', 'created', 'livemode', 'data', 'previous_attributes'];

let environment: Awaited<ReturnType<typeof startFunctionEnvironment>>;
let account: NewAccount;

beforeAll(async () => {
  environment = await startFunctionEnvironment();
  account = await makeAccount({ name: 'Bytes', email: 'bytes@example.com' });
});
afterAll(() => environment.stop());

/** Calls a function. Returns the text of its response, which must be 200. */
const textOf = async (file: string, method: string, path: string, body?: unknown): Promise<string> => {
  const { status, text } = await callFunction(file, account.testKey, { method, path, body });
  expect(status, text).toBe(200);
  return text;
};

const tenant = (): Tenant => ({ accountId: account.accountId, mode: 'test' });

/** Returns the JSON of the listed events by id, without `customer`, which only the list adds. */
const listedTexts = async (): Promise<ReadonlyMap<string, string>> => {
  const text = await textOf('events/list', 'GET', '/v1/events');
  const { data } = JSON.parse(text) as { readonly data: readonly { readonly id: string }[] };
  return new Map(
    data.map((event) => {
      const json = JSON.stringify(event);
      expect(text).toContain(json);
      return [event.id, json.replace(/,"customer":null}$/, '}')];
    }),
  );
};

const streamedText = async (id: string): Promise<string> => {
  const entry = await readEntry(openTable(), tenant(), sequenceOf(id) ?? 0);
  if (entry === null) throw new Error(`No log entry of ${id}.`);
  return /^data: (.*)$/m.exec(String(lineOf(entry).message?.frame))?.[1] ?? '';
};

/** Returns the body of the event's webhook delivery. */
const deliveredText = async (id: string, type: string): Promise<string> => {
  const table = openTable();
  const secret = { ciphertext: 'x', fingerprint: 'x' };
  // Stored in the format of an earlier release.
  const endpoint = {
    id: `we_${'0'.repeat(26)}`,
    created: 1,
    url: 'https://example.com/',
    enabledEvents: ['*'],
    description: null,
    status: 'enabled',
    disabledSpan: null,
    secret,
    previousSecret: null,
  };
  await table.put({ Item: { ...objectKey(webhookEndpointAggregate, tenant(), endpoint.id), t: 'object', v: 1, record: endpoint } });
  const deliveryStore = deliveryStoreOf(table, clock.nowMs);
  const recordedAtMs = clock.nowMs();
  const row = newDelivery(deliveryId(id, endpoint.id, recordedAtMs), { id, type }, endpoint.id, recordedAtMs, recordedAtMs - 1000);
  await deliveryStore.create(tenant(), [row]);
  const { due } = await deliveryStore.scan(account.accountId);
  const entry = due.find(({ eventId: event }) => event === id);
  const work = entry === undefined ? null : await deliveryStore.load(account.accountId, entry);
  if (work?.kind !== 'ready') throw new Error(`the delivery is ${work?.kind}`);
  return String(work.body);
};

const METADATA = { zeta: '1', alpha: '2', mid: '3', beta: '4', omega: '5', kappa: '6' };
const ADDRESS = { line1: 'Dam 1', line2: null, postal_code: '1012 JS', city: 'Amsterdam' };
const BUYER = { name: 'Ada', email: 'ada@example.com', country_code: 'NL', address: ADDRESS, metadata: METADATA };

describe('an event', () => {
  it('[EVT-08] [EVT-49] [STR-07] [WHD-01] has the same bytes in all responses, with its fields in the documented order', async () => {
    const created = await textOf('customers/create', 'POST', '/v1/customers', BUYER);
    const { id } = JSON.parse(created) as { readonly id: string };
    const updated = await textOf('customers/update', 'POST', `/v1/customers/${id}`, {
      name: 'Grace',
      address: { ...ADDRESS, line1: 'Dam 2' },
      metadata: { ...METADATA, zeta: '9' },
    });
    const listedEvents = [...(await listedTexts())].filter(([, text]) => text.includes(id));
    expect(listedEvents).toHaveLength(2);
    for (const [listedId, text] of listedEvents) {
      const { type, ...event } = JSON.parse(text) as { readonly type: string; readonly previous_attributes: object | null };
      expect(Object.keys(JSON.parse(text))).toEqual(EVENT_FIELDS);
      expect(text).toContain(`"data":${type === 'customer.created' ? created : updated},"previous_attributes":`);
      if (type === 'customer.updated') {
        expect(JSON.stringify(event.previous_attributes)).toBe(JSON.stringify({ name: 'Ada', address: ADDRESS, metadata: METADATA }));
      }
      expect(await textOf('events/retrieve', 'GET', `/v1/events/${listedId}`)).toBe(text);
      expect(await streamedText(listedId)).toBe(text);
      expect(await deliveredText(listedId, type)).toBe(text);
    }
  });

  it('[CUS-18] keeps the order of its fields when a purge removes personal data', async () => {
    const { id } = JSON.parse(await textOf('customers/create', 'POST', '/v1/customers', BUYER)) as { readonly id: string };
    const [[createdEventId, text] = ['', '']] = [...(await listedTexts())].filter(([, text]) => text.includes(id));
    await erasePersonalData(openTable(), tenant(), id);
    const redacted = await textOf('events/retrieve', 'GET', `/v1/events/${createdEventId}`);
    expect(redacted).not.toContain('Ada');
    // A purge replaces personal texts by `null` and metadata by `{}`. Without these texts and without `null`, both events are equal.
    expect(redacted.replaceAll('null', '')).toBe(
      text
        .replace(JSON.stringify(METADATA), '{}')
        .replace(/"(Ada|ada@example.com|NL|Dam 1|1012 JS|Amsterdam)"/g, '')
        .replaceAll('null', ''),
    );
    expect(await streamedText(createdEventId)).toBe(redacted);
    expect((await listedTexts()).get(createdEventId)).toBe(redacted);
  });

  it('[RET-10] has the same bytes in all responses if an older release stored it as a map', async () => {
    const table = openTable();
    const { allocateSequences } = await import('../../shared/store/event-log/sequence.ts');
    const [sequence = 0] = await allocateSequences(table, tenant(), 1);
    const id = eventId(sequence, 'old');
    const data = { object: 'customer', name: 'Old', id: 'cus_old', created: 1, metadata: METADATA };
    const event = { id, object: 'event', type: 'customer.created', created: 1, livemode: false, data, previous_attributes: null };
    const key = { pk: logPartition(tenant()), sk: logSortKey(sequence) };
    const index = { cpk: `${key.pk}#cus_old`, csk: key.sk };
    await table.put({ Item: { ...key, ...index, t: 'event', event, recorded_at: clock.nowMs(), nonce: 'old', ttl: 2_000_000_000 } });
    const text = await textOf('events/retrieve', 'GET', `/v1/events/${id}`);
    expect(JSON.parse(text)).toEqual(event);
    expect(Object.keys(JSON.parse(text))).toEqual(EVENT_FIELDS);
    expect(text).toContain('"data":{"id":"cus_old","object":"customer","created":1,');
    expect((await listedTexts()).get(id)).toBe(text);
    expect(await streamedText(id)).toBe(text);
    expect(await deliveredText(id, 'customer.created')).toBe(text);
    await erasePersonalData(table, tenant(), 'cus_old');
    expect(await textOf('events/retrieve', 'GET', `/v1/events/${id}`)).toBe(
      text.replace('"name":"Old"', '"name":null').replace(/"metadata":\{.*?\}/, '"metadata":{}'),
    );
  });
});

describe('an object', () => {
  it('has the same order of fields in the response of the write, when retrieved, and when listed', async () => {
    const created = await textOf('customers/create', 'POST', '/v1/customers', BUYER);
    const { id } = JSON.parse(created) as { readonly id: string };
    for (let count = 0; count < 3; count += 1) expect(await textOf('customers/retrieve', 'GET', `/v1/customers/${id}`)).toBe(created);
    expect(await textOf('customers/list', 'GET', '/v1/customers')).toContain(created);
    expect(created).toContain(JSON.stringify(METADATA));
  });

  it('[AUD-01] of the audit log has the same order of fields when listed and retrieved', async () => {
    const list = await textOf('audit-logs/list', 'GET', '/v1/audit_logs');
    const { data } = JSON.parse(list) as { readonly data: readonly { readonly id: string }[] };
    const FIELDS = 'id,object,created,livemode,actor_type,actor_id,action,resource_type,resource_id,metadata,ip_address,user_agent';
    for (const entry of data) {
      expect(Object.keys(entry).join()).toBe(FIELDS);
      expect(await textOf('audit-logs/retrieve', 'GET', `/v1/audit_logs/${entry.id}`)).toBe(JSON.stringify(entry));
    }
  });
});
