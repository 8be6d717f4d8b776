import type { SendWebhook } from './handle.ts';
import {
  DEFAULT_BEHAVIOR,
  DEFAULT_HOLDER,
  type PaymentOutcome,
  type RefundOutcome,
  type SandboxBehavior,
  type SandboxPayment,
  type SandboxRefund,
} from './model.ts';
import { applyOutcome } from './payment-routes.ts';
import { decideRefundOutcome } from './rules.ts';
import { type SandboxStore, updateSandboxValue } from './store.ts';
/** Test controls: functions with which a tester acts as the buyer or the bank. */

export interface ControlDeps {
  readonly store: SandboxStore;
  /** Unix seconds. */
  readonly now: number;
  readonly sendWebhook: SendWebhook;
}

export type ControlResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly kind: 'not_found' | 'conflict'; readonly message: string };

/** Sets how later charges and refunds of a provider customer (`cst_...`) behave; omitted fields are unchanged. Returns all fields. */
export const setBehavior = (store: SandboxStore, customerId: string, changes: Partial<SandboxBehavior>): Promise<SandboxBehavior> =>
  updateSandboxValue(store, 'behavior', customerId, (current) => {
    const next: SandboxBehavior = { ...DEFAULT_BEHAVIOR, ...current, ...changes };
    return { next, result: next };
  });

/**
 * The outcome to set for a payment. `method`: the buyer's choice if the payment has no method. `failureReason`: reason of a failed payment
 * or of a chargeback. `holder`: holder of the card or account; `null`: the provider customer's name.
 */
export interface OutcomeChoice {
  readonly holder: string | null;
  readonly outcome: PaymentOutcome;
  readonly failureReason: string | null;
  readonly method: string | null;
}

const holderOf = async (store: SandboxStore, paymentId: string): Promise<string> => {
  const customerId = (await store.get('payment', paymentId))?.value.customerId ?? null;
  const customer = customerId === null ? null : await store.get('customer', customerId);
  return customer?.value.name ?? DEFAULT_HOLDER;
};

const sendWebhookNow = async ({ sendWebhook }: ControlDeps, { id, webhookUrl }: SandboxPayment): Promise<void> => {
  if (webhookUrl !== null) await sendWebhook(webhookUrl, id, 0);
};

/**
 * Sets the outcome of a payment and sends the payment's webhook. Sends no webhook for a chargeback reversal, like Mollie.
 * `conflict`: the outcome is not possible in the payment's current status.
 */
export const settlePayment = async (
  deps: ControlDeps,
  paymentId: string,
  choice: OutcomeChoice,
): Promise<ControlResult<SandboxPayment>> => {
  const { store, now } = deps;
  const { outcome, failureReason, method } = choice;
  const holder = choice.holder ?? (await holderOf(store, paymentId));
  const outcomeResult = await applyOutcome(store, paymentId, outcome, { now, failureReason, method, holder });
  if (outcomeResult === null) return { ok: false, kind: 'not_found', message: 'No such payment.' };
  if (!outcomeResult.ok) return { ok: false, kind: 'conflict', message: outcomeResult.message };
  const { payment, notify } = outcomeResult.settlement;
  if (notify) await sendWebhookNow(deps, payment);
  return { ok: true, value: payment };
};

/** Settles a pending refund, or lets the bank return a succeeded one, and sends the payment's webhook. */
export const settleRefund = async (
  deps: ControlDeps,
  paymentId: string,
  refundId: string,
  outcome: RefundOutcome,
): Promise<ControlResult<SandboxRefund>> => {
  const decided = await updateSandboxValue(deps.store, 'refund', `${paymentId}/${refundId}`, (refund) => {
    const result = refund === null ? null : decideRefundOutcome(refund, outcome);
    return { next: result?.ok === true ? result.refund : null, result };
  });
  if (decided === null) return { ok: false, kind: 'not_found', message: 'No such refund.' };
  if (!decided.ok) return { ok: false, kind: 'conflict', message: decided.message };
  const payment = await updateSandboxValue(deps.store, 'payment', paymentId, (current) => {
    const next = current === null ? null : { ...current, refundedCents: current.refundedCents - decided.releasedCents };
    return { next, result: next };
  });
  if (payment !== null) await sendWebhookNow(deps, payment);
  return { ok: true, value: decided.refund };
};
