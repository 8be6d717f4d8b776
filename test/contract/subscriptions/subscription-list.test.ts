import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fieldError, statusAndCode } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { advance, clientWithScopes, newPlan, setBehavior, subscribe, subscribeOnClock } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);
const PATH = '/v1/subscriptions';

interface States {
  readonly active: string;
  readonly ending: string;
  readonly pastDue: string;
  readonly processing: string;
  readonly canceled: string;
}

let client: Client;
let priceId: string;
/** The ids of one subscription in each state, oldest first. */
let states: States;

/** Creates a subscription, sets the charge behavior of its renewals, and advances its clock to the first renewal. Returns its id. */
const subscriptionAtRenewal = async (charges: string): Promise<string> => {
  const { id, clockId, customerId, end } = await subscribeOnClock(client, priceId, 1_800_000_000);
  await setBehavior(client, customerId, { charges });
  await advance(client, clockId, end);
  return id;
};

beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
  ({ priceId } = await newPlan(client));
  const { id: active } = await subscribe(client, priceId);
  const { id: ending } = await subscribe(client, priceId);
  await client.post(`${PATH}/${ending}/cancel`);
  const pastDue = await subscriptionAtRenewal('insufficient_funds');
  const processing = await subscriptionAtRenewal('pending');
  const canceled = await subscriptionAtRenewal('insufficient_funds');
  await client.post(`${PATH}/${canceled}/cancel`);
  states = { active, ending, pastDue, processing, canceled };
});

const idsOf = (items: readonly ApiObject[]): readonly string[] => items.map(({ id }) => id);

/** Waits until the list with these query parameters contains exactly the subscriptions in the states `expected`, given oldest first. */
const expectListed = async (query: string, expected: readonly (keyof States)[]): Promise<void> => {
  const expectedIds = expected.map((name) => states[name]).toReversed();
  const items = await eventually(
    () => client.list(`${PATH}?${query}`),
    (items) => idsOf(items).join() === expectedIds.join(),
  );
  expect(idsOf(items)).toEqual(expectedIds);
};

describe('the list of subscriptions', () => {
  it('[SUB-01] contains all subscriptions, newest first, with the same fields as a retrieved subscription', async () => {
    const list = await client.get(`${PATH}?limit=100`);
    expect(list).toMatchObject({ object: 'list', has_more: false });
    const items = list.data as readonly ApiObject[];
    expect(idsOf(items)).toEqual(Object.values(states).toReversed());
    expect(new Set(items.map(({ object }) => object))).toEqual(new Set(['subscription']));
    for (const item of items) expect(item).toEqual(await client.get(`${PATH}/${item.id}`));
  });

  it('[SUB-01] requires the scope subscriptions:read', async () => {
    const reader = await clientWithScopes(api, client, 'subscriptions:read');
    expect((await reader.call('GET', PATH)).status).toBe(200);
    for (const scope of ['subscriptions:write', 'customers:read']) {
      const withoutScope = await clientWithScopes(api, client, scope);
      expect(statusAndCode(await withoutScope.call('GET', PATH))).toEqual([403, 'insufficient_scope']);
    }
  });

  it.each([
    ['customer_id', 'c', 64],
    ['starting_after', 's', 128],
    ['expand', 'e', 256],
  ])('[SUB-02] rejects %s beyond its maximum length', async (name, letter, maxLength) => {
    const tooLong = await client.call('GET', `${PATH}?${name}=${letter.repeat(maxLength + 1)}`);
    expect(fieldError(tooLong)).toEqual([400, 'parameter_invalid', name]);
  });

  it.each([
    ['status', 'active', 128],
    ['renewal_state', 'scheduled', 128],
  ])('[SUB-02] accepts several values of %s, but rejects a list that is too long', async (name, value, maxLength) => {
    const values = Array.from({ length: Math.floor((maxLength + 1) / (value.length + 1)) }, () => value).join();
    expect(values.length).toBeLessThanOrEqual(maxLength);
    expect((await client.call('GET', `${PATH}?${name}=${values}`)).status).toBe(200);
    expect(fieldError(await client.call('GET', `${PATH}?${name}=${values},${value},${value}`))).toEqual([400, 'parameter_invalid', name]);
  });

  it('[SUB-02] accepts each parameter alone', async () => {
    const queries = [
      'limit=1',
      `customer_id=${'c'.repeat(64)}`,
      'status=active',
      'renewal_state=ending',
      `starting_after=${states.active}`,
      'expand=customer',
    ];
    for (const query of queries) expect([query, (await client.call('GET', `${PATH}?${query}`)).status]).toEqual([query, 200]);
  });

  it('[SUB-03] filters by customer', async () => {
    const { customer_id: customerId } = await client.get(`${PATH}/${states.ending}`);
    await expectListed(`customer_id=${String(customerId)}`, ['ending']);
    expect(await client.list(`${PATH}?customer_id=cus_${'0'.repeat(26)}`)).toEqual([]);
  });

  it('[SUB-04] filters by status', async () => {
    await expectListed('status=active', ['active', 'ending', 'processing']);
    await expectListed('status=past_due', ['pastDue']);
    await expectListed('status=canceled', ['canceled']);
    await expectListed('status=past_due,canceled', ['pastDue', 'canceled']);
    expect(fieldError(await client.call('GET', `${PATH}?status=gone`))).toEqual([400, 'parameter_invalid', 'status']);
  });

  it('[SUB-05] filters by renewal state', async () => {
    for (const [name, id] of Object.entries(states)) {
      const { renewal_state: state } = await client.get(`${PATH}/${id}`);
      await expectListed(`renewal_state=${String(state)}`, [name as keyof States]);
    }
    await expectListed('status=active&renewal_state=ending,processing,ended', ['ending', 'processing']);
  });

  it.each(['price_id=price_1', 'metadata=1', 'created=1'])('[SUB-06] rejects the filter %s', async (query) => {
    const [name] = query.split('=');
    expect(fieldError(await client.call('GET', `${PATH}?${query}`))).toEqual([400, 'parameter_unknown', name]);
  });
});

describe('a subscription', () => {
  it('[SUB-07] is retrieved by its id; an unknown id, or the id of another account’s subscription, gets 404', async () => {
    expect((await client.get(`${PATH}/${states.active}`)).id).toBe(states.active);
    const other = api.client((await createAccount()).testKey);
    for (const [caller, id] of [
      [other, states.active],
      [client, `sub_${'0'.repeat(26)}`],
    ] as const)
      expect(statusAndCode(await caller.call('GET', `${PATH}/${id}`))).toEqual([404, 'resource_missing']);
  });

  it('[SUB-13] cannot be created through the API, only by a paid checkout', async () => {
    const answer = await client.call('POST', PATH, { customer_id: `cus_${'0'.repeat(26)}`, price_id: priceId });
    expect([...statusAndCode(answer), answer.headers.allow]).toEqual([405, 'method_not_allowed', 'GET, HEAD']);
  });

  it('[RENEW-02] cannot be given a mandate or card through the API', async () => {
    const card = { number: '4242424242424242', exp_month: 12, exp_year: 2031 };
    const { customer_id: customerId } = await client.get(`${PATH}/${states.active}`);
    for (const field of ['mandate_id', 'payment_method_id', 'card', 'card_token', 'iban']) {
      for (const path of ['/v1/customers', `/v1/customers/${String(customerId)}`, '/v1/checkout/sessions']) {
        const answer = await client.call('POST', path, { [field]: field === 'card' ? card : 'mdt_1' });
        expect(fieldError(answer)).toEqual([400, 'parameter_unknown', field]);
      }
    }
    for (const path of [
      '/v1/mandates',
      `/v1/customers/${String(customerId)}/mandates`,
      `/v1/customers/${String(customerId)}/payment_methods`,
    ])
      expect(statusAndCode(await client.call('POST', path, {}))).toEqual([404, 'route_not_found']);
  });
});
