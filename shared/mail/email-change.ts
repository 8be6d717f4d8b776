import { customerAggregate } from '../domain/customer/record.ts';
import { formerEmailIn } from '../domain/mail/orders.ts';
import { readEvents } from '../store/event-log/entries.ts';
import { parseEvent } from '../store/event-log/event-text.ts';
import type { Composer } from './composed.ts';
import { composeForCustomer, type EmailContext } from './email-context.ts';
import type { EmailTemplate } from './email-template.ts';

/** Asks the recipient at a new address to approve this address as the customer's email address. */
export const emailChangeEmail = ({ texts, shop, template }: EmailContext, linkUrl: string | null): EmailTemplate =>
  template({
    subject: texts.emailChange.subject(shop),
    heading: texts.emailChange.heading,
    opening: texts.emailChange.opening(shop),
    facts: [],
    amounts: [],
    action: linkUrl === null ? null : { label: texts.emailChange.action, url: linkUrl },
    closing: texts.emailChange.closing,
  });

/**
 * Mail to the new address while its approval is pending. `needless`: the change was approved or replaced, or the customer was deleted
 * [PRT-15].
 */
export const composeEmailChange: Composer<'email_change'> = async (deps, { customerId, subscriptionId, changeId }) => {
  const customer = (await deps.store.get(customerAggregate, deps.tenant, customerId))?.record ?? null;
  if (customer === null) return 'subject_gone';
  const { emailChange, deletedAt } = customer;
  if (emailChange?.id !== changeId || deletedAt !== null) return 'needless';
  const recipient = { ...customer, email: emailChange.email };
  return composeForCustomer(deps, recipient, {
    document: null,
    link: { subscriptionId, customerId, emailChangeId: changeId },
    rateLimits: [],
    template: (context, { linkUrl }) => emailChangeEmail(context, linkUrl),
  });
};

/** Notifies the former address that mail now goes to a new address. Does not contain the new address or a portal link. */
export const emailChangedEmail = ({ texts, shop, template }: EmailContext): EmailTemplate =>
  template({
    subject: texts.emailChanged.subject(shop),
    heading: texts.emailChanged.heading,
    opening: texts.emailChanged.opening(shop),
    facts: [],
    amounts: [],
    action: null,
    closing: [texts.emailChanged.closing],
  });

/** Mail to the former address, which the event contains; `subject_gone` if a purge of the customer has removed the event. */
export const composeEmailChanged: Composer<'email_changed'> = async (deps, { customerId, eventId }) => {
  const { store, tenant } = deps;
  const [customer, [recorded]] = await Promise.all([
    store.get(customerAggregate, tenant, customerId),
    readEvents(store.table, tenant, [eventId]),
  ]);
  const former = recorded === undefined ? null : formerEmailIn(parseEvent(recorded.event));
  if (customer === null || former === null) return 'subject_gone';
  return composeForCustomer(
    deps,
    { ...customer.record, email: former },
    { document: null, link: null, rateLimits: [], template: emailChangedEmail },
  );
};
