import type { Aggregate, BaseRecord } from '../aggregate.ts';
import { withVerification } from '../payment/record.ts';
import type { ProviderName } from '../provider.ts';
import { livemode, type Tenant } from '../tenant.ts';

/** There is no lost dispute: one that the account does not win stays open [DSP-03]. */
export const DISPUTE_STATUSES = ['open', 'won'] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

/** Money of a charge that the buyer's bank took back; one for each chargeback of the provider [DSP-05]. */
export interface Dispute extends BaseRecord {
  readonly status: DisputeStatus;
  readonly paymentId: string;
  readonly customerId: string;
  readonly amountCents: number;
  readonly currency: string;
  /** As the bank gave it; banks tell it of direct debits alone. */
  readonly reason: string | null;
  /** When the provider gave the money back, Unix seconds; `null` while it is open [DSP-06]. */
  readonly reversedAt: number | null;
  /** Where the payment was made, and so where the chargeback is. */
  readonly provider: ProviderName;
  readonly providerChargebackId: string;
  /** Of a payment that proves a method. */
  readonly verification: boolean;
  /** When the provider is asked next, Unix seconds of real time; `null` once it is won. */
  readonly nextPollAt: number | null;
}

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

/** The name that the dispute of a chargeback claims, so that there is one for each. */
export const chargebackClaim = (provider: ProviderName, providerChargebackId: string): string =>
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
  // In real time also for a customer on a test clock: the provider is not on that clock.
  dueOf: (dispute) => (dispute.nextPollAt === null ? null : { at: dispute.nextPollAt, kind: 'dispute_poll', clockId: null }),
};
