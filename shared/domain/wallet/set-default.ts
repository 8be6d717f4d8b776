import { change } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, unchanged } from '../decision.ts';
import { OPERATION_PENDING } from '../pending-operation/open.ts';
import { Refusal } from '../refusal.ts';
import { withPaymentMethod } from '../subscription/lifecycle/payment-method.ts';
import { eventsOfUpdate, subscriptionAggregate } from '../subscription/view.ts';
import { isMethodOf, methodsOf, type WalletMethod, type WalletState, walletAggregate, walletOf } from './record.ts';

export interface SetDefaultMethod {
  readonly methodId: string;
}

export interface SetDefaultResult {
  readonly methods: readonly WalletMethod[];
  /** Number of subscriptions that still have another method. The caller repeats the command until this is 0. */
  readonly remaining: number;
}

export const NO_METHOD = new Refusal('resource_missing', 'No such payment method.');

/** Maximum number of subscriptions that one transaction changes. Each adds two events to the transaction. */
export const MAX_MOVED_SUBSCRIPTIONS = 25;

/**
 * Sets the default method and makes it the method of all the customer's subscriptions. Events for each subscription that had another
 * method: `subscription.updated`, `subscription.payment_method_updated`. The former methods stay in the wallet. Refuses a method that is
 * not in the wallet (404), and any change while the removal of a method is not finished (409 `operation_pending`).
 */
export const setDefaultMethod = (
  { methodId }: SetDefaultMethod,
  state: WalletState,
  ctx: DecisionContext,
): Decision<SetDefaultResult> | Refusal => {
  const methods = methodsOf(state, ctx.ids);
  const defaultMethod = methods.find(({ id }) => id === methodId);
  if (defaultMethod === undefined) return NO_METHOD;
  const before = walletOf(state, ctx);
  if (before.lockedBy !== null) return OPERATION_PENDING;
  const toMove = state.subscriptions.filter(({ record }) => !isMethodOf(defaultMethod, record));
  if (toMove.length === 0 && before.defaultMethodId === methodId) return unchanged({ methods, remaining: 0 });
  const batch = toMove
    .slice(0, MAX_MOVED_SUBSCRIPTIONS)
    .map((stored) => ({ stored, after: withPaymentMethod(stored.record, defaultMethod) }));
  const savedMethods = methods.map(({ id, mandate, method, savedAt }) => ({ id, mandate, method, savedAt }));
  const after = { ...before, kept: savedMethods, defaultMethodId: methodId };
  return {
    changes: [change(walletAggregate, state.wallet, after), ...batch.map((item) => change(subscriptionAggregate, item.stored, item.after))],
    events: batch.flatMap((item) => eventsOfUpdate(item.after, 'subscription.payment_method_updated')),
    audit: before.defaultMethodId === methodId ? null : audited('payment_method', 'set_as_default', methodId),
    result: {
      methods: methods.map((method) => ({ ...method, isDefault: method.id === methodId })),
      remaining: toMove.length - batch.length,
    },
  };
};
