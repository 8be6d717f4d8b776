import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { apiOf, type Client } from '../../scripts/support/api.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import { keyAt } from '../support/fake-provider.ts';
import { type LocalMail, service } from '../support/service.ts';
import { type ConsoleAnswer, clientOf, type MemberBrowser, signIn } from './support/console.ts';

/** Mail to the owners about what decides where money goes or who may act, and the keys of members. */

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const served = service();
const { mails } = served;
const OWNER = 'test@example.com';

let accountId: string;
let live: Client;
let test: Client;
let owner: MemberBrowser;

beforeAll(async () => {
  const account = await served.createAccount();
  ({ accountId } = account);
  live = clientOf(served, account.liveKey);
  test = clientOf(served, account.testKey);
  owner = await signIn(served, accountId, OWNER);
});

const someAddress = (): string => `member-${randomUUID()}@example.com`;

const addMember = async (role: string): Promise<{ readonly email: string; readonly id: string }> => {
  const email = someAddress();
  const { body } = await owner.call({ method: 'POST', path: 'members', body: { email, role } });
  const member = (body['data'] as readonly { readonly id: string; readonly email: string }[]).find((each) => each.email === email);
  return { email, id: member?.id ?? '' };
};

const mailsTo = async (address: string, subject: RegExp, count = 1): Promise<readonly LocalMail[]> =>
  eventually(
    async () => ((await mails?.()) ?? []).filter((mail) => mail.to === address && subject.test(mail.subject)),
    (seen) => seen.length >= count,
  );

describe('the creator of an API key', () => {
  it('[KEY-10] is shown: the member, the key or an operator', async () => {
    const [first] = (await live.list('/v1/api_keys')).slice(-1);
    expect(first?.['created_by']).toEqual({ type: 'operator_command', id: null });
    const byKey = await live.post('/v1/api_keys', { label: 'by a key' });
    expect(byKey.created_by).toEqual({ type: 'api_key', id: first?.id });
    const byMember = await owner.api('POST', '/v1/api_keys', { label: 'by a member' }, 'live');
    const { id } = owner.session['member'] as { readonly id: string };
    expect(byMember['created_by']).toEqual({ type: 'member', id });
    expect(await live.get(`/v1/api_keys/${String(byMember['id'])}`)).toMatchObject({ created_by: { type: 'member', id } });
  });
});

describe('the keys of a member', () => {
  const keysOf = async (id: string) => (await owner.call({ path: `members/${id}/api_keys` })).body['data'] as readonly { id: string }[];
  const remove = (id: string, keys: readonly string[]): Promise<ConsoleAnswer> =>
    owner.call({ method: 'DELETE', path: `members/${id}?revoke_api_keys=${keys.join(',')}` });
  const opens = async (secret: unknown): Promise<number> =>
    (await apiOf(served.baseUrl).send({ method: 'GET', path: '/v1/products', key: String(secret) })).status;

  it('are listed in both modes with those that were created with them, and revoked with the removal', async () => {
    const { email, id } = await addMember('admin');
    const admin = await signIn(served, accountId, email);
    const own = await admin.api('POST', '/v1/api_keys', { label: 'own' }, 'live');
    const below = await clientOf(served, String(own['secret'])).post('/v1/api_keys', { label: 'below' });
    const inTest = await admin.api('POST', '/v1/api_keys', {}, 'test');
    const gone = await admin.api('POST', '/v1/api_keys', {}, 'test');
    await admin.api('POST', `/v1/api_keys/${String(gone['id'])}/revoke`, undefined, 'test');
    expect((await keysOf(id)).map((key) => key.id)).toEqual([below.id, own['id'], inTest['id']]);
    const removed = await remove(id, [String(own['id']), below.id]);
    expect(removed.status).toBe(200);
    expect(JSON.stringify(removed.body)).not.toContain(email);
    expect(await Promise.all([own['secret'], below.secret, inTest['secret']].map(opens))).toEqual([401, 401, 200]);
    const entries = await live.list(`/v1/audit_logs?action=api_key.revoked&resource_id=${String(own['id'])}`);
    expect(entries).toMatchObject([{ actor_type: 'operator' }]);
    expect(await keysOf(id)).toHaveLength(1);
  });

  it('are revoked only where the member may be removed, and only the member’s', async () => {
    const { email, id } = await addMember('admin');
    const admin = await signIn(served, accountId, email);
    const own = await admin.api('POST', '/v1/api_keys', {}, 'live');
    const others = await owner.api('POST', '/v1/api_keys', {}, 'live');
    const foreign = await remove(id, [String(own['id']), String(others['id'])]);
    expect([foreign.status, foreign.error]).toMatchObject([400, { code: 'parameter_invalid', param: 'revoke_api_keys' }]);
    const { id: ownerId } = owner.session['member'] as { readonly id: string };
    expect((await remove(ownerId, [String(others['id'])])).error).toMatchObject({ code: 'state_conflict', reason: 'last_owner' });
    const path = `members/${ownerId}?revoke_api_keys=${String(others['id'])}`;
    expect((await admin.call({ method: 'DELETE', path })).error).toMatchObject({ reason: 'role_not_allowed' });
    expect((await remove(id, ['ak_1'])).error).toMatchObject({ code: 'parameter_invalid', param: 'revoke_api_keys' });
    expect(await Promise.all([own['secret'], others['secret']].map(opens))).toEqual([200, 200]);
    const { email: viewerEmail } = await addMember('viewer');
    const viewer = await signIn(served, accountId, viewerEmail);
    expect((await viewer.call({ path: `members/${id}/api_keys` })).error).toMatchObject({ reason: 'role_not_allowed' });
  });
});

describe.runIf(mails !== null)('the owners', () => {
  /** One who gets no mail of other accounts. */
  let watcher: string;
  beforeAll(async () => {
    watcher = (await addMember('owner')).email;
  });

  it('are notified of a live key by whomever, once each, and not what it is', async () => {
    const second = await addMember('owner');
    const created = await live.post('/v1/api_keys', { label: `Reported ${randomUUID()}` });
    const label = new RegExp(String(created.label));
    for (const address of [OWNER, second.email]) {
      const reported = await eventually(
        async () => (await mailsTo(address, /^A live API key was created for Test$/)).filter(({ text }) => label.test(text)),
        (seen) => seen.length > 0,
      );
      expect(reported).toHaveLength(1);
      expect(reported[0]?.text).toContain(`Key: ${String(created.prefix)}…`);
      expect(reported[0]?.text).toMatch(/^By: API key svc_live_\w+… \(first key\)$/m);
      expect(reported[0]?.text).toContain(`${served.baseUrl}/console`);
      expect(`${reported[0]?.text}${reported[0]?.html}`).not.toContain(String(created.secret));
    }
    await owner.call({ method: 'DELETE', path: `members/${second.id}` });
    const [left] = await mailsTo(second.email, /was removed from Test$/);
    expect(left?.subject).toBe(`${second.email} was removed from Test`);
    expect(left?.text).toContain(`By: ${OWNER}`);
  });

  it('are notified of a role from admin up', async () => {
    const { email, id } = await addMember('viewer');
    await owner.call({ method: 'POST', path: `members/${id}`, body: { role: 'admin' } });
    const [reported] = await mailsTo(watcher, new RegExp(`^The role of ${email} in Test was changed to admin$`));
    expect(reported?.text).toContain(`${email} is now admin of Test.`);
    const admin = await addMember('admin');
    expect(await mailsTo(watcher, new RegExp(`^${admin.email} was added to Test as admin$`))).toHaveLength(1);
    expect(((await mails?.()) ?? []).filter(({ subject }) => subject.startsWith(`${email} was added`))).toEqual([]);
  });

  it('are notified of each export by a member, and once a day of those of a key', async () => {
    const of = async (by: RegExp) => (await mailsTo(watcher, /^The data of Test was exported$/, 0)).filter(({ text }) => by.test(text));
    for (let count = 0; count < 3; count += 1) expect((await test.get('/v1/tenant/export')).object).toBe('tenant_export');
    for (let count = 0; count < 2; count += 1) {
      const { body } = await owner.call({ method: 'POST', path: 'exports', body: { mode: 'test' } });
      const answer = await fetch(`${served.baseUrl}/v1/tenant/export`, { headers: { authorization: `Bearer ${String(body['token'])}` } });
      expect([answer.status, (await answer.text()).slice(0, 9)]).toEqual([200, '{"object"']);
    }
    const byMember = await eventually(
      () => of(new RegExp(`^By: ${OWNER}$`, 'm')),
      (seen) => seen.length >= 2,
    );
    expect(byMember).toHaveLength(2);
    expect(byMember[0]?.text).toContain('Everything that Test has stored in test mode was exported.');
    expect(await of(/^By: API key svc_test_/m)).toHaveLength(1);
  });

  it.runIf(served.fakeProvider)('are notified of another key of the payment provider, and not which', async () => {
    const key = keyAt('live', `reported${Date.now()}`, 1);
    expect((await live.call('POST', '/v1/tenant/provider_credential', { api_key: key })).status).toBe(200);
    const [reported] = await mailsTo(watcher, /^The payment provider account of Test was changed$/);
    expect(reported?.text).toContain('Payments in live mode are now taken with another API key');
    expect(`${reported?.text}${reported?.html}`).not.toContain(key);
  });
});
