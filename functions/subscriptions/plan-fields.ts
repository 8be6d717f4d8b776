import * as v from 'valibot';
import { described, doc } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { MAX_AMOUNT_CENTS } from '../../shared/domain/amounts/money.ts';
import { COUPON_CODE_MAX_LENGTH } from '../../shared/domain/limits.ts';
import { COUPON_REASONS } from '../../shared/domain/reasons.ts';
import type { PlanChangeRequest } from '../../shared/flows/subscriptions/plan-change.ts';

/** Body of a plan change and of its preview. */
export const planChangeBody = v.strictObject({
  price_id: described(fields.reference, doc('Id of the new price. It must be active and have the currency of the subscription.')),
  coupon_code: described(
    v.nullish(fields.text(1, COUPON_CODE_MAX_LENGTH)),
    doc('Code of a coupon to redeem with the change; it replaces the current discount. Default: none.'),
  ),
});

/** Maximum amount of a period. */
export const maxAmountCents = fields.integer(0, MAX_AMOUNT_CENTS);

/** Reasons for which a plan change, and its preview, is refused. */
export const PLAN_CHANGE_REASONS = [
  ...COUPON_REASONS,
  'subscription_canceled',
  'subscription_paused',
  'renewal_processing',
  'refund_processing',
  'payment_processing',
] as const;

/**
 * Reasons for which a plan change in the portal, and its preview, is refused. The portal also limits the number of changes, and accepts
 * only plans and codes that the account offers there.
 */
export const PORTAL_PLAN_CHANGE_REASONS = [
  ...PLAN_CHANGE_REASONS,
  'plan_not_offered',
  'promotion_codes_not_allowed',
  'too_many_changes',
] as const;

/** Reasons for which the charge of a plan change is refused. */
export const PLAN_CHARGE_REASONS = ['payment_method_missing', 'payment_refused', 'provider_not_connected'] as const;

export const planChangeRequest = (
  subscriptionId: string,
  body: v.InferOutput<typeof planChangeBody>,
  { inPortal }: Pick<PlanChangeRequest, 'inPortal'>,
): PlanChangeRequest => ({
  subscriptionId,
  priceId: body.price_id,
  couponCode: body.coupon_code ?? null,
  inPortal,
});
