import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import { nextBillingStep } from '../../shared/domain/subscription/state.ts';
import type { Subscription } from '../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { processDueWork } from '../../shared/flows/due/sweep.ts';
import type { SandboxBehavior } from '../../shared/sandbox/model.ts';
import { RUN_LEASE_MS } from '../../shared/store/runs/lease.ts';
import { openStore, type Store } from '../../shared/store/writer/store.ts';
import { runThrough } from '../flows/renewals/renewal-steps.ts';
import {
  createTenant,
  depsOf,
  expectConsistent,
  nowOf,
  openRunEnvironmentOn,
  type RunEnvironment,
  readRenewalData,
  setTime,
} from '../flows/renewals/run-environment.ts';
import { failNextCharges, noFaults, type SimulatedFault } from '../provider/faults/faulty-provider.ts';
import { memoryFixture, openFixture } from '../store/support.ts';
import { type CallFault, faultyTable } from '../support/faulty-io.ts';
import { seedOfTheDay } from '../support/seeds.ts';

/** Number of batches with fixed seeds; `npm run fuzz` sets 600. In addition, a quarter of this number has seeds of the day. */
const BATCHES = Number(process.env.BILLING_BATCHES ?? 100);
/** Number of the first batch with a fixed seed. To split the batches among processes, set a different one for each process. */
const FIRST_FIXED = Number(process.env.BILLING_FIRST_BATCH ?? 0);
/** Number of the first batch with a seed of the day. */
const FIRST_DAILY = seedOfTheDay('BILLING_SEED');
const SUBSCRIPTIONS = 3;
const BATCHES_PER_TENANT = 25;
/** Delay after which a charge without a response is polled. */
const POLL_SECONDS = 600;
const MAX_ROUNDS = 20;

/** The faults of one batch. */
interface BatchFaults {
  /** Faults of the first run's database calls, by index of the call. */
  readonly calls: ReadonlyMap<number, CallFault>;
  /** The fault of the first `count` charges; `null`: none. */
  readonly charges: { readonly count: number; readonly fault: SimulatedFault } | null;
  /** How the sandbox answers charges, by position of the subscription. */
  readonly behaviors: readonly SandboxBehavior['charges'][];
  /** Whether a second billing run, without faulty database calls, executes concurrently. */
  readonly twice: boolean;
}

const callFault: fc.Arbitrary<CallFault> = fc.record({
  when: fc.constantFrom('before' as const, 'after' as const),
  what: fc.constantFrom('kills' as const, 'lost' as const),
});

const batchFaults: fc.Arbitrary<BatchFaults> = fc.record({
  calls: fc.array(fc.tuple(fc.integer({ min: 0, max: 70 }), callFault), { maxLength: 3 }).map((entries) => new Map(entries)),
  charges: fc.option(
    fc.record({
      count: fc.integer({ min: 1, max: 3 }),
      fault: fc.constantFrom<SimulatedFault>(
        { kind: 'limited', retryAfter: '1' },
        { kind: 'broken' },
        { kind: 'hangs', ms: 0, processed: true },
        { kind: 'hangs', ms: 0, processed: false },
      ),
    }),
    { freq: 3 },
  ),
  behaviors: fc.array(fc.constantFrom('paid', 'paid', 'paid', 'insufficient_funds', 'timeout_after_charge', 'pending'), {
    minLength: SUBSCRIPTIONS,
    maxLength: SUBSCRIPTIONS,
  }),
  twice: fc.boolean(),
});

/** The first twentieth of the batches also runs on a DynamoDB engine. */
describe.each([
  ['in memory', BATCHES],
  ['on a DynamoDB engine', Math.ceil(BATCHES / 20)],
])('billing runs with faults (%s)', (where, count) => {
  let env: RunEnvironment;
  beforeAll(async () => {
    env = await openRunEnvironmentOn(where === 'in memory' ? memoryFixture() : await openFixture('dynoxide'));
  }, 120_000);
  afterAll(() => env.close());

  const advanceTime = (seconds: number): void => setTime(env, nowOf(env) + seconds);

  let runCount = 0;
  /** Executes a billing run of the tenant. */
  const executeRun = async (tenant: Tenant, store: Store): Promise<void> => {
    runCount += 1;
    const runId = `run_${runCount}`;
    await runThrough(depsOf(env, store), { ...tenant, runId }, 2);
  };

  const subscriptionsOf = async (tenant: Tenant, ids: readonly string[]): Promise<readonly Subscription[]> => {
    const subscriptions = await env.fixture.store.getMany(subscriptionAggregate, tenant, ids);
    return [...subscriptions.values()].map(({ record }) => record);
  };

  /** Runs billing and polls pending charges until each subscription is in a later period than in `before`. */
  const completeRenewals = async (tenant: Tenant, ids: readonly string[], before: readonly Subscription[]): Promise<void> => {
    const periodOf = new Map(before.map(({ id, periodIndex }) => [id, periodIndex]));
    const { store } = env.fixture;
    let lastError: unknown = null;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const waiting = (await subscriptionsOf(tenant, ids)).filter(
        ({ id, renewal, periodIndex }) => periodIndex <= (periodOf.get(id) ?? 0) || renewal !== null,
      );
      if (waiting.length === 0) return;
      advanceTime(RUN_LEASE_MS / 1000);
      const dueTimes = waiting.flatMap((each) => nextBillingStep(each)?.at ?? []);
      if (dueTimes.length > 0) {
        setTime(env, Math.max(nowOf(env), ...dueTimes));
        await executeRun(tenant, store);
        continue;
      }
      advanceTime(POLL_SECONDS);
      for (const { renewal, id } of waiting) {
        const payment = renewal === null ? null : await store.get(paymentAggregate, tenant, renewal.paymentId);
        if (payment?.record.providerPaymentId) await env.sandbox.settle(payment.record.providerPaymentId, 'paid');
        await processDueWork(depsOf(env), { ...tenant, kind: 'renewal_payment_poll', id }).catch((error: unknown) => {
          lastError = error;
        });
      }
    }
    const { perSubscription } = await readRenewalData(env, tenant, ids);
    const unfinished = perSubscription.map(({ subscription, payments }) => ({ subscription, payment: payments[0] }));
    throw new Error(`Not renewed after ${MAX_ROUNDS} rounds: ${JSON.stringify(unfinished)}`, { cause: lastError });
  };

  /** Advances the time until the subscriptions are due, bills them with the faults, then completes their renewals without faults. */
  const billWithFaults = async (tenant: Tenant, ids: readonly string[], faults: BatchFaults): Promise<void> => {
    const { fixture, provider, sandbox } = env;
    const before = await subscriptionsOf(tenant, ids);
    setTime(env, Math.max(nowOf(env), ...before.map(({ currentPeriodEnd }) => currentPeriodEnd)));
    const customers = before.map(({ providerCustomerId }) => String(providerCustomerId));
    for (const [index, customer] of customers.entries()) await sandbox.behave(customer, { charges: faults.behaviors[index] ?? 'paid' });
    if (faults.charges !== null) provider.setFaults(failNextCharges(faults.charges.count, faults.charges.fault));
    const table = faultyTable(fixture.table, (call) => faults.calls.get(call) ?? null);
    const store = openStore(table, { nowMs: () => fixture.clock.nowMs, ids: depsOf(env).ids });
    await Promise.allSettled([executeRun(tenant, store), ...(faults.twice ? [executeRun(tenant, fixture.store)] : [])]);
    provider.setFaults(noFaults);
    for (const customer of customers) await sandbox.behave(customer, { charges: 'paid' });
    await completeRenewals(tenant, ids, before);
  };

  it.each([
    ['fixed seeds', FIRST_FIXED, count],
    ['the seed of the day', FIRST_DAILY, Math.ceil(count / 4)],
  ])(
    'pay each period once, and number invoices without gaps: %s',
    async (_name, from, batchCount) => {
      let done = 0;
      for (let first = from; first < from + batchCount; first += BATCHES_PER_TENANT) {
        const { tenant, ids } = await createTenant(env, SUBSCRIPTIONS);
        const batches = fc.sample(batchFaults, { numRuns: Math.min(BATCHES_PER_TENANT, from + batchCount - first), seed: 9_000 + first });
        for (const [index, faults] of batches.entries()) {
          await billWithFaults(tenant, ids, faults).catch((error: unknown) => {
            throw new Error(`batch ${first + index}: ${JSON.stringify(faults, replaceMaps)}`, { cause: error });
          });
          done += 1;
        }
        await expectConsistent(env, tenant, ids);
      }
      process.stdout.write(`${done} batches of ${SUBSCRIPTIONS} renewals billed with faults\n`);
      expect(done).toBe(batchCount);
    },
    1_800_000,
  );
});

/** Replacer for `JSON.stringify`, which writes maps as lists of entries. */
const replaceMaps = (_key: string, value: unknown): unknown => (value instanceof Map ? [...value] : value);
