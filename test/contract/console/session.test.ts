import { beforeAll, describe, expect, it, vi } from 'vitest';
import { loadOperations } from '../../../shared/api/registry.ts';
import { service } from '../../support/service.ts';
import {
  addMember,
  clientOf,
  cookieOf,
  type Member,
  MemberBrowser,
  openMemberSession,
  sendConsoleRequest,
  signIn,
  signInToken,
} from '../support/console.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const testService = service();
const { baseUrl, createAccount } = testService;
const OWNER = 'test@example.com';

let accountId: string;
let testKey: string;
let owner: MemberBrowser;

beforeAll(async () => {
  ({ accountId, testKey } = await createAccount());
  owner = await signIn(testService, accountId, OWNER);
});

/** Console operations that require a session. */
const routes = (await loadOperations()).map(({ operation }) => operation).filter(({ auth }) => auth.kind === 'operator');
const callsOf = (path: string, method: string) => {
  const consolePath = path
    .replace('/console/', '')
    .replace('{mode}', 'test')
    .replace('{path+}', 'v1/customers')
    .replace('{member_id}', `mem_${'0'.repeat(26)}`);
  return (method === 'ANY' ? ['GET', 'POST', 'DELETE'] : [method]).map((each) => ({ method: each, path: consolePath }));
};
const CALLS = routes.flatMap(({ path, method }) => callsOf(path, method));

describe('signing in to the console', () => {
  it('ends the invitations of twenty members who sign in concurrently for the first time', async () => {
    const { accountId: id } = await testService.createAccount();
    const owner = await signIn(testService, id, OWNER);
    const emails = Array.from({ length: 20 }, (_none, index) => `invited-${index}@example.com`);
    for (const email of emails) await owner.call({ method: 'POST', path: 'members', body: { email, role: 'viewer' } });
    const invitedCount = async (): Promise<number> =>
      ((await owner.call({ path: 'members' })).body['data'] as readonly Member[]).filter(({ invited }) => invited).length;
    expect(await invitedCount()).toBe(20);
    const sessions = await Promise.all(emails.map((email) => signIn(testService, id, email)));
    expect((await Promise.all(sessions.map((browser) => browser.call({ path: 'session' })))).map(({ status }) => status)).toEqual(
      Array(20).fill(200),
    );
    expect(await invitedCount()).toBe(0);
  });

  it('[AUTH-19] opens a session with a link, and sets an HttpOnly cookie', async () => {
    const answer = await openMemberSession(baseUrl, await signInToken(testService, accountId, OWNER));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      object: 'console.session',
      account: { id: accountId, name: 'Test', suspended: false },
      member: {
        id: expect.stringMatching(/^mem_/),
        object: 'console.member',
        created: expect.any(Number),
        email: OWNER,
        role: 'owner',
        invited: false,
      },
      scopes: ['*'],
      csrf_token: expect.stringMatching(/^[0-9A-Za-z_-]{43}$/),
      expires_at: expect.any(Number),
    });
    const [sessionCookie, knownBrowserCookie, ...others] = answer.headers.getSetCookie();
    expect(sessionCookie).toMatch(
      /^__Host-billing-console=acct_\w{26}\.svc_console_\w{38}; Max-Age=604800; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
    );
    expect(knownBrowserCookie).toMatch(
      /^__Host-billing-console-known=[\w-]{22}\.[0-9a-f]{32}\.[0-9a-f]{64}; Max-Age=34560000; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
    );
    expect(others).toEqual([]);
    const browser = new MemberBrowser(baseUrl, cookieOf(answer), answer.body);
    expect((await browser.call({ path: 'session' })).body).toEqual(answer.body);
  });

  it('[AUD-07] [AUD-11] [EVT-73] records one audit entry per session, visible in both modes, and no event', async () => {
    const account = await createAccount();
    const clients = [clientOf(testService, account.testKey), clientOf(testService, account.liveKey)];
    const token = await signInToken(testService, account.accountId, OWNER);
    for (const status of [200, 401]) expect((await openMemberSession(baseUrl, token)).status).toBe(status);
    const browser = await signIn(testService, account.accountId, OWNER);
    for (const client of clients) {
      const entries = await client.list('/v1/audit_logs?action=console_session.opened');
      expect(entries).toHaveLength(2);
      for (const entry of entries) {
        expect(entry).toMatchObject({
          livemode: true,
          actor_type: 'operator',
          actor_id: browser.member.id,
          resource_type: 'console_session',
          resource_id: expect.stringMatching(/^cons_/),
          metadata: { signed_in_by: 'link' },
          ip_address: expect.any(String),
        });
      }
      expect(new Set(entries.map((entry) => entry['resource_id'])).size).toBe(2);
      expect(await client.list('/v1/events')).toEqual([]);
    }
  });

  it('accepts a link once, even for concurrent requests', async () => {
    const token = await signInToken(testService, accountId, OWNER);
    const answers = await Promise.all(Array.from({ length: 8 }, () => openMemberSession(baseUrl, token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(
      new Set(refused.map(({ status, error, headers }) => [status, error?.code, error?.reason, headers.get('set-cookie')].join())),
    ).toEqual(new Set(['401,authentication_required,sign_in_link_expired,']));
  });

  it('is rejected with an invalid token, an API key or a session token', async () => {
    const [, token = ''] = owner.cookie.split('.');
    for (const invalidToken of ['', 'nonsense', testKey, token]) expect((await openMemberSession(baseUrl, invalidToken)).status).toBe(401);
    expect((await sendConsoleRequest(baseUrl, { method: 'POST', path: 'sessions', body: {} })).error).toMatchObject({
      code: 'parameter_missing',
      param: 'token',
    });
  });
});

describe('a request from another origin', () => {
  it('cannot sign in', async () => {
    const token = await signInToken(testService, accountId, OWNER);
    const foreignCall = { method: 'POST', path: 'sessions', body: { token }, headers: { origin: 'https://evil.example' } };
    const refused = await sendConsoleRequest(baseUrl, foreignCall);
    expect([refused.status, refused.error?.reason, refused.headers.get('set-cookie')]).toEqual([403, 'csrf_proof_missing', null]);
    const sameOrigin = await sendConsoleRequest(baseUrl, { ...foreignCall, headers: { origin: new URL(baseUrl).origin } });
    expect(sameOrigin.status).toBe(200);
  });
});

describe('every operation of the console', () => {
  it.each(CALLS)('[AUTH-19] requires a session and rejects API keys: $method $path', async ({ method, path }) => {
    const credentials = [{}, { authorization: `Bearer ${testKey}` }, { cookie: `__Host-billing-console=${accountId}.${testKey}` }];
    for (const headers of credentials) {
      const { status, error } = await sendConsoleRequest(baseUrl, { method, path, headers });
      expect([status, error?.code]).toEqual([401, 'authentication_required']);
    }
  });

  it.each(CALLS.filter(({ method }) => method !== 'GET'))('requires a valid origin and CSRF token: $method $path', async (call) => {
    const wrongToken = { 'x-csrf-token': 'é'.repeat(43) };
    for (const headers of [{ 'x-csrf-token': '' }, wrongToken, { origin: '' }, { origin: 'https://evil.example' }]) {
      const { status, error } = await owner.call({ ...call, headers });
      expect([status, error?.code, error?.reason]).toEqual([403, 'origin_access_denied', 'csrf_proof_missing']);
    }
    expect((await owner.call({ path: 'session' })).status).toBe(200);
  });
});

describe('a console page after another sign-in in the same browser', () => {
  /** Sends a GET with the page's CSRF token and the cookie of the later session. */
  const readWith = (laterSession: MemberBrowser, page: MemberBrowser, path: string) =>
    page.call({ path, headers: { cookie: laterSession.cookie } });

  it('[AUTH-19] gets console_session_expired and cannot read with the later session', async () => {
    const other = await createAccount();
    const [otherMember, sameMember] = [await signIn(testService, other.accountId, OWNER), await signIn(testService, accountId, OWNER)];
    for (const { path } of CALLS.filter(({ method }) => method === 'GET')) {
      for (const laterSession of [otherMember, sameMember]) {
        const { status, body, error } = await readWith(laterSession, owner, path);
        expect([path, status, error?.code, error?.reason]).toEqual([path, 401, 'authentication_required', 'console_session_expired']);
        expect(Object.keys(body)).toEqual(['error']);
      }
    }
    // All sessions stay valid.
    for (const browser of [owner, otherMember, sameMember]) expect((await browser.call({ path: 'session' })).status).toBe(200);
  });
});

describe('a console request without a CSRF token', () => {
  it('can read, for example to reload a page or to open a document; an export is downloaded with a separate token', async () => {
    const withoutToken = { 'x-csrf-token': '', origin: '' };
    for (const path of ['session', 'members', 'api/test/v1/customers']) {
      expect([path, (await owner.call({ path, headers: withoutToken })).status]).toEqual([path, 200]);
    }
    const { body } = await owner.call({ method: 'POST', path: 'exports', body: { mode: 'test' } });
    const exported = await fetch(`${baseUrl}/v1/tenant/export`, { headers: { authorization: `Bearer ${String(body['token'])}` } });
    // 404 if the service runs without the stream process, which serves exports.
    expect([200, 404]).toContain(exported.status);
    await exported.text();
  });
});

describe('a session of the console', () => {
  it('ends when its member signs out; other sessions stay open', async () => {
    const [first, second] = [await signIn(testService, accountId, OWNER), await signIn(testService, accountId, OWNER)];
    const ended = await first.call({ method: 'DELETE', path: 'session' });
    expect([ended.status, ended.body]).toEqual([200, { object: 'console.session', ended: true }]);
    expect(ended.headers.get('set-cookie')).toMatch(/^__Host-billing-console=; Max-Age=0; /);
    const afterSignOut = await first.call({ path: 'session' });
    expect([afterSignOut.status, afterSignOut.error?.reason]).toEqual([401, 'console_session_expired']);
    expect((await second.call({ path: 'session' })).status).toBe(200);
  });

  it('[AUD-07] [AUD-11] [EVT-73] ends when the member signs out everywhere, with an audit entry and no event', async () => {
    const account = await createAccount();
    const [first, second] = [await signIn(testService, account.accountId, OWNER), await signIn(testService, account.accountId, OWNER)];
    expect((await first.call({ method: 'POST', path: 'session/sign_out_everywhere' })).status).toBe(200);
    for (const browser of [first, second]) expect((await browser.call({ path: 'session' })).status).toBe(401);
    const client = clientOf(testService, account.testKey);
    const [entry] = await client.list('/v1/audit_logs?action=team_member.signed_out_everywhere');
    const { id } = first.member;
    expect(entry).toMatchObject({ actor_type: 'operator', actor_id: id, resource_id: id, livemode: true });
    for (const key of [account.testKey, account.liveKey]) expect(await clientOf(testService, key).list('/v1/events')).toEqual([]);
  });

  it('stays open if it begins right after sign_out_everywhere, in the same second', async () => {
    const account = await createAccount();
    // Several attempts, because a second can end between the two requests.
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const token = await signInToken(testService, account.accountId, OWNER);
      const previousSession = await signIn(testService, account.accountId, OWNER);
      await previousSession.call({ method: 'POST', path: 'session/sign_out_everywhere' });
      const answer = await openMemberSession(baseUrl, token);
      const headers = { cookie: cookieOf(answer) };
      expect((await sendConsoleRequest(baseUrl, { path: 'session', headers })).status).toBe(200);
      expect((await previousSession.call({ path: 'session' })).status).toBe(401);
    }
  });

  it('does not give access to other accounts of the member', async () => {
    const other = await createAccount();
    const [, token = ''] = owner.cookie.split('.');
    const answer = await sendConsoleRequest(baseUrl, {
      path: 'session',
      headers: { cookie: `__Host-billing-console=${other.accountId}.${token}` },
    });
    expect(answer.status).toBe(401);
  });
});

describe('the members of an account', () => {
  it('[AUD-07] [AUD-11] [EVT-73] cannot be changed by `support`; admins cannot change owners; changes get only audit entries', async () => {
    const account = await createAccount();
    const owner = await signIn(testService, account.accountId, OWNER);
    const ada = await addMember(owner, 'support');
    const browser = await signIn(testService, account.accountId, ada.email);
    expect(browser.session).toMatchObject({ member: { id: ada.id, role: 'support' } });
    for (const call of [
      { method: 'POST', path: 'members', body: { email: 'eve@example.com', role: 'viewer' } },
      { method: 'POST', path: `members/${ada.id}`, body: { role: 'owner' } },
      { method: 'DELETE', path: `members/${ada.id}` },
    ]) {
      const { status, error } = await browser.call(call);
      expect([status, error?.code, error?.reason]).toEqual([403, 'insufficient_scope', 'role_not_allowed']);
    }
    await owner.call({ method: 'POST', path: `members/${ada.id}`, body: { role: 'admin' } });
    expect((await browser.call({ path: 'session' })).body).toMatchObject({ member: { role: 'admin' }, scopes: ['*'] });
    const { id: ownerId } = owner.member;
    const ownerRemoval = await browser.call({ method: 'DELETE', path: `members/${ownerId}` });
    expect([ownerRemoval.status, ownerRemoval.error?.reason]).toEqual([403, 'role_not_allowed']);
    const ownerDemotion = await owner.call({ method: 'POST', path: `members/${ownerId}`, body: { role: 'viewer' } });
    expect([ownerDemotion.status, ownerDemotion.error?.reason]).toEqual([409, 'last_owner']);
    expect((await owner.call({ method: 'DELETE', path: `members/${ada.id}` })).status).toBe(200);
    expect((await browser.call({ path: 'session' })).status).toBe(401);
    const client = clientOf(testService, account.testKey);
    const entries = await client.list('/v1/audit_logs?resource_type=team_member');
    expect(entries.map(({ action, actor_type, actor_id }) => [action, actor_type, actor_id])).toEqual(
      ['removed', 'role_changed', 'added'].map((what) => [`team_member.${what}`, 'operator', ownerId]),
    );
    for (const key of [account.testKey, account.liveKey]) expect(await clientOf(testService, key).list('/v1/events')).toEqual([]);
  });

  it('are not added with an invalid or unknown field, which `param` names', async () => {
    for (const [body, param] of [
      [{ email: 'nobody', role: 'viewer' }, 'email'],
      [{ email: 'a@example.com', role: 'boss' }, 'role'],
      [{ email: 'a@example.com', role: 'viewer', more: 1 }, 'more'],
    ] as const) {
      const { status, error } = await owner.call({ method: 'POST', path: 'members', body });
      expect([status, error?.param]).toEqual([400, param]);
    }
  });

  it('are each added once, even by concurrent requests with the same address', async () => {
    const account = await createAccount();
    const owner = await signIn(testService, account.accountId, OWNER);
    const invite = (index: number) =>
      owner.call({ method: 'POST', path: 'members', body: { email: `m${index % 10}@example.com`, role: 'viewer' } });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => invite(index)));
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(9);
    const { data } = (await owner.call({ path: 'members' })).body as { readonly data: readonly { readonly email: string }[] };
    expect(data.map(({ email }) => email).sort()).toEqual([...Array.from({ length: 10 }, (_, index) => `m${index}@example.com`), OWNER]);
  });
});
