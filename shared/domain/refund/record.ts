import type { Aggregate, BaseRecord } from '../aggregate.ts';
import type { Metadata } from '../fields.ts';
import { type Payment, withVerification } from '../payment/record.ts';
import type { ProviderName } from '../provider.ts';
import { livemode, type Tenant } from '../tenant.ts';

export type RefundStatus = 'pending' | 'succeeded' | 'failed';

/** Money on its way back to the customer. Made at the provider after it was recorded, and settled there [REF-01]. */
export interface Refund extends BaseRecord {
  readonly status: RefundStatus;
  readonly paymentId: string;
  readonly customerId: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly reason: string | null;
  readonly creditNoteId: string | null;
  readonly failureReason: string | null;
  readonly settledAt: number | null;
  readonly metadata: Metadata;
  /** Where the payment was made, and so where it is returned. */
  readonly provider: ProviderName;
  /** `null` until the provider has it. */
  readonly providerRefundId: string | null;
  /** Returns a payment for something that was paid already: asked for until it has succeeded. */
  readonly overpayment: boolean;
  /** Of a payment that proves a method. */
  readonly verification: boolean;
  /** How often the provider was asked without a final answer. */
  readonly tries: number;
  /** When the provider is asked next, Unix seconds of real time; `null` once it is settled. */
  readonly nextTryAt: number | null;
}

/** What one refund differs in from another of the same payment as it begins. */
export type RefundStart = Pick<
  Refund,
  'id' | 'created' | 'amountCents' | 'reason' | 'metadata' | 'providerRefundId' | 'overpayment' | 'nextTryAt'
>;

/** A refund as it begins: on its way, whatever the provider has said of it by then. */
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

/** True when the provider may have something to say of the refund: it has it, or is to be asked for it by now (Unix seconds, real time). */
export const canBePolled = ({ status, providerRefundId, nextTryAt }: Refund, realNow: number): boolean =>
  status === 'pending' && (providerRefundId !== null || (nextTryAt ?? 0) <= realNow);

/** The name that a refund made by hand at the provider claims, so that it is recorded once. */
export const refundClaim = (provider: ProviderName, providerRefundId: string): string => `refund#${provider}#${providerRefundId}`;

/** Why the refund of an overpayment was given up: the customer has the money back by a chargeback. */
export const CHARGED_BACK = 'charged_back';

/** The short list of overpayments that are not returned yet. */
export const OVERPAYMENT_LIST = 'overpayment';

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
  sparseIndexKeysOf: (refund) => (refund.overpayment && refund.status === 'pending' ? [OVERPAYMENT_LIST] : []),
  // In real time also for a customer on a test clock: the provider is not on that clock.
  dueOf: (refund) => (refund.nextTryAt === null ? null : { at: refund.nextTryAt, kind: 'refund', clockId: null }),
};
