import { change, type Stored } from '../aggregate.ts';
import { type Decision, type DecisionContext, unchanged } from '../decision.ts';
import { firstPollAt } from '../payment/poll.ts';
import { type Payment, paymentAggregate } from '../payment/record.ts';
import { pendingPayment } from '../payment/transitions.ts';
import { isElementMethod, plainMethod } from '../payment-methods.ts';
import type { ProviderName } from '../provider.ts';
import { Refusal } from '../refusal.ts';
import { onClock } from '../test-clock/record.ts';
import { type CreateSetupState, setupHindrance } from './create.ts';
import { type PaymentMethodSetup, setupAggregate } from './record.ts';
import { failSetup } from './settle.ts';

export interface ConfirmSetup {
  readonly method: string;
  /** Digest of all that the buyer chose. */
  readonly choice: string;
  /** Where a new attempt is made. */
  readonly provider: ProviderName;
}

export interface ConfirmSetupState extends CreateSetupState {
  readonly setup: Stored<PaymentMethodSetup> | null;
  /** The payment of `setup.attempt`, if there is one. */
  readonly payment: Stored<Payment> | null;
}

/**
 * `pay`: this payment is to be opened at the provider, or continued. `withdraw`: this one, for another choice or elsewhere, is
 * in the way; it may have been paid in the meantime, so the provider is asked first. `done`: the setup has succeeded.
 */
export interface ConfirmedSetup {
  readonly step: 'pay' | 'withdraw' | 'done';
  readonly setup: PaymentMethodSetup;
  readonly payment: Payment;
}

const SUCCEEDED = new Refusal('state_conflict', 'This setup has succeeded already. Begin another one to add a further payment method.');

export const NO_SETUP = new Refusal('resource_missing', 'No such setup.', { param: 'client_secret' });

/** The attempt of the setup, while nobody knows its outcome. */
export const pendingOf = ({ attempt }: PaymentMethodSetup, payment: Stored<Payment> | null): Stored<Payment> | null =>
  payment !== null && payment.record.status === 'pending' && attempt?.paymentId === payment.record.id ? payment : null;

/** A new payment that is to prove a method for the setup; `method: null`: the one that the buyer chooses there. */
export const newAttempt = (
  { method, choice, provider }: Omit<ConfirmSetup, 'method'> & { readonly method: string | null },
  setup: PaymentMethodSetup,
  ctx: DecisionContext,
): { readonly payment: Payment; readonly setup: PaymentMethodSetup } => {
  const number = (setup.attempt?.number ?? 0) + 1;
  const payment = pendingPayment({
    id: ctx.ids.next(paymentAggregate.prefix),
    created: ctx.now,
    type: 'setup',
    amountCents: setup.amountCents,
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
  return { payment, setup: { ...setup, status: 'requires_action' as const, attempt } };
};

/**
 * The buyer chose a way to pay: opens a payment of type `setup` that proves it [PAY-07]. Confirmed again with the same choice, the
 * same payment is continued; for another it has to be withdrawn first. Refuses what creating a setup
 * refuses, a method that is not taken here (400), and another choice once the setup has succeeded (409).
 */
export const confirmSetup = (command: ConfirmSetup, state: ConfirmSetupState, ctx: DecisionContext): Decision<ConfirmedSetup> | Refusal => {
  const { opened } = state;
  if (state.setup === null || opened === null || state.setup.record.customerId !== opened.customerId) return NO_SETUP;
  const setup = state.setup.record;
  const sameChoice = setup.attempt?.choice === command.choice;
  if (setup.status === 'succeeded') {
    return sameChoice && state.payment !== null ? unchanged({ step: 'done', setup, payment: state.payment.record }) : SUCCEEDED;
  }
  const pending = pendingOf(setup, state.payment);
  if (sameChoice && pending?.record.provider === command.provider) return unchanged({ step: 'pay', setup, payment: pending.record });
  const refused = setupHindrance(state);
  if (refused !== null) return refused;
  if (!isElementMethod(command.method) || !opened.takes(command.method)) {
    return new Refusal('parameter_invalid', `A payment method cannot be added by ${command.method} here.`, { param: 'method' });
  }
  if (pending !== null) return unchanged({ step: 'withdraw', setup, payment: pending.record });
  const begun = newAttempt(command, setup, ctx);
  return {
    changes: [change(paymentAggregate, null, begun.payment), change(setupAggregate, state.setup, begun.setup)],
    events: [],
    guards: onClock(state.clock),
    result: { step: 'pay', ...begun },
  };
};

/**
 * Gives up the attempt that was in the way of another choice, once the provider was asked and did not say that it was paid. Should it be
 * paid anyway, its method is saved as well: polling continues until the provider reports the final outcome. One that
 * another confirmation began in the meantime stays.
 */
export const releaseSetup = (
  { paymentId }: { readonly paymentId: string },
  state: Pick<ConfirmSetupState, 'setup' | 'payment'>,
  ctx: DecisionContext,
): Decision<unknown> | Refusal =>
  state.payment?.record.id === paymentId
    ? failSetup({ outcome: 'canceled', providerPaymentId: null, failureCode: null, failureMessage: null }, state, ctx)
    : unchanged(null);
