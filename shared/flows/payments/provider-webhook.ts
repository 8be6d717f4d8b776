import { payableIdOf } from '../../domain/payables.ts';
import { type Payment, paymentAggregate } from '../../domain/payment/record.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { msOfId } from '../../platform/ids.ts';
import type { PaymentSnapshot } from '../../provider/port.ts';
import type { FlowDeps } from '../deps.ts';
import { applyPaymentAnswer, fetchPaymentStatus, type SyncResult } from './sync.ts';

/** Time within which a billing run applies the responses to its charges, or has crashed. */
const RUN_MS = 60_000;

/** Delay after which the worker processes a webhook again that arrived before the billing run applied the response to its charge. */
export const RUN_WAIT_SECONDS = 30;

/** `with_its_run`: the billing run that created the charge is about to apply its response; try again after `RUN_WAIT_SECONDS`. */
export type PaymentWebhookResult = SyncResult | 'with_its_run';

/** True while the billing run waits for the response to its charge. */
const isWithItsRun = ({ id, type, status, providerPaymentId }: Payment, nowMs: number): boolean =>
  (type === 'renewal' || type === 'usage') && status === 'pending' && providerPaymentId === null && nowMs - msOfId(id) < RUN_MS;

/** True for a succeeded charge of a subscription without refunds or disputes, which only a refund or a chargeback can change. */
const isSettledCharge = (payment: Payment): boolean =>
  payment.status === 'succeeded' && payableIdOf(payment) === null && payment.amountRefundedCents === 0 && payment.amountDisputedCents === 0;

/** True when the provider reports nothing new about a settled charge. */
const isKnown = (payment: Payment, { status, refundedCents, hasChargebacks }: PaymentSnapshot): boolean =>
  isSettledCharge(payment) && status === 'paid' && refundedCents === 0 && !hasChargebacks;

/**
 * Processes a provider webhook like `syncPayment`, with two exceptions: a charge of a billing run in progress is left to the run, and for a
 * settled charge without changes no other records are loaded. Idempotent; webhooks may come in any order.
 */
export const processPaymentWebhook = async (
  deps: FlowDeps,
  tenant: Tenant,
  paymentId: string,
  providerPaymentId: string | null,
): Promise<PaymentWebhookResult> => {
  const payment = (await deps.store.get(paymentAggregate, tenant, paymentId))?.record;
  if (payment === undefined) return 'unknown';
  if (isWithItsRun(payment, deps.nowMs())) return 'with_its_run';
  const answer = await fetchPaymentStatus(deps, tenant, payment, providerPaymentId);
  if (typeof answer === 'string') return answer;
  return isKnown(payment, answer.snapshot) ? 'worked' : applyPaymentAnswer(deps, tenant, payment, answer);
};
