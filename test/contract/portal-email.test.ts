import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, refusal } from '../../scripts/support/api.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import { type LocalMail, service } from '../support/service.ts';
import { eventsAbout, openPortal, openShop, portalBody, subscribe } from './support/shop.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount, operate, mails } = service();
const api = apiOf(baseUrl);
const APPROVE = '/portal/billing_email/approve';

describe.runIf(mails !== null)('another address, asked for in the portal', () => {
  let client: Client;
  let accountId: string;
  let priceId: string;
  beforeAll(async () => {
    const account = await createAccount();
    accountId = account.accountId;
    client = api.client(account.testKey);
    ({ priceId } = await openShop(client));
  });

  /** An address that gets mail in test mode. */
  const ofTeam = async (): Promise<string> => {
    const address = `${randomUUID()}@example.com`;
    await operate('members add', accountId, address);
    return address;
  };
  const opened = async () => {
    const former = `${randomUUID()}@example.com`;
    const customer = await client.post('/v1/customers', { name: 'Ada', email: former });
    const subscription = await subscribe(client, priceId, { customer_id: customer.id });
    const { session_id: sessionId, portal_token: token } = await openPortal(client, subscription.id);
    const ids = { customerId: customer.id, subscriptionId: subscription.id, paymentId: subscription.last_payment_id };
    return { ...ids, former, sessionId: String(sessionId), portal: api.client(String(token)) };
  };
  const customerOf = (id: string): Promise<ApiObject> => client.get(`/v1/customers/${id}`);
  /** Anyone who reads the mail to this address. */
  const readerOf = async (address: string, about = 'Confirm your address'): Promise<Client> => {
    const { text } = await mailTo(address, about);
    return api.client(String(/svc_portal_[0-9A-Za-z]{38}/.exec(text)?.[0]));
  };
  const mailTo = async (address: string, about: string): Promise<LocalMail> => {
    const [mail] = await eventually(
      async () => ((await mails?.()) ?? []).filter(({ to, subject }) => to === address && subject.startsWith(about)),
      (found) => found.length > 0,
    );
    if (mail === undefined) throw new Error(`no mail to ${address}`);
    return mail;
  };

  it('[PRT-15] [AUD-18] counts once its reader has approved it', async () => {
    const { former, customerId, sessionId, portal } = await opened();
    const address = await ofTeam();
    expect(await portal.post('/portal/customer', { email: address })).toMatchObject({ email: former, pending_email: address });
    expect((await customerOf(customerId)).email).toBe(former);
    const reader = await readerOf(address);
    expect(await reader.get('/portal/session')).toMatchObject({
      limited: true,
      can_approve_email: true,
      customer: { email: former, pending_email: address },
    });
    expect(await portal.get('/portal/session')).toMatchObject({ can_approve_email: false, customer: { pending_email: address } });
    expect(await reader.post(APPROVE)).toMatchObject({ email: address, pending_email: null });
    expect((await customerOf(customerId)).email).toBe(address);
    const reported = (await eventsAbout(client, customerId, 2)).filter(({ type }) => type === 'customer.updated');
    expect(reported.map(({ previous_attributes: previous }) => previous)).toEqual([{ email: former }]);
    const [approved] = await client.list(`/v1/audit_logs?resource_id=${customerId}&action=customer.email_approved`);
    expect(approved).toMatchObject({ actor_type: 'portal_session' });
    const asked = await client.list(`/v1/audit_logs?actor_id=${sessionId}`);
    expect(asked.map(({ action }) => action)).toEqual(['customer.email_change_requested']);
    expect(JSON.stringify([asked, approved])).not.toContain(address);
  });

  it('is mailed to one address five times, and then every four hours, however many sessions ask', async () => {
    const { subscriptionId, former, portal } = await opened();
    const { portal_token: token } = await openPortal(client, subscriptionId);
    const second = String(token);
    const address = await ofTeam();
    const ask = (key: string, email = address) => api.send({ method: 'POST', path: '/portal/customer', key, body: { email } });
    for (let count = 0; count < 4; count += 1) expect((await ask(portal.key)).status).toBe(200);
    expect([(await ask(second)).status, (await ask(second, former)).status]).toEqual([200, 200]);
    const refused = await ask(second, address.toUpperCase());
    expect(refusal(refused)).toEqual([429, 'rate_limited']);
    expect(refused.error?.message).toMatch(/^Too many mails to this address\. Try again in 1\d{4} seconds\.$/);
    expect((await ask(second, await ofTeam())).status).toBe(200);
  });

  it('is approved once, also by calls at once and again later', async () => {
    const { customerId, portal } = await opened();
    const address = await ofTeam();
    await portal.post('/portal/customer', { email: address });
    const reader = await readerOf(address);
    const answers = await Promise.all(Array.from({ length: 5 }, () => reader.call('POST', APPROVE)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await reader.post(APPROVE)).toMatchObject({ email: address });
    expect(await client.list(`/v1/audit_logs?resource_id=${customerId}&action=customer.email_approved`)).toHaveLength(1);
  });

  it('is approved by the newest link alone', async () => {
    const { customerId, former, portal } = await opened();
    const [first, second] = [await ofTeam(), await ofTeam()];
    await portal.post('/portal/customer', { email: first });
    const firstReader = await readerOf(first);
    await portal.post('/portal/customer', { email: second });
    const unmailed = await portal.call('POST', APPROVE);
    expect([refusal(unmailed), unmailed.error?.reason]).toEqual([[409, 'state_conflict'], 'email_not_approvable']);
    const superseded = await firstReader.call('POST', APPROVE);
    expect([refusal(superseded), superseded.error?.reason]).toEqual([[401, 'invalid_api_key'], 'portal_session_revoked']);
    expect((await customerOf(customerId)).email).toBe(former);
    expect(await (await readerOf(second)).post(APPROVE)).toMatchObject({ email: second });
  });

  it('is dropped by an address that the account sets, and by the present one', async () => {
    const { customerId, former, portal } = await opened();
    const address = await ofTeam();
    await portal.post('/portal/customer', { email: address });
    expect(await portal.post('/portal/customer', { email: former })).toMatchObject({ email: former, pending_email: null });
    await portal.post('/portal/customer', { email: address });
    const set = `${randomUUID()}@example.com`;
    await client.post(`/v1/customers/${customerId}`, { email: set });
    const dropped = await (await readerOf(address)).call('POST', APPROVE);
    expect([refusal(dropped), dropped.error?.reason]).toEqual([[401, 'invalid_api_key'], 'portal_session_revoked']);
    expect((await customerOf(customerId)).email).toBe(set);
  });

  it('is instructed to the former address, and shown there to nobody', async () => {
    const { customerId, subscriptionId, portal } = await opened();
    const [former, address] = [await ofTeam(), await ofTeam()];
    await client.post(`/v1/customers/${customerId}`, { email: former });
    await client.post('/v1/billing_portal/sessions', { ...portalBody(subscriptionId), deliver_email: true });
    const reader = await readerOf(former, 'Your access to');
    expect(await reader.get('/portal/session')).toMatchObject({ customer: { email: former } });
    await portal.post('/portal/customer', { email: address });
    expect(await (await readerOf(address)).post(APPROVE)).toMatchObject({ email: address });
    const refused = await reader.call('GET', '/portal/session');
    expect([refusal(refused), refused.error?.reason]).toEqual([[401, 'invalid_api_key'], 'portal_session_revoked']);
    expect(await portal.get('/portal/session')).toMatchObject({ customer: { email: address } });
    const notice = await mailTo(former, 'Your e-mail address for');
    expect(notice.text).not.toContain(address);
    expect(notice.text).not.toContain('/portal#');
  });

  it('is mailed five times a minute at most', async () => {
    const { portal } = await opened();
    const ask = () =>
      api.send({ method: 'POST', path: '/portal/customer', key: portal.key, body: { email: `${randomUUID()}@example.com` } });
    const asked = await Promise.all(Array.from({ length: 7 }, ask));
    expect(asked.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });

  it('[CUS-20] is forgotten with the customer', async () => {
    const { customerId, subscriptionId, paymentId, portal } = await opened();
    const address = await ofTeam();
    const headers = { 'idempotency-key': randomUUID() };
    await portal.call('POST', '/portal/customer', { email: address }, headers);
    const reader = await readerOf(address);
    await client.post('/v1/refunds', { payment_id: paymentId });
    await eventually(
      () => client.get(`/v1/subscriptions/${subscriptionId}`),
      ({ status }) => status === 'canceled',
    );
    await client.post(`/v1/customers/${customerId}/purge`);
    expect((await reader.call('POST', APPROVE)).status).toBe(401);
    expect(JSON.stringify(await client.list('/v1/events'))).not.toContain(address);
  });
});
