import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAccount } from '../../scripts/local/new-account.ts';
import { linesOfKind } from '../support/log-lines.ts';
import { callFunction, startFunctionEnvironment } from './functions.ts';

let stop: () => Promise<void>;
let testKey: string;
let liveKey: string;
let strangerKey: string;

beforeAll(async () => {
  ({ stop } = await startFunctionEnvironment());
  ({ testKey, liveKey } = await makeAccount({ name: 'Shop', email: 'shop@example.com' }));
  ({ testKey: strangerKey } = await makeAccount({ name: 'Stranger', email: 'stranger@example.com' }));
});
afterAll(() => stop());

const post = async (key: string, file: string, path: string, body: object = {}) => {
  const { status, text } = await callFunction(file, key, { method: 'POST', path, body });
  expect(status, text).toBe(200);
  return JSON.parse(text);
};
const createCustomer = async (key: string): Promise<string> =>
  (await post(key, 'customers/create', '/v1/customers', { name: 'Ada', email: 'ada@example.com' })).id;
const retrieve = async (key: string, id: string) => {
  const { status, text } = await callFunction('customers/retrieve', key, { method: 'GET', path: `/v1/customers/${id}` });
  return { status, body: JSON.parse(text) };
};

it('is read in the same call as the API key, once the process knows the key', async () => {
  const id = await createCustomer(testKey);
  const { secret: key } = await post(testKey, 'api-keys/create', '/v1/api_keys', { scopes: ['customers:read'] });
  const lines = await linesOfKind('request', async () => {
    for (const _attempt of [1, 2]) expect(await retrieve(key, id)).toMatchObject({ status: 200, body: { id, name: 'Ada' } });
  });
  expect(lines.map(({ calls, rounds }) => ({ calls, rounds }))).toEqual([
    // API key, rate-limit token, customer, and the time of the key's last use.
    { calls: 4, rounds: 2 },
    { calls: 2, rounds: 2 },
  ]);
});

it('is always current', async () => {
  const id = await createCustomer(testKey);
  await retrieve(testKey, id);
  await post(testKey, 'customers/update', `/v1/customers/${id}`, { name: 'Grace' });
  expect((await retrieve(testKey, id)).body.name).toBe('Grace');
});

it('is not found with a key of another account or mode that the process knows', async () => {
  const id = await createCustomer(testKey);
  for (const key of [strangerKey, liveKey]) expect((await retrieve(key, await createCustomer(key))).status).toBe(200);
  for (const key of [strangerKey, liveKey]) expect((await retrieve(key, id)).status).toBe(404);
  expect((await retrieve(testKey, 'cus_x')).status).toBe(404);
});

it('is refused at once to a revoked key and to a key without the scope', async () => {
  const id = await createCustomer(testKey);
  const { id: keyId, secret: key } = await post(testKey, 'api-keys/create', '/v1/api_keys', { scopes: ['customers:read'] });
  expect((await retrieve(key, id)).status).toBe(200);
  await post(testKey, 'api-keys/revoke', `/v1/api_keys/${keyId}/revoke`);
  expect(await retrieve(key, id)).toMatchObject({ status: 401, body: { error: { code: 'revoked_api_key' } } });
  const { secret: other } = await post(testKey, 'api-keys/create', '/v1/api_keys', { scopes: ['invoices:read'] });
  for (const _attempt of [1, 2])
    expect(await retrieve(other, id)).toMatchObject({ status: 403, body: { error: { code: 'insufficient_scope' } } });
});
