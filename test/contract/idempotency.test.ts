import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answer, apiOf, type Client } from '../../scripts/support/api.ts';
import { service } from '../support/service.ts';
import { eventsAbout, newPlan, openSession, sessionBody, subscribe } from './support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let client: Client;
let live: Client;

beforeAll(async () => {
  const account = await createAccount();
  client = api.client(account.testKey);
  live = api.client(account.liveKey);
});

const replayHeader = (answer: Answer): unknown => answer.headers['idempotent-replayed'];

/** Sends a POST with a body as text and an idempotency key. */
const post = (path: string, text: string, idempotencyKey: string): Promise<Answer> =>
  api.sendWithRetry({ method: 'POST', path, key: client.key, text, headers: { 'idempotency-key': idempotencyKey } });

const errorOf = (answer: Answer): unknown => [answer.status, answer.error?.code, answer.error?.reason];
const REUSED = [400, 'parameter_invalid', 'idempotency_key_reused'];
const BLANK = [400, 'parameter_invalid', 'idempotency_key_blank'];

describe('a write with an idempotency key', () => {
  it('[IDEM-01] [IDEM-02] [IDEM-03] [IDEM-04] takes effect once; a repeat gets the same answer and the replay header', async () => {
    const key = randomUUID();
    const first = await post('/v1/customers', '{"name":"Once"}', key);
    const second = await post('/v1/customers', '{"name":"Once"}', key);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.text).toBe(first.text);
    expect(replayHeader(first)).toBeUndefined();
    expect(replayHeader(second)).toBe('true');
    expect((await client.list('/v1/customers')).filter(({ id }) => id === first.body.id)).toHaveLength(1);
  });

  it('[IDEM-02] returns the first answer when it is repeated, even if the object has changed', async () => {
    const key = randomUUID();
    const first = await post('/v1/customers', '{"name":"Before"}', key);
    await client.post(`/v1/customers/${String(first.body.id)}`, { name: 'After' });
    expect((await post('/v1/customers', '{"name":"Before"}', key)).body.name).toBe('Before');
  });

  it('[IDEM-06] returns the first answer if a repeat differs only in field order, spaces or escapes', async () => {
    const key = randomUUID();
    const first = await post('/v1/customers', '{"name":"Ada","metadata":{"a":"1","b":"2"}}', key);
    const second = await post('/v1/customers', ' {\n "metadata" : {"b":"2", "a":"1"},\t"name":"\\u0041da" } ', key);
    expect(second.body.id).toBe(first.body.id);
    expect(replayHeader(second)).toBe('true');
  });

  it('[IDEM-06] returns the first answer if an empty body is repeated as {}, and the other way round', async () => {
    const { priceId } = await newPlan(client);
    for (const bodies of [
      ['', '{}'],
      ['{ }', ''],
    ]) {
      const path = `/v1/subscriptions/${(await subscribe(client, priceId)).id}/pause`;
      const key = randomUUID();
      const [first, second] = [await post(path, bodies[0] ?? '', key), await post(path, bodies[1] ?? '', key)];
      expect([first.status, second.text, replayHeader(second)]).toEqual([200, first.text, 'true']);
    }
  });

  it('[IDEM-07] is rejected if it repeats a body with a number written as 1.0 instead of 1', async () => {
    const key = randomUUID();
    expect((await post('/v1/test_clocks', '{"frozen_time":1800000000}', key)).status).toBe(200);
    expect(errorOf(await post('/v1/test_clocks', '{"frozen_time":1800000000.0}', key))).toEqual(REUSED);
  });

  it('[IDEM-02] is rejected if the key was used for another body or route', async () => {
    const key = randomUUID();
    await post('/v1/customers', '{"name":"One"}', key);
    expect(errorOf(await post('/v1/customers', '{"name":"Two"}', key))).toEqual(REUSED);
    const otherRoute = await post('/v1/products', '{"name":"One"}', key);
    expect(errorOf(otherRoute)).toEqual(REUSED);
    expect(replayHeader(otherRoute)).toBeUndefined();
  });

  it('is not stored if it was rejected, so that a corrected request can use the key', async () => {
    const key = randomUUID();
    expect((await post('/v1/customers', '{"name":7}', key)).status).toBe(400);
    const corrected = await post('/v1/customers', '{"name":"Seven"}', key);
    expect(corrected.status).toBe(200);
    expect(replayHeader(corrected)).toBeUndefined();
  });

  it('returns the secret of a created API key again when it is repeated', async () => {
    const key = randomUUID();
    const first = await post('/v1/api_keys', '{"label":"deploy"}', key);
    const second = await post('/v1/api_keys', '{"label":"deploy"}', key);
    expect(first.body.secret).toMatch(/^svc_test_/);
    expect(second.text).toBe(first.text);
    expect(replayHeader(second)).toBe('true');
  });

  it('creates one checkout session and one customer when it is repeated', async () => {
    const { priceId } = await newPlan(client);
    const key = randomUUID();
    const text = JSON.stringify(sessionBody(priceId));
    const [first, second] = [await post('/v1/checkout/sessions', text, key), await post('/v1/checkout/sessions', text, key)];
    expect(second.body).toEqual(first.body);
    // A request without the key creates another customer.
    expect((await openSession(client, priceId)).customer_id).not.toBe(first.body.customer_id);
  });

  it('does not replay a write of the other mode with the same key', async () => {
    const key = randomUUID();
    const inTest = await client.call('POST', '/v1/customers', { name: 'Two modes' }, { 'idempotency-key': key });
    const inLive = await live.call('POST', '/v1/customers', { name: 'Two modes' }, { 'idempotency-key': key });
    expect([inTest.body.livemode, inLive.body.livemode]).toEqual([false, true]);
    expect(replayHeader(inLive)).toBeUndefined();
  });
});

describe('an idempotency key', () => {
  it('[IDEM-08] [HTTP-28] is rejected if it is empty', async () => {
    expect(errorOf(await post('/v1/customers', '{"name":"x"}', ''))).toEqual(BLANK);
  });

  it('[IDEM-09] is rejected if it contains only spaces', async () => {
    expect(errorOf(await post('/v1/customers', '{"name":"x"}', '   '))).toEqual(BLANK);
  });

  it('is rejected above 255 characters', async () => {
    expect((await post('/v1/customers', '{"name":"x"}', 'k'.repeat(255))).status).toBe(200);
    const tooLong = await post('/v1/customers', '{"name":"x"}', 'k'.repeat(256));
    expect([tooLong.status, tooLong.error?.code, tooLong.error?.param]).toEqual([400, 'parameter_invalid', 'Idempotency-Key']);
  });

  it('is ignored for reads', async () => {
    const answer = await client.call('GET', '/v1/customers', undefined, { 'idempotency-key': '' });
    expect(answer.status).toBe(200);
    expect(replayHeader(answer)).toBeUndefined();
  });
});

describe('25 identical concurrent writes with one idempotency key', () => {
  it('[IDEM-02] [EVT-13] create one object and one event', async () => {
    const newClient = api.client((await createAccount()).testKey);
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => newClient.call('POST', '/v1/customers', { name: 'Concurrent' }, { 'idempotency-key': key })),
    );
    const succeeded = answers.filter(({ status }) => status === 200);
    expect(new Set(succeeded.map(({ text }) => text)).size).toBe(1);
    expect(succeeded.filter((answer) => replayHeader(answer) === undefined)).toHaveLength(1);
    for (const pending of answers.filter(({ status }) => status !== 200))
      expect([pending.status, pending.error?.code]).toEqual([409, 'operation_pending']);
    const customers = await newClient.list('/v1/customers');
    expect(customers).toHaveLength(1);
    expect(await eventsAbout(newClient, String(customers[0]?.id), 1)).toHaveLength(1);
    expect((await newClient.list('/v1/events')).filter(({ type }) => type === 'customer.created')).toHaveLength(1);
  });
});
