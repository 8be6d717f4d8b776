import type { Stored } from '../../domain/aggregate.ts';
import { type Invoice, invoiceAggregate } from '../../domain/invoice/record.ts';
import { isPayable } from '../../domain/invoice/transitions.ts';
import { type Payment, paymentAggregate } from '../../domain/payment/record.ts';
import { type FailureFacts, PROVIDER_NOT_CONNECTED } from '../../domain/payment/transitions.ts';
import { DAY_SECONDS } from '../../domain/periods.ts';
import { MANDATE_PENDING } from '../../domain/subscription/renewal/dunning.ts';
import type { Subscription } from '../../domain/subscription/types.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { msOfId } from '../../platform/ids.ts';
import { logError } from '../../platform/log-lines.ts';
import { runConcurrently } from '../../platform/run-concurrently.ts';
import type { NewPayment, Outcome, PaymentProvider, PaymentSnapshot, ProviderFailure } from '../../provider/port.ts';
import { type FlowDeps, webhookUrlOf } from '../deps.ts';
import { readRecords } from '../load/batch.ts';
import { findAttempt, findPaymentOf, lookUpOutcome } from '../payments/attempts.ts';
import { cancelRenewalAttempt } from '../payments/sync.ts';
import { openProvider } from '../provider.ts';
import { hasWaitedTooLong, notConnectedFailure } from './not-connected.ts';
import type { Charge } from './prepare.ts';

/** Result of a charge at the provider. */
export type ChargeResult =
  | { readonly kind: 'payment'; readonly snapshot: PaymentSnapshot }
  | { readonly kind: 'refused'; readonly failure: FailureFacts }
  /** No charge is needed: the payment or its invoice is settled. */
  | { readonly kind: 'nothing' }
  /** No reliable response: the charge may exist, and is looked up before it is posted again. */
  | { readonly kind: 'no_response' }
  /** The account is not connected to the charge's provider. The charge is polled, and waits until the account is connected. */
  | { readonly kind: 'not_connected' }
  /**
   * Not attempted: the provider throttles, or the batch stopped before this charge. `retryAfterSeconds`: delay that the provider asked for.
   */
  | { readonly kind: 'not_tried'; readonly retryAfterSeconds: number | null };

export type Charged = Charge & { readonly result: ChargeResult };

/** Thrown when the provider gave no reliable response, so that the caller retries. */
export class NoProviderResponse extends Error {
  constructor(message = 'The provider did not respond.') {
    super(message);
    this.name = 'NoProviderResponse';
  }
}

/** Thrown when the provider has too many calls to take the charge: nothing was charged, and the caller retries. Logged as overload. */
export class ChargeNotTried extends NoProviderResponse {
  constructor() {
    super('The provider has too many calls.');
    this.name = 'ChargeNotTried';
  }
}

/** Thrown when the account is not connected to the provider of the charge. The charge is polled, so the caller need not retry it. */
export class ProviderNotConnected extends NoProviderResponse {
  constructor() {
    super('The provider account is not connected.');
    this.name = 'ProviderNotConnected';
  }
}

/** Time after which a batch starts no further charge, so that it ends before the lease of the billing run expires. */
const BATCH_MS = 20_000;

/**
 * Makes charges, `atOnce` concurrently. A repeated call charges nobody twice. Returns a result for each charge; a failure does not stop the
 * others. Starts no further charges when the time is up, the provider throttles, or more than `atOnce` charges in a row had no response.
 */
export const chargeBatch = async (
  deps: FlowDeps,
  tenant: Tenant,
  charges: readonly Charge[],
  atOnce: number,
): Promise<readonly Charged[]> => {
  const startedMs = deps.nowMs();
  const charged: Charged[] = [];
  let withoutResponse = 0;
  let retryAfterSeconds: number | null = null;
  const mustStop = (): boolean => deps.nowMs() - startedMs > BATCH_MS || withoutResponse > atOnce || retryAfterSeconds !== null;
  await runConcurrently(atOnce, charges, async (charge) => {
    const result: ChargeResult = mustStop() ? { kind: 'not_tried', retryAfterSeconds } : await chargeSafely(deps, tenant, charge);
    // A single charge without a response says little. Many in a row mean that the provider is down.
    if (result.kind === 'no_response') withoutResponse += 1;
    else if (result.kind !== 'not_tried') withoutResponse = 0;
    if (result.kind === 'not_tried') retryAfterSeconds = result.retryAfterSeconds ?? retryAfterSeconds;
    charged.push({ ...charge, result });
  });
  return charged;
};

const chargeSafely = async (deps: FlowDeps, tenant: Tenant, charge: Charge): Promise<ChargeResult> => {
  try {
    return await chargeOne(deps, tenant, charge);
  } catch (error) {
    logError(error, { part: 'charges', account: tenant.accountId, mode: tenant.mode, payment: charge.paymentId });
    return { kind: 'no_response' };
  }
};

const chargeOne = async (
  deps: FlowDeps,
  tenant: Tenant,
  { subscriptionId, paymentId, invoiceId, fresh }: Charge,
): Promise<ChargeResult> => {
  const recordOf = await readRecords(deps.store, tenant, [
    [paymentAggregate, paymentId],
    [subscriptionAggregate, subscriptionId],
    [invoiceAggregate, invoiceId],
  ]);
  const [payment, subscription] = [recordOf(paymentAggregate, paymentId), recordOf(subscriptionAggregate, subscriptionId)];
  if (payment === null || subscription === null) throw new Error(`Payment ${paymentId} or subscription ${subscriptionId} is missing.`);
  if (payment.record.status !== 'pending') return { kind: 'nothing' };
  if (!isStillOwed(recordOf(invoiceAggregate, invoiceId))) {
    const providerOutcome = await cancelRenewalAttempt(deps, tenant, payment.record);
    return { kind: providerOutcome === 'unavailable' ? 'no_response' : 'nothing' };
  }
  const purpose = purposeOf(payment.record, subscription.record, recordOf(invoiceAggregate, invoiceId));
  return chargeNow(deps, tenant, payment.record, subscription.record, { fresh, purpose });
};

/**
 * What a renewal charges for. In a restored backup, a renewal that was charged after the backup is due again: its new payment has another
 * id, but the same purpose.
 */
export interface ChargePurpose {
  readonly subscriptionId: string;
  /** Start of the invoiced period in Unix seconds. */
  readonly periodStart: number;
  /** Number of the attempt, counted from 1. */
  readonly attempt: number;
}

const purposeOf = (
  { id }: Payment,
  { id: subscriptionId, renewal }: Subscription,
  invoice: Stored<Invoice> | null,
): ChargePurpose | null => {
  const periodStart = invoice?.record.periodStart ?? null;
  return renewal === null || renewal.paymentId !== id || periodStart === null
    ? null
    : { subscriptionId, periodStart, attempt: renewal.attempt };
};

const nameOf = ({ subscriptionId, periodStart, attempt }: ChargePurpose): string => `${subscriptionId}/${periodStart}/${attempt}`;

/** How a charge is made. */
export interface ChargeTerms {
  /** See `Charge`. */
  readonly fresh: boolean;
  /** `null`: not a renewal. */
  readonly purpose: ChargePurpose | null;
}

/** Charges a pending payment of a subscription to its mandate. A repeated call charges nobody twice. */
export const chargeNow = async (
  deps: FlowDeps,
  tenant: Tenant,
  payment: Payment,
  subscription: Subscription,
  terms: ChargeTerms,
): Promise<ChargeResult> => {
  const answer = await createOrFetchPayment(deps, tenant, payment, subscription, terms);
  if (answer.ok) return { kind: 'payment', snapshot: answer.value };
  const failsForGood = answer.kind === 'unauthorized' && hasWaitedTooLong(payment, subscription, deps.nowMs());
  return resultOfFailure(failsForGood ? { ...answer, kind: 'refused', failureReason: PROVIDER_NOT_CONNECTED } : answer);
};

/** True when the invoice is unpaid. Checked before each charge, because an earlier attempt may have succeeded in the meantime. */
const isStillOwed = (invoice: Stored<Invoice> | null): boolean => invoice !== null && isPayable(invoice.record);

const resultOfFailure = (failure: ProviderFailure): ChargeResult => {
  switch (failure.kind) {
    case 'rate_limited':
      return { kind: 'not_tried', retryAfterSeconds: failure.retryAfterSeconds };
    case 'unavailable':
      return { kind: 'no_response' };
    case 'unauthorized':
      return { kind: 'not_connected' };
    default: {
      const failureCode = failure.kind === 'mandate_gone' ? 'mandate_gone' : (failure.failureReason ?? 'payment_refused');
      return { kind: 'refused', failure: { providerPaymentId: null, failureCode, failureMessage: failure.message } };
    }
  }
};

const createOrFetchPayment = async (
  deps: FlowDeps,
  tenant: Tenant,
  payment: Payment,
  subscription: Subscription,
  { fresh, purpose }: ChargeTerms,
): Promise<Outcome<PaymentSnapshot>> => {
  // The attempt keeps the mandate it was created with, even if the subscription has another payment method now.
  const { providerCustomerId, mandateId } = payment.mandate ?? subscription;
  if (providerCustomerId === null || mandateId === null) {
    return { ok: false, kind: 'mandate_gone', message: 'There is no mandate to charge.', failureReason: 'mandate_gone' };
  }
  const provider = await openProvider(deps, tenant, payment.provider);
  // A missing provider key says nothing about the mandate: the charge waits until the account connects the provider again.
  if (provider === null) return notConnectedFailure(payment, subscription);
  if (payment.providerPaymentId !== null) {
    const found = await provider.getPayment(payment.providerPaymentId);
    // After thirty days, the charge fails: the account may have connected another provider account, which does not know the charge.
    const isGone = !found.ok && (found.kind === 'not_found' || found.kind === 'mandate_gone');
    return isGone && hasWaitedTooLong(payment, subscription, deps.nowMs()) ? found : lookUpOutcome(found);
  }
  if (!fresh || deps.nowMs() - msOfId(payment.id) > provider.idempotencyWindowMs) {
    const existing = await findAttempt(provider, providerCustomerId, payment);
    if (!existing.ok) return existing;
    if (existing.value !== null) return { ok: true, value: existing.value };
  }
  if (deps.lookUpCharges === true && purpose !== null) {
    const existing = await findCharge(deps, provider, providerCustomerId, purpose);
    if (!existing.ok) return existing;
    if (existing.value !== null) return { ok: true, value: existing.value };
  }
  const mandate = { providerCustomerId, mandateId, description: subscription.price.productName };
  const created = await provider.createPayment(recurringPayment(deps, tenant, payment, mandate, purpose));
  return !created.ok && created.kind === 'mandate_gone' ? findRefusalCause(provider, { providerCustomerId, mandateId }, created) : created;
};

/** Maximum age of a backup that is restored. */
const RESTORED_WITHIN_SECONDS = 35 * DAY_SECONDS;

/** Returns the charge with this purpose that was made after the backup from which the table was restored; `null`: none. */
const findCharge = (
  deps: FlowDeps,
  provider: PaymentProvider,
  providerCustomerId: string,
  purpose: ChargePurpose,
): Promise<Outcome<PaymentSnapshot | null>> =>
  findPaymentOf(provider, providerCustomerId, {
    metadataKey: CHARGE,
    metadataValue: nameOf(purpose),
    notBefore: Math.floor(deps.nowMs() / 1000) - RESTORED_WITHIN_SECONDS,
  });

/** Metadata key of a charge's purpose. */
const CHARGE = 'charge';

const metadataOf = (paymentId: string, purpose: ChargePurpose | null): Readonly<Record<string, string>> => ({
  payment_id: paymentId,
  ...(purpose === null
    ? {}
    : {
        [CHARGE]: nameOf(purpose),
        subscription_id: purpose.subscriptionId,
        period_start: String(purpose.periodStart),
        attempt: String(purpose.attempt),
      }),
});

/** Distinguishes a missing mandate from a pending or valid one: the provider refuses a charge with the same message in each case. */
const findRefusalCause = async (
  provider: PaymentProvider,
  { providerCustomerId, mandateId }: Readonly<Record<'providerCustomerId' | 'mandateId', string>>,
  refused: ProviderFailure,
): Promise<ProviderFailure> => {
  const mandate = await provider.getMandate(providerCustomerId, mandateId);
  if (!mandate.ok) return mandate.kind === 'mandate_gone' || mandate.kind === 'not_found' ? refused : mandate;
  if (mandate.value.status === 'invalid') return refused;
  // `MANDATE_PENDING` starts a poll of the mandate. A valid mandate gets no poll, because that would make the next attempt due at once.
  return { ...refused, kind: 'refused', failureReason: mandate.value.status === 'pending' ? MANDATE_PENDING : null };
};

const recurringPayment = (
  deps: FlowDeps,
  tenant: Tenant,
  payment: Payment,
  { providerCustomerId, mandateId, description }: Readonly<Record<'providerCustomerId' | 'mandateId' | 'description', string>>,
  purpose: ChargePurpose | null,
): NewPayment => ({
  amountCents: payment.amountCents,
  currency: payment.currency,
  method: null,
  customerId: providerCustomerId,
  sequenceType: 'recurring',
  mandateId,
  redirectUrl: null,
  webhookUrl: webhookUrlOf(deps, tenant, payment.id),
  description,
  metadata: metadataOf(payment.id, purpose),
  idempotencyKey: payment.idempotencyKey,
});
