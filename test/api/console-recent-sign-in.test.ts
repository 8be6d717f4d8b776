import { describe, expect, it, vi } from 'vitest';
import type { Json } from '../../scripts/support/api.ts';
import { newDevice } from '../contract/support/passkeys.ts';
import { accountWithFakeTime, MINUTE_MS, SIGN_IN_NOT_RECENT } from './account-with-fake-time.ts';
import { callFunction } from './functions.ts';

/** Tests how long after a sign-in a passkey can be added. Runs the handlers in this process, with a fake clock. */

const BASE_URL = 'https://billing.example';

vi.mock('../../shared/ports/aws-queue.ts', () => ({ awsQueue: () => ({ send: async () => undefined }) }));

const { travel, signIn } = accountWithFakeTime({ PUBLIC_BASE_URL: BASE_URL });

const parseResponse = ({ status, text }: { readonly status: number; readonly text: string }) => {
  const body = JSON.parse(text) as Json & {
    readonly error?: { readonly code: string; readonly reason?: string; readonly message: string };
  };
  return { status, body, error: body.error };
};

const requestOptions = async (headers: Readonly<Record<string, string>>) =>
  parseResponse(
    await callFunction('console/passkeys-options', '', { method: 'POST', path: '/console/passkeys/options', headers, body: {} }),
  );

const add = async (headers: Readonly<Record<string, string>>, options: unknown) => {
  const body = { name: 'Laptop', credential: newDevice(BASE_URL).make(options as Json) };
  return parseResponse(await callFunction('console/passkeys-add', '', { method: 'POST', path: '/console/passkeys', headers, body }));
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

  it('cannot be added more than fifteen minutes after signing in, until the member signs in again', async () => {
    travel(30 * MINUTE_MS);
    const headers = await signIn();
    travel(44 * MINUTE_MS);
    const earlierOptions = await requestOptions(headers);
    travel(46 * MINUTE_MS);
    expect(await requestOptions(headers)).toMatchObject(SIGN_IN_NOT_RECENT);
    expect(await add(headers, earlierOptions.body['options'])).toMatchObject(SIGN_IN_NOT_RECENT);
    const newHeaders = await signIn();
    const options = await requestOptions(newHeaders);
    expect((await add(newHeaders, options.body['options'])).status).toBe(200);
  });
});
