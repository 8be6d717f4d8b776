import { couponAggregate } from '../../../domain/coupon/record.ts';
import type { BillingParties } from '../../../domain/parties.ts';
import { type Payment, paymentAggregate } from '../../../domain/payment/record.ts';
import type { UnpaidFacts } from '../../../domain/payment/transitions.ts';
import {
  failChange,
  markChangePending,
  type PendingChangeState,
  type SettledChange,
  settleChange,
} from '../../../domain/subscription/change/pending.ts';
import { subscriptionAggregate } from '../../../domain/subscription/view.ts';
import type { Tenant } from '../../../domain/tenant.ts';
import { fetchClockTime } from '../../../runtime/simulated-time.ts';
import { SYSTEM } from '../../../store/audit/entries.ts';
import type { Store } from '../../../store/writer/store.ts';
import type { FlowDeps } from '../../deps.ts';
import { loadLocatedPartiesConcurrently } from '../../load/parties.ts';
import { decideOnOutcome, type FollowUp, logRefusedOutcome, NO_FOLLOW_UP, type OutcomeRules, type PaymentOutcome } from './outcome.ts';

/** True for an unsettled charge of a subscription change. The charge has no invoice yet, unlike the charge of a renewal. */
export const isForChange = ({ subscriptionId, invoiceId, checkoutSessionId, setupId }: Payment): boolean =>
  subscriptionId !== null && invoiceId === null && checkoutSessionId === null && setupId === null;

export type LoadedChange = PendingChangeState & { readonly clockTime: number | null };

/**
 * Loads the state for settling a charged change. `loadedParties`: the billing parties, if the caller has just read them; otherwise `null`.
 */
export const loadChange = async (
  store: Store,
  tenant: Tenant,
  ids: { readonly subscriptionId: string; readonly paymentId: string; readonly customerId: string },
  loadedParties: BillingParties | null,
): Promise<LoadedChange> => {
  const [subscription, payment, { parties }] = await Promise.all([
    store.get(subscriptionAggregate, tenant, ids.subscriptionId),
    store.get(paymentAggregate, tenant, ids.paymentId),
    loadedParties === null ? loadLocatedPartiesConcurrently(store, tenant, ids.customerId, null) : { parties: loadedParties },
  ]);
  const redeems = subscription?.record.pendingChange?.change.redeems ?? null;
  const [coupon, clockTime] = await Promise.all([
    redeems === null ? null : store.get(couponAggregate, tenant, redeems.couponId),
    fetchClockTime(store, tenant, subscription?.record.clockId ?? null),
  ]);
  return { subscription, payment, parties, coupon, clockTime };
};

/** Outcome of a payment that was never created at the provider. */
const NEVER_CREATED: UnpaidFacts = { outcome: 'canceled', providerPaymentId: null, failureCode: null, failureMessage: null };

export const CHANGE_RULES: OutcomeRules<PendingChangeState, SettledChange> = {
  paid: settleChange,
  unpaid: failChange,
  pending: markChangePending,
  dropped: (state, context) => failChange(NEVER_CREATED, state, context),
};

/** Applies the provider's outcome for the charge of a change; returns the follow-up at the provider. */
export const settleChangePayment = async (
  deps: FlowDeps,
  tenant: Tenant,
  payment: Payment,
  providerOutcome: PaymentOutcome,
): Promise<FollowUp> => {
  const { id: paymentId, subscriptionId, customerId } = payment;
  if (subscriptionId === null) throw new Error(`Payment ${paymentId} is for no subscription.`);
  const outcome = await deps.store.run<LoadedChange, SettledChange>({
    tenant,
    actor: SYSTEM,
    load: () => loadChange(deps.store, tenant, { subscriptionId, paymentId, customerId }, null),
    nowOf: ({ clockTime }) => clockTime,
    decide: (state, context) => decideOnOutcome(CHANGE_RULES, providerOutcome, state, context),
  });
  if (outcome.kind === 'refused') logRefusedOutcome('changeRefused', tenant, paymentId, outcome.refusal);
  return outcome.kind === 'done' ? { ...NO_FOLLOW_UP, refund: outcome.result.refund } : NO_FOLLOW_UP;
};
