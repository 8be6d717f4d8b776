import { afterEach, expect, it, vi } from 'vitest';
import { change } from '../../shared/domain/aggregate.ts';
import { webhookEndpointAggregate } from '../../shared/domain/webhook-endpoint/record.ts';
import { ENDPOINT } from '../support/webhook-endpoint.ts';
import { accountWithFakeTime, openStore } from './account-with-fake-time.ts';
import { callFunction, storeRecords } from './functions.ts';

const { account } = accountWithFakeTime({});
afterEach(() => {
  vi.unstubAllEnvs();
});

it('the response to a webhook endpoint update is replayed for the same idempotency key, even if the URL is no longer allowed', async () => {
  const { accountId, testKey } = account();
  await storeRecords(await openStore(), { accountId, mode: 'test' }, [change(webhookEndpointAggregate, null, ENDPOINT)]);
  const update = (key: string) =>
    callFunction('webhook-endpoints/update', testKey, {
      method: 'POST',
      path: `/v1/webhook_endpoints/${ENDPOINT.id}`,
      body: { url: 'http://127.0.0.1:9/hook' },
      headers: { 'idempotency-key': key },
    });
  // The URL is allowed at first, and then refused, as if its host name did not resolve any more.
  vi.stubEnv('ALLOW_LOOPBACK_RECEIVERS', '1');
  const first = await update('key-1');
  expect(first).toMatchObject({ status: 200, text: expect.stringContaining('http://127.0.0.1:9/hook') });
  vi.stubEnv('ALLOW_LOOPBACK_RECEIVERS', '0');
  expect(await update('key-1')).toMatchObject({ status: 200, text: first.text });
  expect(await update('key-2')).toMatchObject({ status: 400 });
});
