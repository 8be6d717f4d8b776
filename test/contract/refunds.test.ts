import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, type Json } from '../../scripts/support/api.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import { service } from '../support/service.ts';
import { advance, clockAt, eventsAbout, openShop, subscribe } from './support/shop.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);
const START = 1_800_000_000;
const DAY = 86_400;

let client: Client;
let priceId: string;

beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
  ({ priceId } = await openShop(client));
});

const behave = (customerId: unknown, refunds: string): Promise<ApiObject> =>
  client.post(`/sandbox/customers/${String(customerId)}/behavior`, { refunds });

/** A subscription, whose customer's refunds go so. */
const sold = async (refunds = 'pending', given: Json = {}): Promise<ApiObject> => {
  const subscription = await subscribe(client, priceId, given);
  await behave(subscription.customer_id, refunds);
  return subscription;
};

const refund = (paymentId: unknown, given: Json = {}): Promise<ApiObject> =>
  client.post('/v1/refunds', { payment_id: paymentId, ...given });
const settle = (id: string, outcome: string): Promise<ApiObject> => client.post(`/sandbox/refunds/${id}/outcome`, { outcome });

const keyed = (key: string, body: Json) => client.call('POST', '/v1/refunds', body, { 'idempotency-key': key });

/** What a request that is refused is reported. */
const refused = async (method: string, path: string, body?: unknown): Promise<unknown> => {
  const { status, error } = await client.call(method, path, body);
  return { status, code: error?.code, param: error?.param ?? null, reason: error?.reason ?? null };
};
const refusedRefund = (body: Json): Promise<unknown> => refused('POST', '/v1/refunds', body);
/** A refusal for the state of the charge, which names no field. */
const conflict = (code: string, reason: string | null = null) => ({ status: 409, code, param: null, reason });

const settled = (id: string): Promise<ApiObject> =>
  eventually(
    () => client.get(`/v1/refunds/${id}`),
    ({ status }) => status !== 'pending',
  );

describe('a refund', () => {
  it('[REF-01] [REF-02] [REF-03] is made, read and listed', async () => {
    const subscription = await sold();
    const made = await refund(subscription.last_payment_id, { amount_cents: 500, reason: 'not as described', metadata: { ticket: '7' } });
    expect(made).toMatchObject({
      object: 'refund',
      livemode: false,
      status: 'pending',
      payment_id: subscription.last_payment_id,
      amount_cents: 500,
      currency: 'EUR',
      reason: 'not as described',
      credit_note_id: null,
      failure_reason: null,
      settled_at: null,
      metadata: { ticket: '7' },
    });
    expect(await client.get(`/v1/refunds/${made.id}`)).toEqual(made);
    expect(await client.list(`/v1/refunds?payment_id=${String(subscription.last_payment_id)}`)).toEqual([made]);
    expect(await client.list(`/v1/refunds?customer_id=${String(subscription.customer_id)}`)).toEqual([made]);
    expect((await client.list('/v1/refunds')).map(({ id }) => id)).toContain(made.id);
    expect(await client.get(`/v1/payments/${String(subscription.last_payment_id)}`)).toMatchObject({ amount_refunded_cents: 500 });
  });

  it('[REF-04] [REF-05] [EVT-40] [EVT-41] is money returned once the provider says so', async () => {
    const subscription = await sold();
    const made = await refund(subscription.last_payment_id, { amount_cents: 500 });
    expect(await settle(made.id, 'refunded')).toMatchObject({ id: made.id, status: 'succeeded', settled_at: expect.any(Number) });
    const reported = await eventsAbout(client, made.id, 2);
    expect(reported.map(({ type }) => type)).toEqual(['refund.created', 'refund.succeeded']);
    expect(reported[0]?.data).toEqual(made);
  });

  it('[REF-04] is settled by the provider’s provider webhook', async () => {
    const subscription = await sold('refunded');
    const made = await refund(subscription.last_payment_id, { amount_cents: 500 });
    expect(made.status).toBe('pending');
    expect(await settled(made.id)).toMatchObject({ status: 'succeeded' });
  });

  it('[REF-05] [EVT-42] that fails leaves the charge to be refunded again', async () => {
    const subscription = await sold();
    const made = await refund(subscription.last_payment_id);
    expect(await settle(made.id, 'failed')).toMatchObject({ status: 'failed', failure_reason: expect.any(String), credit_note_id: null });
    expect((await eventsAbout(client, made.id, 2)).map(({ type }) => type)).toEqual(['refund.created', 'refund.failed']);
    expect(await client.get(`/v1/payments/${String(subscription.last_payment_id)}`)).toMatchObject({ amount_refunded_cents: 0 });
    expect(await refund(subscription.last_payment_id)).toMatchObject({ status: 'pending', amount_cents: 1999 });
  });

  it('[REF-06] [REF-07] [REF-15] returns no more than was paid, whatever the key', async () => {
    const subscription = await sold();
    const paymentId = subscription.last_payment_id;
    await refund(paymentId, { amount_cents: 1500 });
    expect(await refusedRefund({ payment_id: paymentId, amount_cents: 500 })).toEqual({
      status: 400,
      code: 'parameter_invalid',
      param: 'amount_cents',
      reason: null,
    });
    await refund(paymentId);
    for (let tries = 0; tries < 2; tries += 1) {
      expect(await refusedRefund({ payment_id: paymentId })).toEqual(conflict('charge_already_refunded'));
    }
  });

  it('[REF-09] [REF-15] that the provider has already is 409, again and again', async () => {
    const subscription = await sold('duplicate');
    for (let tries = 0; tries < 2; tries += 1) {
      expect(await refusedRefund({ payment_id: subscription.last_payment_id })).toEqual(conflict('refund_duplicate'));
    }
    expect(await client.list(`/v1/refunds?payment_id=${String(subscription.last_payment_id)}`)).toEqual([]);
  });

  it('[REF-08] [REF-15] of what is disputed is 409, again and again, until the dispute is won', async () => {
    const { last_payment_id: paymentId } = await sold();
    const decide = (outcome: string) => client.post(`/sandbox/payments/${String(paymentId)}/outcome`, { outcome });
    await decide('charged_back');
    for (const amount of [{}, { amount_cents: 1 }]) {
      expect(await refusedRefund({ payment_id: paymentId, ...amount })).toEqual(conflict('charge_disputed'));
    }
    expect(await client.list(`/v1/refunds?payment_id=${String(paymentId)}`)).toEqual([]);
    await decide('chargeback_reversed');
    expect(await refund(paymentId)).toMatchObject({ status: 'pending', amount_cents: 1999 });
  });

  it('[REF-14] [HTTP-42] that the provider refuses is 402, kept under its key, and leaves nothing behind', async () => {
    const subscription = await sold('refused');
    const body = { payment_id: subscription.last_payment_id };
    const first = await keyed('refused-once', body);
    expect(first.status).toBe(402);
    expect(first.error).toMatchObject({ type: 'payment_error', code: 'payment_refused', reason: 'payment_refused' });
    await behave(subscription.customer_id, 'pending');
    const again = await keyed('refused-once', body);
    expect(again).toMatchObject({ status: 402, body: first.body });
    expect(await client.list(`/v1/refunds?payment_id=${String(subscription.last_payment_id)}`)).toEqual([]);
    expect(await refund(subscription.last_payment_id)).toMatchObject({ status: 'pending' });
  });

  it('[REF-10] [REF-13] of what was not paid is 409', async () => {
    const session = await client.post('/v1/checkout/sessions', {
      price_id: priceId,
      success_url: 'https://shop.example/a',
      cancel_url: 'https://shop.example/b',
    });
    await client.post(`/sandbox/checkout_sessions/${session.id}/pay`, { outcome: 'failed' });
    const [unpaid] = await client.list(`/v1/payments?customer_id=${String(session.customer_id)}`);
    expect(await refusedRefund({ payment_id: unpaid?.id })).toEqual(conflict('state_conflict', 'payment_not_succeeded'));
    const trial = await subscribe(client, priceId, { trial_days_override: 14 });
    expect(trial.last_payment_id).toBeNull();
    expect(await refusedRefund({ subscription_id: trial.id })).toEqual(conflict('state_conflict', 'no_payment'));
  });

  it('[REF-11] [REF-12] keeps to the window of its price', async () => {
    const closed = await openShop(client, { refund_window_days: 0 });
    const off = await subscribe(client, closed.priceId);
    expect(await refusedRefund({ payment_id: off.last_payment_id })).toEqual(conflict('state_conflict', 'refunds_disabled'));
    const clock = await clockAt(client, START);
    const customer = await client.post('/v1/customers', { test_clock_id: clock.id });
    const late = await subscribe(client, priceId, { customer_id: customer.id });
    await advance(client, clock.id, START + 15 * DAY);
    expect(await refusedRefund({ payment_id: late.last_payment_id })).toEqual(conflict('state_conflict', 'refund_window_passed'));
  });

  it.each([
    [{}, 'parameter_missing', 'payment_id'],
    [{ payment_id: 'pay_x', amount_cents: 0 }, 'parameter_invalid', 'amount_cents'],
    [{ payment_id: 'pay_x', amount_cents: null }, 'parameter_invalid', 'amount_cents'],
    [{ payment_id: 'pay_x', amount_cents: 1.5 }, 'parameter_invalid', 'amount_cents'],
    [{ payment_id: 'pay_x', amount_cents: true }, 'parameter_invalid', 'amount_cents'],
    [{ payment_id: 'pay_x', reason: 'x'.repeat(256) }, 'parameter_invalid', 'reason'],
    [{ payment_id: 'pay_x', currency: 'EUR' }, 'parameter_unknown', 'currency'],
    [{ payment_id: 'pay_x', subscription_id: 'sub_x' }, 'parameter_invalid', 'subscription_id'],
  ])('refuses %j with 400', async (body, code, param) => {
    expect(await refusedRefund(body)).toMatchObject({ status: 400, code, param });
  });

  it('of a payment that is not there is 404', async () => {
    expect(await refusedRefund({ payment_id: 'pay_01HXXXXXXXXXXXXXXXXXXXXXXX' })).toMatchObject({
      status: 404,
      code: 'resource_missing',
      param: 'payment_id',
    });
  });
});

describe('a refund whose answer was lost', () => {
  it('[IDEM-10] [IDEM-11] [HTTP-44] is continued by its key alone', async () => {
    const subscription = await sold('timeout_after_refund');
    const body = { payment_id: subscription.last_payment_id };
    const lost = await keyed('lost', body);
    expect(lost).toMatchObject({ status: 502, body: { error: { code: 'provider_unavailable', reason: 'outcome_unknown' } } });
    expect(await refusedRefund(body)).toMatchObject({ status: 409, code: 'operation_pending' });
    const found = await keyed('lost', body);
    expect(found).toMatchObject({ status: 200, body: { object: 'refund', amount_cents: 1999 } });
    const replayed = await keyed('lost', body);
    expect(replayed).toMatchObject({ status: 200, body: found.body });
    expect(await client.list(`/v1/refunds?payment_id=${String(subscription.last_payment_id)}`)).toHaveLength(1);
  });
});

describe('a refund of the charge for the current period', () => {
  it('[SUB-44] [SUB-18] [EVT-28] ends the subscription once all of it is back', async () => {
    const subscription = await sold();
    const made = await refund(subscription.last_payment_id);
    expect(await client.get(`/v1/subscriptions/${subscription.id}`)).toEqual(subscription);
    await settle(made.id, 'refunded');
    expect(await client.get(`/v1/subscriptions/${subscription.id}`)).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'refund_issued',
      serves_customer: false,
      canceled_at: expect.any(Number),
    });
    const reported = await eventsAbout(client, subscription.id, 3);
    expect(reported.slice(-2).map(({ type }) => type)).toEqual(['subscription.updated', 'subscription.canceled']);
  });

  it('[SUB-46] ends a trial with its verification charge', async () => {
    const trial = await sold('pending', { trial_days_override: 14 });
    const [charge] = await client.list(`/v1/payments?customer_id=${String(trial.customer_id)}`);
    await settle((await refund(charge?.id)).id, 'refunded');
    expect(await client.get(`/v1/subscriptions/${trial.id}`)).toMatchObject({ status: 'canceled', cancellation_reason: 'refund_issued' });
  });

  it('[SUB-47] [SUB-48] leaves the subscription as it is when partial, or of a metered price’s checkout', async () => {
    const subscription = await sold();
    await settle((await refund(subscription.last_payment_id, { amount_cents: 1998 })).id, 'refunded');
    expect(await client.get(`/v1/subscriptions/${subscription.id}`)).toEqual(subscription);
    const { id } = await client.post('/v1/products', { name: 'Metered' });
    const price = { product_id: id, currency: 'EUR', interval: 'month', usage_type: 'metered', unit_amount_decimal: '5' };
    const metered = await subscribe(client, (await client.post('/v1/prices', price)).id);
    await behave(metered.customer_id, 'pending');
    const [charge] = await client.list(`/v1/payments?customer_id=${String(metered.customer_id)}`);
    await settle((await refund(charge?.id)).id, 'refunded');
    expect(await client.get(`/v1/subscriptions/${metered.id}`)).toEqual(metered);
  });
});

describe('a credit note', () => {
  it('[CN-01] [CN-02] [CN-03] [CN-05] [CN-06] [EVT-45] corrects the invoice of a refund', async () => {
    const subscription = await sold();
    const made = await refund(subscription.last_payment_id, { amount_cents: 700, reason: 'goodwill' });
    const { credit_note_id: noteId } = await settle(made.id, 'refunded');
    const note = await client.get(`/v1/credit_notes/${String(noteId)}`);
    const [invoice] = await client.list(`/v1/invoices?subscription_id=${subscription.id}`);
    expect(note).toMatchObject({
      object: 'credit_note',
      number: expect.stringMatching(/^TEST-CN-\d{6}$/),
      invoice_id: invoice?.id,
      customer_id: subscription.customer_id,
      refund_id: made.id,
      reason: 'goodwill',
      total_cents: 700,
      lines: [{ amount_cents: 700 }],
    });
    expect(invoice).toMatchObject({ status: 'paid', amount_credited_cents: 700 });
    expect(await client.list(`/v1/credit_notes?invoice_id=${String(invoice?.id)}`)).toEqual([note]);
    expect(await client.list(`/v1/credit_notes?customer_id=${String(subscription.customer_id)}`)).toEqual([note]);
    const both = `invoice_id=${String(invoice?.id)}&customer_id=${String(subscription.customer_id)}`;
    expect(await client.list(`/v1/credit_notes?${both}`)).toEqual([note]);
    expect(await client.list(`/v1/credit_notes?invoice_id=${String(invoice?.id)}&customer_id=cus_01HXXXXXXXXXXXXXXXXXXXXXXX`)).toEqual([]);
    expect(await eventsAbout(client, String(noteId), 1)).toMatchObject([{ type: 'credit_note.created', data: note }]);
    expect(await refused('POST', '/v1/credit_notes', {})).toMatchObject({ status: 405, code: 'method_not_allowed' });
  });

  it('[PAGE-32] is not looked for by more than 64 characters', async () => {
    expect(await refused('GET', `/v1/credit_notes?invoice_id=${'x'.repeat(65)}`)).toMatchObject({ status: 400, param: 'invoice_id' });
  });
});
