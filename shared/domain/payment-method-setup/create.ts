import { change, type Stored } from '../aggregate.ts';
import { type Customer, isClosedForSale } from '../customer/record.ts';
import { isLive } from '../customer/update.ts';
import type { Decision, DecisionContext } from '../decision.ts';
import type { Payable, PayableKind, WalletTerms } from '../payable/record.ts';
import { elementMethodsFor, verificationAmountCents } from '../payment-methods.ts';
import { OPERATION_PENDING } from '../pending-operation/open.ts';
import { Refusal } from '../refusal.ts';
import type { Subscription } from '../subscription/types.ts';
import { isBlocked, onClock, type TestClock } from '../test-clock/record.ts';
import { MOST_KEPT, type Wallet } from '../wallet/record.ts';
import { type PaymentMethodSetup, setupAggregate } from './record.ts';

/** A wallet that a buyer opened, and through what. */
export interface OpenedWallet extends WalletTerms {
  /** The checkout session or one-off payment whose secret the buyer has, or the portal session whose token. */
  readonly payableId: string;
  readonly customerId: string;
  readonly clockId: string | null;
  /** Where the buyer was said to live when the payable was made; `null`: only the customer says it. */
  readonly countryCode: string | null;
}

export interface CreateSetup {
  readonly setupId: string;
}

export interface CreateSetupState {
  /** `null`: there is nothing that opens a wallet. */
  readonly opened: OpenedWallet | null;
  /** Whose wallet it is. */
  readonly customer: Stored<Customer> | null;
  readonly wallet: Stored<Wallet> | null;
  /** The clock that the customer lives on; `null` without one, or when it is forgotten. */
  readonly clock: Stored<TestClock> | null;
}

/** The wallet of a payable's customer, as its buyer opens it. */
export const openedBy = <R extends Payable>(kind: PayableKind<R>, payable: R): OpenedWallet => ({
  ...kind.walletTermsOf(payable),
  payableId: payable.id,
  customerId: payable.customerId,
  clockId: payable.clockId,
  countryCode: kind.countryOf(payable),
});

/** The same, as it is opened in the portal of a subscription. */
export const openedInPortal = (sessionId: string, { id, price, customerId, clockId }: Subscription): OpenedWallet => ({
  currency: price.currency,
  takes: (method) => price.paymentMethods.includes(method),
  subscriptionId: id,
  payableId: sessionId,
  customerId,
  clockId,
  countryCode: null,
});

/** The ways to pay that a buyer is offered to add a method by, under the rule of the payment element. */
export const setupMethodsOf = ({ takes, countryCode }: OpenedWallet, customer: Customer): readonly string[] =>
  elementMethodsFor(takes, customer.countryCode ?? countryCode);

export const NOTHING_OPENED = new Refusal('resource_missing', 'No such checkout session or one-off payment.');
const WALLET_FULL = new Refusal('state_conflict', `A customer has at most ${MOST_KEPT} saved payment methods. Remove one first.`);
const CLOCK_DELETED = new Refusal('state_conflict', "This customer's test clock was deleted: its time no longer moves.", {
  reason: 'test_clock_deleted',
});

/** Why the customer proves no method now; `null`: nothing is in the way. */
export const customerHindrance = ({ customer, clock }: Pick<CreateSetupState, 'customer' | 'clock'>): Refusal | null => {
  if (!isLive(customer)) return new Refusal('resource_missing', 'No such customer.');
  if (customer.record.lockedBy !== null || isClosedForSale(customer.record)) return OPERATION_PENDING;
  return isBlocked(customer.record.testClockId, clock) ? CLOCK_DELETED : null;
};

/** Why nothing may be added to the customer's wallet; `null`: it may. */
export const setupHindrance = (state: Omit<CreateSetupState, 'opened'>): Refusal | null => {
  const { wallet } = state;
  return customerHindrance(state) ?? (wallet !== null && wallet.record.kept.length >= MOST_KEPT ? WALLET_FULL : null);
};

/**
 * Begins to add a method to the wallet that the buyer opened; nothing is asked of the provider before it is confirmed.
 * Refuses a customer that is gone (404) or being removed (409), one whose test clock was deleted (409), and a full wallet (409).
 */
export const createSetup = (
  command: CreateSetup,
  state: CreateSetupState,
  ctx: DecisionContext,
): Decision<PaymentMethodSetup> | Refusal => {
  if (state.opened === null) return NOTHING_OPENED;
  const refused = setupHindrance(state);
  if (refused !== null) return refused;
  const { payableId: sessionId, customerId, clockId, currency } = state.opened;
  const setup: PaymentMethodSetup = {
    id: command.setupId,
    created: ctx.now,
    customerId,
    sessionId,
    subscriptionId: null,
    currency,
    amountCents: verificationAmountCents(null),
    status: 'open',
    attempt: null,
    clockId,
  };
  return { changes: [change(setupAggregate, null, setup)], events: [], guards: onClock(state.clock), result: setup };
};
