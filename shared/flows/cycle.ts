import { COUNTED_NOTICES, logNotice } from '../api/log.ts';
import { clockTime } from '../api/simulated-time.ts';
import { chargeIntentAggregate } from '../domain/charge-intent/record.ts';
import { INVOICE_COUNTER } from '../domain/invoice/build.ts';
import { invoiceAggregate } from '../domain/invoice/record.ts';
import { isPayable } from '../domain/invoice/transitions.ts';
import type { Tenant } from '../domain/kernel.ts';
import { parkTurn } from '../domain/parked-schedule/park.ts';
import { parkedScheduleAggregate } from '../domain/parked-schedule/record.ts';
import { type Payment, paymentAggregate } from '../domain/payment/record.ts';
import { priceAggregate } from '../domain/price/record.ts';
import { type PreparedRenewal, type PrepareRenewalState, prepareRenewal, renewalIntentId } from '../domain/subscription/prepare-renewal.ts';
import { type Subscription, subscriptionAggregate } from '../domain/subscription/record.ts';
import type { NewPayment, Outcome, PaymentSnapshot } from '../provider/port.ts';
import { SYSTEM } from '../store/audit.ts';
import { msOfId } from '../store/ids.ts';
import { attemptQuery, rememberPayment } from './attempts.ts';
import { collectPayment, failCharge, withdrawAttempt } from './collect.ts';
import { loadParties } from './load.ts';
import { type FlowParts, webhookUrlOf } from './parts.ts';
import { providerOf } from './provider.ts';

/** One turn of a subscription's cycle: the input of its state machine. */
export interface CycleTurn extends Tenant {
  readonly subscriptionId: string;
  readonly periodEnd: number;
  readonly attempt: number;
}

/** The machine's state between its steps. Each step may run twice. */
export type CycleState = CycleTurn & {
  readonly outcome?: 'charge' | 'done' | 'settled' | 'failed' | 'pending';
  readonly paymentId?: string;
  /** Why the provider refused without making a payment. */
  readonly failure?: { readonly code: string; readonly message: string };
};

const tenantOf = ({ accountId, mode }: Tenant): Tenant => ({ accountId, mode });

/** A turn of a service period that was billed already: refused for safety, shown on the alarm of parked schedules and to the tenant. */
const park = async (parts: FlowParts, tenant: Tenant, turn: CycleTurn, reason: string): Promise<CycleState> => {
  logNotice(COUNTED_NOTICES.scheduleParked, { account: turn.accountId, subscription: turn.subscriptionId, reason });
  await parts.store.run({
    tenant,
    actor: SYSTEM,
    load: async () => ({ parked: await parts.store.get(parkedScheduleAggregate, tenant, turn.subscriptionId) }),
    decide: (state, context) => parkTurn({ ...turn, reason }, state, context),
  });
  return { ...turn, outcome: 'done' };
};

/** Decides what the turn is: an end, a skip, a free renewal, or a charge, for which it writes the intent. */
export const prepare = async (parts: FlowParts, turn: CycleTurn): Promise<CycleState> => {
  const tenant = tenantOf(turn);
  const outcome = await parts.store.run<PrepareRenewalState & { readonly moment: number | null }, PreparedRenewal>({
    tenant,
    actor: SYSTEM,
    load: () => loadTurn(parts, tenant, turn),
    nowOf: (state) => state.moment,
    decide: (state, context) => prepareRenewal({ periodEnd: turn.periodEnd, attempt: turn.attempt }, state, context),
  });
  if (outcome.kind === 'refused') return park(parts, tenant, turn, outcome.refusal.reason ?? outcome.refusal.code);
  if (outcome.kind === 'key_taken') throw new Error('a turn has no idempotency key');
  const { result } = outcome;
  return result.outcome === 'charge' ? { ...turn, outcome: 'charge', paymentId: result.payment.id } : { ...turn, outcome: 'done' };
};

const loadTurn = async (
  parts: FlowParts,
  tenant: Tenant,
  turn: CycleTurn,
): Promise<PrepareRenewalState & { readonly moment: number | null }> => {
  const { store } = parts;
  const subscription = await store.get(subscriptionAggregate, tenant, turn.subscriptionId);
  if (subscription === null) throw new Error(`no subscription ${turn.subscriptionId}`);
  const { record } = subscription;
  const [price, parties, invoice, payment, intent, issuedInvoices, moment] = await Promise.all([
    store.get(priceAggregate, tenant, record.price.id),
    loadParties(store, tenant, record.customerId),
    record.renewal === null ? null : store.get(invoiceAggregate, tenant, record.renewal.invoiceId),
    record.renewal === null ? null : store.get(paymentAggregate, tenant, record.renewal.paymentId),
    store.get(chargeIntentAggregate, tenant, renewalIntentId(record, turn.attempt)),
    store.counter(tenant, INVOICE_COUNTER),
    clockTime(store, tenant, record.clockId),
  ]);
  if (price === null) throw new Error(`no price ${record.price.id}`);
  return { subscription, price: price.record, parties, invoice, payment, intent, issuedInvoices, usageQuantity: 0, moment };
};

/** Thrown so that the machine tries again: the provider gave no answer that could be trusted. */
export class ProviderSilent extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ProviderSilent';
  }
}

/**
 * Charges the mandate, at most once however often it is tried: the provider knows the attempt by its key, and after a lost
 * answer the attempt is looked for first. No answer: throws, and the machine comes back.
 */
export const charge = async (parts: FlowParts, state: CycleState): Promise<CycleState> => {
  const tenant = tenantOf(state);
  const { paymentId } = state;
  if (paymentId === undefined) throw new Error('a charge needs its payment');
  const [payment, subscription] = await Promise.all([
    parts.store.get(paymentAggregate, tenant, paymentId),
    parts.store.get(subscriptionAggregate, tenant, state.subscriptionId),
  ]);
  if (payment === null || subscription === null) throw new Error(`no payment ${paymentId}`);
  if (payment.record.status !== 'pending') return { ...state, outcome: 'done' };
  if (!(await isStillOwed(parts, tenant, payment.record))) {
    if ((await withdrawAttempt(parts, tenant, payment.record)) === 'unavailable') throw new ProviderSilent('the provider did not answer');
    return { ...state, outcome: 'done' };
  }
  const answer = await chargeOnce(parts, tenant, payment.record, subscription.record);
  if (answer.ok) {
    await rememberPayment(parts, tenant, paymentId, { providerPaymentId: answer.value.id, checkoutUrl: null });
    return { ...state, outcome: outcomeOf(answer.value) };
  }
  if (answer.kind === 'unavailable' || answer.kind === 'rate_limited' || answer.kind === 'unauthorized')
    throw new ProviderSilent(answer.message);
  const code = answer.kind === 'mandate_gone' ? 'mandate_gone' : (answer.failureReason ?? 'payment_refused');
  return { ...state, outcome: 'failed', failure: { code, message: answer.message } };
};

/** An earlier attempt may have been paid after all since this one was prepared: its invoice is asked before each charge. */
const isStillOwed = async (parts: FlowParts, tenant: Tenant, { invoiceId }: Payment): Promise<boolean> => {
  const invoice = invoiceId === null ? null : await parts.store.get(invoiceAggregate, tenant, invoiceId);
  return invoice !== null && isPayable(invoice.record);
};

const outcomeOf = ({ status }: PaymentSnapshot): 'settled' | 'failed' | 'pending' => {
  if (status === 'paid') return 'settled';
  return status === 'failed' || status === 'canceled' || status === 'expired' ? 'failed' : 'pending';
};

const chargeOnce = async (
  parts: FlowParts,
  tenant: Tenant,
  payment: Payment,
  subscription: Subscription,
): Promise<Outcome<PaymentSnapshot>> => {
  const customerId = subscription.providerCustomerId;
  if (customerId === null || subscription.mandateId === null) {
    return { ok: false, kind: 'mandate_gone', message: 'There is no mandate to charge.', failureReason: 'mandate_gone' };
  }
  const provider = await providerOf(parts, tenant, payment.provider);
  // A key that is missing is the account's to mend and no word on the mandate: the charge waits.
  if (provider === null)
    return { ok: false, kind: 'unauthorized', message: 'The provider of this payment is not connected.', failureReason: null };
  if (payment.providerPaymentId !== null) return provider.getPayment(payment.providerPaymentId);
  const found = await provider.findPayment(customerId, attemptQuery(payment, msOfId(payment.id)));
  if (!found.ok && found.kind !== 'not_found' && found.kind !== 'mandate_gone') return found;
  if (found.ok && found.value !== null) return { ok: true, value: found.value };
  return provider.createPayment(
    recurringPayment(parts, tenant, payment, customerId, subscription.mandateId, subscription.price.productName),
  );
};

const recurringPayment = (
  parts: FlowParts,
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
  webhookUrl: webhookUrlOf(parts, tenant, payment.id),
  description,
  metadata: { payment_id: payment.id },
  idempotencyKey: payment.idempotencyKey,
});

/** Works the outcome: from the provider's own word on the payment, or from its refusal to make one. */
export const settle = async (parts: FlowParts, state: CycleState): Promise<CycleState> => {
  const tenant = tenantOf(state);
  if (state.paymentId === undefined || state.outcome === 'done') return state;
  if (state.failure !== undefined) {
    const { code, message } = state.failure;
    await failCharge(parts, tenant, state.paymentId, { providerPaymentId: null, failureCode: code, failureMessage: message });
    return { ...state, outcome: 'done' };
  }
  const collected = await collectPayment(parts, tenant, state.paymentId, null);
  if (collected === 'unavailable') throw new ProviderSilent('the provider did not answer');
  return { ...state, outcome: 'done' };
};

/** A whole turn in one go, for turns whose machine broke off. */
export const runTurn = async (parts: FlowParts, turn: CycleTurn): Promise<CycleState> => {
  const prepared = await prepare(parts, turn);
  if (prepared.outcome !== 'charge') return prepared;
  return settle(parts, await charge(parts, prepared));
};
