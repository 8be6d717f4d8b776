import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import type { NewAccount } from '../../shared/flows/accounts/create.ts';
import { callFunction, startFunctionEnvironment } from './functions.ts';

/** Email address of the account's owner. */
export const OWNER = 'shop@example.com';

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

/** The response to an operation that requires a recent sign-in. */
export const SIGN_IN_NOT_RECENT = {
  status: 403,
  error: {
    code: 'insufficient_scope',
    reason: 'sign_in_not_recent',
    message: 'You signed in more than 15 minutes ago. Sign in again to do this.',
  },
};

/** Opens the store with the modules that were loaded for the current test. */
export const openStore = async () => {
  const { openTable, storeOf } = await import('../../shared/runtime/services.ts');
  return storeOf(openTable());
};

/**
 * Before each test, creates an account and reloads all modules, because rate-limit buckets and id generators keep the latest time in module
 * state. The tests of a file share one table. `env`: further environment variables.
 */
export const accountWithFakeTime = (env: Readonly<Record<string, string>>) => {
  const start = Date.now();
  let environment: Awaited<ReturnType<typeof startFunctionEnvironment>>;
  let account: NewAccount;
  beforeAll(async () => {
    environment = await startFunctionEnvironment(new Map(), env);
  });
  beforeEach(async () => {
    vi.resetModules();
    const { makeAccount } = await import('../../scripts/local/new-account.ts');
    account = await makeAccount({ name: 'Shop', email: OWNER });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  afterAll(() => environment.stop());
  return {
    account: (): NewAccount => account,
    /** Sets the time to `ms` milliseconds after `accountWithFakeTime` was called. */
    travel: (ms: number): void => {
      vi.useFakeTimers({ toFake: ['Date'], now: start + ms });
    },
    /** Signs in to the console. Returns the headers that the browser sends with later requests. */
    signIn: async (email = OWNER): Promise<Readonly<Record<string, string>>> => {
      const { createSignInLink: signInLink } = await import('../../scripts/account/sign-in.ts');
      const token = (await signInLink(account.accountId, email)).url.split('#sign-in=')[1];
      const { cookies, text } = await callFunction('console/open-session', '', {
        method: 'POST',
        path: '/console/sessions',
        body: { token },
      });
      return {
        cookie: String(cookies[0]).split(';')[0] ?? '',
        origin: env['PUBLIC_BASE_URL'] ?? '',
        'x-csrf-token': (JSON.parse(text) as { readonly csrf_token: string }).csrf_token,
      };
    },
  };
};
