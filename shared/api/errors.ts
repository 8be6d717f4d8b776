import type { ReasonCode } from '../domain/reasons.ts';
import type { Refusal } from '../domain/refusal.ts';
import type { StoredAnswer } from '../store/core/idempotency.ts';

/**
 * The one catalogue of error codes: what each answers (spec, "Errors"). A code that is not here
 * cannot be thrown; what is thrown otherwise is a bug and answers 500 without detail.
 */
export const ERROR_CATALOGUE = {
  parameter_invalid: { status: 400, type: 'invalid_request_error' },
  parameter_missing: { status: 400, type: 'invalid_request_error' },
  parameter_unknown: { status: 400, type: 'invalid_request_error' },
  vat_id_locked: { status: 400, type: 'invalid_request_error' },
  authentication_required: { status: 401, type: 'authentication_error' },
  invalid_api_key: { status: 401, type: 'authentication_error' },
  revoked_api_key: { status: 401, type: 'authentication_error' },
  payment_refused: { status: 402, type: 'payment_error' },
  insufficient_scope: { status: 403, type: 'permission_error' },
  mode_mismatch: { status: 403, type: 'permission_error' },
  origin_access_denied: { status: 403, type: 'permission_error' },
  resource_missing: { status: 404, type: 'invalid_request_error' },
  route_not_found: { status: 404, type: 'invalid_request_error' },
  method_not_allowed: { status: 405, type: 'invalid_request_error' },
  state_conflict: { status: 409, type: 'conflict_error' },
  operation_pending: { status: 409, type: 'conflict_error' },
  subscription_past_due: { status: 409, type: 'conflict_error' },
  invoice_not_voidable: { status: 409, type: 'conflict_error' },
  webhook_endpoint_limit_reached: { status: 409, type: 'conflict_error' },
  charge_already_refunded: { status: 409, type: 'conflict_error' },
  charge_disputed: { status: 409, type: 'conflict_error' },
  refund_duplicate: { status: 409, type: 'conflict_error' },
  rate_limited: { status: 429, type: 'rate_limit_error' },
  internal_error: { status: 500, type: 'api_error' },
  rendering_pending: { status: 501, type: 'api_error' },
  provider_unavailable: { status: 502, type: 'api_error' },
  at_capacity: { status: 503, type: 'api_error' },
} as const satisfies Record<string, { readonly status: number; readonly type: string }>;

export type ErrorCode = keyof typeof ERROR_CATALOGUE;

/** What may refine an error next to its code. `param` is shown even when empty, `reason` only when given. */
export interface ErrorDetail {
  readonly message: string;
  readonly param?: string | undefined;
  readonly reason?: ReasonCode | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The body of every refusal: `{error: {type, code, message, request_id, param?, reason?}}` [HTTP-26]. */
export interface ErrorEnvelope {
  readonly error: {
    readonly type: string;
    readonly code: ErrorCode;
    readonly message: string;
    readonly request_id: string;
    readonly param?: string;
    readonly reason?: ReasonCode;
  };
}

/** A refusal on its way to the caller. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly param: string | undefined;
  readonly reason: ReasonCode | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, detail: ErrorDetail) {
    super(detail.message);
    this.name = 'ApiError';
    this.code = code;
    this.param = detail.param;
    this.reason = detail.reason;
    this.headers = detail.headers ?? {};
  }

  /** The error that a rule's refusal becomes. */
  static from(refusal: Refusal): ApiError {
    return new ApiError(refusal.code, { message: refusal.message, param: refusal.param, reason: refusal.reason });
  }

  get status(): number {
    return ERROR_CATALOGUE[this.code].status;
  }

  envelope(requestId: string): ErrorEnvelope {
    return {
      error: {
        type: ERROR_CATALOGUE[this.code].type,
        code: this.code,
        message: this.message,
        request_id: requestId,
        ...(this.param === undefined ? {} : { param: this.param }),
        ...(this.reason === undefined ? {} : { reason: this.reason }),
      },
    };
  }
}

/** 405 for a path that serves other methods only, which `Allow` names [HTTP-38, HTTP-39]. */
export const methodNotAllowed = (method: string, served: readonly string[]): ApiError =>
  new ApiError('method_not_allowed', { message: `This path does not serve ${method}.`, headers: { allow: served.join(', ') } });

/** 404 for an object that is not there, or not this tenant's [HTTP-16, HTTP-40]. */
export const missing = (what: string, param?: string): ApiError => new ApiError('resource_missing', { message: `No such ${what}.`, param });

/** 404 for a path that nothing serves [HTTP-37]. */
export const noRoute = (): ApiError => new ApiError('route_not_found', { message: 'No such route.' });

/** A refusal as the answer that is kept for replays; a replay shows the request that was refused first. */
export const refusalAnswer =
  (requestId: string) =>
  (refusal: Refusal): StoredAnswer => {
    const error = ApiError.from(refusal);
    return { status: error.status, body: JSON.stringify(error.envelope(requestId)), sealed: false };
  };

/** The answer to a payment after too many that were refused. */
export const tooManyRefused = (retryAfterSeconds: number): ApiError =>
  new ApiError('rate_limited', {
    message: `Too many payments were refused. Try again in ${retryAfterSeconds} seconds.`,
    headers: { 'retry-after': String(retryAfterSeconds) },
  });
