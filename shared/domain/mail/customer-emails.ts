import { sendsCustomerEmails } from '../account/record.ts';
import type { EventType } from '../event-types.ts';
import type { BillingParties } from '../parties.ts';
import { CUSTOMER_REASONS, REASON_NOT_GIVEN } from '../subscription/lifecycle/cancellation-reasons.ts';
import type { JsonObject, Mode } from '../tenant.ts';
import type { MailKind, MailOrder, MailOrderWithId, RecordedMailEvent } from './orders.ts';
import { mayReceive } from './recipients.ts';

/** The mails that customers get only if the account has `customer_emails`. */
const CUSTOMER_EMAILS: ReadonlySet<MailKind> = new Set([
  'order_confirmation',
  'purchase_confirmation',
  'cancellation',
  'reactivation',
  'plan_change',
  'payment_method_change',
  'collection_ended',
  'change_failed',
  'trial_ending',
  'renewal_notice',
  'direct_debit_notice',
  'card_expiring',
] as const satisfies readonly MailKind[]);

/** True for a mail that is ordered and sent only if the account has `customer_emails`. */
export const isCustomerEmail = ({ kind }: Pick<MailOrder, 'kind'>): boolean => CUSTOMER_EMAILS.has(kind);

/** True if the account sends customer emails, and this customer may get them. */
export const getsCustomerEmails = ({ account, customer }: Pick<BillingParties, 'account' | 'customer'>, mode: Mode): boolean =>
  sendsCustomerEmails(account) && customer.email !== null && mayReceive('customer', customer.email, mode, account);

/** Returns the part of the mail id that distinguishes mails of the same kind, and the order; `null`: the event causes no mail. */
type OrderOfEvent = (
  subject: JsonObject & { readonly id: string },
  event: RecordedMailEvent,
) => readonly [unique: string, MailOrder] | null;

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const REQUESTED_REASONS: readonly string[] = [REASON_NOT_GIVEN, ...CUSTOMER_REASONS];

const cancellationOf: OrderOfEvent = ({ id, canceled_at: canceledAt }) =>
  typeof canceledAt === 'number' ? [`${id}#${canceledAt}`, { kind: 'cancellation', subscriptionId: id, canceledAt }] : null;

/** For each event type, the customer email that the event causes. */
const ORDERS = {
  'subscription.created': ({ id, price_id: priceId, last_payment_id: paymentId }) => [
    id,
    { kind: 'order_confirmation', subscriptionId: id, priceId: String(priceId), paymentId: textOf(paymentId) },
  ],
  'one_shot_payment.succeeded': ({ id }) => [id, { kind: 'purchase_confirmation', oneShotId: id }],
  // A cancellation for the end of the period.
  'subscription.updated': (subject, event) =>
    subject.cancel_at_period_end === true && event.previous_attributes?.cancel_at_period_end === false
      ? cancellationOf(subject, event)
      : null,
  // A cancellation that took effect at once, on request; a scheduled one was confirmed when it was scheduled.
  'subscription.canceled': (subject, event) =>
    subject.cancel_at_period_end === false && REQUESTED_REASONS.includes(String(subject.cancellation_reason))
      ? cancellationOf(subject, event)
      : null,
  'subscription.reactivated': ({ id }, event) => [event.id, { kind: 'reactivation', subscriptionId: id }],
  'subscription.plan_changed': ({ id, price_id: priceId }, event) => [
    event.id,
    { kind: 'plan_change', subscriptionId: id, priceId: String(priceId) },
  ],
  'subscription.payment_method_updated': ({ id }, event) => [
    event.id,
    { kind: 'payment_method_change', subscriptionId: id, eventId: event.id },
  ],
} as const satisfies Partial<Readonly<Record<EventType, OrderOfEvent>>>;

const ORDER_OF: ReadonlyMap<string, OrderOfEvent> = new Map(Object.entries(ORDERS));

export const CUSTOMER_EMAIL_EVENTS: readonly string[] = [...ORDER_OF.keys()];

/** The customer email that follows from an event; `null`: none. A sale or a cancellation causes at most one mail. */
export const customerEmailOf = (event: RecordedMailEvent): MailOrderWithId | null => {
  const ordered = ORDER_OF.get(event.type)?.({ ...event.data, id: String(event.data.id) }, event) ?? null;
  if (ordered === null) return null;
  const [unique, order] = ordered;
  return { mailId: `${order.kind}#${unique}`, order, customerId: textOf(event.data.customer_id) };
};
