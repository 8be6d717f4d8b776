import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import type { NewAccount } from '../../shared/flows/accounts/create.ts';
import { surroundFunctions } from './functions.ts';

/** Whom the account belongs to. */
export const OWNER = 'shop@example.com';

/** For each test an account on a table of the file's own, its functions loaded anew, and a clock that can be set. */
export const accountUnderClock = (baseUrl: string) => {
  const start = Date.now();
  let around: Awaited<ReturnType<typeof surroundFunctions>>;
  let account: NewAccount;
  beforeAll(async () => {
    around = await surroundFunctions(new Map(), { PUBLIC_BASE_URL: baseUrl });
  });
  beforeEach(async () => {
    vi.resetModules();
    const { makeAccount } = await import('../../scripts/local/new-account.ts');
    account = await makeAccount({ name: 'Shop', email: OWNER });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  afterAll(() => around.stop());
  return {
    account: (): NewAccount => account,
    /** It is so much later than when the file began. */
    travel: (ms: number): void => {
      vi.useFakeTimers({ toFake: ['Date'], now: start + ms });
    },
  };
};
