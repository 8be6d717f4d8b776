import { viewPaymentMethod } from '../../domain/payment/methods.ts';
import { isDeepEqual } from '../../domain/same.ts';
import type { Subscription } from '../../domain/subscription/types.ts';
import { readEvents } from '../../store/event-log/entries.ts';
import { parseEvent } from '../../store/event-log/event-text.ts';
import type { Composer } from '../composed.ts';
import type { EmailContext } from '../email-context.ts';
import type { EmailTemplate } from '../email-template.ts';
import { composeAboutSubscription, continues, type SubscriptionWithTaxes } from './subject.ts';
import { currentDiscountRow, debitRow, methodRow, nextChargeRow, planRows } from './terms.ts';

/** Unix seconds at which a canceled subscription ends or ended: the end of the period or, if it ended immediately, its cancellation. */
const endOf = ({ cancelAtPeriodEnd, currentPeriodEnd, canceledAt }: Subscription): number =>
  cancelAtPeriodEnd ? currentPeriodEnd : (canceledAt ?? currentPeriodEnd);

/** Confirms a cancellation: its content, when it was received, and when the subscription ends (§ 312k (4) BGB). */
export const cancellationEmail = ({ subscription }: Pick<SubscriptionWithTaxes, 'subscription'>, context: EmailContext): EmailTemplate => {
  const { texts } = context;
  const { labels } = texts;
  const { status, canceledAt, price } = subscription;
  const endsAt = endOf(subscription);
  const date = context.date(endsAt);
  return context.template({
    ...context.wording(
      'cancellation',
      { product: price.productName, date },
      status === 'canceled' ? { opening: texts.cancellation.ended(price.productName, date) } : {},
    ),
    facts: [
      [labels.product, price.productName],
      ...(canceledAt === null ? [] : [[labels.canceledOn, context.dateTime(canceledAt)] as const]),
      [labels.endsOn, context.dateTime(endsAt)],
    ],
    amounts: [],
    action: null,
  });
};

/** `needless` if the cancellation was undone, even if the subscription was then canceled again. */
export const composeCancellation: Composer<'cancellation'> = (deps, { subscriptionId, canceledAt }) =>
  composeAboutSubscription(deps, subscriptionId, {
    stillApplies: (subscription) => !continues(subscription) && subscription.canceledAt === canceledAt,
    template: cancellationEmail,
  });

/** Confirms that the subscription continues. */
export const reactivationEmail = (subject: SubscriptionWithTaxes, context: EmailContext): EmailTemplate =>
  context.template({
    ...context.wording('reactivation', { product: subject.subscription.price.productName }),
    facts: [...planRows(subject, context), ...currentDiscountRow(subject, context), ...nextChargeRow(subject, context)],
    amounts: [],
    action: null,
  });

/** `needless` if the subscription was canceled again. */
export const composeReactivation: Composer<'reactivation'> = (deps, { subscriptionId }) =>
  composeAboutSubscription(deps, subscriptionId, { stillApplies: continues, template: reactivationEmail });

/** Confirms a plan change with the new terms. */
export const planChangeEmail = (subject: SubscriptionWithTaxes, context: EmailContext): EmailTemplate =>
  context.template({
    ...context.wording('plan_change', { product: subject.subscription.price.productName }),
    facts: [...planRows(subject, context), ...currentDiscountRow(subject, context), ...nextChargeRow(subject, context)],
    amounts: [],
    action: null,
  });

/** `needless` if the plan was changed again, or the subscription is canceled. */
export const composePlanChange: Composer<'plan_change'> = (deps, { subscriptionId, priceId }) =>
  composeAboutSubscription(deps, subscriptionId, {
    stillApplies: ({ status, price }) => status !== 'canceled' && price.id === priceId,
    template: planChangeEmail,
  });

/** Confirms the payment method that a subscription is charged to. */
export const paymentMethodChangeEmail = (subject: SubscriptionWithTaxes, context: EmailContext): EmailTemplate =>
  context.template({
    ...context.wording('payment_method_change', { product: subject.subscription.price.productName }),
    facts: [...methodRow(subject, context), ...debitRow(subject, context), ...nextChargeRow(subject, context)],
    amounts: [],
    action: null,
  });

/**
 * `needless` if the payment method was changed again or the subscription is canceled; `subject_gone` if a purge of the customer has removed
 * the event.
 */
export const composePaymentMethodChange: Composer<'payment_method_change'> = async (deps, { subscriptionId, eventId }) => {
  const [recorded] = await readEvents(deps.store.table, deps.tenant, [eventId]);
  if (recorded === undefined) return 'subject_gone';
  const { payment_method: changedTo } = parseEvent(recorded.event).data;
  return composeAboutSubscription(deps, subscriptionId, {
    stillApplies: ({ status, paymentMethod }) =>
      status !== 'canceled' && paymentMethod !== null && isDeepEqual(viewPaymentMethod(paymentMethod), changedTo),
    template: paymentMethodChangeEmail,
  });
};
