import { describe, expect, it } from 'vitest';
import { addressHash, debitKnownBrowser, debitMailTo } from '../../../shared/store/limits/mail-limits.ts';
import { memoryFixture } from '../support.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;

/** Counts the allowed mails to one email address by sender. Each sender requests a mail every ten minutes for `days` days. */
const sentBy = async (senders: readonly string[], days: number): Promise<Readonly<Record<string, number>>> => {
  const { table, clock } = memoryFixture();
  const startMs = clock.nowMs;
  const sent: Record<string, number> = {};
  for (let minute = 0; minute < days * DAY_MINUTES; minute += 10) {
    for (const sender of senders) {
      const call = { kind: 'invitation-mail', email: minute % 20 === 0 ? 'ada@example.com' : ' Ada@Example.com ', sender } as const;
      const { allowed } = await debitMailTo(table, call, startMs + minute * MINUTE_MS);
      if (allowed) sent[sender] = (sent[sender] ?? 0) + 1;
    }
  }
  return sent;
};

describe('mail limits of an email address', () => {
  it('allow each sender at most half of the total, so that a second sender is not limited by the first', async () => {
    expect(await sentBy(['one'], 1)).toEqual({ one: 10 });
    expect(await sentBy(['one'], 10)).toEqual({ one: 64 });
    expect(await sentBy(['one', 'other'], 10)).toEqual({ one: 64, other: 64 });
  });

  it('allow at most 22 mails a day from many senders', async () => {
    const sent = await sentBy(
      Array.from({ length: 20 }, (_, index) => `sender-${index}`),
      1,
    );
    const total = Object.values(sent).reduce((sum, count) => sum + count, 0);
    expect([total >= 10, total <= 22]).toEqual([true, true]);
  });

  it('are stored until the buckets are full again, separately for each kind of mail', async () => {
    const { table, clock } = memoryFixture();
    const debit = (kind: 'invitation-mail' | 'sign-in-mail') =>
      debitMailTo(table, { kind, email: 'ada@example.com', sender: 'one' }, clock.nowMs);
    for (let count = 0; count < 5; count += 1) expect((await debit('invitation-mail')).allowed).toBe(true);
    expect(await debit('invitation-mail')).toMatchObject({ allowed: false, retryAfterSeconds: 4 * 3600, remaining: 0 });
    expect((await debit('sign-in-mail')).allowed).toBe(true);
    const bucket = await table.get({ pk: `P#${addressHash(' Ada@example.com')}`, sk: 'invitation-mail#one' });
    expect(Number(bucket?.ttl)).toBeGreaterThanOrEqual(clock.nowMs / 1000 + 20 * 3600);
  });

  it('do not apply to a browser in which the member has signed in before; that browser has a separate limit', async () => {
    const { table, clock } = memoryFixture();
    for (let count = 0; count < 30; count += 1) {
      await debitMailTo(table, { kind: 'sign-in-mail', email: 'ada@example.com', sender: `network-${count}` }, clock.nowMs);
    }
    for (let count = 0; count < 5; count += 1) {
      expect((await debitKnownBrowser(table, 'Ada@example.com', 'browser', clock.nowMs)).allowed).toBe(true);
    }
    expect(await debitKnownBrowser(table, 'ada@example.com', 'browser', clock.nowMs)).toMatchObject({ retryAfterSeconds: 120 });
    expect((await debitKnownBrowser(table, 'ada@example.com', 'another', clock.nowMs)).allowed).toBe(true);
  });
});
