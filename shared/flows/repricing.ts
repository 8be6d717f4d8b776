import { REPRICING } from '../domain/customer/repricing.ts';
import { unchanged } from '../domain/decisions.ts';
import type { JsonObject, Tenant } from '../domain/kernel.ts';
import { liveSubscriptions, type Subscription, subscriptionAggregate } from '../domain/subscription/record.ts';
import { type RepriceState, repriceSubscription } from '../domain/subscription/reprice.ts';
import { logError } from '../platform/log-lines.ts';
import { SYSTEM } from '../store/audit/entries.ts';
import type { Store } from '../store/writer/store.ts';
import { eachOf, loadMoments } from './batch-loads.ts';
import { allOf } from './load.ts';
import { loadPartiesOf } from './parties.ts';
import type { ProviderFlow } from './provider-write.ts';

/** Decided and written together. */
const BATCH = 100;
/** How long one try may take: the caller's request ends soon after. */
const TRY_MS = 15_000;
const RETRY_SECONDS = 60;

type Loaded = RepriceState & { readonly moment: number | null };

const loadToReprice = async (
  store: Store,
  tenant: Tenant,
  customerId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Loaded | Error>> => {
  const [subscriptions, partiesOf] = await Promise.all([
    store.getEach(subscriptionAggregate, tenant, ids),
    loadPartiesOf(store, tenant, [customerId]),
  ]);
  const records = [...subscriptions.values()].flatMap((each) => (each instanceof Error ? [] : [each.record]));
  const momentOf = await loadMoments(store, tenant, records);
  return eachOf(subscriptions, (_id, subscription) => {
    const parties = partiesOf(customerId);
    if (parties instanceof Error) throw parties;
    return { subscription, parties, moment: momentOf(subscription.record.clockId) };
  });
};

/**
 * Brings up to date what the customer's subscriptions show that they will charge, a hundred at a time, each as it stands then: it may
 * run again, also at once. `late`: there are more than one try gets through. Throws where one could not be written.
 */
const repriceCustomer = async (store: Store, nowMs: () => number, tenant: Tenant, customerId: string): Promise<'done' | 'late'> => {
  const untilMs = nowMs() + TRY_MS;
  const all = await allOf(store, subscriptionAggregate, tenant, { customerId });
  const ids = all.filter(({ status }) => status !== 'canceled').map(({ id }) => id);
  for (let from = 0; from < ids.length; from += BATCH) {
    if (nowMs() >= untilMs) return 'late';
    const outcomes = await store.runBatch<Loaded, Subscription>({
      tenant,
      actor: SYSTEM,
      members: ids.slice(from, from + BATCH),
      load: (members) => loadToReprice(store, tenant, customerId, members),
      nowOf: ({ moment }) => moment,
      decide: (_id, state, context) => repriceSubscription(null, state, context),
      conditions: [],
    });
    for (const outcome of outcomes.values()) if (outcome.kind === 'failed') throw outcome.error;
  }
  return 'done';
};

/** How many of the customer's subscriptions are not canceled. One small read, which misses none that was written. */
export const countLive = (store: Store, tenant: Tenant, customerId: string): Promise<number> =>
  store.counter(tenant, liveSubscriptions(customerId));

/** The first try, in the time of the request that changed the customer. What it does not get through, the reaper goes on with. */
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
    const told = await repriceCustomer(store, nowMs, tenant, String(input.customer_id));
    return told === 'late' ? 'no_response' : told;
  },
  load: async () => null,
  subjectOf: () => null,
  nowOf: () => null,
  complete: () => unchanged(null),
  answer: () => ({}),
  retrySeconds: () => RETRY_SECONDS,
};
