import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, type Client, clientOf, type Json } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { advance, eventsAbout, METERED, newPlan, openSession, pay, setBehavior, subscribe, subscribeOnClock } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();

const START = 1_800_000_000;
const DAY = 86_400;

let client: Client;
let priceId: string;

beforeAll(async () => {
  client = clientOf(baseUrl, (await createAccount()).testKey);
  ({ priceId } = await newPlan(client));
});

/** Creates a subscription, and sets the refund behavior of its customer. */
const newSale = async (refunds = 'pending', fields: Json = {}): Promise<ApiObject> => {
  const subscription = await subscribe(client, priceId, fields);
  await setBehavior(client, subscription.customer_id, { refunds });
  return subscription;
};

const refund = (paymentId: unknown, fields: Json = {}): Promise<ApiObject> =>
  client.post('/v1/refunds', { payment_id: paymentId, ...fields });
const settle = (id: string, outcome: string): Promise<ApiObject> => client.post(`/sandbox/refunds/${id}/outcome`, { outcome });

const refundWithKey = (key: string, body: Json) => client.call('POST', '/v1/refunds', body, { 'idempotency-key': key });

/** The status and error of a rejected request. */
const errorOf = async (method: string, path: string, body?: unknown): Promise<unknown> => {
  const { status, error } = await client.call(method, path, body);
  return { status, code: error?.code, param: error?.param ?? null, reason: error?.reason ?? null };
};
const refundError = (body: Json): Promise<unknown> => errorOf('POST', '/v1/refunds', body);
/** What `errorOf` returns for a 409 without `param`. */
const conflict = (code: string, reason: string | null = null) => ({ status: 409, code, param: null, reason });

const waitUntilSettled = (id: string): Promise<ApiObject> =>
  eventually(
    () => client.get(`/v1/refunds/${id}`),
    ({ status }) => status !== 'pending',
  );

describe('a refund', () => {
  it('[REF-01] [REF-02] [REF-03] is created, retrieved and listed', async () => {
    const subscription = await newSale();
    const created = await refund(subscription.last_payment_id, { amount_cents: 500, reason: 'unwanted', metadata: { ticket: '7' } });
    expect(created).toMatchObject({
      object: 'refund',
      livemode: false,
      status: 'pending',
      payment_id: subscription.last_payment_id,
      amount_cents: 500,
      currency: 'EUR',
      reason: 'unwanted',
      credit_note_id: null,
      failure_reason: null,
      settled_at: null,
      metadata: { ticket: '7' },
    });
    expect(await client.get(`/v1/refunds/${created.id}`)).toEqual(created);
    expect(await client.list(`/v1/refunds?payment_id=${String(subscription.last_payment_id)}`)).toEqual([created]);
    expect(await client.list(`/v1/refunds?customer_id=${String(subscription.customer_id)}`)).toEqual([created]);
    expect((await client.list('/v1/refunds')).map(({ id }) => id)).toContain(created.id);
    expect(await client.get(`/v1/payments/${String(subscription.last_payment_id)}`)).toMatchObject({ amount_refunded_cents: 500 });
  });

  it('[REF-04] [REF-05] [EVT-40] [EVT-41] succeeds when the provider reports success', async () => {
    const subscription = await newSale();
    const created = await refund(subscription.last_payment_id, { amount_cents: 500 });
    expect(await settle(created.id, 'refunded')).toMatchObject({ id: created.id, status: 'succeeded', settled_at: expect.any(Number) });
    const events = await eventsAbout(client, created.id, 2);
    expect(events.map(({ type }) => type)).toEqual(['refund.created', 'refund.succeeded']);
    expect(events[0]?.data).toEqual(created);
  });

  it('[REF-04] is settled by the provider webhook', async () => {
    const subscription = await newSale('refunded');
    const created = await refund(subscription.last_payment_id, { amount_cents: 500 });
    expect(created.status).toBe('pending');
    expect(await waitUntilSettled(created.id)).toMatchObject({ status: 'succeeded' });
  });

  it('[REF-05] [EVT-42] that fails leaves the payment refundable', async () => {
    const subscription = await newSale();
    const created = await refund(subscription.last_payment_id);
    expect(await settle(created.id, 'failed')).toMatchObject({
      status: 'failed',
      failure_reason: expect.any(String),
      credit_note_id: null,
    });
    expect((await eventsAbout(client, created.id, 2)).map(({ type }) => type)).toEqual(['refund.created', 'refund.failed']);
    expect(await client.get(`/v1/payments/${String(subscription.last_payment_id)}`)).toMatchObject({ amount_refunded_cents: 0 });
    expect(await refund(subscription.last_payment_id)).toMatchObject({ status: 'pending', amount_cents: 1999 });
  });

  it('[REF-05] that has succeeded fails if the bank returns the money, and leaves the payment refundable', async () => {
    const { last_payment_id: paymentId } = await newSale('refunded');
    const { id } = await waitUntilSettled((await refund(paymentId, { amount_cents: 500 })).id);
    expect(await settle(id, 'failed')).toMatchObject({ status: 'failed', credit_note_id: expect.any(String) });
    const types = (await eventsAbout(client, id, 3)).map(({ type }) => type);
    expect(types).toEqual(['refund.created', 'refund.succeeded', 'refund.failed']);
    expect(await client.get(`/v1/payments/${String(paymentId)}`)).toMatchObject({ amount_refunded_cents: 0 });
    for (const outcome of ['failed', 'refunded'])
      expect(await errorOf('POST', `/sandbox/refunds/${id}/outcome`, { outcome })).toEqual(conflict('state_conflict'));
  });

  it('[REF-06] [REF-07] [REF-15] cannot exceed the paid amount', async () => {
    const subscription = await newSale();
    const paymentId = subscription.last_payment_id;
    await refund(paymentId, { amount_cents: 1500 });
    const tooMuch = await refundError({ payment_id: paymentId, amount_cents: 500 });
    expect(tooMuch).toEqual({ status: 400, code: 'parameter_invalid', param: 'amount_cents', reason: null });
    await refund(paymentId);
    for (let tries = 0; tries < 2; tries += 1) {
      expect(await refundError({ payment_id: paymentId })).toEqual(conflict('charge_already_refunded'));
    }
  });

  it('[REF-09] [REF-15] that the provider reports as a duplicate is answered with 409, also when repeated', async () => {
    const subscription = await newSale('duplicate');
    for (let tries = 0; tries < 2; tries += 1) {
      expect(await refundError({ payment_id: subscription.last_payment_id })).toEqual(conflict('refund_duplicate'));
    }
    expect(await client.list(`/v1/refunds?payment_id=${String(subscription.last_payment_id)}`)).toEqual([]);
  });

  it('[REF-08] [REF-15] of a disputed payment is answered with 409 until the dispute is won', async () => {
    const { last_payment_id: paymentId } = await newSale();
    const setOutcome = (outcome: string) => client.post(`/sandbox/payments/${String(paymentId)}/outcome`, { outcome });
    await setOutcome('charged_back');
    for (const amount of [{}, { amount_cents: 1 }]) {
      expect(await refundError({ payment_id: paymentId, ...amount })).toEqual(conflict('charge_disputed'));
    }
    expect(await client.list(`/v1/refunds?payment_id=${String(paymentId)}`)).toEqual([]);
    await setOutcome('chargeback_reversed');
    expect(await refund(paymentId)).toMatchObject({ status: 'pending', amount_cents: 1999 });
  });

  it('[REF-14] [HTTP-42] that the provider refuses is not stored; the answer 402 is replayed for its idempotency key', async () => {
    const subscription = await newSale('refused');
    const body = { payment_id: subscription.last_payment_id };
    const first = await refundWithKey('refused-once', body);
    expect(first.status).toBe(402);
    expect(first.error).toMatchObject({ type: 'payment_error', code: 'payment_refused', reason: 'payment_refused' });
    await setBehavior(client, subscription.customer_id, { refunds: 'pending' });
    const replay = await refundWithKey('refused-once', body);
    expect(replay).toMatchObject({ status: 402, body: first.body });
    expect(await client.list(`/v1/refunds?payment_id=${String(subscription.last_payment_id)}`)).toEqual([]);
    expect(await refund(subscription.last_payment_id)).toMatchObject({ status: 'pending' });
  });

  it('[REF-10] [REF-13] of an unpaid payment or subscription is answered with 409', async () => {
    const session = await openSession(client, priceId);
    await pay(client, session.id, { outcome: 'failed' });
    const [unpaid] = await client.list(`/v1/payments?customer_id=${String(session.customer_id)}`);
    expect(await refundError({ payment_id: unpaid?.id })).toEqual(conflict('state_conflict', 'payment_not_succeeded'));
    const trial = await subscribe(client, priceId, { trial_days_override: 14 });
    expect(trial.last_payment_id).toBeNull();
    expect(await refundError({ subscription_id: trial.id })).toEqual(conflict('state_conflict', 'no_payment'));
  });

  it('[REF-11] [REF-12] is rejected outside the refund window of the price', async () => {
    const withoutRefunds = await newPlan(client, { refund_window_days: 0 });
    const notRefundable = await subscribe(client, withoutRefunds.priceId);
    expect(await refundError({ payment_id: notRefundable.last_payment_id })).toEqual(conflict('state_conflict', 'refunds_disabled'));
    const { clockId, paymentId } = await subscribeOnClock(client, priceId, START);
    await advance(client, clockId, START + 15 * DAY);
    expect(await refundError({ payment_id: paymentId })).toEqual(conflict('state_conflict', 'refund_window_passed'));
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
  ])('with %j is rejected with 400', async (body, code, param) => {
    expect(await refundError(body)).toMatchObject({ status: 400, code, param });
  });

  it('of an unknown payment is answered with 404', async () => {
    expect(await refundError({ payment_id: 'pay_01HXXXXXXXXXXXXXXXXXXXXXXX' })).toMatchObject({
      status: 404,
      code: 'resource_missing',
      param: 'payment_id',
    });
  });
});

describe('a refund without an answer from the provider', () => {
  it('[IDEM-10] [IDEM-11] [HTTP-44] is completed only by a repeated request with the same idempotency key', async () => {
    const subscription = await newSale('timeout_after_refund');
    const body = { payment_id: subscription.last_payment_id };
    const unanswered = await refundWithKey('unanswered', body);
    expect(unanswered).toMatchObject({ status: 502, body: { error: { code: 'provider_unavailable', reason: 'outcome_unknown' } } });
    expect(await refundError(body)).toMatchObject({ status: 409, code: 'operation_pending' });
    const continued = await refundWithKey('unanswered', body);
    expect(continued).toMatchObject({ status: 200, body: { object: 'refund', amount_cents: 1999 } });
    const replayed = await refundWithKey('unanswered', body);
    expect(replayed).toMatchObject({ status: 200, body: continued.body });
    expect(await client.list(`/v1/refunds?payment_id=${String(subscription.last_payment_id)}`)).toHaveLength(1);
  });
});

describe('a refund of the payment for the current period', () => {
  it('[SUB-44] [SUB-18] [EVT-28] cancels the subscription if the payment is refunded in full', async () => {
    const subscription = await newSale();
    const created = await refund(subscription.last_payment_id);
    expect(await client.get(`/v1/subscriptions/${subscription.id}`)).toEqual(subscription);
    await settle(created.id, 'refunded');
    expect(await client.get(`/v1/subscriptions/${subscription.id}`)).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'refund_issued',
      serves_customer: false,
      canceled_at: expect.any(Number),
    });
    const events = await eventsAbout(client, subscription.id, 3);
    expect(events.slice(-2).map(({ type }) => type)).toEqual(['subscription.updated', 'subscription.canceled']);
  });

  it('[SUB-46] cancels a trial if it refunds the verification charge of the trial', async () => {
    const trial = await newSale('pending', { trial_days_override: 14 });
    const [charge] = await client.list(`/v1/payments?customer_id=${String(trial.customer_id)}`);
    await settle((await refund(charge?.id)).id, 'refunded');
    expect(await client.get(`/v1/subscriptions/${trial.id}`)).toMatchObject({ status: 'canceled', cancellation_reason: 'refund_issued' });
  });

  it('[SUB-47] [SUB-48] does not cancel the subscription if it is partial, or if it refunds the checkout charge of a metered price', async () => {
    const subscription = await newSale();
    await settle((await refund(subscription.last_payment_id, { amount_cents: 1998 })).id, 'refunded');
    expect(await client.get(`/v1/subscriptions/${subscription.id}`)).toEqual(subscription);
    const metered = await subscribe(client, (await newPlan(client, METERED)).priceId);
    await setBehavior(client, metered.customer_id, { refunds: 'pending' });
    const [charge] = await client.list(`/v1/payments?customer_id=${String(metered.customer_id)}`);
    await settle((await refund(charge?.id)).id, 'refunded');
    expect(await client.get(`/v1/subscriptions/${metered.id}`)).toEqual(metered);
  });
});

describe('a credit note', () => {
  it('[CN-01] [CN-02] [CN-03] [CN-05] [CN-06] [EVT-45] is created for the invoice of a refund', async () => {
    const subscription = await newSale();
    const created = await refund(subscription.last_payment_id, { amount_cents: 700, reason: 'goodwill' });
    const { credit_note_id: creditNoteId } = await settle(created.id, 'refunded');
    const creditNote = await client.get(`/v1/credit_notes/${String(creditNoteId)}`);
    const [invoice] = await client.list(`/v1/invoices?subscription_id=${subscription.id}`);
    expect(creditNote).toMatchObject({
      object: 'credit_note',
      number: expect.stringMatching(/^TEST-CN-\d{6}$/),
      invoice_id: invoice?.id,
      customer_id: subscription.customer_id,
      refund_id: created.id,
      reason: 'goodwill',
      total_cents: 700,
      lines: [{ amount_cents: 700 }],
    });
    expect(invoice).toMatchObject({ status: 'paid', amount_credited_cents: 700 });
    expect(await client.list(`/v1/credit_notes?invoice_id=${String(invoice?.id)}`)).toEqual([creditNote]);
    expect(await client.list(`/v1/credit_notes?customer_id=${String(subscription.customer_id)}`)).toEqual([creditNote]);
    const both = `invoice_id=${String(invoice?.id)}&customer_id=${String(subscription.customer_id)}`;
    expect(await client.list(`/v1/credit_notes?${both}`)).toEqual([creditNote]);
    expect(await client.list(`/v1/credit_notes?invoice_id=${String(invoice?.id)}&customer_id=cus_01HXXXXXXXXXXXXXXXXXXXXXXX`)).toEqual([]);
    expect(await eventsAbout(client, String(creditNoteId), 1)).toMatchObject([{ type: 'credit_note.created', data: creditNote }]);
    expect(await errorOf('POST', '/v1/credit_notes', {})).toMatchObject({ status: 405, code: 'method_not_allowed' });
  });

  it('[PAGE-32] cannot be listed with a filter of more than 64 characters', async () => {
    expect(await errorOf('GET', `/v1/credit_notes?invoice_id=${'x'.repeat(65)}`)).toMatchObject({ status: 400, param: 'invoice_id' });
  });
});
