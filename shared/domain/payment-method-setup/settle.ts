import { change, type Stored } from '../aggregate.ts';
import { type Customer, customerAggregate, isClosedToSales } from '../customer/record.ts';
import { audited, type Decision, type DecisionContext, differs, unchanged } from '../decision.ts';
import { plainMethod } from '../payment/methods.ts';
import { firstPollAt, withCreatedMandate } from '../payment/poll.ts';
import { type Payment, paymentAggregate } from '../payment/record.ts';
import { canceledPayment, failedPayment, type PaidWithMandate, succeededPayment, type UnpaidFacts } from '../payment/transitions.ts';
import { refundOverpayment } from '../refund/overpayment.ts';
import type { Refund } from '../refund/record.ts';
import { Refusal } from '../refusal.ts';
import { applyPaymentMethod, type PaymentMethodState } from '../subscription/lifecycle/payment-method.ts';
import { canStillBeCharged } from '../subscription/state.ts';
import { isOnDeletedClock, type TestClock } from '../test-clock/record.ts';
import { methodIdOf, type SavedMethod, type Wallet, walletAggregate, walletOf, withSavedMethod } from '../wallet/record.ts';
import { type PaymentMethodSetup, type SetupStatus, setupAggregate } from './record.ts';

export interface SetupPaymentState {
  readonly setup: Stored<PaymentMethodSetup> | null;
  readonly payment: Stored<Payment> | null;
  readonly wallet: Stored<Wallet> | null;
  readonly customer: Stored<Customer> | null;
  readonly clock: Stored<TestClock> | null;
  /** The subscription that the setup is for; `null`: the setup is for the wallet. */
  readonly reauthorization: PaymentMethodState | null;
}

/** State for ending an attempt unpaid, or for marking it as processing. */
type UnpaidSetupState = Pick<SetupPaymentState, 'setup' | 'payment'>;

export interface SettledSetup {
  readonly setup: PaymentMethodSetup;
  readonly payment: Payment;
  /** The refund of the verification charge, if the method is no longer needed; `null`: none. */
  readonly refund: Refund | null;
}

const noSuchPayment = (): Refusal => new Refusal('resource_missing', 'No such setup payment.');

const savedMethod = (payment: Payment, { mandateId, providerCustomerId }: PaidWithMandate, ctx: DecisionContext): SavedMethod | null => {
  if (mandateId === null || providerCustomerId === null) return null;
  const mandate = { provider: payment.provider, providerCustomerId, mandateId };
  return { id: methodIdOf(ctx.ids, mandate), mandate, method: payment.paymentMethod ?? plainMethod('creditcard'), savedAt: ctx.now };
};

/** True when the method is no longer needed: the customer is being removed, the test clock is deleted, or the subscription has ended. */
const isUnneeded = ({ customer, clock, reauthorization }: SetupPaymentState, clockId: string | null): boolean =>
  customer === null ||
  isClosedToSales(customer.record) ||
  isOnDeletedClock(clockId, clock) ||
  (reauthorization !== null && !canStillBeCharged(reauthorization.subscription.record));

/**
 * Makes the verified method the payment method of the setup's subscription. Adds it to the wallet instead if the setup has no subscription,
 * or if a newer attempt of the setup has already succeeded.
 */
const applyMethod = (setup: PaymentMethodSetup, saved: SavedMethod, payment: Payment, state: SetupPaymentState, ctx: DecisionContext) => {
  const { reauthorization } = state;
  const isSuperseded = setup.status === 'succeeded' && setup.attempt?.paymentId !== payment.id;
  if (reauthorization !== null && !isSuperseded) return { ...applyPaymentMethod(reauthorization, saved, ctx.now), audit: null };
  const wallet = withSavedMethod(walletOf({ customerId: setup.customerId, wallet: state.wallet }, ctx), saved);
  return { changes: [change(walletAggregate, state.wallet, wallet)], events: [], audit: audited('payment_method', 'saved', saved.id) };
};

/**
 * Settles a paid verification charge: adds the method to the wallet, or makes it the payment method of the setup's subscription. Event:
 * `payment.succeeded`; no invoice. Idempotent. Also settles a payment that was reported as failed before. If the method is no longer needed
 * (`isUnneeded`), refunds the payment and saves nothing.
 */
export const settleSetup = (command: PaidWithMandate, state: SetupPaymentState, ctx: DecisionContext): Decision<SettledSetup> | Refusal => {
  if (state.setup === null || state.payment === null || state.customer === null) return noSuchPayment();
  const before = state.setup.record;
  const storedPayment = state.payment.record;
  if (storedPayment.status === 'succeeded') return unchanged({ setup: before, payment: storedPayment, refund: null });
  const paid = succeededPayment(storedPayment, command, ctx.now);
  if (isUnneeded(state, before.clockId)) {
    const { changes, events, payment, refund } = refundOverpayment(state.payment, paid, ctx);
    return { changes, events, result: { setup: before, payment, refund } };
  }
  const setup: PaymentMethodSetup = { ...before, status: 'succeeded' };
  const saved = savedMethod(paid, command, ctx);
  const payment = withCreatedMandate(paid, command, ctx);
  const applied = saved === null ? null : applyMethod(before, saved, paid, state, ctx);
  return {
    changes: [change(paymentAggregate, state.payment, payment), change(setupAggregate, state.setup, setup), ...(applied?.changes ?? [])],
    events: [...(applied?.events ?? []), { type: 'payment.succeeded', subjectId: paid.id }],
    guards: [{ kind: 'unchanged', aggregate: customerAggregate, stored: state.customer }],
    audit: applied?.audit ?? null,
    result: { setup, payment, refund: null },
  };
};

/** Sets the setup's status if `payment` belongs to the latest attempt; otherwise, or after the setup has succeeded, no change. */
const withAttemptStatus = (stored: Stored<PaymentMethodSetup>, payment: Payment, status: SetupStatus) => {
  const before = stored.record;
  const isLatest = before.attempt?.paymentId === payment.id && before.status !== 'succeeded';
  const setup: PaymentMethodSetup = isLatest ? { ...before, status } : before;
  return { setup, changes: differs(stored, setup) ? [change(setupAggregate, stored, setup)] : [] };
};

/**
 * Ends an unpaid verification charge: the setup has failed and can be confirmed again. Event: `payment.failed` if the charge was refused;
 * none if it was canceled or expired. No change if the payment has an outcome already.
 */
export const failSetup = (command: UnpaidFacts, state: UnpaidSetupState, _ctx: DecisionContext): Decision<SettledSetup> | Refusal => {
  if (state.setup === null || state.payment === null) return noSuchPayment();
  const storedPayment = state.payment.record;
  if (storedPayment.status !== 'pending') return unchanged({ setup: state.setup.record, payment: storedPayment, refund: null });
  const payment = command.outcome === 'failed' ? failedPayment(storedPayment, command) : canceledPayment(storedPayment, command);
  const { setup, changes } = withAttemptStatus(state.setup, payment, 'failed');
  return {
    changes: [change(paymentAggregate, state.payment, payment), ...changes],
    events: payment.status === 'failed' ? [{ type: 'payment.failed', subjectId: payment.id }] : [],
    result: { setup, payment, refund: null },
  };
};

/** Marks the setup as processing: the provider has the payment, but no outcome yet. */
export const markSetupPending = (
  command: { readonly providerPaymentId: string },
  state: UnpaidSetupState,
  ctx: DecisionContext,
): Decision<SettledSetup> | Refusal => {
  if (state.setup === null || state.payment === null) return noSuchPayment();
  const storedPayment = state.payment.record;
  if (storedPayment.status !== 'pending') return unchanged({ setup: state.setup.record, payment: storedPayment, refund: null });
  const payment: Payment = {
    ...storedPayment,
    providerPaymentId: command.providerPaymentId,
    providerCheckoutUrl: null,
    // In former releases, payments had no polling time, because they were polled together with their setup.
    pollsFrom: storedPayment.pollsFrom ?? firstPollAt(ctx.realNow),
  };
  const { setup, changes } = withAttemptStatus(state.setup, payment, 'processing');
  return {
    changes: [...(differs(state.payment, payment) ? [change(paymentAggregate, state.payment, payment)] : []), ...changes],
    events: [],
    result: { setup, payment, refund: null },
  };
};
