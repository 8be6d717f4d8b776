import { endOwedSync } from '../../domain/payment/owed-sync.ts';
import { isCreationOver, isTooOldToPoll, nextPollAt } from '../../domain/payment/poll.ts';
import { type Payment, paymentAggregate } from '../../domain/payment/record.ts';
import { isMandatePending } from '../../domain/subscription/renewal/dunning.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { msOfId } from '../../platform/ids.ts';
import { logNotice, METRIC_LINES } from '../../platform/log-lines.ts';
import type { PaymentSnapshot } from '../../provider/port.ts';
import { SYSTEM } from '../../store/audit/entries.ts';
import { postponeDue } from '../../store/core/due.ts';
import type { FlowDeps } from '../deps.ts';
import { endPollsOf } from './end-polls.ts';
import { syncMandate } from './mandates.ts';
import { applyPaymentAnswer, cancelPaymentAtProvider, dropPayment, fetchPaymentStatus, type SyncResult } from './sync.ts';

/**
 * Polls a payment without a final outcome, because its webhook can be lost. Once the payment has its outcome, polls its unconfirmed
 * mandate, for which there is no webhook. Applies the result and plans the next poll. A payment that the provider still does not have after
 * an hour is recorded as canceled. It is polled once more, since the request that creates it may be late. A payment that is too old
 * (`isTooOldToPoll`) is canceled at the provider, and its polling ends.
 */
export const pollPayment = async (deps: FlowDeps, tenant: Tenant, paymentId: string): Promise<void> => {
  const payment = (await deps.store.get(paymentAggregate, tenant, paymentId))?.record;
  if (payment === undefined || payment.pollsFrom === null) return;
  const now = Math.floor(deps.nowMs() / 1000);
  const createdAt = Math.floor(msOfId(paymentId) / 1000);
  if (payment.owedSyncSince !== undefined) return pollOwedSync(deps, tenant, payment, payment.owedSyncSince);
  if (needsMandateStatus(payment)) return pollMandate(deps, tenant, payment, { createdAt, now });
  if (isTooOldToPoll(createdAt, now)) {
    await cancelPaymentAtProvider(deps, tenant, payment);
    await giveUp(deps, tenant, payment, 'undecided');
    return endPollsOf(deps, tenant, payment);
  }
  const providerOutcome = await poll(deps, tenant, payment);
  const isMissingAtProvider = providerOutcome === 'unknown' && payment.providerPaymentId === null && isCreationOver(createdAt, now);
  if (isMissingAtProvider && payment.status === 'pending') await giveUp(deps, tenant, payment, 'never_made');
  else if (isMissingAtProvider || providerOutcome === 'decided') return endPollsOf(deps, tenant, payment);
  await postponeDue(deps.store.table, paymentAggregate, tenant, paymentId, nextPollAt(createdAt, now));
};

/**
 * Syncs a payment whose webhook came while its provider account was not connected or the provider did not respond. Tries again later if
 * the account is still not connected, or the provider still does not respond.
 */
const pollOwedSync = async (deps: FlowDeps, tenant: Tenant, payment: Payment, since: number): Promise<void> => {
  const now = Math.floor(deps.nowMs() / 1000);
  const outcome = isTooOldToPoll(since, now) ? 'decided' : await poll(deps, tenant, payment);
  if (outcome === 'disconnected' || outcome === 'unavailable')
    return postponeDue(deps.store.table, paymentAggregate, tenant, payment.id, nextPollAt(since, now));
  await deps.store.run({
    tenant,
    actor: SYSTEM,
    load: async () => ({ payment: await deps.store.get(paymentAggregate, tenant, payment.id) }),
    nowOf: () => null,
    decide: (state) => endOwedSync(null, state),
  });
};

const pollMandate = async (
  deps: FlowDeps,
  tenant: Tenant,
  payment: Payment,
  { createdAt, now }: { readonly createdAt: number; readonly now: number },
): Promise<void> => {
  const { id, mandate } = payment;
  const isOver = mandate === null || isTooOldToPoll(createdAt, now);
  if (isOver || (await syncMandate(deps, tenant, payment, mandate)) === 'decided') return endPollsOf(deps, tenant, payment);
  await postponeDue(deps.store.table, paymentAggregate, tenant, id, nextPollAt(createdAt, now));
};

/** True when the payment has its outcome and only the status of its mandate is missing. */
const needsMandateStatus = ({ status, failureCode }: Payment): boolean =>
  status === 'succeeded' || (status === 'failed' && isMandatePending(failureCode));

const UNDECIDED: readonly PaymentSnapshot['status'][] = ['open', 'pending', 'authorized'];

const poll = async (deps: FlowDeps, tenant: Tenant, payment: Payment): Promise<'decided' | 'undecided' | Exclude<SyncResult, 'worked'>> => {
  const answer = await fetchPaymentStatus(deps, tenant, payment, null);
  if (typeof answer === 'string') return answer;
  if ((await applyPaymentAnswer(deps, tenant, payment, answer)) === 'unavailable') return 'unavailable';
  return UNDECIDED.includes(answer.snapshot.status) ? 'undecided' : 'decided';
};

const giveUp = async (deps: FlowDeps, tenant: Tenant, { id }: Payment, why: 'never_made' | 'undecided'): Promise<void> => {
  const payment = (await deps.store.get(paymentAggregate, tenant, id))?.record;
  if (payment?.status !== 'pending') return;
  logNotice(METRIC_LINES.paymentGivenUp, { account: tenant.accountId, mode: tenant.mode, payment: id, why });
  await dropPayment(deps, tenant, payment);
};
