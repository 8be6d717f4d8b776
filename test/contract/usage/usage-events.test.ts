import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fieldError, type Json } from '../../../scripts/support/api.ts';
import { service } from '../../support/service.ts';
import { advance, METERED, newPlan, openPortal, subscribe, subscribeOnClock } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let client: Client;
let subscription: ApiObject;
let meterId: string;

beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
  meterId = (await client.post('/v1/meters', { event_name: 'tokens', aggregation: 'sum' })).id;
  const { priceId } = await newPlan(client, { ...METERED, meter_id: meterId });
  subscription = await subscribe(client, priceId);
});

const event = (fields: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  event_name: 'tokens',
  subscription_id: subscription.id,
  value: '1.50',
  ...fields,
});
const send = (events: readonly object[], headers: Record<string, string> = {}) =>
  client.call('POST', '/v1/usage_events', { events } as unknown as Json, headers);
const outcomesOf = ({ outcomes }: Readonly<Record<string, unknown>>) =>
  (outcomes as { outcome: string; error: { param: string } | null }[]).map(({ outcome, error }) => error?.param ?? outcome);

describe('usage events', () => {
  it('are recorded once, listed, and summed', async () => {
    const sent = event({ properties: { model: 'large' } });
    const answer = await send([sent]);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        object: 'usage_event_batch',
        livemode: false,
        recorded: 1,
        duplicates: 0,
        refused: 0,
        outcomes: [{ id: sent.id, outcome: 'recorded', error: null }],
      },
    ]);
    expect((await send([sent])).body.duplicates).toBe(1);
    const [listed] = await client.list(`/v1/usage_events?subscription_id=${subscription.id}`);
    expect(listed).toEqual({
      ...sent,
      object: 'usage_event',
      created: expect.any(Number),
      livemode: false,
      customer_id: subscription.customer_id,
      meter_id: meterId,
      occurred_at: expect.any(Number),
      value: '1.5',
      period_start: subscription.current_period_start,
      status: 'recorded',
    });
    expect((await client.get(`/v1/subscriptions/${subscription.id}/usage_summary`)).record_count).toBe(1);
  });

  it('are refused if they are invalid, without refusing the valid events of the request', async () => {
    const answer = await send([
      event({ id: 'with space' }),
      // A client could not cancel it: it would resolve this part of the path.
      event({ id: '..' }),
      event({ value: 2 }),
      event({ subscription_id: undefined }),
      event({ customer_id: subscription.customer_id }),
      event({ extra: true }),
      event({ properties: Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`p${index}`, '1'])) }),
      event(),
    ]);
    expect([answer.status, outcomesOf(answer.body)]).toEqual([
      200,
      ['id', 'id', 'value', 'subscription_id', 'customer_id', 'extra', 'properties', 'recorded'],
    ]);
    expect((answer.body.outcomes as { id: string | null }[])[0]?.id).toBeNull();
  });

  it('are at most 1,000 in a request of at most 1 MB', async () => {
    expect(fieldError(await send([]))).toEqual([400, 'parameter_invalid', 'events']);
    expect(fieldError(await send(Array.from({ length: 1001 }, () => ({}))))).toEqual([400, 'parameter_invalid', 'events']);
    const properties = Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`name${index}`, 'x'.repeat(90)]));
    const many = (count: number) => Array.from({ length: count }, () => event({ properties }));
    const answer = await send(many(1000));
    expect([answer.status, answer.body.recorded]).toEqual([200, 1000]);
    const wide = many(1000).map((each) => ({ ...each, padding: 'x'.repeat(700) }));
    expect(fieldError(await send(wide))).toEqual([400, 'parameter_invalid', '']);
  });

  it('have a response that can be stored and replayed, even if the names of unknown fields are long', async () => {
    const key = randomUUID();
    const valid = event();
    const events = [...Array.from({ length: 999 }, (_, index) => event({ [`${'é'.repeat(200)}${index}`]: true })), valid];
    const first = await send(events, { 'idempotency-key': key });
    expect([first.status, first.body.recorded, first.body.refused]).toEqual([200, 1, 999]);
    const replay = await send(events, { 'idempotency-key': key });
    expect([replay.headers['idempotent-replayed'], replay.body]).toEqual(['true', first.body]);
  });

  it('have the same answer for a repeated idempotency key; other events with this key are rejected', async () => {
    const [key, sent] = [randomUUID(), event()];
    const first = await send([sent], { 'idempotency-key': key });
    expect((await send([sent], { 'idempotency-key': key })).body).toEqual(first.body);
    const other = event();
    expect(fieldError(await send([other], { 'idempotency-key': key }))).toEqual([400, 'parameter_invalid', 'Idempotency-Key']);
    expect((await send([other])).body.recorded).toBe(1);
  });

  it('are listed page by page; the list requires a subscription', async () => {
    const listedIds: string[] = [];
    for (let cursor = ''; listedIds.length < 30; ) {
      const page = await client.get(`/v1/usage_events?subscription_id=${subscription.id}&limit=7${cursor}`);
      const ids = (page.data as ApiObject[]).map(({ id }) => id);
      listedIds.push(...ids);
      cursor = `&starting_after=${ids.at(-1)}`;
    }
    expect(new Set(listedIds).size).toBe(listedIds.length);
    expect(fieldError(await client.call('GET', '/v1/usage_events'))).toEqual([400, 'parameter_missing', 'subscription_id']);
  });

  it('are summed with usage records by meter, property and day', async () => {
    const { priceId } = await newPlan(client, { ...METERED, meter_id: meterId });
    const start = 1_800_000_000;
    const { clockId, id } = await subscribeOnClock(client, priceId, start);
    const eventAt = (days: number, model: string, value: string) =>
      event({ subscription_id: id, occurred_at: start + days * 86_400, value, properties: { model } });
    await client.post(`/v1/subscriptions/${id}/usage_records`, { quantity: 100 });
    await advance(client, clockId, start + 5 * 86_400);
    await send([eventAt(0, 'small', '0.5'), eventAt(1, 'large', '10'), eventAt(1, 'small', '20.5'), eventAt(4, 'large', '9')]);
    const path = `/v1/subscriptions/${id}/usage_summary`;
    const rowsOf = async (query: string) => (await client.get(`${path}?${query}`)).breakdown as unknown as Json[];
    const total = await client.get(path);
    expect([total.total_quantity, total.breakdown]).toEqual([140, undefined]);
    const midnight = (days: number): number => Math.floor((start + days * 86_400) / 86_400) * 86_400;
    const row = (starts_at: number, fields: object) => ({
      starts_at,
      meter_id: meterId,
      event_name: 'tokens',
      group: null,
      record_count: 1,
      ...fields,
    });
    expect(await rowsOf('interval=day')).toEqual([
      row(start, { meter_id: null, event_name: null, quantity: '100', amount_cents: 250 }),
      row(start, { quantity: '0.5', amount_cents: 0 }),
      row(midnight(1), { quantity: '30.5', record_count: 2, amount_cents: 78 }),
      row(midnight(4), { quantity: '9', amount_cents: 22 }),
    ]);
    expect(await rowsOf('group_by=model')).toEqual([
      row(start, { meter_id: null, event_name: null, quantity: '100', amount_cents: null }),
      row(start, { group: 'large', quantity: '19', record_count: 2, amount_cents: null }),
      row(start, { group: 'small', quantity: '21', record_count: 2, amount_cents: null }),
    ]);
    expect((await rowsOf('interval=hour')).map(({ starts_at }) => starts_at)).toEqual([
      start,
      start,
      ...[1, 4].map((days) => Math.floor((start + days * 86_400) / 3600) * 3600),
    ]);
    expect(fieldError(await client.call('GET', `${path}?interval=week`))).toEqual([400, 'parameter_invalid', 'interval']);
  });

  it('are summed by day in the API and the portal; above 10,000 events, sums by hour or property are refused', async () => {
    const { priceId } = await newPlan(client, { ...METERED, meter_id: meterId });
    const start = 1_800_000_000;
    const { clockId, id } = await subscribeOnClock(client, priceId, start);
    await advance(client, clockId, start + 2 * 86_400);
    const { portal_token: token } = await openPortal(client, id);
    const portal = api.client(String(token));
    const path = `/v1/subscriptions/${id}/usage_summary`;
    const days = [start, start - (start % 86_400) + 86_400];
    const sendMany = async (count: number): Promise<void> => {
      const events = Array.from({ length: count }, (_, index) =>
        event({ subscription_id: id, value: '1', occurred_at: days[index % 2], properties: { model: 'large' } }),
      );
      for (let from = 0; from < count; from += 1000) expect((await send(events.slice(from, from + 1000))).body.refused).toBe(0);
    };
    const expectDays = async (counts: readonly number[]): Promise<void> => {
      const rows = counts.map((count, index) => ({
        starts_at: days[index],
        meter_id: meterId,
        event_name: 'tokens',
        group: null,
        quantity: String(count),
        record_count: count,
        amount_cents: expect.any(Number),
      }));
      const summary = await client.get(`${path}?interval=day`);
      const breakdown = summary.breakdown as readonly { readonly amount_cents: number }[];
      expect(breakdown).toEqual(rows);
      expect(breakdown.reduce((sum, { amount_cents: cents }) => sum + cents, 0)).toBe(summary.amount_cents);
      expect((await portal.get('/portal/session')).usage_summary).toEqual(summary);
    };
    await sendMany(1001);
    await expectDays([501, 500]);
    await sendMany(9000);
    await expectDays([5001, 5000]);
    const refusals = await Promise.all(['interval=hour', 'group_by=model'].map((query) => client.call('GET', `${path}?${query}`)));
    expect(refusals.map(fieldError)).toEqual([
      [400, 'parameter_invalid', 'interval'],
      [400, 'parameter_invalid', 'group_by'],
    ]);
    expect(refusals.map(({ error }) => error?.reason)).toEqual(['breakdown_too_large', 'breakdown_too_large']);
    expect((await client.get(`${path}?interval=period`)).breakdown).toMatchObject([{ quantity: '10001', record_count: 10_001 }]);
  });

  it('can be canceled before their period ends', async () => {
    const fetchTotal = async () => (await client.get(`/v1/subscriptions/${subscription.id}/usage_summary`)).total_quantity;
    const [sent, before] = [event({ value: '40' }), await fetchTotal()];
    await send([sent]);
    expect(await fetchTotal()).toBe(Number(before) + 40);
    const path = `/v1/usage_events/${sent.id}/cancel`;
    const canceled = await client.post(path);
    expect([canceled.id, canceled.status]).toEqual([sent.id, 'canceled']);
    expect(await client.post(path)).toEqual(canceled);
    expect(await fetchTotal()).toBe(before);
    expect((await send([sent])).body.duplicates).toBe(1);
    expect((await client.call('POST', '/v1/usage_events/unknown/cancel')).status).toBe(404);
  });

  it('cannot be canceled after a plan change has billed them', async () => {
    const { productId, priceId } = await newPlan(client, { ...METERED, meter_id: meterId });
    const expensive = {
      ...METERED,
      meter_id: meterId,
      product_id: productId,
      unit_amount_decimal: '90',
      currency: 'EUR',
      interval: 'month',
    };
    const { id: expensiveId } = await client.post('/v1/prices', expensive);
    const start = 1_800_000_000;
    const { clockId, id } = await subscribeOnClock(client, priceId, start);
    const [billed, later] = [event({ subscription_id: id, value: '400' }), event({ subscription_id: id, value: '400' })];
    await send([billed]);
    await advance(client, clockId, start + 3600);
    await client.post(`/v1/subscriptions/${id}/update`, { price_id: expensiveId });
    await send([later]);
    const refused = await client.call('POST', `/v1/usage_events/${billed.id}/cancel`);
    expect([refused.status, refused.error?.reason]).toEqual([409, 'period_already_billed']);
    expect(await client.post(`/v1/usage_events/${later.id}/cancel`)).toMatchObject({ status: 'canceled' });
    expect((await client.get(`/v1/subscriptions/${id}/usage_summary`)).total_quantity).toBe(0);
  });

  it('have one audit entry for each request, not for each event', async () => {
    await send([event(), event()]);
    const [entry] = await client.list('/v1/audit_logs?action=usage_event.created');
    expect(entry).toMatchObject({ resource_type: 'usage_event', resource_id: null, metadata: { recorded: 2, duplicates: 0, refused: 0 } });
  });

  it('lose their properties when their customer is purged', async () => {
    const { priceId } = await newPlan(client, { ...METERED, meter_id: meterId });
    const { clockId, customerId, id, end } = await subscribeOnClock(client, priceId, 1_800_000_000);
    await send([event({ subscription_id: id, properties: { user: 'ada@example.com' } })]);
    await client.post(`/v1/subscriptions/${id}/cancel`);
    await advance(client, clockId, end);
    await client.post(`/v1/customers/${customerId}/purge`);
    const [listed] = await client.list(`/v1/usage_events?subscription_id=${id}`);
    expect(listed?.properties).toEqual({});
  });
});
