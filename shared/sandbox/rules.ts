import { mandateKindOf } from '../domain/payment/methods.ts';
import { instrumentOf } from './instruments.ts';
import type {
  ChargeBehavior,
  PaymentOutcome,
  RefundBehavior,
  RefundOutcome,
  SandboxChargeback,
  SandboxMandate,
  SandboxPayment,
  SandboxRefund,
} from './model.ts';

/** Rules for outcomes of charges, payments and refunds. Pure functions; times in Unix seconds. */

/** A payment after an outcome. */
export interface Settlement {
  readonly payment: SandboxPayment;
  /** The mandate to write, which the outcome of a first payment creates or changes; `null`: no mandate is written. */
  readonly mandate: SandboxMandate | null;
  /** True if a webhook is sent; false for chargeback reversals, for which Mollie sends no webhook. */
  readonly notify: boolean;
}

export type OutcomeResult = { readonly ok: true; readonly settlement: Settlement } | { readonly ok: false; readonly message: string };

/** Parameters of an outcome. */
export interface SettlementDetail {
  readonly now: number;
  readonly failureReason: string | null;
  /** The buyer's choice; ignored if the payment already has a method. */
  readonly method: string | null;
  readonly holder: string;
}

const TRANSITIONS: Readonly<Record<SandboxPayment['status'], readonly PaymentOutcome[]>> = {
  open: ['paid', 'pending', 'failed', 'canceled', 'expired'],
  pending: ['paid', 'failed', 'canceled', 'expired'],
  paid: ['charged_back', 'chargeback_reversed'],
  failed: [],
  canceled: [],
  expired: [],
};

/** Lists the outcomes that are possible in the payment's current status. */
export const possibleOutcomes = (payment: SandboxPayment): readonly PaymentOutcome[] =>
  TRANSITIONS[payment.status].filter((outcome) => {
    if (outcome === 'charged_back') return payment.chargeback === null;
    if (outcome === 'chargeback_reversed') return payment.chargeback !== null && payment.chargeback.reversedAt === null;
    return true;
  });

const idTail = (id: string): string => id.slice(id.indexOf('_') + 1);

/** Reason of a chargeback: the tester's choice, or a default for direct debits; `null` for cards. */
const chargebackReason = (payment: SandboxPayment, chosenReason: string | null): SandboxChargeback['reason'] => {
  if (chosenReason !== null) return { code: chosenReason, description: chosenReason };
  if (payment.method === null || mandateKindOf(payment.method) !== 'directdebit') return null;
  return { code: 'MD06', description: 'Refund requested by the account holder' };
};

const chargebackOf = (payment: SandboxPayment, detail: SettlementDetail): SandboxChargeback => ({
  id: `chb_${idTail(payment.id)}`,
  amountCents: payment.amountCents,
  reason: chargebackReason(payment, detail.failureReason),
  createdAt: detail.now,
  reversedAt: null,
});

const MANDATE_STATUS = { paid: 'valid', pending: 'pending', failed: 'invalid', canceled: 'invalid', expired: 'invalid' } as const;

/**
 * Builds the mandate of a first payment. `null`: no mandate, because the payment failed without having been pending, is not a first payment
 * of a customer, or its method has no mandates.
 */
const mandateOf = (
  payment: SandboxPayment,
  method: string,
  status: keyof typeof MANDATE_STATUS,
  detail: SettlementDetail,
): SandboxMandate | null => {
  const kind = mandateKindOf(method);
  if (payment.sequenceType !== 'first' || payment.customerId === null || kind === null) return null;
  if (MANDATE_STATUS[status] === 'invalid' && payment.mandateId === null) return null;
  return {
    id: `mdt_${idTail(payment.id)}`,
    customerId: payment.customerId,
    status: MANDATE_STATUS[status],
    method: kind,
    details: payment.details ?? instrumentOf(method, payment.id, detail.holder, detail.now),
    createdAt: detail.now,
  };
};

const DEFAULT_METHOD = 'creditcard';

const settlementOf = (payment: SandboxPayment, status: keyof typeof MANDATE_STATUS, detail: SettlementDetail): Settlement => {
  const method = payment.method ?? detail.method ?? payment.methods[0] ?? DEFAULT_METHOD;
  const hasDetails = status === 'paid' || status === 'pending';
  const mandate = mandateOf(payment, method, status, detail);
  return {
    payment: {
      ...payment,
      status,
      method,
      details: payment.details ?? (hasDetails ? instrumentOf(method, payment.id, detail.holder, detail.now) : null),
      mandateId: mandate?.id ?? payment.mandateId,
      failureReason: status === 'failed' ? (detail.failureReason ?? 'card_declined') : null,
      settledAt: detail.now,
      expiresAt: null,
    },
    mandate,
    notify: true,
  };
};

/** Applies an outcome to a payment; refuses an outcome that is not possible. */
export const decideOutcome = (payment: SandboxPayment, outcome: PaymentOutcome, detail: SettlementDetail): OutcomeResult => {
  if (!possibleOutcomes(payment).includes(outcome)) {
    return { ok: false, message: `A payment that is ${statusText(payment)} cannot become ${outcome}.` };
  }
  if (outcome === 'charged_back') {
    const chargedBack = { ...payment, chargeback: chargebackOf(payment, detail) };
    return { ok: true, settlement: { payment: chargedBack, mandate: null, notify: true } };
  }
  if (outcome === 'chargeback_reversed') {
    const chargeback = payment.chargeback === null ? null : { ...payment.chargeback, reversedAt: detail.now };
    return { ok: true, settlement: { payment: { ...payment, chargeback }, mandate: null, notify: false } };
  }
  return { ok: true, settlement: settlementOf(payment, outcome, detail) };
};

const statusText = (payment: SandboxPayment): string => {
  if (payment.chargeback === null) return payment.status;
  return payment.chargeback.reversedAt === null ? 'charged back' : 'charged back and reversed';
};

/** Result of charging a valid mandate. `answered: false`: the response is lost. */
export type ChargeDecision =
  | { readonly kind: 'recorded'; readonly payment: SandboxPayment; readonly answered: boolean }
  | { readonly kind: 'mandate_gone' }
  | { readonly kind: 'unreachable' };

/** Charges the mandate according to the customer's behavior. `payment`: the requested payment, still open. */
export const decideCharge = (payment: SandboxPayment, mandate: SandboxMandate, behavior: ChargeBehavior, now: number): ChargeDecision => {
  const charge: SandboxPayment = { ...payment, method: mandate.method, mandateId: mandate.id, details: mandate.details, expiresAt: null };
  const paid: SandboxPayment = { ...charge, status: 'paid', settledAt: now };
  switch (behavior) {
    case 'mandate_gone':
      return { kind: 'mandate_gone' };
    case 'unreachable':
      return { kind: 'unreachable' };
    case 'paid':
      return { kind: 'recorded', payment: paid, answered: true };
    case 'timeout_after_charge':
      return { kind: 'recorded', payment: paid, answered: false };
    case 'pending':
      return { kind: 'recorded', payment: { ...charge, status: 'pending', settledAt: now }, answered: true };
    case 'insufficient_funds':
    case 'card_expired':
    case 'authentication_required':
      return { kind: 'recorded', payment: { ...charge, status: 'failed', failureReason: behavior, settledAt: now }, answered: true };
  }
};

/** Result of a payment with a card token. `by_page`: the buyer must authenticate on the provider's page. */
export type CardPaymentDecision =
  | { readonly kind: 'settled'; readonly settlement: Settlement; readonly answered: boolean }
  | { readonly kind: 'by_page' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'unreachable' };

/** Charges a card token according to the customer's behavior. `newPayment`: the requested payment, still open. */
export const decideCardPayment = (
  newPayment: SandboxPayment,
  behavior: ChargeBehavior,
  detail: Omit<SettlementDetail, 'failureReason'>,
): CardPaymentDecision => {
  const settledAs = (status: 'paid' | 'pending' | 'failed', failureReason: string | null, answered = true): CardPaymentDecision => ({
    kind: 'settled',
    settlement: settlementOf(newPayment, status, { ...detail, failureReason }),
    answered,
  });
  switch (behavior) {
    case 'authentication_required':
      return { kind: 'by_page' };
    case 'mandate_gone':
      return { kind: 'refused' };
    case 'unreachable':
      return { kind: 'unreachable' };
    case 'paid':
      return settledAs('paid', null);
    case 'timeout_after_charge':
      return settledAs('paid', null, false);
    case 'pending':
      return settledAs('pending', null);
    case 'insufficient_funds':
    case 'card_expired':
      return settledAs('failed', behavior);
  }
};

/** Amount that is currently charged back. */
export const chargedBackCents = (payment: SandboxPayment): number =>
  payment.chargeback === null || payment.chargeback.reversedAt !== null ? 0 : payment.chargeback.amountCents;

/** Amount of a payment that can still be refunded. */
export const remainingCents = (payment: SandboxPayment): number =>
  payment.status === 'paid' ? Math.max(0, payment.amountCents - payment.refundedCents - chargedBackCents(payment)) : 0;

export type RefundDecision =
  | { readonly kind: 'recorded'; readonly refund: SandboxRefund; readonly payment: SandboxPayment; readonly answered: boolean }
  | { readonly kind: 'refused'; readonly message: string; readonly field: string | null }
  | { readonly kind: 'duplicate' };

/** Refunds a paid payment, in full or in part, according to the customer's behavior. */
export const decideRefund = (payment: SandboxPayment, request: SandboxRefund, behavior: RefundBehavior): RefundDecision => {
  if (payment.status !== 'paid') return { kind: 'refused', message: 'The payment has not been paid and cannot be refunded', field: null };
  if (request.currency !== payment.currency)
    return { kind: 'refused', message: 'The refund must be in the currency of the payment', field: 'amount.currency' };
  if (request.amountCents === 0 || request.amountCents > remainingCents(payment)) {
    return { kind: 'refused', message: 'The amount is zero or exceeds the refundable amount', field: 'amount' };
  }
  const reserved: SandboxPayment = { ...payment, refundedCents: payment.refundedCents + request.amountCents };
  switch (behavior) {
    case 'refused':
      return { kind: 'refused', message: 'The refund was refused', field: null };
    case 'duplicate':
      return { kind: 'duplicate' };
    case 'refunded':
      return { kind: 'recorded', refund: { ...request, status: 'refunded' }, payment: reserved, answered: true };
    case 'timeout_after_refund':
      return { kind: 'recorded', refund: { ...request, status: 'refunded' }, payment: reserved, answered: false };
    case 'pending':
      return { kind: 'recorded', refund: { ...request, status: 'pending' }, payment: reserved, answered: true };
  }
};

/** Settles a pending refund; a failed refund releases its amount (`releasedCents`). */
export const decideRefundOutcome = (
  refund: SandboxRefund,
  outcome: RefundOutcome,
):
  | { readonly ok: true; readonly refund: SandboxRefund; readonly releasedCents: number }
  | { readonly ok: false; readonly message: string } =>
  refund.status === 'pending' || (refund.status === 'refunded' && outcome === 'failed')
    ? { ok: true, refund: { ...refund, status: outcome }, releasedCents: outcome === 'failed' ? refund.amountCents : 0 }
    : { ok: false, message: `A refund that is ${refund.status} cannot become ${outcome}.` };
