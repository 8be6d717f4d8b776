import type { Stored } from '../../../domain/aggregate.ts';
import type { Decision, DecisionContext } from '../../../domain/decision.ts';
import { invoiceAggregate } from '../../../domain/invoice/record.ts';
import { type Payment, paymentAggregate } from '../../../domain/payment/record.ts';
import type { FailureFacts } from '../../../domain/payment/transitions.ts';
import type { PaymentMethod } from '../../../domain/payment-methods.ts';
import type { Refund } from '../../../domain/refund/record.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { failRenewal } from '../../../domain/subscription/renewal/fail.ts';
import {
  dropRenewalAttempt,
  isAwaited,
  type RenewalPaymentState,
  renewalPending,
  settleRenewal,
} from '../../../domain/subscription/renewal/settle.ts';
import type { Subscription } from '../../../domain/subscription/types.ts';
import { subscriptionAggregate } from '../../../domain/subscription/view.ts';
import type { Tenant } from '../../../domain/tenant.ts';
import { logNotice } from '../../../platform/log-lines.ts';
import type { InstrumentDetails, PaymentSnapshot } from '../../../provider/port.ts';
import { SYSTEM } from '../../../store/audit/entries.ts';
import type { FlowDeps } from '../../deps.ts';
import { distinct, eachOf, loadMoments, recordIn } from '../../load/batch.ts';
import { loadPartiesOf } from '../../load/parties.ts';

/** Outcome of a renewal's charge. */
export type ChargeOutcome =
  /** The provider created the payment. */
  | { readonly kind: 'payment'; readonly snapshot: PaymentSnapshot }
  /** The provider refused to create the payment. */
  | { readonly kind: 'refused'; readonly failure: FailureFacts }
  /** The provider has no such payment, and none will be created. */
  | { readonly kind: 'dropped' };

/** Outcome of a payment that was created. */
export type PaymentOutcome = Exclude<ChargeOutcome, { kind: 'refused' }>;

/** What remains to be done at the provider after a decision is written. */
export interface FollowUp {
  readonly refund: Refund | null;
  readonly supersededPaymentId: string | null;
}

export const NOTHING_LEFT: FollowUp = { refund: null, supersededPaymentId: null };

/** A decision without follow-up. */
export const leavingNothing = (decision: Decision<unknown> | Refusal): Decision<FollowUp> | Refusal =>
  decision instanceof Refusal ? decision : { ...decision, result: NOTHING_LEFT };

interface PaymentState extends RenewalPaymentState {
  readonly moment: number | null;
}

/**
 * Applies outcomes to many renewal payments in as few transactions as possible. Returns the follow-up of each; a payment whose outcome
 * cannot be applied is an error in its place and does not stop the others.
 */
export const settleRenewals = async (
  deps: FlowDeps,
  tenant: Tenant,
  strings: ReadonlyMap<string, ChargeOutcome>,
): Promise<ReadonlyMap<string, FollowUp | Error>> => {
  const outcomes = await deps.store.runBatch<PaymentState, FollowUp>({
    tenant,
    actor: SYSTEM,
    members: [...strings.keys()],
    load: (ids) => loadRenewalPayments(deps, tenant, ids),
    nowOf: ({ moment }) => moment,
    decide: (paymentId, state, context) => decideOn(strings.get(paymentId) ?? { kind: 'dropped' }, state, context),
    conditions: [],
  });
  return new Map(
    [...outcomes].map(([paymentId, outcome]): [string, FollowUp | Error] => {
      if (outcome.kind === 'done') return [paymentId, outcome.result];
      if (outcome.kind === 'failed') return [paymentId, outcome.error instanceof Error ? outcome.error : new Error(String(outcome.error))];
      logNotice('renewal_refused', { account: tenant.accountId, mode: tenant.mode, payment: paymentId, code: outcome.refusal.code });
      return [paymentId, NOTHING_LEFT];
    }),
  );
};

/** The payment method as API objects show it. */
export const methodOf = ({ method, details }: PaymentSnapshot): PaymentMethod | null =>
  method === null ? null : { type: method, ...cardOf(details) };

const cardOf = (details: InstrumentDetails | null): Omit<PaymentMethod, 'type'> =>
  details?.kind === 'card'
    ? { brand: details.brand, last4: details.last4, expMonth: details.expMonth, expYear: details.expYear }
    : { brand: null, last4: null, expMonth: null, expYear: null };

export const failureOf = (snapshot: PaymentSnapshot): FailureFacts => ({
  providerPaymentId: snapshot.id,
  failureCode: snapshot.failureReason,
  failureMessage: snapshot.failureMessage,
});

const decideOn = (providerOutcome: ChargeOutcome, state: PaymentState, context: DecisionContext): Decision<FollowUp> | Refusal => {
  switch (providerOutcome.kind) {
    case 'payment':
      return decideOnPayment(providerOutcome.snapshot, state, context);
    case 'refused':
      return leavingNothing(failRenewal(providerOutcome.failure, state, context));
    case 'dropped':
      return leavingNothing(dropRenewalAttempt({ providerPaymentId: null }, state, context));
  }
};

const decideOnPayment = (snapshot: PaymentSnapshot, state: PaymentState, context: DecisionContext): Decision<FollowUp> | Refusal => {
  const awaited = state.payment !== null && state.subscription !== null && isAwaited(state.payment.record, state.subscription.record);
  switch (snapshot.status) {
    case 'paid':
      return settleRenewal({ providerPaymentId: snapshot.id, method: methodOf(snapshot) }, state, context);
    case 'canceled':
    case 'expired':
      if (!awaited) return leavingNothing(dropRenewalAttempt({ providerPaymentId: snapshot.id }, state, context));
      return leavingNothing(failRenewal(failureOf(snapshot), state, context));
    case 'failed':
      return leavingNothing(failRenewal(failureOf(snapshot), state, context));
    case 'open':
    case 'pending':
    case 'authorized':
      return leavingNothing(renewalPending({ providerPaymentId: snapshot.id }, state, context));
  }
};

/** Id of the payment that the subscription waits for; `null`: none. */
const awaitedBy = ({ renewal }: Subscription): string | null => (renewal?.processing === true ? renewal.paymentId : null);

/** Loads the state that renewal payments are decided on. */
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
  const read = [...subscriptions.values()].flatMap((each) => (each instanceof Error ? [] : [each.record]));
  const awaitedIds = distinct(read.flatMap((subscription) => awaitedBy(subscription) ?? []));
  const [momentOf, others] = await Promise.all([
    loadMoments(store, tenant, read),
    store.getEach(
      paymentAggregate,
      tenant,
      awaitedIds.filter((id) => !payments.has(id)),
    ),
  ]);
  const awaitedOf = recordIn(new Map([...payments, ...others]));
  return eachOf(payments, (id: string, payment: Stored<Payment>) => {
    const { subscriptionId, invoiceId, customerId } = payment.record;
    if (subscriptionId === null || invoiceId === null) throw new Error(`payment ${id} is no renewal`);
    const parties = partiesOf(customerId);
    if (parties instanceof Error) throw parties;
    const subscription = recordIn(subscriptions)(subscriptionId);
    return {
      payment,
      awaited: subscription === null || isAwaited(payment.record, subscription.record) ? null : awaitedOf(awaitedBy(subscription.record)),
      subscription,
      invoice: recordIn(invoices)(invoiceId),
      parties,
      moment: momentOf(subscription?.record.clockId ?? null),
    };
  });
};
