import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, type Json } from '../../scripts/support/api.ts';
import { service } from '../support/service.ts';
import { eventsAbout, quietEndpoint } from './support/shop.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);
const WRITES = 25;

/** Puts the events in the order in which each took up what the one before had left. */
const chainOf = (events: readonly ApiObject[], first: unknown): readonly unknown[] => {
  const after = new Map(events.map((event) => [(event.previous_attributes as Json | null)?.name, (event.data as Json).name]));
  const names: unknown[] = [first];
  while (after.has(names.at(-1)) && names.length <= events.length) names.push(after.get(names.at(-1)));
  return names.slice(1);
};

describe('25 different writes at once to one customer', () => {
  let client: Client;
  beforeAll(async () => {
    client = api.client((await createAccount()).testKey);
  });

  it('[EVT-11] [EVT-13] [CUS-04] lose none, and the log tells each once, in the order they took effect', async () => {
    const customer = await client.post('/v1/customers', { name: 'start' });
    const names = Array.from({ length: WRITES }, (_, index) => `name ${index}`);
    const answers = await Promise.all(names.map((name) => client.call('POST', `/v1/customers/${customer.id}`, { name })));
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
    expect(answers.map(({ body }) => body.name)).toEqual(names);

    const updates = (await eventsAbout(client, customer.id, WRITES + 1)).filter(({ type }) => type === 'customer.updated');
    expect(updates).toHaveLength(WRITES);
    expect(updates.map(({ data }) => (data as Json).name).sort()).toEqual([...names].sort());
    const chain = chainOf(updates, 'start');
    expect(chain).toHaveLength(WRITES);
    expect((await client.get(`/v1/customers/${customer.id}`)).name).toBe(chain.at(-1));

    const ids = (await client.list('/v1/events')).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect((await client.list('/v1/events', 4)).map(({ id }) => id)).toEqual(ids);
  });
});

describe('two different fields changed at once', () => {
  it('[PAGE-22] both keep their change', async () => {
    const client = api.client((await createAccount()).testKey);
    const { id } = await client.post('/v1/customers', { name: 'start', email: 'start@example.com' });
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([
        client.post(`/v1/customers/${id}`, { name: `name ${round}` }),
        client.post(`/v1/customers/${id}`, { email: `mail${round}@example.com` }),
      ]);
      expect(await client.get(`/v1/customers/${id}`)).toMatchObject({ name: `name ${round}`, email: `mail${round}@example.com` });
    }
  });
});

describe('17 webhook endpoints at once', () => {
  it('[WHE-25] make 16', async () => {
    const account = await createAccount();
    const client = api.client(account.testKey);
    const create = () => client.call('POST', '/v1/webhook_endpoints', quietEndpoint(baseUrl));
    const answers = await Promise.all(Array.from({ length: 17 }, create));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(16);
    expect(answers.filter(({ error }) => error?.code === 'webhook_endpoint_limit_reached').map(({ status }) => status)).toEqual([409]);
    expect(await client.list('/v1/webhook_endpoints')).toHaveLength(16);
    await api.client(account.liveKey).post('/v1/webhook_endpoints', quietEndpoint(baseUrl));
  });
});
