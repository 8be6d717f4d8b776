import { payableIdOf } from '../../domain/payables.ts';
import type { Payment } from '../../domain/payment/record.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { COUNTED_NOTICES, logNotice } from '../../platform/log-lines.ts';
import type { Outcome, PaymentSnapshot } from '../../provider/port.ts';
import type { Table } from '../../store/core/table.ts';
import { recordCardTestingSuspicion } from '../../store/limits/card-testing.ts';
import { debitRefused } from '../../store/limits/rate-limit.ts';
import {
  type AttemptSubject,
  awaitAttempt,
  type CountedAttempt,
  endAttempt,
  readAttempts,
  refuseAttempt,
  type StoredAttempts,
} from '../../store/limits/tries.ts';
import type { FlowDeps } from '../deps.ts';

type Deps = Pick<FlowDeps, 'store' | 'nowMs'>;

/** Owner of the refused payments that limit an attempt, and their count within the last hour. `kept: null`: not read yet. */
export interface AttemptLimit {
  readonly by: AttemptSubject;
  readonly kept: StoredAttempts | null;
}

/** `null`: no limit applies. */
export const readAttemptLimit = async (table: Table, triedBy: () => Promise<AttemptSubject | null>): Promise<AttemptLimit | null> => {
  const by = await triedBy();
  return by === null ? null : { by, kept: await readAttempts(table, by) };
};

/**
 * The owner of a refused payment: its checkout session or one-off payment, or the customer when it verifies a saved method. `null` for
 * renewals and plan changes.
 */
export const triedBy = (
  tenant: Tenant,
  payment: Pick<Payment, 'setupId' | 'checkoutSessionId' | 'oneShotPaymentId' | 'customerId'>,
): AttemptSubject | null => {
  const subjectId = payment.setupId === null ? payableIdOf(payment) : payment.customerId;
  return subjectId === null ? null : { tenant, subjectId };
};

/**
 * Counts a refused payment against its session or customer, and against the IP address that started it. More than 30 per address and
 * account within an hour indicate card testing: operators and the account are alerted, but the address is not blocked, since many buyers
 * may share it. Counts a payment once.
 */
export const countRefused = async ({ store: { table }, nowMs }: Deps, by: AttemptSubject, paymentId: string): Promise<void> => {
  const ip = await refuseAttempt(table, by, paymentId, nowMs());
  if (ip === null) return;
  const { allowed } = await debitRefused(table, by.tenant, ip, nowMs());
  if (allowed) return;
  await recordCardTestingSuspicion(table, by.tenant, nowMs());
  logNotice(COUNTED_NOTICES.cardTesting, { account: by.tenant.accountId, mode: by.tenant.mode });
};

/** Applies the provider's response to the attempt. Without a response the attempt may have been refused, and still counts. */
export const recordOpenResult = async (
  deps: Deps,
  by: AttemptSubject,
  attempt: CountedAttempt,
  opened: Outcome<PaymentSnapshot>,
): Promise<void> => {
  const { table } = deps.store;
  if (!opened.ok) {
    if (opened.kind === 'unavailable') return;
    if (opened.kind === 'rate_limited' || opened.kind === 'unauthorized') return endAttempt(table, by, attempt, deps.nowMs());
    return countRefused(deps, by, attempt.id);
  }
  const { status } = opened.value;
  if (status === 'failed') return countRefused(deps, by, attempt.id);
  if (status === 'open' || status === 'pending') return awaitAttempt(table, by, attempt, deps.nowMs());
  return endAttempt(table, by, attempt, deps.nowMs());
};
