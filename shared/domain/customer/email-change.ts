import { change, type Stored } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, unchanged } from '../decision.ts';
import type { PortalSession } from '../portal-session/record.ts';
import { Refusal } from '../refusal.ts';
import { type Customer, customerAggregate } from './record.ts';
import { type CustomerState, isLive } from './update.ts';

export interface ApproveEmailState extends CustomerState {
  readonly session: Stored<PortalSession> | null;
}

const NOT_MAILED = new Refusal('state_conflict', 'Only the link in the newest mail to the new address approves it.', {
  reason: 'email_not_approvable',
});

/**
 * The reader of the mail that opened this session takes its address for the customer's mail from now on: `customer.updated` [PRT-15].
 * Refuses a session that another mail opened, or none (409). Where no address waits, it was approved before, or the account changed it: that is.
 */
export const approveEmail = (
  _command: null,
  { session, customer }: ApproveEmailState,
  _ctx: DecisionContext,
): Decision<Customer> | Refusal => {
  if (session === null || !isLive(customer) || customer.record.id !== session.record.customerId)
    return new Refusal('resource_missing', 'No such customer.');
  const { emailChange, ...before } = customer.record;
  if (emailChange === null) return unchanged(customer.record);
  if (session.record.emailChangeId !== emailChange.id) return NOT_MAILED;
  const after: Customer = { ...before, email: emailChange.email, emailChange: null };
  return {
    changes: [change(customerAggregate, customer, after)],
    events: [{ type: 'customer.updated', subjectId: after.id }],
    audit: audited('customer', 'email_approved', after.id),
    result: after,
  };
};
