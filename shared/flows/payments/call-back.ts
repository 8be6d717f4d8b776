import { payableIdOf } from '../../domain/payables.ts';
import { type Payment, paymentAggregate } from '../../domain/payment/record.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { msOfId } from '../../platform/ids.ts';
import type { PaymentSnapshot } from '../../provider/port.ts';
import type { FlowDeps } from '../deps.ts';
import { type Collected, collectAnswer, fetchPaymentStatus } from './sync.ts';

/** A run has processed the answers to its charges by then, or is taken for dead. */
const RUN_MS = 60_000;

/** How long a provider webhook waits that came before its run had processed the charge's own answer. */
export const RUN_WAIT_SECONDS = 30;

/** `with_its_run`: anyone who made the charge is about to work its answer; look again after `RUN_WAIT_SECONDS`. */
export type Noticed = Collected | 'with_its_run';

/** True while the answer to a charge is awaited by the run that makes it. */
const isWithItsRun = ({ id, type, status, providerPaymentId }: Payment, nowMs: number): boolean =>
  (type === 'renewal' || type === 'usage') && status === 'pending' && providerPaymentId === null && nowMs - msOfId(id) < RUN_MS;

/** A subscription's charge of which nothing has come back: all that the provider can tell of it is that something has. */
const isSettledCharge = (payment: Payment): boolean =>
  payment.status === 'succeeded' && payableIdOf(payment) === null && payment.amountRefundedCents === 0 && payment.amountDisputedCents === 0;

/** Whether the provider says of a settled charge what is known already. */
const isKnown = (payment: Payment, { status, refundedCents, hasChargebacks }: PaymentSnapshot): boolean =>
  isSettledCharge(payment) && status === 'paid' && refundedCents === 0 && !hasChargebacks;

/**
 * Works a provider webhook. As `collectPayment`, but it neither disturbs a run that is at work on the charge, nor loads
 * what a settled charge touches when there is nothing new. May come at any time, in any order, any number of times.
 */
export const workNotice = async (deps: FlowDeps, tenant: Tenant, paymentId: string, providerPaymentId: string | null): Promise<Noticed> => {
  const payment = (await deps.store.get(paymentAggregate, tenant, paymentId))?.record;
  if (payment === undefined) return 'unknown';
  if (isWithItsRun(payment, deps.nowMs())) return 'with_its_run';
  const answer = await fetchPaymentStatus(deps, tenant, payment, providerPaymentId);
  if (typeof answer === 'string') return answer;
  return isKnown(payment, answer.snapshot) ? 'worked' : collectAnswer(deps, tenant, payment, answer);
};
