import { change, type Stored } from '../aggregate.ts';
import { type CouponLookup, discountOf, reserveRedemption } from '../coupon/eligibility.ts';
import { couponForPrice } from '../coupon/validate.ts';
import { audited, type Decision, type DecisionContext } from '../decision.ts';
import { type BuyerState, buyerFor, refuseBuyer } from '../payable/buyer.ts';
import type { SaleGroup } from '../payable/record.ts';
import type { Payment } from '../payment/record.ts';
import { type PaymentLink, reserveSale } from '../payment-link/record.ts';
import { DAY_SECONDS } from '../periods.ts';
import { isOnSale } from '../price/offer.ts';
import type { Price } from '../price/record.ts';
import type { Product } from '../product/record.ts';
import { Refusal } from '../refusal.ts';
import { newCheckoutSession } from './create.ts';
import { asReplacementOf, type CheckoutSession, checkoutSessionAggregate } from './record.ts';

export interface RecoverState extends BuyerState {
  readonly session: Stored<CheckoutSession> | null;
  /** The payment of the session's latest attempt. */
  readonly payment: Stored<Payment> | null;
  readonly price: Stored<Price> | null;
  readonly product: Stored<Product> | null;
  /** The coupon of the session's discount; `null`: none. */
  readonly coupon: CouponLookup | null;
  /** The payment link of the session; `null`: none. */
  readonly link: Stored<PaymentLink> | null;
  /** The sessions that this one replaces, and those that replace it; `null`: the session has not ended. */
  readonly group: SaleGroup | null;
}

/** Name of the claim by which an ended session is replaced only once, by its buyer or by an import. Owner: the id of the new session. */
export const recoveryClaim = (sessionId: string): string => `recovered_session#${sessionId}`;

/**
 * Name of the claim by which only one session of a group (`SaleGroup`) sells. `firstId`: the group's first session. Owner: the session that
 * sold.
 */
export const saleClaim = (firstId: string): string => `checkout_sale#${firstId}`;

/** For how long after the start of a refused payment the buyer can try again, at least: as long as an email may lie unread. */
const RECOVERY_SECONDS = 7 * DAY_SECONDS;

/**
 * Until when the buyer can try again: until the first session was to expire, but for a week after a refused payment at least. Sessions that
 * replace each other share this time, so the offer of the first session ends.
 */
const recoverableUntil = (session: CheckoutSession, payment: Payment): number =>
  session.recoverableUntil ??
  (payment.status === 'failed' ? Math.max(session.expiresAt, payment.created + RECOVERY_SECONDS) : session.expiresAt);

/**
 * True if the buyer of a hosted session can try again: its payment failed or the provider's page expired, and `recoverableUntil` has not
 * passed. A buyer who canceled cannot.
 */
export const isRecoverable = (session: CheckoutSession, payment: Payment | null, now: number): boolean =>
  session.uiMode === 'hosted' &&
  session.status === 'expired' &&
  payment !== null &&
  (payment.status === 'failed' || session.attempt?.timedOut === true) &&
  now < recoverableUntil(session, payment);

const NOT_RECOVERABLE = new Refusal('state_conflict', 'This checkout session cannot be tried again.');

/**
 * Creates a session that replaces one whose payment failed or timed out, with the same customer, price, coupon and URLs. Each session can
 * be replaced once. Refuses a session that is not recoverable (`isRecoverable`) or in whose group (`SaleGroup`) another session has sold, and a price,
 * product or payment link that is not active (409). No event.
 */
export const recoverSession = (
  { hostedUrlOf }: { readonly hostedUrlOf: (sessionId: string) => string },
  state: RecoverState,
  ctx: DecisionContext,
): Decision<CheckoutSession> | Refusal => {
  const { session, payment, price, product, coupon, link, group } = state;
  if (session === null || payment === null || price === null || product === null) return NOT_RECOVERABLE;
  if (group === null || group.soldBy !== null) return NOT_RECOVERABLE;
  const before = session.record;
  const isOffered = isOnSale(price.record, product.record) && (before.paymentLink === undefined || link?.record.active === true);
  if (!isRecoverable(before, payment.record, ctx.now) || !isOffered) return NOT_RECOVERABLE;
  const buyer = { customerId: before.customerId };
  const refusal = refuseBuyer(buyer, state);
  if (refusal !== null) return refusal;
  // If the coupon cannot be used any more, the new session has the full price, which its page shows.
  const foundCoupon = couponForPrice(coupon, price.record, ctx.now);
  const usableCoupon = foundCoupon instanceof Refusal ? null : foundCoupon;
  const id = ctx.ids.next(checkoutSessionAggregate.prefix);
  const url = hostedUrlOf(id);
  const { cancelUrl, trialDaysOverride, maxAmountCents, firstChargeAt, paymentMethod, metadata, paymentLink } = before;
  const { buyer: customer, guards } = buyerFor(buyer, state, ctx);
  const replacement = newCheckoutSession({
    id,
    now: ctx.now,
    customer,
    price: price.record,
    product: product.record,
    terms: {
      buyer: { customerEmail: before.customerEmail, customerCountryCode: before.customerCountryCode },
      // If the success URL is the page of the old session (payment link without success URL), it becomes the page of the new one.
      successUrl: before.successUrl === before.url ? url : before.successUrl,
      cancelUrl,
      uiMode: 'hosted',
      url,
      // Sessions of imported subscriptions are open for longer than others.
      openSeconds: before.expiresAt - before.created,
      trialDaysOverride,
      ...(maxAmountCents === undefined ? {} : { maxAmountCents }),
      firstChargeAt,
      discount: usableCoupon === null ? null : discountOf(usableCoupon),
      paymentMethod,
      metadata,
      ...(paymentLink === undefined ? {} : { paymentLink }),
    },
  });
  const recovered = { ...asReplacementOf(before, replacement), recoverableUntil: recoverableUntil(before, payment.record) };
  return {
    changes: [change(checkoutSessionAggregate, null, recovered)],
    events: [],
    audit: audited('checkout_session', 'created', id),
    guards: [
      ...guards,
      { kind: 'unchanged', aggregate: checkoutSessionAggregate, stored: session },
      { kind: 'claim', name: recoveryClaim(before.id), owner: id, refusal: NOT_RECOVERABLE },
      { kind: 'unclaimed', name: group.claim, refusal: NOT_RECOVERABLE },
      ...(usableCoupon === null ? [] : reserveRedemption(usableCoupon, customer.id, 'coupon_code')),
      ...(link === null ? [] : reserveSale(link.record)),
    ],
    result: recovered,
  };
};
