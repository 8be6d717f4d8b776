import { describe, expect, it } from 'vitest';
import { change } from '../../shared/domain/aggregate.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { processDueWork, type SweepDeps } from '../../shared/flows/due/sweep.ts';
import type { BillingRun } from '../../shared/flows/renewals/run-state.ts';
import { RUN_LEASE_MS } from '../../shared/store/runs/lease.ts';
import { memoryFixture, readWholeLog } from '../store/support.ts';
import { runThrough } from './renewal-steps.ts';
import {
  createTenant,
  depsOf,
  nowOf,
  openRunStageOn,
  type RunStage,
  readBooks,
  setChargeBehavior,
  setTime,
  writeChanges,
} from './run-stage.ts';
import { type Dispatched, recordingPorts, sweepAll } from './support.ts';

const BEHAVIORS = ['paid', 'insufficient_funds', 'mandate_gone', 'pending', 'unreachable', 'timeout_after_charge'] as const;
/** Delay after which a charge without a response is polled. */
const POLL_SECONDS = 600;
const DAY = 86_400;
const MINUTES = [0, POLL_SECONDS, 2 * DAY, 2 * DAY + POLL_SECONDS, 21 * DAY, 32 * DAY];
const CHARGES_AT_ONCE = 3;

/** Simulates a minute of the deployment, possibly with repetitions or in another order. */
type Minute = (deps: SweepDeps, handed: Dispatched[]) => Promise<void>;

const processMessage = async (deps: SweepDeps, { to, message }: Dispatched): Promise<void> => {
  if (to === 'billing-run') await runThrough(deps, message as unknown as BillingRun, CHARGES_AT_ONCE);
  // A message without a response is retried later.
  if (to === 'due-work') await processDueWork(deps, JSON.parse(JSON.stringify(message))).catch(() => undefined);
};

const processAll = async (deps: SweepDeps, handed: readonly Dispatched[]): Promise<void> => {
  for (const each of handed) await processMessage(deps, each);
};

const once: Minute = async (deps, handed) => {
  await sweepAll(deps);
  await processAll(deps, handed);
};

const VARIANTS: Readonly<Record<string, Minute>> = {
  'two concurrent sweeps with their runs': async (deps, handed) => {
    await Promise.all([sweepAll(deps), sweepAll(deps)]);
    await Promise.all(handed.map((each) => processMessage(deps, each)));
  },
  'a second sweep before the messages of the first are processed': async (deps, handed) => {
    await sweepAll(deps);
    await sweepAll(deps);
    await processAll(deps, handed);
  },
  'each message twice': async (deps, handed) => {
    await sweepAll(deps);
    await processAll(
      deps,
      handed.flatMap((each) => [each, each]),
    );
  },
  'each message twice concurrently': async (deps, handed) => {
    await sweepAll(deps);
    await Promise.all([...handed, ...handed].map((each) => processMessage(deps, each)));
  },
  'all messages again at the end, in reverse order': async (deps, handed) => {
    await once(deps, handed);
    await processAll(deps, handed.toReversed());
  },
};

/** Reads all results for comparison, without ids. */
const resultsOf = async (stage: RunStage, tenant: Tenant, ids: readonly string[]) => {
  const { perSubscription, numbers } = await readBooks(stage, tenant, ids);
  const entries = await readWholeLog(stage.fixture, tenant);
  const types = entries.flatMap(({ event }) => (event === null ? [] : [event.type]));
  return {
    numbers,
    events: types.sort(),
    lives: perSubscription.map(({ subscription, payments, invoices, charged }) => {
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

/** Simulates about a month of subscriptions with all behaviors of the provider. */
const simulate = async (minute: Minute) => {
  const stage = await openRunStageOn(memoryFixture());
  const { tenant, ids } = await createTenant(stage, BEHAVIORS.length + 1);
  for (const [index, behavior] of BEHAVIORS.entries()) await setChargeBehavior(stage, tenant, ids[index] ?? '', behavior);
  const ending = await stage.fixture.store.get(subscriptionAggregate, tenant, ids.at(-1) ?? '');
  if (ending === null) throw new Error('no subscription');
  await writeChanges(stage, tenant, [change(subscriptionAggregate, ending, { ...ending.record, cancelAtPeriodEnd: true })]);
  const end = ending.record.currentPeriodEnd;
  for (const after of MINUTES) {
    setTime(stage, Math.max(nowOf(stage), end + after));
    const { dispatched: handed, ports } = recordingPorts();
    await minute({ ...depsOf(stage), ...ports }, handed);
    stage.fixture.clock.nowMs += RUN_LEASE_MS;
  }
  const result = await resultsOf(stage, tenant, ids);
  await stage.close();
  return result;
};

describe('a sweep', () => {
  it.each(Object.entries(VARIANTS))(
    'has the same results with %s',
    async (_name, minute) => {
      const [expected, actual] = [await simulate(once), await simulate(minute)];
      expect(actual).toEqual(expected);
      // Every payment status occurred.
      expect(new Set(expected.lives.flatMap(({ payments }) => payments.map(([, status]) => status)))).toEqual(
        new Set(['succeeded', 'failed', 'pending']),
      );
      expect(new Set(expected.lives.map(({ subscription }) => subscription.status))).toEqual(new Set(['active', 'canceled']));
    },
    120_000,
  );
});
