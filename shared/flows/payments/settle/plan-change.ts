import { couponAggregate } from '../../../domain/coupon/record.ts';
import type { Decision, DecisionContext } from '../../../domain/decision.ts';
import type { BillingParties } from '../../../domain/parties.ts';
import { type Payment, paymentAggregate } from '../../../domain/payment/record.ts';
import type { FailureFacts } from '../../../domain/payment/transitions.ts';
import type { Refusal } from '../../../domain/refusal.ts';
import {
  changePending,
  failChange,
  type PendingChangeState,
  type SettledChange,
  settleChange,
} from '../../../domain/subscription/change/pending.ts';
import { subscriptionAggregate } from '../../../domain/subscription/view.ts';
import type { Tenant } from '../../../domain/tenant.ts';
import { logNotice } from '../../../platform/log-lines.ts';
import type { PaymentSnapshot } from '../../../provider/port.ts';
import { clockTime } from '../../../runtime/simulated-time.ts';
import { SYSTEM } from '../../../store/audit/entries.ts';
import type { Store } from '../../../store/writer/store.ts';
import type { FlowDeps } from '../../deps.ts';
import { loadPartiesIn } from '../../load/parties.ts';
import { type FollowUp, failureOf, methodOf, NOTHING_LEFT, type PaymentOutcome } from './renewal.ts';

/** True for the charge of a subscription change until it is settled; a renewal has its invoice from the start. */
export const isForChange = ({ subscriptionId, invoiceId, checkoutSessionId, setupId }: Payment): boolean =>
  subscriptionId !== null && invoiceId === null && checkoutSessionId === null && setupId === null;

export type LoadedChange = PendingChangeState & { readonly moment: number | null };

/** Loads the state that a charged change is settled on. `known`: parties that were just read. */
export const loadChange = async (
  store: Store,
  tenant: Tenant,
  ids: { readonly subscriptionId: string; readonly paymentId: string; readonly customerId: string },
  known: BillingParties | null,
): Promise<LoadedChange> => {
  const [subscription, payment, { parties }] = await Promise.all([
    store.get(subscriptionAggregate, tenant, ids.subscriptionId),
    store.get(paymentAggregate, tenant, ids.paymentId),
    known === null ? loadPartiesIn(store, tenant, ids.customerId, null) : { parties: known },
  ]);
  const redeems = subscription?.record.pendingChange?.change.redeems ?? null;
  const [coupon, moment] = await Promise.all([
    redeems === null ? null : store.get(couponAggregate, tenant, redeems.couponId),
    clockTime(store, tenant, subscription?.record.clockId ?? null),
  ]);
  return { subscription, payment, parties, coupon, moment };
};

/** The payment was never created, or was canceled: nothing failed. */
const withdrawn = (providerPaymentId: string | null): FailureFacts & { readonly outcome: 'canceled' } => ({
  outcome: 'canceled',
  providerPaymentId,
  failureCode: null,
  failureMessage: null,
});

/** Decides on the provider's outcome for the charge of a change. */
export const decideOnChange = (
  snapshot: PaymentSnapshot,
  state: PendingChangeState,
  context: DecisionContext,
): Decision<SettledChange> | Refusal => {
  switch (snapshot.status) {
    case 'paid':
      return settleChange({ providerPaymentId: snapshot.id, method: methodOf(snapshot) }, state, context);
    case 'failed':
      return failChange({ outcome: 'failed', ...failureOf(snapshot) }, state, context);
    case 'canceled':
    case 'expired':
      return failChange(withdrawn(snapshot.id), state, context);
    case 'open':
    case 'pending':
    case 'authorized':
      return changePending({ providerPaymentId: snapshot.id }, state);
  }
};

/** Applies the provider's outcome for the charge of a change; returns the follow-up at the provider. */
export const settleChangePayment = async (
  deps: FlowDeps,
  tenant: Tenant,
  payment: Payment,
  providerOutcome: PaymentOutcome,
): Promise<FollowUp> => {
  const { id: paymentId, subscriptionId, customerId } = payment;
  if (subscriptionId === null) throw new Error(`payment ${paymentId} is for no subscription`);
  const outcome = await deps.store.run<LoadedChange, SettledChange>({
    tenant,
    actor: SYSTEM,
    load: () => loadChange(deps.store, tenant, { subscriptionId, paymentId, customerId }, null),
    nowOf: ({ moment }) => moment,
    decide: (state, context) =>
      providerOutcome.kind === 'payment'
        ? decideOnChange(providerOutcome.snapshot, state, context)
        : failChange(withdrawn(null), state, context),
  });
  if (outcome.kind === 'refused') logNotice('change_refused', { payment: paymentId, code: outcome.refusal.code });
  return outcome.kind === 'done' ? { ...NOTHING_LEFT, refund: outcome.result.refund } : NOTHING_LEFT;
};
