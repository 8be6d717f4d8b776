import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAccount } from '../../scripts/local/new-account.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { READ_BUCKET } from '../../shared/store/limits/rate-limit.ts';
import { callHandler, startFunctionEnvironment } from './functions.ts';

let stop: () => Promise<void>;
beforeAll(async () => {
  stop = (await startFunctionEnvironment()).stop;
});
afterAll(() => stop());

let handlerCalls = 0;
const operation = defineOperation({
  id: 'things.report',
  method: 'GET',
  path: '/v1/reports/things',
  summary: 'Report things',
  auth: apiKey('invoices:read'),
  profile: 'read',
  readsMuch: true,
  params: {},
  response: v.strictObject({ things: v.number() }),
});

const handler = serve(operation, async () => {
  handlerCalls += 1;
  return { things: 1 };
});

it('an operation with `readsMuch` does not start its handler for a request that is refused with 429', async () => {
  const { testKey } = await makeAccount({ name: 'Reports', email: 'reports@example.com' });
  const call = { method: 'GET', path: operation.path, headers: { authorization: `Bearer ${testKey}` } };
  const answers = await Promise.all(Array.from({ length: READ_BUCKET.burst + 40 }, () => callHandler(handler, call)));
  const served = answers.filter(({ status }) => status === 200).length;
  expect(answers.filter(({ status }) => status === 429).length).toBe(answers.length - served);
  expect(served).toBeLessThan(answers.length);
  expect(handlerCalls).toBe(served);
});
