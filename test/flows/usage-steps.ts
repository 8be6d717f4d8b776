import { change } from '../../shared/domain/aggregate.ts';
import { invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import type { Subscription } from '../../shared/domain/subscription/types.ts';
import { sumUsage, type UsageTotals, unbilled } from '../../shared/domain/subscription/usage/usage.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { type RecordedUsage, recordUsage } from '../../shared/domain/usage-record/create.ts';
import { type UsageRecord, usageRecordAggregate } from '../../shared/domain/usage-record/record.ts';
import { allOf } from '../../shared/flows/load/records.ts';
import { loadUsage } from '../../shared/flows/subscriptions/usage.ts';
import { SYSTEM } from '../../shared/store/audit/entries.ts';
import { countUsage } from '../../shared/store/core/usage-counters.ts';
import type { Store } from '../../shared/store/writer/store.ts';
import type { UnitOutcome } from '../../shared/store/writer/unit.ts';
import { type RunStage, subscriptionOf, writeChanges } from './run-stage.ts';

export const METERED = { usageType: 'metered' as const, unitAmountDecimal: '2.5' };

export interface UsageInput {
  readonly quantity: number;
  readonly occurredAt?: number;
  /** Real time, Unix seconds; needed only if a plan change may hold the counters. */
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
    nowOf: ({ moment }) => moment,
    decide: (state, context) => recordUsage({ quantity, occurredAt: occurredAt ?? null, metadata: {} }, state, context),
    extraWrites: ({ record, counting, holds }) => (counting === null ? [] : [countUsage(tenant, record, counting, { holds, now })]),
  });

export const cancelAtEnd = async (stage: RunStage, tenant: Tenant, id: string): Promise<void> => {
  const stored = await stage.fixture.store.get(subscriptionAggregate, tenant, id);
  if (stored === null) throw new Error(`Subscription ${id} is missing.`);
  const after: Subscription = { ...stored.record, cancelAtPeriodEnd: true, canceledAt: stored.record.created };
  await writeChanges(stage, tenant, [change(subscriptionAggregate, stored, after)]);
};

/** Recorded, counted, billed and unbilled usage of a subscription. */
export interface UsageBooks {
  readonly records: readonly UsageRecord[];
  readonly recordedUnits: number;
  readonly billedUnits: readonly number[];
  readonly counted: UsageTotals;
  readonly left: UsageTotals;
}

export const usageBooks = async (stage: RunStage, tenant: Tenant, id: string): Promise<UsageBooks> => {
  const { store } = stage.fixture;
  const subscription = await subscriptionOf(stage, tenant, id);
  const [records, invoices, { usage }] = await Promise.all([
    allOf(store, usageRecordAggregate, tenant, { parentId: id }),
    allOf(store, invoiceAggregate, tenant, { customerId: subscription.customerId }),
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
