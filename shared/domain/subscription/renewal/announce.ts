import { change } from '../../aggregate.ts';
import type { Decision, DecisionContext, NewEvent } from '../../decision.ts';
import { LOOK_AHEAD_SECONDS } from '../../due.ts';
import { amountDueCents } from '../../invoice/record.ts';
import { taxOf } from '../../parties.ts';
import { type JsonObject, livemode } from '../../tenant.ts';
import type { Subscription } from '../types.ts';
import { subscriptionAggregate } from '../view.ts';
import { buildRenewalInvoice } from './build-invoice.ts';
import { announcesDebit } from './dated-emails.ts';
import { mailsOfNotices } from './notice-mails.ts';
import { type DueNotice, emailsOf, noticesOf } from './notice-times.ts';
import type { PreparedRenewal } from './prepare.ts';
import type { PrepareRenewalState } from './prepare-state.ts';

/**
 * Builds the API's `upcoming_invoice`: the renewal as it would be charged now, with the current coupon, tax, carried credit and metered
 * usage. It is not an invoice yet, so `invoice_id` is `null` [EVT-66].
 */
const upcomingInvoice = (subscription: Subscription, state: PrepareRenewalState, ctx: DecisionContext): JsonObject => {
  const { invoice } = buildRenewalInvoice(subscription, state, null, taxOf(state.parties), ctx).issued;
  return {
    object: 'upcoming_invoice',
    livemode: livemode(ctx.tenant),
    invoice_id: null,
    subscription_id: subscription.id,
    customer_id: subscription.customerId,
    currency: invoice.currency,
    amount_due_cents: amountDueCents(invoice),
    tax_cents: invoice.taxCents,
    period_start: invoice.periodStart,
    period_end: invoice.periodEnd,
  };
};

/** The subscription's fields that record that the notices were sent. */
const announcedFields = (subscription: Subscription, notices: readonly DueNotice[], now: number): Partial<Subscription> => {
  const { trialEnd, currentPeriodEnd, datedEmails } = subscription;
  const kinds = new Set(notices.map(({ kind }) => kind));
  const emails = emailsOf(notices);
  const announced = [
    ...emails.map(({ email, about }) => [email, about] as const),
    ...(announcesDebit(subscription, emails, now) ? [['direct_debit', currentPeriodEnd] as const] : []),
  ];
  return {
    ...(kinds.has('trial_notice') ? { announcedTrialEnd: trialEnd } : {}),
    ...(kinds.has('upcoming_notice') ? { announcedRenewalAt: currentPeriodEnd } : {}),
    ...(announced.length === 0 ? {} : { datedEmails: { ...datedEmails, ...Object.fromEntries(announced) } }),
  };
};

/**
 * Announces the end of the current period. Events: `subscription.trial_will_end` once per trial [EVT-25], `invoice.upcoming` once per
 * period [EVT-37]. The API's `subscription` object does not change. Also returns mail orders: for the customer emails that are due and,
 * with `invoice.upcoming`, for the email about the renewal. `null`: no notice is due. No notice is sent after the period has ended.
 */
export const announcePeriodEnd = (state: PrepareRenewalState, ctx: DecisionContext): Decision<PreparedRenewal> | null => {
  const stored = state.subscription;
  if (stored === null || ctx.now >= stored.record.currentPeriodEnd) return null;
  const notices = noticesOf(stored.record).filter(({ at }) => at - LOOK_AHEAD_SECONDS <= ctx.now);
  if (notices.length === 0) return null;
  const subscription: Subscription = { ...stored.record, ...announcedFields(stored.record, notices, ctx.now) };
  const eventOf = ({ kind }: DueNotice): readonly NewEvent[] => {
    if (kind === 'customer_email') return [];
    return kind === 'trial_notice'
      ? [{ type: 'subscription.trial_will_end', subjectId: subscription.id }]
      : [{ type: 'invoice.upcoming', subjectId: subscription.id, data: upcomingInvoice(subscription, state, ctx) }];
  };
  return {
    changes: [change(subscriptionAggregate, stored, subscription)],
    events: notices.flatMap(eventOf),
    mails: mailsOfNotices(subscription, notices, { parties: state.parties, mode: ctx.tenant.mode, now: ctx.now }),
    result: { outcome: 'done', reason: 'announced', subscription },
  };
};
