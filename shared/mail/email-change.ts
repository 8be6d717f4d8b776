import { customerAggregate } from '../domain/customer/record.ts';
import { formerAddressIn } from '../domain/mail/orders.ts';
import { readEvents } from '../store/event-log/entries.ts';
import { parseEvent } from '../store/event-log/event-text.ts';
import type { Composer } from './composed.ts';
import { type EmailContext, toCustomer } from './email-context.ts';
import type { EmailTemplate } from './email-template.ts';

/** Asks the reader of a new address whether the customer's mail may go there. */
export const emailChangeEmail = ({ strings, shop, template }: EmailContext, portalUrl: string | null): EmailTemplate =>
  template({
    subject: strings.emailChange.subject(shop),
    heading: strings.emailChange.heading,
    opening: strings.emailChange.opening(shop),
    facts: [],
    amounts: [],
    action: portalUrl === null ? null : { label: strings.emailChange.action, url: portalUrl },
    closing: strings.emailChange.closing,
  });

/** To the new address, as long as it waits: another that was asked for since, or an approval, leaves nothing to say [PRT-15]. */
export const composeEmailChange: Composer<'email_change'> = async (from, { customerId, subscriptionId, changeId }) => {
  const customer = (await from.store.get(customerAggregate, from.tenant, customerId))?.record ?? null;
  if (customer === null) return 'subject_gone';
  const { emailChange, deletedAt } = customer;
  if (emailChange?.id !== changeId || deletedAt !== null) return 'needless';
  const reader = { ...customer, email: emailChange.email };
  return toCustomer(from, reader, {
    document: null,
    portal: { subscriptionId, customerId, emailChangeId: changeId },
    slot: null,
    template: (emailContext, { portalUrl }) => emailChangeEmail(emailContext, portalUrl),
  });
};

/** Tells the reader of a former address that mail goes elsewhere now, but not where, and lets nobody in. */
export const emailChangedEmail = ({ strings, shop, template }: EmailContext): EmailTemplate =>
  template({
    subject: strings.emailChanged.subject(shop),
    heading: strings.emailChanged.heading,
    opening: strings.emailChanged.opening(shop),
    facts: [],
    amounts: [],
    action: null,
    closing: [strings.emailChanged.closing],
  });

/** To the address that the event replaced; nothing once the customer was purged, and the event with them. */
export const composeEmailChanged: Composer<'email_changed'> = async (from, { customerId, eventId }) => {
  const { store, tenant } = from;
  const [customer, [recorded]] = await Promise.all([
    store.get(customerAggregate, tenant, customerId),
    readEvents(store.table, tenant, [eventId]),
  ]);
  const former = recorded === undefined ? null : formerAddressIn(parseEvent(recorded.event));
  if (customer === null || former === null) return 'subject_gone';
  return toCustomer(from, { ...customer.record, email: former }, { document: null, portal: null, slot: null, template: emailChangedEmail });
};
