import type { Stored } from '../../domain/aggregate.ts';
import { type Meter, meterAggregate } from '../../domain/meter/record.ts';
import { priceAggregate } from '../../domain/price/record.ts';
import { isMetered } from '../../domain/subscription/state.ts';
import type { Subscription } from '../../domain/subscription/types.ts';
import { NO_USAGE } from '../../domain/subscription/usage/usage.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { MeteredState } from '../../domain/usage-event/accept.ts';
import { fetchClockTime } from '../../runtime/simulated-time.ts';
import { keyText, objectKey, usageCounterKeys } from '../../store/core/keys.ts';
import { storedOf } from '../../store/core/objects.ts';
import type { Item } from '../../store/core/table.ts';
import { holdCountsIn, usageCountersIn } from '../../store/core/usage-counters.ts';
import type { Store } from '../../store/writer/store.ts';
import { fetchPricing, NO_PRICING } from './usage.ts';

/**
 * Cached meters by the key of their price; `null`: the price has no meter. Entries stay valid: a price keeps its meter, only the status of
 * a meter changes, and usage events ignore the status.
 */
const metersOfPrices = new Map<string, Meter | null>();
const MAX_CACHED = 1000;

/** Returns the meter of a price; `null`: the price has none. */
export const loadMeter = async (store: Store, tenant: Tenant, priceId: string): Promise<Meter | null> => {
  const { pk, sk } = objectKey(priceAggregate, tenant, priceId);
  const cached = metersOfPrices.get(keyText(pk, sk));
  if (cached !== undefined) return cached;
  const price = await store.get(priceAggregate, tenant, priceId);
  const meterId = price?.record.meterId;
  const meter = meterId === undefined ? null : ((await store.get(meterAggregate, tenant, meterId))?.record ?? null);
  if (metersOfPrices.size >= MAX_CACHED) metersOfPrices.clear();
  metersOfPrices.set(keyText(pk, sk), meter);
  return meter;
};

/** The state of a subscription that does not exist. */
export const NO_METERED_STATE: MeteredState = {
  subscription: null,
  usage: NO_USAGE,
  isHeld: false,
  holds: [],
  pricing: NO_PRICING,
  meter: null,
  now: 0,
};

/** Runs `load` once for each distinct value; returns the results by value. */
const loadOnce = async <T>(values: readonly string[], load: (value: string) => Promise<T>): Promise<ReadonlyMap<string, T>> =>
  new Map(await Promise.all([...new Set(values)].map(async (value) => [value, await load(value)] as const)));

/** Keys of the items from which `loadMeteredStates` computes the states. */
export const meteredStateKeys = (tenant: Tenant, subscriptionIds: readonly string[]) =>
  subscriptionIds.flatMap((id) => [objectKey(subscriptionAggregate, tenant, id), ...usageCounterKeys(tenant, id)]);

/** Returns the state of each subscription, from the items of `meteredStateKeys` and its price, meter and clock. `now`: Unix seconds. */
export const loadMeteredStates = async (
  store: Store,
  tenant: Tenant,
  { ids, items, now }: { readonly ids: readonly string[]; readonly items: ReadonlyMap<string, Item>; readonly now: number },
): Promise<ReadonlyMap<string, MeteredState>> => {
  const subscriptionOf = (id: string): Stored<Subscription> | null => {
    const { pk, sk } = objectKey(subscriptionAggregate, tenant, id);
    const item = items.get(keyText(pk, sk));
    return item === undefined ? null : storedOf(subscriptionAggregate, item);
  };
  const subscriptions = new Map(ids.map((id) => [id, subscriptionOf(id)]));
  const metered = [...subscriptions.values()].flatMap((stored) => (stored !== null && isMetered(stored.record) ? [stored.record] : []));
  const prices = new Map(metered.map(({ price }) => [price.id, price]));
  const [meters, pricings, clocks] = await Promise.all([
    loadOnce([...prices.keys()], (priceId) => loadMeter(store, tenant, priceId)),
    loadOnce([...prices.keys()], async (priceId) => {
      const price = prices.get(priceId);
      return price === undefined ? NO_PRICING : fetchPricing(store, tenant, price);
    }),
    loadOnce(
      metered.flatMap(({ clockId }) => clockId ?? []),
      (clockId) => fetchClockTime(store, tenant, clockId),
    ),
  ]);
  const stateOf = (id: string): MeteredState => {
    const subscription = subscriptions.get(id) ?? null;
    const usage = usageCountersIn(items, tenant, id);
    const { price, clockId = null } = subscription?.record ?? {};
    return {
      subscription,
      usage,
      isHeld: usage.heldUntil !== null && usage.heldUntil >= now,
      holds: holdCountsIn(items, tenant, id),
      pricing: (price && pricings.get(price.id)) ?? NO_PRICING,
      meter: (price && meters.get(price.id)) ?? null,
      now: (clockId === null ? null : clocks.get(clockId)) ?? now,
    };
  };
  return new Map(ids.map((id) => [id, stateOf(id)]));
};
