import { unchanged } from '../decisions.ts';
import type { Decision, DecisionContext, Stored } from '../kernel.ts';
import { change, Refusal } from '../kernel.ts';
import { type Payment, paymentAggregate } from '../payment/record.ts';
import { canceledPayment, pendingPayment } from '../payment/transitions.ts';
import { plainMethod } from '../payment-methods.ts';
import type { ProviderName } from '../provider.ts';
import { onClock } from '../test-clock/record.ts';
import { type CreateSetupState, setupHindrance, setupMethodsOf } from './create.ts';
import { type PaymentMethodSetup, setupAggregate } from './record.ts';

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

export interface ConfirmedSetup {
  readonly setup: PaymentMethodSetup;
  /** To be opened at the provider, or gone on with; `null`: the setup has succeeded. */
  readonly payment: Payment | null;
}

export const NO_SETUP = new Refusal('resource_missing', 'No such setup.', { param: 'client_secret' });

/** The attempt of the setup, while nobody knows its outcome. */
export const pendingAttempt = ({ setup, payment }: Pick<ConfirmSetupState, 'setup' | 'payment'>): Stored<Payment> | null =>
  payment !== null && payment.record.status === 'pending' && setup?.record.attempt?.paymentId === payment.record.id ? payment : null;

/** True when a confirmation goes on with the attempt under way rather than beginning another. */
export const goesOn = (state: Pick<ConfirmSetupState, 'setup' | 'payment'>, command: Pick<ConfirmSetup, 'choice' | 'provider'>): boolean =>
  state.setup?.record.attempt?.choice === command.choice && pendingAttempt(state)?.record.provider === command.provider;

const newAttempt = ({ method, choice, provider }: ConfirmSetup, setup: PaymentMethodSetup, ctx: DecisionContext) => {
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
    paymentMethod: plainMethod(method),
    idempotencyKey: `${setup.id}-${number}`,
    provider,
  });
  const attempt = { number, paymentId: payment.id, choice, startedAt: ctx.realNow };
  return { payment, setup: { ...setup, status: 'requires_action' as const, attempt } };
};

/**
 * The buyer chose a way to pay: opens a payment of type `setup` that proves it [PAY-07]. Confirmed again with the same choice, the
 * same payment is gone on with; with another, the former is given up, which the provider must have been asked about before.
 * Refuses what creating a setup refuses, a method that this session does not take (400), and another choice once the setup has
 * succeeded (409).
 */
export const confirmSetup = (command: ConfirmSetup, state: ConfirmSetupState, ctx: DecisionContext): Decision<ConfirmedSetup> | Refusal => {
  const { setup, session } = state;
  if (setup === null || session === null || setup.record.customerId !== session.record.customerId) return NO_SETUP;
  const sameChoice = setup.record.attempt?.choice === command.choice;
  if (setup.record.status === 'succeeded') {
    return sameChoice
      ? unchanged({ setup: setup.record, payment: null })
      : new Refusal('state_conflict', 'This setup has succeeded already. Begin another one to add a further payment method.');
  }
  const pending = pendingAttempt(state);
  if (pending !== null && goesOn(state, command)) return unchanged({ setup: setup.record, payment: pending.record });
  const refused = setupHindrance(state);
  if (refused !== null) return refused;
  if (!setupMethodsOf(session.record).includes(command.method)) {
    return new Refusal('parameter_invalid', `A payment method cannot be added by ${command.method} here.`, { param: 'method' });
  }
  const begun = newAttempt(command, setup.record, ctx);
  const givenUp = pending === null ? [] : [change(paymentAggregate, pending, canceledPayment(pending.record, { providerPaymentId: null }))];
  return {
    changes: [...givenUp, change(paymentAggregate, null, begun.payment), change(setupAggregate, setup, begun.setup)],
    events: [],
    guards: onClock(state.clock),
    result: begun,
  };
};
