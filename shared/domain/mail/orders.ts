import type { EventType } from '../event-types.ts';
import type { JsonObject } from '../tenant.ts';
import { sameAddress } from './recipients.ts';

/** Actions of the audit log that owners are notified of. */
export const NOTICE_ACTIONS = [
  'api_key.created',
  'passkey.added',
  'passkey.removed',
  'provider_credential.updated',
  'team_member.added',
  'team_member.removed',
  'team_member.role_changed',
  'tenant.data_exported',
] as const;

export type NoticeAction = (typeof NOTICE_ACTIONS)[number];

/** What was done that decides where money goes or who may act for the account, as the audit log has it. */
export interface OwnerNotice {
  /** Of the audit entry, as the next two. */
  readonly action: NoticeAction;
  readonly resourceId: string | null;
  readonly metadata: JsonObject;
  readonly actorType: string;
  readonly actorId: string | null;
  readonly ip: string | null;
  /** Unix seconds, real time. */
  readonly at: number;
  /** The address of the member that it was done to, who may be gone by the time of the mail; `null`: none, or not known yet. */
  readonly memberEmail: string | null;
  /** Who is reported in addition to the owners: an owner until then, or the member whose passkey was removed. */
  readonly alsoTo: string | null;
}

/** What a mail is to tell, by ids and what is sealed: whom it goes to and what it says is made of what is stored when it is sent. */
export type MailOrder =
  /** To the owner: a webhook delivery was given up. */
  | { readonly kind: 'delivery_failed'; readonly endpointId: string; readonly deliveryId: string }
  /** To a member: a link of sign-in; its token is encrypted. `expiresAt`: Unix seconds. */
  | { readonly kind: 'sign_in_link'; readonly memberId: string; readonly sealedToken: string; readonly expiresAt: number }
  /** To a member who was just taken in. `invitedBy`: the member who did. */
  | { readonly kind: 'invitation'; readonly memberId: string; readonly invitedBy: string }
  /** To a member who has a way in more. */
  | { readonly kind: 'passkey_added'; readonly memberId: string; readonly passkeyId: string }
  /** To all owners: what decides where money goes or who may act for the account. It is split into one for each of them. */
  | { readonly kind: 'owners_notice'; readonly notice: OwnerNotice }
  /** To one of them. */
  | { readonly kind: 'owner_notice'; readonly to: string; readonly notice: OwnerNotice }
  /** To the customer, as all below: a payment was taken; its invoice comes along. */
  | { readonly kind: 'receipt'; readonly paymentId: string }
  /** A payment that the customer began came to nothing. */
  | { readonly kind: 'payment_failed'; readonly paymentId: string }
  /** Money went back; its credit note, if there is one, comes along. */
  | { readonly kind: 'refund'; readonly refundId: string }
  /** An invoice was corrected without money going back; its credit note comes along. */
  | { readonly kind: 'credit_note'; readonly creditNoteId: string }
  /** An invoice that its seller had sent. */
  | { readonly kind: 'invoice'; readonly invoiceId: string }
  /** The link of a portal session; its token is encrypted. */
  | { readonly kind: 'portal_link'; readonly sessionId: string; readonly sealedToken: string }
  /** To the address that a customer asked for in the portal: its reader may approve it. */
  | { readonly kind: 'email_change'; readonly customerId: string; readonly subscriptionId: string; readonly changeId: string }
  /** To the address that a customer had until the event: it is not written to any more. */
  | { readonly kind: 'email_changed'; readonly customerId: string; readonly eventId: string };

export type MailKind = MailOrder['kind'];

/** An order and the name that it is found by: under one name there is one order, however often it is made. */
export interface NamedOrder {
  readonly mailId: string;
  readonly order: MailOrder;
  /** Whom it goes to, where the event names them; otherwise the object knows. */
  readonly customerId: string | null;
}

/** A checkout's payment without an invoice proves a method and sells nothing; one that is returned at once was an overpayment. */
const isSale = ({ type, invoice_id: invoiceId, amount_refunded_cents: refundedCents }: JsonObject): boolean =>
  type !== 'setup' && (type !== 'initial' || invoiceId !== null) && refundedCents === 0;

/** A failed renewal is reported by the notice that dunning asks for, and a declined plan change by the answer to who asked for it. */
const wasBegunByCustomer = ({ type }: JsonObject): boolean => type === 'initial' || type === 'one_shot';

const subjectOf = (order: EventOrder): string => {
  switch (order.kind) {
    case 'refund':
      return order.refundId;
    case 'credit_note':
      return order.creditNoteId;
    default:
      return order.paymentId;
  }
};

/** The orders that events ask for. */
type EventOrder = Extract<MailOrder, { readonly kind: 'receipt' | 'payment_failed' | 'refund' | 'credit_note' }>;

type OrderOf = (id: string, data: JsonObject) => EventOrder | null;

/** The events that customers get mail about. */
const ORDERS = {
  'payment.succeeded': (paymentId, data) => (isSale(data) ? { kind: 'receipt', paymentId } : null),
  'payment.failed': (paymentId, data) => (wasBegunByCustomer(data) ? { kind: 'payment_failed', paymentId } : null),
  'dunning.email_required': (_id, { payment_id: paymentId }) =>
    typeof paymentId === 'string' ? { kind: 'payment_failed', paymentId } : null,
  'refund.succeeded': (refundId) => ({ kind: 'refund', refundId }),
  // One of a refund comes along with the refund's mail.
  'credit_note.created': (creditNoteId, { refund_id: refundId }) => (refundId === null ? { kind: 'credit_note', creditNoteId } : null),
} as const satisfies Partial<Readonly<Record<EventType, OrderOf>>>;

const ORDER_OF: ReadonlyMap<string, OrderOf> = new Map(Object.entries(ORDERS));

const ADDRESS_EVENT = 'customer.updated' satisfies EventType;

export const MAIL_EVENTS: readonly string[] = [...ORDER_OF.keys(), ADDRESS_EVENT];

/** The mail that an event asks for, by its type and snapshot; `null`: none. Each object has one mail of a kind [MAIL-01]. */
export const mailOfEvent = (type: string, data: JsonObject): NamedOrder | null => {
  const { customer_id: customerId } = data;
  const order = ORDER_OF.get(type)?.(String(data.id), data) ?? null;
  if (order === null) return null;
  return { mailId: `${order.kind}#${subjectOf(order)}`, order, customerId: typeof customerId === 'string' ? customerId : null };
};

/** A recorded event, as far as a notice to a former address is made of it. */
interface RecordedUpdate {
  readonly id: string;
  readonly type: string;
  readonly data: JsonObject;
  readonly previous_attributes: JsonObject | null;
}

/** The address that the customer had until the event; `null`: it did not replace one by another. */
export const formerAddressIn = ({ type, data, previous_attributes: previous }: RecordedUpdate): string | null => {
  const [email, former] = [data.email, previous?.email];
  if (type !== ADDRESS_EVENT || typeof email !== 'string' || typeof former !== 'string') return null;
  return sameAddress(email, former) ? null : former;
};

/** The notice to the former address of a customer; `null`: the event asks for none. Each change has one [MAIL-01]. */
export const noticeOfAddressChange = (event: RecordedUpdate): NamedOrder | null =>
  formerAddressIn(event) === null
    ? null
    : {
        mailId: `email_changed#${event.id}`,
        order: { kind: 'email_changed', customerId: String(event.data.id), eventId: event.id },
        // The mail goes to another address than the customer's.
        customerId: null,
      };
