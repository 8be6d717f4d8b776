import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fault, type Json, refusal } from '../../scripts/support/api.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import { service } from '../support/service.ts';
import { advance, clockAt, eventsAbout, METERED, openShop, subscribe } from './support/shop.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);
const START = Date.UTC(2027, 0, 31, 12) / 1000;
const TIERED: Json = {
  usage_type: 'metered',
  amount_cents: null,
  tiers: [
    { up_to: 10, flat_amount_cents: 100, unit_amount_cents: 20 },
    { up_to: null, unit_amount_decimal: '12.345' },
  ],
};

let client: Client;
let meteredId: string;
let tieredId: string;
let licensedId: string;
beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
  meteredId = (await openShop(client, METERED)).priceId;
  tieredId = (await openShop(client, TIERED)).priceId;
  licensedId = (await openShop(client)).priceId;
});

/** A subscription on a separate clock. */
const subscriber = async (priceId = meteredId) => {
  const clock = await clockAt(client, START);
  const customer = await client.post('/v1/customers', { test_clock_id: clock.id });
  const { id, current_period_end } = await subscribe(client, priceId, { customer_id: customer.id });
  return { clockId: clock.id, customerId: customer.id, id, end: Number(current_period_end) };
};

const at = (id: string): string => `/v1/subscriptions/${id}`;
const use = (id: string, body: Json): Promise<ApiObject> => client.post(`${at(id)}/usage_records`, body);
const tryUse = (id: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  client.call('POST', `${at(id)}/usage_records`, body, headers);
const summaryOf = (id: string): Promise<ApiObject> => client.get(`${at(id)}/usage_summary`);
const newestInvoice = async (id: string): Promise<ApiObject | undefined> => (await client.list(`/v1/invoices?subscription_id=${id}`))[0];
const linesOf = async (id: string): Promise<readonly Json[]> => {
  const invoice = await newestInvoice(id);
  return (await client.get(`/v1/invoices/${String(invoice?.id)}`)).lines as readonly Json[];
};

describe('usage records', () => {
  it('[USE-01] [USE-02] [USE-04] are kept as they were made, the newest first', async () => {
    const { id } = await subscriber();
    const first = await use(id, { quantity: 5 });
    expect(first).toEqual({
      id: expect.stringMatching(/^ur_[0-9A-Z]{26}$/),
      object: 'usage_record',
      created: START,
      livemode: false,
      subscription_id: id,
      quantity: 5,
      occurred_at: START,
      metadata: {},
    });
    const answer = await tryUse(id, { quantity: 0, occurred_at: START + 300, metadata: { host: 'a' } });
    expect([answer.status, answer.body.quantity, answer.body.occurred_at]).toEqual([200, 0, START + 300]);
    const second = answer.body as ApiObject;
    const listed = await eventually(
      () => client.list(`${at(id)}/usage_records`),
      ({ length }) => length === 2,
    );
    expect(listed).toEqual([second, first]);
    const page = await client.get(`${at(id)}/usage_records?limit=1`);
    expect([page.data, page.has_more]).toEqual([[second], true]);
    const next = await client.get(`${at(id)}/usage_records?limit=1&starting_after=${second.id}`);
    expect([next.data, next.has_more]).toEqual([[first], false]);
  });

  it('[AUD-06] leave an audit entry each, and no event', async () => {
    const { id } = await subscriber();
    const { id: recordId } = await use(id, { quantity: 5 });
    const [entry] = await client.list(`/v1/audit_logs?resource_id=${recordId}`);
    expect(entry).toMatchObject({ action: 'usage_record.created', resource_type: 'usage_record', actor_type: 'api_key' });
    expect((await eventsAbout(client, id, 1)).map(({ type }) => type)).toEqual(['subscription.created']);
    const types = (await client.list('/v1/events')).map(({ type }) => String(type));
    expect(types.filter((type) => type.includes('usage'))).toEqual([]);
  });

  it('count once under one idempotency key, however often they are sent', async () => {
    const { id } = await subscriber();
    const key = { 'idempotency-key': 'once' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => tryUse(id, { quantity: 7 }, key)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${String(body.id)}`)).size).toBe(1);
    expect(fault(await tryUse(id, { quantity: 8 }, key))).toEqual([400, 'parameter_invalid', 'Idempotency-Key']);
    expect(await summaryOf(id)).toMatchObject({ total_quantity: 7, record_count: 1 });
  });

  let shared: string | null = null;
  it.each([
    ['no quantity', {}, 'parameter_missing', 'quantity'],
    ['null', { quantity: null }, 'parameter_invalid', 'quantity'],
    ['a negative one', { quantity: -1 }, 'parameter_invalid', 'quantity'],
    ['a fraction', { quantity: 1.5 }, 'parameter_invalid', 'quantity'],
    ['text', { quantity: '5' }, 'parameter_invalid', 'quantity'],
    ['a flag', { quantity: true }, 'parameter_invalid', 'quantity'],
    ['more than a number holds', { quantity: 9_007_199_254_740_992 }, 'parameter_invalid', ''],
    ['more than an invoice charges', { quantity: 40_000_001 }, 'parameter_invalid', 'quantity'],
    ['a time before the subscription', { quantity: 1, occurred_at: START - 1 }, 'parameter_invalid', 'occurred_at'],
    ['a time too far ahead', { quantity: 1, occurred_at: START + 301 }, 'parameter_invalid', 'occurred_at'],
    ['a time in milliseconds', { quantity: 1, occurred_at: START * 1000 }, 'parameter_invalid', 'occurred_at'],
    ['a date', { quantity: 1, occurred_at: '2027-01-31' }, 'parameter_invalid', 'occurred_at'],
    ['another field', { quantity: 1, timestamp: START }, 'parameter_unknown', 'timestamp'],
  ])('are refused with %s', async (_what, body, code, param) => {
    shared ??= (await subscriber()).id;
    expect(fault(await tryUse(shared, body))).toEqual([400, code, param]);
    expect(await summaryOf(shared)).toMatchObject({ total_quantity: 0, record_count: 0 });
  });

  it('[SCOPE-10] have separate scopes', async () => {
    const { id } = await subscriber();
    const scoped = async (scope: string) => api.client(String((await client.post('/v1/api_keys', { scopes: [scope] })).secret));
    const [reader, writer] = [await scoped('usage_records:read'), await scoped('usage_records:write')];
    for (const path of [`${at(id)}/usage_records`, `${at(id)}/usage_summary`]) {
      expect((await reader.call('GET', path)).status).toBe(200);
      expect(refusal(await writer.call('GET', path))).toEqual([403, 'insufficient_scope']);
    }
    expect(refusal(await reader.call('POST', `${at(id)}/usage_records`, { quantity: 1 }))).toEqual([403, 'insufficient_scope']);
    expect((await writer.call('POST', `${at(id)}/usage_records`, { quantity: 1 })).status).toBe(200);
  });

  it('[USE-05] [USE-07] [USE-08] [USE-10] are of metered prices only', async () => {
    const { id } = await subscriber(licensedId);
    const shown = await client.get(at(id));
    expect((shown.price as Json).usage_type).toBe('licensed');
    const asked = [
      await tryUse(id, { quantity: 1 }),
      await client.call('GET', `${at(id)}/usage_records`),
      await client.call('GET', `${at(id)}/usage_summary`),
    ];
    for (const answer of asked) {
      expect([refusal(answer), answer.error?.reason]).toEqual([[409, 'state_conflict'], 'subscription_not_metered']);
    }
    expect((await client.get(`/v1/prices/${meteredId}`)).usage_type).toBe('metered');
  });

  it('lose what the account wrote in them when their customer is purged', async () => {
    const { id, customerId, clockId, end } = await subscriber();
    const annotated = await use(id, { quantity: 5, metadata: { user: 'ada@example.com' } });
    const key = { 'idempotency-key': 'annotated' };
    await tryUse(id, { quantity: 6, metadata: { user: 'grace@example.com' } }, key);
    await client.post(`${at(id)}/cancel`);
    await advance(client, clockId, end);
    await client.post(`/v1/customers/${customerId}/purge`);
    const listed = await client.list(`${at(id)}/usage_records`);
    expect(listed.find((record) => record.id === annotated.id)).toEqual({ ...annotated, metadata: {} });
    expect(JSON.stringify(listed)).not.toContain('@example.com');
    const replayed = await tryUse(id, { quantity: 6, metadata: { user: 'grace@example.com' } }, key);
    expect([replayed.status, replayed.body.metadata]).toEqual([200, {}]);
  });
});

describe('a usage summary', () => {
  it('[USE-03] says what the current period holds and will cost', async () => {
    const { id, end } = await subscriber();
    for (const quantity of [100, 300, 1]) await use(id, { quantity });
    expect(await summaryOf(id)).toEqual({
      object: 'usage_summary',
      livemode: false,
      subscription_id: id,
      period_start: START,
      period_end: end,
      total_quantity: 401,
      record_count: 3,
      amount_cents: 1003,
      currency: 'EUR',
      tiers: null,
    });
  });
});

describe('the close of a metered period', () => {
  it('[USE-09] [EVT-32] charges each tier, as the summary said', async () => {
    const { id, clockId, end } = await subscriber(tieredId);
    await use(id, { quantity: 8 });
    await use(id, { quantity: 5 });
    const summary = await summaryOf(id);
    expect(summary.tiers).toEqual([
      { up_to: 10, quantity: 10, amount_cents: 300 },
      { up_to: null, quantity: 3, amount_cents: 37 },
    ]);
    await advance(client, clockId, end);
    expect(
      (await linesOf(id)).map(({ type, quantity, unit_amount_decimal: unit, amount_cents: amount }) => [type, quantity, unit, amount]),
    ).toEqual([
      ['usage', '10', '20', 300],
      ['usage', '3', '12.345', 37],
    ]);
    expect(await newestInvoice(id)).toMatchObject({
      billing_reason: 'usage',
      status: 'paid',
      subtotal_cents: summary.amount_cents,
      period_start: START,
      period_end: end,
    });
    const [payment] = await client.list(`/v1/payments?subscription_id=${id}`);
    expect(payment).toMatchObject({ type: 'usage', status: 'succeeded', amount_cents: 337 });
    expect(await summaryOf(id)).toMatchObject({ period_start: end, total_quantity: 0, record_count: 0, amount_cents: 0 });
  });

  it('bills each unit once: late usage with the next invoice, and none without usage', async () => {
    const { id, clockId, end } = await subscriber();
    await use(id, { quantity: 40 });
    await advance(client, clockId, end);
    await use(id, { quantity: 2, occurred_at: end - 1 });
    await use(id, { quantity: 6 });
    const { current_period_end: second } = await client.get(at(id));
    await advance(client, clockId, Number(second));
    expect((await linesOf(id)).map(({ quantity }) => quantity)).toEqual(['8']);
    const { current_period_end: third } = await client.get(at(id));
    await advance(client, clockId, Number(third));
    expect(await newestInvoice(id)).toMatchObject({ status: 'paid', total_cents: 0, payment_id: null });
    const payments = await client.list(`/v1/payments?subscription_id=${id}`);
    expect(payments.map(({ type, amount_cents: amount }) => [type, amount])).toEqual([
      ['usage', 20],
      ['usage', 100],
      ['initial', 1],
    ]);
  });

  it('[EVT-34] that is not paid fails its invoice; what is used in the meantime is for the next', async () => {
    const { id, clockId, customerId, end } = await subscriber();
    await use(id, { quantity: 40 });
    await client.post(`/sandbox/customers/${customerId}/behavior`, { charges: 'insufficient_funds' });
    await advance(client, clockId, end);
    expect(await client.get(at(id))).toMatchObject({ status: 'past_due', current_period_end: end });
    const invoice = await newestInvoice(id);
    const reported = await eventsAbout(client, String(invoice?.id), 2);
    expect(reported.map(({ type }) => type)).toEqual(['invoice.created', 'invoice.payment_failed']);
    await use(id, { quantity: 3 });
    expect(await summaryOf(id)).toMatchObject({ period_start: end, total_quantity: 3 });
    await client.post(`/sandbox/customers/${customerId}/behavior`, { charges: 'paid' });
    const { next_payment_attempt: retryAt } = await client.get(at(id));
    await advance(client, clockId, Number(retryAt));
    const paid = await client.get(at(id));
    expect([paid.status, paid.current_period_start]).toEqual(['active', end]);
    await advance(client, clockId, Number(paid.current_period_end));
    expect((await linesOf(id)).map(({ quantity }) => quantity)).toEqual(['3']);
  });

  it('[USE-06] is the last one of a canceled subscription, and charged', async () => {
    const { id, clockId, end } = await subscriber();
    await client.post(`${at(id)}/cancel`);
    await use(id, { quantity: 40 });
    await advance(client, clockId, end);
    expect(await client.get(at(id))).toMatchObject({ status: 'canceled' });
    expect((await linesOf(id)).map(({ quantity }) => quantity)).toEqual(['40']);
    const late = await tryUse(id, { quantity: 1 });
    expect([refusal(late), late.error?.reason]).toEqual([[409, 'state_conflict'], 'subscription_canceled']);
    expect(await client.list(`${at(id)}/usage_records`)).toHaveLength(1);
    expect((await summaryOf(id)).total_quantity).toBe(0);
  });

  it('takes nothing more while the last one is paid', async () => {
    const { id, clockId, customerId, end } = await subscriber();
    await client.post(`${at(id)}/cancel`);
    await use(id, { quantity: 40 });
    await client.post(`/sandbox/customers/${customerId}/behavior`, { charges: 'pending' });
    await advance(client, clockId, end);
    const late = await tryUse(id, { quantity: 1 });
    expect([refusal(late), late.error?.reason]).toEqual([[409, 'state_conflict'], 'period_over']);
  });
});
