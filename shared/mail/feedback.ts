import { recordEmailReport } from '../domain/customer/email-delivery.ts';
import { customerAggregate } from '../domain/customer/record.ts';
import { logNotice, METRIC_LINES } from '../platform/log-lines.ts';
import { type MailFeedback, parseMailFeedback } from '../ports/mail-feedback.ts';
import { fetchClockTime } from '../runtime/simulated-time.ts';
import { SYSTEM } from '../store/audit/entries.ts';
import type { Store } from '../store/writer/store.ts';

/**
 * Applies a feedback message of the mail service: records a permanent bounce or a complaint on the customer who received the mail. Feedback
 * on mail to members and owners is only logged, and so is a message that cannot be parsed. Throws only if the table cannot be read or
 * written, so that the message is retried.
 */
export const applyMailFeedback = async (store: Store, message: string): Promise<void> => {
  const parsed = parseMailFeedback(message);
  if (parsed.kind === 'ignored') return;
  if (parsed.kind === 'malformed') return logNotice(METRIC_LINES.mailFeedbackMalformed, {});
  const { accountId, mode, status } = parsed;
  const outcome = await recordOnCustomer(store, parsed);
  logNotice(METRIC_LINES.mailFeedback, { account: accountId, mode, status, outcome });
};

/** Returns the outcome for the log; `no_customer`: the mail was to a member or owner, or its tags are missing or invalid. */
const recordOnCustomer = async (store: Store, feedback: MailFeedback): Promise<string> => {
  const { accountId, mode, customerId, status, recipient, sentAt, reportedAt } = feedback;
  if (accountId === null || mode === null || customerId === null) return 'no_customer';
  const tenant = { accountId, mode };
  const outcome = await store.run({
    tenant,
    actor: SYSTEM,
    load: async () => {
      const customer = await store.get(customerAggregate, tenant, customerId);
      return { customer, now: await fetchClockTime(store, tenant, customer?.record.testClockId ?? null) };
    },
    nowOf: ({ now }) => now,
    decide: (state, context) => recordEmailReport({ status, email: recipient, sentAt, reportedAt }, state, context),
  });
  return outcome.kind === 'done' ? outcome.result : 'refused';
};
