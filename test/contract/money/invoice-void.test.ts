import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answer, type ApiObject, apiOf, type Client, statusAndCode } from '../../../scripts/support/api.ts';
import { service } from '../../support/service.ts';
import { advance, eventsAbout, newPlan, setBehavior, subscribe, subscribeOnClock } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);
const START = Date.UTC(2027, 0, 31, 12) / 1000;
const FEB = Date.UTC(2027, 1, 28, 12) / 1000;
const MAR = Date.UTC(2027, 2, 31, 12) / 1000;
const DAY = 86_400;

let client: Client;
let priceId: string;

beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
  ({ priceId } = await newPlan(client));
});

const invoiceOf = async (subscription: ApiObject, status: string): Promise<ApiObject> => {
  const [invoice] = await client.list(`/v1/invoices?subscription_id=${subscription.id}&status=${status}`);
  if (invoice === undefined) throw new Error(`No invoice has status ${status}`);
  return invoice;
};

const fetchSubscription = (subscription: ApiObject): Promise<ApiObject> => client.get(`/v1/subscriptions/${subscription.id}`);
const paymentsOf = (subscription: ApiObject): Promise<readonly ApiObject[]> =>
  client.list(`/v1/payments?subscription_id=${subscription.id}`);
const tryVoid = (invoice: ApiObject): Promise<Answer> => client.call('POST', `/v1/invoices/${invoice.id}/void`);
const voidInvoice = (invoice: ApiObject): Promise<ApiObject> => client.post(`/v1/invoices/${invoice.id}/void`);

/** Creates a subscription, sets the charge behavior of its renewals, and advances its clock to `until`, after the first renewal. */
const newRenewal = async (charges: string, until = FEB + 3600) => {
  const { clockId, customerId, subscription } = await subscribeOnClock(client, priceId, START);
  await setBehavior(client, customerId, { charges });
  await advance(client, clockId, until);
  return { clockId, customerId, subscription };
};

describe('an unpaid invoice', () => {
  it('[INV-05] [INV-06] [INV-10] [EVT-35] is voided with an event and an audit entry', async () => {
    const { subscription } = await newRenewal('insufficient_funds');
    const invoice = await invoiceOf(subscription, 'open');
    const voided = await voidInvoice(invoice);
    expect(voided).toEqual({ ...invoice, status: 'void', voided_at: FEB + 3600, next_payment_attempt: null });
    expect(await client.get(`/v1/invoices/${invoice.id}`)).toEqual(voided);
    const events = await eventsAbout(client, invoice.id, 2);
    expect(events.map(({ type }) => type)).toEqual(['invoice.created', 'invoice.voided']);
    expect(events[1]).toMatchObject({ data: voided, previous_attributes: { status: 'open', voided_at: null } });
    expect(await client.list(`/v1/audit_logs?resource_id=${invoice.id}`)).toMatchObject([
      { action: 'invoice.voided', actor_type: 'api_key', resource_type: 'invoice' },
    ]);
  });

  it('[INV-10] makes the subscription active again when it is voided: the invoiced period stays unpaid, the next is charged', async () => {
    const { clockId, customerId, subscription } = await newRenewal('insufficient_funds');
    expect(await fetchSubscription(subscription)).toMatchObject({ status: 'past_due' });
    await voidInvoice(await invoiceOf(subscription, 'open'));
    expect(await fetchSubscription(subscription)).toMatchObject({
      status: 'active',
      renewal_state: 'scheduled',
      next_payment_attempt: null,
      current_period_start: FEB,
      current_period_end: MAR,
      payment_count: 1,
    });
    await setBehavior(client, customerId, { charges: 'paid' });
    await advance(client, clockId, FEB + 25 * DAY);
    expect(await paymentsOf(subscription)).toHaveLength(2);
    await advance(client, clockId, MAR + 3600);
    expect((await paymentsOf(subscription)).map(({ status }) => status)).toEqual(['succeeded', 'failed', 'succeeded']);
    expect(await fetchSubscription(subscription)).toMatchObject({ status: 'active', current_period_start: MAR, payment_count: 2 });
  });

  it('cannot be voided while its charge is pending, but can be voided after the charge failed', async () => {
    const { subscription } = await newRenewal('pending');
    const invoice = await invoiceOf(subscription, 'open');
    const answer = await tryVoid(invoice);
    expect([statusAndCode(answer), answer.error?.reason]).toEqual([[409, 'operation_pending'], 'renewal_processing']);
    const [pending] = await paymentsOf(subscription);
    await client.post(`/sandbox/payments/${pending?.id}/outcome`, { outcome: 'failed' });
    expect(await voidInvoice(invoice)).toMatchObject({ status: 'void' });
  });

  it('[INV-06] can be voided when it is uncollectible, and the subscription stays canceled', async () => {
    const { subscription } = await newRenewal('insufficient_funds', FEB + 22 * DAY);
    const invoice = await invoiceOf(subscription, 'uncollectible');
    const ended = await fetchSubscription(subscription);
    expect(ended).toMatchObject({ status: 'canceled', cancellation_reason: 'payment_failed' });
    expect(await voidInvoice(invoice)).toMatchObject({ status: 'void' });
    expect(await fetchSubscription(subscription)).toEqual(ended);
  });

  it('is voided once by concurrent requests, which all get the same answer', async () => {
    const { subscription } = await newRenewal('insufficient_funds');
    const invoice = await invoiceOf(subscription, 'open');
    const answers = await Promise.all(Array.from({ length: 5 }, () => tryVoid(invoice)));
    for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]?.body]);
    const events = await eventsAbout(client, invoice.id, 2);
    expect(events.filter(({ type }) => type === 'invoice.voided')).toHaveLength(1);
  });
});

describe('a paid invoice', () => {
  it('[INV-11] cannot be voided', async () => {
    const subscription = await subscribe(client, priceId);
    const invoice = await invoiceOf(subscription, 'paid');
    expect(statusAndCode(await tryVoid(invoice))).toEqual([409, 'invoice_not_voidable']);
    expect(await client.get(`/v1/invoices/${invoice.id}`)).toEqual(invoice);
  });
});

describe('an invoice that is paid and voided concurrently', () => {
  it('[INV-10] [INV-11] is paid, and the void requests get 409', async () => {
    for (let index = 0; index < 4; index += 1) {
      const { subscription } = await newRenewal('pending');
      const invoice = await invoiceOf(subscription, 'open');
      const [pending] = await paymentsOf(subscription);
      const [settled, ...voids] = await Promise.all([
        client.post(`/sandbox/payments/${pending?.id}/outcome`, { outcome: 'paid' }),
        tryVoid(invoice),
        tryVoid(invoice),
      ]);
      expect(settled.status).toBe('succeeded');
      for (const { status } of voids) expect(status).toBe(409);
      expect((await client.get(`/v1/invoices/${invoice.id}`)).status).toBe('paid');
    }
  });

  it('is either charged by the dunning retry or voided, never both', async () => {
    const { clockId, customerId, subscription } = await newRenewal('insufficient_funds');
    const invoice = await invoiceOf(subscription, 'open');
    await setBehavior(client, customerId, { charges: 'paid' });
    const [, answer] = await Promise.all([advance(client, clockId, FEB + 3 * DAY), tryVoid(invoice)]);
    const { status } = await client.get(`/v1/invoices/${invoice.id}`);
    const charged = (await paymentsOf(subscription)).filter((payment) => payment.type === 'renewal' && payment.status === 'succeeded');
    expect([answer.status, status, charged.length]).toEqual(status === 'void' ? [200, 'void', 0] : [409, 'paid', 1]);
    expect(await fetchSubscription(subscription)).toMatchObject({ status: 'active', current_period_start: FEB });
  });
});
