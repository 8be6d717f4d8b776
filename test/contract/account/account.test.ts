import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fieldError, type Json, statusAndCode } from '../../../scripts/support/api.ts';
import { respondWith as answering, type Receiver, startReceiver } from '../../../scripts/support/receiver.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { keyAt } from '../../support/fake-provider.ts';
import { service } from '../../support/service.ts';
import {
  advance,
  clientWithScopes,
  newPlan,
  openSession,
  pay,
  quietEndpointBody,
  setBehavior,
  subscribe,
  subscribeOnClock,
} from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount, fakeProvider } = service();
const api = apiOf(baseUrl);
const BILLING = '/v1/account/billing';
const ACTIVATION = '/v1/account/activation';
const ATTENTION = '/v1/account/attention';

const newAccount = async (): Promise<{ readonly live: Client; readonly test: Client }> => {
  const account = await createAccount();
  return { live: api.client(account.liveKey), test: api.client(account.testKey) };
};

const PROFILE = { legal_name: 'Example BV', country_code: 'NL', address: { line1: 'Main Street 1', city: 'Utrecht' } };

describe('an account', () => {
  let live: Client;
  let test: Client;
  beforeAll(async () => {
    ({ live, test } = await newAccount());
  });

  const meter = (billing: ApiObject, key: string, livemode: boolean): Json | undefined =>
    (billing.usage as Json[]).find((each) => each.key === key && each.livemode === livemode);

  it('[ACC-01] [ACC-02] starts with the free plan, no usage and no collection of plan fees', async () => {
    const billing = await test.get(BILLING);
    expect(billing).toEqual({
      object: 'account.billing',
      plan: { object: 'account.plan', id: 'free', name: 'Free', interval: 'month', amount_cents: 0, currency: 'EUR' },
      subscription: null,
      next_invoice: null,
      usage: expect.any(Array),
      collection_available: false,
      billing_authorized: false,
    });
    for (const each of billing.usage as Json[]) expect(each).toMatchObject({ object: 'account.usage_meter', quantity: 0 });
    expect(await live.get(BILLING)).toEqual(billing);
  });

  it('shows how many webhook endpoints and invoices it has in each mode', async () => {
    const owner = await newAccount();
    await owner.test.post('/v1/webhook_endpoints', quietEndpointBody(baseUrl));
    const { priceId } = await newPlan(owner.test);
    await subscribe(owner.test, priceId);
    const billing = await owner.live.get(BILLING);
    expect(meter(billing, 'webhook_endpoints', false)).toMatchObject({ quantity: 1, limit: 16 });
    expect(meter(billing, 'webhook_endpoints', true)).toMatchObject({ quantity: 0 });
    expect(meter(billing, 'invoices_issued', false)).toMatchObject({ quantity: 1, limit: null });
  });

  it('[ACC-09] [ACC-10] can change to every plan, with a key of either mode', async () => {
    for (const [index, id] of ['indie', 'growth', 'scale', 'indie_year', 'growth_year', 'scale_year', 'free'].entries()) {
      const changed = await (index % 2 === 0 ? test : live).post('/v1/account/plan', { plan_id: id });
      expect(changed).toMatchObject({ object: 'account.billing', plan: { id, interval: id.endsWith('_year') ? 'year' : 'month' } });
      expect((await live.get(BILLING)).plan).toEqual(changed.plan);
    }
  });

  it('[ACC-09] [ACC-10] rejects a plan change without `plan_id` or with an unknown plan', async () => {
    expect(fieldError(await test.call('POST', '/v1/account/plan', {}))).toEqual([400, 'parameter_missing', 'plan_id']);
    for (const id of ['free_year', 'FREE', '', null, 3])
      expect(fieldError(await test.call('POST', '/v1/account/plan', { plan_id: id }))).toEqual([400, 'parameter_invalid', 'plan_id']);
  });

  it('does not change its plan again when a plan change is repeated with the same idempotency key', async () => {
    const change = () => test.call('POST', '/v1/account/plan', { plan_id: 'scale' }, { 'idempotency-key': 'plan' });
    const first = await change();
    await live.post('/v1/account/plan', { plan_id: 'free' });
    const replay = await change();
    expect([replay.body, replay.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
    expect(((await live.get(BILLING)).plan as Json).id).toBe('free');
  });

  it.each([BILLING, ACTIVATION, ATTENTION])('requires tenant:read for GET %s, and only tenant:write for a plan change', async (path) => {
    const reader = await clientWithScopes(api, test, 'tenant:read');
    expect((await reader.call('GET', path)).status).toBe(200);
    const writer = await clientWithScopes(api, test, 'tenant:write');
    expect(statusAndCode(await writer.call('GET', path))).toEqual([403, 'insufficient_scope']);
    expect((await writer.call('POST', '/v1/account/plan', { plan_id: 'free' })).status).toBe(200);
  });
});

describe('activation', () => {
  const stepsDone = ({ steps }: ApiObject): readonly unknown[] => (steps as Json[]).filter(({ done }) => done).map(({ key }) => key);

  it('[ACC-03] [ACC-04] [ACC-05] starts with no completed step, and shows each step as completed once it is done', async () => {
    const { test, live } = await newAccount();
    const checkActivation = async (): Promise<ApiObject> => {
      const activation = await test.get(ACTIVATION);
      expect([activation.completed, activation.total]).toEqual([stepsDone(activation).length, (activation.steps as Json[]).length]);
      expect(await live.get(ACTIVATION)).toEqual(activation);
      return activation;
    };
    expect(await checkActivation()).toMatchObject({
      object: 'onboarding.activation',
      completed: 0,
      ready_for_live: false,
      payment_provider_connected: false,
      has_product: false,
      has_price: false,
      has_test_payment: false,
      has_webhook: false,
    });
    const product = await test.post('/v1/products', { name: 'Plan' });
    expect(await checkActivation()).toMatchObject({ has_product: true, has_price: false });
    const price = await test.post('/v1/prices', { product_id: product.id, amount_cents: 500, currency: 'EUR', interval: 'month' });
    expect(await checkActivation()).toMatchObject({ has_price: true, has_webhook: false });
    await live.post('/v1/webhook_endpoints', quietEndpointBody(baseUrl));
    expect(await checkActivation()).toMatchObject({ has_webhook: true, has_test_payment: false });
    const session = await openSession(test, price.id);
    await pay(test, session.id, { outcome: 'failed' });
    expect(await checkActivation()).toMatchObject({ has_test_payment: false });
    await subscribe(test, price.id);
    expect(await checkActivation()).toMatchObject({ has_test_payment: true, ready_for_live: false });
    await live.post('/v1/tenant/billing_profile', PROFILE);
    const withProfile = await checkActivation();
    expect(stepsDone(withProfile)).toContain('billing_profile_completed');
    expect(withProfile.ready_for_live).toBe(false);
    // Only the fake provider accepts the keys below.
    if (!fakeProvider) return;
    await test.post('/v1/tenant/provider_credential', { api_key: keyAt('test', 'active') });
    expect(await checkActivation()).toMatchObject({ payment_provider_connected: false, ready_for_live: false });
    await live.post('/v1/tenant/provider_credential', { api_key: keyAt('live', 'active') });
    expect(await checkActivation()).toMatchObject({ payment_provider_connected: true, ready_for_live: true });
  });
});

describe('attention', () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver?.stop());

  const itemsOf = async (client: Client): Promise<ReadonlyMap<unknown, Json>> => {
    const { object, data } = await client.get(ATTENTION);
    expect(object).toBe('account.attention');
    for (const item of data as Json[]) {
      expect(Object.keys(item).sort()).toEqual(['body', 'count', 'cta', 'href', 'key', 'severity', 'title']);
      expect(['bad', 'warn', 'info']).toContain(item.severity);
      for (const name of ['key', 'title', 'body', 'cta', 'href']) expect(item[name]).toEqual(expect.any(String));
      expect(item.count === null || Number.isInteger(item.count)).toBe(true);
      expect(String(item.href).startsWith(baseUrl)).toBe(true);
    }
    return new Map((data as Json[]).map((item) => [item.key, item]));
  };

  it('[ACC-06] [ACC-07] [ACC-08] lists a missing payment provider and an incomplete billing profile until each is added', async () => {
    const { live, test } = await newAccount();
    expect([...(await itemsOf(test)).keys()]).toEqual(['payment_provider_not_connected', 'billing_profile_incomplete']);
    await live.post('/v1/tenant/billing_profile', PROFILE);
    expect([...(await itemsOf(live)).keys()]).toEqual(['payment_provider_not_connected']);
    if (!fakeProvider) return;
    await live.post('/v1/tenant/provider_credential', { api_key: keyAt('live', 'attent') });
    expect([...(await itemsOf(live)).keys()]).toEqual([]);
  });

  it("[ACC-06] counts failing webhook endpoints of the key's mode", async () => {
    const { live, test } = await newAccount();
    const endpoint = await test.post('/v1/webhook_endpoints', { url: receiver.url, enabled_events: ['customer.created'] });
    await test.post('/v1/customers', { name: 'Delivered' });
    await eventually(
      () => test.list(`/v1/webhook_endpoints/${endpoint.id}/deliveries`),
      (rows) => rows[0]?.status === 'delivered',
    );
    expect((await itemsOf(test)).has('webhook_deliveries_failing')).toBe(false);
    receiver.answer = answering(500);
    await test.post('/v1/customers', { name: 'Failing' });
    const items = await eventually(
      () => itemsOf(test),
      (current) => current.has('webhook_deliveries_failing'),
    );
    expect(items.get('webhook_deliveries_failing')).toMatchObject({ severity: 'bad', count: 1 });
    expect((await itemsOf(live)).has('webhook_deliveries_failing')).toBe(false);
  });

  it('[ACC-06] counts past due subscriptions until they are paid', async () => {
    const { test } = await newAccount();
    const start = 1_800_000_000;
    const { clockId, customerId } = await subscribeOnClock(test, (await newPlan(test)).priceId, start);
    await setBehavior(test, customerId, { charges: 'insufficient_funds' });
    await advance(test, clockId, start + 32 * 86_400);
    expect((await itemsOf(test)).get('subscriptions_past_due')).toMatchObject({ severity: 'warn', count: 1 });
    await setBehavior(test, customerId, { charges: 'paid' });
    await advance(test, clockId, start + 40 * 86_400);
    expect((await itemsOf(test)).has('subscriptions_past_due')).toBe(false);
  });
});
