import type { ReasonCode } from '../../domain/reasons.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { StoredAnswer } from '../../store/core/idempotency.ts';

/** HTTP status and type of every error code (specification, "Errors"). Unexpected exceptions become a 500 without detail. */
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

/** Details of an error. `param: ''`: the whole body. */
export interface ErrorDetail {
  readonly message: string;
  readonly param?: string | undefined;
  readonly reason?: ReasonCode | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Body of every error response: `{error: {type, code, message, request_id, param?, reason?}}` [HTTP-26]. */
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

/** An error that is sent to the caller. */
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

  /** Converts a refusal of the domain. */
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

/** 405 with the allowed methods in `Allow` [HTTP-38, HTTP-39]. */
export const methodNotAllowed = (method: string, served: readonly string[]): ApiError => {
  // GET implies HEAD.
  const methodNames = served.filter((each) => each !== 'HEAD').join(', ');
  const message = `This path does not serve ${method}. It serves ${methodNames}.`;
  return new ApiError('method_not_allowed', { message, headers: { allow: served.join(', ') } });
};

/** 404 for an object that does not exist or belongs to another tenant [HTTP-16, HTTP-40]. */
export const resourceMissing = (what: string, param?: string): ApiError =>
  new ApiError('resource_missing', { message: `No such ${what}.`, param });

/** 404 for a path without a route [HTTP-37]. `hasExtraSlash`: there is a route without the slash at the end of the path. */
export const routeNotFound = (hasExtraSlash = false): ApiError =>
  new ApiError('route_not_found', { message: `No such route.${hasExtraSlash ? ' Omit the slash at the end of the path.' : ''}` });

/** Converts a refusal to the response that is stored for replays. It contains the id of the request that was refused. */
export const refusalAnswer =
  (requestId: string) =>
  (refusal: Refusal): StoredAnswer => {
    const error = ApiError.from(refusal);
    return { status: error.status, body: JSON.stringify(error.envelope(requestId)), sealed: false };
  };

/** 429 for a payment after too many refused payments. */
export const tooManyRefusedPayments = (retryAfterSeconds: number): ApiError =>
  new ApiError('rate_limited', {
    message: `Too many payments were refused. Try again in ${retryAfterSeconds} seconds.`,
    headers: { 'retry-after': String(retryAfterSeconds) },
  });
