import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answer, apiOf, type Request, statusAndCode } from '../../scripts/support/api.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import { service } from '../support/service.ts';
import { clientWithScopes } from './support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);
const UNKNOWN = `/v1/customers/cus_${'0'.repeat(26)}`;

const READ = { burst: 100, perMinute: 500 };
const WRITE = { burst: 30, perMinute: 100 };
const FAILED_CREDENTIALS = { burst: 20, perMinute: 60 };
type Bucket = typeof READ;

interface Burst {
  readonly passed: readonly Answer[];
  readonly limited: readonly Answer[];
  /** The maximum number of passed requests: the burst and the tokens refilled in the elapsed time. */
  readonly maxPassed: number;
}

/**
 * Sends batches of concurrent requests, alternating between `requests`, until one gets a 429. On a slow machine this takes several batches.
 */
const exhaust = async (bucket: Bucket, requests: Request | readonly Request[], sender = api): Promise<Burst> => {
  const all = [requests].flat();
  const answers: Answer[] = [];
  const start = Date.now();
  while (!answers.some(({ status }) => status === 429) && answers.length < bucket.burst * 10) {
    answers.push(
      ...(await Promise.all(Array.from({ length: bucket.burst * 2 }, (_, index) => sender.send(all[index % all.length] as Request)))),
    );
  }
  const refilled = ((Date.now() - start) / 60_000) * bucket.perMinute;
  return {
    passed: answers.filter(({ status }) => status !== 429),
    limited: answers.filter(({ status }) => status === 429),
    maxPassed: bucket.burst + Math.ceil(refilled) + 1,
  };
};

/** Asserts that as many requests passed as the bucket had tokens, including refilled tokens. */
const expectExact = ({ passed, limited, maxPassed }: Burst, bucket: Bucket): void => {
  expect(limited.length).toBeGreaterThan(0);
  expect(passed.length).toBeGreaterThanOrEqual(bucket.burst);
  expect(passed.length).toBeLessThanOrEqual(maxPassed);
};

const header = (answer: Answer | undefined, name: string): number => Number(answer?.headers[name]);

/** Starting with an empty bucket, repeats the request until `tokens` requests have passed. Returns the elapsed milliseconds. */
const refillMs = async (request: Request, tokens: number): Promise<number> => {
  const start = Date.now();
  let passed = 0;
  await eventually(
    async () => {
      if ((await api.send(request)).status !== 429) passed += 1;
      return passed;
    },
    (count) => count >= tokens,
  );
  return Date.now() - start;
};

describe('the rate limit for reads', () => {
  it('[RATE-02] [RATE-05] [RATE-06] [RATE-09] [RATE-17] [RATE-16] [RATE-18] has size 100 and is refilled at 500 a minute', async () => {
    const { testKey } = await createAccount();
    const read = { method: 'GET', path: UNKNOWN, key: testKey };
    const burst = await exhaust(READ, read);
    expectExact(burst, READ);
    const limited = burst.limited[0];
    expect([limited?.error?.code, limited?.error?.type]).toEqual(['rate_limited', 'rate_limit_error']);
    expect(header(limited, 'retry-after')).toBe(1);
    expect(limited?.error?.message).toMatch(/\b1\b/);
    expect([header(limited, 'x-ratelimit-limit'), header(limited, 'x-ratelimit-remaining')]).toEqual([500, 0]);
    // The bucket is full again after 12 seconds: 100 tokens at 500 a minute.
    const resetInSeconds = header(limited, 'x-ratelimit-reset') - Date.now() / 1000;
    expect(Math.round(resetInSeconds)).toBeGreaterThanOrEqual(9);
    expect(resetInSeconds).toBeLessThanOrEqual(14);
    // Requests pass again within two seconds, because the refill is continuous.
    await eventually(
      () => api.send(read),
      ({ status }) => status === 404,
      2_000,
    );
  });
});

describe('the rate limit for writes', () => {
  let keys: { readonly testKey: string; readonly liveKey: string };
  beforeAll(async () => {
    keys = await createAccount();
  });

  it('[RATE-01] [RATE-04] [RATE-07] [RATE-08] [RATE-15] has size 30, is refilled at 100 a minute, and is shared by both modes of an account', async () => {
    const write = { method: 'POST', path: '/v1/customers', key: keys.testKey, body: {} };
    const burst = await exhaust(WRITE, write);
    expectExact(burst, WRITE);
    const limited = burst.limited[0];
    expect([header(limited, 'x-ratelimit-limit'), header(limited, 'x-ratelimit-remaining')]).toEqual([100, 0]);
    expect(limited?.error?.message).toContain(String(limited?.headers['retry-after']));
    // With a separate bucket for each mode, twice as many requests would pass.
    const other = await createAccount();
    expectExact(
      await exhaust(
        WRITE,
        [other.testKey, other.liveKey].map((key) => ({ ...write, key })),
      ),
      WRITE,
    );
    expect((await api.send({ method: 'GET', path: '/v1/customers', key: keys.testKey })).status).toBe(200);
    const stranger = await createAccount();
    expect((await api.send({ ...write, key: stranger.testKey })).status).toBe(200);
    await exhaust(WRITE, write);
    // Four more tokens after the first one need 2.4 s at 100 a minute.
    expect(await refillMs(write, 5)).toBeGreaterThan(2_200);
  });

  it.each([
    ['a 400', '/v1/customers', { name: 7 }, 400],
    ['a 404 for an unknown object', UNKNOWN, { name: 'x' }, 404],
    ['a 404 for a malformed id', '/v1/customers/cus_x', { name: 'x' }, 404],
  ])('[RATE-07] counts requests that get %s', async (_case, path, body, status) => {
    const { testKey } = await createAccount();
    const burst = await exhaust(WRITE, { method: 'POST', path, key: testKey, body });
    expectExact(burst, WRITE);
    expect(new Set(burst.passed.map((answer) => answer.status))).toEqual(new Set([status]));
  });

  it('does not count requests with a missing scope or the wrong mode', async () => {
    const account = await createAccount();
    const { key } = await clientWithScopes(api, api.client(account.testKey), 'customers:read');
    const rejected = [
      { method: 'POST', path: '/v1/customers', key, body: {} },
      { method: 'POST', path: '/v1/test_clocks', key: account.liveKey, body: { frozen_time: 1_800_000_000 } },
    ];
    for (const request of rejected) {
      const answers = await Promise.all(Array.from({ length: WRITE.burst }, () => api.send(request)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
    }
    const next = await api.send({ method: 'POST', path: '/v1/customers', key: account.testKey, body: {} });
    expect(header(next, 'x-ratelimit-remaining')).toBeGreaterThanOrEqual(WRITE.burst - 2);
  });
});

describe('the rate limit headers', () => {
  it('[RATE-03] [RATE-12] [RATE-13] [RATE-14] contain the limit, the remaining tokens and the time of the full refill', async () => {
    const { testKey: key } = await createAccount();
    const remove = { method: 'DELETE', path: `/v1/webhook_endpoints/we_${'0'.repeat(26)}`, key };
    const answers = {
      get: await api.send({ method: 'GET', path: '/v1/customers', key }),
      head: await api.send({ method: 'HEAD', path: '/v1/customers', key }),
      post: await api.send({ method: 'POST', path: '/v1/customers', key, body: {} }),
      remove: await api.send(remove),
    };
    expect(header(answers.get, 'x-ratelimit-limit')).toBe(500);
    expect(header(answers.get, 'x-ratelimit-remaining')).toBe(99);
    expect(header(answers.head, 'x-ratelimit-limit')).toBe(500);
    expect(header(answers.post, 'x-ratelimit-limit')).toBe(100);
    expect(header(answers.post, 'x-ratelimit-remaining')).toBe(29);
    expect(header(answers.remove, 'x-ratelimit-limit')).toBe(100);
    // A token is refilled each 0.6 s, so the remaining tokens decrease only if each request takes a token.
    await Promise.all(Array.from({ length: 10 }, () => api.send(remove)));
    expect(header(await api.send(remove), 'x-ratelimit-remaining')).toBeLessThan(Number(header(answers.remove, 'x-ratelimit-remaining')));
    const now = Date.now() / 1000;
    for (const answer of Object.values(answers)) {
      expect(header(answer, 'x-ratelimit-reset')).toBeGreaterThan(now - 10);
      expect(header(answer, 'x-ratelimit-reset')).toBeLessThan(now + 10);
      expect(answer.headers['retry-after']).toBeUndefined();
    }
  });

  it('[RATE-19] can be read from other origins', async () => {
    const { testKey: key } = await createAccount();
    const answer = await api.send({ method: 'GET', path: '/v1/customers', key, headers: { origin: 'https://shop.example' } });
    const exposed = String(answer.headers['access-control-expose-headers']).toLowerCase().split(/, */);
    expect(exposed).toEqual(expect.arrayContaining(['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'retry-after']));
  });

  it('[RATE-13] [RATE-14] change with each write', async () => {
    const { testKey: key } = await createAccount();
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.send({ method: 'POST', path: UNKNOWN, key, body: {} })));
    const remaining = answers.map((answer) => header(answer, 'x-ratelimit-remaining'));
    expect(Math.max(...remaining)).toBe(WRITE.burst - 1);
    expect(new Set(remaining).size).toBeGreaterThan(10);
    const last = answers.find((answer) => header(answer, 'x-ratelimit-remaining') === Math.min(...remaining));
    const fullInSeconds = header(last, 'x-ratelimit-reset') - Date.now() / 1000;
    expect(fullInSeconds).toBeLessThanOrEqual(((WRITE.burst - Math.min(...remaining)) * 60) / WRITE.perMinute + 1);
  });
});

describe('failed credentials', () => {
  it('[RATE-10] are limited to 20 per IP address and route, and then block that route only', async () => {
    // Sends from an IP address that no other test uses.
    const outsider = apiOf(baseUrl);
    const { testKey } = await createAccount();
    const path = '/v1/prices';
    const burst = await exhaust(FAILED_CREDENTIALS, { method: 'GET', path, key: `svc_test_${'y'.repeat(42)}` }, outsider);
    expectExact(burst, FAILED_CREDENTIALS);
    expect(new Set(burst.passed.map(({ error }) => error?.code))).toEqual(new Set(['invalid_api_key']));
    const limited = burst.limited[0];
    expect([limited?.status, limited?.error?.code, header(limited, 'x-ratelimit-limit')]).toEqual([429, 'rate_limited', 60]);
    // One or two, depending on the time of the request within a second.
    expect([1, 2]).toContain(header(limited, 'retry-after'));
    expect(statusAndCode(await outsider.send({ method: 'GET', path: '/v1/products' }))).toEqual([401, 'authentication_required']);
    expect((await outsider.sendWithRetry({ method: 'GET', path, key: testKey })).status).toBe(200);
  });

  it('[RATE-11] do not include requests with a valid key', async () => {
    const { testKey: key } = await createAccount();
    const answers = await Promise.all(Array.from({ length: 50 }, () => api.send({ method: 'GET', path: '/v1/prices', key })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe('a provider webhook', () => {
  let accountId: string;
  beforeAll(async () => {
    ({ accountId } = await createAccount());
  });

  const post = (payment: string, body = 'id=tr_unknown') =>
    fetch(`${baseUrl}/provider/webhooks/${accountId}/test/${payment}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });

  it('is accepted 30 times for one payment, then answered with 429; webhooks of other payments are still accepted', async () => {
    const payment = 'pay_01ARZ3NDEKTSV4RRFFQ69G5FAV';
    // The test sends twice as many webhooks as the limit, because on a slow machine the limit refills during the requests.
    const answers = await Promise.all(Array.from({ length: 60 }, () => post(payment)));
    const limited = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(30);
    expect(limited.length).toBeGreaterThan(0);
    for (const answer of limited) {
      expect(((await answer.json()) as { readonly error: { readonly code: string } }).error.code).toBe('rate_limited');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await post('pay_01ARZ3NDEKTSV4RRFFQ69G5FAW')).status).toBe(200);
  });
});
