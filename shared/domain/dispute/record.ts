import type { Aggregate, BaseRecord } from '../aggregate.ts';
import type { ProviderAccountId } from '../payment/provider.ts';
import { withVerification } from '../payment/record.ts';
import { livemode, type Tenant } from '../tenant.ts';

/** There is no lost status: a dispute that is not won stays open [DSP-03]. */
export const DISPUTE_STATUSES = ['open', 'won'] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

/** A chargeback of a payment; one dispute per chargeback [DSP-05]. */
export interface Dispute extends BaseRecord {
  readonly status: DisputeStatus;
  readonly paymentId: string;
  readonly customerId: string;
  readonly amountCents: number;
  readonly currency: string;
  /** Reason from the bank; only for direct debits. */
  readonly reason: string | null;
  /** Time of the reversal at the bank, Unix seconds; `null` while open [DSP-06]. */
  readonly reversedAt: number | null;
  /** When the dispute was recorded as won, often a day after `reversedAt`; absent while open, and on records of earlier releases. */
  readonly closedAt?: number;
  /** Provider of the payment and the chargeback. */
  readonly provider: ProviderAccountId;
  readonly providerChargebackId: string;
  /** True for the dispute of a verification payment. */
  readonly verification: boolean;
  /** Time of the next poll, Unix seconds of real time; `null` once won. */
  readonly nextPollAt: number | null;
}

/** Date of the reversal in the journal: the date of its recording, so that a closed month does not change. `null`: not reversed. */
export const reversalPostedAt = ({ closedAt, reversedAt }: Pick<Dispute, 'closedAt' | 'reversedAt'>): number | null =>
  closedAt ?? reversedAt;

export const viewDispute = (dispute: Dispute, tenant: Tenant) => ({
  id: dispute.id,
  object: 'dispute' as const,
  created: dispute.created,
  livemode: livemode(tenant),
  status: dispute.status,
  payment_id: dispute.paymentId,
  amount_cents: dispute.amountCents,
  currency: dispute.currency,
  reason: dispute.reason,
  reversed_at: dispute.reversedAt,
});
type DisputeView = ReturnType<typeof viewDispute>;

/** Unique name of a chargeback. Its dispute claims the name, so that there is only one dispute for each chargeback. */
export const chargebackClaim = (provider: ProviderAccountId, providerChargebackId: string): string =>
  `chargeback#${provider}#${providerChargebackId}`;

export const disputeAggregate: Aggregate<Dispute, DisputeView> = {
  type: 'dispute',
  prefix: 'dp_',
  view: viewDispute,
  customerIdOf: (dispute) => dispute.customerId,
  parentIdOf: (dispute) => dispute.paymentId,
  listStateOf: (dispute) => dispute.status,
  migrations: [withVerification],
  excludedFromMetrics: ({ verification }) => verification,
  // Real time also for customers on a test clock, since the provider does not know the clock.
  dueOf: (dispute) => (dispute.nextPollAt === null ? null : { at: dispute.nextPollAt, kind: 'dispute_poll', clockId: null }),
};
