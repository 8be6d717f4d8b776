import { change, type Stored } from '../aggregate.ts';
import { couponProblem, discountOf, type FoundCoupon, holdUse, refuseCoupon } from '../coupon/eligibility.ts';
import type { Coupon } from '../coupon/record.ts';
import { targetOfPrice } from '../coupon/validate.ts';
import type { Customer } from '../customer/record.ts';
import { audited, type Decision, type DecisionContext } from '../decision.ts';
import type { Metadata } from '../fields.ts';
import { type BuyerFields, type BuyerState, buyerFor, refuseBuyer } from '../payable/buyer.ts';
import { OPEN_SECONDS, type UiMode } from '../payable/record.ts';
import { isElementMethod } from '../payment-methods.ts';
import type { Price } from '../price/record.ts';
import { summarize } from '../price/summary.ts';
import type { Product } from '../product/record.ts';
import { Refusal } from '../refusal.ts';
import { type CheckoutSession, checkoutSessionAggregate } from './record.ts';

export interface CreateCheckoutSession extends BuyerFields {
  readonly priceId: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly metadata?: Metadata | null | undefined;
  readonly paymentMethod?: string | null | undefined;
  readonly trialDaysOverride?: number | null | undefined;
  readonly uiMode?: UiMode | undefined;
  /** Address of a hosted session's page. */
  readonly hostedUrlOf: (sessionId: string) => string;
}

export interface CreateCheckoutSessionState extends BuyerState {
  readonly price: Stored<Price> | null;
  /** The price's product. */
  readonly product: Stored<Product> | null;
  /** What the command's coupon code means; `null`: it names none. */
  readonly coupon: FoundCoupon | null;
}

export interface CreatedCheckoutSession {
  readonly session: CheckoutSession;
  readonly customer: Customer;
}

const refuse = (command: CreateCheckoutSession, state: CreateCheckoutSessionState): Refusal | null => {
  const { price, product } = state;
  if (price === null || product === null) return new Refusal('resource_missing', 'No such price.', { param: 'price_id' });
  if (!price.record.active || !product.record.active) return new Refusal('state_conflict', 'This price is not on sale.');
  const refused = refuseBuyer(command, state);
  if (refused !== null) return refused;
  const method = command.paymentMethod ?? null;
  if (method !== null && !summarize(price.record, product.record).paymentMethods.includes(method)) {
    return new Refusal('parameter_invalid', `This price cannot be paid by ${method}.`, { param: 'payment_method' });
  }
  if (command.uiMode === 'embedded' && method !== null && !isElementMethod(method)) {
    return new Refusal('parameter_invalid', `The payment element does not take ${method}. Make a hosted session for it.`, {
      param: 'payment_method',
    });
  }
  return null;
};

/** What a new session is made of. */
export interface NewCheckoutSession {
  readonly id: string;
  readonly now: number;
  readonly customer: Customer;
  readonly price: Price;
  readonly product: Product;
  readonly terms: Pick<
    CheckoutSession,
    'successUrl' | 'cancelUrl' | 'uiMode' | 'url' | 'trialDaysOverride' | 'firstChargeAt' | 'discount' | 'paymentMethod' | 'metadata'
  > & {
    /** What the buyer is known by, where that differs from the customer. */
    readonly buyer: Partial<Pick<CheckoutSession, 'customerEmail' | 'customerCountryCode'>>;
    readonly openSeconds: number;
  };
}

/** An open session that nobody has tried to pay yet. */
export const newCheckoutSession = ({ id, now, customer, price, product, terms }: NewCheckoutSession): CheckoutSession => {
  const { buyer, openSeconds, ...given } = terms;
  return {
    id,
    created: now,
    customerId: customer.id,
    customerEmail: buyer.customerEmail ?? customer.email,
    customerCountryCode: buyer.customerCountryCode ?? customer.countryCode,
    price: summarize(price, product),
    status: 'open',
    subscriptionId: null,
    paymentId: null,
    expiresAt: now + openSeconds,
    clockId: customer.testClockId,
    attempt: null,
    ...given,
  };
};

/** The coupon of the code, if it can be used for this price now. */
const couponOf = (found: FoundCoupon | null, price: Price, now: number): Coupon | null | Refusal => {
  if (found === null) return null;
  const problem = couponProblem(found, targetOfPrice(price), now);
  return problem === null ? (found.coupon?.record ?? null) : refuseCoupon(problem, 'coupon_code');
};

/**
 * Opens a session for one price. A coupon's discount is bound to it as it is, with one of its redemptions held until the
 * session ends (decision 0011). Without `customer_id` the customer is created in the same decision, also when
 * another has the same address [CUS-10, CHK-18]. No separate event: the catalogue has none.
 * Refuses: unknown ids (404 with `param`), a price or product off sale (409), a customer whose test clock was deleted (409), a method the price does not take (400), a
 * code that cannot be used (400, `reason` as validation says).
 */
export const createCheckoutSession = (
  command: CreateCheckoutSession,
  state: CreateCheckoutSessionState,
  ctx: DecisionContext,
): Decision<CreatedCheckoutSession> | Refusal => {
  const refused = refuse(command, state);
  if (refused !== null) return refused;
  if (state.price === null || state.product === null) return new Refusal('resource_missing', 'No such price.', { param: 'price_id' });
  const coupon = couponOf(state.coupon, state.price.record, ctx.now);
  if (coupon instanceof Refusal) return coupon;
  const { buyer: customer, changes, events, guards } = buyerFor(command, state, ctx);
  const id = ctx.ids.next(checkoutSessionAggregate.prefix);
  const uiMode = command.uiMode ?? 'hosted';
  const session = newCheckoutSession({
    id,
    now: ctx.now,
    customer,
    price: state.price.record,
    product: state.product.record,
    terms: {
      buyer: { customerEmail: command.customerEmail ?? null, customerCountryCode: command.country ?? null },
      successUrl: command.successUrl,
      cancelUrl: command.cancelUrl,
      uiMode,
      url: uiMode === 'hosted' ? command.hostedUrlOf(id) : null,
      openSeconds: OPEN_SECONDS,
      trialDaysOverride: command.trialDaysOverride ?? null,
      firstChargeAt: null,
      discount: coupon === null ? null : discountOf(coupon),
      paymentMethod: command.paymentMethod ?? null,
      metadata: command.metadata ?? {},
    },
  });
  return {
    changes: [...changes, change(checkoutSessionAggregate, null, session)],
    events,
    audit: audited('checkout_session', 'created', id),
    guards: [...guards, ...(coupon === null ? [] : holdUse(coupon, customer.id, 'coupon_code'))],
    result: { session, customer },
  };
};
