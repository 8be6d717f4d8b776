import { beforeAll, describe, expect, it, vi } from 'vitest';
import { measureTableUsage, type TableUsage, withFakeProvider } from '../../scripts/bench/operations.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

/**
 * Maximum number of sequential rounds of table calls. Concurrent calls are one round. A comment says what each round of the operation on
 * the next line reads or writes. `start` writes the pending operation, `log numbers` allocates numbers of the event log, and `result` or
 * `change` writes the changed records.
 */
const ROUNDS = {
  // API key; rate limit with the charge; its price; start; log numbers; result.
  'refunds.create': 6,
  'refunds.create +idempotency key': 6,
  // Also the subscription, which refers to the charge.
  'refunds.create by subscription': 7,
  // API key; subscription; customer and tax rate; change.
  'subscriptions.cancel': 4,
  'subscriptions.reactivate': 4,
  // Subscription; inputs of the computation; log numbers; start of the charge; log numbers; change.
  'subscriptions.update': 6,
  'subscriptions.preview_update': 3,
  // Rate limit with the session; customer and log number; start; attempt count; redirect URL.
  'checkout_element.confirm': 5,
  'checkout_element.confirm +idempotency key': 5,
  'checkout_element.confirm_one_shot': 5,
  'checkout_element.confirm_one_shot +idempotency key': 5,
  'checkout_payment_methods.setup_confirm': 5,
  'checkout_payment_methods.setup_confirm +idempotency key': 5,
  // Also stores the provider's customer before the charge.
  'checkout_element.confirm_one_shot, first of a customer': 6,
  // Also settles the charge: log numbers; result.
  'checkout_element.confirm, charged at once': 7,
  'checkout_payment_methods.setup_confirm, charged at once': 7,
  // API key; rate limit with the subscription and its counters; record.
  'usage_records.create, first of a plain price': 3,
  'usage_records.create': 3,
  'usage_records.create +idempotency key': 3,
  // Also reads the price for its tiers, once per process.
  'usage_records.create, first of a tiered price': 4,
  // API key; index with the subscription; page.
  'usage_records.list': 3,
  'usage_records.summary': 2,
  // API key; rate limit with the subscription; customer and tax rate; change.
  'subscriptions.pause': 4,
  // API key; rate limit with the subscription; inputs of the computation; log numbers; change.
  'subscriptions.resume': 5,
  // Session; rate limit with its records; saved payment methods with the invoices from the index.
  'portal.retrieve': 3,
  // Subscription with its setup; customer; log number; start; status; redirect URL.
  'subscriptions.reauthorize_payment_method': 6,
  'one_shot_payments.create': 3,
  'one_shot_payments.create +customer': 3,
} as const;

/** Maximum write units. A write in a transaction costs two units for each started KB, and one or two more for each index entry. */
const WRITE_UNITS = {
  // 23 when measured, without an idempotency key.
  'customers.create': 24,
} as const;

/** Rounds of a list that is read from an index: API key, index, page. */
const LIST_ROUNDS = 3;
const LISTS = /^(refunds|credit_notes|disputes|one_shot_payments)\.list/;

type Costs = ReadonlyMap<string, TableUsage>;

/** Measures each operation once, on a new local service whose accounts connect to a fake payment provider. */
const measureCosts = async (): Promise<Costs> =>
  new Map((await withFakeProvider((subject) => measureTableUsage(subject, 1))).map((cost) => [cost.label, cost]));

const roundsOf = (costs: Costs, label: string): number => costs.get(label)?.rounds ?? Number.POSITIVE_INFINITY;
const isWithin = (costs: Costs): boolean => Object.entries(ROUNDS).every(([label, maximum]) => roundsOf(costs, label) <= maximum);

/** A conflict with a background write adds a retry, so the lowest cost of several measurements counts. */
const MAX_MEASUREMENTS = 4;

const lowerOf = (first: Costs, second: Costs): Costs =>
  new Map([...first].map(([label, cost]) => [label, roundsOf(second, label) < cost.rounds ? (second.get(label) ?? cost) : cost]));

let costs: Costs;
beforeAll(async () => {
  costs = await measureCosts();
  for (let count = 1; count < MAX_MEASUREMENTS && !isWithin(costs); count += 1) costs = lowerOf(costs, await measureCosts());
});

describe('the number of rounds of table calls', () => {
  it.each(Object.entries(ROUNDS))('of %s is at most %i', (label, maximum) => {
    expect(roundsOf(costs, label)).toBeLessThanOrEqual(maximum);
  });

  it('of lists of refunds, credit notes, disputes and one-off payments is at most 3 with any filter', () => {
    const lists = [...costs.values()].filter(({ label }) => LISTS.test(label));
    expect(lists.length).toBeGreaterThanOrEqual(11);
    expect(lists.filter(({ rounds, calls }) => rounds > LIST_ROUNDS || calls > LIST_ROUNDS + 1)).toEqual([]);
  });
});

describe('the write units', () => {
  it.each(Object.entries(WRITE_UNITS))('of %s are at most %i', (label, maximum) => {
    expect(costs.get(label)?.writeUnits ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(maximum);
  });
});
