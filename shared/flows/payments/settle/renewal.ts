import type { Stored } from '../../../domain/aggregate.ts';
import { invoiceAggregate } from '../../../domain/invoice/record.ts';
import { type Payment, paymentAggregate } from '../../../domain/payment/record.ts';
import { failRenewal } from '../../../domain/subscription/renewal/fail.ts';
import {
  dropRenewalAttempt,
  isAwaited,
  markRenewalPending,
  type RenewalPaymentState,
  settleRenewal,
} from '../../../domain/subscription/renewal/settle.ts';
import type { Subscription } from '../../../domain/subscription/types.ts';
import { subscriptionAggregate } from '../../../domain/subscription/view.ts';
import type { Tenant } from '../../../domain/tenant.ts';
import { SYSTEM } from '../../../store/audit/entries.ts';
import type { FlowDeps } from '../../deps.ts';
import { assembleEach, distinct, fetchClockTimes, recordLookup } from '../../load/batch.ts';
import { loadPartiesOf } from '../../load/parties.ts';
import { withFoundCharge } from './found-charge.ts';
import {
  type ChargeOutcome,
  decideOnOutcome,
  type FollowUp,
  logRefusedOutcome,
  NO_FOLLOW_UP,
  type OutcomeRules,
  withoutFollowUp,
} from './outcome.ts';

interface PaymentState extends RenewalPaymentState {
  readonly clockTime: number | null;
}

/** Number of transactions that settle renewals concurrently. They share no items except the counter of log numbers. */
export const CONCURRENT_TRANSACTIONS = 4;

/**
 * Applies outcomes to many renewal payments in as few transactions as possible. Returns the follow-up of each payment by id, or an error if
 * its outcome could not be applied. An error does not stop the other payments.
 */
export const settleRenewals = async (
  deps: FlowDeps,
  tenant: Tenant,
  providerOutcomes: ReadonlyMap<string, ChargeOutcome>,
): Promise<ReadonlyMap<string, FollowUp | Error>> => {
  const outcomes = await deps.store.runBatch<PaymentState, FollowUp>({
    tenant,
    actor: SYSTEM,
    members: [...providerOutcomes.keys()],
    load: (ids) => loadRenewalPayments(deps, tenant, ids),
    nowOf: ({ clockTime }) => clockTime,
    decide: (paymentId, state, context) => {
      const outcome = providerOutcomes.get(paymentId) ?? { kind: 'dropped' };
      return withFoundCharge(decideOnOutcome(RENEWAL_RULES, outcome, state, context), state.payment?.record, outcome);
    },
    conditions: [],
    concurrentTransactions: CONCURRENT_TRANSACTIONS,
  });
  return new Map(
    [...outcomes].map(([paymentId, outcome]): [string, FollowUp | Error] => {
      if (outcome.kind === 'done') return [paymentId, outcome.result];
      if (outcome.kind === 'failed') return [paymentId, outcome.error instanceof Error ? outcome.error : new Error(String(outcome.error))];
      logRefusedOutcome('renewalRefused', tenant, paymentId, outcome.refusal);
      return [paymentId, NO_FOLLOW_UP];
    }),
  );
};

const RENEWAL_RULES: OutcomeRules<PaymentState, FollowUp> = {
  paid: settleRenewal,
  unpaid: (facts, state, context) => {
    const isStillAwaited =
      state.payment !== null && state.subscription !== null && isAwaited(state.payment.record, state.subscription.record);
    // If the subscription no longer waits for this attempt, the attempt's cancellation is no failure of the renewal.
    if (facts.outcome !== 'failed' && !isStillAwaited) return withoutFollowUp(dropRenewalAttempt(facts, state, context));
    return withoutFollowUp(failRenewal(facts, state, context));
  },
  pending: (facts, state, context) => withoutFollowUp(markRenewalPending(facts, state, context)),
  dropped: (state, context) => withoutFollowUp(dropRenewalAttempt({ providerPaymentId: null }, state, context)),
};

/** Id of the payment that the subscription waits for; `null`: none. */
const pendingIdOf = ({ renewal }: Subscription): string | null => (renewal?.processing === true ? renewal.paymentId : null);

/** Loads the state for decisions on renewal payments, by payment id. */
const loadRenewalPayments = async (
  { store }: FlowDeps,
  tenant: Tenant,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, PaymentState | Error>> => {
  const payments = await store.getEach(paymentAggregate, tenant, paymentIds);
  const records = [...payments.values()].flatMap((each) => (each instanceof Error ? [] : [each.record]));
  const [subscriptions, invoices, partiesOf] = await Promise.all([
    store.getEach(subscriptionAggregate, tenant, distinct(records.flatMap(({ subscriptionId }) => subscriptionId ?? []))),
    store.getEach(invoiceAggregate, tenant, distinct(records.flatMap(({ invoiceId }) => invoiceId ?? []))),
    loadPartiesOf(store, tenant, distinct(records.map(({ customerId }) => customerId))),
  ]);
  const subscriptionRecords = [...subscriptions.values()].flatMap((each) => (each instanceof Error ? [] : [each.record]));
  const pendingIds = distinct(subscriptionRecords.flatMap((subscription) => pendingIdOf(subscription) ?? []));
  const [clockTimeOf, otherPayments] = await Promise.all([
    fetchClockTimes(store, tenant, subscriptionRecords),
    store.getEach(
      paymentAggregate,
      tenant,
      pendingIds.filter((id) => !payments.has(id)),
    ),
  ]);
  const paymentOf = recordLookup(new Map([...payments, ...otherPayments]));
  return assembleEach(payments, (id: string, payment: Stored<Payment>) => {
    const { subscriptionId, invoiceId, customerId } = payment.record;
    if (subscriptionId === null || invoiceId === null) throw new Error(`Payment ${id} is not a renewal.`);
    const parties = partiesOf(customerId);
    if (parties instanceof Error) throw parties;
    const subscription = recordLookup(subscriptions)(subscriptionId);
    return {
      payment,
      pendingPayment: !subscription || isAwaited(payment.record, subscription.record) ? null : paymentOf(pendingIdOf(subscription.record)),
      subscription,
      invoice: recordLookup(invoices)(invoiceId),
      parties,
      clockTime: clockTimeOf(subscription?.record.clockId ?? null),
    };
  });
};
