import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, statusAndCode } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { auditEntriesBy } from '../support/element.ts';
import { advance, clockAt, newPlan, openPortal, setBehavior, subscribe } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let client: Client;
let priceId: string;
beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
  ({ priceId } = await newPlan(client));
});

/** What a subscription is sold for; `method: null`: the buyer chooses. */
interface Sold {
  readonly priceId: string;
  readonly method: string | null;
}

interface Portal {
  readonly subscription: ApiObject;
  readonly sessionId: string;
  /** A client that authenticates with the portal token. */
  readonly portalClient: Client;
}

const newPortal = async (fields: Readonly<Record<string, unknown>> = {}, sold: Sold = { priceId, method: null }): Promise<Portal> => {
  const customer = await client.post('/v1/customers', { name: 'Ada', email: 'ada@example.com', ...fields });
  const subscription = await subscribe(client, sold.priceId, { customer_id: customer.id, payment_method: sold.method });
  const { session_id: sessionId, portal_token: token } = await openPortal(client, subscription.id);
  return { subscription, sessionId: String(sessionId), portalClient: api.client(String(token)) };
};

describe('POST /portal/invoices/{invoice_id}/pay', () => {
  /** Creates a subscription whose renewal fails with the behavior `charges`; returns its portal and the open invoice of the renewal. */
  const newOpenInvoice = async (
    charges: string,
    fields: Readonly<Record<string, unknown>> = {},
    sold: Sold = { priceId, method: null },
  ) => {
    const clock = await clockAt(client, 1_800_000_000);
    const portal = await newPortal({ test_clock_id: clock.id, ...fields }, sold);
    const customerId = String(portal.subscription.customer_id);
    await setBehavior(client, customerId, { charges });
    await advance(client, clock.id, Number(portal.subscription.current_period_end) + 60);
    const [invoice] = await client.list(`/v1/invoices?subscription_id=${portal.subscription.id}&status=open`);
    return { ...portal, customerId, invoiceId: String(invoice?.id) };
  };

  const fetchSubscription = ({ subscription }: Portal) => client.get(`/v1/subscriptions/${subscription.id}`);
  const paymentsOf = async (invoiceId: string) => (await client.list('/v1/payments')).filter(({ invoice_id: id }) => id === invoiceId);

  it('[PRT-21] [AUD-12] charges a failed renewal immediately and once', async () => {
    const unpaid = await newOpenInvoice('insufficient_funds');
    const path = `/portal/invoices/${unpaid.invoiceId}/pay`;
    const declined = await unpaid.portalClient.call('POST', path);
    expect([...statusAndCode(declined), declined.error?.reason]).toEqual([402, 'payment_refused', 'payment_refused']);
    expect(await fetchSubscription(unpaid)).toMatchObject({ status: 'past_due', next_payment_attempt: expect.any(Number) });
    await setBehavior(client, unpaid.customerId, { charges: 'paid' });
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(Array.from({ length: 6 }, () => unpaid.portalClient.call('POST', path, undefined, headers)));
    for (const { status } of answers) expect([200, 409]).toContain(status);
    // Requests during the charge may have been answered before the charge succeeded.
    const paid = await eventually(
      () => unpaid.portalClient.call('POST', path),
      ({ body }) => body.status === 'paid',
    );
    expect(paid.body).toMatchObject({ object: 'portal.invoice_payment', invoice_id: unpaid.invoiceId });
    expect((await paymentsOf(unpaid.invoiceId)).filter(({ status }) => status === 'succeeded')).toHaveLength(1);
    expect(await fetchSubscription(unpaid)).toMatchObject({ status: 'active', renewal_state: 'scheduled' });
    expect((await unpaid.portalClient.post(path)).status).toBe('paid');
    expect(new Set((await auditEntriesBy(client, unpaid.sessionId)).map(([action, type]) => `${action} ${type}`))).toEqual(
      new Set(['invoice.payment_requested portal_session']),
    );
  });

  it('requires another payment method after a permanent decline, and charges that method', async () => {
    const unpaid = await newOpenInvoice('card_expired');
    const path = `/portal/invoices/${unpaid.invoiceId}/pay`;
    const refused = await unpaid.portalClient.call('POST', path);
    expect([...statusAndCode(refused), refused.error?.reason]).toEqual([409, 'state_conflict', 'payment_method_missing']);
    expect(await fetchSubscription(unpaid)).toMatchObject({ status: 'past_due' });
    await setBehavior(client, unpaid.customerId, { charges: 'paid' });
    await unpaid.portalClient.post('/portal/payment_methods', { method: 'creditcard', card_token: 'tkn_2' });
    const { data } = (await unpaid.portalClient.get('/portal/session')).payment_methods as { readonly data: readonly ApiObject[] };
    const added = data.find(({ is_default: isDefault }) => isDefault === false);
    await unpaid.portalClient.post(`/portal/payment_methods/${String(added?.id)}/default`);
    expect(await unpaid.portalClient.post(path)).toMatchObject({ status: 'paid' });
    expect(await fetchSubscription(unpaid)).toMatchObject({ status: 'active' });
  });

  it.each([
    ['paypal', 'FR', 1],
    ['eps', 'AT', 100],
    // No method of the price serves Germany, so all are offered, as on the hosted page that sold the subscription.
    ['ideal', 'DE', 1],
  ])('is possible after a permanent decline if the price accepts only %s and the customer lives in %s', async (method, country, cents) => {
    const plan = await newPlan(client, { payment_methods: [method] });
    const unpaid = await newOpenInvoice('mandate_gone', { country_code: country }, { priceId: plan.priceId, method });
    const { portalClient, customerId } = unpaid;
    await setBehavior(client, customerId, { charges: 'paid' });
    const walletOf = async () =>
      (await portalClient.get('/portal/session')).payment_methods as {
        readonly methods: readonly string[];
        readonly data: readonly ApiObject[];
      };
    const before = await walletOf();
    expect(before.methods).toEqual([method]);
    expect(await portalClient.post('/portal/payment_methods', { method })).toMatchObject({ status: 'requires_action' });
    const [verification] = (await client.list(`/v1/payments?customer_id=${customerId}`)).filter(({ type }) => type === 'setup');
    expect(verification).toMatchObject({ status: 'pending', amount_cents: cents });
    await client.post(`/sandbox/payments/${String(verification?.id)}/outcome`, { outcome: 'paid' });
    const known = before.data.map(({ id }) => id);
    const added = (await walletOf()).data.find(({ id }) => !known.includes(id));
    await portalClient.post(`/portal/payment_methods/${String(added?.id)}/default`);
    expect(await portalClient.post(`/portal/invoices/${unpaid.invoiceId}/pay`)).toMatchObject({ status: 'paid' });
    expect(await fetchSubscription(unpaid)).toMatchObject({ status: 'active' });
  });

  it('returns a redirect to the bank if the bank requires authentication, and charges the invoice after the authentication', async () => {
    const unpaid = await newOpenInvoice('authentication_required');
    const path = `/portal/invoices/${unpaid.invoiceId}/pay`;
    const before = await fetchSubscription(unpaid);
    const headers = { 'idempotency-key': randomUUID() };
    const [first, replay] = [
      await unpaid.portalClient.call('POST', path, undefined, headers),
      await unpaid.portalClient.call('POST', path, undefined, headers),
    ];
    expect([first.status, first.body]).toEqual([
      200,
      {
        object: 'portal.invoice_payment',
        livemode: false,
        invoice_id: unpaid.invoiceId,
        payment_id: expect.stringMatching(/^pay_/),
        status: 'requires_action',
        redirect_url: expect.stringMatching(/^https?:/),
      },
    ]);
    expect([replay.text, replay.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    // Nothing was charged again, and another request returns the same redirect.
    expect(await paymentsOf(unpaid.invoiceId)).toHaveLength(1);
    expect(await unpaid.portalClient.post(path)).toEqual(first.body);
    expect(await fetchSubscription(unpaid)).toEqual(before);
    expect(await auditEntriesBy(client, unpaid.sessionId)).toEqual([
      ['subscription.reauthorization_requested', 'portal_session', unpaid.subscription.id],
    ]);
    const { payment_id: paymentId } = first.body;
    expect(await client.get(`/v1/payments/${String(paymentId)}`)).toMatchObject({ type: 'setup', status: 'pending', amount_cents: 1 });
    await setBehavior(client, unpaid.customerId, { charges: 'paid' });
    await client.post(`/sandbox/payments/${String(paymentId)}/outcome`, { outcome: 'paid' });
    await eventually(
      () => fetchSubscription(unpaid),
      ({ status }) => status === 'active',
    );
    expect(await client.get(`/v1/invoices/${unpaid.invoiceId}`)).toMatchObject({ status: 'paid' });
    expect(await unpaid.portalClient.post(path)).toMatchObject({ status: 'paid' });
  });

  it('charges another payment method without a redirect to the bank', async () => {
    const unpaid = await newOpenInvoice('authentication_required');
    await setBehavior(client, unpaid.customerId, { charges: 'paid' });
    await unpaid.portalClient.post('/portal/payment_methods', { method: 'creditcard', card_token: 'tkn_2' });
    const { data } = (await unpaid.portalClient.get('/portal/session')).payment_methods as { readonly data: readonly ApiObject[] };
    const added = data.find(({ is_default: isDefault }) => isDefault === false);
    await unpaid.portalClient.post(`/portal/payment_methods/${String(added?.id)}/default`);
    expect(await unpaid.portalClient.post(`/portal/invoices/${unpaid.invoiceId}/pay`)).toMatchObject({ status: 'paid' });
  });

  it('[PRT-12] does not find invoices of other subscriptions', async () => {
    const other = await newPortal();
    const [otherInvoice] = await client.list(`/v1/invoices?subscription_id=${other.subscription.id}`);
    const answer = (await newPortal()).portalClient.call('POST', `/portal/invoices/${String(otherInvoice?.id)}/pay`);
    expect(statusAndCode(await answer)).toEqual([404, 'resource_missing']);
  });
});
