import { priceAggregate } from '../../domain/price/record.ts';
import type { PriceSummary } from '../../domain/price/summary.ts';
import { isMetered } from '../../domain/subscription/state.ts';
import type { Subscription } from '../../domain/subscription/types.ts';
import { closesUsage, isFinalCloseDue, NO_USAGE, type UsagePricing, type UsageSnapshot } from '../../domain/subscription/usage/usage.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { UsageState } from '../../domain/usage-record/create.ts';
import { fetchClockTime } from '../../runtime/simulated-time.ts';
import { keyText, objectKey, usageCounterKeys } from '../../store/core/keys.ts';
import { storedOf } from '../../store/core/objects.ts';
import { areUsageCountersWatched, closeUsageCounters, holdCountsIn, usageCountersIn } from '../../store/core/usage-counters.ts';
import type { Store } from '../../store/writer/store.ts';

/** State for recording and summing usage. */
export interface LoadedUsage extends UsageState {
  /** Time on the subscription's test clock, Unix seconds; `null`: real time. */
  readonly clockTime: number | null;
  /** True when each change of the counters starts a check of the usage limits. */
  readonly isWatched: boolean;
}

export const NO_PRICING: UsagePricing = { unitAmountDecimal: null, tiers: null };

/** Cache of tiered prices, which never change [PRICE-05]. */
const tieredPricings = new Map<string, UsagePricing>();
const MAX_CACHED = 1000;

/** Returns the usage pricing: the unit amount is on the subscription, tiers are only on the price. */
export const fetchPricing = async (store: Store, tenant: Tenant, { id, unitAmountDecimal }: PriceSummary): Promise<UsagePricing> => {
  if (unitAmountDecimal !== null) return { unitAmountDecimal, tiers: null };
  const { pk, sk } = objectKey(priceAggregate, tenant, id);
  const cached = tieredPricings.get(keyText(pk, sk));
  if (cached !== undefined) return cached;
  const price = await store.get(priceAggregate, tenant, id);
  if (price === null) throw new Error(`Price ${id} is missing.`);
  const pricing: UsagePricing = { unitAmountDecimal, tiers: price.record.tiers };
  if (tieredPricings.size >= MAX_CACHED) tieredPricings.clear();
  tieredPricings.set(keyText(pk, sk), pricing);
  return pricing;
};

/**
 * Loads the subscription with its usage counters in one read, and its pricing. `isHeld`: a plan change holds the counters while it bills
 * them; `holds`: how often each counter was held, so that a write can detect a hold that began after this read. `now`: Unix seconds, real
 * time.
 */
export const loadUsage = async (store: Store, tenant: Tenant, subscriptionId: string, now: number): Promise<LoadedUsage> => {
  const key = objectKey(subscriptionAggregate, tenant, subscriptionId);
  const items = await store.table.batchGet([key, ...usageCounterKeys(tenant, subscriptionId)]);
  const item = items.get(keyText(key.pk, key.sk));
  const subscription = item === undefined ? null : storedOf(subscriptionAggregate, item);
  const usage = usageCountersIn(items, tenant, subscriptionId);
  const holds = holdCountsIn(items, tenant, subscriptionId);
  const isHeld = usage.heldUntil !== null && usage.heldUntil >= now;
  const loaded = { subscription, usage, isHeld, holds, isWatched: areUsageCountersWatched(items, tenant, subscriptionId) };
  if (subscription === null || !isMetered(subscription.record)) return { ...loaded, pricing: NO_PRICING, clockTime: null };
  const { price, clockId } = subscription.record;
  const [pricing, clockTime] = await Promise.all([fetchPricing(store, tenant, price), fetchClockTime(store, tenant, clockId)]);
  return { ...loaded, pricing, clockTime };
};

/** Reads the current usage counters of a subscription. */
export const fetchUsageCounters = async (store: Store, tenant: Tenant, subscriptionId: string): Promise<UsageSnapshot> =>
  usageCountersIn(await store.table.batchGet(usageCounterKeys(tenant, subscriptionId)), tenant, subscriptionId);

/**
 * Reads the usage counters of subscriptions whose metered period may close now. For a last period or a trial, closes the counters first,
 * so that no usage of the period is counted after the read. Returns the usage by subscription id; `NO_USAGE` for a subscription whose
 * counters were not read.
 */
export const readUsageToClose = async (
  store: Store,
  tenant: Tenant,
  subscriptions: readonly Subscription[],
  nowOf: (subscription: Subscription) => number,
): Promise<(subscriptionId: string) => UsageSnapshot> => {
  const closing = subscriptions.filter(closesUsage);
  const inFinalPeriod = closing.filter((subscription) => isFinalCloseDue(subscription, nowOf(subscription)));
  const others = closing.filter((subscription) => !inFinalPeriod.includes(subscription));
  const [items, closed] = await Promise.all([
    store.table.batchGet(others.flatMap(({ id }) => usageCounterKeys(tenant, id))),
    Promise.all(
      inFinalPeriod.map(async (each) => [each.id, await closeUsageCounters(store.table, tenant, each.id, each.currentPeriodEnd)] as const),
    ),
  ]);
  const usageById = new Map([...others.map(({ id }) => [id, usageCountersIn(items, tenant, id)] as const), ...closed]);
  return (id) => usageById.get(id) ?? NO_USAGE;
};
