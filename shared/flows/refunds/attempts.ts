import { msOfId } from '../../platform/ids.ts';
import type { Money, NewRefund, Outcome, PaymentProvider, RefundSnapshot } from '../../provider/port.ts';
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

/** True for a refund made in the provider's dashboard: refunds of this service have a `refund_id` in their metadata. */
export const isExternalRefund = ({ metadata }: RefundSnapshot): boolean => metadata.refund_id === undefined;

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
