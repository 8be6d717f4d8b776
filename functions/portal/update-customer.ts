import * as v from 'valibot';
import { mailWrites, wakeMailWorker } from '../../shared/api/calls/ordered-mail.ts';
import { PortalCustomer } from '../../shared/api/objects/checkout/portal.ts';
import { PortalEInvoicingParams } from '../../shared/api/objects/e-invoicing.ts';
import { defineOperation, portalToken } from '../../shared/api/operation.ts';
import { rateLimitedError } from '../../shared/api/pipeline/authenticate.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { servePortal } from '../../shared/api/serve/serve-portal.ts';
import type { Stored } from '../../shared/domain/aggregate.ts';
import { type Customer, customerAggregate } from '../../shared/domain/customer/record.ts';
import { customerExists } from '../../shared/domain/customer/update.ts';
import { updateInPortal } from '../../shared/domain/customer/update-in-portal.ts';
import { NAME_MAX_LENGTH } from '../../shared/domain/limits.ts';
import { sameEmail } from '../../shared/domain/mail/recipients.ts';
import { viewPortalCustomer } from '../../shared/domain/portal-session/view.ts';
import { countUncanceledSubscriptions, repriceNow } from '../../shared/flows/subscriptions/reprice.ts';
import { clock } from '../../shared/runtime/services.ts';
import { fetchClockTime } from '../../shared/runtime/simulated-time.ts';
import { debitMailTo } from '../../shared/store/limits/mail-limits.ts';
import { debitEmailEntry } from '../../shared/store/limits/rate-limit.ts';

export const operation = defineOperation({
  id: 'portal.update_customer',
  method: 'POST',
  path: '/portal/customer',
  summary: "Update the customer's details",
  description: doc(
    'Omitted fields keep their values. Only `name` can be cleared with `null`. A new `email` is stored as `pending_email` until it is approved with the link mailed to that address. Limits: a session may set 5 addresses a minute; a customer may request the same address five times, then once every four hours.',
  ),
  events: ['customer.updated', 'subscription.updated'],
  auth: portalToken({ acceptsLimited: false }),
  profile: 'write',
  uses: ['mail'],
  params: {},
  body: v.strictObject({
    name: described(v.optional(v.nullable(fields.printed(0, NAME_MAX_LENGTH))), doc('New name; `null` clears it.')),
    email: described(
      v.optional(fields.email),
      doc('New email address. It replaces the current one after approval with the link that is mailed to the new address.'),
    ),
    country_code: described(
      v.optional(fields.countryCode),
      doc('New billing country: two capital letters (ISO 3166-1 alpha-2), such as `NL`.'),
    ),
    address: described(v.optional(fields.address), doc('New billing address; omitted lines are cleared.')),
    e_invoicing: described(
      v.optional(PortalEInvoicingParams),
      doc('New settings for e-invoices, for documents that are issued from now on; omitted fields are cleared.'),
    ),
    language: described(v.optional(fields.language), doc('New language, as a BCP 47 tag such as `nl`.')),
  }),
  response: PortalCustomer,
  errors: ['resource_missing'],
});

export const handler = servePortal(operation, async ({ body }, { tenant, store, run, customerId, subscriptionId, sessionId }) => {
  const { name, email, country_code: countryCode, address, language, e_invoicing: settings } = body;
  if (email !== undefined) {
    const sessionBucket = await debitEmailEntry(store.table, tenant, sessionId, clock.nowMs());
    if (!sessionBucket.allowed) throw rateLimitedError(sessionBucket);
  }
  let isMailDebited = false;
  /** Debits the rate limit for the mail to a new address, once per request even if the transaction is retried. */
  const debitMail = async (customer: Stored<Customer> | null): Promise<void> => {
    if (email === undefined || isMailDebited || !customerExists(customer) || sameEmail(customer.record.email ?? '', email)) return;
    const sender = `${tenant.accountId}#${customerId}`;
    const bucket = await debitMailTo(store.table, { kind: 'email-change-mail', email, sender }, clock.nowMs());
    if (!bucket.allowed) throw rateLimitedError(bucket, 'mails to this address');
    isMailDebited = true;
  };
  const details = { name, countryCode, address: address === undefined ? undefined : fields.addressOf(address), language };
  const eInvoicing = settings && { buyerReference: settings.buyer_reference, electronicAddress: settings.electronic_address };
  return run({
    load: async () => {
      const [customer, subscriptionCount] = await Promise.all([
        store.get(customerAggregate, tenant, customerId),
        countryCode === undefined && address === undefined ? 0 : countUncanceledSubscriptions(store, tenant, customerId),
      ]);
      await debitMail(customer);
      return { customer, subscriptionCount, clockTime: await fetchClockTime(store, tenant, customer?.record.testClockId ?? null) };
    },
    nowOf: ({ clockTime }) => clockTime,
    decide: (state, context) => updateInPortal({ ...details, eInvoicing, email, subscriptionId }, state, context),
    extraWrites: ({ mailOrder }) => mailWrites(tenant, mailOrder),
    answer: ({ customer }) => viewPortalCustomer(customer),
    afterCommit: async ({ needsRepricing, mailOrder }) => {
      if (needsRepricing) await repriceNow(store, clock.nowMs, tenant, customerId);
      await wakeMailWorker(tenant, mailOrder, operation.id);
    },
  });
});
