import { furtherRepricing, type RepricingProgress, TENANT_REPRICING } from '../../domain/account/repricing.ts';
import { REPRICING } from '../../domain/customer/repricing.ts';
import { unchanged } from '../../domain/decision.ts';
import type { PendingOperation } from '../../domain/pending-operation/record.ts';
import { type RepriceState, repriceSubscription } from '../../domain/subscription/renewal/reprice.ts';
import { liveSubscriptions } from '../../domain/subscription/state.ts';
import type { Subscription } from '../../domain/subscription/types.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { JsonObject, Mode, Tenant } from '../../domain/tenant.ts';
import { logError } from '../../platform/log-lines.ts';
import { SYSTEM } from '../../store/audit/entries.ts';
import type { Store } from '../../store/writer/store.ts';
import { eachOf, loadMoments } from '../load/batch.ts';
import { loadPartiesOf } from '../load/parties.ts';
import { allOf } from '../load/records.ts';
import type { ProviderFlow } from '../two-phase/provider-write.ts';

/** Decided and written together. */
const BATCH = 100;
/** How long one try may take: the caller's request ends soon after. */
const TRY_MS = 15_000;
const RETRY_SECONDS = 60;

type Loaded = RepriceState & { readonly moment: number | null };

const loadToReprice = async (store: Store, tenant: Tenant, ids: readonly string[]): Promise<ReadonlyMap<string, Loaded | Error>> => {
  const subscriptions = await store.getEach(subscriptionAggregate, tenant, ids);
  const records = [...subscriptions.values()].flatMap((each) => (each instanceof Error ? [] : [each.record]));
  const [partiesOf, momentOf] = await Promise.all([
    loadPartiesOf(store, tenant, [...new Set(records.map(({ customerId }) => customerId))]),
    loadMoments(store, tenant, records),
  ]);
  return eachOf(subscriptions, (_id, subscription) => {
    const parties = partiesOf(subscription.record.customerId);
    if (parties instanceof Error) throw parties;
    return { subscription, parties, moment: momentOf(subscription.record.clockId) };
  });
};

/**
 * Prices some subscriptions anew, each as it is then. What was written is looked at once more: who is taxed may have changed between
 * the read and the write, and anyone who changed it may have looked before. Throws where one could not be written.
 */
const repriceEach = async (store: Store, tenant: Tenant, subscriptions: readonly Subscription[]): Promise<void> => {
  let members = subscriptions.filter(({ status }) => status !== 'canceled').map(({ id }) => id);
  while (members.length > 0) members = await repriceOnce(store, tenant, members);
};

/** @returns the ids of those that changed */
const repriceOnce = async (store: Store, tenant: Tenant, ids: readonly string[]): Promise<string[]> => {
  const outcomes = await store.runBatch<Loaded, boolean>({
    tenant,
    actor: SYSTEM,
    members: ids,
    load: (members) => loadToReprice(store, tenant, members),
    nowOf: ({ moment }) => moment,
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
 * Brings up to date what the customer's subscriptions show that they will charge, a hundred at a time, each as it is then: it may
 * run again, also at once. `late`: there are more than one try gets through. Throws where one could not be written.
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

/** How many of the customer's subscriptions are not canceled. One small read, which misses none that was written. */
export const countLive = (store: Store, tenant: Tenant, customerId: string): Promise<number> =>
  store.counter(tenant, liveSubscriptions(customerId));

/** The first try, in the time of the request that changed the customer. What it does not get through, the reaper continues with. */
export const repriceNow = async (store: Store, nowMs: () => number, tenant: Tenant, customerId: string): Promise<void> => {
  try {
    await repriceCustomer(store, nowMs, tenant, customerId);
  } catch (error) {
    logError(error, { part: 'repricing', account: tenant.accountId, mode: tenant.mode, customer: customerId });
  }
};

/** The look of the reaper, also at what the index of a customer's subscriptions did not have yet when the request looked. */
export const repricing: ProviderFlow<null, 'done', null, JsonObject> = {
  kind: REPRICING,
  ask: async ({ store, nowMs }, tenant, { input }) => {
    const reported = await repriceCustomer(store, nowMs, tenant, String(input.customer_id));
    return reported === 'late' ? 'no_response' : reported;
  },
  load: async () => null,
  subjectOf: () => null,
  nowOf: () => null,
  complete: () => unchanged(null),
  answer: () => ({}),
  retrySeconds: () => RETRY_SECONDS,
};

/** Prices the subscriptions of a tenant anew, from the newest on, a page at least. @returns where to continue once time is up; `null`: that was all */
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

/** The first hundred of each mode, in the time of the request that changed how the account's sales are taxed. The reaper continues with the others. */
export const repriceFirst = async (store: Store, accountId: string, modes: readonly Mode[]): Promise<void> => {
  for (const mode of modes) {
    try {
      await repriceFrom(store, { accountId, mode }, null, () => true);
    } catch (error) {
      logError(error, { part: 'repricing', account: accountId, mode });
    }
  }
};

// An operation of this flow keeps what `withTenantRepricing` or `furtherRepricing` gave it.
const progressOf = ({ input }: PendingOperation): RepricingProgress => input as RepricingProgress;

/** The look of the reaper at all subscriptions of a mode, as far as it gets in one try. */
export const tenantRepricing: ProviderFlow<null, RepricingProgress, null, JsonObject> = {
  kind: TENANT_REPRICING,
  ask: async ({ store, nowMs }, { accountId }, operation) => {
    const { mode, after } = progressOf(operation);
    const untilMs = nowMs() + TRY_MS;
    return { mode, after: await repriceFrom(store, { accountId, mode }, after, () => nowMs() >= untilMs) };
  },
  load: async () => null,
  subjectOf: () => null,
  nowOf: () => null,
  complete: (progress, _state, context) => (progress.after === null ? unchanged(null) : furtherRepricing(progress, context)),
  answer: () => ({}),
  retrySeconds: () => RETRY_SECONDS,
};
