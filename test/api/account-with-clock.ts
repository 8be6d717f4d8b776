import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import type { NewAccount } from '../../shared/flows/accounts/create.ts';
import { startFunctionEnvironment } from './functions.ts';

/** Email address of the account's owner. */
export const OWNER = 'shop@example.com';

/** Before each test, creates an account and reloads all modules. `travel` sets the clock. The tests of a file share one table. */
export const accountWithClock = (baseUrl: string) => {
  const start = Date.now();
  let environment: Awaited<ReturnType<typeof startFunctionEnvironment>>;
  let account: NewAccount;
  beforeAll(async () => {
    environment = await startFunctionEnvironment(new Map(), { PUBLIC_BASE_URL: baseUrl });
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
    /** Sets the time to `ms` milliseconds after the start of the test file. */
    travel: (ms: number): void => {
      vi.useFakeTimers({ toFake: ['Date'], now: start + ms });
    },
  };
};
