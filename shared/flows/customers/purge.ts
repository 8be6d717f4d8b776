import { customerAggregate } from '../../domain/customer/record.ts';
import { purgeCustomer, viewPurged } from '../../domain/customer/removal.ts';
import { unchanged } from '../../domain/decision.ts';
import { scheduleOperation } from '../../domain/pending-operation/open.ts';
import type { PendingOperation } from '../../domain/pending-operation/record.ts';
import { DAY_SECONDS } from '../../domain/periods.ts';
import { Refusal } from '../../domain/refusal.ts';
import { isDeepEqual } from '../../domain/same.ts';
import type { JsonObject, Tenant } from '../../domain/tenant.ts';
import { type Erasure, isDeletionEventPending, personalDataTasks } from '../../store/erasure/personal-data.ts';
import { continueTasks, type ErasureProgress, type ErasureTry } from '../../store/erasure/tasks.ts';
import type { FlowDeps } from '../deps.ts';
import type { ProviderFlow } from '../two-phase/provider-write.ts';
import { timeLimit, Unfinished } from '../two-phase/unfinished.ts';
import { redactionTasks } from './redaction.ts';
import {
  callProviders,
  closeCustomer,
  customerIdOf,
  customerRemovalFlow,
  deleteAtProvider,
  endPortalSessions,
  type RemovalOutcome,
} from './removal.ts';

/** Maximum duration of one try, with its provider calls. Less than the timeout of the request that runs the first try. */
const TRY_MS = 18_000;

/** Where the operation continues; `null`: nothing is erased yet. Stored with the operation (`withProgress`). */
const progressOf = ({ input }: PendingOperation): ErasureProgress | null => (input.progress as ErasureProgress | undefined) ?? null;

/** Erases the customer's personal data in records, events, audit entries and stored responses, for a limited time. */
const erase = async (deps: FlowDeps, tenant: Tenant, erasure: Erasure, progress: ErasureProgress): Promise<ErasureTry> => {
  const records = await continueTasks(redactionTasks(deps, tenant, erasure), progress);
  if (!records.isDone) return records;
  return continueTasks(personalDataTasks(deps.store.table, tenant, erasure), records.progress);
};

/** True if the customer was deleted before, and its `customer.deleted` event waits for its delivery. */
const waitsForDelivery = async ({ store }: FlowDeps, tenant: Tenant, customerId: string): Promise<boolean> => {
  const customer = await store.get(customerAggregate, tenant, customerId);
  return customer !== null && customer.record.deletedAt !== null && isDeletionEventPending(store.table, tenant, customerId);
};

/** Calls the payment providers, before anything is erased. */
const closeAndDelete = async (deps: FlowDeps, tenant: Tenant, operation: PendingOperation): Promise<RemovalOutcome | 'no_response'> => {
  const closeResult = await closeCustomer(deps, tenant, operation);
  return closeResult === 'done' ? callProviders(deps, tenant, customerIdOf(operation), deleteAtProvider) : closeResult;
};

/** Delay of the second pass, which redacts what was written during the first pass. */
const SECOND_PASS_SECONDS = 15 * 60;

/** Purges a customer: first at the provider, then in the records of the service, and last in the customer record [CUS-18..CUS-21]. */
export const customerPurge = customerRemovalFlow(
  'customers.purge',
  viewPurged,
  async (deps, tenant, operation) => {
    const customerId = customerIdOf(operation);
    const isTimeUp = timeLimit(deps.nowMs, TRY_MS);
    const before = progressOf(operation);
    const reply = before === null ? await closeAndDelete(deps, tenant, operation) : 'done';
    if (reply !== 'done') return reply;
    const skipDeletionEvent = await waitsForDelivery(deps, tenant, customerId);
    const { progress, isDone } = await erase(deps, tenant, { customerId, skipDeletionEvent, isTimeUp }, before ?? {});
    return isDone ? 'done' : new Unfinished({ ...operation.input, progress });
  },
  (state, context) => {
    const decided = purgeCustomer(state, context);
    if (decided instanceof Refusal) return decided;
    const secondPass = { now: context.realNow, afterSeconds: SECOND_PASS_SECONDS };
    const { creation } = scheduleOperation('customers.redact', { customer_id: decided.result.id }, secondPass, context.ids);
    return { ...decided, changes: [...decided.changes, creation] };
  },
);

/** The `customer.deleted` event keeps the customer's data until the event is delivered, but at most for this time. */
const DELETION_EVENT_SECONDS = 30 * DAY_SECONDS;

/**
 * The second pass of a purge. While the `customer.deleted` event waits for its delivery, this pass skips the event. A third pass, which
 * skips nothing, then follows after the delivery, or after `DELETION_EVENT_SECONDS`.
 */
export const redaction: ProviderFlow<null, 'done', null, JsonObject> = {
  kind: 'customers.redact',
  callProvider: async (deps, tenant, operation) => {
    const customerId = customerIdOf(operation);
    const isTimeUp = timeLimit(deps.nowMs, TRY_MS);
    const isOverdue = Math.floor(deps.nowMs() / 1000) - operation.created > DELETION_EVENT_SECONDS;
    const skipDeletionEvent = !isOverdue && (await isDeletionEventPending(deps.store.table, tenant, customerId));
    // The first pass may have missed a session that was opened at the same time.
    await endPortalSessions(deps, tenant, customerId);
    const isSamePass = operation.input.skips_deletion_event === skipDeletionEvent;
    const before = (isSamePass ? progressOf(operation) : null) ?? {};
    const { progress, isDone } = await erase(deps, tenant, { customerId, skipDeletionEvent, isTimeUp }, before);
    if (isDone && !skipDeletionEvent) return 'done';
    // The pass was already complete before this try, so it only waits for the delivery of the event.
    if (isDone && isDeepEqual(before, progress)) return 'no_response';
    return new Unfinished({ customer_id: customerId, skips_deletion_event: skipDeletionEvent, progress });
  },
  load: async () => null,
  subjectOf: () => null,
  nowOf: () => null,
  complete: () => unchanged(null),
  answer: () => ({}),
  retrySeconds: (tries) => (tries < 4 ? 3600 : 6 * 3600),
};
