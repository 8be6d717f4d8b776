import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../scripts/support/waiting.ts';
import { type LocalMail, service } from '../../support/service.ts';
import { addMember, cookieOf, type Member, type MemberBrowser, sendConsoleRequest, signIn } from '../support/console.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const testService = service();
const { baseUrl, mails, mailsTo } = testService;
const origin = new URL(baseUrl).origin;

let accountId: string;
let owner: MemberBrowser;

beforeAll(async () => {
  ({ accountId } = await testService.createAccount());
  owner = await signIn(testService, accountId, 'test@example.com');
});

const newAddress = (): string => `member-${randomUUID()}@example.com`;

const newMember = (): Promise<Member> => addMember(owner, 'support');

const requestLink = (email: string, headers: Readonly<Record<string, string>> = { origin }) =>
  sendConsoleRequest(baseUrl, { method: 'POST', path: 'sign_in_links', body: { email }, headers });

const openLink = (token: string, cookie = '') =>
  sendConsoleRequest(baseUrl, {
    method: 'POST',
    path: 'sessions',
    body: { token },
    headers: { origin, ...(cookie === '' ? {} : { cookie }) },
  });

/** Waits for at least `count` mails to an address with a matching subject. */
const waitForMails = (address: string, subject: RegExp, count: number): Promise<readonly LocalMail[]> =>
  eventually(
    () => mailsTo(address, subject),
    ({ length }) => length >= count,
  );

const SIGN_IN = /^Sign in to the console/;
const INVITED = /^You are invited/;
const tokenIn = ({ text }: LocalMail): string => /\/console#sign-in=(svc_signin_\w+)/.exec(text)?.[1] ?? '';

describe.runIf(mails !== null)('a sign-in link by email', () => {
  it('[AUTH-19] signs in once, only in the browser that requested it', async () => {
    const { email } = await newMember();
    const linkRequest = await requestLink(email.toUpperCase());
    expect(linkRequest.body).toEqual({ object: 'console.sign_in_link', expires_at: expect.any(Number) });
    expect(linkRequest.headers.get('set-cookie')).toMatch(
      /^__Host-billing-console-asked=[\w-]{43}; Max-Age=900; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
    );
    const [mail] = await waitForMails(email, SIGN_IN, 1);
    const token = tokenIn(mail as LocalMail);
    const otherCookie = cookieOf(await requestLink(newAddress()));
    for (const cookie of ['', otherCookie]) {
      expect(await openLink(token, cookie)).toMatchObject({
        status: 401,
        error: { code: 'authentication_required', reason: 'sign_in_link_elsewhere' },
      });
    }
    const answer = await openLink(token, cookieOf(linkRequest));
    expect([answer.status, answer.body['member']]).toMatchObject([200, { email, role: 'support' }]);
    expect((await openLink(token, cookieOf(linkRequest))).error?.reason).toBe('sign_in_link_expired');
  });

  it('stays valid when the same browser requests a second link', async () => {
    const { email } = await newMember();
    const cookie = cookieOf(await requestLink(email));
    expect(cookieOf(await requestLink(email, { origin, cookie }))).toBe(cookie);
    const tokens = (await waitForMails(email, SIGN_IN, 2)).map(tokenIn);
    expect(new Set(tokens).size).toBe(2);
    for (const token of tokens) expect((await openLink(token, cookie)).status).toBe(200);
  });

  it('is sent for each account of the member, but not for an account from which the member was removed', async () => {
    const second = await testService.createAccount();
    const secondOwner = await signIn(testService, second.accountId, 'test@example.com');
    const { id: memberId, email } = await newMember();
    await addMember(secondOwner, 'viewer', email);
    const cookie = cookieOf(await requestLink(email));
    const tokens = (await waitForMails(email, SIGN_IN, 2)).map(tokenIn);
    const answers = await Promise.all(tokens.map((token) => openLink(token, cookie)));
    expect(new Set(answers.map(({ body }) => (body['account'] as { readonly id: string }).id))).toEqual(
      new Set([accountId, second.accountId]),
    );
    expect((await owner.call({ method: 'DELETE', path: `members/${memberId}` })).status).toBe(200);
    await requestLink(email, { origin, cookie });
    await waitForMails(email, SIGN_IN, 3);
    // A fourth mail, for the account from which the member was removed, would arrive before the mail of a later request.
    const { email: lastAddress } = await newMember();
    await requestLink(lastAddress);
    await waitForMails(lastAddress, SIGN_IN, 1);
    expect(await waitForMails(email, SIGN_IN, 3)).toHaveLength(3);
  });

  it('can be requested for an unknown address, with the same answer as for a member', async () => {
    const [memberAnswer, unknownAnswer] = [await requestLink((await newMember()).email), await requestLink(newAddress())];
    expect([unknownAnswer.status, Object.keys(unknownAnswer.body), cookieOf(unknownAnswer).length]).toEqual([
      memberAnswer.status,
      Object.keys(memberAnswer.body),
      cookieOf(memberAnswer).length,
    ]);
  });

  it('is not sent for a request from another origin or an invalid address', async () => {
    expect((await requestLink(newAddress(), { origin: 'https://evil.example' })).error).toMatchObject({
      code: 'origin_access_denied',
      reason: 'csrf_proof_missing',
    });
    expect((await requestLink('nonsense')).error).toMatchObject({ param: 'email' });
  });
});

describe.runIf(mails !== null)('an invitation', () => {
  it('is sent once, names the inviting member and contains no sign-in link', async () => {
    const email = newAddress();
    const invite = () => owner.call({ method: 'POST', path: 'members', body: { email, role: 'viewer' } });
    await Promise.all([invite(), invite(), invite()]);
    await invite();
    const [mail] = await waitForMails(email, INVITED, 1);
    expect(mail?.text).toContain('test@example.com added you to the account of Test as viewer.');
    expect(mail?.text).toContain(`${baseUrl}/console`);
    expect(mail?.text).not.toContain('sign-in=');
    await requestLink(email);
    await waitForMails(email, SIGN_IN, 1);
    expect(await waitForMails(email, INVITED, 1)).toHaveLength(1);
  });

  it('is sent again on request until the member has signed in', async () => {
    const email = newAddress();
    const invite = async (fields = {}) => {
      const { status, body } = await owner.call({ method: 'POST', path: 'members', body: { email, role: 'viewer', ...fields } });
      const member = ((body['data'] ?? []) as readonly Member[]).find((each) => each.email === email);
      return [status, member?.invited];
    };
    expect(await invite()).toEqual([200, true]);
    await waitForMails(email, INVITED, 1);
    // At most one invitation per second is sent, so that a double click does not send two.
    await eventually(
      async () => {
        await invite({ send_again: true });
        return mailsTo(email, INVITED);
      },
      (mails) => mails.length > 1,
    );
    expect(await invite({ send_again: true, role: 'admin' })).toEqual([409, undefined]);
    await signIn(testService, accountId, email);
    /** Counts the invitations that were sent. First invites another member and waits for that mail, so that all earlier mails are sent. */
    const countInvitations = async () => {
      const another = newAddress();
      await invite({ email: another });
      await waitForMails(another, INVITED, 1);
      return (await mailsTo(email, INVITED)).length;
    };
    const countBefore = await countInvitations();
    expect(await invite({ send_again: true })).toEqual([200, false]);
    expect(await countInvitations()).toBe(countBefore);
  });

  it('is sent to one address at most five times per account, then once in four hours', async () => {
    const otherAccounts = [await testService.createAccount(), await testService.createAccount()];
    const signedIn = await Promise.all(otherAccounts.map((each) => signIn(testService, each.accountId, 'test@example.com')));
    const [other, third] = signedIn as [MemberBrowser, MemberBrowser];
    const email = newAddress();
    const invite = (browser: MemberBrowser, address = email) =>
      browser.call({ method: 'POST', path: 'members', body: { email: address, role: 'viewer' } });
    /** Invites and removes the address five times, also in upper case. */
    const inviteFiveTimes = async (browser: MemberBrowser) => {
      for (let count = 0; count < 5; count += 1) {
        const { status, body } = await invite(browser, count % 2 === 0 ? email : email.toUpperCase());
        expect(status).toBe(200);
        const lastMember = (body['data'] as readonly Member[]).at(-1);
        expect((await browser.call({ method: 'DELETE', path: `members/${lastMember?.id}` })).status).toBe(200);
      }
    };
    const expectRateLimited = async (browser: MemberBrowser, minimumSeconds: number) => {
      const refused = await invite(browser);
      expect([refused.status, refused.error?.code]).toEqual([429, 'rate_limited']);
      const seconds = Number(refused.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(minimumSeconds);
      expect(refused.error?.message).toBe(`Too many invitations. Try again in ${seconds} seconds.`);
    };
    await inviteFiveTimes(owner);
    await expectRateLimited(owner, 14_000);
    await inviteFiveTimes(other);
    // All accounts together may invite one address ten times, then once in two hours.
    await expectRateLimited(third, 7000);
    expect((await invite(owner, newAddress())).status).toBe(200);
  });

  it('is sent by one account at most fifty times, then once a minute; inviting an existing member does not count', async () => {
    const { accountId: id } = await testService.createAccount();
    const owner = await signIn(testService, id, 'test@example.com');
    const invite = (email: string) => owner.call({ method: 'POST', path: 'members', body: { email, role: 'viewer' } });
    const existingMember = newAddress();
    const addresses = [existingMember, ...Array.from({ length: 49 }, newAddress)];
    for (const email of addresses) expect((await invite(email)).status).toBe(200);
    // A slow run may take longer than a minute, which allows one more invitation.
    const rateLimited = await eventually(
      () => invite(newAddress()),
      ({ status }) => status !== 200,
    );
    expect([rateLimited.status, rateLimited.error?.message]).toEqual([
      429,
      expect.stringMatching(/^Too many invitations\. Try again in \d+ seconds\.$/),
    ]);
    expect(Number(rateLimited.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect((await invite(existingMember)).status).toBe(200);
  });
});
