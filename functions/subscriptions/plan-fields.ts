import * as v from 'valibot';
import * as fields from '../../shared/api/fields.ts';
import { COUPON_CODE_MAX_LENGTH } from '../../shared/domain/limits.ts';
import type { PlanChangeRequest } from '../../shared/flows/subscriptions/plan-change.ts';

/** Body of a plan change and of its preview. */
export const planChangeBody = v.strictObject({
  price_id: fields.reference,
  coupon_code: v.nullish(fields.text(1, COUPON_CODE_MAX_LENGTH)),
});

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
