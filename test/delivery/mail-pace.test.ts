import { expect, it } from 'vitest';
import { paceOf } from '../../shared/mail/pace.ts';

/** A fake clock that `wait` advances. */
const fakeTime = () => {
  let now = 1_000_000;
  return {
    nowMs: (): number => now,
    wait: async (ms: number): Promise<void> => {
      now += ms;
    },
  };
};

it('a paced sender starts one mail per interval, and returns no sooner than an interval after the start of its mail', async () => {
  const time = fakeTime();
  const [start, starts] = [time.nowMs(), [] as number[]];
  const paced = paceOf(350, time);
  for (const durationMs of [100, 0, 700]) {
    await paced(async () => {
      starts.push(time.nowMs() - start);
      await time.wait(durationMs);
    });
  }
  expect(starts).toEqual([0, 350, 700]);
  expect(time.nowMs() - start).toBe(1400);
});

it('a paced sender delays each concurrent mail by one interval more than the mail before', async () => {
  const waits: number[] = [];
  const paced = paceOf(350, { nowMs: () => 0, wait: async (ms) => void waits.push(ms) });
  await Promise.all([1, 2, 3].map(() => paced(async () => undefined)));
  expect(Math.max(...waits)).toBe(1050);
  expect(waits).toContain(700);
});

it('a paced sender also waits after a mail that failed, but does not wait if the interval is 0', async () => {
  const time = fakeTime();
  const start = time.nowMs();
  await expect(paceOf(350, time)(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect(time.nowMs() - start).toBe(350);
  await paceOf(0, { ...time, wait: () => Promise.reject(new Error('waited')) })(async () => undefined);
});
