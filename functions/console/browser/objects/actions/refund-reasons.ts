import type { RefundObstacle } from '../../../../../shared/domain/refund/eligibility-view.ts';

const TEXTS: Readonly<Record<RefundObstacle, string>> = {
  no_payment: 'Nothing was paid yet.',
  payment_not_succeeded: 'The payment has not succeeded.',
  already_refunded: 'Fully refunded already.',
  charge_disputed: 'The payment is disputed.',
  plan_change_pending: 'A pending plan change uses credit from this payment.',
  renewal_processing: 'A pending renewal uses credit from this payment.',
  refunds_disabled: 'Refunds are disabled for this price.',
  refund_window_passed: 'The refund window has passed.',
};

/** The text for the reason why a charge cannot be refunded. An unknown reason is shown as the API names it. */
export const refundReasonText = (reason: string): string =>
  Object.hasOwn(TEXTS, reason) ? TEXTS[reason as RefundObstacle] : reason.replaceAll('_', ' ');
