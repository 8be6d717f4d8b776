import { describe, expect, it } from 'vitest';
import { createMollieProvider } from '../../shared/provider/mollie/adapter.ts';
import { createGates } from '../../shared/provider/mollie/concurrency.ts';

/** As many as one process has under way for one account. */
const MOST = 16;
const DEADLINE_MS = 100;

const held = () => {
  const releases: (() => void)[] = [];
  const hold = (): Promise<void> =>
    new Promise((release) => {
      releases.push(release);
    });
  return { releases, hold };
};

describe('calls of one account at once', () => {
  it('continue a few at a time; who waited has as much time as who came first', async () => {
    let begun = 0;
    // The first are never answered, no matter who comes after them at once.
    const provider = createMollieProvider({
      name: 'sandbox',
      baseUrl: 'https://provider.test',
      apiKey: 'test_key',
      deadlineMs: DEADLINE_MS,
      fetch: (_url, init) => {
        begun += 1;
        const signal = init?.signal;
        if (begun > MOST) {
          if (signal?.aborted === true) throw new Error('too late');
          return Promise.resolve(Response.json({ resource: 'profile', id: 'pfl_1', mode: 'test', name: 'Shop', status: 'verified' }));
        }
        return new Promise((_answer, fail) => {
          signal?.addEventListener('abort', () => fail(new Error('aborted')));
        });
      },
    });
    const answers = Array.from({ length: MOST + 4 }, () => provider.getPaymentPayload('tr_1'));
    expect(begun).toBe(MOST);
    const oks = (await Promise.all(answers)).map(({ ok }) => ok);
    expect(oks).toEqual([...Array.from({ length: MOST }, () => false), true, true, true, true]);
  });

  it('of another account do not wait', async () => {
    const gates = createGates(1);
    const { releases, hold } = held();
    const first = gates('one').pass(hold);
    const order: string[] = [];
    const second = gates('one').pass(async () => order.push('second'));
    const third = gates('one').pass(async () => order.push('third'));
    await gates('other').pass(async () => order.push('other'));
    expect(order).toEqual(['other']);
    for (const release of releases) release();
    await Promise.all([first, second, third]);
    expect(order).toEqual(['other', 'second', 'third']);
  });

  it('make space when they fail', async () => {
    const gates = createGates(1);
    await expect(gates('one').pass(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    expect(await gates('one').pass(async () => 'done')).toBe('done');
  });
});
