import { type Payment, paymentAggregate } from '../../domain/payment/record.ts';
import { type RecordProviderPayment, recordProviderPayment } from '../../domain/payment/record-provider.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { msOfId } from '../../platform/ids.ts';
import type { AttemptQuery, Outcome, PaymentProvider, PaymentSnapshot } from '../../provider/port.ts';
import { SYSTEM } from '../../store/audit/entries.ts';
import type { FlowDeps } from '../deps.ts';

/** Maximum difference between the clocks of the provider and of this service. */
export const CLOCK_MARGIN_SECONDS = 300;

/** Query that finds the payment at the provider if the response to its creation was lost. */
const attemptQuery = ({ id }: Payment): AttemptQuery => ({
  metadataKey: 'payment_id',
  metadataValue: id,
  notBefore: Math.floor(msOfId(id) / 1000) - CLOCK_MARGIN_SECONDS,
});

/**
 * The outcome of looking up a payment that may have been made. A failure does not mean that the payment was refused: another one could be
 * the second charge.
 */
export const lookUpOutcome = <T>(outcome: Outcome<T>): Outcome<T> =>
  outcome.ok || outcome.kind === 'rate_limited' || outcome.kind === 'unauthorized' ? outcome : { ...outcome, kind: 'unavailable' };

/** Searches the customer's payments at the provider or, if the customer was deleted there, all payments. `null`: there is none. */
export const findPaymentOf = async (
  provider: PaymentProvider,
  providerCustomerId: string,
  query: AttemptQuery,
): Promise<Outcome<PaymentSnapshot | null>> => {
  const match = await provider.findPayment(providerCustomerId, query);
  const customerIsGone = !match.ok && (match.kind === 'not_found' || match.kind === 'mandate_gone');
  return lookUpOutcome(customerIsGone ? await provider.findPayment(null, query) : match);
};

/** Returns the provider payment that an earlier call created; `null`: none. */
export const findAttempt = (
  provider: PaymentProvider,
  providerCustomerId: string,
  payment: Payment,
): Promise<Outcome<PaymentSnapshot | null>> => findPaymentOf(provider, providerCustomerId, attemptQuery(payment));

/** Records that the payment exists at the provider, so that no later call creates another one there. */
export const recordPaymentAtProvider = async (
  deps: FlowDeps,
  tenant: Tenant,
  paymentId: string,
  command: RecordProviderPayment,
): Promise<Payment> => {
  const outcome = await deps.store.run({
    tenant,
    actor: SYSTEM,
    load: async () => ({ payment: await deps.store.get(paymentAggregate, tenant, paymentId) }),
    nowOf: () => null,
    decide: (state, context) => recordProviderPayment(command, state, context),
  });
  if (outcome.kind !== 'done') throw new Error(`Payment ${paymentId} is missing.`);
  return outcome.result;
};
