import { change } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, unchanged } from '../decision.ts';
import { OPERATION_PENDING } from '../pending-operation/open.ts';
import { Refusal } from '../refusal.ts';
import { chargedTo } from '../subscription/lifecycle/charge-to.ts';
import type { Subscription } from '../subscription/types.ts';
import { subscriptionAggregate } from '../subscription/view.ts';
import { isChargedTo, methodsOf, type ShownMethod, type WalletState, walletAggregate, walletOf } from './record.ts';

export interface SetDefaultMethod {
  readonly methodId: string;
}

export interface DefaultSet {
  readonly methods: readonly ShownMethod[];
  /** Subscriptions that are to be moved to the method still: the command is given again until none is left. */
  readonly left: number;
}

export const NO_METHOD = new Refusal('resource_missing', 'No such payment method.');

/** One transaction takes no more: each is written with its two events. */
export const MOST_MOVED_AT_ONCE = 25;

/**
 * The customer's live subscriptions are charged to this method from now on, `subscription.updated` and
 * `subscription.payment_method_updated` for each that was charged to another. What they were charged to stays in the wallet.
 * Refuses a method that is not in the wallet (404), and while a removal is not finished (409 `operation_pending`).
 */
export const setDefaultMethod = (
  { methodId }: SetDefaultMethod,
  state: WalletState,
  ctx: DecisionContext,
): Decision<DefaultSet> | Refusal => {
  const methods = methodsOf(state, ctx.ids);
  const chosen = methods.find(({ id }) => id === methodId);
  if (chosen === undefined) return NO_METHOD;
  const before = walletOf(state, ctx);
  if (before.lockedBy !== null) return OPERATION_PENDING;
  const others = state.subscriptions.filter(({ record }) => !isChargedTo(chosen, record));
  if (others.length === 0 && before.defaultMethodId === methodId) return unchanged({ methods, left: 0 });
  const moved = others.slice(0, MOST_MOVED_AT_ONCE).map((stored) => ({ stored, after: chargedTo(stored.record, chosen) }));
  const kept = methods.map(({ id, mandate, method, savedAt }) => ({ id, mandate, method, savedAt }));
  const after = { ...before, kept, defaultMethodId: methodId };
  return {
    changes: [change(walletAggregate, state.wallet, after), ...moved.map((each) => change(subscriptionAggregate, each.stored, each.after))],
    events: moved.flatMap((each) => eventsOf(each.after)),
    audit: before.defaultMethodId === methodId ? null : audited('payment_method', 'set_as_default', methodId),
    result: { methods: methods.map((each) => ({ ...each, isDefault: each.id === methodId })), left: others.length - moved.length },
  };
};

const eventsOf = ({ id }: Subscription) => [
  { type: 'subscription.updated' as const, subjectId: id },
  { type: 'subscription.payment_method_updated' as const, subjectId: id },
];
