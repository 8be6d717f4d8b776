import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answer, type ApiObject, apiOf, type Client, refusal } from '../../scripts/support/api.ts';
import { service } from '../support/service.ts';
import { advance, clockAt, eventsAbout, openShop, subscribe } from './support/shop.ts';

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
  ({ priceId } = await openShop(client));
});

const invoiceOf = async (subscription: ApiObject, status: string): Promise<ApiObject> => {
  const [invoice] = await client.list(`/v1/invoices?subscription_id=${subscription.id}&status=${status}`);
  if (invoice === undefined) throw new Error(`no invoice is ${status}`);
  return invoice;
};

const show = (subscription: ApiObject): Promise<ApiObject> => client.get(`/v1/subscriptions/${subscription.id}`);
const paymentsOf = (subscription: ApiObject): Promise<readonly ApiObject[]> =>
  client.list(`/v1/payments?subscription_id=${subscription.id}`);
const tryVoid = (invoice: ApiObject): Promise<Answer> => client.call('POST', `/v1/invoices/${invoice.id}/void`);
const voidIt = (invoice: ApiObject): Promise<ApiObject> => client.post(`/v1/invoices/${invoice.id}/void`);

/** A subscription on a clock that was advanced past its first renewal, whose charge went as `charges` says. */
const renewed = async (charges: string, until = FEB + 3600) => {
  const clock = await clockAt(client, START);
  const customer = await client.post('/v1/customers', { test_clock_id: clock.id });
  const subscription = await subscribe(client, priceId, { customer_id: customer.id });
  await client.post(`/sandbox/customers/${customer.id}/behavior`, { charges });
  await advance(client, clock.id, until);
  return { clockId: clock.id, customerId: customer.id, subscription };
};

describe('an invoice that was not paid', () => {
  it('[INV-05] [INV-06] [INV-10] [EVT-35] is voided, reported and audited', async () => {
    const { subscription } = await renewed('insufficient_funds');
    const invoice = await invoiceOf(subscription, 'open');
    const voided = await voidIt(invoice);
    expect(voided).toEqual({ ...invoice, status: 'void', voided_at: FEB + 3600, next_payment_attempt: null });
    expect(await client.get(`/v1/invoices/${invoice.id}`)).toEqual(voided);
    const reported = await eventsAbout(client, invoice.id, 2);
    expect(reported.map(({ type }) => type)).toEqual(['invoice.created', 'invoice.voided']);
    expect(reported[1]).toMatchObject({ data: voided, previous_attributes: { status: 'open', voided_at: null } });
    expect(await client.list(`/v1/audit_logs?resource_id=${invoice.id}`)).toMatchObject([
      { action: 'invoice.voided', actor_type: 'api_key', resource_type: 'invoice' },
    ]);
  });

  it('[INV-10] leaves its subscription active; the next period is charged, and nothing for this one', async () => {
    const { clockId, customerId, subscription } = await renewed('insufficient_funds');
    expect(await show(subscription)).toMatchObject({ status: 'past_due' });
    await voidIt(await invoiceOf(subscription, 'open'));
    expect(await show(subscription)).toMatchObject({
      status: 'active',
      renewal_state: 'scheduled',
      next_payment_attempt: null,
      current_period_start: FEB,
      current_period_end: MAR,
      payment_count: 1,
    });
    await client.post(`/sandbox/customers/${customerId}/behavior`, { charges: 'paid' });
    await advance(client, clockId, FEB + 25 * DAY);
    expect(await paymentsOf(subscription)).toHaveLength(2);
    await advance(client, clockId, MAR + 3600);
    expect((await paymentsOf(subscription)).map(({ status }) => status)).toEqual(['succeeded', 'failed', 'succeeded']);
    expect(await show(subscription)).toMatchObject({ status: 'active', current_period_start: MAR, payment_count: 2 });
  });

  it('is not voided while its charge is pending, and is once that failed', async () => {
    const { subscription } = await renewed('pending');
    const invoice = await invoiceOf(subscription, 'open');
    const answer = await tryVoid(invoice);
    expect([refusal(answer), answer.error?.reason]).toEqual([[409, 'operation_pending'], 'renewal_processing']);
    const [pending] = await paymentsOf(subscription);
    await client.post(`/sandbox/payments/${pending?.id}/outcome`, { outcome: 'failed' });
    expect(await voidIt(invoice)).toMatchObject({ status: 'void' });
  });

  it('[INV-06] is voided also after it was given up, and the subscription stays ended', async () => {
    const { subscription } = await renewed('insufficient_funds', FEB + 22 * DAY);
    const invoice = await invoiceOf(subscription, 'uncollectible');
    const ended = await show(subscription);
    expect(ended).toMatchObject({ status: 'canceled', cancellation_reason: 'payment_failed' });
    expect(await voidIt(invoice)).toMatchObject({ status: 'void' });
    expect(await show(subscription)).toEqual(ended);
  });

  it('voided again answers the same, and is reported once', async () => {
    const { subscription } = await renewed('insufficient_funds');
    const invoice = await invoiceOf(subscription, 'open');
    const answers = await Promise.all(Array.from({ length: 5 }, () => tryVoid(invoice)));
    for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]?.body]);
    const reported = await eventsAbout(client, invoice.id, 2);
    expect(reported.filter(({ type }) => type === 'invoice.voided')).toHaveLength(1);
  });
});

describe('an invoice that was paid', () => {
  it('[INV-11] is not voided', async () => {
    const subscription = await subscribe(client, priceId);
    const invoice = await invoiceOf(subscription, 'paid');
    expect(refusal(await tryVoid(invoice))).toEqual([409, 'invoice_not_voidable']);
    expect(await client.get(`/v1/invoices/${invoice.id}`)).toEqual(invoice);
  });
});

describe('an invoice that is paid and voided at once', () => {
  it('[INV-10] [INV-11] ends as one of both, and no money is lost', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { subscription } = await renewed('pending');
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

  it('and had its retry begun in the meantime is charged or voided, never both', async () => {
    const { clockId, customerId, subscription } = await renewed('insufficient_funds');
    const invoice = await invoiceOf(subscription, 'open');
    await client.post(`/sandbox/customers/${customerId}/behavior`, { charges: 'paid' });
    const [, answer] = await Promise.all([advance(client, clockId, FEB + 3 * DAY), tryVoid(invoice)]);
    const { status } = await client.get(`/v1/invoices/${invoice.id}`);
    const charged = (await paymentsOf(subscription)).filter((payment) => payment.type === 'renewal' && payment.status === 'succeeded');
    expect([answer.status, status, charged.length]).toEqual(status === 'void' ? [200, 'void', 0] : [409, 'paid', 1]);
    expect(await show(subscription)).toMatchObject({ status: 'active', current_period_start: FEB });
  });
});
