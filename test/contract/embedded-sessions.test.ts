import { beforeAll, describe, expect, it, vi } from 'vitest';
import { apiOf, type Client, type Json, refusal } from '../../scripts/support/api.ts';
import { service } from '../support/service.ts';
import { elementClient } from './support/element.ts';
import { advance, clockAt, eventsAbout, eventTypesOf, newPlan, openSession, pay } from './support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();

let client: Client;
let priceId: string;

beforeAll(async () => {
  client = apiOf(baseUrl).client((await createAccount()).testKey);
  ({ priceId } = await newPlan(client));
});

const openEmbedded = async (fields: Json = {}) =>
  elementClient(baseUrl, await openSession(client, priceId, { ui_mode: 'embedded', ...fields }));

const paymentsOf = (customerId: string) => client.list(`/v1/payments?customer_id=${customerId}`);
const sessionOf = (id: string) => client.get(`/v1/checkout/sessions/${id}`);

describe('an embedded session', () => {
  it.each(['failed', 'canceled', 'expired'])('[CHK-33] [EVT-68] is open again after its payment is %s', async (outcome) => {
    const browser = await openEmbedded();
    await browser.confirmOrThrow({ method: 'creditcard' });
    expect(await pay(client, browser.id, { outcome })).toMatchObject({ status: 'open', payment_id: null });
    await browser.confirmOrThrow({ method: 'creditcard' });
    const paid = await pay(client, browser.id);
    expect(paid).toMatchObject({ status: 'completed', subscription_id: expect.stringMatching(/^sub_/) });
    const payments = await paymentsOf(browser.customerId);
    expect(payments.map(({ status }) => status)).toEqual(['succeeded', outcome === 'failed' ? 'failed' : 'canceled']);
    expect(paid.payment_id).toBe(payments[0]?.id);
    const eventTypes = await eventTypesOf(client, browser.customerId, (types) => types.includes('payment.succeeded'));
    expect(eventTypes.filter((type) => type === 'payment.failed')).toHaveLength(outcome === 'failed' ? 1 : 0);
    expect(eventTypes).not.toContain('checkout.session.expired');
  });

  it('[CHK-34] [EVT-17] expires after 24 hours, also after a failed payment, and is completed by a later success', async () => {
    const start = 1_800_000_000;
    const clock = await clockAt(client, start);
    const customer = await client.post('/v1/customers', { name: 'Ada', test_clock_id: clock.id });
    const failedSession = await openEmbedded({ customer_id: customer.id });
    await failedSession.confirmOrThrow({ method: 'creditcard' });
    await pay(client, failedSession.id, { outcome: 'failed' });
    const pendingSession = await openEmbedded({ customer_id: customer.id });
    await pendingSession.confirmOrThrow({ method: 'creditcard' });
    const [openPayment] = await paymentsOf(customer.id);
    await advance(client, clock.id, start + 86_400);
    for (const { id } of [failedSession, pendingSession]) {
      expect(await sessionOf(id)).toMatchObject({ status: 'expired', subscription_id: null, payment_id: null });
      expect((await eventsAbout(client, id, 1)).map(({ type }) => type)).toEqual(['checkout.session.expired']);
    }
    expect(refusal(await failedSession.confirm({ method: 'creditcard' }))).toEqual([409, 'state_conflict']);
    await client.post(`/sandbox/payments/${String(openPayment?.id)}/outcome`, { outcome: 'paid' });
    expect(await sessionOf(pendingSession.id)).toMatchObject({ status: 'completed', payment_id: openPayment?.id });
  });

  it('has the status processing while a payment is pending, and rejects another payment', async () => {
    const browser = await openEmbedded();
    await browser.confirmOrThrow({ method: 'ideal' });
    expect(await pay(client, browser.id, { outcome: 'pending' })).toMatchObject({ status: 'processing' });
    expect(refusal(await browser.confirm({ method: 'creditcard' }))).toEqual([409, 'state_conflict']);
    expect(await pay(client, browser.id, { outcome: 'failed' })).toMatchObject({ status: 'open' });
    expect((await browser.confirm({ method: 'creditcard' })).status).toBe(200);
  });

  it('is paid in the sandbox with the confirmed payment, or with a new payment', async () => {
    const confirmed = await openEmbedded();
    await confirmed.confirmOrThrow({ method: 'ideal' });
    const [payment] = await paymentsOf(confirmed.customerId);
    expect(await pay(client, confirmed.id)).toMatchObject({ status: 'completed', payment_id: payment?.id });
    const unconfirmed = await openEmbedded();
    expect(await pay(client, unconfirmed.id)).toMatchObject({ status: 'completed' });
    expect(refusal(await client.call('POST', `/sandbox/checkout_sessions/${unconfirmed.id}/pay`, {}))).toEqual([409, 'state_conflict']);
  });
});
