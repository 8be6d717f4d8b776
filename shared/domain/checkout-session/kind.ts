import { change, type Stored } from '../aggregate.ts';
import { type Discount, grantAfter } from '../amounts/discounts.ts';
import { releaseRedemption, reserveRedemptionAgain, withRedemption } from '../coupon/eligibility.ts';
import { type Coupon, couponAggregate } from '../coupon/record.ts';
import { audited, type DecisionContext, type Guard, type NewEvent } from '../decision.ts';
import { redactedSession } from '../erasure/redaction.ts';
import { type InvoiceTotals, issueInvoice } from '../invoice/build.ts';
import { type Invoice, invoiceAggregate } from '../invoice/record.ts';
import { eventsOfPaidInvoice, paidInvoice } from '../invoice/transitions.ts';
import type { PayableKind, SaleState } from '../payable/record.ts';
import { unacceptedMethod } from '../payment/methods.ts';
import { withCreatedMandate } from '../payment/poll.ts';
import type { Payment } from '../payment/record.ts';
import { releaseSale, reserveSaleAgain } from '../payment-link/record.ts';
import type { Period } from '../periods.ts';
import { invalidParam } from '../refusal.ts';
import { coverageOf, withCharge } from '../subscription/change/coverage.ts';
import { startSubscription } from '../subscription/lifecycle/start.ts';
import { discountFor, recurringTotals, withAmounts } from '../subscription/renewal/charges.ts';
import type { Subscription } from '../subscription/types.ts';
import { subscriptionAggregate } from '../subscription/view.ts';
import { chargedTerms } from '../tax/tax.ts';
import { firstChargeOf, startsTrial, taxPointOfSession, trialEndOf } from './charge.ts';
import { type CheckoutSession, checkoutSessionAggregate } from './record.ts';

const invoiceFirstPeriod = (
  subscription: Subscription,
  totals: InvoiceTotals,
  { tax, parties }: SaleState,
  paymentId: string,
  ctx: DecisionContext,
): Invoice => {
  const period = firstPeriodOf(subscription);
  const invoice = issueInvoice(
    {
      billingReason: 'subscription_create',
      customerId: subscription.customerId,
      parties,
      subscriptionId: subscription.id,
      oneShotPaymentId: null,
      paymentId,
      currency: subscription.price.currency,
      tax,
      totals,
      period,
    },
    ctx,
  );
  return paidInvoice(invoice, paymentId, ctx.now);
};

const firstPeriodOf = ({ currentPeriodStart: start, currentPeriodEnd: end }: Subscription): Period => ({ start, end });

/** Sets the coverage (paid service) of the first period of a licensed price without a trial, also if a discount makes the period free. */
const withFirstCoverage = (
  created: Subscription,
  totals: InvoiceTotals,
  payment: Payment,
  { tax, taxes }: Pick<SaleState, 'tax' | 'taxes'>,
): Subscription => {
  const period = firstPeriodOf(created);
  const coverage = coverageOf({ lines: totals.lines, periodEnd: period.end, taxBehavior: tax.behavior, taxTerms: chargedTerms(tax) }, []);
  const prepaid: Subscription = {
    ...created,
    coverage: withCharge(coverage, payment.verification ? null : payment),
    discountGrant: grantAfter(
      created.discount,
      null,
      { ...period, interval: created.price.interval, periodStart: period.start },
      totals.discountCents,
    ),
  };
  return withAmounts(prepaid, taxes);
};

/** The discount with which the payment was started. */
const discountOfAttempt = ({ discount }: CheckoutSession, payment: Payment): Discount | null =>
  payment.discount === undefined ? discount : payment.discount;

/**
 * Reserves a redemption of the redeemed coupon, and releases the session's reservation of another coupon. Does nothing if the session
 * still reserves the redeemed coupon. An expired session has no reservation.
 */
const redemptionGuards = ({ status, discount, customerId }: CheckoutSession, couponId: string | null): readonly Guard[] => {
  const reserved = status === 'expired' ? null : discount;
  if (reserved?.couponId === couponId) return [];
  return [...releaseRedemption(reserved, customerId), ...(couponId === null ? [] : reserveRedemptionAgain(couponId, customerId))];
};

/** Increments the coupon's `timesRedeemed` when the session is paid. Writes an audit entry and no event [EVT-69]. */
const redeemCoupon = (session: CheckoutSession, subscription: Subscription, coupon: Stored<Coupon> | null) => {
  const guards = redemptionGuards(session, subscription.discount?.couponId ?? null);
  if (coupon === null) return { changes: [], guards, audit: null };
  const { id } = coupon.record;
  return {
    changes: [change(couponAggregate, coupon, withRedemption(coupon.record))],
    guards,
    audit: { ...audited('coupon', 'redeemed', id), metadata: { checkout_session_id: session.id, subscription_id: subscription.id } },
  };
};

const eventsOf = (session: CheckoutSession, subscription: Subscription, invoice: Invoice | null, payment: Payment): readonly NewEvent[] => [
  { type: 'checkout.session.completed', subjectId: session.id },
  { type: 'subscription.created', subjectId: subscription.id },
  ...(subscription.trialEnd === null || subscription.trialEndedAt !== null
    ? []
    : [{ type: 'subscription.trial_started' as const, subjectId: subscription.id }]),
  ...(subscription.discount === null ? [] : [{ type: 'subscription.coupon_applied' as const, subjectId: subscription.id }]),
  ...eventsOfPaidInvoice(invoice),
  { type: 'payment.succeeded', subjectId: payment.id },
];

/**
 * End of the trial of the sold subscription; `null`: no trial. A verification charge does not pay the first period. If the date of the
 * first charge passed before the verification charge was settled, the trial ends now, and the first period is charged at once.
 */
const trialEndOfSale = (session: CheckoutSession, paid: Payment, { tax }: SaleState, now: number): number | null => {
  const isFirstPeriodUnpaid = paid.verification && !firstChargeOf(session, null, tax, now).verification;
  return isFirstPeriodUnpaid ? now : trialEndOf(session, now);
};

/** Completes the session, starts its subscription and redeems its coupon [CHK-29, EVT-18]. */
const sell: PayableKind<CheckoutSession>['sell'] = (before, paid, command, state, ctx) => {
  const { tax, taxes, coupon } = state;
  const sold: CheckoutSession = { ...before, discount: discountOfAttempt(before, paid) };
  const trialEnd = trialEndOfSale(sold, paid, state, ctx.now);
  const created = startSubscription({
    id: ctx.ids.next(subscriptionAggregate.prefix),
    now: ctx.now,
    customerId: before.customerId,
    price: before.price,
    trialEnd,
    discount: sold.discount,
    taxes,
    paymentMethod: paid.paymentMethod,
    mandateId: command.mandateId,
    providerCustomerId: command.providerCustomerId,
    provider: paid.provider,
    clockId: before.clockId,
    firstPaymentId: paid.verification ? null : paid.id,
    maxAmountCents: before.maxAmountCents,
    // The contract of an imported subscription was concluded earlier.
    withdrawal: before.firstChargeAt === null ? state.withdrawal : null,
    account: state.account,
    location: paid.location,
  });
  const isPrepaid = created.billedThrough !== null;
  const period = firstPeriodOf(created);
  const totals = recurringTotals(created.price, discountFor(created, period.start), period, tax);
  const subscription = isPrepaid ? withFirstCoverage(created, totals, paid, state) : created;
  const invoice = paid.verification ? null : invoiceFirstPeriod(subscription, totals, state, paid.id, ctx);
  const payment: Payment = { ...withCreatedMandate(paid, command, ctx), subscriptionId: subscription.id, invoiceId: invoice?.id ?? null };
  const payable: CheckoutSession = { ...sold, status: 'completed', subscriptionId: subscription.id, paymentId: payment.id };
  const redemption = redeemCoupon(before, subscription, coupon);
  return {
    payable,
    payment,
    subscription,
    invoice,
    changes: [
      change(subscriptionAggregate, null, subscription),
      ...redemption.changes,
      ...(invoice === null ? [] : [change(invoiceAggregate, null, invoice)]),
    ],
    events: eventsOf(payable, subscription, invoice, payment),
    // An expired session was subtracted from the sales of its payment link, so it is counted again.
    guards: [...redemption.guards, ...(before.status === 'expired' ? reserveSaleAgain(before.paymentLink) : [])],
    audit: redemption.audit,
  };
};

/** Checkout sessions as a kind of payable (what a buyer pays on a page or in the element). They sell subscriptions. */
export const checkoutSessionKind: PayableKind<CheckoutSession> = {
  aggregate: checkoutSessionAggregate,
  noun: 'checkout session',
  describe: ({ price }) => price.productName,
  createsMandate: true,
  logEntriesPerAttempt: 1,
  couponIdOf: (session, payment) => discountOfAttempt(session, payment)?.couponId ?? null,
  countryOf: ({ customerCountryCode }) => customerCountryCode,
  walletTermsOf: ({ price, subscriptionId }) => ({
    currency: price.currency,
    accepts: (method) => price.paymentMethods.includes(method),
    subscriptionId,
  }),
  chargeOf: (session, method, tax, now) => ({
    type: 'initial',
    ...firstChargeOf(session, method, tax, now),
    currency: session.price.currency,
    priceId: session.price.id,
    discount: session.discount,
    checkoutSessionId: session.id,
  }),
  taxPointOf: taxPointOfSession,
  startsTrial,
  refuseMethod: ({ price }, method) =>
    price.paymentMethods.includes(method) ? null : invalidParam('method', unacceptedMethod(method, price.paymentMethods)),
  withStartedAttempt: (session, countryCode) => ({ ...session, customerCountryCode: session.customerCountryCode ?? countryCode }),
  reopened: (session) => ({ ...session, status: 'open' }),
  pending: (session) => ({ ...session, status: 'processing' }),
  // Every ending (failed, canceled, expired) sets the status `expired` [CHK-30..CHK-34].
  ended: (session) => ({
    payable: { ...session, status: 'expired' },
    events: [{ type: 'checkout.session.expired', subjectId: session.id }],
    guards: [...releaseRedemption(session.discount, session.customerId), ...releaseSale(session.paymentLink)],
  }),
  redacted: redactedSession,
  refusedEvent: null,
  sell,
};
