import { type CheckoutSession, checkoutSessionAggregate } from '../domain/checkout-session/record.ts';
import { customerAggregate } from '../domain/customer/record.ts';
import type { Composer } from './composed.ts';
import { composeForCustomer, type EmailContext } from './email-context.ts';
import type { EmailTemplate } from './email-template.ts';

/** The fields of a checkout session that the mail contains. */
interface CheckoutLink extends Pick<CheckoutSession, 'url' | 'expiresAt'> {
  readonly productName: string;
}

/** Contains the link to the page of a checkout session, the product that the session sells, and how long the link is valid. */
export const checkoutLinkEmail = ({ productName, url, expiresAt }: CheckoutLink, context: EmailContext): EmailTemplate => {
  const { shop } = context;
  const { checkoutLink: texts } = context.texts;
  return context.template({
    subject: texts.subject(shop),
    heading: texts.heading,
    opening: texts.opening(shop, productName),
    facts: [],
    amounts: [],
    action: url === null ? null : { label: texts.action, url },
    closing: texts.closing(context.dateTime(expiresAt)),
  });
};

/**
 * Composes the mail with the link of a checkout session, to the email address of the session. `subject_gone`: the session or its customer
 * does not exist. `needless`: the session is no longer open, or its customer is deleted.
 */
export const composeCheckoutLink: Composer<'checkout_link'> = async (deps, { sessionId }) => {
  const session = (await deps.store.get<CheckoutSession>(checkoutSessionAggregate, deps.tenant, sessionId))?.record ?? null;
  const customer = session === null ? null : await deps.store.get(customerAggregate, deps.tenant, session.customerId);
  if (session === null || customer === null) return 'subject_gone';
  if (session.status !== 'open' || customer.record.deletedAt !== null) return 'needless';
  const { url, expiresAt, price } = session;
  const template = (context: EmailContext) => checkoutLinkEmail({ url, expiresAt, productName: price.productName }, context);
  return composeForCustomer(
    deps,
    { ...customer.record, email: session.customerEmail },
    { document: null, link: null, rateLimits: [], template },
  );
};
