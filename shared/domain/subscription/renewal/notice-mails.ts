import { getsCustomerEmails } from '../../mail/customer-emails.ts';
import type { MailOrderWithId } from '../../mail/orders.ts';
import type { BillingParties } from '../../parties.ts';
import type { Mode } from '../../tenant.ts';
import type { DatedEmail, Subscription } from '../types.ts';
import { announcesDebit, type PendingEmail, renewsYearlyPlan } from './dated-emails.ts';
import { type DueNotice, emailsOf } from './notice-times.ts';

interface NoticeContext {
  readonly parties: Pick<BillingParties, 'account' | 'customer'>;
  readonly mode: Mode;
  /** Unix seconds; simulated time on a test clock. */
  readonly now: number;
}

type DatedKind = 'trial_ending' | 'renewal_notice' | 'direct_debit_notice' | 'card_expiring';

/** Builds a mail order, a request to send one email. The mail id prevents a second email with the same kind, time and `days`. */
const mailOrderOf = ({ id, customerId }: Subscription, kind: DatedKind, about: number, days = ''): MailOrderWithId => ({
  mailId: `${kind}#${id}#${about}${days}`,
  order: { kind, subscriptionId: id, about },
  customerId,
});

/** The kind of each dated email, and the suffix of its mail id. */
const KINDS: Readonly<Record<DatedEmail, readonly [kind: DatedKind, days?: string]>> = {
  trial_ending: ['trial_ending'],
  renewal: ['renewal_notice', '#30'],
  direct_debit: ['direct_debit_notice'],
  card_expiring: ['card_expiring'],
};

const mailOrdersOfDated = (subscription: Subscription, emails: readonly PendingEmail[], now: number): readonly MailOrderWithId[] => {
  const isDebitAnnounced = announcesDebit(subscription, emails, now);
  return emails
    .filter(({ email, until }) => now < until && !(email === 'direct_debit' && isDebitAnnounced))
    .map(({ email, about }) => {
      const [kind, days] = KINDS[email];
      return mailOrderOf(subscription, kind, about, days);
    });
};

/** The mail order of the second email about the renewal of a yearly plan. Caused by `upcoming_notice`; the first is the email `renewal`. */
const mailOrdersOfUpcoming = (subscription: Subscription): readonly MailOrderWithId[] =>
  renewsYearlyPlan(subscription) ? [mailOrderOf(subscription, 'renewal_notice', subscription.currentPeriodEnd, '#7')] : [];

/** The mail orders that the notices cause. Empty if the account sends no customer emails, or the customer may not get any. */
export const mailsOfNotices = (
  subscription: Subscription,
  notices: readonly DueNotice[],
  { parties, mode, now }: NoticeContext,
): readonly MailOrderWithId[] => {
  if (!getsCustomerEmails(parties, mode)) return [];
  return [
    ...mailOrdersOfDated(subscription, emailsOf(notices), now),
    ...(notices.some(({ kind }) => kind === 'upcoming_notice') ? mailOrdersOfUpcoming(subscription) : []),
  ];
};
