import type { Stored } from '../../domain/aggregate.ts';
import { type Refund, refundAggregate } from '../../domain/refund/record.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { msOfId } from '../../platform/ids.ts';
import type { Money, NewRefund, Outcome, PaymentProvider, RefundSnapshot } from '../../provider/port.ts';
import type { Store } from '../../store/writer/store.ts';
import { CLOCK_MARGIN_SECONDS } from '../payments/attempts.ts';

/** A refund to create at the provider. `id`: created just before the first request, so it contains the time of that request. */
export interface RefundAttempt extends Money {
  readonly id: string;
}

/** Finds the refund among the provider's refunds of the payment; `null`: the provider does not have it. */
export const findRefundAttempt = (
  provider: PaymentProvider,
  { id }: RefundAttempt,
  providerPaymentId: string,
): Promise<Outcome<RefundSnapshot | null>> =>
  provider.findRefund(providerPaymentId, {
    metadataKey: 'refund_id',
    metadataValue: id,
    notBefore: Math.floor(msOfId(id) / 1000) - CLOCK_MARGIN_SECONDS,
  });

const REFUND_ID = /^re_[0-9A-HJKMNP-TV-Z]{26}$/;

/** Id under which this service requested the refund; `null`: it was made in the provider's dashboard. */
export const requestedIdOf = ({ metadata: { refund_id: id = '' } }: RefundSnapshot): string | null => (REFUND_ID.test(id) ? id : null);

/**
 * Finds the stored refund that this service requested. `null`: the refund was made in the provider's dashboard, this service gave up the
 * request while the provider account was not connected, or the table was restored from a backup that is older than the refund. A refund
 * that is being created is not stored yet, but its payment is locked. So read the payment before this call: if it is not locked then,
 * `null` does not mean that the refund is still being created.
 */
export const findRequestedRefund = async (store: Store, tenant: Tenant, snapshot: RefundSnapshot): Promise<Stored<Refund> | null> => {
  const id = requestedIdOf(snapshot);
  return id === null ? null : store.get(refundAggregate, tenant, id);
};

export const newRefund = ({ id, amountCents, currency }: RefundAttempt, providerPaymentId: string): NewRefund => ({
  paymentId: providerPaymentId,
  amountCents,
  currency,
  description: id,
  metadata: { refund_id: id },
  idempotencyKey: id,
});

/** Creates the refund at the provider. After the idempotency window, first looks for an existing one. Idempotent. */
export const refundOnce = async (
  provider: PaymentProvider,
  attempt: RefundAttempt,
  providerPaymentId: string,
  nowMs: number,
): Promise<Outcome<RefundSnapshot>> => {
  if (nowMs - msOfId(attempt.id) > provider.idempotencyWindowMs) {
    const existing = await findRefundAttempt(provider, attempt, providerPaymentId);
    if (!existing.ok) return existing;
    if (existing.value !== null) return { ok: true, value: existing.value };
  }
  return provider.createRefund(newRefund(attempt, providerPaymentId));
};
