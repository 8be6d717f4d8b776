import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { loadOperations } from '../../shared/api/registry.ts';
import { service } from '../support/service.ts';
import { clientOf, cookieOf, MemberBrowser, openSession, send, signIn, signInToken } from './support/console.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const served = service();
const { baseUrl, createAccount } = served;
const OWNER = 'test@example.com';

let accountId: string;
let testKey: string;
let owner: MemberBrowser;

beforeAll(async () => {
  ({ accountId, testKey } = await createAccount());
  owner = await signIn(served, accountId, OWNER);
});

/** Every operation of the console that takes a session. */
const routes = (await loadOperations()).map(({ operation }) => operation).filter(({ auth }) => auth.kind === 'operator');
const callsOf = (path: string, method: string) => {
  const below = path
    .replace('/console/', '')
    .replace('{mode}', 'test')
    .replace('{path+}', 'v1/customers')
    .replace('{member_id}', `mem_${'0'.repeat(26)}`);
  return (method === 'ANY' ? ['GET', 'POST', 'DELETE'] : [method]).map((each) => ({ method: each, path: below }));
};
const CALLS = routes.flatMap(({ path, method }) => callsOf(path, method));

describe('signing in to the console', () => {
  it('[AUTH-19] opens a session by a link, which is notified of and kept in a cookie that no script reads', async () => {
    const answer = await openSession(baseUrl, await signInToken(served, accountId, OWNER));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      object: 'console.session',
      account: { id: accountId, name: 'Test', suspended: false },
      member: { id: expect.stringMatching(/^mem_/), object: 'console.member', created: expect.any(Number), email: OWNER, role: 'owner' },
      scopes: ['*'],
      csrf_token: expect.stringMatching(/^[0-9A-Za-z_-]{43}$/),
      expires_at: expect.any(Number),
    });
    const [ofSession, ofBrowser, ...others] = answer.headers.getSetCookie();
    expect(ofSession).toMatch(
      /^__Host-billing-console=acct_\w{26}\.svc_console_\w{38}; Max-Age=604800; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
    );
    expect(ofBrowser).toMatch(
      /^__Host-billing-console-known=[\w-]{22}\.[0-9a-f]{32}\.[0-9a-f]{64}; Max-Age=34560000; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
    );
    expect(others).toEqual([]);
    const opened = new MemberBrowser(baseUrl, cookieOf(answer), answer.body);
    expect((await opened.call({ path: 'session' })).body).toEqual(answer.body);
  });

  it('[AUD-07] [AUD-11] [EVT-73] is on record in both modes, once for each session, and no event', async () => {
    const account = await createAccount();
    const clients = [clientOf(served, account.testKey), clientOf(served, account.liveKey)];
    const token = await signInToken(served, account.accountId, OWNER);
    for (const status of [200, 401]) expect((await openSession(baseUrl, token)).status).toBe(status);
    const opened = await signIn(served, account.accountId, OWNER);
    for (const client of clients) {
      const entries = await client.list('/v1/audit_logs?action=console_session.opened');
      expect(entries).toHaveLength(2);
      const { id: memberId } = opened.session['member'] as { readonly id: string };
      for (const entry of entries) {
        expect(entry).toMatchObject({
          livemode: true,
          actor_type: 'operator',
          actor_id: memberId,
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

  it('uses a link up, also when many use it at once', async () => {
    const token = await signInToken(served, accountId, OWNER);
    const answers = await Promise.all(Array.from({ length: 8 }, () => openSession(baseUrl, token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(
      new Set(refused.map(({ status, error, headers }) => [status, error?.code, error?.reason, headers.get('set-cookie')].join())),
    ).toEqual(new Set(['401,authentication_required,sign_in_link_expired,']));
  });

  it('is refused with a token that is none, an API key and a session’s own token', async () => {
    const [, token = ''] = owner.cookie.split('.');
    for (const given of ['', 'nonsense', testKey, token]) expect((await openSession(baseUrl, given)).status).toBe(401);
    expect((await send(baseUrl, { method: 'POST', path: 'sessions', body: {} })).error).toMatchObject({
      code: 'parameter_missing',
      param: 'token',
    });
  });
});

describe('a page of another site', () => {
  it('signs nobody in', async () => {
    const token = await signInToken(served, accountId, OWNER);
    const foreign = { method: 'POST', path: 'sessions', body: { token }, headers: { origin: 'https://evil.example' } };
    const refused = await send(baseUrl, foreign);
    expect([refused.status, refused.error?.reason, refused.headers.get('set-cookie')]).toEqual([403, 'csrf_proof_missing', null]);
    const own = await send(baseUrl, { ...foreign, headers: { origin: new URL(baseUrl).origin } });
    expect(own.status).toBe(200);
  });
});

describe('every operation of the console', () => {
  it.each(CALLS)('[AUTH-19] takes a session and no API key: $method $path', async ({ method, path }) => {
    const credentials = [{}, { authorization: `Bearer ${testKey}` }, { cookie: `__Host-billing-console=${accountId}.${testKey}` }];
    for (const headers of credentials) {
      const { status, error } = await send(baseUrl, { method, path, headers });
      expect([status, error?.code]).toEqual([401, 'authentication_required']);
    }
  });

  it.each(CALLS.filter(({ method }) => method !== 'GET'))('changes nothing without the proof of its page: $method $path', async (call) => {
    const stranger = { 'x-csrf-token': 'é'.repeat(43) };
    for (const headers of [{ 'x-csrf-token': '' }, stranger, { origin: '' }, { origin: 'https://evil.example' }]) {
      const { status, error } = await owner.call({ ...call, headers });
      expect([status, error?.code, error?.reason]).toEqual([403, 'origin_access_denied', 'csrf_proof_missing']);
    }
    expect((await owner.call({ path: 'session' })).status).toBe(200);
  });
});

describe('a page whose browser has another session by now', () => {
  /** What the page of the one reads with the cookie of the other, which is the only one that the browser keeps. */
  const readWith = (cookieOwner: MemberBrowser, page: MemberBrowser, path: string) =>
    page.call({ path, headers: { cookie: cookieOwner.cookie } });

  it('[AUTH-19] is notified that its session is over, and reads nothing of the other', async () => {
    const other = await createAccount();
    const [stranger, again] = [await signIn(served, other.accountId, OWNER), await signIn(served, accountId, OWNER)];
    for (const { path } of CALLS.filter(({ method }) => method === 'GET')) {
      for (const now of [stranger, again]) {
        const { status, body, error } = await readWith(now, owner, path);
        expect([path, status, error?.code, error?.reason]).toEqual([path, 401, 'authentication_required', 'console_session_expired']);
        expect(Object.keys(body)).toEqual(['error']);
      }
    }
    // Nothing was used up of it, nor ended.
    for (const browser of [owner, stranger, again]) expect((await browser.call({ path: 'session' })).status).toBe(200);
  });

  it('is no reason to refuse what does not mention its page: a reload, the address of a document, an export with its own token', async () => {
    const plain = { 'x-csrf-token': '', origin: '' };
    for (const path of ['session', 'members', 'api/test/v1/customers']) {
      expect([path, (await owner.call({ path, headers: plain })).status]).toEqual([path, 200]);
    }
    const { body } = await owner.call({ method: 'POST', path: 'exports', body: { mode: 'test' } });
    const exported = await fetch(`${baseUrl}/v1/tenant/export`, { headers: { authorization: `Bearer ${String(body['token'])}` } });
    expect([200, 404]).toContain(exported.status);
    await exported.text();
  });
});

describe('a session of the console', () => {
  it('ends when its member signs out, and only that one', async () => {
    const [first, second] = [await signIn(served, accountId, OWNER), await signIn(served, accountId, OWNER)];
    const ended = await first.call({ method: 'DELETE', path: 'session' });
    expect([ended.status, ended.body]).toEqual([200, { object: 'console.session', ended: true }]);
    expect(ended.headers.get('set-cookie')).toMatch(/^__Host-billing-console=; Max-Age=0; /);
    const after = await first.call({ path: 'session' });
    expect([after.status, after.error?.reason]).toEqual([401, 'console_session_expired']);
    expect((await second.call({ path: 'session' })).status).toBe(200);
  });

  it('ends everywhere at once, which is on record and no event [AUD-07] [AUD-11] [EVT-73]', async () => {
    const account = await createAccount();
    const [first, second] = [await signIn(served, account.accountId, OWNER), await signIn(served, account.accountId, OWNER)];
    expect((await first.call({ method: 'POST', path: 'session/sign_out_everywhere' })).status).toBe(200);
    for (const browser of [first, second]) expect((await browser.call({ path: 'session' })).status).toBe(401);
    const client = clientOf(served, account.testKey);
    const [entry] = await client.list('/v1/audit_logs?action=team_member.signed_out_everywhere');
    const { id } = first.session['member'] as { readonly id: string };
    expect(entry).toMatchObject({ actor_type: 'operator', actor_id: id, resource_id: id, livemode: true });
    expect(await client.list('/v1/events')).toEqual([]);
  });

  it('is open that begins right after all others were ended, in the same second', async () => {
    const account = await createAccount();
    for (let times = 0; times < 4; times += 1) {
      const token = await signInToken(served, account.accountId, OWNER);
      const before = await signIn(served, account.accountId, OWNER);
      await before.call({ method: 'POST', path: 'session/sign_out_everywhere' });
      const opened = await openSession(baseUrl, token);
      const headers = { cookie: cookieOf(opened) };
      expect((await send(baseUrl, { path: 'session', headers })).status).toBe(200);
      expect((await before.call({ path: 'session' })).status).toBe(401);
    }
  });

  it('is of one account', async () => {
    const other = await createAccount();
    const [, token = ''] = owner.cookie.split('.');
    const moved = await send(baseUrl, { path: 'session', headers: { cookie: `__Host-billing-console=${other.accountId}.${token}` } });
    expect(moved.status).toBe(401);
  });
});

describe('the team in the console', () => {
  it('[AUD-07] [AUD-11] [EVT-73] is changed by its admins, each change on record and no event', async () => {
    const account = await createAccount();
    const boss = await signIn(served, account.accountId, OWNER);
    const email = `ada-${randomUUID()}@example.com`;
    const added = await boss.call({ method: 'POST', path: 'members', body: { email, role: 'support' } });
    const ada = (added.body['data'] as readonly { readonly id: string; readonly email: string }[]).find((each) => each.email === email);
    const browser = await signIn(served, account.accountId, email);
    expect(browser.session).toMatchObject({ member: { id: ada?.id, role: 'support' } });
    for (const call of [
      { method: 'POST', path: 'members', body: { email: 'eve@example.com', role: 'viewer' } },
      { method: 'POST', path: `members/${ada?.id}`, body: { role: 'owner' } },
      { method: 'DELETE', path: `members/${ada?.id}` },
    ]) {
      const { status, error } = await browser.call(call);
      expect([status, error?.code, error?.reason]).toEqual([403, 'insufficient_scope', 'role_not_allowed']);
    }
    await boss.call({ method: 'POST', path: `members/${ada?.id}`, body: { role: 'admin' } });
    expect((await browser.call({ path: 'session' })).body).toMatchObject({ member: { role: 'admin' }, scopes: ['*'] });
    const { id: bossId } = boss.session['member'] as { readonly id: string };
    const overOwner = await browser.call({ method: 'DELETE', path: `members/${bossId}` });
    expect([overOwner.status, overOwner.error?.reason]).toEqual([403, 'role_not_allowed']);
    const lastOwner = await boss.call({ method: 'POST', path: `members/${bossId}`, body: { role: 'viewer' } });
    expect([lastOwner.status, lastOwner.error?.reason]).toEqual([409, 'last_owner']);
    expect((await boss.call({ method: 'DELETE', path: `members/${ada?.id}` })).status).toBe(200);
    expect((await browser.call({ path: 'session' })).status).toBe(401);
    const client = clientOf(served, account.testKey);
    const entries = await client.list('/v1/audit_logs?resource_type=team_member');
    expect(entries.map(({ action, actor_type, actor_id }) => [action, actor_type, actor_id])).toEqual(
      ['removed', 'role_changed', 'added'].map((what) => [`team_member.${what}`, 'operator', bossId]),
    );
    expect(await client.list('/v1/events')).toEqual([]);
  });

  it('refuses what is no address and no role, naming the field', async () => {
    for (const [body, param] of [
      [{ email: 'nobody', role: 'viewer' }, 'email'],
      [{ email: 'a@example.com', role: 'boss' }, 'role'],
      [{ email: 'a@example.com', role: 'viewer', more: 1 }, 'more'],
    ] as const) {
      const { status, error } = await owner.call({ method: 'POST', path: 'members', body });
      expect([status, error?.param]).toEqual([400, param]);
    }
  });

  it('takes many in at once, each once', async () => {
    const account = await createAccount();
    const boss = await signIn(served, account.accountId, OWNER);
    const invite = (index: number) =>
      boss.call({ method: 'POST', path: 'members', body: { email: `m${index % 10}@example.com`, role: 'viewer' } });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => invite(index)));
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(9);
    const { data } = (await boss.call({ path: 'members' })).body as { readonly data: readonly { readonly email: string }[] };
    expect(data.map(({ email }) => email).sort()).toEqual([...Array.from({ length: 10 }, (_, index) => `m${index}@example.com`), OWNER]);
  });
});
