import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import { countRefused } from '../../../shared/flows/payments/refused.ts';
import { isCardTestingSuspected } from '../../../shared/store/limits/card-testing.ts';
import {
  countAttemptStart,
  endAttempt,
  markAttemptWaiting,
  readAttempts,
  recordRefusedAttempt,
  secondsUntilNextAttempt,
} from '../../../shared/store/limits/payment-attempts.ts';
import { type EngineFixture, openFixture } from '../support.ts';

const HOUR_MS = 3_600_000;
const IP = '192.0.2.7';

describe('the counts of payment attempts', () => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await openFixture('dynoxide');
  }, 120_000);
  afterAll(() => fixture.stop());

  const now = (): number => fixture.clock.nowMs;
  const deps = () => ({ store: fixture.store, nowMs: now });
  const subjectOf = (tenant: Tenant, subjectId: string) => ({ tenant, subjectId });

  it('allow ten of a hundred payments that start at once for a session, and one more when one of them ends', async () => {
    const by = subjectOf(fixture.tenant(), 'cs_1');
    const { table } = fixture.store;
    const attempts = await Promise.all(
      Array.from({ length: 100 }, (_each, index) => countAttemptStart(table, by, { id: `py_${index}`, ip: IP }, now())),
    );
    const waits = attempts.map(({ waitSeconds }) => waitSeconds);
    expect(waits.filter((seconds) => seconds === 0)).toHaveLength(10);
    expect(new Set(waits)).toEqual(new Set([0, 3600]));
    const first = waits.indexOf(0);
    await endAttempt(table, by, { id: `py_${first}` }, now());
    expect(await secondsUntilNextAttempt(table, by, now())).toBe(0);
    expect(await secondsUntilNextAttempt(table, subjectOf(by.tenant, 'cs_2'), now())).toBe(0);
    expect(await secondsUntilNextAttempt(table, subjectOf(fixture.tenant(), 'cs_1'), now())).toBe(0);
  });

  it('are correct even if attempts started or ended after the caller read the counts', async () => {
    const by = subjectOf(fixture.tenant(), 'cs_1');
    const { table } = fixture.store;
    const attempts = await readAttempts(table, by);
    const first = await countAttemptStart(table, by, { id: 'py_0', ip: IP, attempts }, now());
    for (let index = 1; index < 10; index += 1) {
      expect(await countAttemptStart(table, by, { id: `py_${index}`, ip: IP, attempts }, now())).toMatchObject({ waitSeconds: 0 });
    }
    expect(await countAttemptStart(table, by, { id: 'py_10', ip: IP, attempts }, now())).toMatchObject({ waitSeconds: 3600 });
    await endAttempt(table, by, { id: 'py_0', attempts: first.attempts }, now());
    expect(await countAttemptStart(table, by, { id: 'py_10', ip: IP, attempts: first.attempts }, now())).toMatchObject({ waitSeconds: 0 });
    expect(await secondsUntilNextAttempt(table, by, now())).toBe(3600);
  });

  it('return the IP address of a refused payment once, also if the payment waited for the buyer', async () => {
    const by = subjectOf(fixture.tenant(), 'cs_1');
    const { table } = fixture.store;
    await markAttemptWaiting(table, by, { id: 'py_1', ip: IP }, now());
    expect(await recordRefusedAttempt(table, by, 'py_1', now())).toBe(IP);
    expect(await recordRefusedAttempt(table, by, 'py_1', now())).toBeNull();
    expect(await recordRefusedAttempt(table, by, 'py_unknown', now())).toBeNull();
  });

  it('report card testing for a day after the 31st refused payment from one IP address in an account', async () => {
    const lines: string[] = [];
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
    const tenant = fixture.tenant();
    const { table } = fixture.store;
    const refuse = async (count: number, ip: string, payee = tenant) => {
      for (let index = 0; index < count; index += 1) {
        const by = subjectOf(payee, `cs_${ip}_${index % 5}_${count}`);
        await countAttemptStart(table, by, { id: `py_${ip}_${count}_${index}`, ip }, now());
        await countRefused(deps(), by, `py_${ip}_${count}_${index}`);
        await countRefused(deps(), by, `py_${ip}_${count}_${index}`);
      }
    };
    try {
      await refuse(30, IP);
      await refuse(30, '192.0.2.8');
      await refuse(30, IP, fixture.tenant());
      expect(await isCardTestingSuspected(table, tenant, now())).toBe(false);
      await refuse(1, IP);
    } finally {
      write.mockRestore();
    }
    expect(await isCardTestingSuspected(table, tenant, now())).toBe(true);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { level: 'info', kind: 'card_testing_suspected', account: tenant.accountId, mode: tenant.mode },
    ]);
    expect(await isCardTestingSuspected(table, tenant, now() + 24 * HOUR_MS)).toBe(false);
  });
});
