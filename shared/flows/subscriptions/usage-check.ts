import * as v from 'valibot';
import { isMetered } from '../../domain/subscription/state.ts';
import type { Subscription } from '../../domain/subscription/types.ts';
import { usageLimitsOf } from '../../domain/subscription/usage/limit-state.ts';
import { type CheckedUsage, type CheckState, checkUsageLimits } from '../../domain/subscription/usage/limits.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { type UsageAlert, usageAlertAggregate } from '../../domain/usage-alert/record.ts';
import type { BusPort, UsageCheckMessage } from '../../ports/index.ts';
import { SYSTEM } from '../../store/audit/entries.ts';
import { USAGE_CHECK } from '../../store/core/objects.ts';
import type { TransactItem } from '../../store/core/table.ts';
import { watchUsageCounters } from '../../store/core/usage-counters.ts';
import { mailItem } from '../../store/mail/outbox.ts';
import type { Store } from '../../store/writer/store.ts';
import type { FlowDeps } from '../deps.ts';
import { loadAll } from '../load/records.ts';
import { loadMeter } from './metered-state.ts';
import { loadUsage } from './usage.ts';

type Loaded = CheckState & { readonly clockTime: number | null };

/** Loads the alerts of a subscription and of its customer. `created`: a new alert, which the index may not contain yet; `null`: none. */
const loadAlerts = async (
  store: Store,
  tenant: Tenant,
  { id, customerId }: Subscription,
  created: UsageAlert | null,
): Promise<readonly UsageAlert[]> => {
  const lists = await Promise.all([id, customerId].map((parentId) => loadAll(store, usageAlertAggregate, tenant, { parentId })));
  const found = lists.flat();
  return created === null || found.some((alert) => alert.id === created.id) ? found : [...found, created];
};

/**
 * Loads a subscription, its usage and its alerts. If there are limits, the counters are marked before the usage is read, so that usage that
 * is counted later starts another check.
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
    loadAlerts(store, tenant, subscription.record, created),
    loadMeter(store, tenant, subscription.record.price.id),
  ]);
  const state = { ...loaded, alerts, meterId: meter?.id ?? null };
  const hasLimits = alerts.length > 0 || usageLimitsOf(subscription.record).maxAmountCents !== null;
  if (loaded.isWatched || !hasLimits) return state;
  return { ...state, usage: await watchUsageCounters(store.table, tenant, subscriptionId) };
};

/** Mail orders (outbox entries) for the reached alerts. The sweep enqueues them for the mail worker. */
const mailsOf = (tenant: Tenant, { subscription, reached, periodStart }: CheckedUsage, nowMs: number): readonly TransactItem[] =>
  reached
    .filter(({ emailCustomer }) => emailCustomer)
    .map(({ id, quantity, amountCents }) => {
      const mailId = `usage_alert#${id}#${subscription.id}#${periodStart}`;
      return mailItem(tenant, mailId, { kind: 'usage_alert', subscriptionId: subscription.id, quantity, amountCents, periodStart }, nowMs);
    });

const SUBSCRIPTION_PAGE = 100;

/**
 * Starts a check of each metered subscription of a customer after a new alert was created for the customer. Works page by page, because a
 * customer can have thousands of subscriptions. A repeated check changes nothing.
 */
const startChecksOf = async ({ store, bus }: CheckDeps, tenant: Tenant, customerId: string, alertId: string): Promise<void> => {
  for (let startingAfter: string | undefined, isLast = false; !isLast; ) {
    const { items, hasMore } = await store.page(subscriptionAggregate, tenant, {
      limit: SUBSCRIPTION_PAGE,
      by: { customerId },
      startingAfter,
    });
    const checked = items.map(({ record }) => record).filter((each) => isMetered(each) && each.status !== 'canceled');
    await bus.startChecks(checked.map(({ id }) => ({ ...tenant, kind: USAGE_CHECK, id, alertId })));
    startingAfter = items.at(-1)?.record.id;
    isLast = !hasMore;
  }
};

interface CheckDeps extends Pick<FlowDeps, 'store' | 'nowMs'> {
  readonly bus: Pick<BusPort, 'startChecks'>;
}

/** Compares the usage of a subscription with its limits. `created`: a new alert, which the index may not contain yet. */
const checkSubscription = async (
  { store, nowMs }: CheckDeps,
  tenant: Tenant,
  subscriptionId: string,
  created: UsageAlert | null,
): Promise<void> => {
  await store.run<Loaded, CheckedUsage | null>({
    tenant,
    actor: SYSTEM,
    load: () => loadCheck(store, tenant, { subscriptionId, created }, Math.floor(nowMs() / 1000)),
    nowOf: ({ clockTime }) => clockTime,
    decide: (state, context) => checkUsageLimits(state, context),
    extraWrites: (checked) => (checked === null ? [] : mailsOf(tenant, checked, nowMs())),
  });
};

const Message = v.object({
  accountId: v.pipe(v.string(), v.minLength(1)),
  mode: v.picklist(['live', 'test']),
  kind: v.literal(USAGE_CHECK),
  id: v.pipe(v.string(), v.minLength(1)),
  alertId: v.optional(v.string()),
});

/** Parses a message of the bus, or one that an earlier release sent to the queue; `null`: it does not start a check. */
export const parseUsageCheck = (message: unknown): UsageCheckMessage | null => {
  const parsed = v.safeParse(Message, (message as { readonly detail?: unknown } | null)?.detail ?? message);
  return parsed.success ? (parsed.output as UsageCheckMessage) : null;
};

/**
 * Compares the usage of a subscription with its limits. `id`: the subscription, or a new alert whose subscriptions are checked. `alertId`:
 * a new alert to include in the check of a subscription. The event relay starts this check after each change of limits or of watched
 * counters, and after the close of a period. Idempotent, also concurrently.
 */
export const checkUsage = async (deps: CheckDeps, { accountId, mode, id, alertId }: UsageCheckMessage): Promise<void> => {
  const tenant: Tenant = { accountId, mode };
  const alertOf = async (ofId: string): Promise<UsageAlert | null> =>
    (await deps.store.get(usageAlertAggregate, tenant, ofId))?.record ?? null;
  if (!id.startsWith(usageAlertAggregate.prefix)) {
    return checkSubscription(deps, tenant, id, alertId === undefined ? null : await alertOf(alertId));
  }
  const alert = await alertOf(id);
  if (alert === null) return;
  if (alert.subscriptionId !== null) await checkSubscription(deps, tenant, alert.subscriptionId, alert);
  else if (alert.customerId !== null) await startChecksOf(deps, tenant, alert.customerId, alert.id);
};
