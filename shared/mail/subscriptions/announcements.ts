import { cardExpiry, paysByDirectDebit } from '../../domain/subscription/renewal/dated-emails.ts';
import type { Subscription } from '../../domain/subscription/types.ts';
import type { ComposeDeps, Composer } from '../composed.ts';
import { type EmailContext, methodText, portalLinkFor } from '../email-context.ts';
import type { EmailTemplate } from '../email-template.ts';
import { composeAboutSubscription, continues, type SubscriptionWithTaxes } from './subject.ts';
import { currentDiscountRow, methodRow, nextChargeAmounts, planRows } from './terms.ts';

/**
 * True before the time that an email announces (`about`, Unix seconds). Always true on a test clock, because `nowMs` is real time; the
 * email then depends only on the fields of the subscription.
 */
const isAhead = ({ nowMs }: Pick<ComposeDeps, 'nowMs'>, { clockId }: Subscription, about: number): boolean =>
  clockId !== null || nowMs() < about * 1000;

/** True while the current period ends at `about` and its renewal has not begun. */
const renewsAt = (deps: ComposeDeps, subscription: Subscription, about: number): boolean => {
  const { currentPeriodEnd, pausedAt, renewal } = subscription;
  const willRenew = continues(subscription) && pausedAt === null && renewal === null;
  return willRenew && currentPeriodEnd === about && isAhead(deps, subscription, about);
};

/** The rows of an announcement: the terms that apply after the current period, and the next charge. */
const termsParts = (subject: SubscriptionWithTaxes, context: EmailContext) => ({
  facts: [...planRows(subject, context), ...currentDiscountRow(subject, context), ...methodRow(subject, context)],
  amounts: nextChargeAmounts(subject, context),
  action: null,
});

/** Announces the end of a trial. */
export const trialEndingEmail = (subject: SubscriptionWithTaxes, context: EmailContext): EmailTemplate => {
  const { currentPeriodEnd, price } = subject.subscription;
  return context.template({
    ...context.wording('trial_ending', { product: price.productName, date: context.date(currentPeriodEnd) }),
    ...termsParts(subject, context),
  });
};

/** `needless` once the trial has ended or its end has moved, or if the subscription will not renew. */
export const composeTrialEnding: Composer<'trial_ending'> = (deps, { subscriptionId, about }) =>
  composeAboutSubscription(deps, subscriptionId, {
    stillApplies: (subscription) =>
      subscription.trialEndedAt === null && subscription.trialEnd === about && renewsAt(deps, subscription, about),
    template: trialEndingEmail,
  });

/** Announces the renewal of a yearly plan, and its SEPA debit if the subscription is paid by direct debit. */
export const renewalNoticeEmail = (subject: SubscriptionWithTaxes, context: EmailContext): EmailTemplate => {
  const { currentPeriodEnd, price } = subject.subscription;
  const date = context.date(currentPeriodEnd);
  const { facts, ...parts } = termsParts(subject, context);
  const debit = paysByDirectDebit(subject.subscription) ? [[context.texts.methods.directdebit, date] as const] : [];
  return context.template({
    ...context.wording('renewal_notice', { product: price.productName, date }),
    ...parts,
    facts: [...facts, ...debit],
  });
};

/** `needless` once the period was renewed, or if it will not be renewed or the plan is no longer yearly. */
export const composeRenewalNotice: Composer<'renewal_notice'> = (deps, { subscriptionId, about }) =>
  composeAboutSubscription(deps, subscriptionId, {
    stillApplies: (subscription) => subscription.price.interval === 'year' && renewsAt(deps, subscription, about),
    template: renewalNoticeEmail,
  });

/** Announces a SEPA debit with its amount and date. */
export const directDebitNoticeEmail = (
  { subscription }: Pick<SubscriptionWithTaxes, 'subscription'>,
  context: EmailContext,
): EmailTemplate => {
  const { labels } = context.texts;
  const { currentPeriodEnd, nextChargeAmountCents, price } = subscription;
  const amount = context.amount(nextChargeAmountCents ?? 0, price.currency);
  const date = context.date(currentPeriodEnd);
  return context.template({
    ...context.wording('direct_debit_notice', { product: price.productName, amount, date }),
    facts: [[labels.date, date]],
    amounts: [[labels.amount, amount]],
    action: null,
  });
};

/** `needless` if nothing will be debited. */
export const composeDirectDebitNotice: Composer<'direct_debit_notice'> = (deps, { subscriptionId, about }) =>
  composeAboutSubscription(deps, subscriptionId, {
    stillApplies: (subscription) =>
      paysByDirectDebit(subscription) && (subscription.nextChargeAmountCents ?? 0) > 0 && renewsAt(deps, subscription, about),
    template: directDebitNoticeEmail,
  });

/** Announces that the card of a subscription expires, with a link to add another one. */
export const cardExpiringEmail = (
  { subscription: { price, paymentMethod } }: Pick<SubscriptionWithTaxes, 'subscription'>,
  about: number,
  context: EmailContext,
  linkUrl: string | null,
): EmailTemplate => {
  const { texts } = context;
  // The card expires at the end of its last month.
  const month = context.month(about - 1);
  return context.template({
    ...context.wording('card_expiring', { product: price.productName, date: month }, linkUrl === null ? { closing: [] } : {}),
    facts: [
      ...(paymentMethod === null ? [] : [[texts.labels.card, methodText(paymentMethod, texts)] as const]),
      [texts.labels.validUntil, month],
    ],
    amounts: [],
    action: context.portalAction(linkUrl),
  });
};

/** `needless` if the subscription ends or is charged to another card, or if the card has already expired. */
export const composeCardExpiring: Composer<'card_expiring'> = (deps, { subscriptionId, about }) =>
  composeAboutSubscription(deps, subscriptionId, {
    stillApplies: (subscription) => continues(subscription) && cardExpiry(subscription) === about && isAhead(deps, subscription, about),
    linkFor: ({ id }, customer) => portalLinkFor(id, customer),
    template: ({ subscription }, context, { linkUrl }) => cardExpiringEmail({ subscription }, about, context, linkUrl),
  });
