import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiOf } from '../../scripts/support/api.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import { pay, quietEndpoint } from '../contract/support/shop.ts';
import { service } from '../support/service.ts';
import { type Walkers, walkMoney } from './money.ts';
import { walkPortal } from './portal.ts';
import { clientFor, expectListed, got, type ListQuery, pagesOf, type TypedClient } from './support.ts';

const { baseUrl, createAccount } = service();
const START = 1_800_000_000;
/** An address that may be registered here and is sent next to nothing. */
const HOOK = String(quietEndpoint(baseUrl).url);
const PAGES = { success_url: 'https://shop.example/thanks', cancel_url: 'https://shop.example/cart' };

/** Not walked: one answer that does not end, and a provider's key that nobody here has. */
const LEFT_OUT = ['GET /v1/events/stream', 'POST /v1/tenant/provider_credential'];

const calls = new Set<string>();
let test: TypedClient;
let live: TypedClient;
let testKey: string;

beforeAll(async () => {
  const account = await createAccount();
  testKey = account.testKey;
  test = clientFor(baseUrl, testKey, calls);
  live = clientFor(baseUrl, account.liveKey, calls);
});

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** To a price of 1 cent more, and back. */
const walkPlanChange = async (api: TypedClient, path: { readonly subscription_id: string }, product_id: string) => {
  const price = got(await api.POST('/v1/prices', { body: { product_id, amount_cents: 501, currency: 'EUR', interval: 'month' } }));
  const body = { price_id: price.id };
  const preview = got(await api.POST('/v1/subscriptions/{subscription_id}/preview_update', { params: { path }, body }));
  expect([preview.price_id, preview.next_charge_amount_cents]).toEqual([price.id, 501]);
  const changed = got(await api.POST('/v1/subscriptions/{subscription_id}/update', { params: { path }, body }));
  expect([changed.price.id, changed.next_charge_amount_cents]).toEqual([price.id, 501]);
};

describe('a client generated from the description', () => {
  it('is made of what the service serves', async () => {
    const served: unknown = await (await fetch(`${baseUrl}/openapi.json`)).json();
    const committed = JSON.parse(readFileSync(join(REPOSITORY_ROOT, 'shared/api/openapi.generated.json'), 'utf8'));
    expect(served).toEqual({ ...committed, servers: [{ url: baseUrl }] });
  });

  it('walks customers', async () => {
    const api = test;
    const create = async (name: string) => got(await api.POST('/v1/customers', { body: { name, email: 'ada@example.com' } }));
    const [ada, grace, joan] = [await create('Ada'), await create('Grace'), await create('Joan')];
    await expectListed(async (query) => got(await api.GET('/v1/customers', { params: { query } })), [ada, grace, joan]);
    const path = { customer_id: ada.id };
    const updated = got(await api.POST('/v1/customers/{customer_id}', { params: { path }, body: { country_code: 'NL' } }));
    expect(updated).toEqual({ ...ada, country_code: 'NL' });
    const numbered = got(await api.POST('/v1/customers/{customer_id}/vat_number', { params: { path }, body: { vat_number: 'NL100' } }));
    expect(got(await api.GET('/v1/customers/{customer_id}', { params: { path } }))).toEqual(numbered);
    expect(got(await api.DELETE('/v1/customers/{customer_id}', { params: { path } })).deleted).toBe(true);
    expect((await api.GET('/v1/customers/{customer_id}', { params: { path } })).error?.error.code).toBe('resource_missing');
    const purged = got(await api.POST('/v1/customers/{customer_id}/purge', { params: { path: { customer_id: grace.id } } }));
    expect([purged.id, purged.purged]).toEqual([grace.id, true]);
  });

  it('walks products, prices, coupons and tax rates', async () => {
    const api = test;
    const [plan, extra] = [
      got(await api.POST('/v1/products', { body: { name: 'Plan' } })),
      got(await api.POST('/v1/products', { body: { name: 'Extra' } })),
    ];
    await expectListed(async (query) => got(await api.GET('/v1/products', { params: { query } })), [plan, extra]);
    const product = { product_id: plan.id };
    const monthly = got(await api.POST('/v1/prices', { body: { ...product, amount_cents: 1999, currency: 'EUR', interval: 'month' } }));
    const yearly = got(await api.POST('/v1/prices', { body: { ...product, amount_cents: 19_999, currency: 'EUR', interval: 'year' } }));
    await expectListed(async (query) => got(await api.GET('/v1/prices', { params: { query } })), [monthly, yearly]);
    const described = got(await api.POST('/v1/products/{product_id}', { params: { path: product }, body: { description: 'For teams' } }));
    const shown = got(await api.GET('/v1/products/{product_id}', { params: { path: product, query: { expand: 'default_price' } } }));
    expect([described.description, shown.default_price?.id]).toEqual(['For teams', monthly.id]);
    const price = { price_id: yearly.id };
    expect(got(await api.POST('/v1/prices/{price_id}', { params: { path: price }, body: { active: false } })).active).toBe(false);
    expect(got(await api.GET('/v1/prices/{price_id}', { params: { path: price } })).active).toBe(false);

    const [ten, five] = [
      got(await api.POST('/v1/coupons', { body: { code: 'TEN', percent_off: 10 } })),
      got(await api.POST('/v1/coupons', { body: { code: 'FIVE', amount_off_cents: 500 } })),
    ];
    await expectListed(async (query) => got(await api.GET('/v1/coupons', { params: { query } })), [ten, five]);
    const coupon = { coupon_id: five.id };
    const withdrawn = got(await api.POST('/v1/coupons/{coupon_id}', { params: { path: coupon }, body: { active: false } }));
    expect(got(await api.GET('/v1/coupons/{coupon_id}', { params: { path: coupon } }))).toEqual(withdrawn);
    const checked = got(await api.POST('/v1/coupons/validate', { body: { code: 'TEN', price_id: monthly.id } }));
    expect([checked.valid, checked.discount_cents]).toEqual([true, 200]);

    const [nl, be] = [
      got(await api.POST('/v1/tax_rates', { body: { country_code: 'NL', rate_basis_points: 2100 } })),
      got(await api.POST('/v1/tax_rates', { body: { country_code: 'BE', rate_basis_points: 2100 } })),
    ];
    await expectListed(async (query) => got(await api.GET('/v1/tax_rates', { params: { query } })), [nl, be]);
    const rate = { tax_rate_id: nl.id };
    const named = got(await api.POST('/v1/tax_rates/{tax_rate_id}', { params: { path: rate }, body: { display_name: 'BTW' } }));
    expect(got(await api.GET('/v1/tax_rates/{tax_rate_id}', { params: { path: rate } }))).toEqual(named);
  });

  it('walks API keys, webhook endpoints and test clocks', async () => {
    const api = test;
    const key = async (label: string) => got(await api.POST('/v1/api_keys', { body: { label, scopes: ['customers:read'] } }));
    const [one, two] = [await key('one'), await key('two')];
    await expectListed(async (query) => got(await api.GET('/v1/api_keys', { params: { query } })), [one, two]);
    const revoked = got(await api.POST('/v1/api_keys/{api_key_id}/revoke', { params: { path: { api_key_id: one.id } } }));
    expect(revoked.revoked_at).not.toBeNull();
    expect(got(await api.GET('/v1/api_keys/{api_key_id}', { params: { path: { api_key_id: one.id } } })).revoked_at).toBe(
      revoked.revoked_at,
    );

    const hook = async () => got(await api.POST('/v1/webhook_endpoints', { body: { url: HOOK, enabled_events: ['price.archived'] } }));
    const [first, second] = [await hook(), await hook()];
    await expectListed(async (query) => got(await api.GET('/v1/webhook_endpoints', { params: { query } })), [first, second]);
    const path = { endpoint_id: first.id };
    expect(
      got(await api.POST('/v1/webhook_endpoints/{endpoint_id}', { params: { path }, body: { description: 'main' } })).description,
    ).toBe('main');
    expect(got(await api.POST('/v1/webhook_endpoints/{endpoint_id}/rotate_secret', { params: { path } })).secret).not.toBe(first.secret);
    expect(got(await api.GET('/v1/webhook_endpoints/{endpoint_id}', { params: { path } })).description).toBe('main');
    expect(got(await api.GET('/v1/webhook_endpoints/event_types')).data.length).toBeGreaterThan(30);
    expect(got(await api.DELETE('/v1/webhook_endpoints/{endpoint_id}', { params: { path: { endpoint_id: second.id } } })).deleted).toBe(
      true,
    );

    const clock = async () => got(await api.POST('/v1/test_clocks', { body: { frozen_time: START } }));
    const [early, late] = [await clock(), await clock()];
    await expectListed(async (query) => got(await api.GET('/v1/test_clocks', { params: { query } })), [early, late]);
    const time = { test_clock_id: early.id };
    got(await api.POST('/v1/test_clocks/{test_clock_id}/advance', { params: { path: time }, body: { frozen_time: START + 60 } }));
    const ready = await eventually(
      async () => got(await api.GET('/v1/test_clocks/{test_clock_id}', { params: { path: time } })),
      ({ status }) => status === 'ready',
    );
    expect(ready.frozen_time).toBe(START + 60);
    expect(got(await api.DELETE('/v1/test_clocks/{test_clock_id}', { params: { path: time } })).deleted).toBe(true);
  });

  it('walks a sale, what it leaves behind and what is told of it', async () => {
    const api = test;
    const endpoint = got(await api.POST('/v1/webhook_endpoints', { body: { url: HOOK } }));
    const product = got(await api.POST('/v1/products', { body: { name: 'Sold' } }));
    const price = got(
      await api.POST('/v1/prices', { body: { product_id: product.id, amount_cents: 500, currency: 'EUR', interval: 'month' } }),
    );
    const session = got(
      await api.POST('/v1/checkout/sessions', { body: { price_id: price.id, customer_email: 'buyer@example.com', ...PAGES } }),
    );
    // The buyer's part is no part of the API.
    await pay(apiOf(baseUrl).client(testKey), session.id);
    const completed = got(await api.GET('/v1/checkout/sessions/{checkout_id}', { params: { path: { checkout_id: session.id } } }));
    expect(completed.status).toBe('completed');
    const read = {
      subscriptions: async (query: ListQuery) => got(await api.GET('/v1/subscriptions', { params: { query } })),
      payments: async (query: ListQuery) => got(await api.GET('/v1/payments', { params: { query } })),
      invoices: async (query: ListQuery) => got(await api.GET('/v1/invoices', { params: { query } })),
      events: async (query: ListQuery) => got(await api.GET('/v1/events', { params: { query } })),
      audit: async (query: ListQuery) => got(await api.GET('/v1/audit_logs', { params: { query } })),
    };
    const [[subscription], [payment], [invoice]] = await Promise.all([
      pagesOf(read.subscriptions, 1),
      pagesOf(read.payments, 1),
      pagesOf(read.invoices, 1),
    ]);
    if (subscription === undefined || payment === undefined || invoice === undefined) throw new Error('the sale left nothing');
    const path = { subscription_id: subscription.id };
    const query = { expand: 'customer,refund_eligibility' };
    const shown = got(await api.GET('/v1/subscriptions/{subscription_id}', { params: { path, query } }));
    expect([shown.customer?.id, shown.refund_eligibility?.eligible]).toEqual([subscription.customer_id, true]);
    expect(got(await api.POST('/v1/subscriptions/{subscription_id}/cancel', { params: { path } })).cancel_at_period_end).toBe(true);
    expect(got(await api.POST('/v1/subscriptions/{subscription_id}/reactivate', { params: { path } })).cancel_at_period_end).toBe(false);
    await walkPlanChange(api, path, subscription.price.product_id);
    expect(got(await api.POST('/v1/subscriptions/{subscription_id}/pause', { params: { path } })).serves_customer).toBe(false);
    expect(got(await api.POST('/v1/subscriptions/{subscription_id}/resume', { params: { path } })).serves_customer).toBe(true);
    const body = { return_url: 'https://shop.example/account' };
    const asked = got(await api.POST('/v1/subscriptions/{subscription_id}/reauthorize_payment_method', { params: { path }, body }));
    expect(asked.subscription_id).toBe(subscription.id);
    expect(got(await api.GET('/v1/payments/{payment_id}', { params: { path: { payment_id: payment.id } } })).amount_cents).toBe(500);
    expect(got(await api.GET('/v1/invoices/{invoice_id}', { params: { path: { invoice_id: invoice.id } } })).lines).toHaveLength(1);
    expect(got(await api.POST('/v1/invoices/{invoice_id}/email', { params: { path: { invoice_id: invoice.id } } })).id).toBe(invoice.id);

    const events = await pagesOf(read.events, 7);
    const [newest] = events;
    if (newest === undefined) throw new Error('nothing was told');
    expect(got(await api.GET('/v1/events/{event_id}', { params: { path: { event_id: newest.id } } })).type).toBe(newest.type);
    const [entry] = await pagesOf(read.audit, 20);
    if (entry === undefined) throw new Error('nothing was filed');
    expect(got(await api.GET('/v1/audit_logs/{audit_log_id}', { params: { path: { audit_log_id: entry.id } } })).action).toBe(entry.action);

    const ledger = { endpoint_id: endpoint.id };
    const rows = await eventually(
      () =>
        pagesOf(
          async (page) => got(await api.GET('/v1/webhook_endpoints/{endpoint_id}/deliveries', { params: { path: ledger, query: page } })),
          5,
        ),
      (seen) => seen.length > 0,
    );
    const row = { ...ledger, delivery_id: String(rows[0]?.id) };
    expect(got(await api.GET('/v1/webhook_endpoints/{endpoint_id}/deliveries/{delivery_id}', { params: { path: row } })).id).toBe(
      row.delivery_id,
    );
    got(await api.POST('/v1/webhook_endpoints/{endpoint_id}/deliveries/{delivery_id}/redeliver', { params: { path: row } }));
  });

  it('walks the account and its settings', async () => {
    const api = test;
    expect(got(await api.GET('/v1/ping')).object).toBe('ping');
    expect(got(await api.POST('/v1/account/plan', { body: { plan_id: 'growth' } })).plan).toBeDefined();
    expect(got(await api.GET('/v1/account/billing')).collection_available).toBe(false);
    expect(got(await api.GET('/v1/account/activation')).steps.length).toBeGreaterThan(0);
    expect(got(await api.GET('/v1/account/attention')).data).toBeInstanceOf(Array);
    expect(got(await api.GET('/v1/tenant/capabilities')).currencies).toContain('EUR');
    const { object, products } = got(await api.GET('/v1/tenant/export'));
    expect([object, products]).toEqual(['tenant_export', got(await api.GET('/v1/products')).data.toReversed()]);
    const profile = got(await live.POST('/v1/tenant/billing_profile', { body: { legal_name: 'Shop B.V.' } }));
    expect(got(await api.GET('/v1/tenant/billing_profile'))).toEqual(profile);
    const branding = got(await live.POST('/v1/tenant/portal_branding', { body: { display_name: 'Shop' } }));
    expect(got(await api.GET('/v1/tenant/portal_branding'))).toEqual(branding);
  });

  const walkers = (): Walkers => ({
    api: test,
    buyer: (secret) => clientFor(baseUrl, String(secret), calls),
    sandbox: apiOf(baseUrl).client(testKey),
  });
  walkMoney(walkers);
  walkPortal(walkers);
});

afterAll(() => {
  const { paths } = JSON.parse(readFileSync(join(REPOSITORY_ROOT, 'shared/api/openapi.generated.json'), 'utf8')) as Document;
  const isCalled = (method: string, path: string): boolean => {
    const form = new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[a-z]+_[0-9A-Za-z]+')}$`);
    return [...calls].some((call) => form.test(call));
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => [method.toUpperCase(), path] as const),
  );
  const left = operations.filter(([method, path]) => !isCalled(method, path)).map(([method, path]) => `${method} ${path}`);
  expect(left.sort(), 'every operation of the description is walked').toEqual([...LEFT_OUT].sort());
});
