import { change } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, differs, unchanged } from '../decision.ts';
import { type EnteredSettings, withEntered } from '../e-invoice/settings.ts';
import type { MailOrderWithId } from '../mail/orders.ts';
import { sameEmail } from '../mail/recipients.ts';
import { Refusal } from '../refusal.ts';
import { isDeepEqual, patched } from '../same.ts';
import { type Customer, customerAggregate, type EmailChange, viewCustomer } from './record.ts';
import { type RepricingState, withCustomerRepricing } from './repricing.ts';
import { customerExists, type UpdateCustomer } from './update.ts';

/** Update by a customer in the portal. A new `email` is pending until the customer follows the link that is mailed to it. */
export type UpdateInPortal = Omit<UpdateCustomer, 'metadata' | 'eInvoicing'> & {
  /** Replaces these settings for e-invoices and keeps the others; `undefined`: all keep their values. */
  readonly eInvoicing?: EnteredSettings | undefined;
  /** Subscription of the portal session. */
  readonly subscriptionId: string;
};

export interface UpdatedInPortal {
  readonly customer: Customer;
  /** True when the customer's subscriptions must be repriced. */
  readonly needsRepricing: boolean;
  /** The mail with the link to approve a new email, ordered in the same transaction; `null`: none. */
  readonly mailOrder: MailOrderWithId | null;
}

/** The pending email after the update; `null`: none. Entering the current email withdraws a pending email. */
const emailChangeAfter = (before: Customer, email: string | undefined, { ids, realNow }: DecisionContext): EmailChange | null => {
  if (email === undefined) return before.emailChange;
  if (before.email !== null && sameEmail(before.email, email)) return null;
  return { id: ids.next('emc_'), email, requestedAt: realNow };
};

const mailFor = ({ id: changeId }: EmailChange, customerId: string, subscriptionId: string): MailOrderWithId => ({
  mailId: `email_change#${changeId}`,
  order: { kind: 'email_change', customerId, subscriptionId, changeId },
  customerId,
});

/**
 * Updates the customer's details. The email does not change yet: a new email is pending until the customer approves it with the link that
 * is mailed to it [PRT-15]. If another email is entered before that, it becomes the pending email, and the link mailed earlier approves
 * nothing. Only the customer sees a pending email.
 */
export const updateInPortal = (
  { email, subscriptionId, eInvoicing, ...details }: UpdateInPortal,
  state: RepricingState,
  ctx: DecisionContext,
): Decision<UpdatedInPortal> | Refusal => {
  const { customer } = state;
  if (!customerExists(customer)) return new Refusal('resource_missing', 'No such customer.');
  const before = customer.record;
  const emailChange = emailChangeAfter(before, email, ctx);
  const after: Customer = {
    ...patched(before, details),
    ...(eInvoicing === undefined ? {} : { eInvoicing: withEntered(before.eInvoicing, eInvoicing) }),
    emailChange,
  };
  if (!differs(customer, after)) return unchanged({ customer: after, needsRepricing: false, mailOrder: null });
  const changesApiObject = !isDeepEqual(viewCustomer(before, ctx.tenant), viewCustomer(after, ctx.tenant));
  const isNewEmail = emailChange !== null && emailChange.id !== before.emailChange?.id;
  const decided = withCustomerRepricing(
    {
      changes: [change(customerAggregate, customer, after)],
      events: changesApiObject ? [{ type: 'customer.updated', subjectId: after.id }] : [],
      audit: audited('customer', changesApiObject ? 'updated' : 'email_change_requested', after.id),
      result: after,
    },
    state,
    ctx,
  );
  if (decided instanceof Refusal) return decided;
  const mailOrder = isNewEmail ? mailFor(emailChange, after.id, subscriptionId) : null;
  return { ...decided, result: { customer: after, needsRepricing: decided.result.needsRepricing, mailOrder } };
};
