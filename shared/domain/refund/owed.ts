import type { DecisionContext } from '../decision.ts';
import type { Payment } from '../payment/record.ts';
import type { Subscription } from '../subscription/types.ts';
import { returnedTotalCents } from '../subscription/withdrawal.ts';
import { type OwedFor, pendingRefund, type Refund, refundAggregate } from './record.ts';

/** After this delay, the sweep starts creating the refund at the provider, if the process that recorded the refund has not done so. */
const FIRST_TRY_SECONDS = 60;

/**
 * The amount of the payment that the customer gets back in all, by refunds and chargebacks; `null`: unknown, or nothing is owed. An
 * overpayment is a payment that paid for nothing, so all of it is owed. `subscription`: the subscription of the payment.
 */
export const owedTotalCents = (owedFor: OwedFor, payment: Payment, subscription: Subscription | null): number | null => {
  if (owedFor === 'overpayment') return payment.amountCents;
  return subscription === null ? null : returnedTotalCents(subscription, payment);
};

/** A pending refund that the customer is owed. `waitSeconds`: delay after which the sweep starts creating the refund at the provider. */
export const owedRefund = (
  payment: Payment,
  {
    owedFor,
    amountCents,
    waitSeconds = FIRST_TRY_SECONDS,
  }: { readonly owedFor: OwedFor; readonly amountCents: number; readonly waitSeconds?: number },
  ctx: DecisionContext,
): Refund =>
  pendingRefund(payment, {
    id: ctx.ids.next(refundAggregate.prefix),
    created: ctx.now,
    amountCents,
    reason: owedFor,
    metadata: {},
    providerRefundId: null,
    overpayment: owedFor === 'overpayment',
    ...(owedFor === 'withdrawal' ? { withdrawal: true } : {}),
    nextTryAt: ctx.realNow + waitSeconds,
  });
