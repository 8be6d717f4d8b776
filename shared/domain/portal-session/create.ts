import { change, type Stored } from '../aggregate.ts';
import type { Customer } from '../customer/record.ts';
import { isLive } from '../customer/update.ts';
import { audited, type Decision, type DecisionContext } from '../decision.ts';
import { MAILED_LINK_DAYS, PORTAL_SESSION_SECONDS } from '../limits.ts';
import type { NamedOrder } from '../mail/orders.ts';
import { OPERATION_PENDING } from '../pending-operation/open.ts';
import { DAY_SECONDS } from '../periods.ts';
import { Refusal } from '../refusal.ts';
import type { Subscription } from '../subscription/types.ts';
import { type PortalSession, portalSessionAggregate } from './record.ts';
import { addressDigest } from './standing.ts';

/** What is kept of the session's token. */
interface KeptToken {
  readonly hash: string;
  readonly pepperVersion: string;
}

export interface CreatePortalSession {
  readonly returnUrl: string;
  readonly token: KeptToken;
  /** The token, sealed for the mail that is to carry it; `null`: no mail is asked for. */
  readonly sealedToken: string | null;
}

export interface CreatePortalSessionState {
  readonly subscription: Stored<Subscription> | null;
  /** Whose it is. */
  readonly customer: Stored<Customer> | null;
}

/** `ordered`: the mail with the link, which belongs to this decision; `null`: none. */
export interface CreatedPortalSession {
  readonly session: PortalSession;
  readonly ordered: NamedOrder | null;
}

const refused = (message: string): Refusal => new Refusal('resource_missing', message, { param: 'subscription_id' });

/**
 * Opens the portal to anyone who gets the token, for an hour: also of a subscription that is canceled, whose invoices are still to be seen.
 * No event [AUD-18]. Refuses a subscription that is not there or whose customer was deleted (404), a customer who is being removed (409
 * `operation_pending`), and to mail the link to one without an address (409 `customer_has_no_email`).
 */
export const createPortalSession = (
  command: CreatePortalSession,
  { subscription, customer }: CreatePortalSessionState,
  ctx: DecisionContext,
): Decision<CreatedPortalSession> | Refusal => {
  if (subscription === null) return refused('No such subscription.');
  if (!isLive(customer)) return refused('The customer of this subscription was deleted.');
  if (customer.record.lockedBy !== null) return OPERATION_PENDING;
  if (command.sealedToken !== null && customer.record.email === null) {
    return new Refusal('state_conflict', 'The customer of this subscription has no e-mail address.', { reason: 'customer_has_no_email' });
  }
  const opening = {
    subscriptionId: subscription.record.id,
    customerId: customer.record.id,
    emailChangeId: null,
    token: command.token,
    to: command.sealedToken === null ? null : customer.record.email,
    returnUrl: command.returnUrl,
    limited: false,
    seconds: PORTAL_SESSION_SECONDS,
  };
  const session = sessionOf(opening, customer.record, ctx);
  return {
    changes: [change(portalSessionAggregate, null, session)],
    events: [],
    audit: audited('portal_session', 'created', session.id),
    result: { session, ordered: command.sealedToken === null ? null : mailFor(session, command.sealedToken) },
  };
};

const mailFor = ({ id, customerId }: PortalSession, sealedToken: string): NamedOrder => ({
  mailId: `portal_link#${id}`,
  order: { kind: 'portal_link', sessionId: id, sealedToken },
  customerId,
});

/** What a link in one of the service's own mails opens. */
export interface MailedLink {
  readonly subscriptionId: string;
  readonly customerId: string;
  /** Which change of an address its reader may approve; `null`: none. */
  readonly emailChangeId: string | null;
  readonly token: KeptToken;
  /** The address of the mail. */
  readonly to: string;
}

/**
 * Opens a limited session to anyone who reads the mail, for 90 days and as long as the customer's address is the one of the mail [PRT-15,
 * LIM-14]. Nobody asked for it, so nothing is filed. Refuses a customer who is not stored (404).
 */
export const openMailedSession = (
  link: MailedLink,
  { customer }: Pick<CreatePortalSessionState, 'customer'>,
  ctx: DecisionContext,
): Decision<PortalSession> | Refusal => {
  if (customer === null) return new Refusal('resource_missing', 'No such customer.');
  const opening = { ...link, returnUrl: null, limited: true, seconds: MAILED_LINK_DAYS * DAY_SECONDS };
  const session = sessionOf(opening, customer.record, ctx);
  return { changes: [change(portalSessionAggregate, null, session)], events: [], result: session };
};

interface Opening extends Omit<MailedLink, 'to'> {
  /** The address that the link is mailed to; `null`: it is not mailed. */
  readonly to: string | null;
  readonly returnUrl: string | null;
  readonly limited: boolean;
  readonly seconds: number;
}

const sessionOf = (
  { token: { hash, pepperVersion }, seconds, to, ...opening }: Opening,
  { portalRevocations }: Customer,
  { ids, realNow }: DecisionContext,
): PortalSession => ({
  ...opening,
  id: ids.next(portalSessionAggregate.prefix),
  mailedTo: to === null ? null : addressDigest(ids, to),
  revocationsBefore: portalRevocations,
  created: realNow,
  hash,
  pepperVersion,
  expiresAt: realNow + seconds,
  revokedAt: null,
});
