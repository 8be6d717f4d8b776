import type { Payment } from '../../domain/payment/record.ts';
import { PROVIDER_NOT_CONNECTED } from '../../domain/payment/transitions.ts';
import { isGivenUp } from '../../domain/subscription/renewal/dunning.ts';
import { isMandateReplaced } from '../../domain/subscription/renewal/fail.ts';
import type { Subscription } from '../../domain/subscription/types.ts';
import { msOfId } from '../../platform/ids.ts';
import type { ProviderFailure } from '../../provider/port.ts';

/** True if the provider has the charge, as far as is known. */
const isAccepted = (payment: Payment): boolean => payment.providerPaymentId !== null || payment.owedSyncSince !== undefined;

/** True if a charge whose provider account is not connected, or refuses the key, has waited too long (`isGivenUp`). */
export const hasWaitedTooLong = (payment: Payment, { renewal }: Subscription, nowMs: number): boolean => {
  const isRetry = renewal?.paymentId === payment.id && renewal.firstFailedAt !== null;
  return isGivenUp({ isAccepted: isAccepted(payment), isRetry }, (nowMs - msOfId(payment.id)) / 1000);
};

/**
 * Returns the failure of an attempt whose provider account is not connected. If the customer has given another payment method since the
 * attempt began, and the provider has not accepted the attempt, the attempt fails (`refused`), so that the other method is charged.
 */
export const notConnectedFailure = (payment: Payment, subscription: Subscription): ProviderFailure => {
  const isReplaced = !isAccepted(payment) && isMandateReplaced(payment, subscription);
  const message = 'The provider of this payment is not connected.';
  return isReplaced
    ? { ok: false, kind: 'refused', message, failureReason: PROVIDER_NOT_CONNECTED }
    : { ok: false, kind: 'unauthorized', message, failureReason: null };
};
