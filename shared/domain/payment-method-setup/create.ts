import { change, type Stored } from '../aggregate.ts';
import { type Customer, isClosedToSales } from '../customer/record.ts';
import { customerExists } from '../customer/update.ts';
import type { Decision, DecisionContext } from '../decision.ts';
import type { Payable, PayableKind, WalletTerms } from '../payable/record.ts';
import { elementMethodsFor, isElementMethod, methodsServing, SUBSCRIPTION_METHODS, verificationAmountCents } from '../payment/methods.ts';
import { OPERATION_PENDING } from '../pending-operation/open.ts';
import { Refusal } from '../refusal.ts';
import type { Subscription } from '../subscription/types.ts';
import { CLOCK_DELETED, clockUnchanged, isOnDeletedClock, type TestClock } from '../test-clock/record.ts';
import { MAX_SAVED_METHODS, type Wallet } from '../wallet/record.ts';
import { type PaymentMethodSetup, setupAggregate } from './record.ts';

/** The buyer's access to a wallet. */
export interface WalletAccess extends WalletTerms {
  /** Id of the checkout session or one-off payment whose client secret the buyer has, or of the customer's portal session. */
  readonly sessionId: string;
  readonly customerId: string;
  /** True in the portal, which offers all methods. The payment element offers only its own [ELM-13]. */
  readonly isPortal: boolean;
  readonly clockId: string | null;
  /** Country that was set on the payable, used if the customer has no country; `null`: none was set. */
  readonly countryCode: string | null;
}

export interface CreateSetup {
  readonly setupId: string;
}

export interface CreateSetupState {
  /** `null`: the caller has no access to a wallet. */
  readonly walletAccess: WalletAccess | null;
  /** The wallet's customer. */
  readonly customer: Stored<Customer> | null;
  readonly wallet: Stored<Wallet> | null;
  /** The customer's test clock; `null`: none, or deleted. */
  readonly clock: Stored<TestClock> | null;
}

/** The wallet access of a buyer who pays a checkout session or one-off payment. */
export const walletAccessOf = <R extends Payable>(kind: PayableKind<R>, payable: R): WalletAccess => ({
  ...kind.walletTermsOf(payable),
  sessionId: payable.id,
  customerId: payable.customerId,
  isPortal: false,
  clockId: payable.clockId,
  countryCode: kind.countryOf(payable),
});

/** The wallet access of a customer in the portal of a subscription. */
export const portalWalletAccess = (sessionId: string, { id, price, customerId, clockId }: Subscription): WalletAccess => ({
  currency: price.currency,
  accepts: (method) => price.paymentMethods.includes(method),
  subscriptionId: id,
  sessionId,
  customerId,
  isPortal: true,
  clockId,
  countryCode: null,
});

/** True if the method can be added to the wallet. */
export const canAddMethod = ({ accepts, isPortal }: WalletAccess, method: string): boolean =>
  accepts(method) && (isPortal || isElementMethod(method));

/**
 * Methods that are offered to be added to the wallet: those that buyers of the country can use. The portal offers all accepted methods if
 * the buyers can use none of them, as the hosted page does.
 */
export const setupMethodsOf = ({ accepts, isPortal, countryCode }: WalletAccess, customer: Customer): readonly string[] => {
  const country = customer.countryCode ?? countryCode;
  return isPortal ? methodsServing(SUBSCRIPTION_METHODS.filter(accepts), country) : elementMethodsFor(accepts, country);
};

export const NO_WALLET_ACCESS = new Refusal('resource_missing', 'No such checkout session or one-off payment.');
const WALLET_FULL = new Refusal('state_conflict', `A customer has at most ${MAX_SAVED_METHODS} saved payment methods. Remove one first.`);

/**
 * Refuses a verification charge if the customer is deleted (404), being removed (409) or on a deleted test clock (409). `null`: allowed.
 */
export const refuseVerification = ({ customer, clock }: Pick<CreateSetupState, 'customer' | 'clock'>): Refusal | null => {
  if (!customerExists(customer)) return new Refusal('resource_missing', 'No such customer.');
  if (customer.record.lockedBy !== null || isClosedToSales(customer.record)) return OPERATION_PENDING;
  return isOnDeletedClock(customer.record.testClockId, clock) ? CLOCK_DELETED : null;
};

/** Refuses to add a method to the wallet: see `refuseVerification`; also refuses if the wallet is full (409). `null`: allowed. */
export const refuseSetup = (state: Omit<CreateSetupState, 'walletAccess'>): Refusal | null => {
  const { wallet } = state;
  return refuseVerification(state) ?? (wallet !== null && wallet.record.kept.length >= MAX_SAVED_METHODS ? WALLET_FULL : null);
};

/**
 * Creates a setup that adds a method to the wallet. The provider is called only when the setup is confirmed. Refuses a caller without
 * access to a wallet (404), and what `refuseSetup` refuses.
 */
export const createSetup = (
  command: CreateSetup,
  state: CreateSetupState,
  ctx: DecisionContext,
): Decision<PaymentMethodSetup> | Refusal => {
  if (state.walletAccess === null) return NO_WALLET_ACCESS;
  const refusal = refuseSetup(state);
  if (refusal !== null) return refusal;
  const { sessionId, customerId, clockId, currency } = state.walletAccess;
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
  return { changes: [change(setupAggregate, null, setup)], events: [], guards: clockUnchanged(state.clock), result: setup };
};
