import { change, type Stored } from '../aggregate.ts';
import { type Customer, customerAggregate, isClosedForSale } from '../customer/record.ts';
import { audited, type Decision, type DecisionContext, differs, unchanged } from '../decision.ts';
import { firstPollAt, leavingMandate } from '../payment/poll.ts';
import { type Payment, paymentAggregate } from '../payment/record.ts';
import { canceledPayment, failedPayment, type PaidWithMandate, succeededPayment, type UnpaidFacts } from '../payment/transitions.ts';
import { plainMethod } from '../payment-methods.ts';
import { refundOverpayment } from '../refund/overpayment.ts';
import type { Refund } from '../refund/record.ts';
import { Refusal } from '../refusal.ts';
import { type ReauthorizedState, reauthorized } from '../subscription/lifecycle/reauthorized.ts';
import { isCharged } from '../subscription/state.ts';
import { isBlocked, type TestClock } from '../test-clock/record.ts';
import { keeping, methodIdOf, type SavedMethod, type Wallet, walletAggregate, walletOf } from '../wallet/record.ts';
import { type PaymentMethodSetup, type SetupStatus, setupAggregate } from './record.ts';

export interface SetupPaymentState {
  readonly setup: Stored<PaymentMethodSetup> | null;
  readonly payment: Stored<Payment> | null;
  readonly wallet: Stored<Wallet> | null;
  readonly customer: Stored<Customer> | null;
  readonly clock: Stored<TestClock> | null;
  /** The subscription that the setup is for; `null`: it is for the wallet. */
  readonly reauthorizes: ReauthorizedState | null;
}

/** What the end of an attempt is decided on, where nothing was paid. */
type UndecidedSetup = Pick<SetupPaymentState, 'setup' | 'payment'>;

export interface SettledSetup {
  readonly setup: PaymentMethodSetup;
  readonly payment: Payment;
  /** What gives the money back, since there is nobody any more to save the method for. */
  readonly refund: Refund | null;
}

const missing = (): Refusal => new Refusal('resource_missing', 'No such setup payment.');

const savedMethod = (payment: Payment, { mandateId, providerCustomerId }: PaidWithMandate, ctx: DecisionContext): SavedMethod | null => {
  if (mandateId === null || providerCustomerId === null) return null;
  const mandate = { provider: payment.provider, providerCustomerId, mandateId };
  return { id: methodIdOf(ctx.ids, mandate), mandate, method: payment.paymentMethod ?? plainMethod('creditcard'), savedAt: ctx.now };
};

/** Nobody is left to prove a method for: the customer goes, time is still, or the subscription has ended. */
const isOver = ({ customer, clock, reauthorizes }: SetupPaymentState, clockId: string | null): boolean =>
  customer === null ||
  isClosedForSale(customer.record) ||
  isBlocked(clockId, clock) ||
  (reauthorizes !== null && !isCharged(reauthorizes.subscription.record));

/** What the method that was proved is for: its subscription, or the wallet. One that came after a later choice was paid is kept there too. */
const used = (setup: PaymentMethodSetup, saved: SavedMethod, payment: Payment, state: SetupPaymentState, ctx: DecisionContext) => {
  const { reauthorizes } = state;
  const late = setup.status === 'succeeded' && setup.attempt?.paymentId !== payment.id;
  if (reauthorizes !== null && !late) return { ...reauthorized(reauthorizes, saved, ctx.now), audit: null };
  const wallet = keeping(walletOf({ customerId: setup.customerId, wallet: state.wallet }, ctx), saved);
  return { changes: [change(walletAggregate, state.wallet, wallet)], events: [], audit: audited('payment_method', 'saved', saved.id) };
};

/**
 * The verification charge was paid: its mandate is saved in the wallet, and no subscription is charged to it yet; or the subscription
 * that it was asked for is charged to it from now on. `payment.succeeded`, with no invoice. Settling again changes nothing. Paid after an
 * earlier word of failure counts. For a customer who is being removed, or whose test clock was deleted, and for a subscription that has
 * ended, nothing is saved and the money goes back.
 */
export const settleSetup = (command: PaidWithMandate, state: SetupPaymentState, ctx: DecisionContext): Decision<SettledSetup> | Refusal => {
  if (state.setup === null || state.payment === null || state.customer === null) return missing();
  const before = state.setup.record;
  const known = state.payment.record;
  if (known.status === 'succeeded') return unchanged({ setup: before, payment: known, refund: null });
  const paid = succeededPayment(known, command, ctx.now);
  if (isOver(state, before.clockId)) {
    const { changes, events, payment, refund } = refundOverpayment(state.payment, paid, ctx);
    return { changes, events, result: { setup: before, payment, refund } };
  }
  const setup: PaymentMethodSetup = { ...before, status: 'succeeded' };
  const saved = savedMethod(paid, command, ctx);
  const payment = leavingMandate(paid, command, ctx);
  const use = saved === null ? null : used(before, saved, paid, state, ctx);
  return {
    changes: [change(paymentAggregate, state.payment, payment), change(setupAggregate, state.setup, setup), ...(use?.changes ?? [])],
    events: [...(use?.events ?? []), { type: 'payment.succeeded', subjectId: paid.id }],
    guards: [{ kind: 'unchanged', aggregate: customerAggregate, stored: state.customer }],
    audit: use?.audit ?? null,
    result: { setup, payment, refund: null },
  };
};

/** The setup when its latest attempt came to this; an earlier attempt's end does not mention it. */
const moved = (stored: Stored<PaymentMethodSetup>, payment: Payment, status: SetupStatus) => {
  const before = stored.record;
  const current = before.attempt?.paymentId === payment.id && before.status !== 'succeeded';
  const setup: PaymentMethodSetup = current ? { ...before, status } : before;
  return { setup, changes: differs(stored, setup) ? [change(setupAggregate, stored, setup)] : [] };
};

/**
 * The verification charge came to nothing: the setup has failed, and may be confirmed again. Only a refused charge records
 * `payment.failed`. An attempt whose outcome is known already stays as it is.
 */
export const failSetup = (command: UnpaidFacts, state: UndecidedSetup, _ctx: DecisionContext): Decision<SettledSetup> | Refusal => {
  if (state.setup === null || state.payment === null) return missing();
  const known = state.payment.record;
  if (known.status !== 'pending') return unchanged({ setup: state.setup.record, payment: known, refund: null });
  const payment = command.outcome === 'failed' ? failedPayment(known, command) : canceledPayment(known, command);
  const { setup, changes } = moved(state.setup, payment, 'failed');
  return {
    changes: [change(paymentAggregate, state.payment, payment), ...changes],
    events: payment.status === 'failed' ? [{ type: 'payment.failed', subjectId: payment.id }] : [],
    result: { setup, payment, refund: null },
  };
};

/** The provider has the payment, but not its outcome. */
export const setupPending = (
  command: { readonly providerPaymentId: string },
  state: UndecidedSetup,
  ctx: DecisionContext,
): Decision<SettledSetup> | Refusal => {
  if (state.setup === null || state.payment === null) return missing();
  const known = state.payment.record;
  if (known.status !== 'pending') return unchanged({ setup: state.setup.record, payment: known, refund: null });
  const payment: Payment = {
    ...known,
    providerPaymentId: command.providerPaymentId,
    providerCheckoutUrl: null,
    // Attempts of former releases were polled by their setup.
    pollsFrom: known.pollsFrom ?? firstPollAt(ctx.realNow),
  };
  const { setup, changes } = moved(state.setup, payment, 'processing');
  return {
    changes: [...(differs(state.payment, payment) ? [change(paymentAggregate, state.payment, payment)] : []), ...changes],
    events: [],
    result: { setup, payment, refund: null },
  };
};
