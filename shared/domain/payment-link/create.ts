import { change, type Stored } from '../aggregate.ts';
import type { CouponLookup } from '../coupon/eligibility.ts';
import { couponForPrice } from '../coupon/validate.ts';
import { audited, type Decision, type DecisionContext } from '../decision.ts';
import type { Metadata } from '../fields.ts';
import { missingMessage } from '../missing-message.ts';
import { refuseArchived, refuseMaximumAmount, refuseMethod } from '../price/offer.ts';
import type { Price } from '../price/record.ts';
import type { Product } from '../product/record.ts';
import { Refusal } from '../refusal.ts';
import { type PaymentLink, paymentLinkAggregate } from './record.ts';

export interface CreatePaymentLink {
  readonly priceId: string;
  readonly couponCode?: string | null | undefined;
  readonly trialDaysOverride?: number | null | undefined;
  readonly maxAmountCents?: number | null | undefined;
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

/**
 * Creates a payment link. Refuses a price that cannot be sold, a payment method or maximum amount that the price does not allow, and a code
 * that cannot be used now. Writes an audit entry; no event.
 */
export const createPaymentLink = (
  command: CreatePaymentLink,
  offer: LinkedOffer,
  ctx: DecisionContext,
): Decision<PaymentLink> | Refusal => {
  if (offer.price === null || offer.product === null) {
    return new Refusal('resource_missing', missingMessage('price', command.priceId), { param: 'price_id' });
  }
  const [price, product] = [offer.price.record, offer.product.record];
  const refusal =
    refuseArchived(price, product) ??
    refuseMethod(command.paymentMethod ?? null, price, product) ??
    refuseMaximumAmount(command.maxAmountCents ?? null, price);
  if (refusal !== null) return refusal;
  const coupon = couponForPrice(offer.coupon, price, ctx.now);
  if (coupon instanceof Refusal) return coupon;
  const id = ctx.ids.next(paymentLinkAggregate.prefix);
  const link: PaymentLink = {
    id,
    created: ctx.now,
    active: true,
    url: command.urlOf(id),
    priceId: command.priceId,
    productId: price.productId,
    couponCode: coupon?.code ?? null,
    trialDaysOverride: command.trialDaysOverride ?? null,
    paymentMethod: command.paymentMethod ?? null,
    successUrl: command.successUrl ?? null,
    cancelUrl: command.cancelUrl ?? null,
    maxSales: command.maxSales ?? null,
    metadata: command.metadata ?? {},
    ...(command.maxAmountCents == null ? {} : { maxAmountCents: command.maxAmountCents }),
  };
  return { changes: [change(paymentLinkAggregate, null, link)], events: [], audit: audited('payment_link', 'created', id), result: link };
};
