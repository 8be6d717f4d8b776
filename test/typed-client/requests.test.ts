import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomFrom } from '../../scripts/bench/simulation/engine.ts';
import { type Billing, ConnectionError, createBilling } from '../../shared/client/index.ts';
import { requestRetryDelayMs } from '../../shared/client/retries.ts';
import { MAX_RETRIES } from '../../shared/client/transport.ts';
import { bucketState, isBucketEmpty, WRITE_BUCKET } from '../../shared/store/limits/rate-limit.ts';
import { closeConnection, errorReply, type FakeService, jsonReply, noResponse, startFakeService } from './support.ts';

let service: FakeService;
let billing: Billing;
beforeAll(async () => {
  service = await startFakeService();
  billing = createBilling({ key: 'svc_test_1', baseUrl: `${service.baseUrl}/` });
});
afterAll(() => service.stop());

const ADA = { id: 'cus_1', object: 'customer', name: 'Ada' };
const RETRY_NOW = { 'retry-after': '0' };

/** `behaviour.test.ts` checks the retry rules; these tests use real connections. */
describe('a client request', () => {
  it('is retried with the same idempotency key after 429, 502 and a lost connection', async () => {
    service.replyWith(
      errorReply(429, 'rate_limited', {}, RETRY_NOW),
      errorReply(502, 'provider_unavailable', {}, RETRY_NOW),
      closeConnection,
      jsonReply(200, ADA),
    );
    expect(await billing.customers.create({ name: 'Ada' })).toEqual(ADA);
    expect(service.received).toHaveLength(4);
    expect(new Set(service.received.map(({ headers, body }) => `${headers['idempotency-key']} ${body}`)).size).toBe(1);
  });

  it('is refused if it has an unknown option, such as a field of the request', async () => {
    const options: object = { idempotency_key: 'order-1' };
    const sentBefore = service.received.length;
    await expect(billing.customers.create({ name: 'Ada' }, options)).rejects.toThrow('Unknown option `idempotency_key`.');
    expect(service.received).toHaveLength(sentBefore);
  });

  it('is retried if no response arrives in time, and fails if no retries are left', async () => {
    service.replyWith(noResponse, jsonReply(200, ADA));
    expect(await billing.customers.retrieve('cus_1', { timeoutMs: 2_000 })).toEqual(ADA);
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

  it('fails with an error that names the host and the cause if the server is unreachable', async () => {
    const stopped = await startFakeService();
    stopped.stop();
    const { host } = new URL(stopped.baseUrl);
    const unreachable = createBilling({ key: 'svc_test_1', baseUrl: stopped.baseUrl, maxRetries: 0 });
    const error = await unreachable.customers.retrieve('cus_1').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConnectionError);
    expect((error as Error).message).toBe(`Cannot reach ${host}: connect ECONNREFUSED ${host}`);
  });
});

describe('concurrent writes', () => {
  /** Simulates `count` concurrent writes of one account against the rate limit of the service; returns how many fail. */
  const failuresOf = (count: number, seed: number): number => {
    const random = randomFrom(seed);
    const intervalMs = 60_000 / WRITE_BUCKET.perMinute;
    let fullAtMs = 0;
    let failed = 0;
    const pending = Array.from({ length: count }, () => ({ atMs: random() * 200, failures: 0 }));
    for (;;) {
      const next = pending.sort((one, other) => one.atMs - other.atMs).shift();
      if (next === undefined) return failed;
      const { atMs, failures } = next;
      if (!isBucketEmpty(WRITE_BUCKET, fullAtMs, atMs)) {
        fullAtMs = Math.max(fullAtMs, atMs) + intervalMs;
        continue;
      }
      const retryAfter = String(bucketState(WRITE_BUCKET, fullAtMs, atMs, false).retryAfterSeconds);
      const waitMs = failures < MAX_RETRIES ? requestRetryDelayMs({ status: 429, retryAfter }, failures, random) : null;
      if (waitMs === null) failed += 1;
      else pending.push({ atMs: atMs + waitMs, failures: failures + 1 });
    }
  };

  it('succeed with the default retries, although the rate limit allows only 30 at once', () => {
    const seeds = Array.from({ length: 50 }, (_, index) => index + 1);
    expect(seeds.map((seed) => failuresOf(45, seed))).toEqual(seeds.map(() => 0));
  });
});
