import type { EventType } from '../event-types.ts';
import type { JsonObject } from '../tenant.ts';
import { sameEmail } from './recipients.ts';

/** Audited actions about which the account's owners are notified. */
export const NOTICE_ACTIONS = [
  'api_key.created',
  'billing_profile.updated',
  'passkey.added',
  'passkey.removed',
  'provider_credential.updated',
  'team_member.added',
  'team_member.removed',
  'team_member.role_changed',
  'tenant.data_exported',
] as const;

export type NoticeAction = (typeof NOTICE_ACTIONS)[number];

/** A security-relevant action from the audit log, about which the owners are notified. */
export interface OwnerNotice {
  /** `action`, `resourceId` and `metadata` of the audit entry. */
  readonly action: NoticeAction;
  readonly resourceId: string | null;
  readonly metadata: JsonObject;
  readonly actorType: string;
  readonly actorId: string | null;
  readonly ip: string | null;
  /** Unix seconds, real time. */
  readonly at: number;
  /** Email of the affected member, stored because the member may be removed before the mail is sent; `null`: none. */
  readonly memberEmail: string | null;
  /** Recipient in addition to the owners: a former owner, or the member whose passkey was removed. `null`: none. */
  readonly alsoTo: string | null;
}

/** An order to send a mail: ids and encrypted tokens. Recipient and text are read from the stored objects when the mail is sent. */
export type MailOrder =
  /**
   * A webhook delivery failed after its last attempt. `to`: email of the owner. Omitted: to all owners; the mail worker replaces this order
   * with one per owner.
   */
  | { readonly kind: 'delivery_failed'; readonly endpointId: string; readonly deliveryId: string; readonly to?: string }
  /** To a member: a sign-in link; its token is encrypted. `expiresAt`: Unix seconds. */
  | { readonly kind: 'sign_in_link'; readonly memberId: string; readonly sealedToken: string; readonly expiresAt: number }
  /** To a new member. `invitedBy`: id of the inviting member. */
  | { readonly kind: 'invitation'; readonly memberId: string; readonly invitedBy: string }
  /** To a member who added a passkey. */
  | { readonly kind: 'passkey_added'; readonly memberId: string; readonly passkeyId: string }
  /** To all owners. The mail worker replaces this order with one `owner_notice` per recipient. */
  | { readonly kind: 'owners_notice'; readonly notice: OwnerNotice }
  /** To one recipient of an `owners_notice`. `to`: the recipient's email. */
  | { readonly kind: 'owner_notice'; readonly to: string; readonly notice: OwnerNotice }
  /** To the customer, like all kinds below: a payment succeeded. Its invoice is attached. */
  | { readonly kind: 'receipt'; readonly paymentId: string }
  /** A payment failed. */
  | { readonly kind: 'payment_failed'; readonly paymentId: string }
  /** A refund succeeded. Its credit note, if any, is attached. */
  | { readonly kind: 'refund'; readonly refundId: string }
  /** A credit note was issued without a refund. It is attached. */
  | { readonly kind: 'credit_note'; readonly creditNoteId: string }
  /** The account sends an invoice (`emailInvoice`). */
  | { readonly kind: 'invoice'; readonly invoiceId: string }
  /** The usage of a period has reached a number of units or an amount in cents. `periodStart`: Unix seconds. */
  | {
      readonly kind: 'usage_alert';
      readonly subscriptionId: string;
      readonly quantity: number | null;
      readonly amountCents: number | null;
      readonly periodStart: number;
    }
  /** The customer has withdrawn from the contract of a subscription. */
  | { readonly kind: 'withdrawal'; readonly subscriptionId: string }
  /**
   * The agreed terms of a new subscription. This kind and the following ones up to `card_expiring` are ordered only if the account has
   * `customer_emails`. `priceId`: the ordered price. `paymentId`: payment of the first period; `null`: none, as in a trial.
   */
  | { readonly kind: 'order_confirmation'; readonly subscriptionId: string; readonly priceId: string; readonly paymentId: string | null }
  /** A one-off payment succeeded. */
  | { readonly kind: 'purchase_confirmation'; readonly oneShotId: string }
  /** The cancellation requested at `canceledAt` (Unix seconds). */
  | { readonly kind: 'cancellation'; readonly subscriptionId: string; readonly canceledAt: number }
  /** A scheduled cancellation was withdrawn. */
  | { readonly kind: 'reactivation'; readonly subscriptionId: string }
  /** The plan was changed to `priceId`. */
  | { readonly kind: 'plan_change'; readonly subscriptionId: string; readonly priceId: string }
  /** A subscription is charged to another payment method, which the event contains. */
  | { readonly kind: 'payment_method_change'; readonly subscriptionId: string; readonly eventId: string }
  /** A subscription ended because its invoice was not paid in time, after the bank allowed no further attempt. */
  | { readonly kind: 'collection_ended'; readonly subscriptionId: string; readonly invoiceId: string }
  /** A pending charge for a change of a subscription failed, so the subscription was not changed. */
  | { readonly kind: 'change_failed'; readonly subscriptionId: string; readonly paymentId: string }
  /** A trial ends at `about` (Unix seconds, like all times below). */
  | { readonly kind: 'trial_ending'; readonly subscriptionId: string; readonly about: number }
  /** A yearly plan is renewed at `about`. */
  | { readonly kind: 'renewal_notice'; readonly subscriptionId: string; readonly about: number }
  /** A renewal is debited by SEPA Direct Debit at `about`. */
  | { readonly kind: 'direct_debit_notice'; readonly subscriptionId: string; readonly about: number }
  /** The card of a subscription expires at `about`. */
  | { readonly kind: 'card_expiring'; readonly subscriptionId: string; readonly about: number }
  /** The link of a portal session; its token is encrypted. */
  | { readonly kind: 'portal_link'; readonly sessionId: string; readonly sealedToken: string }
  /** The page of a checkout session that the account created for the customer. */
  | { readonly kind: 'checkout_link'; readonly sessionId: string }
  /** To the new email that a customer entered in the portal, with a link that approves the email. */
  | { readonly kind: 'email_change'; readonly customerId: string; readonly subscriptionId: string; readonly changeId: string }
  /** To the customer's former email, after the email was changed. */
  | { readonly kind: 'email_changed'; readonly customerId: string; readonly eventId: string };

export type MailKind = MailOrder['kind'];

/** An order with its id. A second order with the same id is ignored. */
export interface MailOrderWithId {
  readonly mailId: string;
  readonly order: MailOrder;
  /** Id of the customer whose current email receives the mail; `null`: another recipient, or not known before the mail is sent. */
  readonly customerId: string | null;
}

/** True for a payment of a sale. False for a verification charge (no invoice) and for an overpayment (refunded immediately). */
const isSale = ({ type, invoice_id: invoiceId, amount_refunded_cents: refundedCents }: JsonObject): boolean =>
  type !== 'setup' && (type !== 'initial' || invoiceId !== null) && refundedCents === 0;

/**
 * True for a payment at a checkout. Other failed payments need no mail here: dunning reports a failed renewal, and the API response reports
 * a failed plan change.
 */
const isStartedByCustomer = ({ type }: JsonObject): boolean => type === 'initial' || type === 'one_shot';

const objectIdOf = (order: EventOrder): string => {
  switch (order.kind) {
    case 'refund':
      return order.refundId;
    case 'credit_note':
      return order.creditNoteId;
    default:
      return order.paymentId;
  }
};

/** The mail orders that `ORDERS` derives from events. */
type EventOrder = Extract<MailOrder, { readonly kind: 'receipt' | 'payment_failed' | 'refund' | 'credit_note' }>;

type OrderOf = (id: string, data: JsonObject) => EventOrder | null;

/** For each event type, the mail order that the event causes; `null`: no mail. */
const ORDERS = {
  'payment.succeeded': (paymentId, data) => (isSale(data) ? { kind: 'receipt', paymentId } : null),
  'payment.failed': (paymentId, data) => (isStartedByCustomer(data) ? { kind: 'payment_failed', paymentId } : null),
  'dunning.email_required': (_id, { payment_id: paymentId }) =>
    typeof paymentId === 'string' ? { kind: 'payment_failed', paymentId } : null,
  'refund.succeeded': (refundId) => ({ kind: 'refund', refundId }),
  // The credit note of a refund is attached to the refund's mail.
  'credit_note.created': (creditNoteId, { refund_id: refundId }) => (refundId === null ? { kind: 'credit_note', creditNoteId } : null),
} as const satisfies Partial<Readonly<Record<EventType, OrderOf>>>;

const ORDER_OF: ReadonlyMap<string, OrderOf> = new Map(Object.entries(ORDERS));

const EMAIL_CHANGE_EVENT = 'customer.updated' satisfies EventType;

/** Types of the events that can cause mail. */
export const MAIL_EVENTS: readonly string[] = [...ORDER_OF.keys(), EMAIL_CHANGE_EVENT];

/** The mail order that follows from an event; `null`: none. One mail per object and kind [MAIL-01]. `data`: the event's snapshot. */
export const mailOfEvent = (type: string, data: JsonObject): MailOrderWithId | null => {
  const { customer_id: customerId } = data;
  const order = ORDER_OF.get(type)?.(String(data.id), data) ?? null;
  if (order === null) return null;
  return { mailId: `${order.kind}#${objectIdOf(order)}`, order, customerId: typeof customerId === 'string' ? customerId : null };
};

/** Fields of a recorded event from which mails are ordered. */
export interface RecordedMailEvent {
  readonly id: string;
  readonly type: string;
  readonly data: JsonObject;
  readonly previous_attributes: JsonObject | null;
}

/** The customer's former email, if the event changes the email; `null`: the event does not change it. */
export const formerEmailIn = ({ type, data, previous_attributes: previous }: RecordedMailEvent): string | null => {
  const [email, formerEmail] = [data.email, previous?.email];
  if (type !== EMAIL_CHANGE_EVENT || typeof email !== 'string' || typeof formerEmail !== 'string') return null;
  return sameEmail(email, formerEmail) ? null : formerEmail;
};

/**
 * True if mail to the former email bounced or was reported as spam: a change of the email clears `email_delivery`, so its former value is
 * in the event.
 */
const wasSuppressed = ({ previous_attributes: previous }: RecordedMailEvent): boolean => (previous?.email_delivery ?? null) !== null;

/**
 * Returns the order of the notice to a customer's former email. One notice per change [MAIL-01]. `null`: the email did not change, or no
 * mail may be sent to the former email.
 */
export const noticeOfEmailChange = (event: RecordedMailEvent): MailOrderWithId | null =>
  formerEmailIn(event) === null || wasSuppressed(event)
    ? null
    : {
        mailId: `email_changed#${event.id}`,
        order: { kind: 'email_changed', customerId: String(event.data.id), eventId: event.id },
        // The customer's former email receives the mail.
        customerId: null,
      };
