import { purchaseIdOf } from '../../domain/checkout-session/record.ts';
import { payableIdOf, withKindOf } from '../../domain/payable/payables.ts';
import type { Payable, PayableKind } from '../../domain/payable/record.ts';
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
import type { Store } from '../../store/writer/store.ts';
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

/** The purchase against which a payment of the payable counts if it is refused. Sessions that replace each other share the limit. */
export const attemptSubjectOf = (tenant: Tenant, payable: Payable): AttemptSubject => ({ tenant, subjectId: purchaseIdOf(payable) });

/**
 * Loads what this payment counts against if it is refused: its purchase or, for a setup, its customer. `null` for the charge of a renewal or
 * plan change, and for a purchase that no longer exists.
 */
export const loadAttemptSubject = async (store: Store, tenant: Tenant, payment: Payment): Promise<AttemptSubject | null> => {
  if (payment.setupId !== null) return { tenant, subjectId: payment.customerId };
  const payableId = payableIdOf(payment);
  if (payableId === null) return null;
  const payable = await withKindOf(payableId, <R extends Payable>({ aggregate }: PayableKind<R>) =>
    store.get(aggregate, tenant, payableId),
  );
  return payable === null ? null : attemptSubjectOf(tenant, payable.record);
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
