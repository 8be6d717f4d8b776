import { beforeEach, expect, it, vi } from 'vitest';
import type * as lookups from '../../shared/flows/customers/vat-lookup.ts';
import { accountWithFakeTime, openStore } from './account-with-fake-time.ts';
import { callFunction } from './functions.ts';

/** The numbers that were looked up. */
const { lookedUp } = vi.hoisted(() => ({ lookedUp: [] as string[] }));
vi.mock('../../shared/flows/customers/vat-lookup.ts', async (importOriginal) => {
  const original = await importOriginal<typeof lookups>();
  return {
    lookUpVatNumber: (...args: Parameters<typeof original.lookUpVatNumber>) => {
      lookedUp.push(args[1]);
      return original.lookUpVatNumber(...args);
    },
  };
});

const { account, travel } = accountWithFakeTime({});
beforeEach(() => {
  lookedUp.length = 0;
});

const setNumber = async (customerId: string, vatNumber: string, headers: Readonly<Record<string, string>> = {}) =>
  callFunction('customers/vat-number', account().testKey, {
    method: 'POST',
    path: `/v1/customers/${customerId}/vat_number`,
    body: { vat_number: vatNumber },
    headers,
  });

const createCustomer = async (): Promise<string> => {
  const { text } = await callFunction('customers/create', account().testKey, { method: 'POST', path: '/v1/customers', body: {} });
  return (JSON.parse(text) as { readonly id: string }).id;
};

it('a request over the rate limit does not look up the VAT number', async () => {
  travel(0);
  const customerId = await createCustomer();
  const { takeAccountToken: takeToken } = await import('../../shared/store/limits/account-limiter.ts');
  const { table } = await openStore();
  const tenant = { accountId: account().accountId, mode: 'test' } as const;
  while ((await takeToken(table, tenant, 'write', 0, Date.now())).state.allowed);
  expect(await setNumber(customerId, 'DE123456788')).toMatchObject({ status: 429 });
  expect(lookedUp).toEqual([]);
});

it('a replayed request does not look up the VAT number again', async () => {
  const customerId = await createCustomer();
  const headers = { 'idempotency-key': 'key-1' };
  const first = await setNumber(customerId, 'DE123456788', headers);
  expect(first).toMatchObject({ status: 200 });
  expect(await setNumber(customerId, 'DE123456788', headers)).toMatchObject({ status: 200, text: first.text });
  expect(lookedUp).toEqual(['DE123456788']);
});

it('a refused number leaves no gap in the event log, so that the next event is listed at once', async () => {
  const customerId = await createCustomer();
  expect(await setNumber(customerId, 'NL200')).toMatchObject({ status: 400 });
  const nextId = await createCustomer();
  const { text } = await callFunction('events/list', account().testKey, { method: 'GET', path: '/v1/events' });
  const { data } = JSON.parse(text) as { readonly data: readonly { readonly data: { readonly id: string } }[] };
  expect(data[0]?.data.id).toBe(nextId);
});
