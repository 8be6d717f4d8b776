import { describe, expect, it, vi } from 'vitest';
import type { Json } from '../../scripts/support/api.ts';
import { newDevice } from '../contract/support/passkeys.ts';
import { accountWithClock, OWNER } from './account-with-clock.ts';
import { callHandler } from './functions.ts';

/** Tests how long after a sign-in a passkey can be added. Runs the handlers in this process, with a fake clock. */

const MINUTE_MS = 60_000;
const BASE_URL = 'https://billing.example';

vi.mock('../../shared/ports/aws-queue.ts', () => ({ awsQueue: () => ({ send: async () => undefined }) }));

const { account, travel } = accountWithClock(BASE_URL);

/** Signs in; returns the headers that the browser sends with later requests. */
const signIn = async (): Promise<Readonly<Record<string, string>>> => {
  const { signInLink } = await import('../../scripts/account/sign-in.ts');
  const { handler } = await import('../../functions/console/open-session.ts');
  const token = (await signInLink(account().accountId, OWNER)).url.split('#sign-in=')[1];
  const { cookies, text } = await callHandler(handler, { method: 'POST', path: '/console/sessions', body: { token } });
  return {
    cookie: String(cookies[0]).split(';')[0] ?? '',
    origin: BASE_URL,
    'x-csrf-token': (JSON.parse(text) as { readonly csrf_token: string }).csrf_token,
  };
};

const parseResponse = ({ status, text }: { readonly status: number; readonly text: string }) => {
  const body = JSON.parse(text) as Json & {
    readonly error?: { readonly code: string; readonly reason?: string; readonly message: string };
  };
  return { status, body, error: body.error };
};

const requestOptions = async (headers: Readonly<Record<string, string>>) => {
  const { handler } = await import('../../functions/console/passkeys-options.ts');
  return parseResponse(await callHandler(handler, { method: 'POST', path: '/console/passkeys/options', headers, body: {} }));
};

const add = async (headers: Readonly<Record<string, string>>, options: unknown) => {
  const { handler } = await import('../../functions/console/passkeys-add.ts');
  const body = { name: 'Laptop', credential: newDevice(BASE_URL).make(options as Json) };
  return parseResponse(await callHandler(handler, { method: 'POST', path: '/console/passkeys', headers, body }));
};

const REJECTED = {
  status: 403,
  error: {
    code: 'insufficient_scope',
    reason: 'sign_in_not_recent',
    message: 'You signed in more than 15 minutes ago. Sign in again to do this.',
  },
};

describe('a passkey', () => {
  it('can be added within fifteen minutes of signing in', async () => {
    travel(5 * MINUTE_MS);
    const headers = await signIn();
    travel(20 * MINUTE_MS);
    const options = await requestOptions(headers);
    expect(options.status).toBe(200);
    expect((await add(headers, options.body['options'])).status).toBe(200);
  });

  it('can be added later only after the member has signed in again', async () => {
    travel(30 * MINUTE_MS);
    const headers = await signIn();
    travel(44 * MINUTE_MS);
    const earlierOptions = await requestOptions(headers);
    travel(46 * MINUTE_MS);
    expect(await requestOptions(headers)).toMatchObject(REJECTED);
    expect(await add(headers, earlierOptions.body['options'])).toMatchObject(REJECTED);
    const newHeaders = await signIn();
    const options = await requestOptions(newHeaders);
    expect((await add(newHeaders, options.body['options'])).status).toBe(200);
  });
});
