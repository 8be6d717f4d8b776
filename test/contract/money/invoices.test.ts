import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fieldError, type Json, statusAndCode } from '../../../scripts/support/api.ts';
import { type Receiver, startReceiver } from '../../../scripts/support/receiver.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { advance, clientWithScopes, clockAt, eventsAbout, newPlan, setBehavior, subscribe } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);
const START = Date.UTC(2027, 0, 31, 12) / 1000;
const FEB = Date.UTC(2027, 1, 28, 12) / 1000;
const DAY = 86_400;
const EVENT_TYPES = ['invoice.created', 'invoice.paid', 'invoice.voided', 'invoice.marked_uncollectible'];

let client: Client;
let receiver: Receiver;
let clockId: string;
/** The invoices of three renewals, read while they were open. Afterwards, one is paid, one is voided, and one becomes uncollectible. */
let paidLater: ApiObject;
let voided: ApiObject;
let uncollectible: ApiObject;
let paidLaterPaymentId: string;
/** The different statuses of all invoices: after the renewals, after the payment and the voiding, and at the end. */
const statusHistory: (readonly unknown[])[] = [];

const fetchInvoice = ({ id }: ApiObject): Promise<ApiObject> => client.get(`/v1/invoices/${id}`);
const listInvoices = (): Promise<readonly ApiObject[]> => client.list('/v1/invoices');
const listStatuses = async (): Promise<readonly unknown[]> => [...new Set((await listInvoices()).map(({ status }) => status))].sort();

/** Creates a subscription on the clock, with a charge behavior for its renewals. */
const newSubscription = async (priceId: string, charges: string): Promise<ApiObject> => {
  const customer = await client.post('/v1/customers', { test_clock_id: clockId });
  const subscription = await subscribe(client, priceId, { customer_id: customer.id });
  await setBehavior(client, customer.id, { charges });
  return subscription;
};

const openInvoiceOf = async ({ id }: ApiObject): Promise<ApiObject> => {
  const [invoice, ...others] = await client.list(`/v1/invoices?subscription_id=${id}&status=open`);
  if (invoice === undefined || others.length > 0) throw new Error(`${id} does not have exactly one open invoice`);
  return invoice;
};

beforeAll(async () => {
  receiver = await startReceiver();
  client = api.client((await createAccount()).testKey);
  await client.post('/v1/webhook_endpoints', { url: receiver.url, enabled_events: EVENT_TYPES });
  const { priceId } = await newPlan(client);
  clockId = (await clockAt(client, START)).id;
  const pendingSubscription = await newSubscription(priceId, 'pending');
  const [first, second] = [await newSubscription(priceId, 'insufficient_funds'), await newSubscription(priceId, 'insufficient_funds')];
  await advance(client, clockId, FEB + 3600);
  [paidLater, voided, uncollectible] = [await openInvoiceOf(pendingSubscription), await openInvoiceOf(first), await openInvoiceOf(second)];
  statusHistory.push(await listStatuses());
  paidLaterPaymentId = String((await client.list(`/v1/payments?subscription_id=${pendingSubscription.id}`))[0]?.id);
  await client.post(`/sandbox/payments/${paidLaterPaymentId}/outcome`, { outcome: 'paid' });
  await client.post(`/v1/invoices/${voided.id}/void`);
  statusHistory.push(await listStatuses());
  await advance(client, clockId, FEB + 22 * DAY);
  statusHistory.push(await listStatuses());
  for (const { id } of [paidLater, voided, uncollectible]) await eventsAbout(client, id, 2);
});
afterAll(() => receiver?.stop());

describe('invoices', () => {
  it('[INV-01] [INV-02] are listed newest first and retrieved with invoices:read', async () => {
    const page = await client.get('/v1/invoices?limit=2');
    expect(page).toEqual({ object: 'list', data: (await listInvoices()).slice(0, 2), has_more: true });
    expect((await listInvoices()).map(({ object }) => object)).toEqual(Array(6).fill('invoice'));
    const numbers = (await listInvoices()).map(({ number }) => String(number));
    expect(numbers).toEqual(numbers.toSorted().toReversed());
    for (const invoice of await listInvoices()) expect(await fetchInvoice(invoice)).toEqual(invoice);
    const reader = await clientWithScopes(api, client, 'invoices:read');
    const paymentReader = await clientWithScopes(api, client, 'payments:read');
    for (const path of ['/v1/invoices', `/v1/invoices/${paidLater.id}`]) {
      expect((await reader.call('GET', path)).status).toBe(200);
      expect(statusAndCode(await paymentReader.call('GET', path))).toEqual([403, 'insufficient_scope']);
    }
    expect(statusAndCode(await client.call('GET', `/v1/invoices/inv_${'0'.repeat(26)}`))).toEqual([404, 'resource_missing']);
  });

  it('[INV-12] [EVT-33] become paid when their payment succeeds, with an event', async () => {
    expect(paidLater).toMatchObject({ status: 'open', amount_due_cents: 1999, amount_paid_cents: 0, paid_at: null });
    const paid = await fetchInvoice(paidLater);
    expect(paid).toEqual({
      ...paidLater,
      status: 'paid',
      payment_id: paidLaterPaymentId,
      amount_due_cents: 0,
      amount_paid_cents: 1999,
      paid_at: FEB + 3600,
      next_payment_attempt: null,
    });
    const [createdEvent, paidEvent, ...more] = await eventsAbout(client, paidLater.id, 2);
    expect(more).toEqual([]);
    expect(createdEvent).toMatchObject({ type: 'invoice.created', data: { status: 'open' } });
    expect(paidEvent).toMatchObject({ type: 'invoice.paid', data: paid, previous_attributes: { status: 'open', paid_at: null } });
  });

  it('[INV-06] [INV-07] [INV-08] have the status open, paid, void or uncollectible, never draft', async () => {
    expect(statusHistory).toEqual([
      ['open', 'paid'],
      ['open', 'paid', 'void'],
      ['paid', 'uncollectible', 'void'],
    ]);
    for (const [status, invoice] of [
      ['void', voided],
      ['uncollectible', uncollectible],
    ] as const) {
      expect((await client.list(`/v1/invoices?status=${status}`)).map(({ id }) => id)).toEqual([invoice.id]);
    }
    const typesAndStatuses = (await client.list(`/v1/events?type=${EVENT_TYPES.join(',')}`)).map(
      ({ type, data }) => `${type} ${(data as Json).status}`,
    );
    expect([...new Set(typesAndStatuses)].sort()).toEqual([
      'invoice.created open',
      'invoice.created paid',
      'invoice.marked_uncollectible uncollectible',
      'invoice.paid paid',
      'invoice.voided void',
    ]);
    for (const status of ['draft', 'open,draft']) {
      expect(fieldError(await client.call('GET', `/v1/invoices?status=${status}`))).toEqual([400, 'parameter_invalid', 'status']);
    }
  });

  it('[INV-09] [EVT-36] contain their lines when they are listed or retrieved, in events and in webhooks', async () => {
    for (const invoice of [paidLater, voided, uncollectible]) {
      const { lines } = await fetchInvoice(invoice);
      expect(lines).toMatchObject([{ type: 'subscription', description: expect.any(String), quantity: '1', amount_cents: 1999 }]);
      expect((await listInvoices()).find(({ id }) => id === invoice.id)?.lines).toEqual(lines);
      const events = await eventsAbout(client, invoice.id, 2);
      expect(events.map(({ data }) => (data as Json).lines)).toEqual([lines, lines]);
      const webhooks = await eventually(
        async () => receiver.requests.filter(({ text }) => text.includes(invoice.id)),
        (requests) => new Set(requests.map(({ headers }) => headers['service-event-id'])).size === 2,
      );
      for (const { text } of webhooks) expect((JSON.parse(text) as { readonly data: Json }).data.lines).toEqual(lines);
    }
  });
});
