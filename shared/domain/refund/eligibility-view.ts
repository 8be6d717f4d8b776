/** Why a charge cannot be refunded. Shown as an open vocabulary. */
export type RefundObstacle =
  | 'no_payment'
  | 'payment_not_succeeded'
  | 'already_refunded'
  | 'charge_disputed'
  | 'plan_change_pending'
  | 'renewal_processing'
  | 'refunds_disabled'
  | 'refund_window_passed';

export interface RefundEligibility {
  /** The most that a refund could return now; 0 when there can be none. */
  readonly amountCents: number;
  readonly currency: string;
  /** Days until the window closes, the one begun counted whole; 0 once it has closed, `null` where none runs: nothing was paid, or refunds are off. */
  readonly daysRemaining: number | null;
  /** `null`: it can be refunded. */
  readonly obstacle: RefundObstacle | null;
}

export const viewRefundEligibility = ({ amountCents, currency, daysRemaining: days, obstacle }: RefundEligibility) => ({
  object: 'refund_eligibility' as const,
  amount_cents: amountCents,
  currency,
  days_remaining: days,
  eligible: obstacle === null,
  reason: obstacle,
});
export type RefundEligibilityView = ReturnType<typeof viewRefundEligibility>;
