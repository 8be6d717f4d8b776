import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { apiOf, type Client } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { keyAt } from '../../support/fake-provider.ts';
import { type LocalMail, service } from '../../support/service.ts';
import { addMember, type ConsoleAnswer, clientOf, type MemberBrowser, signIn } from '../support/console.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const testService = service();
const { mails, mailsTo } = testService;
const OWNER = 'test@example.com';

let accountId: string;
let live: Client;
let test: Client;
let owner: MemberBrowser;

beforeAll(async () => {
  const account = await testService.createAccount();
  ({ accountId } = account);
  live = clientOf(testService, account.liveKey);
  test = clientOf(testService, account.testKey);
  owner = await signIn(testService, accountId, OWNER);
});

/** Waits for a mail to an address with a matching subject; returns all such mails. */
const waitForMails = (address: string, subject: RegExp): Promise<readonly LocalMail[]> =>
  eventually(
    () => mailsTo(address, subject),
    ({ length }) => length > 0,
  );

describe('the creator of an API key', () => {
  it('[KEY-10] is a member, a key or an operator', async () => {
    const [first] = (await live.list('/v1/api_keys')).slice(-1);
    expect(first?.['created_by']).toEqual({ type: 'operator_command', id: null });
    const byKey = await live.post('/v1/api_keys', { label: 'by a key' });
    expect(byKey.created_by).toEqual({ type: 'api_key', id: first?.id });
    const byMember = await owner.api('POST', '/v1/api_keys', { label: 'by a member' }, 'live');
    const { id } = owner.member;
    expect(byMember['created_by']).toEqual({ type: 'member', id });
    expect(await live.get(`/v1/api_keys/${String(byMember['id'])}`)).toMatchObject({ created_by: { type: 'member', id } });
  });
});

describe('the keys of a member', () => {
  const keysOf = async (id: string) => (await owner.call({ path: `members/${id}/api_keys` })).body['data'] as readonly { id: string }[];
  const remove = (id: string, keys: readonly string[]): Promise<ConsoleAnswer> =>
    owner.call({ method: 'DELETE', path: `members/${id}?revoke_api_keys=${keys.join(',')}` });
  const statusWith = async (secret: unknown): Promise<number> =>
    (await apiOf(testService.baseUrl).send({ method: 'GET', path: '/v1/products', key: String(secret) })).status;

  it('are listed for both modes, with the keys created by a key of the member, and can be revoked when the member is removed', async () => {
    const { email, id } = await addMember(owner, 'admin');
    const admin = await signIn(testService, accountId, email);
    const adminKey = await admin.api('POST', '/v1/api_keys', { label: 'own key' }, 'live');
    const createdByKey = await clientOf(testService, String(adminKey['secret'])).post('/v1/api_keys', { label: 'created by key' });
    const testKey = await admin.api('POST', '/v1/api_keys', {}, 'test');
    const revokedKey = await admin.api('POST', '/v1/api_keys', {}, 'test');
    await admin.api('POST', `/v1/api_keys/${String(revokedKey['id'])}/revoke`, undefined, 'test');
    expect((await keysOf(id)).map((key) => key.id)).toEqual([createdByKey.id, adminKey['id'], testKey['id']]);
    const removed = await remove(id, [String(adminKey['id']), createdByKey.id]);
    expect(removed.status).toBe(200);
    expect(JSON.stringify(removed.body)).not.toContain(email);
    expect(await Promise.all([adminKey['secret'], createdByKey.secret, testKey['secret']].map(statusWith))).toEqual([401, 401, 200]);
    const entries = await live.list(`/v1/audit_logs?action=api_key.revoked&resource_id=${String(adminKey['id'])}`);
    expect(entries).toMatchObject([{ actor_type: 'operator' }]);
    expect(await keysOf(id)).toHaveLength(1);
  });

  it('are not revoked if the member cannot be removed or a key is not the member’s', async () => {
    const { email, id } = await addMember(owner, 'admin');
    const admin = await signIn(testService, accountId, email);
    const adminKey = await admin.api('POST', '/v1/api_keys', {}, 'live');
    const ownersKey = await owner.api('POST', '/v1/api_keys', {}, 'live');
    const rejected = await remove(id, [String(adminKey['id']), String(ownersKey['id'])]);
    expect([rejected.status, rejected.error]).toMatchObject([400, { code: 'parameter_invalid', param: 'revoke_api_keys' }]);
    const { id: ownerId } = owner.member;
    expect((await remove(ownerId, [String(ownersKey['id'])])).error).toMatchObject({ code: 'state_conflict', reason: 'last_owner' });
    const path = `members/${ownerId}?revoke_api_keys=${String(ownersKey['id'])}`;
    expect((await admin.call({ method: 'DELETE', path })).error).toMatchObject({ reason: 'role_not_allowed' });
    expect((await remove(id, ['ak_1'])).error).toMatchObject({ code: 'parameter_invalid', param: 'revoke_api_keys' });
    expect(await Promise.all([adminKey['secret'], ownersKey['secret']].map(statusWith))).toEqual([200, 200]);
    const { email: viewerEmail } = await addMember(owner, 'viewer');
    const viewer = await signIn(testService, accountId, viewerEmail);
    expect((await viewer.call({ path: `members/${id}/api_keys` })).error).toMatchObject({ reason: 'role_not_allowed' });
  });
});

describe.runIf(mails !== null)('the owners', () => {
  /** The email address of an owner who is a member of no other account. */
  let watcher: string;
  beforeAll(async () => {
    watcher = (await addMember(owner, 'owner')).email;
  });

  it('get a mail about a new live key, without the secret, and about their own removal', async () => {
    const secondOwner = await addMember(owner, 'owner');
    const created = await live.post('/v1/api_keys', { label: `Reported ${randomUUID()}` });
    const label = new RegExp(String(created.label));
    for (const address of [OWNER, secondOwner.email]) {
      const keyMails = await eventually(
        async () => (await waitForMails(address, /^A live API key was created for Test$/)).filter(({ text }) => label.test(text)),
        (received) => received.length > 0,
      );
      expect(keyMails).toHaveLength(1);
      expect(keyMails[0]?.text).toContain(`Key: ${String(created.prefix)}…`);
      expect(keyMails[0]?.text).toMatch(/^By: API key svc_live_\w+… \(first key\)$/m);
      expect(keyMails[0]?.text).toContain(`${testService.baseUrl}/console`);
      expect(`${keyMails[0]?.text}${keyMails[0]?.html}`).not.toContain(String(created.secret));
    }
    await owner.call({ method: 'DELETE', path: `members/${secondOwner.id}` });
    const [removalMail] = await waitForMails(secondOwner.email, /was removed from Test$/);
    expect(removalMail?.subject).toBe(`${secondOwner.email} was removed from Test`);
    expect(removalMail?.text).toContain(`By: ${OWNER}`);
  });

  it('get a mail when a member becomes admin or is added as admin', async () => {
    const { email, id } = await addMember(owner, 'viewer');
    await owner.call({ method: 'POST', path: `members/${id}`, body: { role: 'admin' } });
    const [roleMail] = await waitForMails(watcher, new RegExp(`^The role of ${email} in Test was changed to admin$`));
    expect(roleMail?.text).toContain(`${email} is now admin of Test.`);
    const admin = await addMember(owner, 'admin');
    expect(await waitForMails(watcher, new RegExp(`^${admin.email} was added to Test as admin$`))).toHaveLength(1);
    expect(((await mails?.()) ?? []).filter(({ subject }) => subject.startsWith(`${email} was added`))).toEqual([]);
  });

  it('get a mail for each export by a member, and at most one mail a day for exports by a key', async () => {
    const mailsBy = async (by: RegExp) => (await mailsTo(watcher, /^The data of Test was exported$/)).filter(({ text }) => by.test(text));
    for (let count = 0; count < 3; count += 1) expect((await test.get('/v1/tenant/export')).object).toBe('tenant_export');
    for (let count = 0; count < 2; count += 1) {
      const { body } = await owner.call({ method: 'POST', path: 'exports', body: { mode: 'test' } });
      const answer = await fetch(`${testService.baseUrl}/v1/tenant/export`, {
        headers: { authorization: `Bearer ${String(body['token'])}` },
      });
      expect([answer.status, (await answer.text()).slice(0, 9)]).toEqual([200, '{"object"']);
    }
    const byMember = await eventually(
      () => mailsBy(new RegExp(`^By: ${OWNER}$`, 'm')),
      (received) => received.length >= 2,
    );
    expect(byMember).toHaveLength(2);
    expect(byMember[0]?.text).toContain('The catalogue, customers and billing records of Test in test mode were exported.');
    expect(await mailsBy(/^By: API key svc_test_/m)).toHaveLength(1);
  });

  it.runIf(testService.fakeProvider)('get a mail about a changed provider key, without the key', async () => {
    const key = keyAt('live', `reported${Date.now()}`, 1);
    expect((await live.call('POST', '/v1/tenant/provider_credential', { api_key: key })).status).toBe(200);
    const [providerMail] = await waitForMails(watcher, /^The payment provider account of Test was changed$/);
    expect(providerMail?.text).toContain('Payments in live mode now use another API key of the payment provider.');
    expect(`${providerMail?.text}${providerMail?.html}`).not.toContain(key);
  });
});
