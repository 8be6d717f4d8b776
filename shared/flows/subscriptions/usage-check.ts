import { isMetered } from '../../domain/subscription/state.ts';
import type { Subscription } from '../../domain/subscription/types.ts';
import { usageLimitsOf } from '../../domain/subscription/usage/limit-state.ts';
import { type CheckedUsage, type CheckState, checkUsageLimits } from '../../domain/subscription/usage/limits.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { type UsageAlert, usageAlertAggregate } from '../../domain/usage-alert/record.ts';
import { SYSTEM } from '../../store/audit/entries.ts';
import type { TransactItem } from '../../store/core/table.ts';
import { watchUsageCounters } from '../../store/core/usage-counters.ts';
import { mailItem } from '../../store/mail/outbox.ts';
import type { Store } from '../../store/writer/store.ts';
import type { FlowDeps } from '../deps.ts';
import { allOf } from '../load/records.ts';
import { meterOf } from './metered-state.ts';
import { loadUsage } from './usage.ts';

type Loaded = CheckState & { readonly clockTime: number | null };

/** The alerts of a subscription and of its customer, and `created`: an alert that the index may not contain yet. */
const alertsOf = async (
  store: Store,
  tenant: Tenant,
  { id, customerId }: Subscription,
  created: UsageAlert | null,
): Promise<readonly UsageAlert[]> => {
  const lists = await Promise.all([id, customerId].map((parentId) => allOf(store, usageAlertAggregate, tenant, { parentId })));
  const found = lists.flat();
  return created === null || found.some((alert) => alert.id === created.id) ? found : [...found, created];
};

/**
 * Loads a subscription, its usage and its alerts. Marks the counters of a subscription with limits before the counters are read, so that
 * usage that is counted later starts another check.
 */
const loadCheck = async (
  store: Store,
  tenant: Tenant,
  { subscriptionId, created }: { readonly subscriptionId: string; readonly created: UsageAlert | null },
  now: number,
): Promise<Loaded> => {
  const loaded = await loadUsage(store, tenant, subscriptionId, now);
  const { subscription } = loaded;
  if (subscription === null || !isMetered(subscription.record)) return { ...loaded, alerts: [], meterId: null };
  const [alerts, meter] = await Promise.all([
    alertsOf(store, tenant, subscription.record, created),
    meterOf(store, tenant, subscription.record.price.id),
  ]);
  const state = { ...loaded, alerts, meterId: meter?.id ?? null };
  const hasLimits = alerts.length > 0 || usageLimitsOf(subscription.record).maxAmountCents !== null;
  if (loaded.isWatched || !hasLimits) return state;
  return { ...state, usage: await watchUsageCounters(store.table, tenant, subscriptionId) };
};

/** Orders of the emails about reached alerts. The sweep wakes the mail worker. */
const mailsOf = (tenant: Tenant, { subscription, reached, periodStart }: CheckedUsage, nowMs: number): readonly TransactItem[] =>
  reached
    .filter(({ emailCustomer }) => emailCustomer)
    .map(({ id, quantity, amountCents }) => {
      const mailId = `usage_alert#${id}#${subscription.id}#${periodStart}`;
      return mailItem(tenant, mailId, { kind: 'usage_alert', subscriptionId: subscription.id, quantity, amountCents, periodStart }, nowMs);
    });

/** Subscriptions that an alert is about. */
const subscriptionsOf = async (store: Store, tenant: Tenant, { subscriptionId, customerId }: UsageAlert): Promise<readonly string[]> => {
  if (subscriptionId !== null) return [subscriptionId];
  if (customerId === null) return [];
  const subscriptions = await allOf(store, subscriptionAggregate, tenant, { customerId });
  return subscriptions.filter((each) => isMetered(each) && each.status !== 'canceled').map(({ id }) => id);
};

/**
 * Compares the usage of a subscription, or of the subscriptions of an alert, with their limits. The relay starts it after each change of
 * limits, of watched counters, and after the close of a period. `id`: of the subscription or alert. May run twice, and concurrently.
 */
export const checkUsage = async ({ store, nowMs }: Pick<FlowDeps, 'store' | 'nowMs'>, tenant: Tenant, id: string): Promise<void> => {
  const isAlert = id.startsWith(usageAlertAggregate.prefix);
  const created = isAlert ? ((await store.get(usageAlertAggregate, tenant, id))?.record ?? null) : null;
  const subscriptionIds = created === null ? (isAlert ? [] : [id]) : await subscriptionsOf(store, tenant, created);
  for (const subscriptionId of subscriptionIds) {
    await store.run<Loaded, CheckedUsage | null>({
      tenant,
      actor: SYSTEM,
      load: () => loadCheck(store, tenant, { subscriptionId, created }, Math.floor(nowMs() / 1000)),
      nowOf: ({ clockTime }) => clockTime,
      decide: (state, context) => checkUsageLimits(state, context),
      extraWrites: (checked) => (checked === null ? [] : mailsOf(tenant, checked, nowMs())),
    });
  }
};
