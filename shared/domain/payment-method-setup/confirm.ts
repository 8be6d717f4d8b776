import { change, type Stored } from '../aggregate.ts';
import { type Decision, type DecisionContext, unchanged } from '../decision.ts';
import { pendingPaymentOf } from '../payable/attempt.ts';
import { plainMethod, verificationAmountCents } from '../payment/methods.ts';
import { firstPollAt } from '../payment/poll.ts';
import type { ProviderAccountId } from '../payment/provider.ts';
import { type Payment, paymentAggregate } from '../payment/record.ts';
import { pendingPayment } from '../payment/transitions.ts';
import { invalidParam, Refusal } from '../refusal.ts';
import { clockUnchanged } from '../test-clock/record.ts';
import { type CreateSetupState, canAddMethod, refuseSetup } from './create.ts';
import { type PaymentMethodSetup, setupAggregate } from './record.ts';
import { failSetup } from './settle.ts';

export interface ConfirmSetup {
  readonly method: string;
  /** Digest of what the buyer selected (method, and card or bank): tells whether a later request selects the same. */
  readonly choice: string;
  /** Provider of a new attempt. */
  readonly provider: ProviderAccountId;
}

export interface ConfirmSetupState extends CreateSetupState {
  readonly setup: Stored<PaymentMethodSetup> | null;
  /** The payment of `setup.attempt`, if any. */
  readonly payment: Stored<Payment> | null;
}

/**
 * A setup after its confirmation. `step` is what follows. `pay`: the caller creates `payment` at the provider, or continues it. `withdraw`:
 * `payment` is an earlier one with another choice or provider; the caller cancels it at the provider, applies its outcome (it may be paid),
 * and then tries again. `done`: nothing, because the setup has succeeded.
 */
export interface ConfirmedSetup {
  readonly step: 'pay' | 'withdraw' | 'done';
  readonly setup: PaymentMethodSetup;
  readonly payment: Payment;
}

const SUCCEEDED = new Refusal('state_conflict', 'This setup has already succeeded. Create another one to add another payment method.');

export const NO_SETUP = new Refusal('resource_missing', 'No such setup.', { param: 'client_secret' });

/**
 * Builds a new verification payment for the setup. `method: null`: the buyer chooses on the provider's page. Each attempt charges the
 * amount of its method, for example the minimum of eps.
 */
export const newAttempt = (
  { method, choice, provider }: Omit<ConfirmSetup, 'method'> & { readonly method: string | null },
  setup: Omit<PaymentMethodSetup, 'amountCents'>,
  ctx: DecisionContext,
): { readonly payment: Payment; readonly setup: PaymentMethodSetup } => {
  const amountCents = verificationAmountCents(method);
  const number = (setup.attempt?.number ?? 0) + 1;
  const payment = pendingPayment({
    id: ctx.ids.next(paymentAggregate.prefix),
    created: ctx.now,
    type: 'setup',
    amountCents,
    currency: setup.currency,
    verification: true,
    customerId: setup.customerId,
    priceId: null,
    setupId: setup.id,
    ...(setup.subscriptionId === null ? {} : { subscriptionId: setup.subscriptionId }),
    paymentMethod: method === null ? null : plainMethod(method),
    idempotencyKey: `${setup.id}-${number}`,
    provider,
    pollsFrom: firstPollAt(ctx.realNow),
  });
  const attempt = { number, paymentId: payment.id, choice };
  return { payment, setup: { ...setup, amountCents, status: 'requires_action' as const, attempt } };
};

/**
 * Confirms a setup: creates a verification payment of type `setup` for the selected method [PAY-07]. The same choice continues the pending
 * payment; for another choice, the pending payment must be canceled first. Refuses an unknown setup (404), a method that is not accepted
 * (400), and another choice after the setup has succeeded (409). Also refuses everything that `createSetup` refuses.
 */
export const confirmSetup = (command: ConfirmSetup, state: ConfirmSetupState, ctx: DecisionContext): Decision<ConfirmedSetup> | Refusal => {
  const { walletAccess } = state;
  if (state.setup === null || walletAccess === null || state.setup.record.customerId !== walletAccess.customerId) return NO_SETUP;
  const setup = state.setup.record;
  const isSameChoice = setup.attempt?.choice === command.choice;
  if (setup.status === 'succeeded') {
    return isSameChoice && state.payment !== null ? unchanged({ step: 'done', setup, payment: state.payment.record }) : SUCCEEDED;
  }
  const pending = pendingPaymentOf(setup, state.payment);
  if (isSameChoice && pending?.record.provider === command.provider) return unchanged({ step: 'pay', setup, payment: pending.record });
  const refusal = refuseSetup(state);
  if (refusal !== null) return refusal;
  if (!canAddMethod(walletAccess, command.method)) {
    return invalidParam('method', `A payment method cannot be added with ${command.method} here.`);
  }
  if (pending !== null) return unchanged({ step: 'withdraw', setup, payment: pending.record });
  const started = newAttempt(command, setup, ctx);
  return {
    changes: [change(paymentAggregate, null, started.payment), change(setupAggregate, state.setup, started.setup)],
    events: [],
    guards: clockUnchanged(state.clock),
    result: { step: 'pay', ...started },
  };
};

/**
 * Records the payment of the latest attempt as canceled, so that another choice can be confirmed. The payment is polled until its final
 * outcome; if it succeeds after all, its method is saved. No change if the payment has an outcome already, or if `paymentId` is not the
 * payment of the latest attempt.
 */
export const cancelSetupAttempt = (
  { paymentId }: { readonly paymentId: string },
  state: Pick<ConfirmSetupState, 'setup' | 'payment'>,
  ctx: DecisionContext,
): Decision<unknown> | Refusal =>
  state.payment?.record.id === paymentId
    ? failSetup({ outcome: 'canceled', providerPaymentId: null, failureCode: null, failureMessage: null }, state, ctx)
    : unchanged(null);
