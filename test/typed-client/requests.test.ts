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
import { closeConnection, errorReply, type FakeService, json, noResponse, startFakeService } from './support.ts';

let service: FakeService;
let billing: Billing;
beforeAll(async () => {
  service = await startFakeService();
  billing = createBilling({ key: 'svc_test_1', baseUrl: `${service.baseUrl}/` });
});
afterAll(() => service.stop());

const ADA = { id: 'cus_1', object: 'customer', name: 'Ada' };
const RETRY_NOW = { 'retry-after': '0' };

describe('a client request', () => {
  it('sends the API key, the body, and an idempotency key for writes', async () => {
    service.replyWith(json(200, ADA), json(200, ADA), json(200, ADA));
    expect(await billing.customers.create({ name: 'Ada' })).toEqual(ADA);
    await billing.customers.create({ name: 'Ada' }, { idempotencyKey: 'own-key' });
    await billing.customers.retrieve('a/b?c');
    const [create, createWithKey, read] = service.received;
    expect([create?.method, create?.url.pathname, create?.body]).toEqual(['POST', '/v1/customers', '{"name":"Ada"}']);
    expect(create?.headers).toMatchObject({ authorization: 'Bearer svc_test_1', 'content-type': 'application/json' });
    expect(create?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    expect(createWithKey?.headers['idempotency-key']).toBe('own-key');
    expect([read?.method, read?.url.pathname, read?.headers['idempotency-key']]).toEqual(['GET', '/v1/customers/a%2Fb%3Fc', undefined]);
  });

  it('throws TypeError for an empty id', async () => {
    service.replyWith();
    expect(() => billing.customers.retrieve('')).toThrow(TypeError);
    expect(service.received).toEqual([]);
  });

  it('sends a list as one query parameter, and omits undefined parameters', async () => {
    service.replyWith(json(200, { object: 'list', data: [], has_more: false }));
    await billing.events.list({ type: ['customer.created', 'customer.updated'], limit: 5 });
    expect(service.received[0]?.url.search).toBe('?type=customer.created%2Ccustomer.updated&limit=5');
  });

  it.each([
    [400, InvalidRequestError],
    [401, AuthenticationError],
    [402, PaymentError],
    [403, PermissionError],
    [404, NotFoundError],
    [409, ConflictError],
    [418, ApiError],
  ])('that is answered with %i is not retried, and throws the error of the response', async (status, ErrorClass) => {
    service.replyWith(errorReply(status, 'some_code', { param: 'name', reason: 'too_long' }));
    const error = await billing.customers.create({ name: '' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ErrorClass);
    const expectedFields = { status, code: 'some_code', type: 'some_error', param: 'name', reason: 'too_long', requestId: 'req_1' };
    expect(error).toMatchObject({ ...expectedFields, message: 'It is some_code.', name: ErrorClass.name });
    expect(service.received).toHaveLength(1);
  });

  it('is retried with the same idempotency key after 429, 502 and a lost connection', async () => {
    service.replyWith(
      errorReply(429, 'rate_limited', {}, RETRY_NOW),
      errorReply(502, 'provider_unavailable', {}, RETRY_NOW),
      closeConnection,
      json(200, ADA),
    );
    expect(await billing.customers.create({ name: 'Ada' })).toEqual(ADA);
    expect(service.received).toHaveLength(4);
    expect(new Set(service.received.map(({ headers, body }) => `${headers['idempotency-key']} ${body}`)).size).toBe(1);
  });

  it('fails after the maximum number of retries', async () => {
    service.replyWith(...Array.from({ length: 4 }, () => errorReply(503, 'at_capacity', {}, RETRY_NOW)));
    await expect(billing.customers.retrieve('cus_1')).rejects.toThrow(ServerError);
    expect(service.received).toHaveLength(4);
    service.replyWith(errorReply(429, 'rate_limited', {}, RETRY_NOW));
    await expect(billing.customers.retrieve('cus_1', { maxRetries: 0 })).rejects.toThrow(RateLimitError);
    service.replyWith(closeConnection);
    await expect(billing.customers.retrieve('cus_1', { maxRetries: 0 })).rejects.toThrow(ConnectionError);
  });

  it('is retried if no response arrives in time, and fails if no retries are left', async () => {
    service.replyWith(noResponse, json(200, ADA));
    expect(await billing.customers.retrieve('cus_1', { timeoutMs: 100 })).toEqual(ADA);
    service.replyWith(noResponse);
    await expect(billing.customers.retrieve('cus_1', { timeoutMs: 100, maxRetries: 0 })).rejects.toThrow(/no response within 100 ms/);
  });

  it('rejects when its signal aborts during the delay before a retry', async () => {
    const caller = new AbortController();
    const retryLater = errorReply(503, 'at_capacity', {}, { 'retry-after': '30' });
    service.replyWith((response, request) => {
      retryLater(response, request);
      setTimeout(() => caller.abort(new Error('changed my mind')), 50);
    });
    await expect(billing.customers.retrieve('cus_1', { signal: caller.signal })).rejects.toThrow('changed my mind');
    expect(service.received).toHaveLength(1);
  });

  it('throws unexpected_answer for a response that is not from the service', async () => {
    service.replyWith((response) => void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not here</h1>'));
    await expect(billing.customers.retrieve('cus_1')).rejects.toMatchObject({ status: 404, code: 'unexpected_answer' });
  });

  it('returns the bytes of a document once it is rendered', async () => {
    service.replyWith(errorReply(501, 'rendering_pending', {}, RETRY_NOW), (response) => void response.writeHead(200).end('%PDF-1'));
    expect(Buffer.from(await billing.invoices.pdf('inv_1')).toString()).toBe('%PDF-1');
  });
});

describe('a list', () => {
  const page = (ids: readonly string[], hasMore: boolean) =>
    json(200, { object: 'list', data: ids.map((id) => ({ id })), has_more: hasMore });

  it('returns one page when awaited, and all entries when iterated', async () => {
    service.replyWith(page(['c', 'b'], true), page(['c', 'b'], true), page(['a'], false));
    expect((await billing.customers.list({ limit: 2 })).data).toHaveLength(2);
    const ids: string[] = [];
    for await (const { id } of billing.customers.list({ limit: 2 })) ids.push(id);
    expect(ids).toEqual(['c', 'b', 'a']);
    expect(service.received.map(({ url }) => url.search)).toEqual(['?limit=2', '?limit=2', '?limit=2&starting_after=b']);
  });

  it('fetches only the pages that are iterated, and starts after its cursor', async () => {
    service.replyWith(page(['b', 'a'], true));
    for await (const { id } of billing.customers.list({ starting_after: 'c' })) if (id === 'a') break;
    expect(service.received.map(({ url }) => url.search)).toEqual(['?starting_after=c']);
  });
});

describe('the delay before a retry', () => {
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
  ])('after %o, with %i earlier failures and random value %d, is %s ms', (attempt, failures, random, ms) => {
    expect(waitBeforeRetry(attempt, failures, () => random)).toBe(ms);
  });
});
