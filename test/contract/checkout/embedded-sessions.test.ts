import { beforeAll, describe, expect, it, vi } from 'vitest';
import { apiOf, type Client, type Json, statusAndCode } from '../../../scripts/support/api.ts';
import { service } from '../../support/service.ts';
import { elementClient } from '../support/element.ts';
import { advance, clockAt, eventsAbout, eventTypesOf, newPlan, openSession, pay } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();

let client: Client;
let priceId: string;

beforeAll(async () => {
  client = apiOf(baseUrl).client((await createAccount()).testKey);
  ({ priceId } = await newPlan(client));
});

const openElement = async (fields: Json = {}) =>
  elementClient(baseUrl, await openSession(client, priceId, { ui_mode: 'embedded', ...fields }));

const paymentsOf = (customerId: string) => client.list(`/v1/payments?customer_id=${customerId}`);
const sessionOf = (id: string) => client.get(`/v1/checkout/sessions/${id}`);

describe('an embedded session', () => {
  it.each(['failed', 'canceled', 'expired'])('[CHK-33] [EVT-68] is open again after its payment is %s', async (outcome) => {
    const element = await openElement();
    await element.confirmOrThrow({ method: 'creditcard' });
    expect(await pay(client, element.id, { outcome })).toMatchObject({ status: 'open', payment_id: null });
    await element.confirmOrThrow({ method: 'creditcard' });
    const paid = await pay(client, element.id);
    expect(paid).toMatchObject({ status: 'completed', subscription_id: expect.stringMatching(/^sub_/) });
    const payments = await paymentsOf(element.customerId);
    expect(payments.map(({ status }) => status)).toEqual(['succeeded', outcome === 'failed' ? 'failed' : 'canceled']);
    expect(paid.payment_id).toBe(payments[0]?.id);
    const eventTypes = await eventTypesOf(client, element.customerId, (types) => types.includes('payment.succeeded'));
    expect(eventTypes.filter((type) => type === 'payment.failed')).toHaveLength(outcome === 'failed' ? 1 : 0);
    expect(eventTypes).not.toContain('checkout.session.expired');
  });

  it('[CHK-34] [EVT-17] expires after 24 hours, also after a failed payment; a pending payment still completes the session', async () => {
    const start = 1_800_000_000;
    const clock = await clockAt(client, start);
    const customer = await client.post('/v1/customers', { name: 'Ada', test_clock_id: clock.id });
    const failedElement = await openElement({ customer_id: customer.id });
    await failedElement.confirmOrThrow({ method: 'creditcard' });
    await pay(client, failedElement.id, { outcome: 'failed' });
    const pendingElement = await openElement({ customer_id: customer.id });
    await pendingElement.confirmOrThrow({ method: 'creditcard' });
    const [openPayment] = await paymentsOf(customer.id);
    await advance(client, clock.id, start + 86_400);
    for (const { id } of [failedElement, pendingElement]) {
      expect(await sessionOf(id)).toMatchObject({ status: 'expired', subscription_id: null, payment_id: null });
      expect((await eventsAbout(client, id, 1)).map(({ type }) => type)).toEqual(['checkout.session.expired']);
    }
    expect(statusAndCode(await failedElement.confirm({ method: 'creditcard' }))).toEqual([409, 'state_conflict']);
    await client.post(`/sandbox/payments/${String(openPayment?.id)}/outcome`, { outcome: 'paid' });
    expect(await sessionOf(pendingElement.id)).toMatchObject({ status: 'completed', payment_id: openPayment?.id });
  });

  it('has the status processing while a payment is pending, and rejects another payment', async () => {
    const element = await openElement();
    await element.confirmOrThrow({ method: 'ideal' });
    expect(await pay(client, element.id, { outcome: 'pending' })).toMatchObject({ status: 'processing' });
    expect(statusAndCode(await element.confirm({ method: 'creditcard' }))).toEqual([409, 'state_conflict']);
    expect(await pay(client, element.id, { outcome: 'failed' })).toMatchObject({ status: 'open' });
    expect((await element.confirm({ method: 'creditcard' })).status).toBe(200);
  });

  it('is paid in the sandbox with the confirmed payment, or with a new payment if none was confirmed', async () => {
    const confirmedElement = await openElement();
    await confirmedElement.confirmOrThrow({ method: 'ideal' });
    const [payment] = await paymentsOf(confirmedElement.customerId);
    expect(await pay(client, confirmedElement.id)).toMatchObject({ status: 'completed', payment_id: payment?.id });
    const unconfirmedElement = await openElement();
    expect(await pay(client, unconfirmedElement.id)).toMatchObject({ status: 'completed' });
    expect(statusAndCode(await client.call('POST', `/sandbox/checkout_sessions/${unconfirmedElement.id}/pay`, {}))).toEqual([
      409,
      'state_conflict',
    ]);
  });
});
