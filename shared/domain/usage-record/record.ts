import type { Aggregate, BaseRecord } from '../aggregate.ts';
import type { Metadata } from '../fields.ts';
import { livemode, type Tenant } from '../tenant.ts';

/** Units of a metered price that a customer used. The record never changes, but a purge of the customer erases its metadata. */
export interface UsageRecord extends BaseRecord {
  readonly subscriptionId: string;
  readonly customerId: string;
  /** Whole units, 0 or more. */
  readonly quantity: number;
  /** Time of the usage, Unix seconds. */
  readonly occurredAt: number;
  readonly metadata: Metadata;
}

/** True when the record has metadata, which may contain personal data. */
export const isAnnotated = ({ metadata }: Pick<UsageRecord, 'metadata'>): boolean => Object.keys(metadata).length > 0;

export const viewUsageRecord = (record: UsageRecord, tenant: Tenant) => ({
  id: record.id,
  object: 'usage_record' as const,
  created: record.created,
  livemode: livemode(tenant),
  subscription_id: record.subscriptionId,
  quantity: record.quantity,
  occurred_at: record.occurredAt,
  metadata: record.metadata,
});
type UsageRecordView = ReturnType<typeof viewUsageRecord>;

export const usageRecordAggregate: Aggregate<UsageRecord, UsageRecordView> = {
  type: 'usage_record',
  prefix: 'ur_',
  view: viewUsageRecord,
  // Only records with metadata are indexed by customer, since a purge redacts only these.
  customerIdOf: (record) => (isAnnotated(record) ? record.customerId : null),
  parentIdOf: (record) => record.subscriptionId,
};
