import type { MandateKind } from '../domain/payment/methods.ts';
import type { SequenceType } from '../provider/port.ts';

/** Stored records of the sandbox provider, per account in test mode. Times: Unix seconds, real time. */

export interface SandboxCustomer {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly metadata: unknown;
  readonly createdAt: number;
  /** Requests for deleted customers return 410. */
  readonly deletedAt: number | null;
  /** Idempotency key of the stored response that contains this object. */
  readonly idempotencyKey: string | null;
}

export interface SandboxMandate {
  readonly id: string;
  readonly customerId: string;
  /** Requests for `revoked` mandates return 410; only `valid` mandates can be charged. */
  readonly status: 'valid' | 'pending' | 'invalid' | 'revoked';
  readonly method: MandateKind;
  readonly details: SandboxInstrument;
  readonly createdAt: number;
}

/** Card or account fields of Mollie's `details` object. */
export type SandboxInstrument = Readonly<Record<string, string>>;

export interface SandboxPayment {
  readonly id: string;
  readonly status: 'open' | 'pending' | 'paid' | 'failed' | 'canceled' | 'expired';
  readonly amountCents: number;
  readonly currency: string;
  readonly description: string;
  /** `null` until the buyer chooses one of `methods`. */
  readonly method: string | null;
  /** Allowed methods; empty: all. */
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
  /** When the payment got its current status, which can be `pending`; `null` while the payment is `open`. */
  readonly settledAt: number | null;
  readonly expiresAt: number | null;
  /** Sum of the refunds that succeeded or are pending. */
  readonly refundedCents: number;
  readonly chargeback: SandboxChargeback | null;
  /** Idempotency key of the stored response that contains this object. */
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

/** Outcomes that the sandbox simulates for a customer. */
export interface SandboxBehavior {
  /** Outcome of recurring charges, and of payments with a card token. */
  readonly charges: ChargeBehavior;
  readonly refunds: RefundBehavior;
}

export const DEFAULT_BEHAVIOR: SandboxBehavior = { charges: 'paid', refunds: 'refunded' };

/** Default name of a card or account holder. */
export const DEFAULT_HOLDER = 'Sandbox Buyer';

/** Outcomes that a tester can set for a payment. */
export const PAYMENT_OUTCOMES = ['paid', 'pending', 'failed', 'canceled', 'expired', 'charged_back', 'chargeback_reversed'] as const;
export type PaymentOutcome = (typeof PAYMENT_OUTCOMES)[number];

export const REFUND_OUTCOMES = ['refunded', 'failed'] as const;
export type RefundOutcome = (typeof REFUND_OUTCOMES)[number];

/** Response of a creating request, stored for its idempotency key. */
export interface StoredResponse {
  /** Hash of method, path and body. */
  readonly fingerprint: string;
  /** Unix seconds. */
  readonly answeredAt: number;
  readonly answer: { readonly status: number; readonly body: string };
}
