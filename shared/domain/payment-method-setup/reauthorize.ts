import { change, type Stored } from '../aggregate.ts';
import type { Customer } from '../customer/record.ts';
import { audited, type Decision, type DecisionContext, unchanged } from '../decision.ts';
import { pendingPaymentOf } from '../payable/attempt.ts';
import { methodsServing, methodTakesCurrency, SUBSCRIPTION_METHODS, unacceptedMethod } from '../payment/methods.ts';
import type { ProviderAccountId } from '../payment/provider.ts';
import { type Payment, paymentAggregate } from '../payment/record.ts';
import type { PriceSummary } from '../price/summary.ts';
import { invalidParam, Refusal } from '../refusal.ts';
import { checkAction, flagsOf } from '../subscription/allowed.ts';
import type { Subscription } from '../subscription/types.ts';
import { clockUnchanged, type TestClock } from '../test-clock/record.ts';
import { type ConfirmedSetup, newAttempt } from './confirm.ts';
import { refuseVerification } from './create.ts';
import { type PaymentMethodSetup, REAUTHORIZATION_SECONDS, setupAggregate, setupIdFor } from './record.ts';

export interface Reauthorize {
  /** `null`: the customer chooses the method on the provider's page. */
  readonly method: string | null;
  /** Digest of the request, to recognize the same request when it is repeated. */
  readonly choice: string;
  /** Provider of a new attempt. */
  readonly provider: ProviderAccountId;
}

export interface ReauthorizeState {
  readonly subscription: Stored<Subscription> | null;
  /** The subscription's only setup; `null`: the subscription was never reauthorized. */
  readonly setup: Stored<PaymentMethodSetup> | null;
  /** The payment of the setup's latest attempt; `null`: none. */
  readonly payment: Stored<Payment> | null;
  /** Creation time of `payment`, Unix seconds of real time; 0 without a payment. */
  readonly paymentCreatedAt: number;
  readonly customer: Stored<Customer> | null;
  /** The customer's test clock; `null`: none, or deleted. */
  readonly clock: Stored<TestClock> | null;
}

const newSetup = ({ id, customerId, clockId, price }: Subscription, now: number): Omit<PaymentMethodSetup, 'amountCents'> => ({
  id: setupIdFor(id),
  created: now,
  customerId,
  sessionId: null,
  subscriptionId: id,
  currency: price.currency,
  status: 'open',
  attempt: null,
  clockId,
});

/**
 * The methods between which the customer chooses on the provider's page: those of the price, for the customer's country. `null`: the price
 * does not limit them, so the provider offers all methods of the account.
 */
export const methodChoices = (
  { paymentMethods, currency }: Pick<PriceSummary, 'paymentMethods' | 'currency'>,
  customer: Pick<Customer, 'countryCode'> | null,
): readonly string[] | null =>
  SUBSCRIPTION_METHODS.every((method) => paymentMethods.includes(method) || !methodTakesCurrency(method, currency))
    ? null
    : methodsServing(paymentMethods, customer?.countryCode ?? null);

/**
 * Requests another payment method for a subscription: creates a verification payment on the provider's page [SUB-12]. The same choice
 * returns the same page while the page is open. If the choice differs or the page is closed, returns `withdraw` (see `ConfirmedSetup`).
 * Refuses a canceled subscription (409), a method that the subscription's price does not accept (400), and what `refuseVerification`
 * refuses.
 */
export const reauthorize = (command: Reauthorize, state: ReauthorizeState, ctx: DecisionContext): Decision<ConfirmedSetup> | Refusal => {
  if (state.subscription === null) return new Refusal('resource_missing', 'No such subscription.');
  const { record: subscription } = state.subscription;
  const verdict = checkAction('reauthorize', flagsOf(subscription, ctx.now));
  if (verdict instanceof Refusal) return verdict;
  const { choice } = command;
  const choices = methodChoices(subscription.price, state.customer?.record ?? null);
  const method = command.method ?? (choices?.length === 1 ? (choices[0] ?? null) : null);
  if (method !== null && !subscription.price.paymentMethods.includes(method)) {
    return invalidParam('method', unacceptedMethod(method, subscription.price.paymentMethods));
  }
  const refusal = refuseVerification(state);
  if (refusal !== null) return refusal;
  const before = state.setup?.record ?? null;
  const pending = before === null ? null : pendingPaymentOf(before, state.payment);
  if (before !== null && pending !== null) {
    const isSameChoice = before.attempt?.choice === choice && pending.record.provider === command.provider;
    const isPageOpen = ctx.realNow < state.paymentCreatedAt + REAUTHORIZATION_SECONDS;
    return unchanged({ step: isSameChoice && isPageOpen ? 'pay' : 'withdraw', setup: before, payment: pending.record });
  }
  const started = newAttempt({ ...command, method }, before ?? newSetup(subscription, ctx.now), ctx);
  return {
    changes: [change(paymentAggregate, null, started.payment), change(setupAggregate, state.setup, started.setup)],
    events: [],
    guards: clockUnchanged(state.clock),
    audit: audited('subscription', 'reauthorization_requested', subscription.id),
    result: { step: 'pay', ...started },
  };
};
