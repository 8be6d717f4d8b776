import type { FailureKind, ProviderFailure } from '../port.ts';

/** What was being asked; the same status means different things for a charge and for a refund. */
export type Intent = 'read' | 'charge' | 'payment_of_customer' | 'refund' | 'write';

/** What an error body of the provider tells, as far as it is one. */
export interface WireError {
  readonly detail: string | null;
  readonly field: string | null;
}

const failure = (kind: Exclude<FailureKind, 'rate_limited'>, message: string, failureReason: string | null = null): ProviderFailure => ({
  ok: false,
  kind,
  message,
  failureReason,
});

/** No answer that can be trusted: whether a write happened is unknown. */
export const noAnswer = (message: string): ProviderFailure => failure('unavailable', message);

const speaksOfIdempotency = (error: WireError): boolean => /idempoten/i.test(error.detail ?? '');
const speaksOfMandate = (error: WireError): boolean => error.field === 'mandateId' || /\bmandates?\b/i.test(error.detail ?? '');
/** Anyone who or whatever was to be charged is not, or no longer, there. */
const isWithoutParty = (error: WireError, intent: Intent): boolean => {
  const ofCustomer = error.field === 'customerId';
  return (intent === 'charge' && (ofCustomer || speaksOfMandate(error))) || (intent === 'payment_of_customer' && ofCustomer);
};

/**
 * Reads an answer other than 2xx. An answer about the idempotency key (still running, or used for other
 * parameters) proves that an earlier attempt exists whose outcome is unknown, so it counts as no answer.
 * `retryAfterSeconds` counts for 429 only.
 */
export const readFailure = (status: number, error: WireError, intent: Intent, retryAfterSeconds: number): ProviderFailure => {
  const message = error.detail ?? `The payment provider answered ${status}.`;
  if (speaksOfIdempotency(error)) return noAnswer(message);
  switch (status) {
    case 401:
    case 403:
      return failure('unauthorized', message);
    case 404:
      return failure('not_found', message);
    case 409:
      return intent === 'refund' ? failure('duplicate', message) : noAnswer(message);
    case 410:
      return failure('mandate_gone', message, 'mandate_gone');
    case 422:
      return isWithoutParty(error, intent) ? failure('mandate_gone', message, 'mandate_gone') : failure('refused', message);
    case 429:
      return { ok: false, kind: 'rate_limited', message, failureReason: null, retryAfterSeconds };
    default:
      return status >= 400 && status < 500 && status !== 408 ? failure('refused', message) : noAnswer(message);
  }
};

/** Reasons of a returned SEPA debit, in the vocabulary of card failures. Unlisted codes keep their code. */
const BANK_REASONS: Readonly<Record<string, string>> = {
  AC01: 'invalid_account',
  AC04: 'account_closed',
  AC06: 'account_blocked',
  AM04: 'insufficient_funds',
  MD01: 'mandate_gone',
  MD07: 'account_holder_deceased',
  MS02: 'refused_by_customer',
  MS03: 'refused_by_issuer',
};

/** Why a payment failed: the card scheme's reason, else the bank's code in the same vocabulary. */
export const failureReasonOf = (failureReason: string | null, bankReasonCode: string | null): string | null =>
  failureReason ?? (bankReasonCode === null ? null : (BANK_REASONS[bankReasonCode] ?? bankReasonCode));
