import type { Customer } from '../customer/record.ts';
import { isLive } from '../customer/update.ts';
import { audited } from '../decisions.ts';
import { change, type Decision, type DecisionContext, Refusal, type Stored } from '../kernel.ts';
import { MAILED_LINK_DAYS, PORTAL_SESSION_SECONDS } from '../limits.ts';
import type { NamedOrder } from '../mail/orders.ts';
import { OPERATION_PENDING } from '../pending-operation/open.ts';
import { DAY_SECONDS } from '../periods.ts';
import type { Subscription } from '../subscription/record.ts';
import { type PortalSession, portalSessionAggregate } from './record.ts';

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
 * Opens the portal to whoever gets the token, for an hour: also of a subscription that is canceled, whose invoices are still to be seen.
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
  const opened = { subscriptionId: subscription.record.id, customerId: customer.record.id, emailChangeId: null, token: command.token };
  const session = sessionOf({ ...opened, returnUrl: command.returnUrl, limited: false, seconds: PORTAL_SESSION_SECONDS }, ctx);
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
}

/** Opens a limited session to whoever reads the mail, for 90 days [PRT-15, LIM-14]. Nobody asked for it, so nothing is filed. */
export const openMailedSession = (link: MailedLink, _state: null, ctx: DecisionContext): Decision<PortalSession> => {
  const session = sessionOf({ ...link, returnUrl: null, limited: true, seconds: MAILED_LINK_DAYS * DAY_SECONDS }, ctx);
  return { changes: [change(portalSessionAggregate, null, session)], events: [], result: session };
};

interface Opening extends MailedLink {
  readonly returnUrl: string | null;
  readonly limited: boolean;
  readonly seconds: number;
}

const sessionOf = ({ token: { hash, pepperVersion }, seconds, ...opening }: Opening, { ids, realNow }: DecisionContext): PortalSession => ({
  ...opening,
  id: ids.next(portalSessionAggregate.prefix),
  created: realNow,
  hash,
  pepperVersion,
  expiresAt: realNow + seconds,
  revokedAt: null,
});
