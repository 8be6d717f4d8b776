import { change, type Stored } from '../aggregate.ts';
import { type CouponLookup, couponProblem, refuseCoupon } from '../coupon/eligibility.ts';
import { targetOfPrice } from '../coupon/validate.ts';
import { audited, type Decision, type DecisionContext } from '../decision.ts';
import type { Metadata } from '../fields.ts';
import { unacceptedMethod } from '../payment-methods.ts';
import type { Price } from '../price/record.ts';
import { summarize } from '../price/summary.ts';
import type { Product } from '../product/record.ts';
import { invalidParam, Refusal } from '../refusal.ts';
import { type PaymentLink, paymentLinkAggregate } from './record.ts';

export interface CreatePaymentLink {
  readonly priceId: string;
  readonly couponCode?: string | null | undefined;
  readonly trialDaysOverride?: number | null | undefined;
  readonly paymentMethod?: string | null | undefined;
  readonly successUrl?: string | null | undefined;
  readonly cancelUrl?: string | null | undefined;
  readonly maxSales?: number | null | undefined;
  readonly metadata?: Metadata | null | undefined;
  readonly urlOf: (linkId: string) => string;
}

/** What a payment link sells. */
export interface LinkedOffer {
  readonly price: Stored<Price> | null;
  /** The price's product. */
  readonly product: Stored<Product> | null;
  /** The coupon of the link's code; `null`: no code. */
  readonly coupon: CouponLookup | null;
}

/** Refuses a price that cannot be sold (404, 409), and a method that it does not accept (400). */
const refuseOffer = ({ priceId, paymentMethod }: CreatePaymentLink, { price, product }: LinkedOffer): Refusal | null => {
  if (price === null || product === null) return new Refusal('resource_missing', `No such price: ${priceId}.`, { param: 'price_id' });
  if (!price.record.active || !product.record.active)
    return new Refusal('state_conflict', 'This price or its product is archived. Choose an active price.');
  const accepted = summarize(price.record, product.record).paymentMethods;
  const method = paymentMethod ?? null;
  return method === null || accepted.includes(method) ? null : invalidParam('payment_method', unacceptedMethod(method, accepted));
};

/** Creates a payment link. Refuses a price that cannot be sold and a code that cannot be used now. Writes an audit entry; no event. */
export const createPaymentLink = (
  command: CreatePaymentLink,
  offer: LinkedOffer,
  ctx: DecisionContext,
): Decision<PaymentLink> | Refusal => {
  const refusal = refuseOffer(command, offer);
  if (refusal !== null || offer.price === null) return refusal ?? new Refusal('resource_missing', 'No such price.');
  const problem = offer.coupon === null ? null : couponProblem(offer.coupon, targetOfPrice(offer.price.record), ctx.now);
  if (problem !== null) return refuseCoupon(problem, 'coupon_code');
  const id = ctx.ids.next(paymentLinkAggregate.prefix);
  const link: PaymentLink = {
    id,
    created: ctx.now,
    active: true,
    url: command.urlOf(id),
    priceId: command.priceId,
    productId: offer.price.record.productId,
    couponCode: offer.coupon?.coupon?.record.code ?? null,
    trialDaysOverride: command.trialDaysOverride ?? null,
    paymentMethod: command.paymentMethod ?? null,
    successUrl: command.successUrl ?? null,
    cancelUrl: command.cancelUrl ?? null,
    maxSales: command.maxSales ?? null,
    metadata: command.metadata ?? {},
  };
  return { changes: [change(paymentLinkAggregate, null, link)], events: [], audit: audited('payment_link', 'created', id), result: link };
};
