import * as v from 'valibot';
import * as fields from '../../shared/api/fields.ts';
import { PortalCustomer } from '../../shared/api/objects/portal.ts';
import { defineOperation, portalToken } from '../../shared/api/operation.ts';
import { mailWrites, wakeMail } from '../../shared/api/ordered-mail.ts';
import { throttled } from '../../shared/api/pipeline/authenticate.ts';
import { servePortal } from '../../shared/api/serve-portal.ts';
import type { Stored } from '../../shared/domain/aggregate.ts';
import { type Customer, customerAggregate } from '../../shared/domain/customer/record.ts';
import { isLive } from '../../shared/domain/customer/update.ts';
import { updateInPortal } from '../../shared/domain/customer/update-in-portal.ts';
import { NAME_MAX_LENGTH } from '../../shared/domain/limits.ts';
import { sameAddress } from '../../shared/domain/mail/recipients.ts';
import { viewPortalCustomer } from '../../shared/domain/portal-session/view.ts';
import { countLive, repriceNow } from '../../shared/flows/subscriptions/reprice.ts';
import { clock } from '../../shared/runtime/services.ts';
import { clockTime } from '../../shared/runtime/simulated-time.ts';
import { debitMailTo } from '../../shared/store/limits/mail-limits.ts';
import { debitAttempt } from '../../shared/store/limits/rate-limit.ts';

export const operation = defineOperation({
  id: 'portal.update_customer',
  method: 'POST',
  path: '/portal/customer',
  summary: "Update the customer's details",
  description:
    'Fields left out keep their values. Of these fields, only `name` can be cleared with `null`. Another `email` is shown as `pending_email` until the reader of that address approves it by the link that is mailed there; a session may ask for 5 addresses a minute, and a customer for one address five times at once and then every four hours.',
  auth: portalToken({ limited: false }),
  profile: 'write',
  uses: ['mail'],
  params: {},
  query: null,
  body: v.strictObject({
    name: v.optional(v.nullable(fields.text(0, NAME_MAX_LENGTH))),
    email: v.optional(fields.email),
    country_code: v.optional(fields.countryCode),
    address: v.optional(fields.address),
    language: v.optional(fields.language),
  }),
  response: PortalCustomer,
  errors: ['resource_missing'],
});

export const handler = servePortal(operation, async ({ body }, { tenant, store, run, customerId, subscriptionId, sessionId }) => {
  const { name, email, country_code: countryCode, address, language } = body;
  if (email !== undefined) {
    const attempts = await debitAttempt(store.table, tenant, `${sessionId}#email`, clock.nowMs());
    if (!attempts.allowed) throw throttled(attempts);
  }
  let isMailPaid = false;
  /** Takes what the mail to another address costs, once, however often it is decided anew. */
  const payMail = async (customer: Stored<Customer> | null): Promise<void> => {
    if (email === undefined || isMailPaid || !isLive(customer) || sameAddress(customer.record.email ?? '', email)) return;
    const sender = `${tenant.accountId}#${customerId}`;
    const bucket = await debitMailTo(store.table, { kind: 'email-change-mail', email, sender }, clock.nowMs());
    if (!bucket.allowed) throw throttled(bucket, 'mails to this address');
    isMailPaid = true;
  };
  const details = { name, countryCode, address: address === undefined ? undefined : fields.addressOf(address), language };
  return run({
    load: async () => {
      const [customer, subscriptions] = await Promise.all([
        store.get(customerAggregate, tenant, customerId),
        countryCode === undefined ? 0 : countLive(store, tenant, customerId),
      ]);
      await payMail(customer);
      return { customer, subscriptions, moment: await clockTime(store, tenant, customer?.record.testClockId ?? null) };
    },
    nowOf: ({ moment }) => moment,
    decide: (state, context) => updateInPortal({ ...details, email, subscriptionId }, state, context),
    extraWrites: ({ ordered }) => mailWrites(tenant, ordered),
    answer: ({ customer }) => viewPortalCustomer(customer),
    afterwards: async ({ reprices, ordered }) => {
      if (reprices) await repriceNow(store, clock.nowMs, tenant, customerId);
      await wakeMail(tenant, ordered, operation.id);
    },
  });
});
