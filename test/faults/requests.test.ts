import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { defaultEngine, type EngineProcess, spawnEngine } from '../../scripts/local/prepare/engine.ts';
import { type Answer, apiOf } from '../../scripts/support/api.ts';
import { oneShotBody } from '../contract/support/objects.ts';
import { startHost, type TestHost } from '../support/host.ts';
import { type Call, type FaultyProxy, INTERNAL_DETAIL, startProxy } from './proxy.ts';

describe('a request during database faults', () => {
  let engine: EngineProcess;
  let proxy: FaultyProxy;
  let host: TestHost;
  let api: ReturnType<typeof apiOf>;
  let customerId: string;

  beforeAll(async () => {
    engine = await spawnEngine(defaultEngine(), null);
    proxy = await startProxy(engine.endpoint);
    host = await startHost({ env: { DYNAMODB_ENDPOINT: proxy.endpoint } });
    api = apiOf(host.baseUrl);
    customerId = (await api.client(host.testKey).post('/v1/customers', { name: 'Ada', email: 'ada@example.com' })).id;
    // Once the host knows the API key, it reads the customer together with the key.
    await read();
  }, 320_000);
  afterEach(() => proxy.clearFaults());
  afterAll(async () => {
    await host.stop();
    await proxy.stop();
    await engine.stop();
  });

  const mentions = (text: string) => (call: Call) => JSON.stringify(call.input).includes(text);
  const read = (): Promise<Answer> => api.send({ method: 'GET', path: `/v1/customers/${customerId}`, key: host.testKey });
  const update = (): Promise<Answer> =>
    api.send({ method: 'POST', path: `/v1/customers/${customerId}`, key: host.testKey, body: { name: 'Ada' } });
  const list = (): Promise<Answer> => api.send({ method: 'GET', path: '/v1/customers', key: host.testKey });
  const create = (): Promise<Answer> =>
    api.send({ method: 'POST', path: '/v1/customers', key: host.testKey, body: { name: 'Bob', email: 'bob@example.com' } });

  /** Checks that the response contains no internal details. */
  const expectNoDetail = ({ text }: Answer): void => {
    expect(text).not.toContain(INTERNAL_DETAIL);
    expect(text).not.toMatch(/dynamo|table|partition|InternalServerError|\bat \S+:\d+/i);
  };

  it.each([
    ['BatchGetItem', 'broken', read],
    ['BatchGetItem', 'reset_before', read],
    ['GetItem', 'broken', update],
    ['Query', 'broken', list],
  ] as const)('[HTTP-43] returns 500 api_error without details for %s with the fault `%s`', async (operation, fault, send) => {
    proxy.always(operation, fault, mentions(operation === 'Query' ? '#customer' : customerId));
    const answer = await send();
    expect(proxy.faultCount()).toBeGreaterThan(0);
    expect(answer.status).toBe(500);
    expect(answer.error).toEqual({
      type: 'api_error',
      code: 'internal_error',
      message: expect.any(String),
      request_id: answer.headers['request-id'],
    });
    expectNoDetail(answer);
    proxy.clearFaults();
    expect((await send()).status).toBe(200);
  });

  it.each([
    ['a read that is throttled', 'BatchGetItem', 'throttled', read],
    ['a read of a write that is throttled', 'GetItem', 'throttled', update],
    ['a list that is throttled', 'Query', 'throttled', list],
    ['a write that is throttled', 'TransactWriteItems', 'throttled', create],
    ['a read that fails with the error of a running transaction', 'BatchGetItem', 'running', read],
  ] as const)('[HTTP-47] returns 503 with Retry-After for %s', async (_name, operation, fault, send) => {
    proxy.always(operation, fault, mentions(/GetItem$/.test(operation) ? customerId : '#customer'));
    const answer = await send();
    expect(answer.status).toBe(503);
    expect(answer.error).toMatchObject({ type: 'api_error', code: 'at_capacity' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expectNoDetail(answer);
    proxy.clearFaults();
    expect((await send()).status).toBe(200);
  });

  it('succeeds when only the first try of a read fails', async () => {
    proxy.plan('BatchGetItem', { faults: ['broken'], when: mentions(customerId) });
    expect((await read()).status).toBe(200);
    expect(proxy.faultCount()).toBe(1);
  });

  it.each([
    ['customer', '/v1/customers', () => ({ name: 'Lost', email: `lost-${customerId}@example.com` })],
    ['one_shot_payment', '/v1/checkout/one_shot', () => oneShotBody({ description: `Lost ${customerId}`, customer_id: customerId })],
  ])(
    '[HTTP-45] [HTTP-46] [IDEM-02] creates one %s per idempotency key when responses of its transaction are lost and the caller retries',
    async (type, path, bodyOf) => {
      const body = bodyOf();
      const send = (): Promise<Answer> =>
        api.send({ method: 'POST', path, key: host.testKey, body, headers: { 'idempotency-key': `lost-${type}` } });
      proxy.always('TransactWriteItems', 'reset_after', mentions(`#${type}`));
      const first = await send();
      expect(first).toMatchObject({ status: 502, error: { type: 'api_error', reason: 'outcome_unknown' } });
      expectNoDetail(first);
      proxy.clearFaults();
      const second = await send();
      expect(second.status).toBe(200);
      expect(second.headers['idempotent-replayed']).toBe('true');
      const all = await api.client(host.testKey).list(path);
      expect(all.filter((each) => Object.entries(body).every(([name, value]) => each[name] === value)).map(({ id }) => id)).toEqual([
        second.body.id,
      ]);
    },
  );
});
