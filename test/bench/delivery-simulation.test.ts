import { describe, expect, it } from 'vitest';
import { newFairQueue } from '../../scripts/bench/simulation/deliveries/fair-queue.ts';
import { findingOf } from '../../scripts/bench/simulation/deliveries/part.ts';
import {
  DELIVERY_SHAPES,
  DEPLOYED_DELIVERIES,
  type DeliverySettings,
  deliverySettingsWith,
} from '../../scripts/bench/simulation/deliveries/settings.ts';
import { type DeliveryOutcome, simulateDeliveries } from '../../scripts/bench/simulation/deliveries/simulate.ts';
import { CAPS } from '../../shared/domain/webhook-delivery/in-flight-caps.ts';

const settingsWith = (values: Partial<DeliverySettings>): DeliverySettings => ({
  ...deliverySettingsWith({ ...DEPLOYED_DELIVERIES, concurrency: 4, batchSize: 5 }),
  ...values,
});

const SHAPE = [
  { accounts: 40, deliveries: 50 },
  { accounts: 10, deliveries: 400 },
];
/** Each execution ends long before the largest backlog is sent. */
const SHORT = settingsWith({ timeoutMs: 25_000 });

const sum = (outcome: DeliveryOutcome): number => outcome.accounts.reduce((total, { delivered }) => total + delivered, 0);

describe('the simulated deliveries', () => {
  it.each([
    ['as deployed', settingsWith({})],
    ['with one account per execution', settingsWith({ batchSize: 1 })],
    ['with executions that end early', SHORT],
    ['with many wake-ups per account', settingsWith({ deliveriesPerWakeUp: 5 })],
  ])('are each made once, within the limits, %s', (_name, settings) => {
    const outcome = simulateDeliveries(SHAPE, settings, 3);
    for (const { size, delivered, peakInFlight, inFlight, leased } of outcome.accounts) {
      expect(delivered).toBe(size);
      expect(peakInFlight).toBeLessThanOrEqual(CAPS.perEndpoint);
      expect([inFlight, leased]).toEqual([0, false]);
    }
    expect(sum(outcome)).toBe(40 * 50 + 10 * 400);
    expect(outcome.peakExecutions).toBeLessThanOrEqual(settings.concurrency);
  });

  it('are almost five times faster if each execution serves five accounts instead of one', () => {
    const shape = [{ accounts: 200, deliveries: 100 }];
    const rateOf = (batchSize: number): number => simulateDeliveries(shape, settingsWith({ batchSize }), 1).perSecond;
    // Each of the four executions sends `perEndpoint` requests at a time, and receivers respond after 200 ms.
    const limit = (4 * CAPS.perEndpoint * 1000) / 200;
    const [alone, together] = [rateOf(1), rateOf(5)];
    expect(alone).toBeLessThanOrEqual(limit);
    expect(alone).toBeGreaterThan(0.9 * limit);
    expect(together / alone).toBeGreaterThan(4.5);
    expect(together / alone).toBeLessThanOrEqual(5);
  });

  it('are no faster than the processors of the executions allow', () => {
    const shape = [{ accounts: 200, deliveries: 100 }];
    const small = simulateDeliveries(shape, settingsWith({ batchSize: 10, memoryMegabytes: 128 }), 1);
    // A delivery takes 4.5 ms on a full processor, and 13.8 times as long at 128 MB.
    expect(small.perSecond).toBeLessThanOrEqual(4 * (1000 / (4.5 * (1769 / 128))));
    expect(simulateDeliveries(shape, settingsWith({ batchSize: 10 }), 1).perSecond).toBeGreaterThan(2 * small.perSecond);
  });

  it('of an account with a long backlog do not delay the first deliveries of other accounts', () => {
    const shape = [
      { accounts: 1, deliveries: 5000 },
      { accounts: 20, deliveries: 20 },
    ];
    const { accounts } = simulateDeliveries(shape, settingsWith({ concurrency: 2 }), 1);
    const others = accounts.filter(({ size }) => size === 20).map(({ firstPostedMs }) => Number(firstPostedMs));
    expect(Math.max(...others)).toBeLessThan(20_000);
  });

  it('have the same outcome for the same seed, and a different outcome for another seed', () => {
    const [first, sameSeed, otherSeed] = [5, 5, 6].map((seed) => simulateDeliveries(SHAPE, SHORT, seed));
    expect(sameSeed).toEqual(first);
    expect(otherSeed?.drainedMs).not.toBe(first?.drainedMs);
  });
});

describe('a deployment', () => {
  const settings = deliverySettingsWith(DEPLOYED_DELIVERIES);

  it.each(Object.entries(DELIVERY_SHAPES))(
    'makes at least 2,500 deliveries a second: %s',
    (name, shape) => {
      expect(findingOf(name, settings, simulateDeliveries(shape, settings, 1))).toMatchObject({ budget: '>= 2500', verdict: 'within' });
    },
    60_000,
  );

  it('makes fewer than 2,500 deliveries a second if each execution serves only one account', () => {
    const alone = { ...settings, batchSize: 1 };
    const shape = [{ accounts: 1000, deliveries: 100 }];
    expect(findingOf('alone', alone, simulateDeliveries(shape, alone, 1)).verdict).toBe('over');
  }, 60_000);
});

describe('the fair queue', () => {
  it('first delivers the messages of accounts that have no message in flight', () => {
    const queue = newFairQueue();
    for (const account of [1, 1, 1, 2, 3]) queue.send(account);
    expect(queue.receive(2)).toEqual([1, 2]);
    expect(queue.receive(2)).toEqual([3, 1]);
    queue.remove(1);
    queue.send(4);
    expect(queue.receive(3)).toEqual([4, 1]);
    expect(queue.receive(1)).toEqual([]);
  });
});
