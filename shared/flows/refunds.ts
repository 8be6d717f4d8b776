import { customerAggregate } from '../domain/customer/record.ts';
import type { Tenant } from '../domain/kernel.ts';
import { type Payment, paymentAggregate } from '../domain/payment/record.ts';
import { canBeAskedAfter, type Refund, refundAggregate } from '../domain/refund/record.ts';
import { postponeRefund, type RefundState, type SettleRefund, settleRefund } from '../domain/refund/settle.ts';
import { msOfId } from '../platform/ids.ts';
import { COUNTED_NOTICES, logNotice } from '../platform/log-lines.ts';
import type { AttemptQuery, NewRefund, Outcome, PaymentProvider, RefundSnapshot } from '../provider/port.ts';
import { clockTime } from '../runtime/simulated-time.ts';
import { SYSTEM } from '../store/audit/entries.ts';
import { CLOCK_MARGIN_SECONDS, KEY_TRUSTED_MS } from './attempts.ts';
import type { FlowDeps } from './deps.ts';
import { allOf } from './load.ts';
import { providerOf } from './provider.ts';

type Loaded = RefundState & { readonly moment: number | null };

const loadRefund = async (deps: FlowDeps, tenant: Tenant, refundId: string): Promise<Loaded> => {
  const refund = await deps.store.get(refundAggregate, tenant, refundId);
  if (refund === null) return { refund, payment: null, moment: null };
  const [payment, customer] = await Promise.all([
    deps.store.get(paymentAggregate, tenant, refund.record.paymentId),
    deps.store.get(customerAggregate, tenant, refund.record.customerId),
  ]);
  return { refund, payment, moment: await clockTime(deps.store, tenant, customer?.record.testClockId ?? null) };
};

const attemptOf = (refund: Refund): AttemptQuery => ({
  metadataKey: 'refund_id',
  metadataValue: refund.id,
  notBefore: Math.floor(msOfId(refund.id) / 1000) - CLOCK_MARGIN_SECONDS,
});

/** Makes the refund at the provider, or finds it there. The same however often it is tried. */
const refundOnce = async (
  deps: FlowDeps,
  provider: PaymentProvider,
  refund: Refund,
  providerPaymentId: string,
): Promise<Outcome<RefundSnapshot>> => {
  if (refund.providerRefundId !== null) return provider.getRefund(providerPaymentId, refund.providerRefundId);
  if (deps.nowMs() - msOfId(refund.id) > KEY_TRUSTED_MS) {
    const found = await provider.findRefund(providerPaymentId, attemptOf(refund));
    if (!found.ok) return found;
    if (found.value !== null) return { ok: true, value: found.value };
  }
  return provider.createRefund(newRefund(refund, providerPaymentId));
};

const newRefund = (refund: Refund, providerPaymentId: string): NewRefund => ({
  paymentId: providerPaymentId,
  amountCents: refund.amountCents,
  currency: refund.currency,
  description: refund.id,
  metadata: { refund_id: refund.id },
  idempotencyKey: refund.id,
});

/**
 * The provider refuses what it has already: a refund of ours whose answer was lost, or one that somebody made there by hand. Of
 * what was given back by hand in part, the rest is asked for. `null`: it does not say, or refuses for another reason.
 */
const settledOtherwise = async (provider: PaymentProvider, refund: Refund, providerPaymentId: string): Promise<SettleRefund | null> => {
  const found = await provider.findRefund(providerPaymentId, attemptOf(refund));
  if (!found.ok) return null;
  if (found.value !== null) return wordOf(found.value);
  const others = await provider.listRefunds(providerPaymentId);
  // One that the bank still works on may yet fail: what it leaves to be given back is known only then.
  if (!others.ok || others.value.some(({ status }) => status === 'pending')) return null;
  const givenBack = others.value.filter(({ status }) => status === 'succeeded');
  if (givenBack.length === 0) return null;
  const restCents = refund.amountCents - givenBack.reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (restCents <= 0) return { status: 'succeeded', providerRefundId: null, failureReason: null };
  const rest = await provider.createRefund({
    ...newRefund(refund, providerPaymentId),
    amountCents: restCents,
    idempotencyKey: `${refund.id}-${restCents}`,
  });
  return rest.ok ? wordOf(rest.value) : null;
};

const wordOf = ({ id, status }: RefundSnapshot): SettleRefund => ({
  status,
  providerRefundId: id,
  failureReason: status === 'failed' ? 'provider_failed' : null,
});

/** The provider's word on the refund; `null`: none that ends or begins it. */
const askForRefund = async (deps: FlowDeps, tenant: Tenant, refund: Refund, payment: Payment): Promise<SettleRefund | null> => {
  const provider = await providerOf(deps, tenant, refund.provider);
  if (provider === null || payment.providerPaymentId === null) return null;
  const answer = await refundOnce(deps, provider, refund, payment.providerPaymentId);
  if (answer.ok) return wordOf(answer.value);
  const refused = answer.kind === 'duplicate' || answer.kind === 'refused';
  return refused ? settledOtherwise(provider, refund, payment.providerPaymentId) : null;
};

/**
 * Goes on with a refund that is not settled: makes it at the provider, or asks what became of it. May be called at any time,
 * any number of times, also at once. Without a final answer it is tried again later; an overpayment until it is given back.
 */
export const workRefund = async (deps: FlowDeps, tenant: Tenant, refundId: string): Promise<void> => {
  const { refund, payment } = await loadRefund(deps, tenant, refundId);
  if (refund === null || payment === null || refund.record.status !== 'pending') return;
  const word = await askForRefund(deps, tenant, refund.record, payment.record);
  const outcome = await deps.store.run<Loaded, Refund>({
    tenant,
    actor: SYSTEM,
    load: () => loadRefund(deps, tenant, refundId),
    nowOf: ({ moment }) => moment,
    decide: (state, context) => (word === null ? postponeRefund(null, state, context) : settleRefund(word, state, context)),
  });
  const after = outcome.kind === 'done' ? outcome.result : refund.record;
  if (after.overpayment && after.status !== 'succeeded') {
    logNotice(COUNTED_NOTICES.overpaymentOpen, { refund: after.id, payment: after.paymentId, status: after.status, tries: after.tries });
  }
};

/**
 * The provider told of a payment that has refunds: those that it has, or that are due, are asked after. One that waits for its next
 * try goes on waiting, however often the provider calls.
 */
export const workRefundsOf = async (deps: FlowDeps, tenant: Tenant, paymentId: string): Promise<void> => {
  const now = Math.floor(deps.nowMs() / 1000);
  for (const refund of await allOf(deps.store, refundAggregate, tenant, { parentId: paymentId })) {
    if (canBeAskedAfter(refund, now)) await workRefund(deps, tenant, refund.id);
  }
};
