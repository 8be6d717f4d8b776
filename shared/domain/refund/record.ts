import type { Aggregate, BaseRecord } from '../aggregate.ts';
import type { Metadata } from '../fields.ts';
import type { ProviderAccountId } from '../payment/provider.ts';
import { type Payment, type UnreturnedCredit, withVerification } from '../payment/record.ts';
import { livemode, type Tenant } from '../tenant.ts';

export type RefundStatus = 'pending' | 'succeeded' | 'failed';

/** A refund of a payment [REF-01]. */
export interface Refund extends BaseRecord {
  readonly status: RefundStatus;
  readonly paymentId: string;
  readonly customerId: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly reason: string | null;
  readonly creditNoteId: string | null;
  readonly failureReason: string | null;
  /** When the refund got its status; `null`: it is pending. */
  readonly settledAt: number | null;
  /** When the refund succeeded, if it failed later because the money came back to the account. Missing: it did not fail in this way. */
  readonly succeededAt?: number;
  /** Credit notes of failed refunds that this refund pays out, in whole or in part. Missing: none. */
  readonly repeats?: readonly UnreturnedCredit[];
  readonly metadata: Metadata;
  /** Provider of the payment. */
  readonly provider: ProviderAccountId;
  /** `null` until the provider has created the refund. */
  readonly providerRefundId: string | null;
  /** True for the refund of an overpayment, which is retried until the money is returned. */
  readonly overpayment: boolean;
  /** True for a refund after a withdrawal from the contract; retried like the refund of an overpayment. Missing: false. */
  readonly withdrawal?: boolean;
  /** True for the refund of a verification charge. */
  readonly verification: boolean;
  /** Number of attempts without a final outcome. */
  readonly tries: number;
  /** Time of the next attempt or poll, Unix seconds of real time; `null` once settled. */
  readonly nextTryAt: number | null;
}

/** Fields that differ between refunds of one payment. */
export type RefundStart = Pick<
  Refund,
  'id' | 'created' | 'amountCents' | 'reason' | 'metadata' | 'providerRefundId' | 'overpayment' | 'withdrawal' | 'nextTryAt'
>;

/** A new pending refund. */
export const pendingRefund = (
  payment: Pick<Payment, 'id' | 'customerId' | 'currency' | 'provider' | 'verification'>,
  start: RefundStart,
): Refund => ({
  ...start,
  status: 'pending',
  paymentId: payment.id,
  customerId: payment.customerId,
  currency: payment.currency,
  provider: payment.provider,
  verification: payment.verification,
  creditNoteId: null,
  failureReason: null,
  settledAt: null,
  tries: 0,
});

/** True for a pending refund that the provider has, or whose next attempt is due at `realNow` (Unix seconds). */
export const canBePolled = ({ status, providerRefundId, nextTryAt }: Refund, realNow: number): boolean =>
  status === 'pending' && (providerRefundId !== null || (nextTryAt ?? 0) <= realNow);

/** Name of the claim of a refund that was created in the provider's dashboard, so that the refund is recorded only once. */
export const refundClaim = (provider: ProviderAccountId, providerRefundId: string): string => `refund#${provider}#${providerRefundId}`;

/** Failure reason of a refund that the customer was owed: a chargeback has already returned the money. */
export const CHARGED_BACK = 'charged_back';

/** Why the customer is owed a refund without a request of the account. Such a refund is retried until the money is returned. */
export type OwedFor = 'overpayment' | 'withdrawal';

/** Why the customer is owed this refund; `null`: the refund is not owed, so it is not replaced if it fails. */
export const owedForOf = ({ overpayment, withdrawal }: Pick<Refund, 'overpayment' | 'withdrawal'>): OwedFor | null => {
  if (overpayment) return 'overpayment';
  return withdrawal === true ? 'withdrawal' : null;
};

/** Name of the sparse index of refunds that are owed and missing (`isOwedAndMissing`). Formerly, only overpayments were owed. */
export const OWED_REFUND_LIST = 'overpayment';

/** True when the refund is owed, but does not exist at the provider yet, for example because the provider refused to create it. */
export const isOwedAndMissing = (refund: Refund): boolean =>
  owedForOf(refund) !== null && refund.status === 'pending' && refund.providerRefundId === null;

export const viewRefund = (refund: Refund, tenant: Tenant) => ({
  id: refund.id,
  object: 'refund' as const,
  created: refund.created,
  livemode: livemode(tenant),
  status: refund.status,
  payment_id: refund.paymentId,
  amount_cents: refund.amountCents,
  currency: refund.currency,
  reason: refund.reason,
  credit_note_id: refund.creditNoteId,
  failure_reason: refund.failureReason,
  settled_at: refund.settledAt,
  metadata: refund.metadata,
});
type RefundView = ReturnType<typeof viewRefund>;

export const refundAggregate: Aggregate<Refund, RefundView> = {
  type: 'refund',
  prefix: 're_',
  view: viewRefund,
  customerIdOf: (refund) => refund.customerId,
  parentIdOf: (refund) => refund.paymentId,
  migrations: [withVerification],
  excludedFromMetrics: ({ verification }) => verification,
  sparseIndexKeysOf: (refund) => (isOwedAndMissing(refund) ? [OWED_REFUND_LIST] : []),
  // Due in real time also for customers on a test clock, since the provider does not follow the test clock.
  dueOf: (refund) => (refund.nextTryAt === null ? null : { at: refund.nextTryAt, kind: 'refund', clockId: null }),
};
