import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answer, type ApiObject, apiOf, type Client, fieldError, type Json, statusAndCode } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { newPlan, openPortal, portalBody, subscribe } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount, runCommand, mails, mailsTo } = service();
const api = apiOf(baseUrl);
const PATH = '/v1/billing_portal/sessions';
const HOUR = 3600;

let accountId: string;
let client: Client;
let live: Client;
let stranger: Client;
let priceId: string;
let subscription: ApiObject;
const memberEmail = `portal-${randomUUID()}@example.com`;

beforeAll(async () => {
  const [account, otherAccount] = [await createAccount(), await createAccount()];
  accountId = account.accountId;
  client = api.client(account.testKey);
  live = api.client(account.liveKey);
  stranger = api.client(otherAccount.testKey);
  await runCommand('members add', accountId, memberEmail);
  ({ priceId } = await newPlan(client));
  subscription = await newSubscription({});
});

const newSubscription = async (fields: Json): Promise<ApiObject> => {
  const customer = await client.post('/v1/customers', { name: 'Ada', email: memberEmail, ...fields });
  return subscribe(client, priceId, { customer_id: customer.id });
};

const newSession = (fields: Json = {}, id: string = subscription.id): Promise<ApiObject> => client.post(PATH, portalBody(id, fields));
const create = (body: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer> => client.call('POST', PATH, body, headers);
const getSession = (token: unknown): Promise<Answer> => api.client(String(token)).call('GET', '/portal/session');
const nowSeconds = (): number => Math.floor(Date.now() / 1000);

describe('POST /v1/billing_portal/sessions', () => {
  it('[PRT-01] [PRT-03] [PRT-04] [PRT-05] [PRT-06] returns a session with its token, valid for an hour', async () => {
    const before = nowSeconds();
    const session = await newSession();
    expect(session).toEqual({
      id: expect.stringMatching(/^bps_[0-9A-HJKMNP-TV-Z]{26}$/),
      object: 'billing_portal.session',
      created: expect.any(Number),
      livemode: false,
      subscription_id: subscription.id,
      customer_id: subscription.customer_id,
      token: expect.stringMatching(/^svc_portal_[0-9A-Za-z]{38}$/),
      url: expect.any(String),
      return_url: 'https://shop.example/account',
      expires_at: Number(session.created) + HOUR,
    });
    expect(Number(session.created)).toBeGreaterThanOrEqual(before);
    expect(Number(session.created)).toBeLessThanOrEqual(nowSeconds());
  });

  it('[PRT-05] [HTTP-49] returns the token also in the fragment of the URL, and no other answer contains the token', async () => {
    const { id, token, url } = await newSession();
    const { origin, pathname, search, hash } = new URL(String(url));
    expect([origin, pathname, search, hash]).toEqual([new URL(baseUrl).origin, '/portal', '', `#${String(token)}`]);
    const revoked = await client.call('POST', `${PATH}/${id}/revoke`);
    const entries = await client.call('GET', `/v1/audit_logs?resource_id=${id}`);
    const portalSession = await getSession((await newSession()).token);
    for (const { text } of [revoked, entries, portalSession]) expect(text).not.toContain(String(token).slice(0, 20));
  });

  it('[PRT-07] [PRT-08] [PRT-09] [PRT-10] [LIM-26] [LIM-27] rejects invalid fields with their name in `param`', async () => {
    const validBody = portalBody(subscription.id);
    const { subscription_id: _id, ...noSubscription } = validBody;
    const { return_url: _url, ...noReturnUrl } = validBody;
    const cases: readonly (readonly [Json, string, string])[] = [
      [noSubscription, 'parameter_missing', 'subscription_id'],
      [noReturnUrl, 'parameter_missing', 'return_url'],
      [{ ...validBody, return_url: 'x' }, 'parameter_invalid', 'return_url'],
      [{ ...validBody, return_url: '' }, 'parameter_invalid', 'return_url'],
      [{ ...validBody, return_url: 'javascript:alert(1)' }, 'parameter_invalid', 'return_url'],
      [{ ...validBody, return_url: `https://shop.example/${'a'.repeat(2084 - 21)}` }, 'parameter_invalid', 'return_url'],
      [{ ...validBody, subscription_id: '' }, 'parameter_invalid', 'subscription_id'],
      [{ ...validBody, subscription_id: 'x'.repeat(65) }, 'parameter_invalid', 'subscription_id'],
      [{ ...validBody, deliver_email: 'yes' }, 'parameter_invalid', 'deliver_email'],
      [{ ...validBody, deliver_email: null }, 'parameter_invalid', 'deliver_email'],
      [{ ...validBody, customer_id: 'x' }, 'parameter_unknown', 'customer_id'],
    ];
    for (const [body, code, param] of cases)
      expect(fieldError(await create(body)), JSON.stringify(body).slice(0, 80)).toEqual([400, code, param]);
    expect((await newSession({ return_url: `https://shop.example/${'a'.repeat(2083 - 21)}` })).object).toBe('billing_portal.session');
  });

  it('[HTTP-40] does not find an unknown subscription or a subscription of another account or mode', async () => {
    const notFound = [404, 'resource_missing', 'subscription_id'];
    for (const id of ['x', 'x'.repeat(64), 'sub_00000000000000000000000000'])
      expect(fieldError(await create(portalBody(id)))).toEqual(notFound);
    for (const caller of [stranger, live])
      expect(fieldError(await caller.call('POST', PATH, portalBody(subscription.id)))).toEqual(notFound);
  });

  it('[AUD-18] records an audit entry and no event', async () => {
    const subscribed = await newSubscription({});
    const { id } = await newSession({}, subscribed.id);
    const [entry, ...others] = await client.list(`/v1/audit_logs?resource_id=${id}`);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ action: 'portal_session.created', actor_type: 'api_key', resource_type: 'portal_session' });
    // Events become visible in their order: an event of the session would be visible before the event of this update.
    await client.post(`/v1/customers/${String(subscribed.customer_id)}`, { name: 'Grace' });
    await eventually(
      () => client.list('/v1/events'),
      ([newest]) => newest?.type === 'customer.updated',
    );
    expect(JSON.stringify(await client.list('/v1/events'))).not.toContain(id);
  });

  it('creates a session that shows a canceled subscription and its invoices', async () => {
    const canceled = await newSubscription({});
    await client.post('/v1/refunds', { payment_id: canceled.last_payment_id });
    await eventually(
      () => client.get(`/v1/subscriptions/${canceled.id}`),
      ({ status }) => status === 'canceled',
    );
    const portalSession = await getSession((await newSession({}, canceled.id)).token);
    expect(portalSession.body).toMatchObject({
      subscription: { status: 'canceled' },
      invoices: [{ status: 'paid' }],
      payment_methods: { data: [] },
    });
  });

  it('creates twenty sessions for twenty concurrent requests, and one session for six requests with one idempotency key', async () => {
    const sessions = await Promise.all(Array.from({ length: 20 }, () => client.post(PATH, portalBody(subscription.id))));
    expect(new Set(sessions.map(({ token }) => token)).size).toBe(20);
    const headers = { 'idempotency-key': randomUUID() };
    const replays = await Promise.all(Array.from({ length: 6 }, () => create(portalBody(subscription.id), headers)));
    expect(new Set(replays.map(({ text }) => text)).size).toBe(1);
    expect((await getSession(replays[0]?.body.token)).status).toBe(200);
  });

  // The custom domain does not need to resolve for this test.
  it("[PRT-11] returns a URL on the account's verified domain", async () => {
    const { accountId: id, testKey } = await createAccount();
    const owner = api.client(testKey);
    const subscription = await subscribe(owner, (await newPlan(owner)).priceId);
    const host = `billing-${randomUUID()}.example.com`;
    expect(await runCommand('domain verify', id, host.toUpperCase())).toMatchObject({ domain: host });
    const { url, token } = await owner.post(PATH, portalBody(subscription.id));
    expect(url).toBe(`https://${host}/portal#${String(token)}`);
    expect(await owner.get('/v1/account/activation')).toMatchObject({ domain_verified: true });
    expect(await runCommand('domain remove', id)).toMatchObject({ domain: null });
    const withoutDomain = await owner.post(PATH, portalBody(subscription.id));
    expect(new URL(String(withoutDomain.url)).origin).toBe(new URL(baseUrl).origin);
  });
});

describe('POST /v1/billing_portal/sessions/{session_id}/revoke', () => {
  it('[PRT-02] [PRT-14] revokes the session, and returns the same answer when it is repeated', async () => {
    const { id, token } = await newSession();
    expect((await getSession(token)).status).toBe(200);
    const first = await client.post(`${PATH}/${id}/revoke`);
    expect(first).toEqual({
      id,
      object: 'billing_portal.session',
      livemode: false,
      subscription_id: subscription.id,
      customer_id: subscription.customer_id,
      revoked_at: expect.any(Number),
    });
    const refused = await getSession(token);
    expect([...statusAndCode(refused), refused.error?.reason]).toEqual([401, 'invalid_api_key', 'portal_session_revoked']);
    expect(await client.post(`${PATH}/${id}/revoke`)).toEqual(first);
    const entries = await client.list(`/v1/audit_logs?resource_id=${id}`);
    expect(entries.map(({ action }) => action)).toEqual(['portal_session.revoked', 'portal_session.created']);
  });
});

describe('GET /portal/session', () => {
  it('[PRT-12] returns the subscription of the token with its invoices and payment methods', async () => {
    const other = await newSubscription({});
    const { id, token, expires_at: expiresAt } = await newSession();
    const { body } = await getSession(token);
    expect(body).toMatchObject({
      id,
      object: 'portal.session',
      limited: false,
      expires_at: expiresAt,
      return_url: 'https://shop.example/account',
      branding: { display_name: expect.any(String), support_email: expect.any(String) },
      customer: { id: subscription.customer_id, name: 'Ada', email: memberEmail },
      subscription: { id: subscription.id, status: 'active' },
      invoices: [{ status: 'paid', total_cents: 1999, amount_due_cents: 0 }],
      has_more_invoices: false,
      payment_methods: { data: [{ kind: 'creditcard', is_default: true }], methods: expect.any(Array) },
    });
    expect(body.customer).not.toHaveProperty('metadata');
    expect(JSON.stringify(body)).not.toContain(other.id);
  });

  it('has a rate limit of 60 a minute per session, separate from the limit of the account', async () => {
    const { token } = await newSession();
    // The rate limit allows a burst of 20 requests. It is refilled while the requests run, so more than 20 may succeed.
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => api.send({ method: 'GET', path: '/portal/session', key: String(token) })),
    );
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers).toMatchObject({ 'x-ratelimit-limit': '60', 'retry-after': '1' });
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
    expect((await getSession((await newSession()).token)).headers['x-ratelimit-remaining']).toBe('19');
    expect((await client.call('GET', '/v1/ping')).status).toBe(200);
  });

  it('can be called from any origin', async () => {
    const { token } = await newSession();
    const headers = { origin: 'https://shop.example' };
    const answer = await api.send({ method: 'GET', path: '/portal/session', key: String(token), headers });
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, '*']);
  });

  it('[PRT-14] [CUS-20] [CUS-18] is rejected after the customer is purged', async () => {
    const subscribed = await newSubscription({ email: null });
    const { token } = await newSession({}, subscribed.id);
    await client.post('/v1/refunds', { payment_id: subscribed.last_payment_id });
    await eventually(
      () => client.get(`/v1/subscriptions/${subscribed.id}`),
      ({ status }) => status === 'canceled',
    );
    expect((await getSession(token)).status).toBe(200);
    await client.post(`/v1/customers/${String(subscribed.customer_id)}/purge`);
    const refused = await getSession(token);
    expect([...statusAndCode(refused), refused.error?.reason]).toEqual([401, 'invalid_api_key', 'portal_session_revoked']);
    expect(fieldError(await create(portalBody(subscribed.id)))).toEqual([404, 'resource_missing', 'subscription_id']);
  });
});

describe('deliver_email', () => {
  it('[PRT-09] is rejected for a customer without an email address', async () => {
    const subscribed = await newSubscription({ email: null });
    const refused = await create(portalBody(subscribed.id, { deliver_email: true }));
    expect([...statusAndCode(refused), refused.error?.reason]).toEqual([409, 'state_conflict', 'customer_has_no_email']);
    expect((await create(portalBody(subscribed.id))).status).toBe(200);
  });
});

describe.runIf(mails !== null)('the mail of a portal session', () => {
  it('[MAIL-04] [PRT-09] contains the session URL, is sent once, and in test mode is sent only to members', async () => {
    const address = memberEmail.toUpperCase();
    const subscribed = await newSubscription({ email: address });
    const strangerEmail = `stranger-${randomUUID()}@example.com`;
    const strangersSubscription = await newSubscription({ email: strangerEmail });
    await newSession({}, subscribed.id);
    await newSession({ deliver_email: true }, strangersSubscription.id);
    const headers = { 'idempotency-key': randomUUID() };
    const body = portalBody(subscribed.id, { deliver_email: true });
    const [session, replay] = [await create(body, headers), await create(body, headers)];
    expect([replay.text, replay.headers['idempotent-replayed']]).toEqual([session.text, 'true']);
    // Once the mail of this later session has arrived, no mail of an earlier session is still on its way.
    const last = await newSession({ deliver_email: true }, subscribed.id);
    const linksOf = ({ text }: { readonly text: string }): readonly string[] => text.match(/http\S+\/portal#\w+/g) ?? [];
    const received = await eventually(
      () => mailsTo(address, /^Manage your subscription with /),
      (mails) => [session.body.url, last.url].every((url) => mails.some((mail) => linksOf(mail).includes(String(url)))),
    );
    expect(received.flatMap(linksOf).sort()).toEqual([String(session.body.url), String(last.url)].sort());
    expect(received.some(({ html }) => html.includes(`href="${String(session.body.url)}"`))).toBe(true);
    expect(await mailsTo(strangerEmail, /^Manage your subscription with /)).toEqual([]);
  });
});

describe.runIf(mails !== null)('a portal link in an invoice email', () => {
  it('[PRT-15] [LIM-14] opens a limited session that is valid for 90 days', async () => {
    const address = `limited-${randomUUID()}@example.com`;
    await runCommand('members add', accountId, address);
    const subscribed = await newSubscription({ email: address });
    const [invoice] = await client.list(`/v1/invoices?subscription_id=${subscribed.id}`);
    await client.post(`/v1/invoices/${String(invoice?.id)}/email`);
    const [mail] = await eventually(
      () => mailsTo(address, /^Invoice /),
      (received) => received.length > 0,
    );
    const token = /\/portal#(svc_portal_[0-9A-Za-z]{38})/.exec(mail?.text ?? '')?.[1];
    const { body } = await getSession(token);
    expect(body).toMatchObject({ limited: true, return_url: null, subscription: { id: subscribed.id } });
    expect(Number(body.expires_at)).toBe(Number(body.created) + 90 * 86_400);
  });
});

it('[PRT-21] a session created through the API is not limited', async () => {
  expect((await getSession((await openPortal(client, subscription.id)).portal_token)).body.limited).toBe(false);
});
