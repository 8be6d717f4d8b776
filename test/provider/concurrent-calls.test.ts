import { describe, expect, it } from 'vitest';
import { createMollieProvider } from '../../shared/provider/mollie/adapter.ts';
import { createGates } from '../../shared/provider/mollie/concurrency.ts';

/** Maximum number of concurrent calls per account. */
const LIMIT = 16;
const DEADLINE_MS = 100;

/** `waitForRelease` is a call that waits until the test calls its function in `releases`. */
const createWaitingCalls = () => {
  const releases: (() => void)[] = [];
  const waitForRelease = (): Promise<void> =>
    new Promise((release) => {
      releases.push(release);
    });
  return { releases, waitForRelease };
};

describe('concurrent calls of one account', () => {
  it('are limited, and the time that a call waits for a slot does not count against its deadline', async () => {
    let started = 0;
    // The first `LIMIT` calls never get a response.
    const provider = createMollieProvider({
      name: 'sandbox',
      baseUrl: 'https://provider.test',
      apiKey: 'test_key',
      deadlineMs: DEADLINE_MS,
      fetch: (_url, init) => {
        started += 1;
        const signal = init?.signal;
        if (started > LIMIT) {
          if (signal?.aborted === true) throw new Error('too late');
          return Promise.resolve(Response.json({ resource: 'profile', id: 'pfl_1', mode: 'test', name: 'Shop', status: 'verified' }));
        }
        return new Promise((_answer, fail) => {
          signal?.addEventListener('abort', () => fail(new Error('aborted')));
        });
      },
    });
    const answers = Array.from({ length: LIMIT + 4 }, () => provider.getPaymentPayload('tr_1'));
    expect(started).toBe(LIMIT);
    const succeeded = (await Promise.all(answers)).map(({ ok }) => ok);
    expect(succeeded).toEqual([...Array.from({ length: LIMIT }, () => false), true, true, true, true]);
  });

  it('do not delay calls of another account', async () => {
    // One slot for each account.
    const gates = createGates(1);
    const { releases, waitForRelease } = createWaitingCalls();
    const first = gates('one').pass(waitForRelease);
    const order: string[] = [];
    const second = gates('one').pass(async () => order.push('second'));
    const third = gates('one').pass(async () => order.push('third'));
    await gates('other').pass(async () => order.push('other'));
    expect(order).toEqual(['other']);
    for (const release of releases) release();
    await Promise.all([first, second, third]);
    expect(order).toEqual(['other', 'second', 'third']);
  });

  it('release their slot when they fail', async () => {
    const gates = createGates(1);
    await expect(gates('one').pass(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    expect(await gates('one').pass(async () => 'done')).toBe('done');
  });
});
