import { change, type Stored } from '../aggregate.ts';
import { type Decision, type DecisionContext, differs, unchanged } from '../decision.ts';
import { Refusal } from '../refusal.ts';
import { type Payment, paymentAggregate } from './record.ts';

export interface RecordProviderPayment {
  readonly providerPaymentId: string;
  /** URL of the provider's payment page; `null` for a charge without a buyer. */
  readonly checkoutUrl: string | null;
}

export interface PaymentState {
  readonly payment: Stored<Payment> | null;
}

/** Stores the id and URL of the provider's payment. No event, since the API object does not change. */
export const recordProviderPayment = (
  command: RecordProviderPayment,
  state: PaymentState,
  _ctx: DecisionContext,
): Decision<Payment> | Refusal => {
  if (state.payment === null) return new Refusal('resource_missing', 'No such payment.');
  const before = state.payment.record;
  const after: Payment = {
    ...before,
    providerPaymentId: command.providerPaymentId,
    providerCheckoutUrl: before.status === 'pending' ? command.checkoutUrl : null,
  };
  if (!differs(state.payment, after)) return unchanged(after);
  return { changes: [change(paymentAggregate, state.payment, after)], events: [], result: after };
};
