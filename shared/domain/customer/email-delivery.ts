import { change } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, unchanged } from '../decision.ts';
import { sameEmail } from '../mail/recipients.ts';
import { type Customer, customerAggregate, type EmailDelivery, emailDeliveryOf } from './record.ts';
import { type CustomerState, customerExists } from './update.ts';

/** What the mail service reports about a mail to a customer: a permanent bounce or a complaint. Times are Unix seconds, real time. */
export interface EmailReport extends EmailDelivery {
  /** When the mail was sent. */
  readonly sentAt: number;
}

/**
 * `repeated`: this status or a complaint is recorded already. `outdated`: the customer has another address or none, or the address was set
 * again after the mail. `customer_gone`: the customer is unknown, deleted or purged.
 */
export type ReportOutcome = 'recorded' | 'repeated' | 'outdated' | 'customer_gone';

const isAboutCurrentEmail = ({ email, sentAt }: EmailReport, customer: Customer): boolean =>
  customer.email !== null && sameEmail(customer.email, email) && sentAt >= (customer.emailSetAt ?? 0);

/** Records a report about the customer's current email address: no more mail is sent to it. Event: `customer.updated`. Never refuses. */
export const recordEmailReport = (report: EmailReport, { customer }: CustomerState, _ctx: DecisionContext): Decision<ReportOutcome> => {
  if (!customerExists(customer)) return unchanged('customer_gone');
  const before = customer.record;
  if (before.email === null || !isAboutCurrentEmail(report, before)) return unchanged('outdated');
  const { status, reportedAt } = report;
  const recordedStatus = emailDeliveryOf(before)?.status ?? null;
  if (recordedStatus === status || recordedStatus === 'complained') return unchanged('repeated');
  const after: Customer = { ...before, emailDelivery: { status, email: before.email, reportedAt } };
  return {
    changes: [change(customerAggregate, customer, after)],
    events: [{ type: 'customer.updated', subjectId: after.id }],
    audit: audited('customer', `email_${status}`, after.id),
    result: 'recorded',
  };
};
