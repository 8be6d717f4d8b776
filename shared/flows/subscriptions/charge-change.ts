import { audited, type Decision, type DecisionContext, unchanged } from '../../domain/decision.ts';
import type { BillingParties } from '../../domain/parties.ts';
import { paymentAggregate } from '../../domain/payment/record.ts';
import type { PendingOperation } from '../../domain/pending-operation/record.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { BegunChange } from '../../domain/subscription/change/begin.ts';
import type { SettledChange } from '../../domain/subscription/change/pending.ts';
import type { Subscription } from '../../domain/subscription/types.ts';
import { subscriptionAggregate, viewSubscription } from '../../domain/subscription/view.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { FlowDeps } from '../deps.ts';
import { type ChargeOutcome, decideOnOutcome } from '../payments/settle/outcome.ts';
import { CHANGE_RULES, type LoadedChange, loadChange } from '../payments/settle/plan-change.ts';
import { chargeNow } from '../renewals/charges.ts';
import { type BeginWith, type Hold, type ProviderFlow, patiently } from '../two-phase/provider-write.ts';

/** What the operation keeps of a change that is charged for. */
interface ChangeOrder {
  readonly subscriptionId: string;
  readonly paymentId: string;
  readonly customerId: string;
  /** What the audit log says was done to the subscription. */
  readonly participle: string;
}

// An operation of this flow keeps what `chargedLater` gave it.
const orderOf = ({ input }: PendingOperation): ChangeOrder => input as unknown as ChangeOrder;

/** The provider's outcome for the charge. `settled`: a provider webhook reported it before. */
type Reply = ChargeOutcome | { readonly kind: 'settled' };

const ask = async (deps: FlowDeps, tenant: Tenant, operation: PendingOperation): Promise<Reply | 'no_response'> => {
  const { subscriptionId, paymentId } = orderOf(operation);
  const [payment, subscription] = await Promise.all([
    deps.store.get(paymentAggregate, tenant, paymentId),
    deps.store.get(subscriptionAggregate, tenant, subscriptionId),
  ]);
  if (payment === null || subscription === null) throw new Error(`no payment ${paymentId}`);
  if (payment.record.status !== 'pending') return { kind: 'settled' };
  const result = await chargeNow(deps, tenant, payment.record, subscription.record, true);
  return result.kind === 'payment' || result.kind === 'refused' ? result : 'no_response';
};

const declined = ({ failureMessage }: { readonly failureMessage: string | null }): Refusal =>
  new Refusal('payment_refused', failureMessage ?? 'The charge was refused.', { reason: 'payment_refused' });

const decideOn = (reply: Reply, state: LoadedChange, context: DecisionContext): Decision<SettledChange> | Refusal => {
  if (reply.kind !== 'settled') return decideOnOutcome(CHANGE_RULES, reply, state, context);
  if (state.subscription === null || state.payment === null) return new Refusal('resource_missing', 'No such subscription.');
  return unchanged({ subscription: state.subscription.record, payment: state.payment.record, refund: null });
};

type ChangeCharge = ProviderFlow<LoadedChange, Reply, Subscription, ReturnType<typeof viewSubscription>>;

/**
 * Charges for a change of a subscription and makes it once that is paid. Declined: 402, the subscription stays as it is [PLAN-09]. A charge
 * whose outcome the bank tells later leaves it as it is until then. `known`: who bills whom, where the request read it already.
 */
const changeChargeFor = (known: () => BillingParties | null): ChangeCharge => ({
  kind: 'subscriptions.change',
  ask,
  load: ({ store }, tenant, operation) => loadChange(store, tenant, orderOf(operation), known()),
  subjectOf: () => null,
  nowOf: ({ moment }) => moment,
  complete: (reply, state, context, operation) => {
    const decided = decideOn(reply, state, context);
    if (decided instanceof Refusal) return decided;
    const { subscription, payment } = decided.result;
    const over = payment.status === 'failed' || payment.status === 'canceled';
    const { participle } = orderOf(operation);
    const audit = over ? null : { ...audited('subscription', participle, subscription.id), withoutChange: true as const };
    return { ...decided, audit, result: over ? declined(payment) : subscription };
  },
  answer: viewSubscription,
  retrySeconds: patiently,
});

/** As the reaper continues with it. */
export const changeCharge: ChangeCharge = changeChargeFor(() => null);

/** What begins the operation of a change: it is made already where it costs nothing, or its charge waits to be made. */
export const chargedLater = (
  decided: Decision<BegunChange> | Refusal,
  participle: string,
): BeginWith | { readonly done: Decision<Subscription> } | Refusal => {
  if (decided instanceof Refusal) return decided;
  const { subscription, payment } = decided.result;
  if (payment === null) {
    const audit = decided.changes.length === 0 ? null : audited('subscription', participle, subscription.id);
    return { done: { ...decided, audit, result: subscription } };
  }
  const { id: subscriptionId, customerId } = subscription;
  return { begun: decided, input: { subscriptionId, paymentId: payment.id, customerId, participle } };
};

/** The write that changes a subscription and charges for that, for `runAtProvider`. Who bills whom is read once for both transactions. */
export const changeCommand = <State extends { readonly parties: BillingParties | null; readonly moment: number | null }>(
  load: () => Promise<State>,
  begin: (state: State, context: DecisionContext) => ReturnType<typeof chargedLater>,
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
    nowOf: ({ moment }: State): number | null => moment,
    begin,
    ...(hold === undefined ? {} : { hold }),
  };
};
