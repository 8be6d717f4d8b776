import { describe, expect, it } from 'vitest';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import { processDueWork, type SweepDeps } from '../../../shared/flows/due/sweep.ts';
import type { BillingRun } from '../../../shared/flows/renewals/run-state.ts';
import { RUN_LEASE_MS } from '../../../shared/store/runs/lease.ts';
import { readWholeLog, updateRecord } from '../../store/support.ts';
import { runThrough } from '../renewals/renewal-steps.ts';
import {
  createTenant,
  depsOf,
  nowOf,
  openRunEnvironment,
  type RunEnvironment,
  readRenewalData,
  setChargeBehavior,
  setTime,
} from '../renewals/run-environment.ts';
import { type Dispatched, recordingPorts, sweepAll } from '../support.ts';

const BEHAVIORS = ['paid', 'insufficient_funds', 'mandate_gone', 'pending', 'unreachable', 'timeout_after_charge'] as const;
/** Delay after which a charge without a response is polled. */
const POLL_SECONDS = 600;
const DAY = 86_400;
/**
 * Times at which a minute is simulated, in seconds after the end of the first period: the renewal, its poll, the first retry, its poll, the
 * last retry, the next renewal.
 */
const SWEEP_TIMES = [0, POLL_SECONDS, 2 * DAY, 2 * DAY + POLL_SECONDS, 21 * DAY, 32 * DAY];
const CHARGES_AT_ONCE = 3;

/**
 * Simulates a minute of the deployment, possibly with repetitions or in another order. `dispatched`: the messages and executions of the
 * sweeps so far in this minute.
 */
type Minute = (deps: SweepDeps, dispatched: Dispatched[]) => Promise<void>;

const processMessage = async (deps: SweepDeps, { to, message }: Dispatched): Promise<void> => {
  if (to === 'billing-run') await runThrough(deps, message as unknown as BillingRun, CHARGES_AT_ONCE);
  // Fails if the provider does not respond; a later sweep retries the work.
  if (to === 'due-work') await processDueWork(deps, JSON.parse(JSON.stringify(message))).catch(() => undefined);
};

const processAll = async (deps: SweepDeps, dispatched: readonly Dispatched[]): Promise<void> => {
  for (const each of dispatched) await processMessage(deps, each);
};

const regularMinute: Minute = async (deps, dispatched) => {
  await sweepAll(deps);
  await processAll(deps, dispatched);
};

const VARIANTS: Readonly<Record<string, Minute>> = {
  'two concurrent sweeps with their runs': async (deps, dispatched) => {
    await Promise.all([sweepAll(deps), sweepAll(deps)]);
    await Promise.all(dispatched.map((each) => processMessage(deps, each)));
  },
  'a second sweep before the messages of the first are processed': async (deps, dispatched) => {
    await sweepAll(deps);
    await sweepAll(deps);
    await processAll(deps, dispatched);
  },
  'each message processed twice': async (deps, dispatched) => {
    await sweepAll(deps);
    await processAll(
      deps,
      dispatched.flatMap((each) => [each, each]),
    );
  },
  'each message processed twice concurrently': async (deps, dispatched) => {
    await sweepAll(deps);
    await Promise.all([...dispatched, ...dispatched].map((each) => processMessage(deps, each)));
  },
  'all messages processed again at the end, in reverse order': async (deps, dispatched) => {
    await regularMinute(deps, dispatched);
    await processAll(deps, dispatched.toReversed());
  },
};

/** Reads all results without ids, so that two simulations can be compared. */
const resultsOf = async (env: RunEnvironment, tenant: Tenant, ids: readonly string[]) => {
  const { perSubscription, numbers } = await readRenewalData(env, tenant, ids);
  const entries = await readWholeLog(env.fixture, tenant);
  const types = entries.flatMap(({ event }) => (event === null ? [] : [event.type]));
  return {
    numbers,
    events: types.sort(),
    subscriptions: perSubscription.map(({ subscription, payments, invoices, charged }) => {
      const { status, currentPeriodEnd, paymentCount, nextPaymentAttempt, dunningAttemptsNotified, lastPaymentAt, renewal } = subscription;
      const { attempt = null, processing = null, firstFailedAt = null } = renewal ?? {};
      return {
        subscription: { status, currentPeriodEnd, paymentCount, nextPaymentAttempt, dunningAttemptsNotified, lastPaymentAt },
        renewal: { attempt, processing, firstFailedAt },
        payments: payments.map((payment) => [payment.created, payment.status, payment.amountCents, payment.failureCode]).sort(),
        invoices: invoices.map((invoice) => [invoice.periodStart, invoice.status, invoice.totalCents]).sort(),
        charged: charged.length,
      };
    }),
  };
};

/** Simulates about a month of one subscription for each behavior of the provider, and of one that ends with its first period. */
const simulate = async (minute: Minute) => {
  const env = await openRunEnvironment();
  const { tenant, ids, end } = await createTenant(env, BEHAVIORS.length + 1);
  for (const [index, behavior] of BEHAVIORS.entries()) await setChargeBehavior(env, tenant, ids[index] ?? '', behavior);
  await updateRecord(env.fixture.store, tenant, subscriptionAggregate, ids.at(-1) ?? '', () => ({ cancelAtPeriodEnd: true }));
  for (const after of SWEEP_TIMES) {
    setTime(env, Math.max(nowOf(env), end + after));
    const { dispatched, ports } = recordingPorts();
    await minute({ ...depsOf(env), ...ports }, dispatched);
    env.fixture.clock.nowMs += RUN_LEASE_MS;
  }
  const result = await resultsOf(env, tenant, ids);
  await env.close();
  return result;
};

describe('a simulated minute', () => {
  it.each(Object.entries(VARIANTS))(
    'with %s has the same results as a regular minute',
    async (_name, minute) => {
      const [expected, actual] = [await simulate(regularMinute), await simulate(minute)];
      expect(actual).toEqual(expected);
      // The comparison includes payments and subscriptions in each of these statuses.
      expect(new Set(expected.subscriptions.flatMap(({ payments }) => payments.map(([, status]) => status)))).toEqual(
        new Set(['succeeded', 'failed', 'pending']),
      );
      expect(new Set(expected.subscriptions.map(({ subscription }) => subscription.status))).toEqual(new Set(['active', 'canceled']));
    },
    120_000,
  );
});
