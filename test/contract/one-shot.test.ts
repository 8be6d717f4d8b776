import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fault, type Json, refusal } from '../../scripts/support/api.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import { service } from '../support/service.ts';
import { advance, clockAt, oneShotBody, openOneShot, payOneShot, storyOf } from './support/shop.ts';

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

const shown = (id: string): Promise<ApiObject> => client.get(`${PATH}/${id}`);
const paymentsOf = ({ customer_id: id }: Json): Promise<readonly ApiObject[]> => client.list(`/v1/payments?customer_id=${String(id)}`);
const create = (given: Json) => client.call('POST', PATH, oneShotBody(given));
const recorded =
  (...types: readonly string[]) =>
  (story: readonly string[]): boolean =>
    types.every((type) => story.includes(type));

describe('a new one-off payment', () => {
  it('[OSP-01] [OSP-05] [OSP-06] [OSP-13] [OSP-14] [OSP-15] [VER-14] is open and hosted, and is read as it was created', async () => {
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
    expect(await shown(oneShot.id)).toEqual(oneShot);
  });

  it('keeps what it was given', async () => {
    const customer = await client.post('/v1/customers', { name: 'Ada' });
    const given = { customer_id: customer.id, metadata: { order: '7' }, amount_cents: 1, currency: 'eur', payment_method: 'ideal' };
    expect(await openOneShot(client, given)).toMatchObject({ ...given, currency: 'EUR' });
    const limits = { amount_cents: 99_999_999, description: 'é'.repeat(255), currency: 'JPY', country: 'NL', customer_name: 'Grace' };
    const { customer_id: id } = await openOneShot(client, limits);
    expect(await client.get(`/v1/customers/${String(id)}`)).toMatchObject({ name: 'Grace', country_code: 'NL' });
  });

  it.each<[string, Json, string, string]>([
    ['[VER-14] a method under its former name', { method: 'creditcard' }, 'parameter_unknown', 'method'],
    ['[OSP-07] [HTTP-35] no method', { payment_method: undefined }, 'parameter_missing', 'payment_method'],
    ['[OSP-07] a method that is null', { payment_method: null }, 'parameter_missing', 'payment_method'],
    ['[OSP-08] a direct debit', { payment_method: 'directdebit' }, 'parameter_invalid', 'payment_method'],
    ['an unknown method', { payment_method: 'cash' }, 'parameter_invalid', 'payment_method'],
    ['[OSP-10] a method on an embedded one', { ui_mode: 'embedded' }, 'parameter_invalid', 'payment_method'],
    ['[OSP-06] another ui_mode', { ui_mode: 'popup' }, 'parameter_invalid', 'ui_mode'],
    ['a transfer of dollars', { payment_method: 'banktransfer', currency: 'USD' }, 'parameter_invalid', 'payment_method'],
    ['no amount', { amount_cents: undefined }, 'parameter_missing', 'amount_cents'],
    ['an amount of nothing', { amount_cents: 0 }, 'parameter_invalid', 'amount_cents'],
    ['an amount above the limit', { amount_cents: 100_000_000 }, 'parameter_invalid', 'amount_cents'],
    ['an amount below what the method takes', { amount_cents: 99, payment_method: 'eps' }, 'parameter_invalid', 'amount_cents'],
    ['a currency that is not settled', { currency: 'XAF' }, 'parameter_invalid', 'currency'],
    ['no description', { description: undefined }, 'parameter_missing', 'description'],
    ['no success_url', { success_url: undefined }, 'parameter_missing', 'success_url'],
    ['no cancel_url', { cancel_url: undefined }, 'parameter_missing', 'cancel_url'],
    ['an address that is none', { success_url: 'javascript:alert(1)' }, 'parameter_invalid', 'success_url'],
    ['an address that is too long', { cancel_url: `https://a.example/${'x'.repeat(2083)}` }, 'parameter_invalid', 'cancel_url'],
    ['too much metadata', { metadata: { a: 'x'.repeat(501) } }, 'parameter_invalid', 'metadata.a'],
  ])('is refused with %s', async (_name, given, code, param) => {
    expect(fault(await create(given))).toEqual([400, code, param]);
  });

  it('is refused for who is not there, and for two buyers at once', async () => {
    expect(fault(await create({ customer_id: `cus_${'0'.repeat(26)}` }))).toEqual([404, 'resource_missing', 'customer_id']);
    const customer = await client.post('/v1/customers');
    const both = { customer_id: customer.id, customer_email: 'a@example.com' };
    expect(fault(await create(both))).toEqual([400, 'parameter_invalid', 'customer_email']);
    expect(refusal(await client.call('GET', `${PATH}/osp_${'0'.repeat(26)}`))).toEqual([404, 'resource_missing']);
  });

  it('[IDEM-02] is created once under one key', async () => {
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
  it('[OSP-10] [OSP-11] [OSP-12] [ELM-03] answers a secret, and asks the provider for nothing yet', async () => {
    const oneShot = await openOneShot(client, EMBEDDED);
    expect(oneShot).toMatchObject({ ui_mode: 'embedded', url: null, payment_method: null, payment_id: null });
    expect(oneShot.client_secret).toContain(`${oneShot.id}_secret_`);
    expect(await paymentsOf(oneShot)).toEqual([]);
    expect((await shown(oneShot.id)).client_secret).toBeNull();
  });

  it('needs no addresses, and has no separate page', async () => {
    const bare = { amount_cents: 500, currency: 'EUR', description: 'Sticker', ui_mode: 'embedded' };
    const oneShot = await client.post(PATH, bare);
    expect(oneShot).toMatchObject({ success_url: null, cancel_url: null });
    const page = await fetch(`${baseUrl}${new URL(String((await openOneShot(client)).url)).pathname.replace(/osp_.*/, oneShot.id)}`);
    expect(page.status).toBe(404);
  });

  it('[IDEM-13] answers a replay with a secret too', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await client.call('POST', PATH, oneShotBody(EMBEDDED), headers);
    const replay = await client.call('POST', PATH, oneShotBody(EMBEDDED), headers);
    expect(replay.headers['idempotent-replayed']).toBe('true');
    expect(replay.body).toMatchObject({ id: first.body.id, client_secret: expect.stringContaining('_secret_') });
  });

  it('stays open when a charge is refused, and is paid by the next', async () => {
    const { id } = await openOneShot(client, EMBEDDED);
    expect(await payOneShot(client, id, { outcome: 'failed' })).toMatchObject({ status: 'open', payment_id: expect.any(String) });
    expect(await payOneShot(client, id, { method: 'ideal' })).toMatchObject({ status: 'succeeded', payment_method: 'ideal' });
  });
});

describe('a one-off payment that is paid', () => {
  it('[EVT-32] [EVT-46] is invoiced and notified of, once', async () => {
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
    const story = await storyOf(client, String(oneShot.customer_id), recorded('one_shot_payment.succeeded'));
    expect(story.slice(-4)).toEqual(['invoice.created', 'invoice.paid', 'payment.succeeded', 'one_shot_payment.succeeded']);
    expect(refusal(await client.call('POST', `/sandbox/one_shots/${oneShot.id}/pay`, {}))).toEqual([409, 'state_conflict']);
  });

  it('by many at once is charged once', async () => {
    const oneShot = await openOneShot(client);
    const answers = await Promise.all(Array.from({ length: 6 }, () => client.call('POST', `/sandbox/one_shots/${oneShot.id}/pay`, {})));
    for (const { status } of answers) expect([200, 409, 502]).toContain(status);
    expect(await shown(oneShot.id)).toMatchObject({ status: 'succeeded' });
    expect((await paymentsOf(oneShot)).map(({ status }) => status)).toEqual(['succeeded']);
    expect(await client.list(`/v1/invoices?customer_id=${String(oneShot.customer_id)}`)).toHaveLength(1);
  });

  it('[OSP-09] by bank transfer is pending until the money arrives, and its page says what to do', async () => {
    const oneShot = await openOneShot(client, { payment_method: 'banktransfer' });
    const page = String(oneShot.url);
    const begun = await fetch(`${page}/pay`, {
      method: 'POST',
      body: new URLSearchParams({ method: 'banktransfer' }),
      redirect: 'manual',
    });
    expect(begun.status).toBe(303);
    expect(await shown(oneShot.id)).toMatchObject({ status: 'pending', payment_id: expect.any(String), invoice_id: null });
    const text = await (await fetch(page)).text();
    for (const strings of ['Transfer €150.00 for Workshop', '<dt>Account</dt>', '<dt>Reference</dt>']) expect(text).toContain(strings);
    const [payment] = await paymentsOf(oneShot);
    await client.post(`/sandbox/payments/${payment?.id}/outcome`, { outcome: 'paid' });
    expect(await shown(oneShot.id)).toMatchObject({ status: 'succeeded', payment_id: payment?.id, payment_method: 'banktransfer' });
  });
});

describe('a one-off payment that is returned', () => {
  it('[EVT-48] is refunded once all of it is, with a credit note for each part', async () => {
    const oneShot = await openOneShot(client);
    const { payment_id: paymentId } = await payOneShot(client, oneShot.id);
    const release = async (given: Json) => {
      const { id } = await client.post('/v1/refunds', { payment_id: paymentId, ...given });
      const refund = await eventually(
        () => client.get(`/v1/refunds/${id}`),
        ({ status }) => status !== 'pending',
      );
      expect(refund).toMatchObject({ status: 'succeeded', credit_note_id: expect.any(String) });
    };
    await release({ amount_cents: 5000 });
    expect(await shown(oneShot.id)).toMatchObject({ status: 'succeeded', amount_refunded_cents: 5000 });
    await release({});
    expect(await shown(oneShot.id)).toMatchObject({ status: 'refunded', amount_refunded_cents: 15_000 });
    const story = await storyOf(client, String(oneShot.customer_id), recorded('one_shot_payment.refunded'));
    expect(story.filter((type) => type === 'one_shot_payment.refunded')).toHaveLength(1);
  });
});

describe('a one-off payment that is charged back', () => {
  it('[DSP-07] [OSP-14] shows what is disputed of it, until that is won back', async () => {
    const oneShot = await openOneShot(client);
    const { payment_id: paymentId } = await payOneShot(client, oneShot.id);
    expect(await shown(oneShot.id)).toMatchObject({ amount_disputed_cents: 0 });
    await client.post(`/sandbox/payments/${String(paymentId)}/outcome`, { outcome: 'charged_back' });
    expect(await shown(oneShot.id)).toMatchObject({ status: 'succeeded', amount_disputed_cents: 15_000 });
    await client.post(`/sandbox/payments/${String(paymentId)}/outcome`, { outcome: 'chargeback_reversed' });
    expect(await shown(oneShot.id)).toMatchObject({ amount_disputed_cents: 0 });
  });
});

describe('a one-off payment that is not paid', () => {
  it('[EVT-47] fails with its charge, and is notified of', async () => {
    const oneShot = await openOneShot(client);
    expect(await payOneShot(client, oneShot.id, { outcome: 'failed' })).toMatchObject({ status: 'failed', invoice_id: null });
    const story = await storyOf(client, String(oneShot.customer_id), recorded('one_shot_payment.failed'));
    expect(story).toEqual(['customer.created', 'payment.failed', 'one_shot_payment.failed']);
    const events = await client.list('/v1/events?type=one_shot_payment.failed');
    const reported = events.find(({ data }) => (data as Json).id === oneShot.id);
    expect(reported).toMatchObject({ data: { status: 'failed' }, previous_attributes: { status: 'open' } });
  });

  it.each(['canceled', 'expired'])('is %s when the buyer walks away, without a word of failure', async (outcome) => {
    const oneShot = await openOneShot(client);
    expect(await payOneShot(client, oneShot.id, { outcome })).toMatchObject({ status: outcome });
    expect((await paymentsOf(oneShot)).map(({ status }) => status)).toEqual(['canceled']);
  });

  it('expires after 24 hours on the clock of its customer', async () => {
    const start = 1_800_000_000;
    const clock = await clockAt(client, start);
    const customer = await client.post('/v1/customers', { test_clock_id: clock.id });
    const { id } = await openOneShot(client, { customer_id: customer.id });
    await advance(client, clock.id, start + DAY - 1);
    expect((await shown(id)).status).toBe('open');
    await advance(client, clock.id, start + DAY);
    expect((await shown(id)).status).toBe('expired');
    const late = await openOneShot(client, { customer_id: customer.id });
    await client.remove(`/v1/test_clocks/${clock.id}`);
    expect((await shown(late.id)).status).toBe('canceled');
    expect(refusal(await create({ customer_id: customer.id }))).toEqual([409, 'state_conflict']);
  });

  it('ends with its customer, and a purge leaves nothing of the buyer', async () => {
    const customer = await client.post('/v1/customers', { name: 'Ada', email: 'ada@example.com' });
    const { id, url } = await openOneShot(client, { customer_id: customer.id, description: 'For Ada', metadata: { who: 'Ada' } });
    const paid = await openOneShot(client, { customer_id: customer.id, description: 'For Ada too' });
    await payOneShot(client, paid.id);
    await client.post(`/v1/customers/${customer.id}/purge`);
    const bare = { description: '', success_url: '', cancel_url: '', metadata: {} };
    expect(await shown(id)).toMatchObject({ status: 'canceled', ...bare });
    expect(await shown(paid.id)).toMatchObject({ status: 'succeeded', amount_cents: 15_000, ...bare });
    expect((await fetch(String(url))).status).toBe(410);
  });

  it('with money on its way keeps its customer from being deleted', async () => {
    const oneShot = await openOneShot(client, { payment_method: 'banktransfer' });
    await payOneShot(client, oneShot.id, { outcome: 'pending' });
    const removal = await client.call('DELETE', `/v1/customers/${String(oneShot.customer_id)}`);
    expect([...refusal(removal), removal.error?.reason]).toEqual([409, 'operation_pending', 'payment_processing']);
  });
});

describe('the list of one-off payments', () => {
  it('[OSP-02] [OSP-03] [OSP-04] [PAGE-27] is newest first, and filtered by customer and by states', async () => {
    const own = api.client((await createAccount()).testKey);
    const customer = await own.post('/v1/customers');
    const mine = await openOneShot(own, { customer_id: customer.id });
    const failed = await openOneShot(own);
    await payOneShot(own, failed.id, { outcome: 'failed' });
    const paid = await openOneShot(own);
    await payOneShot(own, paid.id);
    const ids = async (query: string) => (await own.list(`${PATH}${query}`)).map(({ id }) => id);
    expect(await own.get(PATH)).toMatchObject({ object: 'list', has_more: false });
    expect(await ids('')).toEqual([paid.id, failed.id, mine.id]);
    expect(await ids(`?customer_id=${customer.id}`)).toEqual([mine.id]);
    expect(await ids('?status=failed')).toEqual([failed.id]);
    expect(await ids('?status=succeeded,open')).toEqual([paid.id, mine.id]);
    expect(await ids(`?status=failed&customer_id=${customer.id}`)).toEqual([]);
    expect(fault(await own.call('GET', `${PATH}?status=open,gone`))).toEqual([400, 'parameter_invalid', 'status']);
    expect(fault(await own.call('GET', `${PATH}?customer_id=${'c'.repeat(65)}`))).toEqual([400, 'parameter_invalid', 'customer_id']);
  });
});
