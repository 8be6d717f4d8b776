/** What is inside `error` of a refusal. */
interface ErrorBody {
  readonly type: string;
  readonly code: string;
  readonly message: string;
  readonly request_id: string;
  readonly param?: string;
  readonly reason?: string;
}

/** Every failure of this client. */
export class BillingError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The service refused: it says why in `code`, and where in `param`. */
export class ApiError extends BillingError {
  readonly status: number;
  readonly type: string;
  /** What to tell cases apart by. Open: further codes may appear. */
  readonly code: string;
  /** The field or query parameter at fault. */
  readonly param: string | undefined;
  readonly reason: string | undefined;
  /** Names the request in the service's logs. */
  readonly requestId: string;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.status = status;
    this.type = body.type;
    this.code = body.code;
    this.param = body.param;
    this.reason = body.reason;
    this.requestId = body.request_id;
  }
}

/** 400: a field or parameter is wrong; `param` names it. */
export class InvalidRequestError extends ApiError {}
/** 401: the key opens nothing. */
export class AuthenticationError extends ApiError {}
/** 402: the payment provider or the buyer's bank refused. */
export class PaymentError extends ApiError {}
/** 403: the key lacks a scope, or is of the other mode. */
export class PermissionError extends ApiError {}
/** 404: there is no such object for this key. */
export class NotFoundError extends ApiError {}
/** 409: the object does not allow it as it is. */
export class ConflictError extends ApiError {}
/** 429, after all retries. */
export class RateLimitError extends ApiError {}
/** 5xx, after all retries. The same idempotency key finds out what became of a write. */
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

/** No answer came, after all retries. Of a write it is not known whether it was done: the same idempotency key finds out. */
export class ConnectionError extends BillingError {}

/** The body of an export ended before the document did: ask for it again. */
export class IncompleteExportError extends BillingError {}

/** A delivery that the service did not sign with this secret, or long ago. */
export class SignatureError extends BillingError {}

const isErrorBody = (value: unknown): value is { readonly error: ErrorBody } =>
  typeof value === 'object' && value !== null && 'error' in value && typeof value.error === 'object' && value.error !== null;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** The error of an answer that is no success; `text`: its body, which something before the service may have written. */
export const errorOf = (status: number, text: string): ApiError => {
  const body = parsed(text);
  const reported = isErrorBody(body)
    ? body.error
    : { type: 'api_error', code: 'unexpected_answer', message: `HTTP ${status}`, request_id: '' };
  const Kind = CLASSES[status] ?? (status >= 500 ? ServerError : ApiError);
  return new Kind(status, reported);
};
