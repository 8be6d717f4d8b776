/** The sandbox's HTTP vocabulary: requests as it takes them, answers and refusals as the provider texts them. */

export interface SandboxRequest {
  readonly method: string;
  /** From `/v2` on, without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

export interface SandboxAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** `hang`: the caller is to get no answer. Close the connection or answer 504; the request's effects, if any, stand. */
export type SandboxResponse = ({ readonly hang: false } & SandboxAnswer) | { readonly hang: true };

/** One status change to be instructed to the payer's webhook. */
export interface SandboxNotice {
  readonly webhookUrl: string;
  /** The payment's id; all that such a call carries. */
  readonly id: string;
  /** How long after the answer that says as much it is reported: anyone who asked processes the answer first. */
  readonly afterAnswerSeconds: number;
}

/** What a route has done: the object to show, or that nobody is to hear of it. */
export interface Done {
  readonly status: number;
  /** JSON; empty: no body. */
  readonly body: string;
  readonly notices: readonly SandboxNotice[];
  readonly hang: boolean;
}

/** A refusal on its way out of a route; becomes an error body. */
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

/** `object`: what is shown; `null`: nothing. */
export const done = (status: number, object: Readonly<Record<string, unknown>> | null, notices: readonly SandboxNotice[] = []): Done => ({
  status,
  body: object === null ? '' : JSON.stringify(object),
  notices,
  hang: false,
});

/** Nothing happened and no answer comes. */
export const HANG: Done = { status: 504, body: '', notices: [], hang: true };

export const noEntity = (id: string): SandboxError => new SandboxError(404, `There is no object with the id '${id}'`);
export const gone = (what: string): SandboxError => new SandboxError(410, `The ${what} is no longer available`);
export const unprocessable = (detail: string, field: string | null = null): SandboxError => new SandboxError(422, detail, field);

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  422: 'Unprocessable Entity',
};

/** The provider's own reference: a link that its objects carry. */
export const DOCUMENTATION = { href: 'https://docs.mollie.com/reference/overview', type: 'text/html' };

const HAL = { 'content-type': 'application/hal+json; charset=utf-8' };

export const errorAnswer = (error: SandboxError): SandboxAnswer => ({
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

export const answerOf = ({ status, body }: Done): SandboxAnswer => ({ status, headers: body === '' ? {} : HAL, body });
