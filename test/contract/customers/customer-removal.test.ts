import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, type ApiObject, apiOf, type Client, fieldError, type Json, statusAndCode } from '../../../scripts/support/api.ts';
import { type Receiver, startReceiver } from '../../../scripts/support/receiver.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import {
  advance,
  clockAt,
  eventsAbout,
  newPlan,
  openOneShot,
  openSession,
  pay,
  payOneShot,
  sessionBody,
  setBehavior,
  subscribe,
} from '../support/objects.ts';

const { baseUrl, createAccount } = service();
const START = 1_800_000_000;
const DAY = 86_400;

let api: Api;
let client: Client;
let priceId: string;
/** Receives a webhook for each deleted customer. */
let receiver: Receiver;

beforeAll(async () => {
  api = apiOf(baseUrl);
  client = api.client((await createAccount()).testKey);
  ({ priceId } = await newPlan(client));
  receiver = await startReceiver();
  await client.post('/v1/webhook_endpoints', { url: receiver.url, enabled_events: ['customer.deleted'] });
});
afterAll(() => receiver?.stop());

const newCustomer = (fields: Json = {}): Promise<ApiObject> =>
  client.post('/v1/customers', { name: 'Grace Hopper', email: 'grace@navy.example', metadata: { desk: '7' }, ...fields });

const newSubscriber = async (fields: Json = {}): Promise<ApiObject> => {
  const customer = await newCustomer(fields);
  await subscribe(client, priceId, { customer_id: customer.id });
  return customer;
};

/** Creates a customer whose renewal failed, on a test clock. */
const newPastDueCustomer = async (): Promise<{ readonly customer: ApiObject; readonly clockId: string }> => {
  const clock = await clockAt(client, START);
  const customer = await newSubscriber({ test_clock_id: clock.id });
  await setBehavior(client, customer.id, { charges: 'insufficient_funds' });
  await advance(client, clock.id, START + 32 * DAY);
  return { customer, clockId: clock.id };
};

type RequestOf = (id: string) => readonly [method: string, path: string];

const removals: readonly (readonly [string, RequestOf])[] = [
  ['deletion', (id) => ['DELETE', `/v1/customers/${id}`]],
  ['purge', (id) => ['POST', `/v1/customers/${id}/purge`]],
];

describe('deleting a customer', () => {
  it('[CUS-05] [CUS-11] returns the id with `deleted`, and the customer is not found afterwards', async () => {
    const { id } = await newCustomer();
    expect(await client.remove(`/v1/customers/${id}`)).toEqual({ id, object: 'customer', deleted: true });
    expect(statusAndCode(await client.call('GET', `/v1/customers/${id}`))).toEqual([404, 'resource_missing']);
    expect(statusAndCode(await client.call('POST', `/v1/customers/${id}`, { name: 'Ada' }))).toEqual([404, 'resource_missing']);
    expect(statusAndCode(await client.call('DELETE', `/v1/customers/${id}`))).toEqual([404, 'resource_missing']);
    expect((await client.list('/v1/customers')).map((customer) => customer.id)).not.toContain(id);
    const session = await client.call('POST', '/v1/checkout/sessions', sessionBody(priceId, { customer_id: id }));
    expect(fieldError(session)).toEqual([404, 'resource_missing', 'customer_id']);
    const [, deleted] = await eventsAbout(client, id, 2);
    expect(deleted).toMatchObject({ type: 'customer.deleted', data: { id, name: 'Grace Hopper' }, previous_attributes: null });
  });

  it('keeps the id of the customer valid as a list cursor', async () => {
    const older = await newCustomer();
    const deleted = await newCustomer();
    await client.remove(`/v1/customers/${deleted.id}`);
    const page = await client.get(`/v1/customers?limit=1&starting_after=${deleted.id}`);
    expect((page.data as readonly ApiObject[])[0]?.id).toBe(older.id);
  });

  it('expires the open checkout sessions of the customer', async () => {
    const { id } = await newCustomer();
    const session = await openSession(client, priceId, { customer_id: id });
    await client.remove(`/v1/customers/${id}`);
    expect((await client.get(`/v1/checkout/sessions/${session.id}`)).status).toBe('expired');
    expect(statusAndCode(await client.call('POST', `/sandbox/checkout_sessions/${session.id}/pay`, {}))).toEqual([409, 'state_conflict']);
  });

  it('is rejected while a payment is processing', async () => {
    const { id } = await newCustomer();
    const session = await openSession(client, priceId, { customer_id: id });
    await pay(client, session.id, { method: 'ideal', outcome: 'pending' });
    expect(await client.call('DELETE', `/v1/customers/${id}`)).toMatchObject({
      status: 409,
      error: { code: 'operation_pending', reason: 'payment_processing' },
    });
  });

  it('takes effect once for concurrent requests', async () => {
    const { id } = await newCustomer();
    const answers = await Promise.all(Array.from({ length: 8 }, () => client.call('DELETE', `/v1/customers/${id}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect([
        [404, 'resource_missing'],
        [409, 'operation_pending'],
      ]).toContainEqual(statusAndCode(answer));
    }
    expect((await eventsAbout(client, id, 2)).map(({ type }) => type)).toEqual(['customer.created', 'customer.deleted']);
  });
});

describe('purging a customer with a refund', () => {
  it('redacts the reason and metadata of the refund and the reason of its credit note', async () => {
    const customer = await newCustomer();
    const { last_payment_id: paymentId } = await subscribe(client, priceId, { customer_id: customer.id });
    const refund = await client.post('/v1/refunds', { payment_id: paymentId, reason: 'Grace is ill', metadata: { patient: 'Grace' } });
    await eventually(
      () => client.get(`/v1/refunds/${refund.id}`),
      ({ status }) => status === 'succeeded',
    );
    expect((await client.post(`/v1/customers/${customer.id}/purge`, {})).purged).toBe(true);
    const redacted = await client.get(`/v1/refunds/${refund.id}`);
    expect(redacted).toMatchObject({ amount_cents: refund.amount_cents, reason: null, metadata: {} });
    expect((await client.get(`/v1/credit_notes/${String(redacted.credit_note_id)}`)).reason).toBeNull();
  });
});

describe.each(removals)('the %s of a customer', (_name, requestOf) => {
  it('[CUS-13] [CUS-15] is rejected while a subscription is active, and changes nothing', async () => {
    const { id } = await newSubscriber();
    const answer = await client.call(...requestOf(id));
    expect(answer).toMatchObject({ status: 409, error: { type: 'conflict_error', code: 'state_conflict' } });
    expect(answer.error).not.toHaveProperty('reason');
    expect((await client.post(`/v1/customers/${id}`, { name: 'Ada' })).name).toBe('Ada');
  });

  it('[CUS-14] [CUS-16] is rejected while an invoice is open, and succeeds after the invoice becomes uncollectible', async () => {
    const { customer, clockId } = await newPastDueCustomer();
    expect(await client.call(...requestOf(customer.id))).toMatchObject({
      status: 409,
      error: { code: 'state_conflict', reason: 'customer_has_open_invoice' },
    });
    await advance(client, clockId, START + 60 * DAY);
    expect((await client.call(...requestOf(customer.id))).body).toMatchObject({ id: customer.id, deleted: true });
  });

  it('[HTTP-44] [HTTP-45] [HTTP-46] [IDEM-10] [IDEM-11] is completed by a retry with the same idempotency key after an outage', async () => {
    const { id } = await newCustomer();
    await setBehavior(client, id, { charges: 'unreachable' });
    const [method, path] = requestOf(id);
    const key = { 'idempotency-key': randomUUID() };
    expect(await client.call(method, path, undefined, key)).toMatchObject({
      status: 502,
      error: { type: 'api_error', code: 'provider_unavailable', reason: 'outcome_unknown' },
    });
    expect(statusAndCode(await client.call(method, path, undefined, { 'idempotency-key': randomUUID() }))).toEqual([
      409,
      'operation_pending',
    ]);
    expect(statusAndCode(await client.call('POST', `/v1/customers/${id}`, { name: 'Ada' }))).toEqual([409, 'operation_pending']);
    expect((await client.call(method, path, undefined, key)).status).toBe(502);

    await setBehavior(client, id, { charges: 'paid' });
    const finished = await client.call(method, path, undefined, key);
    expect(finished).toMatchObject({ status: 200, body: { id, deleted: true } });
    expect(finished.headers).not.toHaveProperty('idempotent-replayed');
    const replayed = await client.call(method, path, undefined, key);
    expect(replayed).toMatchObject({ status: 200, text: finished.text, headers: { 'idempotent-replayed': 'true' } });
    expect((await eventsAbout(client, id, 2)).map(({ type }) => type)).toEqual(['customer.created', 'customer.deleted']);
  });

  it('[EVT-51] sends a webhook with the data of the customer', async () => {
    const customer = await newCustomer({ country_code: 'NL', language: 'nl' });
    await client.call(...requestOf(customer.id));
    const [webhook] = await eventually(
      async () => receiver.requests.filter(({ text }) => text.includes(customer.id)),
      (requests) => requests.length > 0,
    );
    expect(JSON.parse(String(webhook?.text))).toMatchObject({
      type: 'customer.deleted',
      livemode: false,
      data: customer,
      previous_attributes: null,
    });
    expect((await eventsAbout(client, customer.id, 2)).map(({ type }) => type)).toEqual(['customer.created', 'customer.deleted']);
  });

  it('gives the same answer to concurrent requests with one idempotency key', async () => {
    const { id } = await newCustomer();
    // Also creates the customer at the provider, so that the removal must delete it there.
    await setBehavior(client, id, { charges: 'paid' });
    const key = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(Array.from({ length: 6 }, () => client.call(...requestOf(id), undefined, key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });
});

describe('purging a customer', () => {
  it('[CUS-06] [CUS-17] [CUS-22] succeeds for a deleted customer and can be repeated', async () => {
    const { id } = await newCustomer();
    await client.remove(`/v1/customers/${id}`);
    const purged = { id, object: 'customer', deleted: true, purged: true };
    expect(await client.post(`/v1/customers/${id}/purge`)).toEqual(purged);
    expect(await client.post(`/v1/customers/${id}/purge`)).toEqual(purged);
    expect(statusAndCode(await client.call('GET', `/v1/customers/${id}`))).toEqual([404, 'resource_missing']);
    expect(statusAndCode(await client.call('POST', '/v1/customers/cus_00000000000000000000000000/purge'))).toEqual([
      404,
      'resource_missing',
    ]);
  });

  it('[CUS-18] [EVT-15] [VER-06] redacts only the personal data in earlier events', async () => {
    const { id } = await newCustomer({ country_code: 'NL' });
    await client.post(`/v1/customers/${id}`, { name: 'Rear Admiral Hopper' });
    const before = await eventsAbout(client, id, 2);
    await client.post(`/v1/customers/${id}/purge`);
    const [created, updated, deleted] = await eventually(
      () => eventsAbout(client, id, 3),
      ([event]) => ((event?.data ?? {}) as Json).name === null,
    );
    const [first] = before;
    const data = (first?.data ?? {}) as Json;
    expect(created).toEqual({ ...first, data: { ...data, name: null, email: null, country_code: null, metadata: {} } });
    expect(updated?.previous_attributes).toEqual({ name: null });
    expect(JSON.stringify([created, updated])).not.toMatch(/Hopper|grace@/);
    expect(deleted).toMatchObject({ type: 'customer.deleted', data: { id, name: 'Rear Admiral Hopper' } });
  });

  it('[CUS-18] [EVT-15] redacts events of purchases and refunds, too', async () => {
    const secret = `Hopper-${randomUUID()}`;
    const { id } = await newCustomer({ name: secret, email: `${secret}@navy.example` });
    const texts = { description: `For ${secret}`, metadata: { desk: secret }, success_url: `https://shop.example/${secret}` };
    const { payment_id: paymentId } = await payOneShot(client, (await openOneShot(client, { customer_id: id, ...texts })).id);
    await client.post('/v1/refunds', { payment_id: paymentId, amount_cents: 1, reason: `${secret} asked`, metadata: { desk: secret } });
    const listEventsWithText = async () =>
      (await client.list('/v1/events')).filter((event) => event.type !== 'customer.deleted' && JSON.stringify(event).includes(secret));
    const before = await eventually(listEventsWithText, (events) => events.some(({ type }) => type === 'credit_note.created'));
    expect(before.map(({ type }) => String(type)).sort()).toEqual([
      'credit_note.created',
      'customer.created',
      'invoice.created',
      'invoice.paid',
      'one_shot_payment.succeeded',
      'refund.created',
      'refund.succeeded',
    ]);
    await client.post(`/v1/customers/${id}/purge`);
    await eventually(listEventsWithText, (events) => events.length === 0);
    const eventIds = (await client.list('/v1/events')).map((event) => event.id);
    expect(eventIds).toEqual(expect.arrayContaining(before.map((event) => event.id)));
  });

  it('keeps the name on an invoice, as invoicing law requires', async () => {
    const { customer, clockId } = await newPastDueCustomer();
    await advance(client, clockId, START + 60 * DAY);
    await client.post(`/v1/customers/${customer.id}/purge`);
    const [invoice] = await client.list(`/v1/invoices?customer_id=${customer.id}`);
    expect(invoice?.buyer).toMatchObject({ name: 'Grace Hopper', email: null });
  });

  it('redacts answers that are stored for idempotent replays', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const body = { name: 'Grace Hopper', email: 'grace@navy.example' };
    const created = await client.call('POST', '/v1/customers', body, key);
    await client.post(`/v1/customers/${String(created.body.id)}/purge`);
    const replayed = await client.call('POST', '/v1/customers', body, key);
    expect(replayed.body).toMatchObject({ id: created.body.id, name: null, email: null });
  });
});
