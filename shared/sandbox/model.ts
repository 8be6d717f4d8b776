import type { MandateKind } from '../domain/payment-methods.ts';
import type { SequenceType } from '../provider/port.ts';

/** The sandbox provider's own records: plain data, one owner (an account in test mode), real seconds. */

export interface SandboxCustomer {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly metadata: unknown;
  readonly createdAt: number;
  /** Deleted customers answer 410 from then on. */
  readonly deletedAt: number | null;
  /** Under which the answer that shows it is kept. */
  readonly idempotencyKey: string | null;
}

export interface SandboxMandate {
  readonly id: string;
  readonly customerId: string;
  /** `revoked` answers 410; only `valid` serves a recurring payment. */
  readonly status: 'valid' | 'pending' | 'invalid' | 'revoked';
  readonly method: MandateKind;
  readonly details: SandboxInstrument;
  readonly createdAt: number;
}

/** What the wire's `details` object tells of the instrument. */
export type SandboxInstrument = Readonly<Record<string, string>>;

export interface SandboxPayment {
  readonly id: string;
  readonly status: 'open' | 'pending' | 'paid' | 'failed' | 'canceled' | 'expired';
  readonly amountCents: number;
  readonly currency: string;
  readonly description: string;
  /** `null` until the buyer has chosen one of `methods`. */
  readonly method: string | null;
  /** What the buyer may choose from; empty: anything. */
  readonly methods: readonly string[];
  readonly sequenceType: SequenceType;
  readonly customerId: string | null;
  readonly mandateId: string | null;
  readonly redirectUrl: string | null;
  readonly webhookUrl: string | null;
  readonly metadata: unknown;
  readonly details: SandboxInstrument | null;
  readonly failureReason: string | null;
  readonly createdAt: number;
  /** When it reached its present status, unless open. */
  readonly settledAt: number | null;
  readonly expiresAt: number | null;
  /** Refunds that succeeded or are pending. */
  readonly refundedCents: number;
  readonly chargeback: SandboxChargeback | null;
  /** Under which the answer that shows it is kept. */
  readonly idempotencyKey: string | null;
}

export interface SandboxChargeback {
  readonly id: string;
  readonly amountCents: number;
  readonly reason: { readonly code: string; readonly description: string } | null;
  readonly createdAt: number;
  readonly reversedAt: number | null;
}

export interface SandboxRefund {
  readonly id: string;
  readonly paymentId: string;
  readonly status: 'pending' | 'refunded' | 'failed';
  readonly amountCents: number;
  readonly currency: string;
  readonly description: string;
  readonly metadata: unknown;
  readonly createdAt: number;
}

export const CHARGE_BEHAVIORS = [
  'paid',
  'pending',
  'insufficient_funds',
  'card_expired',
  'mandate_gone',
  'unreachable',
  'timeout_after_charge',
  'authentication_required',
] as const;
export type ChargeBehavior = (typeof CHARGE_BEHAVIORS)[number];

export const REFUND_BEHAVIORS = ['refunded', 'pending', 'refused', 'timeout_after_refund', 'duplicate'] as const;
export type RefundBehavior = (typeof REFUND_BEHAVIORS)[number];

/** How later recurring charges to a customer's mandates, and refunds of its payments, go until changed. */
export interface SandboxBehavior {
  readonly charges: ChargeBehavior;
  readonly refunds: RefundBehavior;
}

export const DEFAULT_BEHAVIOR: SandboxBehavior = { charges: 'paid', refunds: 'refunded' };

/** Who holds a card or an account where nobody says who. */
export const HOLDER = 'Sandbox Buyer';

/** What a tester or the outcome page may make of a payment. */
export const PAYMENT_OUTCOMES = ['paid', 'pending', 'failed', 'canceled', 'expired', 'charged_back', 'chargeback_reversed'] as const;
export type PaymentOutcome = (typeof PAYMENT_OUTCOMES)[number];

export const REFUND_OUTCOMES = ['refunded', 'failed'] as const;
export type RefundOutcome = (typeof REFUND_OUTCOMES)[number];

/** The answer to a request that made something, kept for its idempotency key. */
export interface KeptAnswer {
  /** Of method, path and body: the key serves no other request. */
  readonly fingerprint: string;
  /** Unix seconds. */
  readonly answeredAt: number;
  readonly answer: { readonly status: number; readonly body: string };
}
