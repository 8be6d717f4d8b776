import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fieldError, type Json } from '../../../scripts/support/api.ts';
import { type Receiver, startReceiver } from '../../../scripts/support/receiver.ts';
import { TenantExport } from '../../../shared/api/objects/reports/tenant-export.ts';
import { service } from '../../support/service.ts';
import { clientWithScopes, newPlan, openSession, pay } from '../support/objects.ts';
import { makeWorld } from '../support/world.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 180_000 });

const PATH = '/v1/tenant/export';
const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let client: Client;
let live: Client;
let accountId: string;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  const account = await createAccount();
  accountId = account.accountId;
  client = api.client(account.testKey);
  live = api.client(account.liveKey);
  await makeWorld(client, receiver);
});
afterAll(() => receiver.stop());

const fetchExport = async (caller: Client): Promise<Readonly<Record<string, readonly ApiObject[]>>> =>
  (await caller.get(PATH)) as unknown as Readonly<Record<string, readonly ApiObject[]>>;

const indexById = (objects: readonly ApiObject[]): ReadonlyMap<string, ApiObject> => new Map(objects.map((each) => [each.id, each]));

/** For each section of the export, the path of the list with the same records. */
const LISTS = {
  products: '/v1/products',
  prices: '/v1/prices',
  meters: '/v1/meters',
  coupons: '/v1/coupons',
  tax_rates: '/v1/tax_rates',
  customers: '/v1/customers',
  subscriptions: '/v1/subscriptions',
  payments: '/v1/payments',
  one_shot_payments: '/v1/checkout/one_shot',
  refunds: '/v1/refunds',
  invoices: '/v1/invoices',
  credit_notes: '/v1/credit_notes',
  disputes: '/v1/disputes',
  events: '/v1/events',
} as const;

describe('an export', () => {
  it('[XPT-01] [SCOPE-26] requires the scope data:export', async () => {
    const reader = await clientWithScopes(api, client, 'tenant:read');
    expect(fieldError(await reader.call('GET', PATH))).toEqual([403, 'insufficient_scope', undefined]);
    const answer = await (await clientWithScopes(api, client, 'data:export')).call('GET', PATH);
    expect([answer.status, answer.body.object]).toEqual([200, 'tenant_export']);
    expect((await api.sendWithRetry({ method: 'GET', path: PATH })).status).toBe(401);
    expect(fieldError(await client.call('GET', `${PATH}?limit=1`))).toEqual([400, 'parameter_unknown', 'limit']);
  });

  it('[XPT-02] [XPT-03] [XPT-04] [XPT-05] [XPT-06] is one document with all data of the account in one mode', async () => {
    const { status, headers, body } = await client.call('GET', PATH);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json');
    expect(v.safeParse(TenantExport, body).issues).toBeUndefined();
    expect(body).toMatchObject({ object: 'tenant_export', service_export_version: 2, tenant_id: accountId, livemode: false });
    expect(Math.abs(Number(body.generated_at) - Date.now() / 1000)).toBeLessThan(300);
    // The usage records come before the events, which are the last key of `LISTS`.
    const sections = [...Object.keys(LISTS).slice(0, -1), 'usage_records', 'events'];
    expect(Object.keys(body)).toEqual(['object', 'service_export_version', 'tenant_id', 'livemode', 'generated_at', ...sections]);
    for (const section of sections) expect((body[section] as readonly unknown[]).length, section).toBeGreaterThan(0);
    for (const invoice of body.invoices as readonly Json[]) expect((invoice.lines as readonly unknown[]).length).toBeGreaterThan(0);
  });

  it.each(Object.entries(LISTS))('[XPT-07] contains the same %s as the list, each once, oldest first', async (section, path) => {
    const [listed, { [section]: records = [] }] = [await client.list(path), await fetchExport(client)];
    expect(records.map(({ id }) => id)).toEqual(records.map(({ id }) => id).sort());
    // Sandbox webhooks may change an object after the first list.
    const listedAgain = indexById(await client.list(path));
    for (const object of listed) {
      const record = indexById(records).get(object.id);
      if (JSON.stringify(listedAgain.get(object.id)) === JSON.stringify(object)) expect(record).toEqual(object);
    }
    expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
    expect(records.length).toBeGreaterThanOrEqual(listed.length);
  });

  it('[XPT-07] contains the same usage records as the list', async () => {
    const { usage_records: records = [] } = await fetchExport(client);
    const [record] = records;
    const usageRecords = await client.list(`/v1/subscriptions/${String(record?.subscription_id)}/usage_records`);
    expect(records).toEqual(usageRecords.toReversed());
  });

  it('[XPT-08] is streamed', async () => {
    const { headers } = await client.call('GET', PATH);
    expect(headers).toMatchObject({ 'transfer-encoding': 'chunked' });
    expect(headers['content-length']).toBeUndefined();
  });

  it("[XPT-10] contains only data of the key's mode", async () => {
    const { id } = await live.post('/v1/products', { name: 'Live' });
    const [ofLive, ofTest] = [await live.get(PATH), await client.get(PATH)];
    expect(ofLive).toMatchObject({ livemode: true, tenant_id: accountId, products: [{ id }] });
    for (const section of [...Object.keys(LISTS), 'usage_records'].filter((each) => !['products', 'events'].includes(each)))
      expect(ofLive[section], section).toEqual([]);
    const all = [...Object.values(ofTest), ...Object.values(ofLive)].filter(Array.isArray).flat() as readonly ApiObject[];
    expect(all.filter(({ livemode }) => livemode === true).map((each) => each.object)).toEqual(['product', 'event']);
    expect(JSON.stringify(ofTest)).not.toContain(id);
  });

  it('[XPT-10] contains no data of another account, and is empty for a new account', async () => {
    const { testKey, accountId: newAccountId } = await createAccount();
    const { tenant_id: tenantId, ...rest } = await fetchExport(api.client(testKey));
    expect(tenantId).toBe(newAccountId);
    for (const section of [...Object.keys(LISTS), 'usage_records']) expect(rest[section], section).toEqual([]);
  });

  it('[XPT-13] [AUD-21] has an audit entry; a HEAD request has none', async () => {
    const { testKey } = await createAccount();
    const newClient = api.client(testKey);
    await newPlan(newClient);
    const keyId = (await newClient.list('/v1/audit_logs'))[0]?.actor_id;
    await newClient.get(PATH);
    // HEAD exports nothing, so it has no entry.
    expect((await newClient.call('HEAD', PATH)).status).toBe(200);
    const entries = await newClient.list('/v1/audit_logs?action=tenant.data_exported');
    expect(entries).toEqual([
      expect.objectContaining({
        action: 'tenant.data_exported',
        actor_type: 'api_key',
        actor_id: keyId,
        resource_type: 'tenant',
        livemode: false,
      }),
    ]);
  });

  it('[XPT-11] is consistent during concurrent sales', async () => {
    const { testKey } = await createAccount();
    const busyClient = api.client(testKey);
    const { priceId } = await newPlan(busyClient);
    let isSelling = true;
    const keepSelling = async (): Promise<void> => {
      while (isSelling) {
        const customer = await busyClient.post('/v1/customers', { name: 'Ada' });
        await pay(busyClient, (await openSession(busyClient, priceId, { customer_id: customer.id })).id);
        await busyClient.post(`/v1/customers/${customer.id}`, { name: 'Grace' });
      }
    };
    const sellers = Array.from({ length: 6 }, keepSelling);
    const exports: Readonly<Record<string, readonly ApiObject[]>>[] = [];
    while (exports.length < 12) exports.push(await fetchExport(busyClient));
    isSelling = false;
    await Promise.all(sellers);
    expect(exports.at(-1)?.customers?.length).toBeGreaterThan(5);
    for (const each of exports) expectConsistent(each);
  });
});

const CHECKED_SECTIONS = ['customers', 'subscriptions', 'payments', 'invoices', 'prices', 'products'] as const;
/** Events whose data is not the current state of an object. */
const NOTICES: ReadonlySet<unknown> = new Set(['invoice.upcoming', 'dunning.email_required', 'customer.deleted']);

/** Asserts that all objects match the data of their last event, and that referenced objects are included. */
const expectConsistent = (document: Readonly<Record<string, readonly ApiObject[]>>): void => {
  const lastStates = new Map<string, Json>();
  for (const { type, data } of document.events ?? []) if (!NOTICES.has(type)) lastStates.set(String((data as Json).id), data as Json);
  const objects = new Map(CHECKED_SECTIONS.flatMap((section) => document[section] ?? []).map((each) => [each.id, each]));
  // A pending payment has no event.
  for (const each of objects.values()) if (each.status !== 'pending') expect(lastStates.get(each.id)).toEqual(each);
  const kinds = new Set([...objects.values()].map(({ object }) => object));
  for (const [id, data] of lastStates) if (kinds.has(data.object)) expect(objects.has(id), id).toBe(true);
  for (const { last_payment_id: paymentId, customer_id: customerId } of document.subscriptions ?? []) {
    expect(objects.has(String(paymentId))).toBe(true);
    expect(objects.has(String(customerId))).toBe(true);
  }
};
