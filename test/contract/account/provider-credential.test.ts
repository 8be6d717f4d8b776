import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answer, type ApiObject, apiOf, type Client, fieldError, type Json } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { keyAt, profileIdOf } from '../../support/fake-provider.ts';
import { service } from '../../support/service.ts';
import { advance, clockAt, newPlan, openPortal, openSession, pay, sessionBody, subscribe } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount, fakeProvider } = service();
const api = apiOf(baseUrl);
const PATH = '/v1/tenant/provider_credential';

const newAccount = async (): Promise<{ readonly live: Client; readonly test: Client }> => {
  const account = await createAccount();
  return { live: api.client(account.liveKey), test: api.client(account.testKey) };
};

describe('a provider key', () => {
  let live: Client;
  let test: Client;
  beforeAll(async () => {
    ({ live, test } = await newAccount());
  });

  it('is rejected if its mode differs from the mode of the calling API key', async () => {
    expect(fieldError(await test.call('POST', PATH, { api_key: keyAt('live', 'own') }))).toEqual([400, 'parameter_invalid', 'api_key']);
    expect(fieldError(await live.call('POST', PATH, { api_key: keyAt('test', 'own') }))).toEqual([400, 'parameter_invalid', 'api_key']);
  });

  it.each(['', 'test_', 'test_short', `test_${'x'.repeat(300)}`, `test_${'x'.repeat(29)}/`, ` ${keyAt('test', 'own')}`, 7, null])(
    'is rejected if it is malformed, and the answer does not contain it: %j',
    async (invalidKey) => {
      const answer = await test.call('POST', PATH, { api_key: invalidKey });
      expect(fieldError(answer)).toEqual([400, 'parameter_invalid', 'api_key']);
      if (typeof invalidKey === 'string' && invalidKey.length > 10) expect(answer.text).not.toContain(invalidKey);
    },
  );

  it('is required; the field `provider` is optional, but an unknown provider is rejected', async () => {
    expect(fieldError(await test.call('POST', PATH, {}))).toEqual([400, 'parameter_missing', 'api_key']);
    const withUnknownProvider = { api_key: keyAt('test', 'own'), provider: 'other' };
    expect(fieldError(await test.call('POST', PATH, withUnknownProvider))).toEqual([400, 'parameter_invalid', 'provider']);
  });
});

describe.runIf(fakeProvider)('connecting a provider account', () => {
  const connect = (client: Client, profile: string, number = 1): Promise<Answer> => {
    const mode = client.key.startsWith('svc_live_') ? 'live' : 'test';
    return client.call('POST', PATH, { api_key: keyAt(mode, profile, number) });
  };
  const isConnected = async (client: Client): Promise<unknown> => (await client.get('/v1/account/activation')).payment_provider_connected;

  it('[TEN-06] stores a key that the provider accepts, in either mode', async () => {
    const { live, test } = await newAccount();
    for (const [client, livemode] of [
      [live, true],
      [test, false],
    ] as const) {
      const answer = await connect(client, 'alpha');
      expect(answer.body).toEqual({
        id: expect.stringMatching(/^acct_/),
        object: 'provider_credential',
        created: expect.any(Number),
        livemode,
        connected: true,
        fingerprint: expect.stringMatching(/^[0-9a-f]{12}$/),
        profile_id: profileIdOf('alpha'),
      });
      expect(answer.text).not.toContain(keyAt(livemode ? 'live' : 'test', 'alpha'));
    }
  });

  it('does not store a key that the provider rejects', async () => {
    const { live } = await newAccount();
    const answer = await connect(live, 'unknown');
    expect(fieldError(answer)).toEqual([400, 'parameter_invalid', 'api_key']);
    expect(answer.error?.reason).toBe('credential_rejected');
    expect(await isConnected(live)).toBe(false);
  });

  it('answers 502 and stores nothing if the provider does not respond', async () => {
    const { live } = await newAccount();
    const answer = await connect(live, 'silent');
    expect([answer.status, answer.error?.code, answer.error?.type]).toEqual([502, 'provider_unavailable', 'api_error']);
    expect(await isConnected(live)).toBe(false);
  });

  it('replaces the previous key only if the provider accepts the new key', async () => {
    const { live } = await newAccount();
    const [first, second] = [await connect(live, 'alpha', 1), await connect(live, 'alpha', 2)];
    expect(second.body.fingerprint).not.toBe(first.body.fingerprint);
    expect((await connect(live, 'unknown')).status).toBe(400);
    expect(await isConnected(live)).toBe(true);
    expect((await connect(live, 'alpha', 2)).body).toEqual(second.body);
  });

  it('returns the same answer when it is repeated with the same idempotency key', async () => {
    const { test } = await newAccount();
    const body = { api_key: keyAt('test', 'alpha') };
    const send = (): Promise<Answer> => test.call('POST', PATH, body, { 'idempotency-key': 'connect-once' });
    const [first, replay] = [await send(), await send()];
    expect([replay.body, replay.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
  });

  /** Submits the form of the hosted page, which redirects to the provider. */
  const submitForm = (session: ApiObject): Promise<Answer> => {
    const path = `${String(session.url).slice(baseUrl.length)}/pay`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return api.send({ method: 'POST', path, text: 'method=creditcard', headers });
  };
  const redirectOf = async (session: ApiObject): Promise<URL> => new URL(String((await submitForm(session)).headers.location));
  const serviceOrigin = new URL(baseUrl).origin;

  /** Pays on the fake provider's page after the redirect; returns the subscription's id. */
  const payAtProvider = async (client: Client, session: ApiObject): Promise<string> => {
    const answer = await submitForm(session);
    expect(answer.status).toBe(303);
    const page = String(answer.headers.location);
    if (new URL(page).origin !== serviceOrigin) await (await fetch(page)).arrayBuffer();
    const paid = await eventually(
      () => client.get(`/v1/checkout/sessions/${session.id}`),
      ({ status }) => status === 'completed',
    );
    return String(paid.subscription_id);
  };

  it('is required for live payments', async () => {
    const { live } = await newAccount();
    const { priceId } = await newPlan(live);
    const refused = await live.call('POST', '/v1/checkout/sessions', sessionBody(priceId));
    expect([refused.status, refused.error?.reason]).toEqual([409, 'provider_not_connected']);
    await connect(live, 'beta');
    const session = await openSession(live, priceId);
    const subscription = await live.get(`/v1/subscriptions/${await payAtProvider(live, session)}`);
    expect(subscription).toMatchObject({ status: 'active', livemode: true });
  });

  it('redirects new test buyers to the provider, and keeps sandbox payments and subscriptions in the sandbox', async () => {
    const { test } = await newAccount();
    const { priceId } = await newPlan(test);
    const sandboxSubscription = await subscribe(test, priceId);
    const pending = await openSession(test, priceId);
    await pay(test, pending.id, { method: 'ideal', outcome: 'pending' });
    const [payment] = await test.list(`/v1/payments?customer_id=${String(pending.customer_id)}`);

    await connect(test, 'gamma');
    expect((await redirectOf(await openSession(test, priceId))).origin).not.toBe(serviceOrigin);
    const paid = await test.post(`/sandbox/payments/${payment?.id}/outcome`, { outcome: 'paid' });
    expect(paid.status).toBe('succeeded');
    expect((await test.get(`/v1/subscriptions/${sandboxSubscription.id}`)).status).toBe('active');
  });

  it('lets a customer who existed only in the sandbox buy a subscription at the provider', async () => {
    const { test } = await newAccount();
    const { priceId } = await newPlan(test);
    const { customer_id: customerId } = await subscribe(test, priceId);
    await connect(test, 'delta');
    const session = await openSession(test, priceId, { customer_id: customerId });
    const subscription = await test.get(`/v1/subscriptions/${await payAtProvider(test, session)}`);
    expect(subscription.customer_id).toBe(customerId);
  });

  it('blocks the payment methods of the former provider profile until that profile is connected again', async () => {
    const { live } = await newAccount();
    const { priceId } = await newPlan(live);
    const customer = await live.post('/v1/customers', { name: 'Ada', email: 'ada@example.com' });
    const subscriptionIds: string[] = [];
    for (const profile of ['theta', 'iota']) {
      await connect(live, profile);
      subscriptionIds.push(await payAtProvider(live, await openSession(live, priceId, { customer_id: customer.id })));
    }
    const { portal_token: token } = await openPortal(live, String(subscriptionIds[1]));
    const portal = api.client(String(token));
    const { payment_methods: wallet } = await portal.get('/portal/session');
    const [current, former] = (wallet as { readonly data: readonly Json[] }).data.map(({ id }) => `/portal/payment_methods/${id}/default`);
    const refused = await portal.call('POST', String(former));
    expect([refused.status, refused.error?.code, refused.error?.reason]).toEqual([409, 'state_conflict', 'payment_method_unavailable']);
    expect((await portal.call('POST', String(current))).status).toBe(200);
    await connect(live, 'theta');
    expect((await portal.call('POST', String(former))).status).toBe(200);
  });

  it('keeps customers on a test clock, and their renewals, in the sandbox', async () => {
    const { test } = await newAccount();
    const start = 1_800_000_000;
    const clock = await clockAt(test, start);
    const { priceId } = await newPlan(test);
    await connect(test, 'epsilon');
    const customer = await test.post('/v1/customers', { name: 'Clocked', email: 'c@example.com', test_clock_id: clock.id });
    const session = await openSession(test, priceId, { customer_id: customer.id });
    expect((await redirectOf(session)).origin).toBe(serviceOrigin);
    const paid = await pay(test, session.id);
    await advance(test, clock.id, start + 32 * 86_400);
    expect(await test.get(`/v1/subscriptions/${String(paid.subscription_id)}`)).toMatchObject({ status: 'active', payment_count: 2 });
  });

  it('lets the sandbox pay a session whose payment is pending at the provider; the pending payment is canceled', async () => {
    const { test } = await newAccount();
    const { priceId } = await newPlan(test);
    await connect(test, 'zeta');
    const session = await openSession(test, priceId);
    expect((await redirectOf(session)).origin).not.toBe(serviceOrigin);
    const [pending] = await test.list(`/v1/payments?customer_id=${String(session.customer_id)}`);
    const refused = await test.call('POST', `/sandbox/payments/${pending?.id}/outcome`, { outcome: 'paid' });
    expect(refused.error?.code).toBe('state_conflict');
    expect((await pay(test, session.id)).status).toBe('completed');
    expect((await test.get(`/v1/payments/${pending?.id}`)).status).toBe('canceled');
  });

  it('keeps pending payments if the new key belongs to the same profile', async () => {
    const { test } = await newAccount();
    const { priceId } = await newPlan(test);
    await connect(test, 'eta', 1);
    const session = await openSession(test, priceId);
    const [first, fingerprint] = [await redirectOf(session), (await connect(test, 'eta', 2)).body.fingerprint];
    expect(fingerprint).toEqual(expect.any(String));
    expect((await redirectOf(session)).href).toBe(first.href);
    const payments = (await test.list(`/v1/payments?customer_id=${String(session.customer_id)}`)) as readonly Json[];
    expect(payments).toHaveLength(1);
  });
});
