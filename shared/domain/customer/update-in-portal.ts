import { change } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, differs, unchanged } from '../decision.ts';
import type { NamedOrder } from '../mail/orders.ts';
import { sameAddress } from '../mail/recipients.ts';
import { Refusal } from '../refusal.ts';
import { patched, same } from '../same.ts';
import { type Customer, customerAggregate, type EmailChange, viewCustomer } from './record.ts';
import { type RepricingState, withRepricing } from './repricing.ts';
import { isLive, type UpdateCustomer } from './update.ts';

/** What a customer changes in the portal. `email`: waits until anyone who reads that address approves it. */
export interface UpdateInPortal extends Omit<UpdateCustomer, 'metadata'> {
  /** Of the session. */
  readonly subscriptionId: string;
}

/** `ordered`: the mail to a new address, which belongs to this decision; `null`: none. */
export interface UpdatedInPortal {
  readonly customer: Customer;
  /** Its subscriptions are to be priced anew. */
  readonly reprices: boolean;
  readonly ordered: NamedOrder | null;
}

/** The address that waits for approval after this was asked for; its own present address takes back what waits. */
const asked = (before: Customer, email: string | undefined, { ids, realNow }: DecisionContext): EmailChange | null => {
  if (email === undefined) return before.emailChange;
  if (before.email !== null && sameAddress(before.email, email)) return null;
  return { id: ids.next('emc_'), email, requestedAt: realNow };
};

const mailFor = ({ id: changeId }: EmailChange, customerId: string, subscriptionId: string): NamedOrder => ({
  mailId: `email_change#${changeId}`,
  order: { kind: 'email_change', customerId, subscriptionId, changeId },
  customerId,
});

/**
 * Changes the details at once, and the e-mail address once it was approved by the link in the mail that is ordered to it [PRT-15]. A later
 * address takes the place of one that waits, whose link opens nothing to approve then. An address that waits is shown to nobody but the customer.
 */
export const updateInPortal = (
  { email, subscriptionId, ...details }: UpdateInPortal,
  state: RepricingState,
  ctx: DecisionContext,
): Decision<UpdatedInPortal> | Refusal => {
  const { customer } = state;
  if (!isLive(customer)) return new Refusal('resource_missing', 'No such customer.');
  const before = customer.record;
  const emailChange = asked(before, email, ctx);
  const after: Customer = { ...patched(before, details), emailChange };
  if (!differs(customer, after)) return unchanged({ customer: after, reprices: false, ordered: null });
  const isNotified = !same(viewCustomer(before, ctx.tenant), viewCustomer(after, ctx.tenant));
  const isAsked = emailChange !== null && emailChange.id !== before.emailChange?.id;
  const decided = withRepricing(
    {
      changes: [change(customerAggregate, customer, after)],
      events: isNotified ? [{ type: 'customer.updated', subjectId: after.id }] : [],
      audit: audited('customer', isNotified ? 'updated' : 'email_change_requested', after.id),
      result: after,
    },
    state,
    ctx,
  );
  if (decided instanceof Refusal) return decided;
  const ordered = isAsked ? mailFor(emailChange, after.id, subscriptionId) : null;
  return { ...decided, result: { customer: after, reprices: decided.result.reprices, ordered } };
};
