import { audited, type Decision, type DecisionContext, unchanged } from '../../domain/decision.ts';
import type { BillingParties } from '../../domain/parties.ts';
import { type Payment, paymentAggregate } from '../../domain/payment/record.ts';
import { type FailureFacts, PROVIDER_NOT_CONNECTED } from '../../domain/payment/transitions.ts';
import { isRepeated, type PendingOperation } from '../../domain/pending-operation/record.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { StartedChange } from '../../domain/subscription/change/begin.ts';
import type { SettledChange } from '../../domain/subscription/change/pending.ts';
import type { Subscription } from '../../domain/subscription/types.ts';
import { subscriptionAggregate, viewSubscription } from '../../domain/subscription/view.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { FlowDeps } from '../deps.ts';
import { type ChargeOutcome, decideOnOutcome } from '../payments/settle/outcome.ts';
import { CHANGE_RULES, type LoadedChange, loadChange } from '../payments/settle/plan-change.ts';
import { PROVIDER_MISSING } from '../provider.ts';
import { chargeNow } from '../renewals/charges.ts';
import { backoffSeconds, type Hold, type ProviderFlow, type UnlockedOperationStart } from '../two-phase/provider-write.ts';

/** Input of the pending operation of a change with a charge. */
interface ChangeInput {
  readonly subscriptionId: string;
  readonly paymentId: string;
  readonly customerId: string;
  /** Past participle of the audit action (`subscription.<participle>`). */
  readonly participle: string;
}

// The operation stores the input that `startChange` built.
const inputOf = ({ input }: PendingOperation): ChangeInput => input as unknown as ChangeInput;

/** The provider's outcome for the charge. `settled`: a provider webhook already applied it. */
type Reply = ChargeOutcome | { readonly kind: 'settled' };

const chargeOnce = async (deps: FlowDeps, tenant: Tenant, operation: PendingOperation): Promise<Reply | 'no_response'> => {
  const { subscriptionId, paymentId } = inputOf(operation);
  const [payment, subscription] = await Promise.all([
    deps.store.get(paymentAggregate, tenant, paymentId),
    deps.store.get(subscriptionAggregate, tenant, subscriptionId),
  ]);
  if (payment === null || subscription === null) throw new Error(`Payment ${paymentId} or its subscription is missing.`);
  if (payment.record.status !== 'pending') return { kind: 'settled' };
  // `fresh: true` also for a repeated call, because it has the same idempotency key. Once the key has expired, `chargeNow` searches for the
  // payment.
  const result = await chargeNow(deps, tenant, payment.record, subscription.record, { fresh: true, purpose: null });
  if (result.kind === 'not_connected' && !isRepeated(operation, deps.nowMs())) return { kind: 'refused', failure: NOT_CONNECTED };
  return result.kind === 'payment' || result.kind === 'refused' ? result : 'no_response';
};

/** The charge cannot have been made: the provider account is not connected, or rejects the key, at the first attempt. */
const NOT_CONNECTED: FailureFacts = {
  providerPaymentId: null,
  failureCode: PROVIDER_NOT_CONNECTED,
  failureMessage: 'The account of the payment provider is not connected.',
};

const unpaidRefusal = ({ failureCode, failureMessage }: Pick<Payment, 'failureCode' | 'failureMessage'>): Refusal =>
  failureCode === PROVIDER_NOT_CONNECTED
    ? PROVIDER_MISSING
    : new Refusal('payment_refused', failureMessage ?? 'The charge was refused.', { reason: 'payment_refused' });

const decideOn = (reply: Reply, state: LoadedChange, context: DecisionContext): Decision<SettledChange> | Refusal => {
  if (reply.kind !== 'settled') return decideOnOutcome(CHANGE_RULES, reply, state, context);
  if (state.subscription === null || state.payment === null) return new Refusal('resource_missing', 'No such subscription.');
  return unchanged({ subscription: state.subscription.record, payment: state.payment.record, refund: null });
};

type ChangeCharge = ProviderFlow<LoadedChange, Reply, Subscription, ReturnType<typeof viewSubscription>>;

/**
 * Charges for a change of a subscription and applies the change when the charge is paid. While the charge is pending, and after a declined
 * charge (402) or one that cannot be made (409 `provider_not_connected`), the subscription does not change [PLAN-09]. `knownParties`:
 * returns the billing parties if the request has loaded them.
 */
const changeChargeFor = (knownParties: () => BillingParties | null): ChangeCharge => ({
  kind: 'subscriptions.change',
  callProvider: chargeOnce,
  load: ({ store }, tenant, operation) => loadChange(store, tenant, inputOf(operation), knownParties()),
  subjectOf: () => null,
  nowOf: ({ clockTime }) => clockTime,
  complete: (reply, state, context, operation) => {
    const decided = decideOn(reply, state, context);
    if (decided instanceof Refusal) return decided;
    const { subscription, payment } = decided.result;
    const isUnpaid = payment.status === 'failed' || payment.status === 'canceled';
    const { participle } = inputOf(operation);
    const audit = isUnpaid ? null : { ...audited('subscription', participle, subscription.id), withoutChange: true as const };
    return { ...decided, audit, result: isUnpaid ? unpaidRefusal(payment) : subscription };
  },
  answer: viewSubscription,
  retrySeconds: backoffSeconds,
});

/** The flow for the reaper (see `reaper.ts`), which has not loaded the parties. */
export const chargedChangeFlow: ChangeCharge = changeChargeFor(() => null);

/** Returns the operation that charges for a change. `done`: the change is free, and this decision applies it. */
export const startChange = (
  decided: Decision<StartedChange> | Refusal,
  participle: string,
): UnlockedOperationStart | { readonly done: Decision<Subscription> } | Refusal => {
  if (decided instanceof Refusal) return decided;
  const { subscription, payment } = decided.result;
  if (payment === null) {
    const audit = decided.changes.length === 0 ? null : audited('subscription', participle, subscription.id);
    return { done: { ...decided, audit, result: subscription } };
  }
  const { id: subscriptionId, customerId } = subscription;
  return { decision: decided, input: { subscriptionId, paymentId: payment.id, customerId, participle } };
};

/** Builds the command that changes a subscription and charges for it, for `runAtProvider`. Loads the parties once for both transactions. */
export const changeCommand = <State extends { readonly parties: BillingParties | null; readonly clockTime: number | null }>(
  load: () => Promise<State>,
  begin: (state: State, context: DecisionContext) => ReturnType<typeof startChange>,
  hold?: Hold<State>,
) => {
  let parties: BillingParties | null = null;
  return {
    flow: changeChargeFor(() => parties),
    load: async (): Promise<State> => {
      const state = await load();
      parties = state.parties;
      return state;
    },
    nowOf: ({ clockTime }: State): number | null => clockTime,
    begin,
    ...(hold === undefined ? {} : { hold }),
  };
};
