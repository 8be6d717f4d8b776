import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fieldError, type Json, statusAndCode } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { advance, METERED, newPlan, openSession, sessionBody, subscribe, subscribeOnClock } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);
const START = 1_800_000_000;

let client: Client;
let meterId: string;
let priceId: string;

beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
  meterId = (await client.post('/v1/meters', { event_name: 'tokens', aggregation: 'sum' })).id;
  priceId = (await newPlan(client, { ...METERED, unit_amount_decimal: '1', meter_id: meterId })).priceId;
});

const pathOf = (id: string): string => `/v1/subscriptions/${id}`;
const recordUsage = (id: string, value: number, fields: Json = {}) =>
  client.post('/v1/usage_events', {
    events: [{ id: randomUUID(), event_name: 'tokens', subscription_id: id, value: String(value), ...fields }],
  });
const setMaximum = (id: string, cents: number | null) => client.post(`${pathOf(id)}/update`, { max_amount_cents: cents });
const isServed = async (id: string): Promise<boolean> => (await client.get(pathOf(id))).serves_customer === true;
const waitUntilServed = (id: string, expected: boolean) =>
  eventually(
    () => isServed(id),
    (served) => served === expected,
  );
const updatesOf = async (id: string) =>
  (await client.list('/v1/events?type=subscription.updated')).filter(({ data }) => (data as Json).id === id);

describe('the maximum amount of a period', () => {
  it('stops the service when the usage exceeds it, and records one event', async () => {
    const { id } = await subscribe(client, priceId, { max_amount_cents: 100 });
    expect(await client.get(pathOf(id))).toMatchObject({ max_amount_cents: 100, max_amount_exceeded_at: null, serves_customer: true });
    await recordUsage(id, 100);
    await Promise.all(Array.from({ length: 20 }, () => recordUsage(id, 1)));
    await waitUntilServed(id, false);
    await recordUsage(id, 1);
    await client.post(`${pathOf(id)}/usage_records`, { quantity: 5 });
    expect((await client.get(pathOf(id))).max_amount_exceeded_at).toEqual(expect.any(Number));
    expect((await client.get(`${pathOf(id)}/usage_summary`)).amount_cents).toBe(126);
    expect(await updatesOf(id)).toHaveLength(1);
  });

  it('allows service again in the next period, after it is raised to the amount of the usage, and after it is removed', async () => {
    const { clockId, id, end } = await subscribeOnClock(client, priceId, START);
    expect(await client.get(pathOf(id))).not.toHaveProperty('max_amount_cents');
    await recordUsage(id, 50, { occurred_at: START });
    expect(await setMaximum(id, 40)).toMatchObject({ serves_customer: false, max_amount_exceeded_at: START });
    expect(await setMaximum(id, 45)).toMatchObject({ serves_customer: false });
    expect(await setMaximum(id, 50)).toMatchObject({ serves_customer: true, max_amount_exceeded_at: null });
    await recordUsage(id, 1, { occurred_at: START });
    await waitUntilServed(id, false);
    await advance(client, clockId, end);
    expect(await client.get(pathOf(id))).toMatchObject({ serves_customer: true, max_amount_cents: 50, max_amount_exceeded_at: null });
    await recordUsage(id, 51, { occurred_at: end });
    await waitUntilServed(id, false);
    const removed = await setMaximum(id, null);
    expect([removed.serves_customer, removed.max_amount_cents]).toEqual([true, undefined]);
  });

  it('counts usage that was recorded for the next period before that period began', async () => {
    const { clockId, id, end } = await subscribeOnClock(client, priceId, START);
    await setMaximum(id, 40);
    await advance(client, clockId, end - 100);
    await recordUsage(id, 41, { occurred_at: end + 1 });
    expect(await isServed(id)).toBe(true);
    await advance(client, clockId, end);
    await waitUntilServed(id, false);
  });

  it('counts the units that a plan change has billed in the same period', async () => {
    const { id } = await subscribe(client, priceId, { max_amount_cents: 100 });
    const other = (await newPlan(client, { ...METERED, unit_amount_decimal: '1', meter_id: meterId })).priceId;
    await recordUsage(id, 60);
    await client.post(`${pathOf(id)}/update`, { price_id: other });
    await recordUsage(id, 40);
    expect(await isServed(id)).toBe(true);
    await recordUsage(id, 1);
    await waitUntilServed(id, false);
  });

  it('is refused for licensed prices and in an update that also changes the price; can be 0', async () => {
    const licensed = (await newPlan(client)).priceId;
    const { id } = await subscribe(client, licensed);
    const update = (fields: Json) => client.call('POST', `${pathOf(id)}/update`, fields);
    expect(statusAndCode(await update({ max_amount_cents: 5 }))).toEqual([409, 'state_conflict']);
    expect(fieldError(await update({ max_amount_cents: 5, price_id: priceId }))).toEqual([400, 'parameter_invalid', 'max_amount_cents']);
    expect(fieldError(await update({}))).toEqual([400, 'parameter_missing', 'price_id']);
    const answer = await client.call('POST', '/v1/checkout/sessions', sessionBody(licensed, { max_amount_cents: 5 }));
    expect(fieldError(answer)).toEqual([400, 'parameter_invalid', 'max_amount_cents']);
    const session: ApiObject = await openSession(client, priceId, { max_amount_cents: 0 });
    expect(session.max_amount_cents).toBe(0);
  });
});

describe('usage alerts', () => {
  it('are announced once in a period when the usage reaches the threshold', async () => {
    const { clockId, customerId, id, end } = await subscribeOnClock(client, priceId, START);
    const body = { customer_id: customerId, meter_id: meterId, amount_cents: 50 };
    const customerAlert = await client.post('/v1/usage_alerts', body);
    expect(customerAlert).toEqual({
      id: expect.stringMatching(/^ualert_[0-9A-Z]{26}$/),
      object: 'usage_alert',
      created: expect.any(Number),
      livemode: false,
      subscription_id: null,
      quantity: null,
      email_customer: false,
      ...body,
    });
    await client.post('/v1/usage_alerts', { subscription_id: id, quantity: 80 });
    await recordUsage(id, 49, { occurred_at: START });
    await recordUsage(id, 1, { occurred_at: START });
    const fetchReached = async () => ((await client.get(pathOf(id))).reached_usage_alerts ?? []) as readonly Json[];
    const untilReached = (count: number) => eventually(fetchReached, ({ length }) => length === count);
    expect(await untilReached(1)).toEqual([{ usage_alert_id: customerAlert.id, reached_at: START }]);
    await recordUsage(id, 30, { occurred_at: START });
    await untilReached(2);
    expect(await updatesOf(id)).toHaveLength(2);
    await advance(client, clockId, end);
    expect(await fetchReached()).toEqual([]);
    await recordUsage(id, 50, { occurred_at: end });
    expect(await untilReached(1)).toEqual([{ usage_alert_id: customerAlert.id, reached_at: end }]);
  });

  it('are announced if the threshold was reached before their creation, but not if they have another meter or were deleted', async () => {
    const { id, customer_id: customerId } = await subscribe(client, priceId);
    const other = (await client.post('/v1/meters', { event_name: 'tokens', aggregation: 'sum' })).id;
    await recordUsage(id, 10);
    const create = (fields: Json) => client.post('/v1/usage_alerts', { subscription_id: id, ...fields });
    await client.post('/v1/usage_alerts', { customer_id: customerId ?? null, quantity: 5, meter_id: other });
    expect(fieldError(await client.call('POST', '/v1/usage_alerts', { subscription_id: id, quantity: 5, meter_id: other }))).toEqual([
      400,
      'parameter_invalid',
      'meter_id',
    ]);
    const deleted = await create({ quantity: 11 });
    const path = `/v1/usage_alerts/${deleted.id}`;
    expect(await client.call('DELETE', path)).toMatchObject({ status: 200, body: { id: deleted.id, deleted: true } });
    expect((await client.call('DELETE', path)).status).toBe(404);
    const { id: alertId } = await create({ quantity: 10 });
    await recordUsage(id, 5);
    await eventually(
      async () => (await client.get(pathOf(id))).reached_usage_alerts as readonly Json[] | undefined,
      (alerts) => alerts?.length === 1 && alerts[0]?.usage_alert_id === alertId,
    );
    expect((await client.list(`/v1/usage_alerts?subscription_id=${id}`)).map(({ quantity }) => quantity)).toEqual([10]);
  });

  it('have one owner, one threshold and a metered subscription, and are at most ten for each owner', async () => {
    const [{ id }, licensed] = [await subscribe(client, priceId), await subscribe(client, (await newPlan(client)).priceId)];
    const call = (fields: Json) => client.call('POST', '/v1/usage_alerts', fields);
    expect(fieldError(await call({ quantity: 1 }))).toEqual([400, 'parameter_missing', 'subscription_id']);
    expect(fieldError(await call({ quantity: 1, subscription_id: id, customer_id: 'cus_1' }))).toEqual([
      400,
      'parameter_invalid',
      'customer_id',
    ]);
    expect(fieldError(await call({ subscription_id: id }))).toEqual([400, 'parameter_missing', 'quantity']);
    expect(fieldError(await call({ subscription_id: id, quantity: 1, amount_cents: 1 }))).toEqual([
      400,
      'parameter_invalid',
      'amount_cents',
    ]);
    expect(fieldError(await call({ customer_id: 'cus_1', quantity: 1 }))).toEqual([404, 'resource_missing', 'customer_id']);
    expect(fieldError(await call({ subscription_id: id, quantity: 1, meter_id: 'mtr_1' }))).toEqual([404, 'resource_missing', 'meter_id']);
    expect(statusAndCode(await call({ subscription_id: licensed.id, quantity: 1 }))).toEqual([409, 'state_conflict']);
    for (let count = 0; count < 10; count += 1) await client.post('/v1/usage_alerts', { subscription_id: id, quantity: 1000 });
    expect(statusAndCode(await call({ subscription_id: id, quantity: 1000 }))).toEqual([409, 'state_conflict']);
  });
});
