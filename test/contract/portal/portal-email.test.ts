import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, statusAndCode } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { type LocalMail, service } from '../../support/service.ts';
import { eventsAbout, newPlan, openPortal, portalBody, subscribe } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount, runCommand, mails, mailsTo } = service();
const api = apiOf(baseUrl);
const APPROVE = '/portal/billing_email/approve';

describe.runIf(mails !== null)('an email change in the portal', () => {
  let client: Client;
  let accountId: string;
  let priceId: string;
  beforeAll(async () => {
    const account = await createAccount();
    accountId = account.accountId;
    client = api.client(account.testKey);
    ({ priceId } = await newPlan(client));
  });

  /** Creates a member; returns the member's email address. In test mode, only members get mail. */
  const newMemberEmail = async (): Promise<string> => {
    const address = `${randomUUID()}@example.com`;
    await runCommand('members add', accountId, address);
    return address;
  };
  const newPortal = async () => {
    const former = `${randomUUID()}@example.com`;
    const customer = await client.post('/v1/customers', { name: 'Ada', email: former });
    const subscription = await subscribe(client, priceId, { customer_id: customer.id });
    const { session_id: sessionId, portal_token: token } = await openPortal(client, subscription.id);
    const ids = { customerId: customer.id, subscriptionId: subscription.id, paymentId: subscription.last_payment_id };
    return { ...ids, former, sessionId: String(sessionId), portal: api.client(String(token)) };
  };
  const customerOf = (id: string): Promise<ApiObject> => client.get(`/v1/customers/${id}`);
  /** A client with the portal token in the mail to this address. */
  const portalFromMail = async (address: string, subject = /^Confirm your email address/): Promise<Client> => {
    const { text } = await waitForMail(address, subject);
    return api.client(String(/svc_portal_[0-9A-Za-z]{38}/.exec(text)?.[0]));
  };
  const waitForMail = async (address: string, subject: RegExp): Promise<LocalMail> => {
    const [mail] = await eventually(
      () => mailsTo(address, subject),
      ({ length }) => length > 0,
    );
    if (mail === undefined) throw new Error(`No mail to ${address}`);
    return mail;
  };

  it('[PRT-15] [AUD-18] takes effect after approval through the link in the mail', async () => {
    const { former, customerId, sessionId, portal } = await newPortal();
    const address = await newMemberEmail();
    expect(await portal.post('/portal/customer', { email: address })).toMatchObject({ email: former, pending_email: address });
    expect((await customerOf(customerId)).email).toBe(former);
    const mailPortal = await portalFromMail(address);
    expect(await mailPortal.get('/portal/session')).toMatchObject({
      limited: true,
      can_approve_email: true,
      customer: { email: former, pending_email: address },
    });
    expect(await portal.get('/portal/session')).toMatchObject({ can_approve_email: false, customer: { pending_email: address } });
    expect(await mailPortal.post(APPROVE)).toMatchObject({ email: address, pending_email: null });
    expect((await customerOf(customerId)).email).toBe(address);
    const updates = (await eventsAbout(client, customerId, 2)).filter(({ type }) => type === 'customer.updated');
    expect(updates.map(({ previous_attributes: previous }) => previous)).toEqual([{ email: former }]);
    const [approved] = await client.list(`/v1/audit_logs?resource_id=${customerId}&action=customer.email_approved`);
    expect(approved).toMatchObject({ actor_type: 'portal_session' });
    const requests = await client.list(`/v1/audit_logs?actor_id=${sessionId}`);
    expect(requests.map(({ action }) => action)).toEqual(['customer.email_change_requested']);
    expect(JSON.stringify([requests, approved])).not.toContain(address);
  });

  it('is limited per address over all sessions: five requests, then one every four hours', async () => {
    const { subscriptionId, former, portal } = await newPortal();
    const secondToken = String((await openPortal(client, subscriptionId)).portal_token);
    const address = await newMemberEmail();
    const requestChange = (key: string, email = address) => api.send({ method: 'POST', path: '/portal/customer', key, body: { email } });
    for (let count = 0; count < 4; count += 1) expect((await requestChange(portal.key)).status).toBe(200);
    expect((await requestChange(secondToken)).status).toBe(200);
    // A change to the current address sends no mail, so it does not count.
    expect((await requestChange(secondToken, former)).status).toBe(200);
    const refused = await requestChange(secondToken, address.toUpperCase());
    expect(statusAndCode(refused)).toEqual([429, 'rate_limited']);
    expect(refused.error?.message).toMatch(/^Too many mails to this address\. Try again in 1\d{4} seconds\.$/);
    expect((await requestChange(secondToken, await newMemberEmail())).status).toBe(200);
  });

  it('is approved once by concurrent and repeated requests', async () => {
    const { customerId, portal } = await newPortal();
    const address = await newMemberEmail();
    await portal.post('/portal/customer', { email: address });
    const mailPortal = await portalFromMail(address);
    const answers = await Promise.all(Array.from({ length: 5 }, () => mailPortal.call('POST', APPROVE)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await mailPortal.post(APPROVE)).toMatchObject({ email: address });
    expect(await client.list(`/v1/audit_logs?resource_id=${customerId}&action=customer.email_approved`)).toHaveLength(1);
  });

  it('can be approved only through the link in the newest mail', async () => {
    const { customerId, former, portal } = await newPortal();
    const [first, second] = [await newMemberEmail(), await newMemberEmail()];
    await portal.post('/portal/customer', { email: first });
    const firstMailPortal = await portalFromMail(first);
    await portal.post('/portal/customer', { email: second });
    const withoutLink = await portal.call('POST', APPROVE);
    expect([statusAndCode(withoutLink), withoutLink.error?.reason]).toEqual([[409, 'state_conflict'], 'email_not_approvable']);
    const superseded = await firstMailPortal.call('POST', APPROVE);
    expect([statusAndCode(superseded), superseded.error?.reason]).toEqual([[401, 'invalid_api_key'], 'portal_session_revoked']);
    expect((await customerOf(customerId)).email).toBe(former);
    expect(await (await portalFromMail(second)).post(APPROVE)).toMatchObject({ email: second });
  });

  it('is dropped when the account sets an address, or the customer enters the current address', async () => {
    const { customerId, former, portal } = await newPortal();
    const [first, second] = [await newMemberEmail(), await newMemberEmail()];
    await portal.post('/portal/customer', { email: first });
    expect(await portal.post('/portal/customer', { email: former })).toMatchObject({ email: former, pending_email: null });
    await portal.post('/portal/customer', { email: second });
    // Wait for the mail before the change is dropped: the service composes no mail for a dropped change.
    const mailPortal = await portalFromMail(second);
    const newEmail = `${randomUUID()}@example.com`;
    await client.post(`/v1/customers/${customerId}`, { email: newEmail });
    const dropped = await mailPortal.call('POST', APPROVE);
    expect([statusAndCode(dropped), dropped.error?.reason]).toEqual([[401, 'invalid_api_key'], 'portal_session_revoked']);
    expect((await customerOf(customerId)).email).toBe(newEmail);
  });

  it('is announced to the former address, and revokes the portal links that were mailed there', async () => {
    const { customerId, subscriptionId, portal } = await newPortal();
    const [former, address] = [await newMemberEmail(), await newMemberEmail()];
    await client.post(`/v1/customers/${customerId}`, { email: former });
    await client.post('/v1/billing_portal/sessions', { ...portalBody(subscriptionId), deliver_email: true });
    const mailPortal = await portalFromMail(former, /^Manage your subscription with/);
    expect(await mailPortal.get('/portal/session')).toMatchObject({ customer: { email: former } });
    await portal.post('/portal/customer', { email: address });
    expect(await (await portalFromMail(address)).post(APPROVE)).toMatchObject({ email: address });
    const refused = await mailPortal.call('GET', '/portal/session');
    expect([statusAndCode(refused), refused.error?.reason]).toEqual([[401, 'invalid_api_key'], 'portal_session_revoked']);
    expect(await portal.get('/portal/session')).toMatchObject({ customer: { email: address } });
    const notice = await waitForMail(former, /^Your email address for/);
    expect(notice.text).not.toContain(address);
    expect(notice.text).not.toContain('/portal#');
  });

  it('can be requested at most five times a minute in one session', async () => {
    const { portal } = await newPortal();
    const requestChange = () =>
      api.send({ method: 'POST', path: '/portal/customer', key: portal.key, body: { email: `${randomUUID()}@example.com` } });
    const answers = await Promise.all(Array.from({ length: 7 }, requestChange));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });

  it('[CUS-20] is redacted by a purge', async () => {
    const { customerId, subscriptionId, paymentId, portal } = await newPortal();
    const address = await newMemberEmail();
    const headers = { 'idempotency-key': randomUUID() };
    await portal.call('POST', '/portal/customer', { email: address }, headers);
    const mailPortal = await portalFromMail(address);
    await client.post('/v1/refunds', { payment_id: paymentId });
    await eventually(
      () => client.get(`/v1/subscriptions/${subscriptionId}`),
      ({ status }) => status === 'canceled',
    );
    await client.post(`/v1/customers/${customerId}/purge`);
    expect((await mailPortal.call('POST', APPROVE)).status).toBe(401);
    expect(JSON.stringify(await client.list('/v1/events'))).not.toContain(address);
  });
});
