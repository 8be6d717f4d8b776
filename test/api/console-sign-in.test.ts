import { afterEach, describe, expect, it, vi } from 'vitest';
import { accountWithFakeTime, MINUTE_MS, OWNER } from './account-with-fake-time.ts';
import { callFunction } from './functions.ts';

/** Tests lifetime and limits of sign-in links. Runs the handlers in this process, with a fake clock. */

/** `sent`: the messages that were sent to queues. `fails`: sending a message throws. */
const queues: { sent: { readonly name: string; readonly message: unknown }[]; fails: boolean } = { sent: [], fails: false };
vi.mock('../../shared/ports/aws-queue.ts', () => ({
  awsQueue: () => ({
    send: async (name: string, message: unknown) => {
      if (queues.fails) throw new Error('The queue fails.');
      queues.sent.push({ name, message });
    },
  }),
}));

const { account, travel } = accountWithFakeTime({ PUBLIC_BASE_URL: 'https://billing.example' });

/** The token of a new sign-in link of the owner. */
const newToken = async (): Promise<string> => {
  const { createSignInLink: signInLink } = await import('../../scripts/account/sign-in.ts');
  const { url } = await signInLink(account().accountId, OWNER);
  expect(url).toMatch(/^https:\/\/billing\.example\/console#sign-in=svc_signin_/);
  return url.split('#sign-in=')[1] ?? '';
};

const openSession = async (token: string) => {
  const call = { method: 'POST', path: '/console/sessions', body: { token } };
  const { status, headers, text } = await callFunction('console/open-session', '', call);
  const { error } = JSON.parse(text) as { readonly error?: { readonly code: string; readonly reason?: string } };
  return { status, headers, error };
};

/** An invalid passkey credential. */
const INVALID_PASSKEY = { id: 'none', rawId: 'none', type: 'public-key', response: { clientDataJSON: 'none' } };

describe('a sign-in link', () => {
  it('works for 15 minutes', async () => {
    travel(0);
    const [first, second] = [await newToken(), await newToken()];
    travel(15 * MINUTE_MS - 1000);
    expect((await openSession(first)).status).toBe(200);
    travel(15 * MINUTE_MS);
    expect(await openSession(second)).toMatchObject({ status: 401, error: { reason: 'sign_in_link_expired' } });
  });

  it('is refused for a removed member', async () => {
    travel(30 * MINUTE_MS);
    const token = await newToken();
    const { changeMembers } = await import('../../scripts/account/members.ts');
    await changeMembers(account().accountId, { kind: 'add', email: 'ada@example.com', role: 'owner' });
    await changeMembers(account().accountId, { kind: 'remove', member: OWNER });
    expect((await openSession(token)).status).toBe(401);
  });

  it('is rate-limited by IP address: twenty attempts with any links, then one attempt per second', async () => {
    travel(60 * MINUTE_MS);
    const { mintToken } = await import('../../shared/platform/credentials.ts');
    const { secrets } = await import('../../shared/runtime/services.ts');
    const peppers = await (await secrets()).apiKeyPeppers();
    for (let count = 0; count < 20; count += 1) expect((await openSession(mintToken('signin', peppers).token)).status).toBe(401);
    const validToken = await newToken();
    const limited = await openSession(validToken);
    expect([limited.status, limited.error?.code, limited.headers['retry-after']]).toEqual([429, 'rate_limited', '1']);
    travel(60 * MINUTE_MS + 1000);
    expect((await openSession(validToken)).status).toBe(200);
  });
});

describe('a browser in which a member signed in before', () => {
  it('can sign in even if the attempts of its IP address are used up', async () => {
    travel(80 * MINUTE_MS);
    const { cookies } = await callFunction('console/open-session', '', {
      method: 'POST',
      path: '/console/sessions',
      body: { token: await newToken() },
    });
    const cookie = cookies.map((each) => each.split(';')[0]).join('; ');
    for (const [file, path, body] of [
      ['console/open-session', '/console/sessions', { token: 'wrong' }],
      ['console/passkey-challenge', '/console/passkey_challenges', undefined],
      ['console/passkey-sign-in', '/console/passkey_sessions', { credential: INVALID_PASSKEY }],
    ] as const) {
      const call = { method: 'POST', path, body };
      const statuses: number[] = [];
      for (let count = 0; count < 22; count += 1) statuses.push((await callFunction(file, '', call)).status);
      // The browser of the member gets the same response as the first call, which was within the limit.
      const inBrowser = (await callFunction(file, '', { ...call, headers: { cookie } })).status;
      expect([file, statuses.at(-1), inBrowser]).toEqual([file, 429, statuses[0]]);
    }
  });
});

describe('a sign-in link by email', () => {
  afterEach(() => {
    queues.sent = [];
    queues.fails = false;
  });

  const requestLink = async (email: string, { ip = '192.0.2.1', cookie = '' }: { readonly ip?: string; readonly cookie?: string } = {}) => {
    const { status, headers } = await callFunction('console/request-sign-in-link', '', {
      method: 'POST',
      path: '/console/sign_in_links',
      body: { email },
      headers: { cookie },
      ip,
    });
    return [status, headers['retry-after']];
  };

  /** Signs in. Returns the cookie by which the service recognizes the browser later, without the session cookie. */
  const browserCookieOf = async (email: string, existingCookie = ''): Promise<string> => {
    const { createSignInLink: signInLink } = await import('../../scripts/account/sign-in.ts');
    const { url } = await signInLink(account().accountId, email);
    const call = {
      method: 'POST',
      path: '/console/sessions',
      body: { token: url.split('#sign-in=')[1] },
      headers: { cookie: existingCookie },
    };
    const { cookies } = await callFunction('console/open-session', '', call);
    const browserCookie = cookies.find((each) => each.startsWith('__Host-billing-console-known='));
    return browserCookie?.split(';')[0] ?? '';
  };

  const addMember = async (email: string): Promise<void> => {
    const { changeMembers } = await import('../../scripts/account/members.ts');
    await changeMembers(account().accountId, { kind: 'add', email, role: 'viewer' });
  };

  /** Requests a link. Returns the table usage that the request logs. */
  const tableUsageOf = async (email: string): Promise<unknown> => {
    const lines: string[] = [];
    const print = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
    await requestLink(email);
    print.mockRestore();
    const line = lines.find((each) => each.includes('"kind":"request"')) ?? '{}';
    const { status, calls, rounds, readUnits, writeUnits } = JSON.parse(line);
    return { status, calls, rounds, readUnits, writeUnits };
  };

  it('can be requested five times per network and email address (ignoring case) by unknown browsers, then every four hours', async () => {
    travel(90 * MINUTE_MS);
    const email = 'nobody@example.com';
    for (let count = 0; count < 5; count += 1) expect(await requestLink(email)).toEqual([200, undefined]);
    expect(await requestLink(email.toUpperCase())).toEqual([429, '14400']);
    travel(330 * MINUTE_MS);
    expect(await requestLink(email)).toEqual([200, undefined]);
    expect(await requestLink(email)).toEqual([429, '14400']);
  });

  it('can be requested in a browser in which the member signed in before, even if other browsers used up the limits', async () => {
    travel(400 * MINUTE_MS);
    const cookie = await browserCookieOf(OWNER);
    for (let count = 0; count < 40; count += 1) await requestLink(OWNER, { ip: `198.51.100.${count}` });
    for (let count = 0; count < 25; count += 1) await requestLink(`somebody-${count}@example.com`);
    expect((await requestLink(OWNER, { ip: '203.0.113.1' }))[0]).toBe(429);
    for (let count = 0; count < 5; count += 1) expect(await requestLink(OWNER.toUpperCase(), { cookie })).toEqual([200, undefined]);
    expect(await requestLink(OWNER, { cookie })).toEqual([429, '120']);
  });

  it('has the limits of unknown browsers if the cookie is forged or belongs to another member', async () => {
    travel(500 * MINUTE_MS);
    await addMember('ada@example.com');
    const cookieOfAda = await browserCookieOf('ada@example.com');
    const cookieOfOwner = await browserCookieOf(OWNER);
    for (let count = 0; count < 20; count += 1) await requestLink(OWNER, { ip: `198.51.100.${count}` });
    const [name = '', value = ''] = cookieOfOwner.split('=');
    const invalidCookies = [
      cookieOfAda,
      '',
      `${name}=${value.slice(0, -1)}x`,
      `${name}=${value.startsWith('x') ? 'y' : 'x'}${value.slice(1)}`,
      `${name}=${value.split('.')[0]}`,
      `${name}=.`,
    ];
    for (const cookie of invalidCookies) expect((await requestLink(OWNER, { cookie }))[0], cookie).toBe(429);
    expect((await requestLink(OWNER, { cookie: cookieOfOwner }))[0]).toBe(200);
    const cookieOfBoth = await browserCookieOf(OWNER, cookieOfAda);
    for (const email of [OWNER, 'ada@example.com']) expect((await requestLink(email, { cookie: cookieOfBoth }))[0], email).toBe(200);
    // The cookie contains no email address, neither as text nor as base64.
    for (const text of ['ada@', Buffer.from('ada@').toString('base64url').slice(0, 5)]) expect(cookieOfBoth).not.toContain(text);
  });

  it.each([
    // For one email address, one network can send 5 requests at once, then one every 4 hours: 11 in 24 hours.
    // All networks together can send 10 at once, then one every 2 hours: 22 in 24 hours.
    ['with one IP address', () => '198.51.100.7', 11],
    ['in an IPv6 network', (count: number) => `2001:db8:1:2::${count.toString(16)}`, 11],
    ['with many IP addresses', (count: number) => `198.51.100.${count % 250}`, 22],
  ])('is limited per day for unknown browsers %s', async (source, ipOf, maximum) => {
    const email = `${source.replaceAll(' ', '-')}@example.com`;
    let sent = 0;
    for (let minute = 0; minute < 1440; minute += 2) {
      travel((1000 + minute) * MINUTE_MS);
      if ((await requestLink(email, { ip: ipOf(minute) }))[0] === 200) sent += 1;
    }
    expect(sent).toBeLessThanOrEqual(maximum);
    // The limit of one IP address or network does not affect other IP addresses; the limit of the email address affects all.
    expect((await requestLink(email, { ip: '203.0.113.9' }))[0]).toBe(maximum === 11 ? 200 : 429);
  });

  it('causes the same table usage, messages and errors for email addresses of members and for unknown ones', async () => {
    travel(5000 * MINUTE_MS);
    // The first request finds a full bucket, so its table usage differs and is not compared.
    await requestLink('first@example.com');
    queues.sent = [];
    expect(await tableUsageOf('somebody@example.com')).toEqual(await tableUsageOf(OWNER));
    expect(queues.sent).toEqual(
      Array.from({ length: 2 }, () => ({ name: 'sign-in-mail', message: { signInRequestId: expect.stringMatching(/^sir_/) } })),
    );
    queues.fails = true;
    expect([(await requestLink(OWNER))[0], (await requestLink('somebody@example.com'))[0]]).toEqual([500, 500]);
  });

  it('can be requested twenty times from an IP address, then once per second', async () => {
    travel(6000 * MINUTE_MS);
    for (let count = 0; count < 20; count += 1) expect((await requestLink(`somebody-${count}@example.com`))[0]).toBe(200);
    expect(await requestLink('one-more@example.com')).toEqual([429, '1']);
  });
});
