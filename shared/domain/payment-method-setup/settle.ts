import { type Customer, customerAggregate, isClosedForSale } from '../customer/record.ts';
import { audited, differs, unchanged } from '../decisions.ts';
import type { Decision, DecisionContext, Stored } from '../kernel.ts';
import { change, Refusal } from '../kernel.ts';
import { firstPollAt, leavingMandate } from '../payment/poll.ts';
import { type Payment, paymentAggregate } from '../payment/record.ts';
import type { FailureFacts, PaidFacts } from '../payment/transitions.ts';
import { canceledPayment, failedPayment, succeededPayment } from '../payment/transitions.ts';
import { plainMethod } from '../payment-methods.ts';
import { giveBack } from '../refund/overpayment.ts';
import type { Refund } from '../refund/record.ts';
import { standsStill, type TestClock } from '../test-clock/record.ts';
import { keeping, methodIdOf, type SavedMethod, type Wallet, walletAggregate, walletOf } from '../wallet/record.ts';
import { type PaymentMethodSetup, type SetupStatus, setupAggregate } from './record.ts';

export interface SetupPaymentState {
  readonly setup: Stored<PaymentMethodSetup> | null;
  readonly payment: Stored<Payment> | null;
  readonly wallet: Stored<Wallet> | null;
  readonly customer: Stored<Customer> | null;
  readonly clock: Stored<TestClock> | null;
}

export interface SettleSetup extends PaidFacts {
  readonly mandateId: string | null;
  readonly providerCustomerId: string | null;
}

export interface SettledSetup {
  readonly setup: PaymentMethodSetup;
  readonly payment: Payment;
  /** What gives the money back, since there is nobody any more to save the method for. */
  readonly refund: Refund | null;
}

const missing = (): Refusal => new Refusal('resource_missing', 'No such setup payment.');

const savedMethod = (payment: Payment, { mandateId, providerCustomerId }: SettleSetup, ctx: DecisionContext): SavedMethod | null => {
  if (mandateId === null || providerCustomerId === null) return null;
  const mandate = { provider: payment.provider, providerCustomerId, mandateId };
  return { id: methodIdOf(ctx.ids, mandate), mandate, method: payment.paymentMethod ?? plainMethod('creditcard'), savedAt: ctx.now };
};

/**
 * The verification charge was paid: its mandate is saved in the wallet, and no subscription is charged to it yet. `payment.succeeded`,
 * with no invoice. Settling again changes nothing. Paid after an earlier word of failure counts. For a customer who is being
 * removed, or whose test clock was deleted, nothing is saved and the money goes back.
 */
export const settleSetup = (command: SettleSetup, state: SetupPaymentState, ctx: DecisionContext): Decision<SettledSetup> | Refusal => {
  if (state.setup === null || state.payment === null || state.customer === null) return missing();
  const before = state.setup.record;
  const known = state.payment.record;
  if (known.status === 'succeeded') return unchanged({ setup: before, payment: known, refund: null });
  const paid = succeededPayment(known, command, ctx.now);
  if (isClosedForSale(state.customer.record) || standsStill(before.clockId, state.clock)) {
    const { changes, events, payment, refund } = giveBack(state.payment, paid, ctx);
    return { changes, events, result: { setup: before, payment, refund } };
  }
  const setup: PaymentMethodSetup = { ...before, status: 'succeeded' };
  const saved = savedMethod(paid, command, ctx);
  const payment = leavingMandate(paid, command, ctx);
  const wallet = walletOf({ customerId: before.customerId, wallet: state.wallet }, ctx);
  return {
    changes: [
      change(paymentAggregate, state.payment, payment),
      change(setupAggregate, state.setup, setup),
      ...(saved === null ? [] : [change(walletAggregate, state.wallet, keeping(wallet, saved))]),
    ],
    events: [{ type: 'payment.succeeded', subjectId: paid.id }],
    guards: [{ kind: 'unchanged', aggregate: customerAggregate, stored: state.customer }],
    audit: saved === null ? null : audited('payment_method', 'saved', saved.id),
    result: { setup, payment, refund: null },
  };
};

/** The setup when its latest attempt came to this; an earlier attempt's end says nothing of it. */
const moved = (stored: Stored<PaymentMethodSetup>, payment: Payment, status: SetupStatus) => {
  const before = stored.record;
  const current = before.attempt?.paymentId === payment.id && before.status !== 'succeeded';
  const setup: PaymentMethodSetup = current ? { ...before, status } : before;
  return { setup, changes: differs(stored, setup) ? [change(setupAggregate, stored, setup)] : [] };
};

export interface FailSetup extends FailureFacts {
  /** `failed`: the charge was refused. `canceled`, `expired`: the buyer walked away, which is no failure [EVT-68]. */
  readonly outcome: 'failed' | 'canceled' | 'expired';
}

/**
 * The verification charge came to nothing: the setup has failed, and may be confirmed again. Only a refused charge records
 * `payment.failed`. An attempt whose outcome is known already stays as it is.
 */
export const failSetup = (command: FailSetup, state: SetupPaymentState, _ctx: DecisionContext): Decision<SettledSetup> | Refusal => {
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
  state: SetupPaymentState,
  ctx: DecisionContext,
): Decision<SettledSetup> | Refusal => {
  if (state.setup === null || state.payment === null) return missing();
  const known = state.payment.record;
  if (known.status !== 'pending') return unchanged({ setup: state.setup.record, payment: known, refund: null });
  const payment: Payment = {
    ...known,
    providerPaymentId: command.providerPaymentId,
    providerCheckoutUrl: null,
    // Attempts of former releases were asked after by their setup.
    pollsFrom: known.pollsFrom ?? firstPollAt(ctx.realNow),
  };
  const { setup, changes } = moved(state.setup, payment, 'processing');
  return {
    changes: [...(differs(state.payment, payment) ? [change(paymentAggregate, state.payment, payment)] : []), ...changes],
    events: [],
    result: { setup, payment, refund: null },
  };
};
