import type { CheckoutSession } from '../checkout-session/record.ts';
import { type Customer, isClosedForSale } from '../customer/record.ts';
import { isLive } from '../customer/update.ts';
import type { Decision, DecisionContext, Stored } from '../kernel.ts';
import { change, Refusal } from '../kernel.ts';
import { ELEMENT_METHODS, verificationAmountCents } from '../payment-methods.ts';
import { OPERATION_PENDING } from '../pending-operation/open.ts';
import { onClock, standsStill, type TestClock } from '../test-clock/record.ts';
import { MOST_KEPT, type Wallet } from '../wallet/record.ts';
import { type PaymentMethodSetup, setupAggregate } from './record.ts';

export interface CreateSetupState {
  readonly session: Stored<CheckoutSession> | null;
  /** The session's. */
  readonly customer: Stored<Customer> | null;
  readonly wallet: Stored<Wallet> | null;
  /** The clock that the session lives on; `null` without one, or when it is forgotten. */
  readonly clock: Stored<TestClock> | null;
}

/** The ways to pay by which a buyer of this session may add a method to the wallet. */
export const setupMethodsOf = ({ price }: CheckoutSession): readonly string[] =>
  ELEMENT_METHODS.filter((method) => price.paymentMethods.includes(method));

const WALLET_FULL = new Refusal('state_conflict', `A customer has at most ${MOST_KEPT} saved payment methods. Remove one first.`);
const CLOCK_DELETED = new Refusal('state_conflict', "This customer's test clock was deleted: its time stands still.", {
  reason: 'test_clock_deleted',
});

/** Why nothing may be added to the customer's wallet; `null`: it may. */
export const setupHindrance = ({ customer, wallet, clock }: Omit<CreateSetupState, 'session'>): Refusal | null => {
  if (!isLive(customer)) return new Refusal('resource_missing', 'No such customer.');
  if (customer.record.lockedBy !== null || isClosedForSale(customer.record)) return OPERATION_PENDING;
  if (standsStill(customer.record.testClockId, clock)) return CLOCK_DELETED;
  return wallet !== null && wallet.record.kept.length >= MOST_KEPT ? WALLET_FULL : null;
};

/**
 * Begins to add a method to the wallet of the session's customer; nothing is asked of the provider before it is confirmed.
 * Refuses a customer that is gone (404) or being removed (409), one whose test clock was deleted (409), and a full wallet (409).
 */
export const createSetup = (_command: null, state: CreateSetupState, ctx: DecisionContext): Decision<PaymentMethodSetup> | Refusal => {
  if (state.session === null) return new Refusal('resource_missing', 'No such checkout session.');
  const refused = setupHindrance(state);
  if (refused !== null) return refused;
  const { id: sessionId, customerId, clockId, price } = state.session.record;
  const setup: PaymentMethodSetup = {
    id: ctx.ids.next(setupAggregate.prefix),
    created: ctx.now,
    customerId,
    sessionId,
    currency: price.currency,
    amountCents: verificationAmountCents(null),
    status: 'open',
    attempt: null,
    clockId,
  };
  return { changes: [change(setupAggregate, null, setup)], events: [], guards: onClock(state.clock), result: setup };
};
