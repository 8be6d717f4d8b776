import { type RepricingProgress, TENANT_REPRICING } from '../../domain/account/repricing.ts';
import { CUSTOMER_REPRICING } from '../../domain/customer/repricing.ts';
import { unchanged } from '../../domain/decision.ts';
import { type RepriceState, repriceSubscription } from '../../domain/subscription/renewal/reprice.ts';
import { notCanceledCounter } from '../../domain/subscription/state.ts';
import type { Subscription } from '../../domain/subscription/types.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { JsonObject, Mode, Tenant } from '../../domain/tenant.ts';
import { logError } from '../../platform/log-lines.ts';
import { SYSTEM } from '../../store/audit/entries.ts';
import type { Store } from '../../store/writer/store.ts';
import { assembleEach, fetchClockTimes } from '../load/batch.ts';
import { type LocatedParties, loadPartiesOf } from '../load/parties.ts';
import type { ProviderFlow } from '../two-phase/provider-write.ts';
import { timeLimit, Unfinished } from '../two-phase/unfinished.ts';

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

/** Which subscriptions are repriced. */
interface Repriced {
  /** Only the subscriptions of this customer; `null`: all of the tenant. */
  readonly customerId: string | null;
  /** Starts after the subscription with this id; `null`: with the newest one. */
  readonly after: string | null;
}

/**
 * Recomputes the next charges of subscriptions, in batches of a hundred, and stops after a batch if the time is up. Can be repeated, also
 * concurrently. Returns the id of the last repriced subscription if time ran out; `null`: all are repriced. Throws if a subscription could
 * not be written.
 */
const repriceFrom = async (
  store: Store,
  tenant: Tenant,
  { customerId, after }: Repriced,
  isTimeUp: () => boolean,
): Promise<string | null> => {
  let startingAfter = after ?? undefined;
  for (;;) {
    const by = customerId === null ? undefined : { customerId };
    const { items, hasMore } = await store.page(subscriptionAggregate, tenant, { limit: BATCH, by, startingAfter });
    const records = items.map(({ record }) => record);
    await repriceEach(store, tenant, records);
    startingAfter = records.at(-1)?.id;
    if (!hasMore || startingAfter === undefined) return null;
    if (isTimeUp()) return startingAfter;
  }
};

/** Counts the customer's subscriptions that are not canceled, strongly consistent, with one small read. */
export const countUncanceledSubscriptions = (store: Store, tenant: Tenant, customerId: string): Promise<number> =>
  store.counter(tenant, notCanceledCounter(customerId));

/** Number of subscriptions to reprice if the country of `parties` is stored in the customer; 0 if the customer already has it. */
export const countToReprice = async (store: Store, tenant: Tenant, { parties, customer }: LocatedParties): Promise<number> =>
  parties.customer.countryCode === customer.record.countryCode ? 0 : countUncanceledSubscriptions(store, tenant, customer.record.id);

/**
 * Reprices the customer's subscriptions within the request that changed the customer; the reaper reprices them again (`customerRepricing`). Logs
 * errors.
 */
export const repriceNow = async (store: Store, nowMs: () => number, tenant: Tenant, customerId: string): Promise<void> => {
  try {
    await repriceFrom(store, tenant, { customerId, after: null }, timeLimit(nowMs, TRY_MS));
  } catch (error) {
    logError(error, { part: 'repricing', account: tenant.accountId, mode: tenant.mode, customer: customerId });
  }
};

/** Reprices the first hundred subscriptions of each mode within the request that changed the account's tax; the reaper continues. */
export const startTenantRepricing = async (store: Store, accountId: string, modes: readonly Mode[]): Promise<void> => {
  for (const mode of modes) {
    try {
      await repriceFrom(store, { accountId, mode }, { customerId: null, after: null }, () => true);
    } catch (error) {
      logError(error, { part: 'repricing', account: accountId, mode });
    }
  }
};

/**
 * A flow of the reaper that reprices subscriptions, one try at a time. Calls no provider. The input contains the id of the last repriced
 * subscription as `after`.
 */
const repricingFlow = (
  kind: string,
  subjectOf: (tenant: Tenant, input: JsonObject) => { readonly tenant: Tenant; readonly customerId: string | null },
): ProviderFlow<null, 'done', null, JsonObject> => ({
  kind,
  callProvider: async ({ store, nowMs }, caller, { input }) => {
    const { tenant, customerId } = subjectOf(caller, input);
    const before = (input.after ?? null) as string | null;
    const after = await repriceFrom(store, tenant, { customerId, after: before }, timeLimit(nowMs, TRY_MS));
    return after === null ? 'done' : new Unfinished({ ...input, after });
  },
  load: async () => null,
  subjectOf: () => null,
  nowOf: () => null,
  complete: () => unchanged(null),
  answer: () => ({}),
  retrySeconds: () => RETRY_SECONDS,
});

/** Reprices a customer's subscriptions again, because the index may not contain all of them during the request. */
export const customerRepricing = repricingFlow(CUSTOMER_REPRICING, (tenant, { customer_id: customerId }) => ({
  tenant,
  customerId: String(customerId),
}));

/** Reprices all subscriptions of a mode. */
export const tenantRepricing = repricingFlow(TENANT_REPRICING, ({ accountId }, input) => ({
  tenant: { accountId, mode: (input as RepricingProgress).mode },
  customerId: null,
}));
