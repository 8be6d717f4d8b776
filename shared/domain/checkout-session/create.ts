import { change, type Stored } from '../aggregate.ts';
import { type CouponLookup, discountOf, reserveRedemption } from '../coupon/eligibility.ts';
import { couponForPrice } from '../coupon/validate.ts';
import type { Customer } from '../customer/record.ts';
import { audited, type Decision, type DecisionContext } from '../decision.ts';
import type { Metadata } from '../fields.ts';
import type { MailOrderWithId } from '../mail/orders.ts';
import { type BuyerFields, type BuyerState, buyerFor, refuseBuyer } from '../payable/buyer.ts';
import { OPEN_SECONDS, type UiMode } from '../payable/record.ts';
import { isElementMethod } from '../payment/methods.ts';
import type { SessionLink } from '../payment-link/record.ts';
import { refuseArchived, refuseMaximumAmount, refuseMethod } from '../price/offer.ts';
import type { Price } from '../price/record.ts';
import { summarize } from '../price/summary.ts';
import type { Product } from '../product/record.ts';
import { invalidParam, Refusal } from '../refusal.ts';
import { type CheckoutSession, checkoutSessionAggregate } from './record.ts';

export interface CreateCheckoutSession extends BuyerFields {
  readonly priceId: string;
  /** `null`: buyers stay on the session's page, which shows that the session is paid. */
  readonly successUrl: string | null;
  readonly cancelUrl: string;
  readonly metadata?: Metadata | null | undefined;
  readonly paymentMethod?: string | null | undefined;
  readonly trialDaysOverride?: number | null | undefined;
  /** For a metered price. */
  readonly maxAmountCents?: number | null | undefined;
  readonly uiMode?: UiMode | undefined;
  /** The link is emailed to the buyer. */
  readonly deliverEmail?: boolean | undefined;
  /** The payment link that creates the session. */
  readonly paymentLink?: SessionLink | undefined;
  /** URL of a hosted session's page. */
  readonly hostedUrlOf: (sessionId: string) => string;
}

export interface CreateCheckoutSessionState extends BuyerState {
  readonly price: Stored<Price> | null;
  /** The price's product. */
  readonly product: Stored<Product> | null;
  /** The coupon of the command's code; `null`: no code. */
  readonly coupon: CouponLookup | null;
}

export interface CreatedCheckoutSession {
  readonly session: CheckoutSession;
  readonly customer: Customer;
  /** The mail with the link, to be ordered in the same transaction; `null`: none. */
  readonly mailOrder: MailOrderWithId | null;
}

const refuse = (command: CreateCheckoutSession, price: Price, product: Product, buyerState: BuyerState): Refusal | null => {
  const method = command.paymentMethod ?? null;
  const refusal =
    refuseArchived(price, product) ??
    refuseBuyer(command, buyerState) ??
    refuseMethod(method, price, product) ??
    refuseMaximumAmount(command.maxAmountCents ?? null, price);
  if (refusal !== null) return refusal;
  if (command.uiMode === 'embedded' && method !== null && !isElementMethod(method)) {
    return new Refusal('parameter_invalid', `The payment element does not support ${method}. Create a hosted session for it.`, {
      param: 'payment_method',
    });
  }
  return null;
};

/** Refuses `deliverEmail` for an embedded session, which has no link (400), and for a buyer without an email address (409). */
const refuseMail = ({ deliverEmail = false }: CreateCheckoutSession, { url, customerEmail }: CheckoutSession): Refusal | null => {
  if (!deliverEmail) return null;
  if (url === null) return invalidParam('deliver_email', 'An embedded session has no link that could be emailed.');
  return customerEmail === null
    ? new Refusal('state_conflict', 'The buyer has no email address.', { reason: 'customer_has_no_email' })
    : null;
};

/** The mail id contains the session's id, so that there is one mail per session. */
const mailFor = ({ id, customerId }: CheckoutSession): MailOrderWithId => ({
  mailId: `checkout_link#${id}`,
  order: { kind: 'checkout_link', sessionId: id },
  customerId,
});

/** Input for a new session. */
export interface NewCheckoutSession {
  readonly id: string;
  readonly now: number;
  readonly customer: Customer;
  readonly price: Price;
  readonly product: Product;
  readonly terms: Pick<
    CheckoutSession,
    | 'successUrl'
    | 'cancelUrl'
    | 'uiMode'
    | 'url'
    | 'trialDaysOverride'
    | 'maxAmountCents'
    | 'firstChargeAt'
    | 'discount'
    | 'paymentMethod'
    | 'metadata'
    | 'paymentLink'
  > & {
    /** Email of this session, if it differs from the customer's, and the country of a customer without one. */
    readonly buyer: Partial<Pick<CheckoutSession, 'customerEmail' | 'customerCountryCode'>>;
    readonly openSeconds: number;
  };
}

/** Builds an open session without payment attempts. */
export const newCheckoutSession = ({ id, now, customer, price, product, terms }: NewCheckoutSession): CheckoutSession => {
  const { buyer, openSeconds, ...fields } = terms;
  return {
    id,
    created: now,
    customerId: customer.id,
    customerEmail: buyer.customerEmail ?? customer.email,
    // The country of the customer decides tax and methods, so the session shows no other.
    customerCountryCode: customer.countryCode ?? buyer.customerCountryCode ?? null,
    price: summarize(price, product),
    status: 'open',
    subscriptionId: null,
    paymentId: null,
    expiresAt: now + openSeconds,
    clockId: customer.testClockId,
    attempt: null,
    ...fields,
  };
};

/**
 * Creates a session for one price. Stores the coupon's current discount and reserves one redemption until the session ends (decision 0011).
 * Without `customer_id`, also creates a customer, even if another customer has the same email [CUS-10, CHK-18]. Emits no event of the
 * session. `deliverEmail` orders a mail with the link, except for embedded sessions (400) and buyers without an email address (409).
 * Refuses unknown ids (404 with `param`), an archived price or product (409), a customer whose test clock was deleted (409), a method that
 * the price does not accept (400) and an unusable code (400 with `reason`).
 */
export const createCheckoutSession = (
  command: CreateCheckoutSession,
  state: CreateCheckoutSessionState,
  ctx: DecisionContext,
): Decision<CreatedCheckoutSession> | Refusal => {
  if (state.price === null || state.product === null) return new Refusal('resource_missing', 'No such price.', { param: 'price_id' });
  const price = state.price.record;
  const product = state.product.record;
  const refusal = refuse(command, price, product, state);
  if (refusal !== null) return refusal;
  const coupon = couponForPrice(state.coupon, price, ctx.now);
  if (coupon instanceof Refusal) return coupon;
  const { buyer: customer, changes, events, guards } = buyerFor(command, state, ctx);
  const id = ctx.ids.next(checkoutSessionAggregate.prefix);
  const uiMode = command.uiMode ?? 'hosted';
  const url = uiMode === 'hosted' ? command.hostedUrlOf(id) : null;
  const session = newCheckoutSession({
    id,
    now: ctx.now,
    customer,
    price,
    product,
    terms: {
      buyer: { customerEmail: command.customerEmail ?? null, customerCountryCode: command.country ?? null },
      successUrl: command.successUrl ?? url ?? command.cancelUrl,
      cancelUrl: command.cancelUrl,
      uiMode,
      url,
      openSeconds: OPEN_SECONDS,
      trialDaysOverride: command.trialDaysOverride ?? null,
      ...(command.maxAmountCents == null ? {} : { maxAmountCents: command.maxAmountCents }),
      firstChargeAt: null,
      discount: coupon === null ? null : discountOf(coupon),
      paymentMethod: command.paymentMethod ?? null,
      metadata: command.metadata ?? {},
      ...(command.paymentLink === undefined ? {} : { paymentLink: command.paymentLink }),
    },
  });
  const mailRefusal = refuseMail(command, session);
  if (mailRefusal !== null) return mailRefusal;
  return {
    changes: [...changes, change(checkoutSessionAggregate, null, session)],
    events,
    audit: audited('checkout_session', 'created', id),
    guards: [...guards, ...(coupon === null ? [] : reserveRedemption(coupon, customer.id, 'coupon_code'))],
    result: { session, customer, mailOrder: command.deliverEmail ? mailFor(session) : null },
  };
};
