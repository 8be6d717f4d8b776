import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { portalVerdict } from '../../shared/api/pipeline/portal.ts';
import { apiKeyLookup } from '../../shared/domain/api-key/record.ts';
import type { NewAccount } from '../../shared/flows/accounts/create.ts';
import { lookupKey } from '../../shared/store/core/keys.ts';
import { callFunction, startFunctionEnvironment } from './functions.ts';

let environment: Awaited<ReturnType<typeof startFunctionEnvironment>>;
let account: NewAccount;

beforeAll(async () => {
  environment = await startFunctionEnvironment();
  const { makeAccount } = await import('../../scripts/local/new-account.ts');
  account = await makeAccount({ name: 'Shop', email: 'shop@example.com' });
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => environment.stop());

const listProducts = (key: string, ip: string) => callFunction('products/list', key, { method: 'GET', path: '/v1/products', ip });

describe('an API key', () => {
  it('[AUTH-04] is refused if the stored key has the other mode', async () => {
    const { hashCredential } = await import('../../shared/platform/credentials.ts');
    const { openTable } = await import('../../shared/runtime/services.ts');
    const key = lookupKey(apiKeyLookup('1', hashCredential(account.testKey, { version: '1', value: 'pepper' })));
    const setMode = (mode: string) =>
      openTable().update({
        Key: key,
        UpdateExpression: 'SET #mode = :mode',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#mode': 'mode' },
        ExpressionAttributeValues: { ':mode': mode },
      });
    await setMode('live');
    const refused = await listProducts(account.testKey, '192.0.2.9');
    expect([refused.status, JSON.parse(refused.text).error.code]).toEqual([401, 'invalid_api_key']);
    await setMode('test');
    expect((await listProducts(account.testKey, '192.0.2.9')).status).toBe(200);
  });
});

describe('the limit of wrong credentials per IP address', () => {
  it('[RATE-10] [RATE-11] [RATE-15] [RATE-16] also refuses a valid key from this address, until the time in Retry-After', async () => {
    const nowSeconds = 1_900_000_000;
    vi.useFakeTimers({ toFake: ['Date'], now: nowSeconds * 1000 });
    const { testKey } = account;
    expect((await listProducts(testKey, '192.0.2.7')).status).toBe(200);
    const statuses = new Set<number>();
    for (let count = 0; count < 200 && !statuses.has(429); count += 1) statuses.add((await listProducts('wrong', '192.0.2.7')).status);
    expect([...statuses]).toEqual([401, 429]);
    const refused = await listProducts(testKey, '192.0.2.7');
    expect([refused.status, JSON.parse(refused.text).error.code]).toEqual([429, 'rate_limited']);
    const retryAfterSeconds = Number(refused.headers['retry-after']);
    expect(retryAfterSeconds).toBeGreaterThan(0);
    expect(refused.headers).toMatchObject({ 'x-ratelimit-remaining': '0' });
    expect(Number(refused.headers['x-ratelimit-reset'])).toBeGreaterThanOrEqual(nowSeconds + retryAfterSeconds);
    expect((await listProducts(testKey, '192.0.2.8')).status).toBe(200);
    vi.setSystemTime((nowSeconds + retryAfterSeconds) * 1000);
    expect((await listProducts(testKey, '192.0.2.7')).status).toBe(200);
  });
});

describe('a portal token', () => {
  it('[PRT-13] is refused from the moment its session expires', () => {
    const session = { pk: 'P', sk: 'S', expires_at: 1_900_000_000, account_id: 'acct_1', mode: 'test', customer_id: 'cus_1' };
    const reasonAt = (nowMs: number) => {
      const verdict = portalVerdict('Bearer token', session, null, nowMs);
      return 'failure' in verdict ? verdict.failure.reason : null;
    };
    expect([1_899_999_999_999, 1_900_000_000_000].map(reasonAt)).toEqual([null, 'portal_session_expired']);
  });
});
