import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ApiError,
  AuthenticationError,
  type Billing,
  ConflictError,
  ConnectionError,
  createBilling,
  InvalidRequestError,
  NotFoundError,
  PaymentError,
  PermissionError,
  RateLimitError,
  ServerError,
} from '../../shared/client/index.ts';
import { waitBeforeRetry } from '../../shared/client/retries.ts';
import { hangUp, json, type PlayedService, playService, refusal, silence } from './support.ts';

let service: PlayedService;
let billing: Billing;
beforeAll(async () => {
  service = await playService();
  billing = createBilling({ key: 'svc_test_1', baseUrl: `${service.baseUrl}/` });
});
afterAll(() => service.stop());

const ADA = { id: 'cus_1', object: 'customer', name: 'Ada' };
/** The service says when to come again: at once. */
const NOW = { 'retry-after': '0' };

describe('a request of the client', () => {
  it('carries the key, the body, and a separate key for a write', async () => {
    service.plan(json(200, ADA), json(200, ADA), json(200, ADA));
    expect(await billing.customers.create({ name: 'Ada' })).toEqual(ADA);
    await billing.customers.create({ name: 'Ada' }, { idempotencyKey: 'mine' });
    await billing.customers.retrieve('a/b?c');
    const [create, again, read] = service.seen;
    expect([create?.method, create?.url.pathname, create?.body]).toEqual(['POST', '/v1/customers', '{"name":"Ada"}']);
    expect(create?.headers).toMatchObject({ authorization: 'Bearer svc_test_1', 'content-type': 'application/json' });
    expect(create?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    expect(again?.headers['idempotency-key']).toBe('mine');
    expect([read?.method, read?.url.pathname, read?.headers['idempotency-key']]).toEqual(['GET', '/v1/customers/a%2Fb%3Fc', undefined]);
  });

  it('names no object without an id', async () => {
    service.plan();
    expect(() => billing.customers.retrieve('')).toThrow(TypeError);
    expect(service.seen).toEqual([]);
  });

  it('sends lists of a query as one parameter, and leaves out what was left out', async () => {
    service.plan(json(200, { object: 'list', data: [], has_more: false }));
    await billing.events.list({ type: ['customer.created', 'customer.updated'], limit: 5 });
    expect(service.seen[0]?.url.search).toBe('?type=customer.created%2Ccustomer.updated&limit=5');
  });

  it.each([
    [400, InvalidRequestError],
    [401, AuthenticationError],
    [402, PaymentError],
    [403, PermissionError],
    [404, NotFoundError],
    [409, ConflictError],
    [418, ApiError],
  ])('that is refused with %i is not sent again, and throws what it was reported', async (status, Kind) => {
    service.plan(refusal(status, 'some_code', { param: 'name', reason: 'too_long' }));
    const error = await billing.customers.create({ name: '' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Kind);
    const reported = { status, code: 'some_code', type: 'some_error', param: 'name', reason: 'too_long', requestId: 'req_1' };
    expect(error).toMatchObject({ ...reported, message: 'It is some_code.', name: Kind.name });
    expect(service.seen).toHaveLength(1);
  });

  it('is sent again under the same key when the service was busy, out of order or gone', async () => {
    service.plan(refusal(429, 'rate_limited', {}, NOW), refusal(502, 'provider_unavailable', {}, NOW), hangUp, json(200, ADA));
    expect(await billing.customers.create({ name: 'Ada' })).toEqual(ADA);
    expect(service.seen).toHaveLength(4);
    expect(new Set(service.seen.map(({ headers, body }) => `${headers['idempotency-key']} ${body}`)).size).toBe(1);
  });

  it('is given up after so many tries', async () => {
    service.plan(...Array.from({ length: 4 }, () => refusal(503, 'at_capacity', {}, NOW)));
    await expect(billing.customers.retrieve('cus_1')).rejects.toThrow(ServerError);
    expect(service.seen).toHaveLength(4);
    service.plan(refusal(429, 'rate_limited', {}, NOW));
    await expect(billing.customers.retrieve('cus_1', { maxRetries: 0 })).rejects.toThrow(RateLimitError);
    service.plan(hangUp);
    await expect(billing.customers.retrieve('cus_1', { maxRetries: 0 })).rejects.toThrow(ConnectionError);
  });

  it('does not wait for ever for an answer', async () => {
    service.plan(silence, json(200, ADA));
    expect(await billing.customers.retrieve('cus_1', { timeoutMs: 100 })).toEqual(ADA);
    service.plan(silence);
    await expect(billing.customers.retrieve('cus_1', { timeoutMs: 100, maxRetries: 0 })).rejects.toThrow(/no response within 100 ms/);
  });

  it('ends when its caller gives it up, also while it waits to be sent again', async () => {
    const caller = new AbortController();
    service.plan((response) => {
      refusal(
        503,
        'at_capacity',
        {},
        { 'retry-after': '30' },
      )(response, { method: '', url: new URL('http://host'), headers: {}, body: '' });
      setTimeout(() => caller.abort(new Error('changed my mind')), 50);
    });
    await expect(billing.customers.retrieve('cus_1', { signal: caller.signal })).rejects.toThrow('changed my mind');
    expect(service.seen).toHaveLength(1);
  });

  it('takes what something else than the service answers for what it is', async () => {
    service.plan((response) => void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not here</h1>'));
    await expect(billing.customers.retrieve('cus_1')).rejects.toMatchObject({ status: 404, code: 'unexpected_answer' });
  });

  it('gives a document as its bytes, once it is rendered', async () => {
    service.plan(refusal(501, 'rendering_pending', {}, NOW), (response) => void response.writeHead(200).end('%PDF-1'));
    expect(Buffer.from(await billing.invoices.pdf('inv_1')).toString()).toBe('%PDF-1');
  });
});

describe('a list', () => {
  const page = (ids: readonly string[], more: boolean) => json(200, { object: 'list', data: ids.map((id) => ({ id })), has_more: more });

  it('is one page when it is awaited, and all of them when it is gone through', async () => {
    service.plan(page(['c', 'b'], true), page(['c', 'b'], true), page(['a'], false));
    expect((await billing.customers.list({ limit: 2 })).data).toHaveLength(2);
    const ids: string[] = [];
    for await (const { id } of billing.customers.list({ limit: 2 })) ids.push(id);
    expect(ids).toEqual(['c', 'b', 'a']);
    expect(service.seen.map(({ url }) => url.search)).toEqual(['?limit=2', '?limit=2', '?limit=2&starting_after=b']);
  });

  it('is read no further than it is gone through, and from where it is reported', async () => {
    service.plan(page(['b', 'a'], true));
    for await (const { id } of billing.customers.list({ starting_after: 'c' })) if (id === 'a') break;
    expect(service.seen.map(({ url }) => url.search)).toEqual(['?starting_after=c']);
  });
});

describe('the wait before a try', () => {
  it.each<[Parameters<typeof waitBeforeRetry>[0], number, number, number | null]>([
    ['no response', 0, 0, 500],
    ['no response', 0, 1, 250],
    ['no response', 2, 0, 2000],
    ['no response', 20, 0, 8000],
    [{ status: 500, retryAfter: null }, 1, 0, 1000],
    [{ status: 503, retryAfter: '7' }, 0, 0, 7000],
    [{ status: 429, retryAfter: '2' }, 3, 1, 2500],
    [{ status: 429, retryAfter: '61' }, 0, 0, null],
    [{ status: 429, retryAfter: 'soon' }, 0, 0, 500],
    [{ status: 501, retryAfter: null }, 0, 0, null],
    [{ status: 501, retryAfter: '1' }, 0, 0, 1000],
    [{ status: 400, retryAfter: null }, 0, 0, null],
    [{ status: 409, retryAfter: null }, 0, 0, null],
  ])('after %o, failed %i times before, at chance %d, is %s ms', (attempt, failed, random, ms) => {
    expect(waitBeforeRetry(attempt, failed, () => random)).toBe(ms);
  });
});
