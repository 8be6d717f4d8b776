import { change, type Stored } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, unchanged } from '../decision.ts';
import type { Invoice } from '../invoice/record.ts';
import { SANDBOX } from '../payment/provider.ts';
import { OPERATION_PENDING } from '../pending-operation/open.ts';
import { Refusal } from '../refusal.ts';
import { acceptsMethod } from '../subscription/change/offered-plans.ts';
import { applyPaymentMethod } from '../subscription/lifecycle/payment-method.ts';
import type { Subscription } from '../subscription/types.ts';
import { isMethodOf, methodsOf, type WalletMethod, type WalletState, walletAggregate, walletOf } from './record.ts';

export interface SetDefaultMethod {
  readonly methodId: string;
  /** True when an earlier transaction of the same call has written the audit entry of the change. */
  readonly isAudited: boolean;
}

export interface SetDefaultState extends WalletState {
  /** Profile id of the connected provider account; `null`: none is connected, or the customer is on a test clock. */
  readonly profileId: string | null;
  /** The subscription of the session in which the method is chosen; `null`: none. */
  readonly subscriptionId: string | null;
}

export interface SetDefaultResult {
  readonly methods: readonly WalletMethod[];
  /** Number of subscriptions that still have another method. The caller repeats the command until this is 0. */
  readonly remaining: number;
  /** True when this or an earlier transaction of the same call has written the audit entry. */
  readonly isAudited: boolean;
}

export const NO_METHOD = new Refusal('resource_missing', 'No such payment method.');

const UNAVAILABLE = new Refusal(
  'state_conflict',
  'This payment method belongs to an account at the payment provider that is no longer connected. Add the payment method again.',
  { reason: 'payment_method_unavailable' },
);

const NOT_ACCEPTED = new Refusal(
  'state_conflict',
  'The price of this subscription does not accept this payment method. Choose another one.',
  { reason: 'payment_method_not_accepted' },
);

/** True when the subscription can be charged to the method: its price accepts the method in its currency. */
const accepts = ({ record }: Stored<Subscription>, { method }: WalletMethod): boolean => acceptsMethod(record.price, method);

/** True when the method's provider account was replaced by another, so that the method cannot be charged. */
const isReplaced = ({ mandate: { provider } }: WalletMethod, profileId: string | null): boolean =>
  provider !== SANDBOX && profileId !== null && provider !== profileId;

/** Maximum number of subscriptions that one transaction changes. Each adds two events to the transaction, and perhaps an invoice. */
export const MAX_MOVED_SUBSCRIPTIONS = 15;

/** After this many attempts of a renewal, a new default no longer makes the retry due, so that customers cannot cause endless charges. */
const MAX_ATTEMPTS_TO_RETRY_NOW = 10;

/** The invoice of the subscription's failed renewal, if the new method is to be charged for it now. */
const invoiceToRetry = ({ record: { renewal } }: Stored<Subscription>, { renewalInvoices }: WalletState): Stored<Invoice> | null =>
  renewal === null || renewal.attempt >= MAX_ATTEMPTS_TO_RETRY_NOW ? null : (renewalInvoices.get(renewal.invoiceId) ?? null);

/**
 * Sets the default method and makes it the method of all the customer's subscriptions that can still be charged and whose prices accept it:
 * SEPA Direct Debit, for example, cannot be charged in USD. Events for each subscription that had another method: `subscription.updated`,
 * `subscription.payment_method_updated`. The retry of a failed renewal becomes due now. The former methods stay in the wallet. A call has
 * one audit entry, also if the method is the default already and only subscriptions change.
 *
 * Refuses a method that is not in the wallet (404), a method of a provider account that was replaced by another (409
 * `payment_method_unavailable`), a method that the subscription of the session does not accept (409 `payment_method_not_accepted`), and
 * any change while the removal of a method is not finished (409 `operation_pending`).
 */
export const setDefaultMethod = (
  { methodId, isAudited }: SetDefaultMethod,
  state: SetDefaultState,
  ctx: DecisionContext,
): Decision<SetDefaultResult> | Refusal => {
  const methods = methodsOf(state, ctx.ids);
  const defaultMethod = methods.find(({ id }) => id === methodId);
  if (defaultMethod === undefined) return NO_METHOD;
  if (isReplaced(defaultMethod, state.profileId)) return UNAVAILABLE;
  const sessionSubscription = state.subscriptions.find(({ record }) => record.id === state.subscriptionId);
  if (sessionSubscription !== undefined && !accepts(sessionSubscription, defaultMethod)) return NOT_ACCEPTED;
  const before = walletOf(state, ctx);
  if (before.lockedBy !== null) return OPERATION_PENDING;
  const toMove = state.subscriptions.filter((each) => !isMethodOf(defaultMethod, each.record) && accepts(each, defaultMethod));
  if (toMove.length === 0 && before.defaultMethodId === methodId) return unchanged({ methods, remaining: 0, isAudited });
  const batch = toMove
    .slice(0, MAX_MOVED_SUBSCRIPTIONS)
    .map((subscription) =>
      applyPaymentMethod({ subscription, renewalInvoice: invoiceToRetry(subscription, state) }, defaultMethod, ctx.now),
    );
  const savedMethods = methods.map(({ id, mandate, method, savedAt }) => ({ id, mandate, method, savedAt }));
  const after = { ...before, kept: savedMethods, defaultMethodId: methodId };
  return {
    changes: [change(walletAggregate, state.wallet, after), ...batch.flatMap(({ changes }) => changes)],
    events: batch.flatMap(({ events }) => events),
    audit: isAudited ? null : audited('payment_method', 'set_as_default', methodId),
    result: {
      methods: methods.map((method) => ({ ...method, isDefault: method.id === methodId })),
      remaining: toMove.length - batch.length,
      isAudited: true,
    },
  };
};
