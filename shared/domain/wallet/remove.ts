import { change, type Stored } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, unchanged } from '../decision.ts';
import { type Mandate, sameMandate } from '../mandate.ts';
import { Refusal } from '../refusal.ts';
import { isChargedTo, methodsOf, type SavedMethod, type ShownMethod, type Wallet, type WalletState, walletAggregate } from './record.ts';
import { NO_METHOD } from './set-default.ts';

export interface RemoveMethod {
  readonly methodId: string;
}

export interface RemoveMethodState extends WalletState {
  /** What charges that are under way are made to. */
  readonly charging: readonly Mandate[];
}

/** The wallet to be locked, and what is to be revoked. */
export interface BegunRemoval {
  readonly stored: Stored<Wallet>;
  readonly method: SavedMethod;
}

const IN_USE = new Refusal(
  'state_conflict',
  'A subscription is charged to this payment method. Make another one the default first, then remove this one.',
  { reason: 'payment_method_in_use' },
);

const BEING_CHARGED = new Refusal('operation_pending', 'A renewal is being charged to this payment method. Try again when it is settled.', {
  reason: 'renewal_processing',
});

/**
 * Whether a method may go, before the provider is asked to revoke its mandate. Refuses one that is not in the wallet (404), one
 * that a live subscription is charged to (409 `payment_method_in_use`), since its next renewal would fail, and one that is
 * being charged (409 `renewal_processing`).
 */
export const beginMethodRemoval = (
  { methodId }: RemoveMethod,
  state: RemoveMethodState,
  ctx: Pick<DecisionContext, 'ids'>,
): BegunRemoval | Refusal => {
  const method = methodsOf(state, ctx.ids).find(({ id }) => id === methodId);
  if (method === undefined) return NO_METHOD;
  // What the wallet does not keep shows only because a subscription is charged to it.
  if (state.wallet === null || state.subscriptions.some(({ record }) => isChargedTo(method, record))) return IN_USE;
  if (state.charging.some((mandate) => sameMandate(mandate, method.mandate))) return BEING_CHARGED;
  return { stored: state.wallet, method };
};

/** The method is gone at the provider, and so from the wallet. */
export const removeMethod = (
  { methodId }: RemoveMethod,
  state: WalletState,
  ctx: DecisionContext,
): Decision<readonly ShownMethod[]> | Refusal => {
  // The customer went in the meantime, and the wallet with it.
  if (state.wallet === null) return unchanged([]);
  const before = state.wallet.record;
  const after: Wallet = {
    ...before,
    kept: before.kept.filter(({ id }) => id !== methodId),
    defaultMethodId: before.defaultMethodId === methodId ? null : before.defaultMethodId,
    lockedBy: null,
  };
  return {
    changes: [change(walletAggregate, state.wallet, after)],
    events: [],
    audit: audited('payment_method', 'removed', methodId),
    result: methodsOf({ ...state, wallet: { ...state.wallet, record: after } }, ctx.ids),
  };
};

/** The provider refused the mandate, or has it no more: what is kept of it in the wallet serves nothing. */
export const forgetMandate = (
  mandate: Mandate,
  { wallet }: Pick<WalletState, 'wallet'>,
  _ctx: DecisionContext,
): Decision<null> | Refusal => {
  const gone = wallet?.record.kept.find((method) => sameMandate(method.mandate, mandate));
  if (wallet === null || gone === undefined) return unchanged(null);
  const { kept, defaultMethodId } = wallet.record;
  const after: Wallet = {
    ...wallet.record,
    kept: kept.filter((method) => method !== gone),
    defaultMethodId: defaultMethodId === gone.id ? null : defaultMethodId,
  };
  return { changes: [change(walletAggregate, wallet, after)], events: [], result: null };
};

/** The removal did not come about. */
export const freeWallet = (stored: Stored<Wallet>): Wallet => ({ ...stored.record, lockedBy: null });
