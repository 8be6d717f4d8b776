import { amountDueCents, type Invoice, invoiceAggregate } from '../../domain/invoice/record.ts';
import { type Payment, paymentAggregate } from '../../domain/payment/record.ts';
import { DAY_SECONDS } from '../../domain/periods.ts';
import type { Subscription } from '../../domain/subscription/types.ts';
import type { Composer } from '../composed.ts';
import type { EmailContext } from '../email-context.ts';
import type { EmailTemplate } from '../email-template.ts';
import { composeAboutSubscription, type SubscriptionWithTaxes } from './subject.ts';

/**
 * Rate limit: at most one email a day says that a subscription has ended for lack of payment. An email about a failed attempt that is sent
 * after the end, which can happen on a test clock, also reports the end and shares this limit.
 */
export const collectionEndLimit = (subscriptionId: string) => ({ name: `collection_ended#${subscriptionId}`, everyMs: DAY_SECONDS * 1000 });

/** Tells the customer that the subscription has ended: the bank allowed no further attempt, and no usable method was added in time. */
export const collectionEndedEmail = (
  { subscription: { price, endedAt } }: Pick<SubscriptionWithTaxes, 'subscription'>,
  invoice: Invoice,
  context: EmailContext,
): EmailTemplate => {
  const { labels } = context.texts;
  const amount = context.amount(amountDueCents(invoice), invoice.currency);
  const date = context.date(endedAt ?? invoice.created);
  return context.template({
    ...context.wording('collection_ended', { product: price.productName, amount, date }),
    facts: [
      [labels.product, price.productName],
      [labels.endsOn, date],
    ],
    amounts: [[labels.amount, amount]],
    action: null,
  });
};

const hasEndedUnpaid = ({ status, cancellationReason }: Subscription): boolean =>
  status === 'canceled' && cancellationReason === 'payment_failed';

/** `needless` if the subscription is not canceled for lack of payment. */
export const composeCollectionEnded: Composer<'collection_ended'> = async (deps, { subscriptionId, invoiceId }) => {
  const invoice = await deps.store.get(invoiceAggregate, deps.tenant, invoiceId);
  if (invoice === null) return 'subject_gone';
  return composeAboutSubscription(deps, subscriptionId, {
    stillApplies: hasEndedUnpaid,
    rateLimits: [collectionEndLimit(subscriptionId)],
    template: (subject, context) => collectionEndedEmail(subject, invoice.record, context),
  });
};

/** Tells the customer that a change was not made, because its pending charge failed. */
export const changeFailedEmail = (
  { subscription: { price } }: Pick<SubscriptionWithTaxes, 'subscription'>,
  payment: Pick<Payment, 'amountCents' | 'currency' | 'created'>,
  context: EmailContext,
): EmailTemplate => {
  const { labels } = context.texts;
  const amount = context.amount(payment.amountCents, payment.currency);
  const date = context.date(payment.created);
  return context.template({
    ...context.wording('change_failed', { product: price.productName, amount, date }),
    facts: [
      [labels.product, price.productName],
      [labels.date, date],
    ],
    amounts: [[labels.amount, amount]],
    action: null,
  });
};

/** `needless` if the charge was paid after all, or the subscription is canceled. */
export const composeChangeFailed: Composer<'change_failed'> = async (deps, { subscriptionId, paymentId }) => {
  const payment = (await deps.store.get(paymentAggregate, deps.tenant, paymentId))?.record ?? null;
  if (payment === null) return 'subject_gone';
  return composeAboutSubscription(deps, subscriptionId, {
    stillApplies: ({ status }) => status !== 'canceled' && payment.status === 'failed',
    template: (subject, context) => changeFailedEmail(subject, payment, context),
  });
};
