import type { Aggregate } from '../aggregate.ts';
import type { Discount } from '../amounts/discounts.ts';
import type { Metadata } from '../fields.ts';
import type { Attempt, Payable } from '../payable/record.ts';
import type { SessionLink } from '../payment-link/record.ts';
import type { PriceSummary } from '../price/summary.ts';
import { livemode, type Tenant } from '../tenant.ts';

export type CheckoutStatus = 'open' | 'processing' | 'completed' | 'expired';

export interface CheckoutSession extends Payable {
  readonly customerEmail: string | null;
  readonly customerCountryCode: string | null;
  /** The price at the creation of the session. */
  readonly price: PriceSummary;
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly status: CheckoutStatus;
  readonly subscriptionId: string | null;
  readonly trialDaysOverride: number | null;
  /** Maximum amount of the usage of a period in cents; omitted: no maximum. */
  readonly maxAmountCents?: number;
  /** First charge of an imported subscription, Unix seconds: its trial ends then. `null`: the subscription is not imported. */
  readonly firstChargeAt: number | null;
  readonly discount: Discount | null;
  readonly metadata: Metadata;
  /** The payment link whose page created the session; absent: the account created it. */
  readonly paymentLink?: SessionLink;
  /**
   * Id of the session that this session replaces: its payment was refused or timed out, or an import replaces an expired session. Absent:
   * none.
   */
  readonly recoveredFromId?: string;
  /** Id of the first of the sessions that replace each other. Absent: no session, or one of a former release, is replaced. */
  readonly firstId?: string;
  /** Until when the buyer can replace this session, too, Unix seconds. Absent: it replaces none, or one of a former release. */
  readonly recoverableUntil?: number;
}

export const isCheckoutSession = (payable: Payable): payable is CheckoutSession => 'price' in payable;

/** Id of the purchase: that of the payable or, if checkout sessions replace each other, of the first of them. */
export const purchaseIdOf = (payable: Payable): string =>
  isCheckoutSession(payable) ? (payable.firstId ?? payable.recoveredFromId ?? payable.id) : payable.id;

/** Marks `session` as the replacement of an ended one. */
export const asReplacementOf = (ended: CheckoutSession, session: CheckoutSession): CheckoutSession => ({
  ...session,
  recoveredFromId: ended.id,
  firstId: purchaseIdOf(ended),
});

/** Version 2 had no imported subscriptions. */
type Version2 = Omit<CheckoutSession, 'firstChargeAt'>;
const withFirstCharge = (session: Version2): CheckoutSession => ({ ...session, firstChargeAt: null });

/** Version 1 had attempts of the hosted page only. */
type Version1 = Omit<Version2, 'attempt'> & { readonly attempt: Omit<Attempt, 'choice'> | null };
const withChoice = (session: Version1): Version2 => ({
  ...session,
  attempt: session.attempt === null ? null : { ...session.attempt, choice: null },
});

/** The API's `checkout.session` object. The caller replaces `client_secret: null` with a secret that is signed for each response. */
export const viewCheckoutSession = (session: CheckoutSession, tenant: Tenant) => ({
  id: session.id,
  object: 'checkout.session' as const,
  created: session.created,
  livemode: livemode(tenant),
  customer_id: session.customerId,
  customer_email: session.customerEmail,
  customer_country_code: session.customerCountryCode,
  price_id: session.price.id,
  success_url: session.successUrl,
  cancel_url: session.cancelUrl,
  status: session.status,
  ui_mode: session.uiMode,
  url: session.url,
  client_secret: null,
  subscription_id: session.subscriptionId,
  payment_id: session.paymentId,
  expires_at: session.expiresAt,
  trial_days_override: session.trialDaysOverride,
  coupon_id: session.discount?.couponId ?? null,
  payment_method: session.paymentMethod,
  metadata: session.metadata,
  // Fields that were added after 1.0 are absent where they do not apply [VER-05].
  ...(session.paymentLink === undefined ? {} : { payment_link_id: session.paymentLink.id }),
  ...(session.maxAmountCents === undefined ? {} : { max_amount_cents: session.maxAmountCents }),
  ...(session.recoveredFromId === undefined ? {} : { recovered_from: session.recoveredFromId }),
});
type CheckoutSessionView = ReturnType<typeof viewCheckoutSession>;

export const checkoutSessionAggregate: Aggregate<CheckoutSession, CheckoutSessionView> = {
  type: 'checkout_session',
  prefix: 'cs_',
  migrations: [withChoice, withFirstCharge],
  view: viewCheckoutSession,
  customerIdOf: (session) => session.customerId,
  parentIdOf: (session) => session.clockId,
  unlogged: true,
  dueOf: (session) => {
    if (session.status === 'open') return { at: session.expiresAt, kind: 'checkout_expiry', clockId: session.clockId };
    // Payments are polled in real time. An advance of the test clock cannot wait for that, so it polls the payment, too.
    const isPolledByAdvance = session.status === 'processing' && session.clockId !== null;
    return isPolledByAdvance ? { at: session.expiresAt, kind: 'checkout_payment_poll', clockId: session.clockId } : null;
  },
};
