import { change, type Stored } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, unchanged } from '../decision.ts';
import type { PortalSession } from '../portal-session/record.ts';
import { Refusal } from '../refusal.ts';
import { type Customer, customerAggregate, withEmail } from './record.ts';
import { type CustomerState, customerExists } from './update.ts';

export interface ApproveEmailState extends CustomerState {
  readonly session: Stored<PortalSession> | null;
}

const NOT_APPROVABLE = new Refusal('state_conflict', 'Only the link in the latest email to the new address can approve it.', {
  reason: 'email_not_approvable',
});

/**
 * Approves the pending email of a customer. Event: `customer.updated` [PRT-15]. Requires a portal session that was opened by the link
 * mailed to the pending email, and refuses the customer's other sessions (409). No change if no email is pending: the email is approved
 * already, or the account has set another email.
 */
export const approveEmail = (
  _command: null,
  { session, customer }: ApproveEmailState,
  ctx: DecisionContext,
): Decision<Customer> | Refusal => {
  if (session === null || !customerExists(customer) || customer.record.id !== session.record.customerId)
    return new Refusal('resource_missing', 'No such customer.');
  const { record } = customer;
  const { emailChange } = record;
  if (emailChange === null) return unchanged(record);
  if (session.record.emailChangeId !== emailChange.id) return NOT_APPROVABLE;
  const after = withEmail({ ...record, emailChange: null }, emailChange.email, ctx.realNow);
  return {
    changes: [change(customerAggregate, customer, after)],
    events: [{ type: 'customer.updated', subjectId: after.id }],
    audit: audited('customer', 'email_approved', after.id),
    result: after,
  };
};
