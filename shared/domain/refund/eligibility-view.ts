/** Reason why a charge cannot be refunded. API clients must accept further values. */
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
  /** Maximum amount of a refund now; 0: not refundable. */
  readonly amountCents: number;
  readonly currency: string;
  /** Days until the refund window ends, rounded up. 0: the window has ended; `null`: the charge is not paid, or refunds are disabled. */
  readonly daysRemaining: number | null;
  /** `null`: refundable. */
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
