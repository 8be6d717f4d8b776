import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fieldError, type Json, statusAndCode } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { advance, clientWithScopes, eventsAbout, METERED, newPlan, setBehavior, subscribeOnClock } from '../support/objects.ts';

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
  meteredId = (await newPlan(client, METERED)).priceId;
  tieredId = (await newPlan(client, TIERED)).priceId;
  licensedId = (await newPlan(client)).priceId;
});

const newSubscription = (priceId = meteredId) => subscribeOnClock(client, priceId, START);
const pathOf = (id: string): string => `/v1/subscriptions/${id}`;
const recordUsage = (id: string, body: Json): Promise<ApiObject> => client.post(`${pathOf(id)}/usage_records`, body);
const callRecordUsage = (id: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  client.call('POST', `${pathOf(id)}/usage_records`, body, headers);
const summaryOf = (id: string): Promise<ApiObject> => client.get(`${pathOf(id)}/usage_summary`);
const newestInvoice = async (id: string): Promise<ApiObject | undefined> => (await client.list(`/v1/invoices?subscription_id=${id}`))[0];
const linesOf = async (id: string): Promise<readonly Json[]> => {
  const invoice = await newestInvoice(id);
  return (await client.get(`/v1/invoices/${String(invoice?.id)}`)).lines as readonly Json[];
};

describe('usage records', () => {
  it('[USE-01] [USE-02] [USE-04] are listed newest first, with the same fields as when they were created', async () => {
    const { id } = await newSubscription();
    const first = await recordUsage(id, { quantity: 5 });
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
    const answer = await callRecordUsage(id, { quantity: 0, occurred_at: START + 300, metadata: { host: 'a' } });
    expect([answer.status, answer.body.quantity, answer.body.occurred_at]).toEqual([200, 0, START + 300]);
    const second = answer.body as ApiObject;
    const records = await eventually(
      () => client.list(`${pathOf(id)}/usage_records`),
      ({ length }) => length === 2,
    );
    expect(records).toEqual([second, first]);
    const page = await client.get(`${pathOf(id)}/usage_records?limit=1`);
    expect([page.data, page.has_more]).toEqual([[second], true]);
    const next = await client.get(`${pathOf(id)}/usage_records?limit=1&starting_after=${second.id}`);
    expect([next.data, next.has_more]).toEqual([[first], false]);
  });

  it('[AUD-06] have an audit entry, and no event', async () => {
    const { id } = await newSubscription();
    const { id: recordId } = await recordUsage(id, { quantity: 5 });
    const [entry] = await client.list(`/v1/audit_logs?resource_id=${recordId}`);
    expect(entry).toMatchObject({ action: 'usage_record.created', resource_type: 'usage_record', actor_type: 'api_key' });
    expect((await eventsAbout(client, id, 1)).map(({ type }) => type)).toEqual(['subscription.created']);
    const types = (await client.list('/v1/events')).map(({ type }) => String(type));
    expect(types.filter((type) => type.includes('usage'))).toEqual([]);
  });

  it('are created once by concurrent requests with the same idempotency key', async () => {
    const { id } = await newSubscription();
    const key = { 'idempotency-key': 'once' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => callRecordUsage(id, { quantity: 7 }, key)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${String(body.id)}`)).size).toBe(1);
    expect(fieldError(await callRecordUsage(id, { quantity: 8 }, key))).toEqual([400, 'parameter_invalid', 'Idempotency-Key']);
    expect(await summaryOf(id)).toMatchObject({ total_quantity: 7, record_count: 1 });
  });

  /** One subscription for all cases. */
  let sharedId: string | null = null;
  it.each([
    ['no quantity', {}, 'parameter_missing', 'quantity'],
    ['null', { quantity: null }, 'parameter_invalid', 'quantity'],
    ['a negative number', { quantity: -1 }, 'parameter_invalid', 'quantity'],
    ['a fraction', { quantity: 1.5 }, 'parameter_invalid', 'quantity'],
    ['text', { quantity: '5' }, 'parameter_invalid', 'quantity'],
    ['a boolean', { quantity: true }, 'parameter_invalid', 'quantity'],
    // The whole body is rejected, because JSON parsers round this number.
    ['more than the maximum safe integer', { quantity: 9_007_199_254_740_992 }, 'parameter_invalid', ''],
    ['more than an invoice allows', { quantity: 40_000_001 }, 'parameter_invalid', 'quantity'],
    ['a time before the subscription', { quantity: 1, occurred_at: START - 1 }, 'parameter_invalid', 'occurred_at'],
    ['a time too far ahead', { quantity: 1, occurred_at: START + 301 }, 'parameter_invalid', 'occurred_at'],
    ['a time in milliseconds', { quantity: 1, occurred_at: START * 1000 }, 'parameter_invalid', 'occurred_at'],
    ['a date', { quantity: 1, occurred_at: '2027-01-31' }, 'parameter_invalid', 'occurred_at'],
    ['another field', { quantity: 1, timestamp: START }, 'parameter_unknown', 'timestamp'],
  ])('are rejected with %s', async (_what, body, code, param) => {
    sharedId ??= (await newSubscription()).id;
    expect(fieldError(await callRecordUsage(sharedId, body))).toEqual([400, code, param]);
    expect(await summaryOf(sharedId)).toMatchObject({ total_quantity: 0, record_count: 0 });
  });

  it('[SCOPE-10] are read and created with different scopes', async () => {
    const { id } = await newSubscription();
    const reader = await clientWithScopes(api, client, 'usage_records:read');
    const writer = await clientWithScopes(api, client, 'usage_records:write');
    for (const path of [`${pathOf(id)}/usage_records`, `${pathOf(id)}/usage_summary`]) {
      expect((await reader.call('GET', path)).status).toBe(200);
      expect(statusAndCode(await writer.call('GET', path))).toEqual([403, 'insufficient_scope']);
    }
    expect(statusAndCode(await reader.call('POST', `${pathOf(id)}/usage_records`, { quantity: 1 }))).toEqual([403, 'insufficient_scope']);
    expect((await writer.call('POST', `${pathOf(id)}/usage_records`, { quantity: 1 })).status).toBe(200);
  });

  it('[USE-05] [USE-07] [USE-08] [USE-10] cannot be created, listed or summarized for licensed prices', async () => {
    const { id } = await newSubscription(licensedId);
    const subscription = await client.get(pathOf(id));
    expect((subscription.price as Json).usage_type).toBe('licensed');
    const answers = [
      await callRecordUsage(id, { quantity: 1 }),
      await client.call('GET', `${pathOf(id)}/usage_records`),
      await client.call('GET', `${pathOf(id)}/usage_summary`),
    ];
    for (const answer of answers) {
      expect([statusAndCode(answer), answer.error?.reason]).toEqual([[409, 'state_conflict'], 'subscription_not_metered']);
    }
    expect((await client.get(`/v1/prices/${meteredId}`)).usage_type).toBe('metered');
  });

  it('have no metadata after their customer is purged', async () => {
    const { id, customerId, clockId, end } = await newSubscription();
    const withMetadata = await recordUsage(id, { quantity: 5, metadata: { user: 'ada@example.com' } });
    const key = { 'idempotency-key': 'annotated' };
    await callRecordUsage(id, { quantity: 6, metadata: { user: 'grace@example.com' } }, key);
    await client.post(`${pathOf(id)}/cancel`);
    await advance(client, clockId, end);
    await client.post(`/v1/customers/${customerId}/purge`);
    const records = await client.list(`${pathOf(id)}/usage_records`);
    expect(records.find((record) => record.id === withMetadata.id)).toEqual({ ...withMetadata, metadata: {} });
    expect(JSON.stringify(records)).not.toContain('@example.com');
    const replayed = await callRecordUsage(id, { quantity: 6, metadata: { user: 'grace@example.com' } }, key);
    expect([replayed.status, replayed.body.metadata]).toEqual([200, {}]);
  });
});

describe('a usage summary', () => {
  it('[USE-03] contains the quantity and the amount of the current period', async () => {
    const { id, end } = await newSubscription();
    for (const quantity of [100, 300, 1]) await recordUsage(id, { quantity });
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

describe('the end of a metered period', () => {
  it('[USE-09] [EVT-32] charges each tier as in the summary', async () => {
    const { id, clockId, end } = await newSubscription(tieredId);
    await recordUsage(id, { quantity: 8 });
    await recordUsage(id, { quantity: 5 });
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

  it('bills each unit once; usage recorded after its period is on the next invoice; a period without usage costs 0', async () => {
    const { id, clockId, end } = await newSubscription();
    await recordUsage(id, { quantity: 40 });
    await advance(client, clockId, end);
    await recordUsage(id, { quantity: 2, occurred_at: end - 1 });
    await recordUsage(id, { quantity: 6 });
    const { current_period_end: secondEnd } = await client.get(pathOf(id));
    await advance(client, clockId, Number(secondEnd));
    expect((await linesOf(id)).map(({ quantity }) => quantity)).toEqual(['8']);
    const { current_period_end: thirdEnd } = await client.get(pathOf(id));
    await advance(client, clockId, Number(thirdEnd));
    expect(await newestInvoice(id)).toMatchObject({ status: 'paid', total_cents: 0, payment_id: null });
    const payments = await client.list(`/v1/payments?subscription_id=${id}`);
    expect(payments.map(({ type, amount_cents: amount }) => [type, amount])).toEqual([
      ['usage', 20],
      ['usage', 100],
      ['initial', 1],
    ]);
  });

  it('[EVT-34] with a failed payment makes the subscription past due; later usage is on the next invoice', async () => {
    const { id, clockId, customerId, end } = await newSubscription();
    await recordUsage(id, { quantity: 40 });
    await setBehavior(client, customerId, { charges: 'insufficient_funds' });
    await advance(client, clockId, end);
    expect(await client.get(pathOf(id))).toMatchObject({ status: 'past_due', current_period_end: end });
    const invoice = await newestInvoice(id);
    const events = await eventsAbout(client, String(invoice?.id), 2);
    expect(events.map(({ type }) => type)).toEqual(['invoice.created', 'invoice.payment_failed']);
    await recordUsage(id, { quantity: 3 });
    expect(await summaryOf(id)).toMatchObject({ period_start: end, total_quantity: 3 });
    await setBehavior(client, customerId, { charges: 'paid' });
    const { next_payment_attempt: retryAt } = await client.get(pathOf(id));
    await advance(client, clockId, Number(retryAt));
    const paid = await client.get(pathOf(id));
    expect([paid.status, paid.current_period_start]).toEqual(['active', end]);
    await advance(client, clockId, Number(paid.current_period_end));
    expect((await linesOf(id)).map(({ quantity }) => quantity)).toEqual(['3']);
  });

  it('[USE-06] causes a charge for the usage of the last period, even if the subscription is canceled', async () => {
    const { id, clockId, end } = await newSubscription();
    await client.post(`${pathOf(id)}/cancel`);
    await recordUsage(id, { quantity: 40 });
    await advance(client, clockId, end);
    expect(await client.get(pathOf(id))).toMatchObject({ status: 'canceled' });
    expect((await linesOf(id)).map(({ quantity }) => quantity)).toEqual(['40']);
    const rejected = await callRecordUsage(id, { quantity: 1 });
    expect([statusAndCode(rejected), rejected.error?.reason]).toEqual([[409, 'state_conflict'], 'subscription_canceled']);
    expect(await client.list(`${pathOf(id)}/usage_records`)).toHaveLength(1);
    expect((await summaryOf(id)).total_quantity).toBe(0);
  });

  it('of a canceled subscription prevents further usage records while the last payment is pending', async () => {
    const { id, clockId, customerId, end } = await newSubscription();
    await client.post(`${pathOf(id)}/cancel`);
    await recordUsage(id, { quantity: 40 });
    await setBehavior(client, customerId, { charges: 'pending' });
    await advance(client, clockId, end);
    const rejected = await callRecordUsage(id, { quantity: 1 });
    expect([statusAndCode(rejected), rejected.error?.reason]).toEqual([[409, 'state_conflict'], 'period_over']);
  });
});
