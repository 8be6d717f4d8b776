import { holdRenewal } from '../domain/billing-hold/hold.ts';
import { billingHoldAggregate } from '../domain/billing-hold/record.ts';
import { chargeIntentAggregate } from '../domain/charge-intent/record.ts';
import { invoiceAggregate } from '../domain/invoice/record.ts';
import { isPayable } from '../domain/invoice/transitions.ts';
import type { Tenant } from '../domain/kernel.ts';
import { type Payment, paymentAggregate } from '../domain/payment/record.ts';
import { priceAggregate } from '../domain/price/record.ts';
import { type PreparedRenewal, type PrepareRenewalState, prepareRenewal, renewalIntentId } from '../domain/subscription/prepare-renewal.ts';
import { type Subscription, subscriptionAggregate } from '../domain/subscription/record.ts';
import { msOfId } from '../platform/ids.ts';
import { COUNTED_NOTICES, logNotice } from '../platform/log-lines.ts';
import type { NewPayment, Outcome, PaymentSnapshot } from '../provider/port.ts';
import { clockTime } from '../runtime/simulated-time.ts';
import { SYSTEM } from '../store/audit/entries.ts';
import { attemptQuery, rememberPayment } from './attempts.ts';
import { collectPayment, failCharge, withdrawAttempt } from './collect.ts';
import { type FlowDeps, webhookUrlOf } from './deps.ts';
import { loadParties } from './load.ts';
import { providerOf } from './provider.ts';

/** One attempt to renew a subscription: the input of its state machine. */
export interface RenewalAttempt extends Tenant {
  readonly subscriptionId: string;
  readonly periodEnd: number;
  readonly attempt: number;
}

/** The machine's state between its steps. Each step may run twice. */
export type CycleState = RenewalAttempt & {
  readonly outcome?: 'charge' | 'done' | 'settled' | 'failed' | 'pending';
  readonly paymentId?: string;
  /** Why the provider refused without making a payment. */
  readonly failure?: { readonly code: string; readonly message: string };
};

const tenantOf = ({ accountId, mode }: Tenant): Tenant => ({ accountId, mode });

/** A renewal of a service period that was billed already: refused for safety, shown on the alarm of billing holds and to the tenant. */
const hold = async (deps: FlowDeps, tenant: Tenant, renewalAttempt: RenewalAttempt, reason: string): Promise<CycleState> => {
  logNotice(COUNTED_NOTICES.billingHold, { account: renewalAttempt.accountId, subscription: renewalAttempt.subscriptionId, reason });
  await deps.store.run({
    tenant,
    actor: SYSTEM,
    load: async () => ({ hold: await deps.store.get(billingHoldAggregate, tenant, renewalAttempt.subscriptionId) }),
    decide: (state, context) => holdRenewal({ ...renewalAttempt, reason }, state, context),
  });
  return { ...renewalAttempt, outcome: 'done' };
};

/** Decides what the attempt is: an end, a skip, a free renewal, or a charge, for which it writes the intent. */
export const prepare = async (deps: FlowDeps, renewalAttempt: RenewalAttempt): Promise<CycleState> => {
  const tenant = tenantOf(renewalAttempt);
  const outcome = await deps.store.run<PrepareRenewalState & { readonly moment: number | null }, PreparedRenewal>({
    tenant,
    actor: SYSTEM,
    load: () => loadRenewalAttempt(deps, tenant, renewalAttempt),
    nowOf: (state) => state.moment,
    decide: (state, context) => prepareRenewal({ periodEnd: renewalAttempt.periodEnd, attempt: renewalAttempt.attempt }, state, context),
  });
  if (outcome.kind === 'refused') return hold(deps, tenant, renewalAttempt, outcome.refusal.reason ?? outcome.refusal.code);
  if (outcome.kind === 'key_taken') throw new Error('a renewal has no idempotency key');
  const { result } = outcome;
  return result.outcome === 'charge'
    ? { ...renewalAttempt, outcome: 'charge', paymentId: result.payment.id }
    : { ...renewalAttempt, outcome: 'done' };
};

const loadRenewalAttempt = async (
  deps: FlowDeps,
  tenant: Tenant,
  renewalAttempt: RenewalAttempt,
): Promise<PrepareRenewalState & { readonly moment: number | null }> => {
  const { store } = deps;
  const subscription = await store.get(subscriptionAggregate, tenant, renewalAttempt.subscriptionId);
  if (subscription === null) throw new Error(`no subscription ${renewalAttempt.subscriptionId}`);
  const { record } = subscription;
  const [price, parties, invoice, payment, intent, moment] = await Promise.all([
    store.get(priceAggregate, tenant, record.price.id),
    loadParties(store, tenant, record.customerId),
    record.renewal === null ? null : store.get(invoiceAggregate, tenant, record.renewal.invoiceId),
    record.renewal === null ? null : store.get(paymentAggregate, tenant, record.renewal.paymentId),
    store.get(chargeIntentAggregate, tenant, renewalIntentId(record, renewalAttempt.attempt)),
    clockTime(store, tenant, record.clockId),
  ]);
  if (price === null) throw new Error(`no price ${record.price.id}`);
  return { subscription, price: price.record, parties, invoice, payment, intent, usageQuantity: 0, moment };
};

/** Thrown so that the machine tries again: the provider gave no answer that could be trusted. */
export class NoProviderResponse extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NoProviderResponse';
  }
}

/**
 * Charges the mandate, at most once however often it is tried: the provider knows the attempt by its key, and after a lost
 * answer the attempt is looked for first. No answer: throws, and the machine comes back.
 */
export const charge = async (deps: FlowDeps, state: CycleState): Promise<CycleState> => {
  const tenant = tenantOf(state);
  const { paymentId } = state;
  if (paymentId === undefined) throw new Error('a charge needs its payment');
  const [payment, subscription] = await Promise.all([
    deps.store.get(paymentAggregate, tenant, paymentId),
    deps.store.get(subscriptionAggregate, tenant, state.subscriptionId),
  ]);
  if (payment === null || subscription === null) throw new Error(`no payment ${paymentId}`);
  if (payment.record.status !== 'pending') return { ...state, outcome: 'done' };
  if (!(await isStillOwed(deps, tenant, payment.record))) {
    if ((await withdrawAttempt(deps, tenant, payment.record)) === 'unavailable')
      throw new NoProviderResponse('the provider did not answer');
    return { ...state, outcome: 'done' };
  }
  const answer = await chargeOnce(deps, tenant, payment.record, subscription.record);
  if (answer.ok) {
    await rememberPayment(deps, tenant, paymentId, { providerPaymentId: answer.value.id, checkoutUrl: null });
    return { ...state, outcome: outcomeOf(answer.value) };
  }
  if (answer.kind === 'unavailable' || answer.kind === 'rate_limited' || answer.kind === 'unauthorized')
    throw new NoProviderResponse(answer.message);
  const code = answer.kind === 'mandate_gone' ? 'mandate_gone' : (answer.failureReason ?? 'payment_refused');
  return { ...state, outcome: 'failed', failure: { code, message: answer.message } };
};

/** An earlier attempt may have been paid after all since this one was prepared: its invoice is asked before each charge. */
const isStillOwed = async (deps: FlowDeps, tenant: Tenant, { invoiceId }: Payment): Promise<boolean> => {
  const invoice = invoiceId === null ? null : await deps.store.get(invoiceAggregate, tenant, invoiceId);
  return invoice !== null && isPayable(invoice.record);
};

const outcomeOf = ({ status }: PaymentSnapshot): 'settled' | 'failed' | 'pending' => {
  if (status === 'paid') return 'settled';
  return status === 'failed' || status === 'canceled' || status === 'expired' ? 'failed' : 'pending';
};

const chargeOnce = async (
  deps: FlowDeps,
  tenant: Tenant,
  payment: Payment,
  subscription: Subscription,
): Promise<Outcome<PaymentSnapshot>> => {
  const customerId = subscription.providerCustomerId;
  if (customerId === null || subscription.mandateId === null) {
    return { ok: false, kind: 'mandate_gone', message: 'There is no mandate to charge.', failureReason: 'mandate_gone' };
  }
  const provider = await providerOf(deps, tenant, payment.provider);
  // A key that is missing is the account's to mend and no word on the mandate: the charge waits.
  if (provider === null)
    return { ok: false, kind: 'unauthorized', message: 'The provider of this payment is not connected.', failureReason: null };
  if (payment.providerPaymentId !== null) return provider.getPayment(payment.providerPaymentId);
  const found = await provider.findPayment(customerId, attemptQuery(payment, msOfId(payment.id)));
  if (!found.ok && found.kind !== 'not_found' && found.kind !== 'mandate_gone') return found;
  if (found.ok && found.value !== null) return { ok: true, value: found.value };
  return provider.createPayment(
    recurringPayment(deps, tenant, payment, customerId, subscription.mandateId, subscription.price.productName),
  );
};

const recurringPayment = (
  deps: FlowDeps,
  tenant: Tenant,
  payment: Payment,
  customerId: string,
  mandateId: string,
  description: string,
): NewPayment => ({
  amountCents: payment.amountCents,
  currency: payment.currency,
  method: null,
  customerId,
  sequenceType: 'recurring',
  mandateId,
  redirectUrl: null,
  webhookUrl: webhookUrlOf(deps, tenant, payment.id),
  description,
  metadata: { payment_id: payment.id },
  idempotencyKey: payment.idempotencyKey,
});

/** Works the outcome: from the provider's own word on the payment, or from its refusal to make one. */
export const settle = async (deps: FlowDeps, state: CycleState): Promise<CycleState> => {
  const tenant = tenantOf(state);
  if (state.paymentId === undefined || state.outcome === 'done') return state;
  if (state.failure !== undefined) {
    const { code, message } = state.failure;
    await failCharge(deps, tenant, state.paymentId, { providerPaymentId: null, failureCode: code, failureMessage: message });
    return { ...state, outcome: 'done' };
  }
  const collected = await collectPayment(deps, tenant, state.paymentId, null);
  if (collected === 'unavailable') throw new NoProviderResponse('the provider did not answer');
  return { ...state, outcome: 'done' };
};

/** A whole renewal attempt in one go, for those whose machine broke off. */
export const runRenewalAttempt = async (deps: FlowDeps, renewalAttempt: RenewalAttempt): Promise<CycleState> => {
  const prepared = await prepare(deps, renewalAttempt);
  if (prepared.outcome !== 'charge') return prepared;
  return settle(deps, await charge(deps, prepared));
};
