import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { apiOf, type Client, fieldError, type Json } from '../../scripts/support/api.ts';
import { type Receiver, startReceiver } from '../../scripts/support/receiver.ts';
import { service } from '../support/service.ts';
import { newPlan, sessionBody } from './support/objects.ts';
import { type Operation, operationsWhere, pathWith, requiresApiKey, returnsJson, withQuery } from './support/operations.ts';
import { makeWorld, type World } from './support/world.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

/** One character of two UTF-16 units and four bytes. Limits count it as one character. */
const WIDE = '🧾';

/** The status, error code and `param` of an answer. */
type Result = readonly [number, string | undefined, string | undefined];
const refusedFor = (param: string): Result => [400, 'parameter_invalid', param];
const ACCEPTED: Result = [200, undefined, undefined];

const lists = operationsWhere(
  (operation) => operation.method === 'GET' && requiresApiKey(operation) && returnsJson(operation) && operation.id.endsWith('.list'),
);

describe('a list', () => {
  let client: Client;
  let receiver: Receiver;
  let world: World;
  beforeAll(async () => {
    receiver = await startReceiver();
    client = api.client((await createAccount()).testKey);
    world = await makeWorld(client, receiver);
  });
  afterAll(() => receiver?.stop());

  const listWith = (operation: Operation, query: string) => client.call('GET', withQuery(pathWith(operation, world), query));

  it.each(lists)('[LIM-01] of %s accepts a limit of 1 to 100', async (_name, operation) => {
    for (const limit of [1, 100]) {
      const answer = await listWith(operation, `limit=${limit}`);
      expect(fieldError(answer)).toEqual(ACCEPTED);
      expect((answer.body.data as readonly unknown[]).length).toBeLessThanOrEqual(limit);
    }
    for (const limit of [-1, 0, 101, 500]) expect(fieldError(await listWith(operation, `limit=${limit}`))).toEqual(refusedFor('limit'));
  });

  it.each(lists)('[LIM-03] of %s limits a cursor to 128 characters', async (_name, operation) => {
    const [longest, tooLong] = [
      await listWith(operation, `starting_after=${'x'.repeat(128)}`),
      await listWith(operation, `starting_after=${'x'.repeat(129)}`),
    ];
    for (const answer of [longest, tooLong]) expect(fieldError(answer)).toEqual(refusedFor('starting_after'));
    // A cursor of 128 characters is rejected as unknown, a longer cursor because of its length.
    expect(longest.error?.message).not.toContain('128');
    expect(tooLong.error?.message).toContain('128');
  });

  it('[LIM-02] has 10 items by default', async () => {
    const newClient = api.client((await createAccount()).testKey);
    for (let index = 0; index < 11; index += 1) await newClient.post('/v1/customers', { name: `Number ${index}` });
    for (const path of ['/v1/customers', '/v1/events', '/v1/audit_logs']) {
      const page = await newClient.get(path);
      expect([path, (page.data as readonly unknown[]).length, page.has_more]).toEqual([path, 10, true]);
    }
  });
});

describe('an API key', () => {
  it('[LIM-05] has a label of at most 255 characters', async () => {
    const client = api.client((await createAccount()).testKey);
    const create = (label: string) => client.call('POST', '/v1/api_keys', { label });
    for (const character of ['x', WIDE]) {
      const accepted = await create(character.repeat(255));
      expect([fieldError(accepted), accepted.body.label]).toEqual([ACCEPTED, character.repeat(255)]);
      expect(fieldError(await create(character.repeat(256)))).toEqual(refusedFor('label'));
    }
  });
});

describe('a checkout session', () => {
  let client: Client;
  let priceId: string;
  beforeAll(async () => {
    client = api.client((await createAccount()).testKey);
    ({ priceId } = await newPlan(client));
  });

  const create = async (fields: Json): Promise<Result> =>
    fieldError(await client.call('POST', '/v1/checkout/sessions', sessionBody(priceId, fields)));
  const url = (length: number): string => `https://shop.example/${'p'.repeat(length - 'https://shop.example/'.length)}`;
  const metadataOf = (count: number): Json => Object.fromEntries(Array.from({ length: count }, (_unused, index) => [`key_${index}`, '']));

  it('[LIM-15] accepts 0 to 180 trial days', async () => {
    for (const days of [0, 180]) expect(await create({ trial_days_override: days })).toEqual(ACCEPTED);
    for (const days of [-1, 181]) expect(await create({ trial_days_override: days })).toEqual(refusedFor('trial_days_override'));
  });

  it('[LIM-16] accepts a coupon code of at most 64 characters', async () => {
    const code = 'C'.repeat(64);
    await client.post('/v1/coupons', { code, percent_off: 10 });
    expect(await create({ coupon_code: code })).toEqual(ACCEPTED);
    for (const invalid of ['', `${code}C`]) expect(await create({ coupon_code: invalid })).toEqual(refusedFor('coupon_code'));
  });

  it('[LIM-21] accepts at most 50 metadata keys', async () => {
    expect(await create({ metadata: metadataOf(50) })).toEqual(ACCEPTED);
    expect(await create({ metadata: metadataOf(51) })).toEqual(refusedFor('metadata'));
  });

  it.each(['k', WIDE])('[LIM-22] [LIM-23] accepts metadata keys of up to 40 characters and values of up to 500 (%s)', async (character) => {
    const [key, value] = [character.repeat(40), character.repeat(500)];
    expect(await create({ metadata: { [key]: value } })).toEqual(ACCEPTED);
    const [status, code, param] = await create({ metadata: { [`${key}${character}`]: 'v' } });
    expect([status, code, String(param).split('.')[0]]).toEqual(refusedFor('metadata'));
    expect(await create({ metadata: { key: `${value}${character}` } })).toEqual(refusedFor('metadata.key'));
  });

  it.each(['success_url', 'cancel_url'])('[LIM-24] [LIM-25] accepts a %s of 1 to 2083 characters', async (field) => {
    expect(await create({ [field]: url(2083) })).toEqual(ACCEPTED);
    for (const invalid of ['', url(2084)]) expect(await create({ [field]: invalid })).toEqual(refusedFor(field));
  });

  it('[LIM-31] accepts a country of exactly two characters', async () => {
    expect(await create({ country: 'NL' })).toEqual(ACCEPTED);
    for (const invalid of ['', 'N', 'NLD']) expect(await create({ country: invalid })).toEqual(refusedFor('country'));
  });
});
