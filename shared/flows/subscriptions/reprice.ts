import { continueRepricing, type RepricingProgress, TENANT_REPRICING } from '../../domain/account/repricing.ts';
import { CUSTOMER_REPRICING } from '../../domain/customer/repricing.ts';
import { unchanged } from '../../domain/decision.ts';
import type { PendingOperation } from '../../domain/pending-operation/record.ts';
import { type RepriceState, repriceSubscription } from '../../domain/subscription/renewal/reprice.ts';
import { notCanceledCounter } from '../../domain/subscription/state.ts';
import type { Subscription } from '../../domain/subscription/types.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { JsonObject, Mode, Tenant } from '../../domain/tenant.ts';
import { logError } from '../../platform/log-lines.ts';
import { SYSTEM } from '../../store/audit/entries.ts';
import type { Store } from '../../store/writer/store.ts';
import { assembleEach, fetchClockTimes } from '../load/batch.ts';
import { loadPartiesOf } from '../load/parties.ts';
import { allOf } from '../load/records.ts';
import type { ProviderFlow } from '../two-phase/provider-write.ts';

/** Subscriptions per batch. */
const BATCH = 100;
/** Maximum duration of one try; less than the timeout of the request that runs the first try. */
const TRY_MS = 15_000;
const RETRY_SECONDS = 60;

type Loaded = RepriceState & { readonly clockTime: number | null };

const loadToReprice = async (store: Store, tenant: Tenant, ids: readonly string[]): Promise<ReadonlyMap<string, Loaded | Error>> => {
  const subscriptions = await store.getEach(subscriptionAggregate, tenant, ids);
  const records = [...subscriptions.values()].flatMap((each) => (each instanceof Error ? [] : [each.record]));
  const [partiesOf, clockTimeOf] = await Promise.all([
    loadPartiesOf(store, tenant, [...new Set(records.map(({ customerId }) => customerId))]),
    fetchClockTimes(store, tenant, records),
  ]);
  return assembleEach(subscriptions, (_id, subscription) => {
    const parties = partiesOf(subscription.record.customerId);
    if (parties instanceof Error) throw parties;
    return { subscription, parties, clockTime: clockTimeOf(subscription.record.clockId) };
  });
};

/**
 * Recomputes the next charges of subscriptions until nothing changes, since the tax may change again between a read and a write. Throws if
 * a subscription could not be written.
 */
const repriceEach = async (store: Store, tenant: Tenant, subscriptions: readonly Subscription[]): Promise<void> => {
  let members = subscriptions.filter(({ status }) => status !== 'canceled').map(({ id }) => id);
  while (members.length > 0) members = await repriceOnce(store, tenant, members);
};

/** Returns the ids of the changed subscriptions. */
const repriceOnce = async (store: Store, tenant: Tenant, ids: readonly string[]): Promise<string[]> => {
  const outcomes = await store.runBatch<Loaded, boolean>({
    tenant,
    actor: SYSTEM,
    members: ids,
    load: (members) => loadToReprice(store, tenant, members),
    nowOf: ({ clockTime }) => clockTime,
    decide: (_id, state, context) => repriceSubscription(null, state, context),
    conditions: [],
  });
  for (const outcome of outcomes.values()) if (outcome.kind === 'failed') throw outcome.error;
  return ids.filter((id) => {
    const outcome = outcomes.get(id);
    return outcome?.kind === 'done' && outcome.result;
  });
};

/**
 * Recomputes the next charges of the customer's subscriptions, a hundred at a time. Idempotent, also concurrently. `late`: time ran out
 * before the end. Throws if a subscription could not be written.
 */
const repriceCustomer = async (store: Store, nowMs: () => number, tenant: Tenant, customerId: string): Promise<'done' | 'late'> => {
  const untilMs = nowMs() + TRY_MS;
  const all = await allOf(store, subscriptionAggregate, tenant, { customerId });
  for (let from = 0; from < all.length; from += BATCH) {
    if (nowMs() >= untilMs) return 'late';
    await repriceEach(store, tenant, all.slice(from, from + BATCH));
  }
  return 'done';
};

/** Counts the customer's subscriptions that are not canceled, strongly consistent, with one small read. */
export const countNotCanceled = (store: Store, tenant: Tenant, customerId: string): Promise<number> =>
  store.counter(tenant, notCanceledCounter(customerId));

/** Runs `repriceCustomer` once within the request that changed the customer; the reaper repeats it later (`repricing`). Logs errors. */
export const repriceNow = async (store: Store, nowMs: () => number, tenant: Tenant, customerId: string): Promise<void> => {
  try {
    await repriceCustomer(store, nowMs, tenant, customerId);
  } catch (error) {
    logError(error, { part: 'repricing', account: tenant.accountId, mode: tenant.mode, customer: customerId });
  }
};

/**
 * Runs `repriceCustomer` in the reaper, because the index may not contain all of the customer's subscriptions during the request. Calls no
 * provider. It is a `ProviderFlow` because the reaper repeats such a flow until it has finished (`no_response`: not finished).
 */
export const repricing: ProviderFlow<null, 'done', null, JsonObject> = {
  kind: CUSTOMER_REPRICING,
  callProvider: async ({ store, nowMs }, tenant, { input }) => {
    const result = await repriceCustomer(store, nowMs, tenant, String(input.customer_id));
    return result === 'late' ? 'no_response' : result;
  },
  load: async () => null,
  subjectOf: () => null,
  nowOf: () => null,
  complete: () => unchanged(null),
  answer: () => ({}),
  retrySeconds: () => RETRY_SECONDS,
};

/** Recomputes the next charges of a tenant's subscriptions after the id `after`, at least one page. Returns the last id; `null`: done. */
const repriceFrom = async (store: Store, tenant: Tenant, after: string | null, isTimeUp: () => boolean): Promise<string | null> => {
  let startingAfter = after ?? undefined;
  for (;;) {
    const { items, hasMore } = await store.page(subscriptionAggregate, tenant, { limit: BATCH, startingAfter });
    const records = items.map(({ record }) => record);
    await repriceEach(store, tenant, records);
    startingAfter = records.at(-1)?.id;
    if (!hasMore || startingAfter === undefined) return null;
    if (isTimeUp()) return startingAfter;
  }
};

/** Reprices the first hundred subscriptions of each mode within the request that changed the account's tax; the reaper continues. */
export const repriceFirst = async (store: Store, accountId: string, modes: readonly Mode[]): Promise<void> => {
  for (const mode of modes) {
    try {
      await repriceFrom(store, { accountId, mode }, null, () => true);
    } catch (error) {
      logError(error, { part: 'repricing', account: accountId, mode });
    }
  }
};

// The operation stores the progress from `withTenantRepricing` or `continueRepricing`.
const progressOf = ({ input }: PendingOperation): RepricingProgress => input as RepricingProgress;

/** The reaper's pass over all subscriptions of a mode, one try at a time. Calls no provider, like `repricing`. */
export const tenantRepricing: ProviderFlow<null, RepricingProgress, null, JsonObject> = {
  kind: TENANT_REPRICING,
  callProvider: async ({ store, nowMs }, { accountId }, operation) => {
    const { mode, after } = progressOf(operation);
    const untilMs = nowMs() + TRY_MS;
    return { mode, after: await repriceFrom(store, { accountId, mode }, after, () => nowMs() >= untilMs) };
  },
  load: async () => null,
  subjectOf: () => null,
  nowOf: () => null,
  complete: (progress, _state, context) => (progress.after === null ? unchanged(null) : continueRepricing(progress, context)),
  answer: () => ({}),
  retrySeconds: () => RETRY_SECONDS,
};
