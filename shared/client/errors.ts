/** The `error` field of an error response. */
interface ErrorBody {
  readonly type: string;
  readonly code: string;
  readonly message: string;
  readonly request_id: string;
  readonly param?: string;
  readonly reason?: string;
}

/** Base class of all errors of this client. */
export class BillingError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** Error response of the service. */
export class ApiError extends BillingError {
  readonly status: number;
  readonly type: string;
  /** Error code; new codes can be added. */
  readonly code: string;
  /** Name of the invalid field or query parameter. */
  readonly param: string | undefined;
  readonly reason: string | undefined;
  /** Identifies the request in the service's logs. */
  readonly requestId: string;
  /** True if this is the stored response of an earlier request with the same idempotency key. Only declined payments (402) are stored. */
  readonly isReplayed: boolean;
  /** Seconds after which the service accepts the request again (header `Retry-After`); `null` if the response does not contain them. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, body: ErrorBody, isReplayed = false, retryAfterSeconds: number | null = null) {
    super(body.message);
    this.status = status;
    this.type = body.type;
    this.code = body.code;
    this.param = body.param;
    this.reason = body.reason;
    this.requestId = body.request_id;
    this.isReplayed = isReplayed;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** 400: a field or parameter is invalid; see `param`. */
export class InvalidRequestError extends ApiError {}
/** 401: the key is invalid or revoked. */
export class AuthenticationError extends ApiError {}
/** 402: the payment provider or the buyer's bank refused the payment. */
export class PaymentError extends ApiError {}
/** 403: the key lacks a scope or has the wrong mode. */
export class PermissionError extends ApiError {}
/** 404: the object does not exist for this key. */
export class NotFoundError extends ApiError {}
/** 409: the object's state does not allow the request. */
export class ConflictError extends ApiError {}
/** 429, after all retries. */
export class RateLimitError extends ApiError {}
/** 5xx, after all retries. Repeat a write with the same idempotency key to get its outcome. */
export class ServerError extends ApiError {}

const CLASSES: Readonly<Record<number, typeof ApiError>> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  402: PaymentError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  429: RateLimitError,
};

/** No complete response, after all retries. Repeat a write with the same idempotency key to get its outcome. */
export class ConnectionError extends BillingError {}

/**
 * Returns the innermost cause of an error of `fetch`; the message of the error itself is only "fetch failed". If several addresses failed,
 * returns the cause of the first.
 */
const innermost = (error: Error): Error => {
  const [first] = error instanceof AggregateError ? (error.errors as readonly unknown[]) : [];
  const cause = first ?? error.cause;
  return cause instanceof Error ? innermost(cause) : error;
};

/** Builds the error of a request without a response; names the host and the cause. */
export const connectionErrorOf = (url: string, error: Error): ConnectionError =>
  new ConnectionError(`Cannot reach ${new URL(url).host}: ${innermost(error).message}`, { cause: error });

/** The export is incomplete and cannot be resumed; request it again. */
export class IncompleteExportError extends BillingError {}

/** The signature of a webhook delivery is missing, invalid or too old. */
export class SignatureError extends BillingError {}

const isErrorBody = (value: unknown): value is { readonly error: ErrorBody } =>
  typeof value === 'object' && value !== null && 'error' in value && typeof value.error === 'object' && value.error !== null;

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Builds the error of an unsuccessful response; `text`: its body, which may come from a proxy. */
export const errorOf = (status: number, text: string, isReplayed = false, retryAfterSeconds: number | null = null): ApiError => {
  const body = parseJson(text);
  const errorBody = isErrorBody(body)
    ? body.error
    : { type: 'api_error', code: 'unexpected_answer', message: `HTTP ${status}`, request_id: '' };
  const ErrorClass = CLASSES[status] ?? (status >= 500 ? ServerError : ApiError);
  return new ErrorClass(status, errorBody, isReplayed, retryAfterSeconds);
};
