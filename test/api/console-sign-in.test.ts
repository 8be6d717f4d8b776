import { afterEach, describe, expect, it, vi } from 'vitest';
import { accountUnderClock, OWNER } from './account-under-clock.ts';
import { callFunction } from './functions.ts';

/** How often and how long links of sign-in work: the function itself, around a table of its own, under a clock that is set. */

const MINUTE_MS = 60_000;

/** What was sent to queues; `refuses`: they take nothing. */
const queues: { sent: { readonly name: string; readonly message: unknown }[]; refuses: boolean } = { sent: [], refuses: false };
vi.mock('../../shared/ports/aws-queue.ts', () => ({
  awsQueue: () => ({
    send: async (name: string, message: unknown) => {
      if (queues.refuses) throw new Error('refused');
      queues.sent.push({ name, message });
    },
  }),
}));

const { account, travel } = accountUnderClock('https://billing.example');

const newToken = async (): Promise<string> => {
  const { signInLink } = await import('../../scripts/account/sign-in.ts');
  const { url } = await signInLink(account().accountId, OWNER);
  expect(url).toMatch(/^https:\/\/billing\.example\/console#sign-in=svc_signin_/);
  return url.split('#sign-in=')[1] ?? '';
};

const open = async (token: string) => {
  const call = { method: 'POST', path: '/console/sessions', body: { token } };
  const { status, headers, text } = await callFunction('console/open-session', '', call);
  const { error } = JSON.parse(text) as { readonly error?: { readonly code: string; readonly reason?: string } };
  return { status, headers, error };
};

describe('a link of sign-in', () => {
  it('works for 15 minutes', async () => {
    travel(0);
    const [first, second] = [await newToken(), await newToken()];
    travel(15 * MINUTE_MS - 1000);
    expect((await open(first)).status).toBe(200);
    travel(15 * MINUTE_MS);
    expect(await open(second)).toMatchObject({ status: 401, error: { reason: 'sign_in_link_expired' } });
  });

  it('is of no use to who is no member any more', async () => {
    travel(30 * MINUTE_MS);
    const token = await newToken();
    const { changeMembers } = await import('../../scripts/account/members.ts');
    await changeMembers(account().accountId, { kind: 'add', email: 'ada@example.com', role: 'owner' });
    await changeMembers(account().accountId, { kind: 'remove', member: OWNER });
    expect((await open(token)).status).toBe(401);
  });

  it('is not guessed: an address has twenty tries, and one a second then', async () => {
    travel(60 * MINUTE_MS);
    const { mintToken } = await import('../../shared/platform/credentials.ts');
    const { secrets } = await import('../../shared/runtime/services.ts');
    const peppers = await (await secrets()).apiKeyPeppers();
    for (let count = 0; count < 20; count += 1) expect((await open(mintToken('signin', peppers).token)).status).toBe(401);
    const right = await newToken();
    const limited = await open(right);
    expect([limited.status, limited.error?.code, limited.headers['retry-after']]).toEqual([429, 'rate_limited', '1']);
    travel(60 * MINUTE_MS + 1000);
    expect((await open(right)).status).toBe(200);
  });
});

describe('a link of sign-in by mail', () => {
  afterEach(() => {
    queues.sent = [];
    queues.refuses = false;
  });

  const ask = async (email: string) => {
    const { status, headers } = await callFunction('console/request-sign-in-link', '', {
      method: 'POST',
      path: '/console/sign_in_links',
      body: { email },
    });
    return [status, headers['retry-after']];
  };

  /** What asking for it takes of the table. */
  const costOf = async (email: string): Promise<unknown> => {
    const lines: string[] = [];
    const print = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
    await ask(email);
    print.mockRestore();
    const line = lines.find((each) => each.includes('"kind":"request"')) ?? '{}';
    const { status, calls, rounds, readUnits, writeUnits } = JSON.parse(line);
    return { status, calls, rounds, readUnits, writeUnits };
  };

  it('is sent to an address five times, and then every two minutes, however it is written', async () => {
    travel(90 * MINUTE_MS);
    const email = 'nobody@example.com';
    for (let count = 0; count < 5; count += 1) expect(await ask(email)).toEqual([200, undefined]);
    expect(await ask(email.toUpperCase())).toEqual([429, '120']);
    travel(92 * MINUTE_MS);
    expect(await ask(email)).toEqual([200, undefined]);
    expect(await ask(email)).toEqual([429, '120']);
  });

  it('asks the same of the service whether or not the address is a member’s, and fails alike', async () => {
    travel(150 * MINUTE_MS);
    // The first one meets a bucket that is full.
    await ask('first@example.com');
    queues.sent = [];
    expect(await costOf('somebody@example.com')).toEqual(await costOf(OWNER));
    expect(queues.sent).toEqual(
      Array.from({ length: 2 }, () => ({ name: 'mail', message: { signInRequestId: expect.stringMatching(/^sir_/) } })),
    );
    queues.refuses = true;
    expect([(await ask(OWNER))[0], (await ask('somebody@example.com'))[0]]).toEqual([500, 500]);
  });

  it('is asked for from one address twenty times, and then once a second', async () => {
    travel(200 * MINUTE_MS);
    for (let count = 0; count < 20; count += 1) expect((await ask(`somebody-${count}@example.com`))[0]).toBe(200);
    expect(await ask('one-more@example.com')).toEqual([429, '1']);
  });
});
