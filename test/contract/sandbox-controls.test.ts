import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answer, type ApiObject, type Client, clientOf, type Json, statusAndCode } from '../../scripts/support/api.ts';
import { service } from '../support/service.ts';
import { newPlan, openSession as openSessionFor, pay as paySession } from './support/objects.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const { baseUrl, createAccount } = service();

let client: Client;
let testKey: string;
let liveKey: string;
let priceId: string;

beforeAll(async () => {
  ({ testKey, liveKey } = await createAccount());
  client = clientOf(baseUrl, testKey);
  ({ priceId } = await newPlan(client));
});

const call = (path: string, body: Json, key = testKey): Promise<Answer> => clientOf(baseUrl, key).call('POST', path, body);
const openSession = (id = priceId): Promise<ApiObject> => openSessionFor(client, id);
const pay = ({ id }: ApiObject, body: Json = {}): Promise<ApiObject> => paySession(client, id, body);
const paymentsOf = (customerId: unknown): Promise<readonly ApiObject[]> => client.list(`/v1/payments?customer_id=${customerId}`);

describe('paying a checkout session through the sandbox', () => {
  it('[CHK-24] [CHK-29] completes the session before the request is answered', async () => {
    const session = await openSession();
    expect(session).toMatchObject({ subscription_id: null, payment_id: null });
    const paid = await pay(session);
    expect(paid).toMatchObject({ object: 'checkout.session', id: session.id, status: 'completed' });
    expect((await client.get(`/v1/subscriptions/${paid.subscription_id}`)).status).toBe('active');
    expect(await client.get(`/v1/payments/${paid.payment_id}`)).toMatchObject({ status: 'succeeded', type: 'initial', amount_cents: 1999 });
  });

  it('pays by the requested method', async () => {
    const paid = await pay(await openSession(), { method: 'ideal' });
    expect((await client.get(`/v1/payments/${paid.payment_id}`)).payment_method).toMatchObject({ type: 'ideal' });
  });

  it.each(['failed', 'canceled', 'expired'])('[CHK-30] [CHK-32] expires a hosted session after the outcome %s', async (outcome) => {
    const session = await pay(await openSession(), { outcome });
    expect(session).toMatchObject({ status: 'expired', subscription_id: null });
    const [payment] = await paymentsOf(session.customer_id);
    expect(payment?.status).toBe(outcome === 'failed' ? 'failed' : 'canceled');
  });

  it('creates a pending payment whose outcome can be set once', async () => {
    const session = await pay(await openSession(), { method: 'ideal', outcome: 'pending' });
    expect(session.status).toBe('processing');
    const [payment] = await paymentsOf(session.customer_id);
    const succeeded = await client.post(`/sandbox/payments/${payment?.id}/outcome`, { outcome: 'paid' });
    expect(succeeded).toMatchObject({ object: 'payment', id: payment?.id, status: 'succeeded' });
    expect((await client.get(`/v1/checkout/sessions/${session.id}`)).status).toBe('completed');
    expect(statusAndCode(await call(`/sandbox/payments/${payment?.id}/outcome`, { outcome: 'failed' }))).toEqual([409, 'state_conflict']);
  });

  it('stores the reason of a failed payment', async () => {
    const session = await pay(await openSession(), { method: 'ideal', outcome: 'pending' });
    const [payment] = await paymentsOf(session.customer_id);
    const outcome = { outcome: 'failed', failure_reason: 'insufficient_funds' };
    const failed = await client.post(`/sandbox/payments/${payment?.id}/outcome`, outcome);
    expect(failed).toMatchObject({ status: 'failed', failure_code: 'insufficient_funds' });
  });

  it('is rejected for a completed session', async () => {
    const session = await openSession();
    await pay(session);
    expect(statusAndCode(await call(`/sandbox/checkout_sessions/${session.id}/pay`, {}))).toEqual([409, 'state_conflict']);
  });

  it('is rejected with a method that does not support the currency of the price or cannot start a subscription', async () => {
    const session = await openSession((await newPlan(client, { currency: 'USD' })).priceId);
    for (const method of ['ideal', 'banktransfer']) {
      expect(statusAndCode(await call(`/sandbox/checkout_sessions/${session.id}/pay`, { method }))).toEqual([400, 'parameter_invalid']);
    }
  });
});

describe('a payment whose provider webhook is lost', () => {
  it('is applied when the buyer chooses another method; the other method is not charged', async () => {
    const session = await openSession();
    const url = String(session.url);
    const choose = (method: string) => fetch(`${url}/pay`, { method: 'POST', body: new URLSearchParams({ method }), redirect: 'manual' });
    expect((await choose('creditcard')).status).toBe(303);
    const [payment] = await paymentsOf(session.customer_id);
    const decided = await client.post(`/sandbox/payments/${payment?.id}/outcome`, { outcome: 'paid', notify: false });
    expect(decided.status).toBe('pending');
    const answer = await choose('ideal');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, url]);
    expect((await client.get(`/v1/checkout/sessions/${session.id}`)).status).toBe('completed');
    expect((await paymentsOf(session.customer_id)).map(({ status }) => status)).toEqual(['succeeded']);
  });

  it('prevents the deletion of its customer', async () => {
    const session = await openSession();
    await fetch(`${session.url}/pay`, { method: 'POST', body: new URLSearchParams({ method: 'creditcard' }), redirect: 'manual' });
    const [payment] = await paymentsOf(session.customer_id);
    await client.post(`/sandbox/payments/${payment?.id}/outcome`, { outcome: 'paid', notify: false });
    const response = await fetch(`${baseUrl}/v1/customers/${session.customer_id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${testKey}` },
    });
    expect(response.status).toBe(409);
    const { subscription_id: id } = await client.get(`/v1/checkout/sessions/${session.id}`);
    expect(await client.get(`/v1/subscriptions/${id}`)).toMatchObject({ status: 'active', serves_customer: true });
  });
});

describe('concurrent payments of one session', () => {
  it('succeed once; the other requests return the session or 409', async () => {
    const session = await openSession();
    const answers = await Promise.all(Array.from({ length: 8 }, () => call(`/sandbox/checkout_sessions/${session.id}/pay`, {})));
    for (const { status, body } of answers) {
      if (status === 200) expect(body).toMatchObject({ id: session.id, status: 'completed' });
      else expect([status, body]).toMatchObject([409, { error: { code: 'state_conflict' } }]);
    }
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect((await paymentsOf(session.customer_id)).map(({ status }) => status)).toEqual(['succeeded']);
  });
});

describe('the sandbox behavior of a customer', () => {
  it('lets charges and refunds succeed by default, and an update keeps omitted fields', async () => {
    const customer = await client.post('/v1/customers', { name: 'Ada' });
    const postBehavior = (body: Json) => call(`/sandbox/customers/${customer.id}/behavior`, body);
    expect((await postBehavior({})).body).toMatchObject({ customer_id: customer.id, charges: 'paid', refunds: 'refunded' });
    expect((await postBehavior({ charges: 'authentication_required' })).body).toMatchObject({
      charges: 'authentication_required',
      refunds: 'refunded',
    });
    expect((await postBehavior({ refunds: 'duplicate' })).body).toMatchObject({ charges: 'authentication_required', refunds: 'duplicate' });
    expect(statusAndCode(await postBehavior({ charges: 'sometimes' }))).toEqual([400, 'parameter_invalid']);
  });
});

describe('access to the sandbox controls', () => {
  it('requires an unrestricted test key', async () => {
    const path = `/sandbox/checkout_sessions/${(await openSession()).id}/pay`;
    expect(statusAndCode(await call(path, {}, liveKey))).toEqual([403, 'mode_mismatch']);
    const { secret } = await client.post('/v1/api_keys', { scopes: ['checkout_sessions:write'] });
    expect(statusAndCode(await call(path, {}, String(secret)))).toEqual([403, 'insufficient_scope']);
    expect((await fetch(`${baseUrl}${path}`, { method: 'POST', body: '{}' })).status).toBe(401);
  });

  it('is limited to objects of the same account', async () => {
    const stranger = await createAccount();
    const session = await pay(await openSession(), { method: 'ideal', outcome: 'pending' });
    const [payment] = await paymentsOf(session.customer_id);
    const paths = [
      `/sandbox/checkout_sessions/${session.id}/pay`,
      `/sandbox/payments/${payment?.id}/outcome`,
      `/sandbox/customers/${session.customer_id}/behavior`,
    ];
    for (const path of paths) {
      const body = path.endsWith('outcome') ? { outcome: 'paid' } : {};
      expect(statusAndCode(await call(path, body, stranger.testKey))).toEqual([404, 'resource_missing']);
    }
  });
});

describe('the sandbox provider', () => {
  it('rejects an API key of the service', async () => {
    const response = await fetch(`${baseUrl}/sandbox/provider/v2/methods`, { headers: { authorization: `Bearer ${testKey}` } });
    expect(response.status).toBe(401);
  });

  it('answers 404 to the page of an unknown payment', async () => {
    const response = await fetch(`${baseUrl}/sandbox/payments/acct_${'0'.repeat(26)}/tr_${'0'.repeat(26)}/outcome-page`);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('text/html');
  });
});

describe('a rate limited sandbox request', () => {
  it('changes nothing', async () => {
    const account = await createAccount();
    const limitedClient = clientOf(baseUrl, account.testKey);
    const plan = await newPlan(limitedClient);
    /** Sends a POST without retrying a 429. */
    const send = (path: string, body: unknown) =>
      fetch(`${baseUrl}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${account.testKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const useUpLimit = (): Promise<unknown> => Promise.all(Array.from({ length: 60 }, () => send('/v1/customers', { name: 'Ada' })));
    const payWhileLimited = async (): Promise<{ sessionId: string; status: number }> => {
      const { id } = await openSessionFor(limitedClient, plan.priceId);
      await useUpLimit();
      const [, paid] = await Promise.all([useUpLimit(), send(`/sandbox/checkout_sessions/${id}/pay`, {}), useUpLimit()]);
      return { sessionId: id, status: paid.status };
    };
    // On a slow machine a token may be refilled before the payment. Then the test continues with another session.
    let attempt = await payWhileLimited();
    for (let remaining = 10; remaining > 0 && attempt.status === 200; remaining -= 1) attempt = await payWhileLimited();
    expect(attempt.status).toBe(429);
    expect((await limitedClient.get(`/v1/checkout/sessions/${attempt.sessionId}`)).status).toBe('open');
  });
});
