import { change, type Stored } from '../aggregate.ts';
import { redeemed, releaseUse, takeUseAgain } from '../coupon/eligibility.ts';
import { type Coupon, couponAggregate } from '../coupon/record.ts';
import { audited, type DecisionContext, type NewEvent } from '../decision.ts';
import { grantAfter } from '../discounts.ts';
import { type InvoiceTotals, issueInvoice } from '../invoice/build.ts';
import { type Invoice, invoiceAggregate } from '../invoice/record.ts';
import { paidInvoice } from '../invoice/transitions.ts';
import type { PayableKind, SaleState } from '../payable/record.ts';
import { leavingMandate } from '../payment/poll.ts';
import type { Payment } from '../payment/record.ts';
import type { Period } from '../periods.ts';
import { redactedSession } from '../redaction.ts';
import { Refusal } from '../refusal.ts';
import { coverageOf, withCharge } from '../subscription/change/coverage.ts';
import { startSubscription } from '../subscription/lifecycle/start.ts';
import { discountFor, recurringTotals, withAmounts } from '../subscription/renewal/charges.ts';
import type { Subscription } from '../subscription/types.ts';
import { subscriptionAggregate } from '../subscription/view.ts';
import { firstChargeOf, trialEndOf } from './charge.ts';
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

/** The subscription with what is paid for from its beginning: a licensed price outside a trial, also where a discount makes it free. */
const coveredFromStart = (
  started: Subscription,
  totals: InvoiceTotals,
  payment: Payment,
  { tax, taxNow }: Pick<SaleState, 'tax' | 'taxNow'>,
): Subscription => {
  const period = firstPeriodOf(started);
  const coverage = coverageOf({ lines: totals.lines, periodEnd: period.end, taxBehavior: tax.behavior }, []);
  const covered: Subscription = {
    ...started,
    coverage: withCharge(coverage, payment.verification ? null : payment),
    discountGrant: grantAfter(started.discount, null, { ...period, interval: started.price.interval }, totals.discountCents),
  };
  return withAmounts(covered, taxNow);
};

/** What the sale does to the coupon of its discount: one redemption more, filed and not reported [EVT-69]. */
const redemptionOf = (session: CheckoutSession, subscription: Subscription, coupon: Stored<Coupon> | null) => {
  if (coupon === null) return { changes: [], guards: [], audit: null };
  const { id } = coupon.record;
  return {
    changes: [change(couponAggregate, coupon, redeemed(coupon.record))],
    // A session that ended had given its hold back.
    guards: session.status === 'expired' ? takeUseAgain(id, session.customerId) : [],
    audit: { ...audited('coupon', 'redeemed', id), metadata: { checkout_session_id: session.id, subscription_id: subscription.id } },
  };
};

const eventsOf = (session: CheckoutSession, subscription: Subscription, invoice: Invoice | null, payment: Payment): readonly NewEvent[] => [
  { type: 'checkout.session.completed', subjectId: session.id },
  { type: 'subscription.created', subjectId: subscription.id },
  ...(subscription.trialEnd === null ? [] : [{ type: 'subscription.trial_started' as const, subjectId: subscription.id }]),
  ...(subscription.discount === null ? [] : [{ type: 'subscription.coupon_applied' as const, subjectId: subscription.id }]),
  ...(invoice === null
    ? []
    : [
        { type: 'invoice.created' as const, subjectId: invoice.id },
        { type: 'invoice.paid' as const, subjectId: invoice.id },
      ]),
  { type: 'payment.succeeded', subjectId: payment.id },
];

/** The session completes and its subscription begins [CHK-29, EVT-18]; its coupon is redeemed with it. */
const sell: PayableKind<CheckoutSession>['sell'] = (before, paid, command, state, ctx) => {
  const { tax, taxNow, coupon } = state;
  const started = startSubscription({
    id: ctx.ids.next(subscriptionAggregate.prefix),
    now: ctx.now,
    customerId: before.customerId,
    price: before.price,
    trialEnd: trialEndOf(before, ctx.now),
    discount: before.discount,
    tax: taxNow,
    paymentMethod: paid.paymentMethod,
    mandateId: command.mandateId,
    providerCustomerId: command.providerCustomerId,
    provider: paid.provider,
    clockId: before.clockId,
    firstPaymentId: paid.verification ? null : paid.id,
  });
  const covered = started.billedThrough !== null;
  const period = firstPeriodOf(started);
  const totals = recurringTotals(started.price, discountFor(started, period.start), period, tax);
  const subscription = covered ? coveredFromStart(started, totals, paid, state) : started;
  const invoice = paid.verification ? null : invoiceFirstPeriod(subscription, totals, state, paid.id, ctx);
  const payment: Payment = { ...leavingMandate(paid, command, ctx), subscriptionId: subscription.id, invoiceId: invoice?.id ?? null };
  const payable: CheckoutSession = { ...before, status: 'completed', subscriptionId: subscription.id, paymentId: payment.id };
  const redemption = redemptionOf(before, subscription, coupon);
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
    guards: redemption.guards,
    audit: redemption.audit,
  };
};

/** A checkout session as what a buyer pays by attempts: it sells a subscription. */
export const checkoutSessions: PayableKind<CheckoutSession> = {
  aggregate: checkoutSessionAggregate,
  noun: 'checkout session',
  describe: ({ price }) => price.productName,
  leavesMandate: true,
  entriesOfAttempt: 1,
  couponIdOf: ({ discount }) => discount?.couponId ?? null,
  countryOf: ({ customerCountryCode }) => customerCountryCode,
  walletTermsOf: ({ price, subscriptionId }) => ({
    currency: price.currency,
    takes: (method) => price.paymentMethods.includes(method),
    subscriptionId,
  }),
  chargeOf: (session, method, tax, now) => ({
    type: 'initial',
    ...firstChargeOf(session, method, tax, now),
    currency: session.price.currency,
    priceId: session.price.id,
    checkoutSessionId: session.id,
  }),
  objectionTo: ({ price }, method) =>
    price.paymentMethods.includes(method)
      ? null
      : new Refusal('parameter_invalid', `This price cannot be paid by ${method}.`, { param: 'method' }),
  begun: (session, countryCode) => ({ ...session, customerCountryCode: session.customerCountryCode ?? countryCode }),
  reopened: (session) => ({ ...session, status: 'open' }),
  pending: (session) => ({ ...session, status: 'processing' }),
  // However it ended, a session has one word for that [CHK-30..CHK-34].
  ended: (session) => ({
    payable: { ...session, status: 'expired' },
    events: [{ type: 'checkout.session.expired', subjectId: session.id }],
    guards: releaseUse(session.discount, session.customerId),
  }),
  redacted: redactedSession,
  refusedEvent: null,
  sell,
};
