import { customerAggregate } from '../domain/customer/record.ts';
import { portalSessionAggregate } from '../domain/portal-session/record.ts';
import { isEnded } from '../domain/portal-session/validity.ts';
import { derivedIds } from '../platform/ids.ts';
import type { Composer } from './composed.ts';
import { composeForCustomer, type EmailContext } from './email-context.ts';
import type { EmailTemplate } from './email-template.ts';

/** Contains the portal link, and states how long the link is valid. */
export const portalLinkEmail = (context: EmailContext, linkUrl: string | null): EmailTemplate => {
  const { texts, shop } = context;
  return context.template({
    subject: texts.portalLink.subject(shop),
    heading: texts.portalLink.heading,
    opening: texts.portalLink.opening(shop),
    facts: [],
    amounts: [],
    action: context.portalAction(linkUrl),
    closing: texts.portalLink.closing,
  });
};

/** The mail with the link of a portal session that the API created [MAIL-04]; `needless` once the session has ended. */
export const composePortalLink: Composer<'portal_link'> = async (deps, { sessionId, sealedToken }) => {
  const { store, tenant, nowMs } = deps;
  const session = (await store.get(portalSessionAggregate, tenant, sessionId))?.record ?? null;
  if (session === null) return 'subject_gone';
  if (session.revokedAt !== null || nowMs() >= session.expiresAt * 1000) return 'needless';
  const customer = await store.get(customerAggregate, tenant, session.customerId);
  if (customer === null) return 'subject_gone';
  if (isEnded(session, customer.record, derivedIds)) return 'needless';
  return composeForCustomer(deps, customer.record, {
    document: null,
    link: { sealedToken },
    rateLimits: [],
    template: (context, { linkUrl }) => portalLinkEmail(context, linkUrl),
  });
};
