import { change, type Stored } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, unchanged } from '../decision.ts';
import { type Mandate, sameMandate } from '../payment/mandate.ts';
import { Refusal } from '../refusal.ts';
import { isMethodOf, methodsOf, type SavedMethod, type Wallet, type WalletMethod, type WalletState, walletAggregate } from './record.ts';
import { NO_METHOD } from './set-default.ts';

export interface RemoveMethod {
  readonly methodId: string;
}

export interface RemoveMethodState extends WalletState {
  /** The mandates that pending charges of the customer's subscriptions use. */
  readonly pendingMandates: readonly Mandate[];
}

/** The wallet to lock, and the method to revoke. */
export interface StartedMethodRemoval {
  readonly stored: Stored<Wallet>;
  readonly method: SavedMethod;
}

const IN_USE = new Refusal('state_conflict', 'A subscription uses this payment method. Set another one as default, then remove this one.', {
  reason: 'payment_method_in_use',
});

const CHARGE_PENDING = new Refusal('operation_pending', 'A renewal payment by this method is processing. Try again later.', {
  reason: 'renewal_processing',
});

/**
 * Checks whether a method can be removed, before its mandate is revoked at the provider. Refuses a method that is not in the wallet (404),
 * that a subscription uses (409 `payment_method_in_use`), or that has a pending charge (409 `renewal_processing`).
 */
export const startMethodRemoval = (
  { methodId }: RemoveMethod,
  state: RemoveMethodState,
  ctx: Pick<DecisionContext, 'ids'>,
): StartedMethodRemoval | Refusal => {
  const method = methodsOf(state, ctx.ids).find(({ id }) => id === methodId);
  if (method === undefined) return NO_METHOD;
  // Without a wallet record, the customer has only methods of subscriptions.
  if (state.wallet === null || state.subscriptions.some(({ record }) => isMethodOf(method, record))) return IN_USE;
  if (state.pendingMandates.some((mandate) => sameMandate(mandate, method.mandate))) return CHARGE_PENDING;
  return { stored: state.wallet, method };
};

const withoutMethod = (wallet: Wallet, methodId: string): Wallet => ({
  ...wallet,
  kept: wallet.kept.filter(({ id }) => id !== methodId),
  defaultMethodId: wallet.defaultMethodId === methodId ? null : wallet.defaultMethodId,
});

/** Removes the method from the wallet and unlocks the wallet, after the method's mandate is revoked at the provider. */
export const removeMethod = (
  { methodId }: RemoveMethod,
  state: WalletState,
  ctx: DecisionContext,
): Decision<readonly WalletMethod[]> | Refusal => {
  // The customer and the wallet were deleted in the meantime.
  if (state.wallet === null) return unchanged([]);
  const after: Wallet = { ...withoutMethod(state.wallet.record, methodId), lockedBy: null };
  return {
    changes: [change(walletAggregate, state.wallet, after)],
    events: [],
    audit: audited('payment_method', 'removed', methodId),
    result: methodsOf({ ...state, wallet: { ...state.wallet, record: after } }, ctx.ids),
  };
};

/** Removes from the wallet the method whose mandate the provider refused or deleted. */
export const removeMethodOfMandate = (
  mandate: Mandate,
  { wallet }: Pick<WalletState, 'wallet'>,
  _ctx: DecisionContext,
): Decision<null> | Refusal => {
  const removed = wallet?.record.kept.find((method) => sameMandate(method.mandate, mandate));
  if (wallet === null || removed === undefined) return unchanged(null);
  return { changes: [change(walletAggregate, wallet, withoutMethod(wallet.record, removed.id))], events: [], result: null };
};

/** Unlocks the wallet after a removal that failed. */
export const unlockWallet = (stored: Stored<Wallet>): Wallet => ({ ...stored.record, lockedBy: null });
