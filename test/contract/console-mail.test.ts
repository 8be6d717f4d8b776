import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../scripts/support/waiting.ts';
import { type LocalMail, service } from '../support/service.ts';
import { cookieOf, type MemberBrowser, send, signIn } from './support/console.ts';

/** Signing in by mail, and being invited by it. */

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const served = service();
const { baseUrl, mails } = served;
const origin = new URL(baseUrl).origin;

let accountId: string;
let owner: MemberBrowser;

beforeAll(async () => {
  ({ accountId } = await served.createAccount());
  owner = await signIn(served, accountId, 'test@example.com');
});

const someAddress = (): string => `member-${randomUUID()}@example.com`;

const newMember = async (role = 'support'): Promise<string> => {
  const email = someAddress();
  expect((await owner.call({ method: 'POST', path: 'members', body: { email, role } })).status).toBe(200);
  return email;
};

const ask = (email: string, headers: Readonly<Record<string, string>> = { origin }) =>
  send(baseUrl, { method: 'POST', path: 'sign_in_links', body: { email }, headers });

const open = (token: string, cookie = '') =>
  send(baseUrl, { method: 'POST', path: 'sessions', body: { token }, headers: { origin, ...(cookie === '' ? {} : { cookie }) } });

const mailsTo = async (address: string, subject: RegExp, count: number): Promise<readonly LocalMail[]> => {
  const look = async () => ((await mails?.()) ?? []).filter((mail) => mail.to === address && subject.test(mail.subject));
  return eventually(look, (seen) => seen.length >= count);
};

const SIGN_IN = /^Sign in to the console/;
const tokenIn = ({ text }: LocalMail): string => /\/console#sign-in=(svc_signin_\w+)/.exec(text)?.[1] ?? '';

describe.runIf(mails !== null)('a link of sign-in by mail', () => {
  it('[AUTH-19] signs in once, and only the browser that asked for it', async () => {
    const email = await newMember();
    const asked = await ask(email.toUpperCase());
    expect(asked.body).toEqual({ object: 'console.sign_in_link', expires_at: expect.any(Number) });
    expect(asked.headers.get('set-cookie')).toMatch(
      /^__Host-billing-console-asked=[\w-]{43}; Max-Age=900; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
    );
    const [mail] = await mailsTo(email, SIGN_IN, 1);
    const token = tokenIn(mail as LocalMail);
    const another = cookieOf(await ask(someAddress()));
    for (const cookie of ['', another]) {
      expect(await open(token, cookie)).toMatchObject({
        status: 401,
        error: { code: 'authentication_required', reason: 'sign_in_link_elsewhere' },
      });
    }
    const opened = await open(token, cookieOf(asked));
    expect([opened.status, opened.body['member']]).toMatchObject([200, { email, role: 'support' }]);
    expect((await open(token, cookieOf(asked))).error?.reason).toBe('sign_in_link_expired');
  });

  it('leaves each link good where a browser asked twice', async () => {
    const email = await newMember();
    const cookie = cookieOf(await ask(email));
    expect(cookieOf(await ask(email, { origin, cookie }))).toBe(cookie);
    const tokens = (await mailsTo(email, SIGN_IN, 2)).map(tokenIn);
    expect(new Set(tokens).size).toBe(2);
    for (const token of tokens) expect((await open(token, cookie)).status).toBe(200);
  });

  it('comes once for each account of the member, and not from one that the member left', async () => {
    const second = await served.createAccount();
    const other = await signIn(served, second.accountId, 'test@example.com');
    const email = await newMember();
    await other.call({ method: 'POST', path: 'members', body: { email, role: 'viewer' } });
    const cookie = cookieOf(await ask(email));
    const tokens = (await mailsTo(email, SIGN_IN, 2)).map(tokenIn);
    const opened = await Promise.all(tokens.map((token) => open(token, cookie)));
    expect(new Set(opened.map(({ body }) => (body['account'] as { readonly id: string }).id))).toEqual(
      new Set([accountId, second.accountId]),
    );
    expect((await owner.call({ method: 'DELETE', path: `members/${encodeURIComponent(await memberId(email))}` })).status).toBe(200);
    await ask(email, { origin, cookie });
    await mailsTo(email, SIGN_IN, 3);
    // Anyone who is polled it has mail, so what was asked before had its chance.
    const last = await newMember();
    await ask(last);
    await mailsTo(last, SIGN_IN, 1);
    expect(await mailsTo(email, SIGN_IN, 3)).toHaveLength(3);
  });

  it('is answered alike for who is nobody’s member', async () => {
    const [known, unknown] = [await ask(await newMember()), await ask(someAddress())];
    expect([unknown.status, Object.keys(unknown.body), cookieOf(unknown).length]).toEqual([
      known.status,
      Object.keys(known.body),
      cookieOf(known).length,
    ]);
  });

  it('is not asked for by a page of another site, nor for what is no address', async () => {
    expect((await ask(someAddress(), { origin: 'https://evil.example' })).error).toMatchObject({
      code: 'origin_access_denied',
      reason: 'csrf_proof_missing',
    });
    expect((await ask('nonsense')).error).toMatchObject({ param: 'email' });
  });
});

const memberId = async (email: string): Promise<string> => {
  const { body } = await owner.call({ path: 'members' });
  const found = (body['data'] as readonly { readonly id: string; readonly email: string }[]).find((member) => member.email === email);
  return found?.id ?? '';
};

describe.runIf(mails !== null)('an invitation', () => {
  it('[AUD-07] tells who joined, by whom, once, and lets nobody in on its own', async () => {
    const email = someAddress();
    const invite = () => owner.call({ method: 'POST', path: 'members', body: { email, role: 'viewer' } });
    await Promise.all([invite(), invite(), invite()]);
    await invite();
    const [mail] = await mailsTo(email, /^You are invited/, 1);
    expect(mail?.text).toContain('test@example.com has added you to the account of Test as viewer.');
    expect(mail?.text).toContain(`${baseUrl}/console`);
    expect(mail?.text).not.toContain('sign-in=');
    await ask(email);
    await mailsTo(email, SIGN_IN, 1);
    expect(await mailsTo(email, /^You are invited/, 1)).toHaveLength(1);
  });

  it('[AUD-07] is sent to one address by one account five times, and then every four hours, no matter who comes and goes', async () => {
    const others = [await served.createAccount(), await served.createAccount()];
    const [other, third] = await Promise.all(others.map((each) => signIn(served, each.accountId, 'test@example.com')));
    const email = someAddress();
    const invite = (browser: MemberBrowser | undefined, address = email) =>
      (browser as MemberBrowser).call({ method: 'POST', path: 'members', body: { email: address, role: 'viewer' } });
    /** Invites and removes so often, from each account. */
    const inviteTo = async (browser: MemberBrowser | undefined) => {
      for (let count = 0; count < 5; count += 1) {
        expect((await invite(browser, count % 2 === 0 ? email : email.toUpperCase())).status).toBe(200);
        const { body } = await (browser as MemberBrowser).call({ path: 'members' });
        const found = (body['data'] as readonly { readonly id: string; readonly email: string }[]).at(-1);
        expect((await (browser as MemberBrowser).call({ method: 'DELETE', path: `members/${found?.id}` })).status).toBe(200);
      }
    };
    const refusedTo = async (browser: MemberBrowser | undefined, least: number) => {
      const refused = await invite(browser);
      expect([refused.status, refused.error?.code]).toEqual([429, 'rate_limited']);
      const seconds = Number(refused.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(least);
      expect(refused.error?.message).toBe(`Too many invitations. Try again in ${seconds} seconds.`);
    };
    await inviteTo(owner);
    await refusedTo(owner, 14_000);
    await inviteTo(other);
    await refusedTo(third, 7000);
    expect((await invite(owner, someAddress())).status).toBe(200);
  });

  it('is sent by one account fifty times, and then once a minute; who is a member already costs none', async () => {
    const { accountId: id } = await served.createAccount();
    const boss = await signIn(served, id, 'test@example.com');
    const invite = (email: string) => boss.call({ method: 'POST', path: 'members', body: { email, role: 'viewer' } });
    const known = someAddress();
    const addresses = [known, ...Array.from({ length: 49 }, someAddress)];
    for (const email of addresses) expect((await invite(email)).status).toBe(200);
    // A state machine that is slow may have waited a minute for them.
    const later = await eventually(
      () => invite(someAddress()),
      ({ status }) => status !== 200,
    );
    expect([later.status, later.error?.message]).toEqual([
      429,
      expect.stringMatching(/^Too many invitations\. Try again in \d+ seconds\.$/),
    ]);
    expect(Number(later.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    const again = await eventually(
      () => invite(known),
      ({ status }) => status !== 429,
    );
    expect(again.status).toBe(200);
  });
});
