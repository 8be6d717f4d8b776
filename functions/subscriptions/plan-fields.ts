import * as v from 'valibot';
import { described, doc } from '../../shared/api/described.ts';
import * as fields from '../../shared/api/fields.ts';
import { COUPON_CODE_MAX_LENGTH } from '../../shared/domain/limits.ts';
import type { PlanChangeRequest } from '../../shared/flows/subscriptions/plan-change.ts';

/** Body of a plan change and of its preview. */
export const planChangeBody = v.strictObject({
  price_id: described(fields.reference, doc('Id of the new price. It must be active and have the currency of the subscription.')),
  coupon_code: described(
    v.nullish(fields.text(1, COUPON_CODE_MAX_LENGTH)),
    doc('Code of a coupon to redeem with the change; it replaces the current discount. Default: none.'),
  ),
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
