import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../scripts/support/waiting.ts';
import { retryAfterSecondsOf } from '../../shared/provider/mollie/retry-after.ts';
import type { Outcome } from '../../shared/provider/port.ts';
import { PROVIDER_DEADLINE_MS } from '../../shared/provider/registry.ts';
import { charge, kind, mandated, providerAt, type Sandbox, startSandbox, value } from './support.ts';
import {
  chargesFor,
  everyNthCustomer,
  limitedAbove,
  nextCharges,
  startUnsteadyProvider,
  steady,
  type UnsteadyProvider,
} from './unsteady.ts';

/** The adapter gives up after this here. */
const DEADLINE_MS = 300;
const FOR_LONG_MS = 30_000;

let sandbox: Sandbox;
let unsteady: UnsteadyProvider;
beforeAll(async () => {
  sandbox = await startSandbox();
  unsteady = await startUnsteadyProvider(sandbox.url);
});
afterAll(async () => {
  await unsteady.close();
  await sandbox.close();
});

const provider = (deadlineMs = 5_000) => providerAt(unsteady.url, undefined, deadlineMs);

const waitOf = (outcome: Outcome<unknown>): number | null =>
  !outcome.ok && outcome.kind === 'rate_limited' ? outcome.retryAfterSeconds : null;

/** The outcome of one charge of a separate customer. */
const chargeAnew = async (deadlineMs?: number) => {
  const { customerId, mandateId } = await mandated(sandbox);
  return { customerId, outcome: await provider(deadlineMs).createPayment(charge(customerId, mandateId)) };
};

const chargedBy = async (customerId: string): Promise<number> =>
  value(await sandbox.provider.listPayments(customerId)).filter(({ sequenceType }) => sequenceType === 'recurring').length;

describe('a provider that limits', () => {
  it.each([
    ['in seconds', '7', 7],
    ['not at all', null, 5],
    ['longer than anybody waits', '86400', 300],
    ['not even a second', '0', 1],
    ['something else', 'soon', 5],
  ])('is distinguished, and says how long to wait: %s', async (_, retryAfter, seconds) => {
    unsteady.be(nextCharges(1, { kind: 'limited', retryAfter }));
    const { customerId, outcome } = await chargeAnew();
    expect(waitOf(outcome)).toBe(seconds);
    expect(await chargedBy(customerId)).toBe(0);
  });

  it('may name the moment, by its own clock', () => {
    const date = 'Wed, 01 Jul 2026 10:00:00 GMT';
    const waitUntil = (retryAfter: string, given: Record<string, string>): number =>
      retryAfterSecondsOf(new Headers({ 'retry-after': retryAfter, ...given }));
    expect(waitUntil('Wed, 01 Jul 2026 10:00:42 GMT', { date })).toBe(42);
    expect(waitUntil('Wed, 01 Jul 2026 09:00:00 GMT', { date })).toBe(1);
    expect(waitUntil('Thu, 02 Jul 2026 10:00:00 GMT', { date })).toBe(300);
    expect(waitUntil('Wed, 01 Jul 2026 10:00:42 GMT', {})).toBe(5);
  });

  it('limits what is too much at once, and takes charges again after that', async () => {
    const hanging = nextCharges(1, { kind: 'hangs', ms: FOR_LONG_MS, done: false });
    const limiting = limitedAbove(1, '2');
    unsteady.be((call) => hanging(call) ?? limiting(call));
    const before = unsteady.charges.length;
    const first = chargeAnew(5 * DEADLINE_MS);
    await until(() => unsteady.charges.length > before);
    expect(waitOf((await chargeAnew()).outcome)).toBe(2);
    expect(kind((await first).outcome)).toBe('unavailable');
    await until(async () => (await chargeAnew()).outcome.ok);
    expect(unsteady.mostChargesAtOnce()).toBe(2);
  });
});

describe('a provider that hangs', () => {
  it('is given up, whether it has charged or not, and the same key leads to what it did', async () => {
    for (const done of [false, true]) {
      unsteady.be(chargesFor(FOR_LONG_MS, { kind: 'hangs', ms: FOR_LONG_MS, done }));
      const { customerId, mandateId } = await mandated(sandbox);
      const asked = charge(customerId, mandateId);
      expect(kind(await provider(DEADLINE_MS).createPayment(asked))).toBe('unavailable');
      unsteady.be(steady);
      const found = value(await provider().createPayment(asked));
      expect(found.status).toBe('paid');
      expect(await chargedBy(customerId)).toBe(1);
    }
  });

  it('is waited for ten seconds at most', () => {
    expect(PROVIDER_DEADLINE_MS).toBeLessThanOrEqual(10_000);
  });
});

it('a provider that fails one customer of a few takes all others, and that one again and again not', async () => {
  unsteady.be(everyNthCustomer(3, { kind: 'broken' }));
  const before = unsteady.charges.length;
  const outcomes: string[] = [];
  for (let index = 0; index < 6; index += 1) {
    const { outcome } = await chargeAnew();
    outcomes.push(outcome.ok ? 'paid' : outcome.kind);
  }
  expect(outcomes).toEqual(['paid', 'paid', 'unavailable', 'paid', 'paid', 'unavailable']);
  const failed = unsteady.charges.slice(before).filter(({ trouble }) => trouble === 'broken');
  const again = String(failed[0]?.customerId);
  expect(kind(await provider().createPayment(charge(again, null)))).toBe('unavailable');
  expect(unsteady.charges.at(-1)).toMatchObject({ customerId: again, trouble: 'broken' });
});
