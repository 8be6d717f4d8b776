import { change, type Stored } from '../aggregate.ts';
import type { Customer } from '../customer/record.ts';
import { customerExists } from '../customer/update.ts';
import { audited, type Decision, type DecisionContext } from '../decision.ts';
import { MAILED_LINK_DAYS, PORTAL_SESSION_SECONDS } from '../limits.ts';
import type { MailOrderWithId } from '../mail/orders.ts';
import { OPERATION_PENDING } from '../pending-operation/open.ts';
import { DAY_SECONDS } from '../periods.ts';
import { Refusal } from '../refusal.ts';
import type { Subscription } from '../subscription/types.ts';
import { type PortalSession, portalSessionAggregate } from './record.ts';
import { emailDigest } from './validity.ts';

/** What is stored of the session's token. */
interface StoredToken {
  readonly hash: string;
  readonly pepperVersion: string;
}

export interface CreatePortalSession {
  readonly returnUrl: string;
  readonly token: StoredToken;
  /** The encrypted token, for a mail with the portal link; `null`: no mail is sent. */
  readonly sealedToken: string | null;
}

export interface CreatePortalSessionState {
  readonly subscription: Stored<Subscription> | null;
  /** The subscription's customer. */
  readonly customer: Stored<Customer> | null;
}

export interface CreatedPortalSession {
  readonly session: PortalSession;
  /** The mail with the link, ordered in the same transaction; `null`: none. */
  readonly mailOrder: MailOrderWithId | null;
}

const refuse = (message: string): Refusal => new Refusal('resource_missing', message, { param: 'subscription_id' });

/**
 * Creates a portal session that lasts an hour; anyone with its token has access. The subscription may have the status `canceled`, since its
 * invoices remain visible in the portal. No event [AUD-18]. Refuses an unknown subscription or a deleted customer (404), a customer who is
 * being removed (409 `operation_pending`), and a mail to a customer without email (409 `customer_has_no_email`).
 */
export const createPortalSession = (
  command: CreatePortalSession,
  { subscription, customer }: CreatePortalSessionState,
  ctx: DecisionContext,
): Decision<CreatedPortalSession> | Refusal => {
  if (subscription === null) return refuse('No such subscription.');
  if (!customerExists(customer)) return refuse('The customer of this subscription was deleted.');
  if (customer.record.lockedBy !== null) return OPERATION_PENDING;
  if (command.sealedToken !== null && customer.record.email === null) {
    return new Refusal('state_conflict', 'The customer of this subscription has no email address.', { reason: 'customer_has_no_email' });
  }
  const fields = {
    subscriptionId: subscription.record.id,
    customerId: customer.record.id,
    emailChangeId: null,
    token: command.token,
    to: command.sealedToken === null ? null : customer.record.email,
    returnUrl: command.returnUrl,
    limited: false,
    seconds: PORTAL_SESSION_SECONDS,
  };
  const session = sessionOf(fields, customer.record, ctx);
  return {
    changes: [change(portalSessionAggregate, null, session)],
    events: [],
    audit: audited('portal_session', 'created', session.id),
    result: { session, mailOrder: command.sealedToken === null ? null : mailFor(session, command.sealedToken) },
  };
};

const mailFor = ({ id, customerId }: PortalSession, sealedToken: string): MailOrderWithId => ({
  mailId: `portal_link#${id}`,
  order: { kind: 'portal_link', sessionId: id, sealedToken },
  customerId,
});

/** A portal link in a mail of this service. */
export interface MailedLink {
  readonly subscriptionId: string;
  readonly customerId: string;
  /** The email change that the session can approve; `null`: none. */
  readonly emailChangeId: string | null;
  readonly token: StoredToken;
  /** Email that the link is mailed to. */
  readonly to: string;
}

/**
 * Creates a limited session for the link in a mail [PRT-15, LIM-14]. It lasts 90 days, but ends when the customer's email changes
 * (`isEnded`). No audit entry, since nobody requested the session. Refuses an unknown customer (404).
 */
export const openMailedSession = (
  link: MailedLink,
  { customer }: Pick<CreatePortalSessionState, 'customer'>,
  ctx: DecisionContext,
): Decision<PortalSession> | Refusal => {
  if (customer === null) return new Refusal('resource_missing', 'No such customer.');
  const fields = { ...link, returnUrl: null, limited: true, seconds: MAILED_LINK_DAYS * DAY_SECONDS };
  const session = sessionOf(fields, customer.record, ctx);
  return { changes: [change(portalSessionAggregate, null, session)], events: [], result: session };
};

interface SessionFields extends Omit<MailedLink, 'to'> {
  /** Email that the link is mailed to; `null`: the link is not mailed. */
  readonly to: string | null;
  readonly returnUrl: string | null;
  readonly limited: boolean;
  readonly seconds: number;
}

const sessionOf = (
  { token: { hash, pepperVersion }, seconds, to, ...fields }: SessionFields,
  { portalRevocations }: Customer,
  { ids, realNow }: DecisionContext,
): PortalSession => ({
  ...fields,
  id: ids.next(portalSessionAggregate.prefix),
  mailedTo: to === null ? null : emailDigest(ids, to),
  revocationsBefore: portalRevocations,
  created: realNow,
  hash,
  pepperVersion,
  expiresAt: realNow + seconds,
  revokedAt: null,
});
