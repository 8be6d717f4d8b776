import { sendsCustomerEmails } from '../../account/record.ts';
import type { NamedOrder } from '../../mail/orders.ts';
import { mayReceive } from '../../mail/recipients.ts';
import type { BillingParties } from '../../parties.ts';
import { mandateKindOf } from '../../payment-methods.ts';
import type { Mode } from '../../tenant.ts';
import type { Subscription } from '../types.ts';
import { type PendingEmail, renewsYearlyPlan } from './dated-emails.ts';
import type { DueNotice } from './notice-times.ts';

interface NoticeContext {
  readonly parties: Pick<BillingParties, 'account' | 'customer'>;
  readonly mode: Mode;
  /** Unix seconds; simulated time on a test clock. */
  readonly now: number;
}

type DatedKind = 'trial_ending' | 'renewal_notice' | 'direct_debit_notice' | 'card_expiring';

/** One order for each kind of email and time that it is about. `days`: how long before, if there are several emails about a time. */
const orderOf = ({ id, customerId }: Subscription, kind: DatedKind, about: number, days = ''): NamedOrder => ({
  mailId: `${kind}#${id}#${about}${days}`,
  order: { kind, subscriptionId: id, about },
  customerId,
});

const orderOfPending = (subscription: Subscription, { email, about, until }: PendingEmail, now: number): readonly NamedOrder[] => {
  if (now >= until) return [];
  return [email === 'renewal' ? orderOf(subscription, 'renewal_notice', about, '#30') : orderOf(subscription, email, about)];
};

/**
 * The email with the event `invoice.upcoming`: the second one about the renewal of a yearly plan, or else the announcement of a SEPA debit.
 * None for a metered price paid by direct debit, since the amount of the debit is not known yet.
 */
const ordersOfUpcoming = (subscription: Subscription): readonly NamedOrder[] => {
  const { currentPeriodEnd, mandateId, price } = subscription;
  if (renewsYearlyPlan(subscription)) return [orderOf(subscription, 'renewal_notice', currentPeriodEnd, '#7')];
  const isDebited = mandateId !== null && paysByDirectDebit(subscription);
  return isDebited && price.usageType === 'licensed' ? [orderOf(subscription, 'direct_debit_notice', currentPeriodEnd)] : [];
};

/** True when renewals debit a bank account: first payments by iDEAL, for example, create a mandate for SEPA Direct Debit. */
export const paysByDirectDebit = ({ paymentMethod }: Pick<Subscription, 'paymentMethod'>): boolean =>
  paymentMethod !== null && mandateKindOf(paymentMethod.type) === 'directdebit';

/** Orders of the emails to the customer that these notices cause. Empty if the account sends none, or the customer may not get any. */
export const mailsOfNotices = (
  subscription: Subscription,
  notices: readonly DueNotice[],
  { parties: { account, customer }, mode, now }: NoticeContext,
): readonly NamedOrder[] => {
  if (!sendsCustomerEmails(account) || customer.email === null || !mayReceive('customer', customer.email, mode, account)) return [];
  return notices.flatMap((notice) => {
    if (notice.kind === 'customer_email') return orderOfPending(subscription, notice.pending, now);
    return notice.kind === 'upcoming_notice' ? ordersOfUpcoming(subscription) : [];
  });
};
