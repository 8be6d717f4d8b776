import { type Account, newAccount } from '../../../shared/domain/account/record.ts';
import { creditNoteAggregate } from '../../../shared/domain/credit-note/record.ts';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { taxOf } from '../../../shared/domain/parties.ts';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import type { CreatePrice } from '../../../shared/domain/price/create.ts';
import type { Subscription } from '../../../shared/domain/subscription/types.ts';
import { withdrawalUntil } from '../../../shared/domain/subscription/withdrawal.ts';
import { checkoutLinkEmail } from '../../../shared/mail/checkout-link.ts';
import { creditNoteEmail } from '../../../shared/mail/credit-note.ts';
import { emailChangedEmail, emailChangeEmail } from '../../../shared/mail/email-change.ts';
import { type EmailContext, emailContextOf } from '../../../shared/mail/email-context.ts';
import type { EmailTemplate } from '../../../shared/mail/email-template.ts';
import { invoiceEmail } from '../../../shared/mail/invoice.ts';
import { paymentFailedEmail } from '../../../shared/mail/payment-failed.ts';
import { portalLinkEmail } from '../../../shared/mail/portal-link.ts';
import { receiptEmail } from '../../../shared/mail/receipt.ts';
import { refundEmail } from '../../../shared/mail/refund.ts';
import {
  cardExpiringEmail,
  directDebitNoticeEmail,
  renewalNoticeEmail,
  trialEndingEmail,
} from '../../../shared/mail/subscriptions/announcements.ts';
import {
  cancellationEmail,
  paymentMethodChangeEmail,
  planChangeEmail,
  reactivationEmail,
} from '../../../shared/mail/subscriptions/changes.ts';
import { orderConfirmationEmail, purchaseConfirmationEmail } from '../../../shared/mail/subscriptions/confirmations.ts';
import { changeFailedEmail, collectionEndedEmail } from '../../../shared/mail/subscriptions/failures.ts';
import type { SubscriptionWithTaxes } from '../../../shared/mail/subscriptions/subject.ts';
import { usageAlertEmail } from '../../../shared/mail/usage-alert.ts';
import { withdrawalEmail } from '../../../shared/mail/withdrawal.ts';
import { type Billing, newBilling } from '../billing.ts';
import { DAY, START } from '../world.ts';

const newShop = newAccount({ id: 'acct_1', created: START, name: 'Hosting BV', email: 'owner@shop.example', countryCode: 'NL' });
export const account: Account = {
  ...newShop,
  branding: {
    ...newShop.branding,
    termsUrl: 'https://shop.example/terms',
    privacyUrl: 'https://shop.example/privacy',
    withdrawalUrl: 'https://shop.example/withdrawal',
  },
};
const VISA = { type: 'creditcard', brand: 'Visa', last4: '4242', expMonth: 8, expYear: 2026 };
const PORTAL_URL = 'https://billing.example/portal#svc_portal_x';

export const contextIn = (language: string): EmailContext => emailContextOf(account, 'live', { language, countryCode: null });

/** Prices exclude 21 % VAT, so that the mails must add it. */
const billingOf = (plan: Partial<CreatePrice>): Billing => {
  const billing = newBilling(plan, 'live');
  billing.taxRate = { rateBasisPoints: 2100, displayName: 'VAT' };
  billing.taxBehavior = 'exclusive';
  return billing;
};

export const subjectOf = (billing: Billing, subscription: Subscription): SubscriptionWithTaxes => ({
  subscription: { ...subscription, paymentMethod: VISA },
  taxes: taxOf(billing.parties()),
});

export const newMonthlySubscription = () => {
  const billing = billingOf({});
  const coupon = billing.findCoupon(billing.coupon({ percentOffBasisPoints: 1000, duration: 'repeating', durationInMonths: 3 }));
  const subscription = billing.subscribe({}, { coupon });
  const [invoice] = billing.world.all(invoiceAggregate);
  if (invoice === undefined) throw new Error('There is no invoice.');
  return { billing, invoice, subject: subjectOf(billing, subscription) };
};

const trial = () => {
  const billing = billingOf({ trialDays: 14 });
  return subjectOf(billing, billing.subscribe());
};

const metered = () => {
  const billing = billingOf({ usageType: 'metered', unitAmountDecimal: '2.5' });
  return subjectOf(billing, billing.subscribe());
};

const yearly = () => {
  const billing = billingOf({ interval: 'year', amountCents: 9900 });
  return subjectOf(billing, billing.subscribe());
};

/** A subscription whose buyer can withdraw. The buyer asked for the service to begin at once. */
const withdrawable = (): SubscriptionWithTaxes => {
  const { subject } = newMonthlySubscription();
  return {
    ...subject,
    subscription: { ...subject.subscription, withdrawal: { until: withdrawalUntil(START), proRata: true, declared: null } },
  };
};

/** A subscription from whose contract the customer has withdrawn. */
const withdrawn = (refundCents: number) => {
  const { subject } = newMonthlySubscription();
  return { ...subject.subscription, declared: { at: START + 3 * DAY, refundCents } };
};

const canceled = (): SubscriptionWithTaxes => {
  const { billing, subject } = newMonthlySubscription();
  billing.world.now = START + 3 * DAY;
  billing.cancel(subject.subscription.id);
  return { ...subject, subscription: billing.subscription(subject.subscription.id) };
};

/** The emails about orders and subscriptions in the language of the context, by name. */
const subscriptionEmails = (context: EmailContext): Readonly<Record<string, EmailTemplate>> => {
  const { invoice, subject } = newMonthlySubscription();
  return {
    'order confirmation': orderConfirmationEmail(subject, { invoice, account }, context),
    'order confirmation with a trial': orderConfirmationEmail(trial(), { invoice: null, account }, context),
    'order confirmation of a consumer': orderConfirmationEmail(withdrawable(), { invoice, account }, context),
    'order confirmation of a metered price': orderConfirmationEmail(metered(), { invoice: null, account }, context),
    'purchase confirmation': purchaseConfirmationEmail({ created: START, description: 'Hosting' }, { invoice, account: newShop }, context),
    cancellation: cancellationEmail(canceled(), context),
    reactivation: reactivationEmail(subject, context),
    'plan change': planChangeEmail(yearly(), context),
    'payment method change': paymentMethodChangeEmail(subject, context),
    'trial ending': trialEndingEmail(trial(), context),
    'renewal notice': renewalNoticeEmail(yearly(), context),
    'direct debit notice': directDebitNoticeEmail(subject, context),
    'card expiring': cardExpiringEmail(subject, Date.UTC(2026, 8, 1) / 1000, context, PORTAL_URL),
    withdrawal: withdrawalEmail(withdrawn(1089), context),
    'withdrawal without a refund': withdrawalEmail(withdrawn(0), context),
  };
};

/** The emails about money in the language of the context, by name. */
const paymentEmails = (context: EmailContext): Readonly<Record<string, EmailTemplate>> => {
  const { billing, invoice, subject } = newMonthlySubscription();
  const [payment] = billing.world.all(paymentAggregate);
  if (payment === undefined) throw new Error('There is no payment.');
  const refund = billing.settleRefund(billing.refund(payment.id, 450));
  const [creditNote] = billing.world.all(creditNoteAggregate);
  if (creditNote === undefined) throw new Error('There is no credit note.');
  const failed = { payment, description: 'Hosting', againUrl: null, nextStep: null };
  const nextAttempt = { kind: 'attempt', at: START + 2 * DAY } as const;
  const alert = { subscriptionId: 'sub_1', quantity: 12_000, amountCents: null, periodStart: START };
  return {
    receipt: receiptEmail({ payment, invoice }, context, true),
    'paid invoice': invoiceEmail(invoice, context, { attached: true, linkUrl: PORTAL_URL }),
    'open invoice': invoiceEmail({ ...invoice, status: 'open', amountPaidCents: 0, paidAt: null }, context, {
      attached: true,
      linkUrl: null,
    }),
    'failed renewal': paymentFailedEmail({ ...failed, nextStep: nextAttempt }, context, PORTAL_URL),
    'failed renewal without further attempts': paymentFailedEmail(
      { ...failed, nextStep: { kind: 'end', at: START + 21 * DAY } },
      context,
      PORTAL_URL,
    ),
    'last attempt of a renewal failed': paymentFailedEmail(
      { ...failed, nextStep: 'over', payment: { ...payment, failureCode: 'authentication_required' } },
      context,
      PORTAL_URL,
    ),
    'collection ended': collectionEndedEmail(
      { subscription: { ...subject.subscription, endedAt: START + 21 * DAY } },
      { ...invoice, status: 'uncollectible', amountPaidCents: 0, paidAt: null },
      context,
    ),
    'change failed': changeFailedEmail(subject, payment, context),
    'failed checkout': paymentFailedEmail({ ...failed, againUrl: 'https://pay.example/checkout/cs_1' }, context, null),
    'failed embedded payment': paymentFailedEmail(failed, context, null),
    'authentication required': paymentFailedEmail(
      { ...failed, nextStep: nextAttempt, payment: { ...payment, failureCode: 'authentication_required' } },
      context,
      PORTAL_URL,
    ),
    refund: refundEmail({ refund, payment, invoice, creditNote }, context, true),
    'credit note': creditNoteEmail(creditNote, context, true),
    'usage alert': usageAlertEmail({ price: metered().subscription.price, periodIndex: 0 }, alert, context, PORTAL_URL),
    'portal link': portalLinkEmail(context, PORTAL_URL),
    'checkout link': checkoutLinkEmail({ productName: 'Hosting', url: 'https://pay.example/checkout/cs_1', expiresAt: START }, context),
    'email change': emailChangeEmail(context, PORTAL_URL),
    'changed email': emailChangedEmail(context),
  };
};

/** Every email that a customer can get, by name. */
export const customerEmails = (context: EmailContext): Readonly<Record<string, EmailTemplate>> => ({
  ...subscriptionEmails(context),
  ...paymentEmails(context),
});
