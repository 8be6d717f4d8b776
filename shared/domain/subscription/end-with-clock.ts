import { unchanged } from '../decisions.ts';
import type { Invoice } from '../invoice/record.ts';
import { invoiceAggregate } from '../invoice/record.ts';
import { isPayable, voidedInvoice } from '../invoice/transitions.ts';
import type { Decision, DecisionContext, NewEvent, Stored } from '../kernel.ts';
import { change, Refusal } from '../kernel.ts';
import type { BillingParties } from '../parties.ts';
import { treatmentFor } from '../parties.ts';
import { noLongerAwaited } from '../payment/poll.ts';
import type { Payment } from '../payment/record.ts';
import { end, eventsOfStep } from './cycle.ts';
import type { Subscription } from './record.ts';
import { subscriptionAggregate } from './record.ts';

export interface EndWithClockState {
  readonly subscription: Stored<Subscription> | null;
  /** The invoice of `subscription.renewal`, if one is being collected. */
  readonly invoice: Stored<Invoice> | null;
  /** The payment of `subscription.renewal`. */
  readonly payment: Stored<Payment> | null;
  readonly parties: BillingParties;
}

/**
 * The subscription's test clock is deleted, so that its time stands still for ever: it is canceled, `subscription.updated` and
 * `subscription.canceled` [EVT-19]. The invoice that is being collected is voided, `invoice.voided`, so that nobody
 * goes on owing; money that comes for it all the same is an overpayment. A canceled subscription stays as it is.
 */
export const endWithClock = (_command: null, state: EndWithClockState, ctx: DecisionContext): Decision<Subscription> | Refusal => {
  if (state.subscription === null) return new Refusal('resource_missing', 'No such subscription.');
  const before = state.subscription.record;
  if (before.status === 'canceled') return unchanged(before);
  const step = end(before, 'test_clock_deleted', treatmentFor(state.parties), ctx.now);
  const open = state.invoice !== null && isPayable(state.invoice.record) ? state.invoice : null;
  const voided: readonly NewEvent[] = open === null ? [] : [{ type: 'invoice.voided', subjectId: open.record.id }];
  return {
    changes: [
      change(subscriptionAggregate, state.subscription, step.subscription),
      ...(open === null ? [] : [change(invoiceAggregate, open, voidedInvoice(open.record, ctx.now))]),
      ...noLongerAwaited(state.payment, ctx),
    ],
    events: [...eventsOfStep(step), ...voided],
    result: step.subscription,
  };
};
