import type { Stored } from '../../domain/aggregate.ts';
import { unchanged } from '../../domain/decision.ts';
import { invoiceAggregate } from '../../domain/invoice/record.ts';
import { withEachKind } from '../../domain/payable/payables.ts';
import { type Payable, type PayableKind, stageOf } from '../../domain/payable/record.ts';
import { endUnfinishedPayable } from '../../domain/payable/unpaid.ts';
import { paymentAggregate } from '../../domain/payment/record.ts';
import type { PendingOperation } from '../../domain/pending-operation/record.ts';
import { endWithClock } from '../../domain/subscription/lifecycle/end-with-clock.ts';
import { canStillBeCharged } from '../../domain/subscription/state.ts';
import type { Subscription } from '../../domain/subscription/types.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { JsonObject, Tenant } from '../../domain/tenant.ts';
import { CLOCK_REMOVAL, removeClockRecord } from '../../domain/test-clock/delete.ts';
import { type TestClock, testClockAggregate } from '../../domain/test-clock/record.ts';
import { logError } from '../../platform/log-lines.ts';
import { SYSTEM } from '../../store/audit/entries.ts';
import { deleteDuesOnClock } from '../../store/core/clock-dues.ts';
import type { FlowDeps, OperationDeps } from '../deps.ts';
import { loadParties } from '../load/parties.ts';
import { loadAll, loadAttemptPayment } from '../load/records.ts';
import { cancelPaymentAtProvider, syncPayment } from '../payments/sync.ts';
import { type ProviderFlow, resumeOperation } from '../two-phase/provider-write.ts';
import { timeLimit, Unfinished } from '../two-phase/unfinished.ts';

/** Maximum duration of one try. Less than the timeout of the request that deletes the clock, which runs the first try. */
const TRY_MS = 18_000;
/** Delay of the second pass, which ends the payables and subscriptions that the index did not contain yet during the first pass. */
const SECOND_PASS_SECONDS = 5 * 60;
const RETRY_SECONDS = 60;

/**
 * Withdraws the buyer's payment and ends the payable (checkout session or one-off payment). If the payment succeeds later, it is refunded.
 */
const endPayable = async <R extends Payable>(
  deps: FlowDeps,
  tenant: Tenant,
  clock: TestClock,
  kind: PayableKind<R>,
  payable: R,
): Promise<void> => {
  const attempt = await loadAttemptPayment(deps.store, tenant, payable);
  if (attempt !== null) await cancelPaymentAtProvider(deps, tenant, attempt.record);
  await deps.store.run<Stored<R> | null, R | null>({
    tenant,
    actor: SYSTEM,
    load: () => deps.store.get(kind.aggregate, tenant, payable.id),
    nowOf: () => clock.frozenTime,
    decide: (stored) => (stored === null ? unchanged(null) : endUnfinishedPayable(kind, stored, 'canceled')),
  });
};

/** Ends the unpaid payables of one kind on the clock, each in a transaction. `late`: the time was up before all were ended. */
const endPayables = async <R extends Payable>(
  deps: FlowDeps,
  tenant: Tenant,
  clock: TestClock,
  kind: PayableKind<R>,
  isTimeUp: () => boolean,
): Promise<'done' | 'late'> => {
  const payables = await loadAll(deps.store, kind.aggregate, tenant, { parentId: clock.id });
  for (const payable of payables.filter((each) => stageOf(each) === 'open' || stageOf(each) === 'pending')) {
    if (isTimeUp()) return 'late';
    await endPayable(deps, tenant, clock, kind, payable);
  }
  return 'done';
};

/** Cancels the subscription after syncing its pending charges, so that a paid period is shown as paid. */
const endSubscription = async (
  deps: FlowDeps,
  tenant: Tenant,
  clock: TestClock,
  { id, renewal, pendingChange }: Subscription,
): Promise<void> => {
  if (renewal?.processing === true) await syncPayment(deps, tenant, renewal.paymentId, null);
  if (pendingChange !== null) await syncPayment(deps, tenant, pendingChange.paymentId, null);
  await deps.store.run({
    tenant,
    actor: SYSTEM,
    load: async () => {
      const subscription = await deps.store.get(subscriptionAggregate, tenant, id);
      if (subscription === null) throw new Error(`Subscription ${id} is missing.`);
      const { renewal: current } = subscription.record;
      const [invoice, payment, parties] = await Promise.all([
        current === null ? null : deps.store.get(invoiceAggregate, tenant, current.invoiceId),
        current === null ? null : deps.store.get(paymentAggregate, tenant, current.paymentId),
        loadParties(deps.store, tenant, subscription.record.customerId),
      ]);
      return { subscription, invoice, payment, parties };
    },
    nowOf: () => clock.frozenTime,
    decide: (state, context) => endWithClock(null, state, context),
  });
};

/** Ends all unpaid payables on the clock, and then all subscriptions, since a paid checkout would start another subscription. */
const endAll = async (deps: FlowDeps, tenant: Tenant, clock: TestClock): Promise<'done' | 'late'> => {
  const isTimeUp = timeLimit(deps.nowMs, TRY_MS);
  for (const end of withEachKind((kind) => () => endPayables(deps, tenant, clock, kind, isTimeUp))) {
    if ((await end()) === 'late') return 'late';
  }
  const subscriptions = await loadAll(deps.store, subscriptionAggregate, tenant, { parentId: clock.id });
  for (const subscription of subscriptions.filter(canStillBeCharged)) {
    if (isTimeUp()) return 'late';
    await endSubscription(deps, tenant, clock, subscription);
  }
  return 'done';
};

const clockIdOf = ({ input }: PendingOperation): string => String(input.test_clock_id);

/**
 * Ends all payables and subscriptions on a deleted clock, and removes the clock after a second pass. Idempotent; an interrupted try is
 * continued. Does not wait for outcomes of the provider, which arrive by webhook.
 */
export const clockRemoval: ProviderFlow<Awaited<ReturnType<typeof loadClock>>, 'done', null, JsonObject> = {
  kind: CLOCK_REMOVAL,
  callProvider: async (deps, tenant, operation) => {
    const clock = await loadClock(deps, tenant, operation);
    if (clock === null) return 'done';
    const endResult = await endAll(deps, tenant, clock.record);
    const isSecondPass = Math.floor(deps.nowMs() / 1000) >= (clock.record.deletedAt ?? 0) + SECOND_PASS_SECONDS;
    if (endResult === 'late') return new Unfinished(operation.input);
    // The reaper (which completes interrupted operations) repeats this call for the second pass.
    if (!isSecondPass) return 'no_response';
    await deleteDuesOnClock(deps.store.table, tenant, clock.record.id);
    return 'done';
  },
  load: (deps, tenant, operation) => loadClock(deps, tenant, operation),
  subjectOf: () => null,
  nowOf: () => null,
  complete: (_reported, clock) => removeClockRecord(clock),
  answer: () => ({}),
  retrySeconds: () => RETRY_SECONDS,
};

const loadClock = (deps: FlowDeps, tenant: Tenant, operation: PendingOperation) =>
  deps.store.get(testClockAggregate, tenant, clockIdOf(operation));

/** Runs the first try within the request that deletes the clock; if it does not complete, the reaper continues. Logs errors. */
export const startClockRemoval = async (deps: OperationDeps, tenant: Tenant, operationId: string): Promise<void> => {
  try {
    await resumeOperation(deps, tenant, clockRemoval, operationId, { actor: SYSTEM, refusalAnswer: deps.refusalAnswer(operationId) });
  } catch (error) {
    logError(error, { operation: operationId });
  }
};
