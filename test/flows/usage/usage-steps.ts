import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { unbilled } from '../../../shared/domain/subscription/usage/billed.ts';
import { sumUsage, type UsageTotals } from '../../../shared/domain/subscription/usage/usage.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import { type RecordedUsage, recordUsage } from '../../../shared/domain/usage-record/create.ts';
import { type UsageRecord, usageRecordAggregate } from '../../../shared/domain/usage-record/record.ts';
import { loadAll } from '../../../shared/flows/load/records.ts';
import { loadUsage } from '../../../shared/flows/subscriptions/usage.ts';
import { SYSTEM } from '../../../shared/store/audit/entries.ts';
import { usageCountItem } from '../../../shared/store/core/usage-counters.ts';
import type { Store } from '../../../shared/store/writer/store.ts';
import type { UnitOutcome } from '../../../shared/store/writer/unit.ts';
import { updateRecord } from '../../store/support.ts';
import { createTenant, type RunEnvironment, setTime, subscriptionOf } from '../renewals/run-environment.ts';

export const METERED = { usageType: 'metered' as const, unitAmountDecimal: '2.5' };

/** Creates a metered subscription, and sets the time to one minute after the start of its first period. `end`: end of that period. */
export const createMeteredSubscription = async (env: RunEnvironment) => {
  const { tenant, ids, start, end } = await createTenant(env, 1, METERED);
  setTime(env, start + 60);
  return { tenant, id: ids[0] ?? '', end };
};

export interface UsageInput {
  readonly quantity: number;
  readonly occurredAt?: number;
  /** Real time in Unix seconds; needed only if a plan change may block the usage counters. */
  readonly now?: number;
}

/** Records usage like the API operation does. */
export const addUsage = (
  store: Store,
  tenant: Tenant,
  subscriptionId: string,
  { quantity, occurredAt, now = 0 }: UsageInput,
): Promise<UnitOutcome<RecordedUsage>> =>
  store.run({
    tenant,
    actor: SYSTEM,
    load: () => loadUsage(store, tenant, subscriptionId, now),
    nowOf: ({ clockTime }) => clockTime,
    decide: (state, context) => recordUsage({ quantity, occurredAt: occurredAt ?? null, metadata: {} }, state, context),
    extraWrites: ({ record, counting, counterHoldCounts }) =>
      counting === null ? [] : [usageCountItem(tenant, record, counting, { holds: counterHoldCounts, now })],
  });

export const cancelAtEnd = (env: RunEnvironment, tenant: Tenant, id: string) =>
  updateRecord(env.fixture.store, tenant, subscriptionAggregate, id, ({ created }) => ({ cancelAtPeriodEnd: true, canceledAt: created }));

/** Makes the current period of a subscription its trial. */
export const startTrial = (env: RunEnvironment, tenant: Tenant, id: string) =>
  updateRecord(env.fixture.store, tenant, subscriptionAggregate, id, ({ currentPeriodStart: trialStart, currentPeriodEnd: trialEnd }) => ({
    trialStart,
    trialEnd,
    anchor: trialEnd,
    periodIndex: -1,
  }));

/** The usage of a subscription. */
export interface UsageData {
  readonly records: readonly UsageRecord[];
  /** Sum of the records. */
  readonly recordedUnits: number;
  /** Units of each usage invoice, oldest first. */
  readonly billedUnits: readonly number[];
  /** Sum of the usage counters. */
  readonly counted: UsageTotals;
  /** Counted usage that is not billed yet. */
  readonly left: UsageTotals;
}

export const readUsage = async (env: RunEnvironment, tenant: Tenant, id: string): Promise<UsageData> => {
  const { store } = env.fixture;
  const subscription = await subscriptionOf(env, tenant, id);
  const [records, invoices, { usage }] = await Promise.all([
    loadAll(store, usageRecordAggregate, tenant, { parentId: id }),
    loadAll(store, invoiceAggregate, tenant, { customerId: subscription.customerId }),
    loadUsage(store, tenant, id, 0),
  ]);
  const counted = sumUsage(usage.counts);
  return {
    records,
    recordedUnits: records.reduce((sum, { quantity }) => sum + quantity, 0),
    billedUnits: invoices
      .toReversed()
      .filter(({ billingReason }) => billingReason === 'usage')
      .map(({ lines }) => lines.reduce((sum, { quantity }) => sum + Number(quantity), 0)),
    counted,
    left: unbilled(subscription, counted),
  };
};

export const sumOf = (units: readonly number[]): number => units.reduce((sum, each) => sum + each, 0);
