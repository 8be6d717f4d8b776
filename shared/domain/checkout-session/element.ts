import { shopNameOf } from '../account/record.ts';
import type { Stored } from '../aggregate.ts';
import type { BillingParties } from '../parties.ts';
import { taxOfCharge } from '../payable/attempt.ts';
import { viewOrderButton } from '../payable/order-button.ts';
import { withSessionId } from '../payable/return-urls.ts';
import { ELEMENT_METHODS, elementMethodsFor } from '../payment/methods.ts';
import type { Payment } from '../payment/record.ts';
import type { Product } from '../product/record.ts';
import { livemode, type Tenant } from '../tenant.ts';
import { firstChargeOf, firstPeriodTotals, startsTrial, taxPointOfSession, trialDaysOf } from './charge.ts';
import type { CheckoutSession } from './record.ts';

export interface ElementState {
  readonly session: CheckoutSession;
  /** The payment of the latest attempt; `null`: none. */
  readonly payment: Stored<Payment> | null;
  /**
   * Seller and buyer, as they apply to a charge made now. If the customer's stored country is unknown, `customer.countryCode` is the
   * country of the request or of the session. `customer.countryCode` decides the tax rate.
   */
  readonly parties: BillingParties;
  /** `null`: deleted. */
  readonly product: Product | null;
  /** Mollie profile of the connected account; `null` in the sandbox. */
  readonly profileId: string | null;
  /** Unix seconds; simulated time for sessions on a test clock. */
  readonly now: number;
}

/** Methods that the element offers: the session's fixed method, or all methods that the price accepts and buyers of the country can use. */
const elementMethodsOf = ({ price, paymentMethod }: CheckoutSession, countryCode: string | null): readonly string[] =>
  paymentMethod === null
    ? elementMethodsFor((method) => price.paymentMethods.includes(method), countryCode)
    : ELEMENT_METHODS.filter((method) => method === paymentMethod);

const couponOf = ({ discount }: CheckoutSession) => ({
  coupon_code: discount?.code ?? null,
  coupon_duration: discount?.duration ?? null,
  coupon_duration_in_months: discount?.durationInMonths ?? null,
});

/**
 * The API's `checkout_element` object of an embedded session [ELM-24..30]. Amounts are in the currency's smallest unit and include tax:
 * `amount_due_now` is charged at confirm, `recurring_amount` per period without discount (0 for a metered price),
 * `recurring_amount_discounted` for the first period with discount.
 */
export const viewElement = ({ session, payment, parties, product, profileId, now }: ElementState, tenant: Tenant) => {
  const tax = taxOfCharge(payment, parties, taxPointOfSession(session, now));
  const firstCharge = firstChargeOf(session, session.paymentMethod, tax, now);
  const firstTotals = firstPeriodTotals(session, tax, now);
  const { branding, countryCode: sellerCountry } = parties.account;
  const country = parties.customer.countryCode ?? session.customerCountryCode;
  return {
    object: 'checkout_element' as const,
    session_id: session.id,
    status: session.status,
    livemode: livemode(tenant),
    currency: session.price.currency,
    amount_due_now: firstCharge.amountCents,
    recurring_amount: firstPeriodTotals({ ...session, discount: null }, tax, now)?.totalCents ?? 0,
    recurring_amount_discounted: session.discount === null ? null : (firstTotals?.totalCents ?? null),
    recurring_interval: session.price.interval,
    discount_cents: firstTotals?.discountCents ?? 0,
    trial_days: trialDaysOf(session, now),
    requires_verification: firstCharge.verification,
    methods: elementMethodsOf(session, country),
    ideal_issuers: null,
    profile_id: profileId,
    product_name: session.price.productName,
    merchant_name: shopNameOf(parties.account),
    merchant_logo_url: branding.logoUrl,
    show_header: true,
    country,
    country_suggestion: country ?? sellerCountry,
    allow_promotion_codes: product?.allowPromotionCodes ?? false,
    ...couponOf(session),
    ...viewOrderButton(parties, { concludesContract: session.firstChargeAt === null, startsTrial: startsTrial(session, now) }),
    success_url: withSessionId(session.successUrl, session.id),
    cancel_url: withSessionId(session.cancelUrl, session.id),
  };
};
