/** HTTP types of the sandbox: requests, responses, and errors in Mollie's format. */

export interface SandboxRequest {
  readonly method: string;
  /** Starts with `/v2`; without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** A response to send. */
export interface SandboxHttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The response, or `hang: true`: simulate a timeout by closing the connection or returning 504. Changes made by the request remain. */
export type SandboxOutcome = ({ readonly hang: false } & SandboxHttpResponse) | { readonly hang: true };

/** A webhook to send for a status change. */
export interface SandboxWebhook {
  readonly webhookUrl: string;
  /** Payment id, the only content of the webhook. */
  readonly id: string;
  /** Delay after the response, so that the caller processes the response first. */
  readonly delaySeconds: number;
}

/** Result of a route: the response body and webhooks, or a simulated timeout. */
export interface RouteResult {
  readonly status: number;
  /** JSON; empty: no body. */
  readonly body: string;
  readonly webhooks: readonly SandboxWebhook[];
  readonly hang: boolean;
}

/** Error thrown by a route; converted to an error response. */
export class SandboxError extends Error {
  readonly status: number;
  readonly field: string | null;
  constructor(status: number, detail: string, field: string | null = null) {
    super(detail);
    this.name = 'SandboxError';
    this.status = status;
    this.field = field;
  }
}

/** Builds the result of a route. `object`: response body; `null`: no body. */
export const routeResult = (
  status: number,
  object: Readonly<Record<string, unknown>> | null,
  webhooks: readonly SandboxWebhook[] = [],
): RouteResult => ({
  status,
  body: object === null ? '' : JSON.stringify(object),
  webhooks,
  hang: false,
});

/** The result of a request that changed nothing and gets no response. */
export const HANG: RouteResult = { status: 504, body: '', webhooks: [], hang: true };

export const notFoundError = (id: string): SandboxError => new SandboxError(404, `There is no object with the id '${id}'`);
export const goneError = (what: string): SandboxError => new SandboxError(410, `The ${what} is no longer available`);
export const unprocessableError = (detail: string, field: string | null = null): SandboxError => new SandboxError(422, detail, field);

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  422: 'Unprocessable Entity',
};

/** Link to Mollie's API reference, contained in its objects. */
export const DOCUMENTATION = { href: 'https://docs.mollie.com/reference/overview', type: 'text/html' };

const HAL = { 'content-type': 'application/hal+json; charset=utf-8' };

export const errorResponse = (error: SandboxError): SandboxHttpResponse => ({
  status: error.status,
  headers: HAL,
  body: JSON.stringify({
    status: error.status,
    title: TITLES[error.status] ?? 'Error',
    detail: error.message,
    ...(error.field === null ? {} : { field: error.field }),
    _links: { documentation: DOCUMENTATION },
  }),
});

export const responseOf = ({ status, body }: RouteResult): SandboxHttpResponse => ({ status, headers: body === '' ? {} : HAL, body });
