import { describe, expect, it } from 'vitest';
import { change } from '../../shared/domain/aggregate.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { processDueWork, type SweepDeps } from '../../shared/flows/due/sweep.ts';
import type { BillingRun } from '../../shared/flows/renewals/run-state.ts';
import { RUN_LEASE_MS } from '../../shared/store/runs/lease.ts';
import { memoryFixture, wholeLog } from '../store/support.ts';
import { runThrough } from './renewal-steps.ts';
import { behave, books, depsOf, nowOf, openRunStageOn, type RunStage, setTime, tenantWith, write } from './run-stage.ts';
import { type HandedOut, recordingPorts, sweepAll } from './support.ts';

const BEHAVIORS = ['paid', 'insufficient_funds', 'mandate_gone', 'pending', 'unreachable', 'timeout_after_charge'] as const;
/** A charge of which nothing is heard is polled then. */
const PATIENCE_SECONDS = 600;
const DAY = 86_400;
const MINUTES = [0, PATIENCE_SECONDS, 2 * DAY, 2 * DAY + PATIENCE_SECONDS, 21 * DAY, 32 * DAY];
const CHARGES_AT_ONCE = 3;

/** A minute of the deployment, in which things may happen more often than once, or in another order. */
type Minute = (deps: SweepDeps, handed: HandedOut[]) => Promise<void>;

const play = async (deps: SweepDeps, { to, message }: HandedOut): Promise<void> => {
  if (to === 'billing-run') await runThrough(deps, message as unknown as BillingRun, CHARGES_AT_ONCE);
  // What gets no answer comes again later.
  if (to === 'due-work') await processDueWork(deps, JSON.parse(JSON.stringify(message))).catch(() => undefined);
};

const playAll = async (deps: SweepDeps, handed: readonly HandedOut[]): Promise<void> => {
  for (const each of handed) await play(deps, each);
};

const once: Minute = async (deps, handed) => {
  await sweepAll(deps);
  await playAll(deps, handed);
};

const WAYS: Readonly<Record<string, Minute>> = {
  'two sweeps, and the runs of both, at once': async (deps, handed) => {
    await Promise.all([sweepAll(deps), sweepAll(deps)]);
    await Promise.all(handed.map((each) => play(deps, each)));
  },
  'a second sweep while the messages of the first are on their way': async (deps, handed) => {
    await sweepAll(deps);
    await sweepAll(deps);
    await playAll(deps, handed);
  },
  'each message twice': async (deps, handed) => {
    await sweepAll(deps);
    await playAll(
      deps,
      handed.flatMap((each) => [each, each]),
    );
  },
  'each message twice at once': async (deps, handed) => {
    await sweepAll(deps);
    await Promise.all([...handed, ...handed].map((each) => play(deps, each)));
  },
  'all messages once more in the end, the last one first': async (deps, handed) => {
    await once(deps, handed);
    await playAll(deps, handed.toReversed());
  },
};

/** Everything that can be notified of what happened, but for the ids. */
const reported = async (stage: RunStage, tenant: Tenant, ids: readonly string[]) => {
  const { perSubscription, numbers } = await books(stage, tenant, ids);
  const entries = await wholeLog(stage.fixture, tenant);
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

/** A month and a day of subscriptions that fare in every way, minute by minute. */
const livedThrough = async (minute: Minute) => {
  const stage = await openRunStageOn(memoryFixture());
  const { tenant, ids } = await tenantWith(stage, BEHAVIORS.length + 1);
  for (const [index, behavior] of BEHAVIORS.entries()) await behave(stage, tenant, ids[index] ?? '', behavior);
  const ending = await stage.fixture.store.get(subscriptionAggregate, tenant, ids.at(-1) ?? '');
  if (ending === null) throw new Error('no subscription');
  await write(stage, tenant, [change(subscriptionAggregate, ending, { ...ending.record, cancelAtPeriodEnd: true })]);
  const end = ending.record.currentPeriodEnd;
  for (const after of MINUTES) {
    setTime(stage, Math.max(nowOf(stage), end + after));
    const { handed, ports } = recordingPorts();
    await minute({ ...depsOf(stage), ...ports }, handed);
    stage.fixture.clock.nowMs += RUN_LEASE_MS;
  }
  const result = await reported(stage, tenant, ids);
  await stage.close();
  return result;
};

describe('a sweep', () => {
  it.each(Object.entries(WAYS))(
    'brings about the same: %s',
    async (_name, minute) => {
      const [expected, again] = [await livedThrough(once), await livedThrough(minute)];
      expect(again).toEqual(expected);
      // Each way of faring was come by.
      expect(new Set(expected.lives.flatMap(({ payments }) => payments.map(([, status]) => status)))).toEqual(
        new Set(['succeeded', 'failed', 'pending']),
      );
      expect(new Set(expected.lives.map(({ subscription }) => subscription.status))).toEqual(new Set(['active', 'canceled']));
    },
    120_000,
  );
});
