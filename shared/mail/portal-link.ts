import { customerAggregate } from '../domain/customer/record.ts';
import { portalSessionAggregate } from '../domain/portal-session/record.ts';
import { isEnded } from '../domain/portal-session/standing.ts';
import { derivedIds } from '../platform/ids.ts';
import type { Composer } from './composed.ts';
import { type EmailContext, toCustomer } from './email-context.ts';
import type { EmailTemplate } from './email-template.ts';

/** Lets the reader into the portal. Nobody else may, so it says until when. */
export const portalLinkEmail = (emailContext: EmailContext, portalUrl: string | null): EmailTemplate => {
  const { strings, shop } = emailContext;
  return emailContext.template({
    subject: strings.portalLink.subject(shop),
    heading: strings.portalLink.heading,
    opening: strings.portalLink.opening(shop),
    facts: [],
    amounts: [],
    action: emailContext.portalAction(portalUrl),
    closing: strings.portalLink.closing,
  });
};

/** The link of a session that the API made [MAIL-04]; of one that is over by now nothing is said. */
export const composePortalLink: Composer<'portal_link'> = async (from, { sessionId, sealedToken }) => {
  const { store, tenant, nowMs } = from;
  const session = (await store.get(portalSessionAggregate, tenant, sessionId))?.record ?? null;
  if (session === null) return 'subject_gone';
  if (session.revokedAt !== null || nowMs() >= session.expiresAt * 1000) return 'needless';
  const customer = await store.get(customerAggregate, tenant, session.customerId);
  if (customer === null) return 'subject_gone';
  if (isEnded(session, customer.record, derivedIds)) return 'needless';
  return toCustomer(from, customer.record, {
    document: null,
    portal: { sealedToken },
    slot: null,
    template: (emailContext, { portalUrl }) => portalLinkEmail(emailContext, portalUrl),
  });
};
