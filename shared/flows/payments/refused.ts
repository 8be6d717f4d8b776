import { payableIdOf } from '../../domain/payable/payables.ts';
import type { Payment } from '../../domain/payment/record.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { logNotice, METRIC_LINES } from '../../platform/log-lines.ts';
import { networkOf } from '../../platform/networks.ts';
import type { Outcome, PaymentSnapshot } from '../../provider/port.ts';
import type { Table } from '../../store/core/table.ts';
import { recordCardTestingSuspicion } from '../../store/limits/card-testing.ts';
import {
  type AttemptSubject,
  type CountedAttempt,
  endAttempt,
  markAttemptWaiting,
  readAttempts,
  recordRefusedAttempt,
  type StoredAttempts,
} from '../../store/limits/payment-attempts.ts';
import { debitRefused } from '../../store/limits/rate-limit.ts';
import type { FlowDeps } from '../deps.ts';

type Deps = Pick<FlowDeps, 'store' | 'nowMs'>;

/** `subject`: object whose refused payments limit new attempts. `attempts`: its attempts within the last hour; `null`: not read yet. */
export interface AttemptLimit {
  readonly subject: AttemptSubject;
  readonly attempts: StoredAttempts | null;
}

/** Reads the attempts that limit a new attempt; `null`: no limit applies. */
export const readAttemptLimit = async (table: Table, loadSubject: () => Promise<AttemptSubject | null>): Promise<AttemptLimit | null> => {
  const subject = await loadSubject();
  return subject === null ? null : { subject, attempts: await readAttempts(table, subject) };
};

/**
 * The object against which this payment counts if it is refused: its checkout session or one-off payment or, for a setup, its customer.
 * `null` for the charge of a renewal or plan change.
 */
export const attemptSubjectOf = (
  tenant: Tenant,
  payment: Pick<Payment, 'setupId' | 'checkoutSessionId' | 'oneShotPaymentId' | 'customerId'>,
): AttemptSubject | null => {
  const subjectId = payment.setupId === null ? payableIdOf(payment) : payment.customerId;
  return subjectId === null ? null : { tenant, subjectId };
};

/**
 * Counts a refused payment, once, against its subject and against the network that started it (`networkOf`). More than 30 refused payments
 * per network and account within an hour indicate card testing: operators and the account are alerted, but the network is not blocked,
 * since many buyers may share it.
 */
export const countRefused = async ({ store: { table }, nowMs }: Deps, subject: AttemptSubject, paymentId: string): Promise<void> => {
  const ip = await recordRefusedAttempt(table, subject, paymentId, nowMs());
  if (ip === null) return;
  const { tenant } = subject;
  const { allowed } = await debitRefused(table, tenant, networkOf(ip), nowMs());
  if (allowed) return;
  await recordCardTestingSuspicion(table, tenant, nowMs());
  logNotice(METRIC_LINES.cardTesting, { account: tenant.accountId, mode: tenant.mode });
};

/**
 * Updates the counted attempts after the provider's response to a new payment. Without a response the attempt still counts, since the
 * provider may have refused it.
 */
export const recordAttemptResult = async (
  deps: Deps,
  subject: AttemptSubject,
  attempt: CountedAttempt,
  response: Outcome<PaymentSnapshot>,
): Promise<void> => {
  const { table } = deps.store;
  if (!response.ok) {
    if (response.kind === 'unavailable') return;
    if (response.kind === 'rate_limited' || response.kind === 'unauthorized') return endAttempt(table, subject, attempt, deps.nowMs());
    return countRefused(deps, subject, attempt.id);
  }
  const { status } = response.value;
  if (status === 'failed') return countRefused(deps, subject, attempt.id);
  if (status === 'open' || status === 'pending') return markAttemptWaiting(table, subject, attempt, deps.nowMs());
  return endAttempt(table, subject, attempt, deps.nowMs());
};
