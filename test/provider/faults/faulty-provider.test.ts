import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../../scripts/support/waiting.ts';
import { retryAfterSecondsOf } from '../../../shared/provider/mollie/retry-after.ts';
import type { Outcome } from '../../../shared/provider/port.ts';
import { PROVIDER_DEADLINE_MS } from '../../../shared/provider/registry.ts';
import { createMandate, failureKindOf, providerAt, recurringPaymentRequest, type Sandbox, startSandbox, value } from '../support.ts';
import {
  type FaultyProvider,
  failChargesFor,
  failEveryNthCustomer,
  failNextCharges,
  limitConcurrentCharges,
  noFaults,
  startFaultyProvider,
} from './faulty-provider.ts';

/** Deadline of the adapter in these tests. */
const DEADLINE_MS = 300;
const LONG_MS = 30_000;

let sandbox: Sandbox;
let faultyProvider: FaultyProvider;
beforeAll(async () => {
  sandbox = await startSandbox();
  faultyProvider = await startFaultyProvider(sandbox.url);
});
afterAll(async () => {
  await faultyProvider.close();
  await sandbox.close();
});

const provider = (deadlineMs = 5_000) => providerAt(faultyProvider.url, undefined, deadlineMs);

/** Returns the delay in seconds of a rate-limited outcome; `null` for other outcomes. */
const waitOf = (outcome: Outcome<unknown>): number | null =>
  !outcome.ok && outcome.kind === 'rate_limited' ? outcome.retryAfterSeconds : null;

/** Charges a new customer once. */
const chargeNewCustomer = async (deadlineMs?: number) => {
  const { customerId, mandateId } = await createMandate(sandbox);
  return { customerId, outcome: await provider(deadlineMs).createPayment(recurringPaymentRequest(customerId, mandateId)) };
};

const countCharges = async (customerId: string): Promise<number> =>
  value(await sandbox.provider.listPayments(customerId)).filter(({ sequenceType }) => sequenceType === 'recurring').length;

describe('a provider that rate-limits', () => {
  it.each([
    ['in seconds', '7', 7],
    ['missing', null, 5],
    ['above the maximum', '86400', 300],
    ['below a second', '0', 1],
    ['invalid', 'soon', 5],
  ])('gives the outcome `rate_limited`; if Retry-After is %s (%j), the delay is %i seconds', async (_, retryAfter, seconds) => {
    faultyProvider.setFaults(failNextCharges(1, { kind: 'limited', retryAfter }));
    const { customerId, outcome } = await chargeNewCustomer();
    expect(waitOf(outcome)).toBe(seconds);
    expect(await countCharges(customerId)).toBe(0);
  });

  it('may send Retry-After as a date, which is compared with the Date header and ignored without this header', () => {
    const date = 'Wed, 01 Jul 2026 10:00:00 GMT';
    const secondsUntil = (retryAfter: string, headers: Record<string, string>): number =>
      retryAfterSecondsOf(new Headers({ 'retry-after': retryAfter, ...headers }));
    expect(secondsUntil('Wed, 01 Jul 2026 10:00:42 GMT', { date })).toBe(42);
    expect(secondsUntil('Wed, 01 Jul 2026 09:00:00 GMT', { date })).toBe(1);
    expect(secondsUntil('Thu, 02 Jul 2026 10:00:00 GMT', { date })).toBe(300);
    expect(secondsUntil('Wed, 01 Jul 2026 10:00:42 GMT', {})).toBe(5);
  });

  it('refuses a second charge while the first one hangs, and accepts charges after the first one has ended', async () => {
    const hanging = failNextCharges(1, { kind: 'hangs', ms: LONG_MS, processed: false });
    const limiting = limitConcurrentCharges(1, '2');
    faultyProvider.setFaults((call) => hanging(call) ?? limiting(call));
    const before = faultyProvider.charges.length;
    const first = chargeNewCustomer(5 * DEADLINE_MS);
    await until(() => faultyProvider.charges.length > before);
    expect(waitOf((await chargeNewCustomer()).outcome)).toBe(2);
    expect(failureKindOf((await first).outcome)).toBe('unavailable');
    await until(async () => (await chargeNewCustomer()).outcome.ok);
    // The hanging charge, and one rate-limited charge at a time.
    expect(faultyProvider.mostChargesAtOnce()).toBe(2);
  });
});

describe('a provider that hangs', () => {
  it('gives the outcome `unavailable`; a retry with the same key results in one charge, whether or not the first try charged', async () => {
    for (const processed of [false, true]) {
      faultyProvider.setFaults(failChargesFor(LONG_MS, { kind: 'hangs', ms: LONG_MS, processed }));
      const { customerId, mandateId } = await createMandate(sandbox);
      const request = recurringPaymentRequest(customerId, mandateId);
      expect(failureKindOf(await provider(DEADLINE_MS).createPayment(request))).toBe('unavailable');
      faultyProvider.setFaults(noFaults);
      const payment = value(await provider().createPayment(request));
      expect(payment.status).toBe('paid');
      expect(await countCharges(customerId)).toBe(1);
    }
  });

  it('is awaited for at most ten seconds', () => {
    expect(PROVIDER_DEADLINE_MS).toBeLessThanOrEqual(10_000);
  });
});

it('a provider that fails for every third customer fails again for such a customer, and accepts the charges of the others', async () => {
  faultyProvider.setFaults(failEveryNthCustomer(3, { kind: 'broken' }));
  const before = faultyProvider.charges.length;
  const outcomes: string[] = [];
  for (let index = 0; index < 6; index += 1) {
    const { outcome } = await chargeNewCustomer();
    outcomes.push(outcome.ok ? 'paid' : outcome.kind);
  }
  expect(outcomes).toEqual(['paid', 'paid', 'unavailable', 'paid', 'paid', 'unavailable']);
  const failed = faultyProvider.charges.slice(before).filter(({ fault }) => fault === 'broken');
  const failedCustomerId = String(failed[0]?.customerId);
  expect(failureKindOf(await provider().createPayment(recurringPaymentRequest(failedCustomerId, null)))).toBe('unavailable');
  expect(faultyProvider.charges.at(-1)).toMatchObject({ customerId: failedCustomerId, fault: 'broken' });
});
