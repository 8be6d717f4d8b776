import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, type Json } from '../../scripts/support/api.ts';
import { service } from '../support/service.ts';
import { eventsAbout, quietEndpointBody } from './support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);
const WRITES = 25;

/** The names in the order of the updates: the previous name in an event is the name that the preceding update set. */
const namesInOrder = (events: readonly ApiObject[], first: unknown): readonly unknown[] => {
  const nextName = new Map(events.map((event) => [(event.previous_attributes as Json | null)?.name, (event.data as Json).name]));
  const names: unknown[] = [first];
  while (nextName.has(names.at(-1)) && names.length <= events.length) names.push(nextName.get(names.at(-1)));
  return names.slice(1);
};

describe('25 concurrent updates of one customer', () => {
  let client: Client;
  beforeAll(async () => {
    client = api.client((await createAccount()).testKey);
  });

  it('[EVT-11] [EVT-13] [CUS-04] all succeed, each with one event, in the order of the updates', async () => {
    const customer = await client.post('/v1/customers', { name: 'start' });
    const names = Array.from({ length: WRITES }, (_, index) => `name ${index}`);
    const answers = await Promise.all(names.map((name) => client.call('POST', `/v1/customers/${customer.id}`, { name })));
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
    expect(answers.map(({ body }) => body.name)).toEqual(names);

    const updates = (await eventsAbout(client, customer.id, WRITES + 1)).filter(({ type }) => type === 'customer.updated');
    expect(updates).toHaveLength(WRITES);
    expect(updates.map(({ data }) => (data as Json).name).sort()).toEqual([...names].sort());
    const orderedNames = namesInOrder(updates, 'start');
    expect(orderedNames).toHaveLength(WRITES);
    expect((await client.get(`/v1/customers/${customer.id}`)).name).toBe(orderedNames.at(-1));

    // Pages of four contain the same events in the same order as one page.
    const ids = (await client.list('/v1/events')).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect((await client.list('/v1/events', 4)).map(({ id }) => id)).toEqual(ids);
  });
});

describe('concurrent updates of two fields', () => {
  it('[PAGE-22] both take effect', async () => {
    const client = api.client((await createAccount()).testKey);
    const { id } = await client.post('/v1/customers', { name: 'start', email: 'start@example.com' });
    for (let index = 0; index < 5; index += 1) {
      await Promise.all([
        client.post(`/v1/customers/${id}`, { name: `name ${index}` }),
        client.post(`/v1/customers/${id}`, { email: `mail${index}@example.com` }),
      ]);
      expect(await client.get(`/v1/customers/${id}`)).toMatchObject({ name: `name ${index}`, email: `mail${index}@example.com` });
    }
  });
});

describe('17 concurrent requests to create a webhook endpoint', () => {
  it('[WHE-25] create 16 endpoints, the limit per account and mode', async () => {
    const account = await createAccount();
    const client = api.client(account.testKey);
    const create = () => client.call('POST', '/v1/webhook_endpoints', quietEndpointBody(baseUrl));
    const answers = await Promise.all(Array.from({ length: 17 }, create));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(16);
    expect(answers.filter(({ error }) => error?.code === 'webhook_endpoint_limit_reached').map(({ status }) => status)).toEqual([409]);
    expect(await client.list('/v1/webhook_endpoints')).toHaveLength(16);
    // The other mode has a separate limit.
    await api.client(account.liveKey).post('/v1/webhook_endpoints', quietEndpointBody(baseUrl));
  });
});
