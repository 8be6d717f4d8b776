import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answer, type ApiObject, apiOf, type Client, fault, type Json } from '../../scripts/support/api.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import { keyAt, profileIdOf } from '../support/fake-provider.ts';
import { service } from '../support/service.ts';
import { clockAt, openSession, openShop, pay, subscribe } from './support/shop.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount, fakeProvider } = service();
const api = apiOf(baseUrl);

const PATH = '/v1/tenant/provider_credential';

const freshAccount = async (): Promise<{ readonly live: Client; readonly test: Client }> => {
  const account = await createAccount();
  return { live: api.client(account.liveKey), test: api.client(account.testKey) };
};

describe('a key of the wrong form', () => {
  let live: Client;
  let test: Client;
  beforeAll(async () => {
    ({ live, test } = await freshAccount());
  });

  it('is refused: the provider’s key must be of the calling key’s mode', async () => {
    expect(fault(await test.call('POST', PATH, { api_key: keyAt('live', 'own') }))).toEqual([400, 'parameter_invalid', 'api_key']);
    expect(fault(await live.call('POST', PATH, { api_key: keyAt('test', 'own') }))).toEqual([400, 'parameter_invalid', 'api_key']);
  });

  it.each(['', 'test_', 'test_short', `test_${'x'.repeat(300)}`, `test_${'x'.repeat(29)}/`, ` ${keyAt('test', 'own')}`, 7, null])(
    'is refused, and not repeated: %j',
    async (given) => {
      const answer = await test.call('POST', PATH, { api_key: given });
      expect(fault(answer)).toEqual([400, 'parameter_invalid', 'api_key']);
      if (typeof given === 'string' && given.length > 10) expect(answer.text).not.toContain(given);
    },
  );

  it('and none at all is missing', async () => {
    expect(fault(await test.call('POST', PATH, {}))).toEqual([400, 'parameter_missing', 'api_key']);
  });
});

describe.runIf(fakeProvider)('connecting a provider account', () => {
  const connect = (client: Client, profile: string, number = 1): Promise<Answer> => {
    const mode = client.key.startsWith('svc_live_') ? 'live' : 'test';
    return client.call('POST', PATH, { api_key: keyAt(mode, profile, number) });
  };
  const isConnected = async (client: Client): Promise<unknown> => (await client.get('/v1/account/activation')).payment_provider_connected;

  it('[TEN-06] keeps a key that the provider accepts, in either mode', async () => {
    const { live, test } = await freshAccount();
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

  it('keeps none that the provider rejects', async () => {
    const { live } = await freshAccount();
    const answer = await connect(live, 'unknown');
    expect(fault(answer)).toEqual([400, 'parameter_invalid', 'api_key']);
    expect(answer.error?.reason).toBe('credential_rejected');
    expect(await isConnected(live)).toBe(false);
  });

  it('keeps none while the provider does not respond, and says that it may be tried again', async () => {
    const { live } = await freshAccount();
    const answer = await connect(live, 'silent');
    expect([answer.status, answer.error?.code, answer.error?.type]).toEqual([502, 'provider_unavailable', 'api_error']);
    expect(await isConnected(live)).toBe(false);
  });

  it('replaces the former key, and keeps it when the next is refused', async () => {
    const { live } = await freshAccount();
    const [first, second] = [await connect(live, 'alpha', 1), await connect(live, 'alpha', 2)];
    expect(second.body.fingerprint).not.toBe(first.body.fingerprint);
    expect((await connect(live, 'unknown')).status).toBe(400);
    expect(await isConnected(live)).toBe(true);
    expect((await connect(live, 'alpha', 2)).body).toEqual(second.body);
  });

  it('answers a replay from memory, without the key', async () => {
    const { test } = await freshAccount();
    const body = { api_key: keyAt('test', 'alpha') };
    const send = (): Promise<Answer> => test.call('POST', PATH, body, { 'idempotency-key': 'connect-once' });
    const [first, again] = [await send(), await send()];
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
  });

  /** Plays the buyer at the fake's page, to which the checkout page sends. */
  const payAtProvider = async (client: Client, session: ApiObject): Promise<string> => {
    const path = `${String(session.url).slice(baseUrl.length)}/pay`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const sent = await api.send({ method: 'POST', path, text: 'method=creditcard', headers });
    expect(sent.status).toBe(303);
    const page = String(sent.headers.location);
    if (new URL(page).origin !== new URL(baseUrl).origin) await (await fetch(page)).arrayBuffer();
    const paid = await eventually(
      () => client.get(`/v1/checkout/sessions/${session.id}`),
      ({ status }) => status === 'completed',
    );
    return String(paid.subscription_id);
  };

  const redirectOf = async (session: ApiObject): Promise<URL> => {
    const path = `${String(session.url).slice(baseUrl.length)}/pay`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const sent = await api.send({ method: 'POST', path, text: 'method=creditcard', headers });
    return new URL(String(sent.headers.location));
  };
  const own = new URL(baseUrl).origin;

  it('takes live payments at it, and none without', async () => {
    const { live } = await freshAccount();
    const { priceId } = await openShop(live);
    const session = await openSession(live, priceId);
    const path = `${String(session.url).slice(baseUrl.length)}/pay`;
    const form = { method: 'POST', path, text: 'method=creditcard', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    expect((await api.send(form)).status).toBe(503);
    await connect(live, 'beta');
    const subscription = await live.get(`/v1/subscriptions/${await payAtProvider(live, session)}`);
    expect(subscription).toMatchObject({ status: 'active', livemode: true });
  });

  it('sends new buyers of the test mode there, and leaves what was sold in the sandbox where it is', async () => {
    const { test } = await freshAccount();
    const { priceId } = await openShop(test);
    const before = await subscribe(test, priceId);
    const pending = await openSession(test, priceId);
    await pay(test, pending.id, { method: 'ideal', outcome: 'pending' });
    const [payment] = await test.list(`/v1/payments?customer_id=${String(pending.customer_id)}`);

    await connect(test, 'gamma');
    expect((await redirectOf(await openSession(test, priceId))).origin).not.toBe(own);
    const settled = await test.post(`/sandbox/payments/${payment?.id}/outcome`, { outcome: 'paid' });
    expect(settled.status).toBe('succeeded');
    expect((await test.get(`/v1/subscriptions/${before.id}`)).status).toBe('active');
  });

  it('makes a customer who is known in the sandbox known there too', async () => {
    const { test } = await freshAccount();
    const { priceId } = await openShop(test);
    const { customer_id: customerId } = await subscribe(test, priceId);
    await connect(test, 'delta');
    const session = await openSession(test, priceId, { customer_id: customerId });
    const subscription = await test.get(`/v1/subscriptions/${await payAtProvider(test, session)}`);
    expect(subscription.customer_id).toBe(customerId);
  });

  it('keeps customers on a test clock in the sandbox, and renews them there', async () => {
    const { test } = await freshAccount();
    const start = 1_800_000_000;
    const clock = await clockAt(test, start);
    const { priceId } = await openShop(test);
    await connect(test, 'epsilon');
    const customer = await test.post('/v1/customers', { name: 'Clocked', email: 'c@example.com', test_clock_id: clock.id });
    const session = await openSession(test, priceId, { customer_id: customer.id });
    expect((await redirectOf(session)).origin).toBe(own);
    const paid = await pay(test, session.id);
    await test.post(`/v1/test_clocks/${clock.id}/advance`, { frozen_time: start + 32 * 86_400 });
    await eventually(
      () => test.get(`/v1/test_clocks/${clock.id}`),
      ({ status }) => status !== 'advancing',
    );
    expect(await test.get(`/v1/subscriptions/${String(paid.subscription_id)}`)).toMatchObject({ status: 'active', payment_count: 2 });
  });

  it('leaves the sandbox’s controls to testers: they call off what waits at the provider', async () => {
    const { test } = await freshAccount();
    const { priceId } = await openShop(test);
    await connect(test, 'zeta');
    const session = await openSession(test, priceId);
    expect((await redirectOf(session)).origin).not.toBe(own);
    const [waiting] = await test.list(`/v1/payments?customer_id=${String(session.customer_id)}`);
    const refused = await test.call('POST', `/sandbox/payments/${waiting?.id}/outcome`, { outcome: 'paid' });
    expect(refused.error?.code).toBe('state_conflict');
    expect((await pay(test, session.id)).status).toBe('completed');
    expect((await test.get(`/v1/payments/${waiting?.id}`)).status).toBe('canceled');
  });

  it('works on with another key of the same profile', async () => {
    const { test } = await freshAccount();
    const { priceId } = await openShop(test);
    await connect(test, 'eta', 1);
    const session = await openSession(test, priceId);
    const [first, fingerprint] = [await redirectOf(session), (await connect(test, 'eta', 2)).body.fingerprint];
    expect(fingerprint).toEqual(expect.any(String));
    expect((await redirectOf(session)).href).toBe(first.href);
    const shown = (await test.list(`/v1/payments?customer_id=${String(session.customer_id)}`)) as readonly Json[];
    expect(shown).toHaveLength(1);
  });
});
