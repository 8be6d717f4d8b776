import type { RefundObstacle } from '../../../../shared/domain/refund/eligibility-view.ts';

const TEXTS: Readonly<Record<RefundObstacle, string>> = {
  no_payment: 'Nothing was paid yet.',
  payment_not_succeeded: 'It was not paid.',
  already_refunded: 'All of it was refunded.',
  charge_disputed: 'It is disputed.',
  plan_change_pending: 'A plan change that uses its value is being charged for.',
  renewal_processing: 'A renewal that uses its value is being collected.',
  refunds_disabled: 'Refunds are turned off for it.',
  refund_window_passed: 'The time in which it could be refunded is over.',
};

/** The text for the reason why a charge cannot be refunded. An unknown reason is shown as the API names it. */
export const refundReasonText = (reason: string): string =>
  Object.hasOwn(TEXTS, reason) ? TEXTS[reason as RefundObstacle] : reason.replaceAll('_', ' ');
