import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiOf } from '../../scripts/support/api.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import { type Billing, NotFoundError } from '../../shared/client/index.ts';
import { quietEndpointBody, SMALL_LOGO } from '../contract/support/objects.ts';
import { service } from '../support/service.ts';
import { type Clients, testPayments } from './payments.ts';
import { testPortal } from './portal.ts';
import { allOf, billingFor, defined, expectListed } from './support.ts';

const { baseUrl, createAccount } = service();
const START = 1_800_000_000;
/** A URL that the service accepts for a webhook endpoint. */
const HOOK = String(quietEndpointBody(baseUrl).url);
const PAGES = { success_url: 'https://shop.example/thanks', cancel_url: 'https://shop.example/cart' };

/** Operations that this test does not call: the connection of a provider requires a key of the payment provider. */
const EXCLUDED = ['POST /v1/tenant/provider_credential'];

const calls = new Set<string>();
let billing: Billing;
let live: Billing;
let testKey: string;

beforeAll(async () => {
  const account = await createAccount();
  testKey = account.testKey;
  billing = billingFor(baseUrl, testKey, calls);
  live = billingFor(baseUrl, account.liveKey, calls);
});

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Changes the subscription to a new price of 5.01 EUR. */
const changePlan = async (subscriptionId: string, productId: string): Promise<void> => {
  const price = await billing.prices.create({ product_id: productId, amount_cents: 501, currency: 'EUR', interval: 'month' });
  const preview = await billing.subscriptions.previewUpdate(subscriptionId, { price_id: price.id });
  expect([preview.price_id, preview.next_charge_amount_cents]).toEqual([price.id, 501]);
  const changed = await billing.subscriptions.update(subscriptionId, { price_id: price.id });
  expect([changed.price.id, changed.next_charge_amount_cents]).toEqual([price.id, 501]);
};

describe('the generated client', () => {
  it('is generated from the OpenAPI document that the service serves', async () => {
    const served: unknown = await (await fetch(`${baseUrl}/openapi.json`)).json();
    const committed = JSON.parse(readFileSync(join(REPOSITORY_ROOT, 'shared/api/openapi.generated.json'), 'utf8'));
    expect(served).toEqual({ ...committed, servers: [{ url: baseUrl }] });
  });

  it('comes with an AsyncAPI document of the events, which names the service as the server', async () => {
    const served: unknown = await (await fetch(`${baseUrl}/asyncapi.json`)).json();
    expect(served).toMatchObject({
      servers: { service: { host: new URL(baseUrl).host, protocol: 'http' } },
      channels: { stream: { address: '/v1/events/stream' } },
    });
  });

  it('calls the operations of customers', async () => {
    const { customers } = billing;
    const create = (name: string) => customers.create({ name, email: 'ada@example.com' });
    const [ada, grace, joan] = [await create('Ada'), await create('Grace'), await create('Joan')];
    await expectListed(customers.list({ limit: 1 }), [ada, grace, joan]);
    expect(await customers.update(ada.id, { country_code: 'NL' })).toEqual({ ...ada, country_code: 'NL' });
    const withVatNumber = await customers.vatNumber(ada.id, { vat_number: 'NL100' });
    expect(await customers.retrieve(ada.id)).toEqual(withVatNumber);
    expect((await customers.delete(ada.id)).deleted).toBe(true);
    await expect(customers.retrieve(ada.id)).rejects.toThrow(NotFoundError);
    const purged = await customers.purge(grace.id);
    expect([purged.id, purged.purged]).toEqual([grace.id, true]);
  });

  it('calls the operations of products, prices, meters, coupons and tax rates', async () => {
    const { products, prices, meters, coupons, taxRates } = billing;
    const [plan, extra] = [await products.create({ name: 'Plan' }), await products.create({ name: 'Extra' })];
    await expectListed(products.list({ limit: 1 }), [plan, extra]);
    const priceFields = { product_id: plan.id, currency: 'EUR' };
    const monthly = await prices.create({ ...priceFields, amount_cents: 1999, interval: 'month' });
    const yearly = await prices.create({ ...priceFields, amount_cents: 19_999, interval: 'year' });
    await expectListed(prices.list({ limit: 1 }), [monthly, yearly]);
    const described = await products.update(plan.id, { description: 'For teams' });
    const expandedProduct = await products.retrieve(plan.id, { expand: 'default_price' });
    expect([described.description, expandedProduct.default_price?.id]).toEqual(['For teams', monthly.id]);
    expect((await prices.update(yearly.id, { active: false })).active).toBe(false);
    expect((await prices.retrieve(yearly.id)).active).toBe(false);

    const callMeter = await meters.create({ event_name: 'api_call', aggregation: 'count' });
    const tokenMeter = await meters.create({ event_name: 'tokens', aggregation: 'sum', value_key: 'amount' });
    await expectListed(meters.list({ limit: 1 }), [callMeter, tokenMeter]);
    const inactive = await meters.update(callMeter.id, { status: 'inactive' });
    expect(await meters.retrieve(callMeter.id)).toEqual(inactive);

    const ten = await coupons.create({ code: 'TEN', percent_off: 10 });
    const five = await coupons.create({ code: 'FIVE', amount_off_cents: 500 });
    await expectListed(coupons.list({ limit: 1 }), [ten, five]);
    const deactivated = await coupons.update(five.id, { active: false });
    expect(await coupons.retrieve(five.id)).toEqual(deactivated);
    const checked = await coupons.validate({ code: 'TEN', price_id: monthly.id });
    // 10% of 1999 cents, rounded.
    expect([checked.valid, checked.discount_cents]).toEqual([true, 200]);

    const nl = await taxRates.create({ country_code: 'NL', rate_basis_points: 2100 });
    const be = await taxRates.create({ country_code: 'BE', rate_basis_points: 2100 });
    await expectListed(taxRates.list({ limit: 1 }), [nl, be]);
    const updatedRate = await taxRates.update(nl.id, { display_name: 'BTW' });
    expect(await taxRates.retrieve(nl.id)).toEqual(updatedRate);
  });

  it('calls the operations of API keys, webhook endpoints and test clocks', async () => {
    const { apiKeys, webhookEndpoints, testClocks } = billing;
    const key = (label: string) => apiKeys.create({ label, scopes: ['customers:read'] });
    const [firstKey, secondKey] = [await key('one'), await key('two')];
    await expectListed(apiKeys.list({ limit: 1 }), [firstKey, secondKey]);
    const revoked = await apiKeys.revoke(firstKey.id);
    expect(revoked.revoked_at).not.toBeNull();
    expect((await apiKeys.retrieve(firstKey.id)).revoked_at).toBe(revoked.revoked_at);

    const hook = () => webhookEndpoints.create({ url: HOOK, enabled_events: ['price.archived'] });
    const [first, second] = [await hook(), await hook()];
    await expectListed(webhookEndpoints.list({ limit: 1 }), [first, second]);
    expect((await webhookEndpoints.update(first.id, { description: 'main' })).description).toBe('main');
    expect((await webhookEndpoints.rotateSecret(first.id)).secret).not.toBe(first.secret);
    expect((await webhookEndpoints.retrieve(first.id)).description).toBe('main');
    expect((await webhookEndpoints.eventTypes()).data.length).toBeGreaterThan(30);
    expect((await webhookEndpoints.delete(second.id)).deleted).toBe(true);

    const clock = () => testClocks.create({ frozen_time: START });
    const [early, late] = [await clock(), await clock()];
    await expectListed(testClocks.list({ limit: 1 }), [early, late]);
    await testClocks.advance(early.id, { frozen_time: START + 60 });
    const ready = await eventually(
      () => testClocks.retrieve(early.id),
      ({ status }) => status === 'ready',
    );
    expect(ready.frozen_time).toBe(START + 60);
    expect((await testClocks.delete(early.id)).deleted).toBe(true);
  });

  it('calls the operations of subscriptions, payments and invoices', async () => {
    const { subscriptions, payments, invoices } = billing;
    const product = await billing.products.create({ name: 'Sold' });
    const price = await billing.prices.create({ product_id: product.id, amount_cents: 500, currency: 'EUR', interval: 'month' });
    const session = await billing.checkoutSessions.create({ price_id: price.id, customer_email: 'buyer@example.com', ...PAGES });
    const { subscription_id: subscriptionId } = await billing.sandbox.checkoutSessionPay(session.id);
    expect((await billing.checkoutSessions.retrieve(session.id)).status).toBe('completed');
    const link = await billing.paymentLinks.create({ price_id: price.id });
    expect((await billing.paymentLinks.update(link.id, { active: false })).active).toBe(false);
    expect((await billing.paymentLinks.retrieve(link.id)).url).toBe(link.url);
    expect((await allOf(billing.paymentLinks.list({ limit: 1 }))).map(({ id: linkId }) => linkId)).toContain(link.id);
    const subscription = defined((await allOf(subscriptions.list({ limit: 1 }))).find(({ id }) => id === subscriptionId));
    const payment = defined((await allOf(payments.list({ limit: 1, subscription_id: subscription.id })))[0]);
    const invoice = defined((await allOf(invoices.list({ limit: 1, subscription_id: subscription.id })))[0]);
    const { id, customer_id: customerId } = subscription;
    const expanded = await subscriptions.retrieve(id, { expand: 'customer,refund_eligibility' });
    expect([expanded.customer?.id, expanded.refund_eligibility?.eligible]).toEqual([customerId, true]);
    expect((await subscriptions.cancel(id)).cancel_at_period_end).toBe(true);
    expect((await subscriptions.reactivate(id)).cancel_at_period_end).toBe(false);
    await changePlan(id, subscription.price.product_id);
    expect((await subscriptions.pause(id)).serves_customer).toBe(false);
    expect((await subscriptions.resume(id)).serves_customer).toBe(true);
    const reauthorization = await subscriptions.reauthorizePaymentMethod(id, { return_url: 'https://shop.example/account' });
    expect(reauthorization.subscription_id).toBe(id);
    expect((await payments.retrieve(payment.id)).amount_cents).toBe(500);
    expect((await invoices.retrieve(invoice.id)).lines).toHaveLength(1);
    expect((await invoices.email(invoice.id)).id).toBe(invoice.id);
  });

  it('calls the operations of events, audit logs and webhook deliveries', async () => {
    const { auditLogs, events, webhookDeliveries } = billing;
    const endpoint = await billing.webhookEndpoints.create({ url: HOOK });
    const before = defined((await events.list({ limit: 1 })).data[0]);
    const { id } = await billing.customers.create({ name: 'Grace' });
    for await (const event of events.stream({ startingAfter: before.id, types: ['customer.created'] })) {
      expect(event.type === 'customer.created' ? event.data.id : event.type).toBe(id);
      expect(await events.retrieve(event.id)).toEqual(event);
      break;
    }
    const entry = defined((await allOf(auditLogs.list({ limit: 20 })))[0]);
    expect((await auditLogs.retrieve(entry.id)).action).toBe(entry.action);
    const deliveries = await eventually(
      () => allOf(webhookDeliveries.list(endpoint.id, { limit: 5 })),
      ({ length }) => length > 0,
    );
    const delivery = defined(deliveries[0]);
    expect((await webhookDeliveries.retrieve(endpoint.id, delivery.id)).id).toBe(delivery.id);
    expect((await webhookDeliveries.redeliver(endpoint.id, delivery.id)).id).toBe(delivery.id);
    expect((await webhookDeliveries.request(endpoint.id, delivery.id)).url).toBe(endpoint.url);
    expect((await billing.webhookEndpoints.sendTestEvent(endpoint.id, { event_type: 'invoice.paid' })).test).toBe(true);
    expect((await billing.requestLogs.list({ limit: 1 })).object).toBe('list');
  });

  it('calls the operations of the account and its settings', async () => {
    const { account, tenant } = billing;
    expect((await billing.ping.retrieve()).object).toBe('ping');
    expect((await account.planChange({ plan_id: 'growth' })).plan).toBeDefined();
    expect((await account.billing()).collection_available).toBe(false);
    expect((await account.activation()).steps.length).toBeGreaterThan(0);
    expect((await account.attention()).data).toBeInstanceOf(Array);
    const { id } = await billing.customers.create({ name: 'Searched Person' });
    expect((await billing.search.query({ query: 'searched' })).customers?.data.map((customer) => customer.id)).toEqual([id]);
    const { interval, data } = await billing.metrics.retrieve({ interval: 'day' });
    expect([interval, data.every(({ mrr_cents: mrrCents }) => Number.isInteger(mrrCents))]).toEqual(['day', true]);
    expect((await billing.reports.vat({ from: '2026-10-01', to: '2026-10-31' })).totals).toEqual([]);
    const october = { from: '2026-10-01', to: '2026-10-31' };
    expect((await billing.reports.journal(october)).entries).toEqual([]);
    const file = await billing.reports.journalFile({ ...october, format: 'datev', datev_consultant: '1001', datev_client: '1' });
    expect(Buffer.from(file).toString('latin1')).toMatch(/^"EXTF";700;/);
    expect(Buffer.from(await billing.reports.vatFile({ ...october, format: 'csv' })).toString()).toMatch(/^section,/);
    expect((await billing.reports.cohorts()).data).toHaveLength(12);
    expect((await billing.invoices.totals({ status: ['open'] })).object).toBe('invoice_totals');
    expect((await tenant.capabilities()).currencies).toContain('EUR');
    const { object, products } = await tenant.export();
    // An export is ordered from the oldest object to the newest, a list the other way round.
    expect([object, products]).toEqual(['tenant_export', (await allOf(billing.products.list())).toReversed()]);
    const profile = await live.tenant.billingProfileUpdate({ legal_name: 'Shop B.V.' });
    expect(await tenant.billingProfileRetrieve()).toEqual(profile);
    const branding = await live.tenant.portalBrandingUpdate({ display_name: 'Shop' });
    expect(await tenant.portalBrandingRetrieve()).toEqual(branding);
    const emailText = await live.tenant.emailTextsUpdate({ email: 'receipt', language: 'de', texts: { opening: 'Danke!' } });
    expect((await tenant.emailTextsList({ language: 'de' })).data).toContainEqual(emailText);
    expect((await live.tenant.portalBrandingLogo({ content: SMALL_LOGO })).logo_url).toMatch(/\.png$/);
  });

  const clients = (): Clients => ({
    billing,
    buyer: (secret) => billingFor(baseUrl, String(secret), calls),
    sandbox: apiOf(baseUrl).client(testKey),
  });
  testPayments(clients);
  testPortal(clients);
});

afterAll(() => {
  const { paths } = JSON.parse(readFileSync(join(REPOSITORY_ROOT, 'shared/api/openapi.generated.json'), 'utf8')) as OpenApi;
  const isCalled = (method: string, path: string): boolean => {
    const pattern = new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[a-z]+_[0-9A-Za-z]+')}$`);
    return [...calls].some((call) => pattern.test(call));
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => [method.toUpperCase(), path] as const),
  );
  const notCalled = operations.filter(([method, path]) => !isCalled(method, path)).map(([method, path]) => `${method} ${path}`);
  expect(notCalled.sort(), 'every operation is called').toEqual([...EXCLUDED].sort());
});
