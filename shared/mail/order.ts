import { accountAggregate, sendsCustomerEmails } from '../domain/account/record.ts';
import { customerAggregate } from '../domain/customer/record.ts';
import { CUSTOMER_EMAIL_EVENTS, customerEmailOf, isCustomerEmail } from '../domain/mail/customer-emails.ts';
import { MAIL_EVENTS, type MailOrderWithId, mailOfEvent, noticeOfEmailChange, type RecordedMailEvent } from '../domain/mail/orders.ts';
import { mayReceive } from '../domain/mail/recipients.ts';
import type { Tenant } from '../domain/tenant.ts';
import { runConcurrently } from '../platform/run-concurrently.ts';
import type { Envelope } from '../ports/index.ts';
import { readEvents } from '../store/event-log/entries.ts';
import { parseEvent } from '../store/event-log/event-text.ts';
import { type MailQueueMessage, ORDERED_WITHIN_MS, outboxOf } from '../store/mail/outbox.ts';
import type { Store } from '../store/writer/store.ts';
import { reportOutcome } from './outcomes.ts';

export interface OrderDeps {
  readonly store: Store;
  /** Enqueues orders for the mail worker. If this fails, the sweep, which runs every minute, enqueues them. */
  readonly wake: (messages: readonly MailQueueMessage[]) => Promise<void>;
  readonly nowMs: () => number;
}

const CONCURRENCY = 10;

/** Types of the events for which mail can be ordered. */
export const EVENTS_WITH_MAIL: readonly string[] = [...new Set([...MAIL_EVENTS, ...CUSTOMER_EMAIL_EVENTS])];

const ordersOf = (event: RecordedMailEvent): readonly MailOrderWithId[] =>
  [mailOfEvent(event.type, event.data), noticeOfEmailChange(event), customerEmailOf(event)].filter((order) => order !== null);

/**
 * Creates the mail orders (outbox entries) for the events of a message on the event bus. Idempotent: the event determines the mail id, so
 * the mail of an event is ordered only once. No mail is ordered for events older than `ORDERED_WITHIN_MS`: their stored order may have
 * expired, so a new order could send the mail a second time.
 */
export const createMailOrders = async ({ store, wake, nowMs }: OrderDeps, { accountId, mode, events }: Envelope): Promise<void> => {
  const tenant: Tenant = { accountId, mode };
  const mailEventIds = events.filter(({ type }) => EVENTS_WITH_MAIL.includes(type)).map(({ id }) => id);
  if (mailEventIds.length === 0) return;
  const recorded = await readEvents(store.table, tenant, mailEventIds);
  const requested = recorded
    .filter(({ recordedAtMs }) => nowMs() - recordedAtMs < ORDERED_WITHIN_MS)
    .map(({ event }) => parseEvent(event))
    .flatMap(ordersOf);
  const orders = await deliverableOrders(store, tenant, requested);
  if (orders.length === 0) return;
  const outbox = outboxOf(store.table);
  await runConcurrently(CONCURRENCY, orders, ({ mailId, order }) => outbox.order(tenant, mailId, order, nowMs()));
  await wake(orders.map(({ mailId }) => ({ ...tenant, mailId })));
};

/**
 * Drops orders of customer emails that the account does not send, and test mode orders whose recipient may not receive mail [MAIL-01]. The
 * mail worker would drop these mails too, but a test tenant can have thousands of invented customers, for whom storing orders is wasted.
 */
const deliverableOrders = async (store: Store, tenant: Tenant, orders: readonly MailOrderWithId[]): Promise<readonly MailOrderWithId[]> => {
  const isTest = tenant.mode === 'test';
  if (!isTest && !orders.some(({ order }) => isCustomerEmail(order))) return orders;
  const ids = isTest ? [...new Set(orders.flatMap(({ customerId }) => customerId ?? []))] : [];
  const [account, customers] = await Promise.all([
    store.get(accountAggregate, tenant, tenant.accountId),
    store.getMany(customerAggregate, tenant, ids),
  ]);
  if (account === null) return [];
  const isAllowed = ({ customerId, order }: MailOrderWithId): boolean => {
    if (isCustomerEmail(order) && !sendsCustomerEmails(account.record)) return false;
    const customer = customerId === null ? undefined : customers.get(customerId);
    const allowed = customer === undefined || mayReceive('customer', customer.record.email ?? '', tenant.mode, account.record);
    if (!allowed) reportOutcome({ tenant, order, outcome: 'withheld' });
    return allowed;
  };
  return orders.filter(isAllowed);
};
