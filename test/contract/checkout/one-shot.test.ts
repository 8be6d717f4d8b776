import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fieldError, type Json, statusAndCode } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { advance, clockAt, eventTypesOf, includesAll, oneShotBody, openOneShot, payOneShot } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);
const PATH = '/v1/checkout/one_shot';
const DAY = 86_400;
const EMBEDDED = { ui_mode: 'embedded', payment_method: undefined };

let client: Client;

beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
});

const fetchOneShot = (id: string): Promise<ApiObject> => client.get(`${PATH}/${id}`);
const paymentsOf = ({ customer_id: id }: Json): Promise<readonly ApiObject[]> => client.list(`/v1/payments?customer_id=${String(id)}`);
const create = (fields: Json) => client.call('POST', PATH, oneShotBody(fields));

describe('a new one-off payment', () => {
  it('[OSP-01] [OSP-05] [OSP-06] [OSP-13] [OSP-14] [OSP-15] [VER-14] is open and hosted, and the same when retrieved', async () => {
    const oneShot = await openOneShot(client);
    expect(oneShot).toEqual({
      id: expect.stringMatching(/^osp_/),
      object: 'one_shot_payment',
      created: expect.any(Number),
      livemode: false,
      status: 'open',
      amount_cents: 15_000,
      amount_refunded_cents: 0,
      amount_disputed_cents: 0,
      currency: 'EUR',
      description: 'Workshop',
      customer_id: expect.stringMatching(/^cus_/),
      payment_id: null,
      invoice_id: null,
      payment_method: 'creditcard',
      ui_mode: 'hosted',
      url: expect.stringContaining(oneShot.id),
      client_secret: null,
      success_url: 'https://shop.example/thanks',
      cancel_url: 'https://shop.example/cart',
      expires_at: Number(oneShot.created) + DAY,
      metadata: {},
    });
    expect(await fetchOneShot(oneShot.id)).toEqual(oneShot);
  });

  it('returns the fields of its request; without a customer id, it creates a customer', async () => {
    const customer = await client.post('/v1/customers', { name: 'Ada' });
    const fields = { customer_id: customer.id, metadata: { order: '7' }, amount_cents: 1, currency: 'eur', payment_method: 'ideal' };
    expect(await openOneShot(client, fields)).toMatchObject({ ...fields, currency: 'EUR' });
    const largest = { amount_cents: 99_999_999, description: 'é'.repeat(255), currency: 'JPY', country: 'NL', customer_name: 'Grace' };
    const { customer_id: id } = await openOneShot(client, largest);
    expect(await client.get(`/v1/customers/${String(id)}`)).toMatchObject({ name: 'Grace', country_code: 'NL' });
  });

  it.each<[string, Json, string, string]>([
    ['[VER-14] the field `method` of former versions', { method: 'creditcard' }, 'parameter_unknown', 'method'],
    ['[OSP-07] [HTTP-35] no method', { payment_method: undefined }, 'parameter_missing', 'payment_method'],
    ['[OSP-07] a method that is null', { payment_method: null }, 'parameter_missing', 'payment_method'],
    ['[OSP-08] a direct debit', { payment_method: 'directdebit' }, 'parameter_invalid', 'payment_method'],
    ['an unknown method', { payment_method: 'cash' }, 'parameter_invalid', 'payment_method'],
    ['[OSP-10] a method on an embedded one-off payment', { ui_mode: 'embedded' }, 'parameter_invalid', 'payment_method'],
    ['[OSP-06] another ui_mode', { ui_mode: 'popup' }, 'parameter_invalid', 'ui_mode'],
    ['a bank transfer in dollars', { payment_method: 'banktransfer', currency: 'USD' }, 'parameter_invalid', 'payment_method'],
    ['no amount', { amount_cents: undefined }, 'parameter_missing', 'amount_cents'],
    ['an amount of 0', { amount_cents: 0 }, 'parameter_invalid', 'amount_cents'],
    ['an amount above the limit', { amount_cents: 100_000_000 }, 'parameter_invalid', 'amount_cents'],
    ["an amount below the method's minimum", { amount_cents: 99, payment_method: 'eps' }, 'parameter_invalid', 'amount_cents'],
    ['an unsupported currency', { currency: 'XAF' }, 'parameter_invalid', 'currency'],
    ['no description', { description: undefined }, 'parameter_missing', 'description'],
    ['no success_url', { success_url: undefined }, 'parameter_missing', 'success_url'],
    ['no cancel_url', { cancel_url: undefined }, 'parameter_missing', 'cancel_url'],
    ['an invalid URL', { success_url: 'javascript:alert(1)' }, 'parameter_invalid', 'success_url'],
    ['a URL that is too long', { cancel_url: `https://a.example/${'x'.repeat(2083)}` }, 'parameter_invalid', 'cancel_url'],
    ['too much metadata', { metadata: { a: 'x'.repeat(501) } }, 'parameter_invalid', 'metadata.a'],
  ])('is rejected with %s', async (_name, fields, code, param) => {
    expect(fieldError(await create(fields))).toEqual([400, code, param]);
  });

  it('is rejected for an unknown customer, and with both a customer and an email; an unknown payment is not found', async () => {
    expect(fieldError(await create({ customer_id: `cus_${'0'.repeat(26)}` }))).toEqual([404, 'resource_missing', 'customer_id']);
    const customer = await client.post('/v1/customers');
    const twoBuyers = { customer_id: customer.id, customer_email: 'a@example.com' };
    expect(fieldError(await create(twoBuyers))).toEqual([400, 'parameter_invalid', 'customer_email']);
    expect(statusAndCode(await client.call('GET', `${PATH}/osp_${'0'.repeat(26)}`))).toEqual([404, 'resource_missing']);
  });

  it('[IDEM-02] is created once by requests with the same idempotency key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const [first, second] = [
      await client.call('POST', PATH, oneShotBody(), headers),
      await client.call('POST', PATH, oneShotBody(), headers),
    ];
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
  });
});

describe('an embedded one-off payment', () => {
  it('[OSP-10] [OSP-11] [OSP-12] [ELM-03] has a client secret and no payment yet', async () => {
    const oneShot = await openOneShot(client, EMBEDDED);
    expect(oneShot).toMatchObject({ ui_mode: 'embedded', url: null, payment_method: null, payment_id: null });
    expect(oneShot.client_secret).toContain(`${oneShot.id}_secret_`);
    expect(await paymentsOf(oneShot)).toEqual([]);
    expect((await fetchOneShot(oneShot.id)).client_secret).toBeNull();
  });

  it('needs no URLs and has no hosted page', async () => {
    const minimalFields = { amount_cents: 500, currency: 'EUR', description: 'Sticker', ui_mode: 'embedded' };
    const oneShot = await client.post(PATH, minimalFields);
    expect(oneShot).toMatchObject({ success_url: null, cancel_url: null });
    const page = await fetch(`${baseUrl}${new URL(String((await openOneShot(client)).url)).pathname.replace(/osp_.*/, oneShot.id)}`);
    expect(page.status).toBe(404);
  });

  it('[IDEM-13] returns a client secret when its creation is replayed', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await client.call('POST', PATH, oneShotBody(EMBEDDED), headers);
    const replay = await client.call('POST', PATH, oneShotBody(EMBEDDED), headers);
    expect(replay.headers['idempotent-replayed']).toBe('true');
    expect(replay.body).toMatchObject({ id: first.body.id, client_secret: expect.stringContaining('_secret_') });
  });

  it('stays open after a failed payment, and is paid by the next payment', async () => {
    const { id } = await openOneShot(client, EMBEDDED);
    expect(await payOneShot(client, id, { outcome: 'failed' })).toMatchObject({ status: 'open', payment_id: expect.any(String) });
    expect(await payOneShot(client, id, { method: 'ideal' })).toMatchObject({ status: 'succeeded', payment_method: 'ideal' });
  });
});

describe('a paid one-off payment', () => {
  it('[EVT-32] [EVT-46] has an invoice, and emits `one_shot_payment.succeeded` after the events of invoice and payment', async () => {
    const oneShot = await openOneShot(client);
    const paid = await payOneShot(client, oneShot.id);
    expect(paid).toMatchObject({ status: 'succeeded', payment_id: expect.any(String), invoice_id: expect.any(String) });
    expect(await client.get(`/v1/payments/${String(paid.payment_id)}`)).toMatchObject({
      type: 'one_shot',
      status: 'succeeded',
      one_shot_payment_id: oneShot.id,
      invoice_id: paid.invoice_id,
      amount_cents: 15_000,
      subscription_id: null,
    });
    expect(await client.get(`/v1/invoices/${String(paid.invoice_id)}`)).toMatchObject({
      status: 'paid',
      billing_reason: 'one_shot',
      one_shot_payment_id: oneShot.id,
      payment_id: paid.payment_id,
      total_cents: 15_000,
      lines: [{ type: 'one_shot', description: 'Workshop', amount_cents: 15_000 }],
    });
    const types = await eventTypesOf(client, String(oneShot.customer_id), includesAll('one_shot_payment.succeeded'));
    expect(types.slice(-4)).toEqual(['invoice.created', 'invoice.paid', 'payment.succeeded', 'one_shot_payment.succeeded']);
    expect(statusAndCode(await client.call('POST', `/sandbox/one_shots/${oneShot.id}/pay`, {}))).toEqual([409, 'state_conflict']);
  });

  it('is charged once, even by concurrent requests', async () => {
    const oneShot = await openOneShot(client);
    const answers = await Promise.all(Array.from({ length: 6 }, () => client.call('POST', `/sandbox/one_shots/${oneShot.id}/pay`, {})));
    for (const { status } of answers) expect([200, 409, 502]).toContain(status);
    expect(await fetchOneShot(oneShot.id)).toMatchObject({ status: 'succeeded' });
    expect((await paymentsOf(oneShot)).map(({ status }) => status)).toEqual(['succeeded']);
    expect(await client.list(`/v1/invoices?customer_id=${String(oneShot.customer_id)}`)).toHaveLength(1);
  });
});

describe('a one-off payment by bank transfer', () => {
  it('[OSP-09] is pending until the transfer arrives, and its page shows the instructions', async () => {
    const oneShot = await openOneShot(client, { payment_method: 'banktransfer' });
    const page = String(oneShot.url);
    const form = new URLSearchParams({ method: 'banktransfer' });
    const redirect = await fetch(`${page}/pay`, { method: 'POST', body: form, redirect: 'manual' });
    expect(redirect.status).toBe(303);
    expect(await fetchOneShot(oneShot.id)).toMatchObject({ status: 'pending', payment_id: expect.any(String), invoice_id: null });
    const text = await (await fetch(page)).text();
    for (const part of ['Transfer €150.00 for Workshop', '<dt>Account</dt>', '<dt>Reference</dt>']) expect(text).toContain(part);
    const [payment] = await paymentsOf(oneShot);
    await client.post(`/sandbox/payments/${payment?.id}/outcome`, { outcome: 'paid' });
    expect(await fetchOneShot(oneShot.id)).toMatchObject({ status: 'succeeded', payment_id: payment?.id, payment_method: 'banktransfer' });
  });
});

describe('a refunded one-off payment', () => {
  it('[EVT-48] has the status `refunded` once the full amount is refunded, and a credit note for each refund', async () => {
    const oneShot = await openOneShot(client);
    const { payment_id: paymentId } = await payOneShot(client, oneShot.id);
    const refund = async (fields: Json) => {
      const { id } = await client.post('/v1/refunds', { payment_id: paymentId, ...fields });
      const succeeded = await eventually(
        () => client.get(`/v1/refunds/${id}`),
        ({ status }) => status !== 'pending',
      );
      expect(succeeded).toMatchObject({ status: 'succeeded', credit_note_id: expect.any(String) });
    };
    await refund({ amount_cents: 5000 });
    expect(await fetchOneShot(oneShot.id)).toMatchObject({ status: 'succeeded', amount_refunded_cents: 5000 });
    await refund({});
    expect(await fetchOneShot(oneShot.id)).toMatchObject({ status: 'refunded', amount_refunded_cents: 15_000 });
    const types = await eventTypesOf(client, String(oneShot.customer_id), includesAll('one_shot_payment.refunded'));
    expect(types.filter((type) => type === 'one_shot_payment.refunded')).toHaveLength(1);
  });
});

describe('a charged back one-off payment', () => {
  it('[DSP-07] [OSP-14] has a disputed amount until the dispute is won', async () => {
    const oneShot = await openOneShot(client);
    const { payment_id: paymentId } = await payOneShot(client, oneShot.id);
    expect(await fetchOneShot(oneShot.id)).toMatchObject({ amount_disputed_cents: 0 });
    await client.post(`/sandbox/payments/${String(paymentId)}/outcome`, { outcome: 'charged_back' });
    expect(await fetchOneShot(oneShot.id)).toMatchObject({ status: 'succeeded', amount_disputed_cents: 15_000 });
    await client.post(`/sandbox/payments/${String(paymentId)}/outcome`, { outcome: 'chargeback_reversed' });
    expect(await fetchOneShot(oneShot.id)).toMatchObject({ amount_disputed_cents: 0 });
  });
});

describe('an unpaid one-off payment', () => {
  it('[EVT-47] fails when its payment fails, and records an event', async () => {
    const oneShot = await openOneShot(client);
    expect(await payOneShot(client, oneShot.id, { outcome: 'failed' })).toMatchObject({ status: 'failed', invoice_id: null });
    const types = await eventTypesOf(client, String(oneShot.customer_id), includesAll('one_shot_payment.failed'));
    expect(types).toEqual(['customer.created', 'payment.failed', 'one_shot_payment.failed']);
    const events = await client.list('/v1/events?type=one_shot_payment.failed');
    const failedEvent = events.find(({ data }) => (data as Json).id === oneShot.id);
    expect(failedEvent).toMatchObject({ data: { status: 'failed' }, previous_attributes: { status: 'open' } });
  });

  it.each(['canceled', 'expired'])('gets the outcome of its payment as status: %s', async (outcome) => {
    const oneShot = await openOneShot(client);
    expect(await payOneShot(client, oneShot.id, { outcome })).toMatchObject({ status: outcome });
    expect((await paymentsOf(oneShot)).map(({ status }) => status)).toEqual(['canceled']);
  });

  it('expires after 24 hours on a test clock, and is canceled when the clock is deleted', async () => {
    const start = 1_800_000_000;
    const clock = await clockAt(client, start);
    const customer = await client.post('/v1/customers', { test_clock_id: clock.id });
    const { id } = await openOneShot(client, { customer_id: customer.id });
    await advance(client, clock.id, start + DAY - 1);
    expect((await fetchOneShot(id)).status).toBe('open');
    await advance(client, clock.id, start + DAY);
    expect((await fetchOneShot(id)).status).toBe('expired');
    const secondOneShot = await openOneShot(client, { customer_id: customer.id });
    await client.remove(`/v1/test_clocks/${clock.id}`);
    expect((await fetchOneShot(secondOneShot.id)).status).toBe('canceled');
    expect(statusAndCode(await create({ customer_id: customer.id }))).toEqual([409, 'state_conflict']);
  });

  it('is canceled and redacted by a purge of its customer; a paid one-off payment is only redacted', async () => {
    const customer = await client.post('/v1/customers', { name: 'Ada', email: 'ada@example.com' });
    const { id, url } = await openOneShot(client, { customer_id: customer.id, description: 'For Ada', metadata: { who: 'Ada' } });
    const paid = await openOneShot(client, { customer_id: customer.id, description: 'For Ada too' });
    await payOneShot(client, paid.id);
    await client.post(`/v1/customers/${customer.id}/purge`);
    const redacted = { description: '', success_url: '', cancel_url: '', metadata: {} };
    expect(await fetchOneShot(id)).toMatchObject({ status: 'canceled', ...redacted });
    expect(await fetchOneShot(paid.id)).toMatchObject({ status: 'succeeded', amount_cents: 15_000, ...redacted });
    expect((await fetch(String(url))).status).toBe(410);
  });

  it('prevents the deletion of its customer while its payment is pending', async () => {
    const oneShot = await openOneShot(client, { payment_method: 'banktransfer' });
    await payOneShot(client, oneShot.id, { outcome: 'pending' });
    const removal = await client.call('DELETE', `/v1/customers/${String(oneShot.customer_id)}`);
    expect([...statusAndCode(removal), removal.error?.reason]).toEqual([409, 'operation_pending', 'payment_processing']);
  });
});

describe('the list of one-off payments', () => {
  it('[OSP-02] [OSP-03] [OSP-04] [PAGE-27] is sorted newest first and filtered by customer and status', async () => {
    const newClient = api.client((await createAccount()).testKey);
    const customer = await newClient.post('/v1/customers');
    const ofCustomer = await openOneShot(newClient, { customer_id: customer.id });
    const failed = await openOneShot(newClient);
    await payOneShot(newClient, failed.id, { outcome: 'failed' });
    const paid = await openOneShot(newClient);
    await payOneShot(newClient, paid.id);
    const idsFor = async (query: string) => (await newClient.list(`${PATH}${query}`)).map(({ id }) => id);
    expect(await newClient.get(PATH)).toMatchObject({ object: 'list', has_more: false });
    expect(await idsFor('')).toEqual([paid.id, failed.id, ofCustomer.id]);
    expect(await idsFor(`?customer_id=${customer.id}`)).toEqual([ofCustomer.id]);
    expect(await idsFor('?status=failed')).toEqual([failed.id]);
    expect(await idsFor('?status=succeeded,open')).toEqual([paid.id, ofCustomer.id]);
    expect(await idsFor(`?status=failed&customer_id=${customer.id}`)).toEqual([]);
    expect(fieldError(await newClient.call('GET', `${PATH}?status=open,gone`))).toEqual([400, 'parameter_invalid', 'status']);
    expect(fieldError(await newClient.call('GET', `${PATH}?customer_id=${'c'.repeat(65)}`))).toEqual([
      400,
      'parameter_invalid',
      'customer_id',
    ]);
  });
});
