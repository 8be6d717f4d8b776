import { isCheckoutSession, purchaseIdOf } from '../domain/checkout-session/record.ts';
import { isRecoverable } from '../domain/checkout-session/recover.ts';
import { customerAggregate } from '../domain/customer/record.ts';
import { invoiceAggregate } from '../domain/invoice/record.ts';
import { payableIdOf, withKindOf } from '../domain/payable/payables.ts';
import { type Payable, type PayableKind, type Stage, stageOf } from '../domain/payable/record.ts';
import { type Payment, paymentAggregate } from '../domain/payment/record.ts';
import { DAY_SECONDS } from '../domain/periods.ts';
import { type CollectionStep, collectionStepOf } from '../domain/subscription/renewal/collection-step.ts';
import { isAuthenticationRequired } from '../domain/subscription/renewal/dunning.ts';
import { subscriptionAggregate } from '../domain/subscription/view.ts';
import type { Tenant } from '../domain/tenant.ts';
import { fetchClockTime } from '../runtime/simulated-time.ts';
import { addressHash } from '../store/limits/mail-limits.ts';
import type { Store } from '../store/writer/store.ts';
import type { ComposeDeps, Composer, MailRateLimit } from './composed.ts';
import { composeForCustomer, type EmailContext, portalLinkFor } from './email-context.ts';
import type { EmailTemplate } from './email-template.ts';
import { collectionEndLimit } from './subscriptions/failures.ts';

export interface FailedPayment {
  readonly payment: Payment;
  /** The description of the purchase; `null`: unknown. */
  readonly description: string | null;
  /** Page on which the buyer can try again; `null`: there is none. */
  readonly againUrl: string | null;
  /**
   * What follows the failed attempt of a renewal. `over`: nothing, it was the last attempt; the invoice can no longer be paid, and the
   * subscription has ended. `null`: another attempt is in progress, or the payment was not for a renewal.
   */
  readonly nextStep: CollectionStep | 'over' | null;
}

/** Reports a failed payment and explains how to retry. Names the bank's reason only if the buyer must authenticate. */
export const paymentFailedEmail = (
  { payment, description, againUrl, nextStep }: FailedPayment,
  context: EmailContext,
  linkUrl: string | null,
): EmailTemplate => {
  const { texts, shop } = context;
  const amount = context.amount(payment.amountCents, payment.currency);
  const date = context.date(payment.created);
  const { pay, tryAgain, again, closing, renewal, ended, authentication } = texts.paymentFailed;
  const isOver = nextStep === 'over';
  const isConfirmable = isAuthenticationRequired(payment.failureCode) && !isOver;
  const closingWithLink = isConfirmable ? [authentication.confirm, ...renewal] : renewal;
  const closingWithoutPage = isOver ? ended : linkUrl === null ? closing(shop) : closingWithLink;
  const email = isConfirmable ? 'payment_authentication_required' : 'payment_failed';
  return context.template({
    ...context.wording(email, { amount, date }, { closing: againUrl === null ? closingWithoutPage : again }),
    facts: [
      [texts.labels.date, date],
      ...(nextStep === null || nextStep === 'over'
        ? []
        : [[nextStep.kind === 'end' ? texts.labels.payBy : texts.labels.nextAttempt, context.date(nextStep.at)] as const]),
    ],
    amounts: [[description ?? texts.labels.amount, amount]],
    action: againUrl === null ? context.portalAction(linkUrl, isOver ? texts.portal : pay) : { label: tryAgain, url: againUrl },
  });
};

/** At most one mail a day per purchase, even after several failed attempts. */
const PURCHASE_LIMIT_MS = DAY_SECONDS * 1000;
/** At most one mail an hour about purchases to an address: a stranger can start many purchases with the address of somebody else. */
const ADDRESS_LIMIT_MS = 3_600_000;

/** The purchase or renewal that a payment was for. */
interface PaymentPurpose extends Omit<FailedPayment, 'payment'> {
  /** `purchaseIdOf` the session or one-off payment; `null`: the payment was for a renewal. */
  readonly purchaseId: string | null;
  readonly stage: Stage;
}

/** The facts of the mail if the purchase no longer exists. */
const NO_PURPOSE = { description: null, againUrl: null, nextStep: null };

/** The session or one-off payment that the payment was for; `null`: it no longer exists. */
const purchaseFor = async (
  { store, tenant, nowMs }: Pick<ComposeDeps, 'store' | 'tenant' | 'nowMs'>,
  payableId: string,
  payment: Payment,
): Promise<PaymentPurpose | null> =>
  withKindOf(payableId, async <R extends Payable>({ aggregate, describe }: PayableKind<R>) => {
    const payable = (await store.get(aggregate, tenant, payableId))?.record ?? null;
    if (payable === null) return null;
    const stage = stageOf(payable);
    const now = (await fetchClockTime(store, tenant, payable.clockId)) ?? Math.floor(nowMs() / 1000);
    // An open payable has a page if it is hosted.
    const isPayable = stage === 'open' || (isCheckoutSession(payable) && isRecoverable(payable, payment, now));
    const againUrl = isPayable ? payable.url : null;
    return { purchaseId: purchaseIdOf(payable), stage, description: describe(payable), againUrl, nextStep: null };
  });

/** The renewal that the payment was for, from its invoice; `null`: the payment has no invoice. */
const renewalFor = async (store: Store, tenant: Tenant, { invoiceId, subscriptionId }: Payment): Promise<PaymentPurpose | null> => {
  const [invoice, subscription] = await Promise.all([
    invoiceId === null ? null : store.get(invoiceAggregate, tenant, invoiceId),
    subscriptionId === null ? null : store.get(subscriptionAggregate, tenant, subscriptionId),
  ]);
  if (invoice === null) return null;
  const { id, status, lines } = invoice.record;
  // A void invoice needs no payment, so it counts as paid.
  return {
    purchaseId: null,
    stage: status === 'open' || status === 'uncollectible' ? 'open' : 'paid',
    description: lines[0]?.description ?? null,
    againUrl: null,
    nextStep: status === 'uncollectible' ? 'over' : subscription === null ? null : collectionStepOf(subscription.record, id),
  };
};

const rateLimitsFor = ({ id, subscriptionId }: Payment, purpose: PaymentPurpose | null, email: string): readonly MailRateLimit[] => {
  if (purpose?.nextStep === 'over' && subscriptionId !== null) return [collectionEndLimit(subscriptionId)];
  const purchaseId = purpose?.purchaseId ?? null;
  if (purchaseId === null) return [{ name: `payment_failed#${id}`, everyMs: PURCHASE_LIMIT_MS }];
  // A mail that the first limit refuses does not use up the second one.
  return [
    { name: `payment_failed_to#${addressHash(email)}`, everyMs: ADDRESS_LIMIT_MS },
    { name: `payment_failed#${purchaseId}`, everyMs: PURCHASE_LIMIT_MS },
  ];
};

/** The mail about a failed payment; `needless` if a later attempt succeeded or the invoice of the renewal was voided. */
export const composePaymentFailed: Composer<'payment_failed'> = async (deps, { paymentId }) => {
  const { store, tenant } = deps;
  const payment = (await store.get(paymentAggregate, tenant, paymentId))?.record ?? null;
  if (payment === null) return 'subject_gone';
  const payableId = payableIdOf(payment);
  const [customer, purpose] = await Promise.all([
    store.get(customerAggregate, tenant, payment.customerId),
    payableId === null ? renewalFor(store, tenant, payment) : purchaseFor(deps, payableId, payment),
  ]);
  if (customer === null) return 'subject_gone';
  if (purpose?.stage === 'paid') return 'needless';
  return composeForCustomer(deps, customer.record, {
    document: null,
    link: portalLinkFor(payment.subscriptionId, customer.record),
    rateLimits: rateLimitsFor(payment, purpose, customer.record.email ?? ''),
    template: (context, { linkUrl }) => paymentFailedEmail({ payment, ...(purpose ?? NO_PURPOSE) }, context, linkUrl),
  });
};
