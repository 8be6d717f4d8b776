import type { FailureKind, ProviderFailure } from '../port.ts';

/**
 * Purpose of a request, since one HTTP status has different meanings for a charge and for a refund. `charge` charges a mandate;
 * `payment_of_customer` starts a payment that a customer confirms on the provider's page.
 */
export type Intent = 'read' | 'charge' | 'payment_of_customer' | 'refund' | 'write';

/** The fields of Mollie's error body; `null`: missing. */
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

const notProcessed = (message: string, retryAfterSeconds: number): ProviderFailure => ({
  ok: false,
  kind: 'rate_limited',
  message,
  failureReason: null,
  retryAfterSeconds,
});

/** No reliable response: it is unknown whether a write happened. */
export const unavailableFailure = (message: string): ProviderFailure => failure('unavailable', message);

const isIdempotencyError = (error: WireError): boolean => /idempoten/i.test(error.detail ?? '');
const isMandateError = (error: WireError): boolean => error.field === 'mandateId' || /\bmandates?\b/i.test(error.detail ?? '');
/** True if the provider refuses the service's own webhook URL, for example because it cannot reach it. This says nothing about the customer. */
export const isWebhookUrlRefused = (status: number, { field }: WireError): boolean => status === 422 && field === 'webhookUrl';

/** True if the customer or mandate to be charged does not exist. */
const isMandateGone = (error: WireError, intent: Intent): boolean => {
  const isCustomerError = error.field === 'customerId';
  return (intent === 'charge' && (isCustomerError || isMandateError(error))) || (intent === 'payment_of_customer' && isCustomerError);
};

/**
 * Converts a response other than 2xx to a failure. `error: null`: the body is not Mollie's. A proxy has answered then, so the response is
 * not reliable. An error about the idempotency key (its first request is still running, or had other parameters) is `unavailable`, because
 * the outcome of that first request is unknown. `retryAfterSeconds` is used for `rate_limited`.
 */
export const failureOfResponse = (status: number, error: WireError | null, intent: Intent, retryAfterSeconds: number): ProviderFailure => {
  const message = error?.detail ?? `The payment provider answered ${status}.`;
  if (error === null ? status !== 429 : isIdempotencyError(error)) return unavailableFailure(message);
  // A read refuses nothing.
  const refused = (): ProviderFailure => (intent === 'read' ? unavailableFailure(message) : failure('refused', message));
  switch (status) {
    case 401:
    case 403:
      return failure('unauthorized', message);
    case 404:
      return failure('not_found', message);
    case 409:
      return intent === 'refund' ? failure('duplicate', message) : unavailableFailure(message);
    case 410:
      return failure('mandate_gone', message, 'mandate_gone');
    case 422:
      if (error !== null && isWebhookUrlRefused(status, error)) return notProcessed(message, retryAfterSeconds);
      return error !== null && isMandateGone(error, intent) ? failure('mandate_gone', message, 'mandate_gone') : refused();
    case 429:
      return notProcessed(message, retryAfterSeconds);
    default:
      return status >= 400 && status < 500 && status !== 408 ? refused() : unavailableFailure(message);
  }
};

/** Failure reasons of returned SEPA debits, by the bank's reason code. Other codes are kept. */
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

/** Returns the failure reason of a card payment; without one, the bank's reason code, mapped if possible. */
export const failureReasonOf = (failureReason: string | null, bankReasonCode: string | null): string | null =>
  failureReason ?? (bankReasonCode === null ? null : (BANK_REASONS[bankReasonCode] ?? bankReasonCode));
