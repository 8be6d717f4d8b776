import type * as v from 'valibot';
import type { Account, Role } from '../domain/account/record.ts';
import type { EventType } from '../domain/event-types.ts';
import type { ReasonCode } from '../domain/reasons.ts';
import type { Mode } from '../domain/tenant.ts';
import type { Auth } from './auth.ts';
import type { ErrorCode } from './errors/errors.ts';
import type { Scope } from './scopes.ts';
import type { TableAccess } from './table-access.ts';

/** `ANY`: for the sandbox's provider API and the console's calls of the API, which accept all methods and do their own routing. */
export type Method = 'GET' | 'POST' | 'DELETE' | 'ANY';

/** Requires an API key with `scope`. `only`: the accepted mode; keys of the other mode get 403 `mode_mismatch` [AUTH-11]. */
export const apiKey = (scope: Scope, only: Mode | null = null): Auth => ({ kind: 'api_key', scope, only });

/** Requires an API key with at least one of the scopes; the operation limits its response to what the key may read. */
export const apiKeyWithAny = (scope: Scope, ...alternatives: readonly Scope[]): Auth => ({
  kind: 'api_key',
  scope,
  alternatives,
  only: null,
});

/**
 * Requires the client secret of a checkout session or one-off payment [ELM-01, ELM-02]. `session`: name of the path parameter with the id
 * of the session or payment; `null`: the path has no such parameter.
 */
export const clientSecret = (session: string | null): Auth => ({ kind: 'client_secret', session });

/**
 * Requires the token of a portal session. `acceptsLimited: false` refuses limited sessions (`PortalSession.limited`) with 403
 * `portal_session_limited` [PRT-15..PRT-20].
 */
export const portalToken = ({ acceptsLimited }: { readonly acceptsLimited: boolean }): Auth => ({ kind: 'portal_token', acceptsLimited });

/**
 * Requires a console member with at least this role; API keys are refused [AUTH-19]. `mode`: the mode of the data; account-wide data
 * belongs to live mode. Members of a suspended account can only read.
 */
export const consoleMember = (role: Role, mode: Mode = 'live'): Auth => ({ kind: 'operator', role, mode, whileSuspended: false });

/** Requires any console member, also of a suspended account: for operations that revoke access. */
export const anyConsoleMember = (): Auth => ({ kind: 'operator', role: 'viewer', mode: 'live', whileSuspended: true });

/** Returns true if the operation is called by a buyer's browser, not by the account. */
export const isBuyerAuth = ({ kind }: Auth): boolean => kind === 'client_secret' || kind === 'portal_token';

/** Access of the function's IAM role. `read`: reads the table. `write`: also writes to the table. `provider`: also calls the provider. */
export type Profile = 'read' | 'write' | 'provider';

/** Further services that the operation uses; each adds to its IAM role. */
export type Service =
  // State machines that the operation starts and queues that it sends to.
  | 'clock-advance'
  | 'billing-run'
  | 'webhook-delivery'
  | 'provider-webhook'
  | 'mail'
  | 'sign-in-mail'
  | 'documents'
  | 'customer-import'
  // The bucket of rendered documents, to read.
  | 'document-files'
  // Data to encrypt or decrypt: provider keys, secrets of webhook endpoints, stored responses that contain a secret, tokens of portal links
  // and of sign-in links in emails.
  | 'provider-credential'
  | 'endpoint-secret'
  | 'idempotent-answer'
  | 'portal-link'
  | 'sign-in-link'
  // The pepper of API keys and tokens, for public operations; all other operations can always read the pepper.
  | 'pepper'
  // Reading the key that signs operator tokens, and writing its public key to the table; only for operations of the console.
  | 'operator-key'
  // Table writes beyond the profile: look-up items of API keys, portal tokens and members; mail orders; entries that fill unused event log
  // numbers (`log-gaps`).
  | 'key-lookups'
  | 'token-lookups'
  | 'member-lookups'
  | 'mail-orders'
  | 'log-gaps';

/** The response: JSON of a schema, an HTML page, a PDF, an e-invoice, the provider's wire format, or server-sent events. */
type Answer = AnySchema | 'html' | 'pdf' | 'e-invoice' | 'http-result' | 'event-stream';

/** A path parameter. A value that does not match `pattern` is 404, never 400. */
export interface PathParam {
  readonly pattern: RegExp;
  /** Name of the object type, for messages: `customer`. */
  readonly what: string;
}

// biome-ignore lint/suspicious/noExplicitAny: a schema's input and output types are read by inference, not fixed here
export type AnySchema = v.GenericSchema<any, any>;

/** Input of `sensitive`. */
export interface SensitiveRequest<Body> {
  readonly mode: Mode;
  readonly params: Readonly<Record<string, string>>;
  readonly body: Body;
  /** The account of the signed-in console member; `null` for API calls. */
  readonly account: Account | null;
}

export interface OperationSpec<Path extends string, Query, Body, Response> {
  /** `customers.create`; also names the function and the OpenAPI operation. */
  readonly id: string;
  readonly method: Method;
  readonly path: Path;
  readonly summary: string;
  /**
   * What the operation does. Leaves out the credential, events, errors and reasons: the documentation takes them from the other fields.
   * `undefined` in bundles, because `doc` returns no text there.
   */
  readonly description?: string | undefined;
  /** Events that the operation can cause, at once or when its payment or refund settles. */
  readonly events?: readonly EventType[];
  readonly auth: Auth;
  readonly profile: Profile;
  readonly uses?: readonly Service[];
  /**
   * Table access of a public operation (auth `none` or `optional_key`); no access if omitted. Other operations omit `table`: their access
   * follows from `profile` and `uses`.
   */
  readonly table?: TableAccess;
  readonly params: { readonly [K in ParamNames<Path>]: PathParam };
  /** Strict object schema of the query string; `null`: takes no parameters. */
  readonly query: Query;
  /** Strict object schema of the JSON body; `null`: takes no body. */
  readonly body: Body;
  /**
   * An empty body means `{}`: for operations whose first version had no body fields. Omitted: `acceptsEmptyBody`
   * decides from the other fields.
   */
  readonly bodyIsOptional?: true;
  /**
   * Schema of the 200 response; `'pdf'` for a document; `'e-invoice'` for XML or PDF; `'event-stream'` for server-sent events. For `'html'`
   * and `'http-result'` (any other format) the handler returns the whole HTTP result.
   */
  readonly response: Response;
  /** Other representations of the response: the content type for each value of the query parameter `format`. */
  readonly files?: Readonly<Record<string, string>>;
  /**
   * The operation reads up to 100,000 records: it takes the rate-limit token before it reads, and its function has memory for a full vCPU.
   * Omitted: it reads few records.
   */
  readonly readsMuch?: true;
  /**
   * The operation reads the country of the caller's IP address (`ipCountry`). CloudFront sends the country only to these operations.
   * Omitted: `ipCountry` is `null`.
   */
  readonly readsCountry?: true;
  /**
   * Where the operation runs. Omitted: in a Lambda function that serves only this operation. `stream-process`: in the long-running process
   * that streams responses (`functions/stream/`), behind a load balancer.
   */
  readonly runs?: 'stream-process';
  /**
   * `refused`: the operation is refused during maintenance. Needed if it causes writes although its method is GET or its profile `read`.
   * Omitted: it is refused if its profile is `write` or `provider`, except for GET and HEAD requests.
   */
  readonly maintenance?: 'refused';
  /** Request headers that this operation reads, by name, with their descriptions. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Response headers that only this operation sends, by name, with their descriptions. */
  readonly responseHeaders?: Readonly<Record<string, string>>;
  /** Allowed values of `expand`, each with the scope that it requires in addition to the scope of the route (`null`: no scope). */
  readonly expand?: Readonly<Record<string, Scope | null>>;
  /** Maximum size of the body in bytes; `BODY_MAX_BYTES` if omitted. */
  readonly bodyMaxBytes?: number;
  /**
   * Schemas of other JSON formats of the body, by content type. Each has the same output type as `body`. `bodyFormat` of the request's
   * state is the format that was sent.
   */
  readonly bodyFormats?: Readonly<Record<string, AnySchema>>;
  /**
   * Number of event log entries that a write usually creates; 1 if omitted. Their numbers are allocated with the rate-limit token. A wrong
   * estimate costs one more round trip, to allocate more numbers or to fill unused numbers.
   */
  expectedEventLogEntries?(body: Body extends AnySchema ? v.InferOutput<Body> : null): number;
  /**
   * Returns true if the request changes where money goes or who has access to the account. Omitted: no request does. In the console, such a
   * request requires a sign-in within the last 15 minutes (403 `sign_in_not_recent`). The owners get an email about it, also for API calls.
   */
  sensitive?(request: SensitiveRequest<Body extends AnySchema ? v.InferOutput<Body> : null>): boolean;
  /** Error codes of this operation, in addition to the codes that every operation can return. */
  readonly errors: readonly ErrorCode[];
  /** Reasons of these errors, in addition to the reasons that every operation can return. */
  readonly reasons?: readonly ReasonCode[];
}

/** Names of a path's parameters; `{rest+}` matches the rest of the path and is named `rest`. */
export type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Bare}+` ? Bare : Name) | ParamNames<Rest>
  : never;

export type Operation<
  Path extends string = string,
  Query extends AnySchema | null = AnySchema | null,
  Body extends AnySchema | null = AnySchema | null,
  Response extends Answer = Answer,
> = OperationSpec<Path, Query, Body, Response>;

type Omittable = 'query' | 'body' | 'errors';

/**
 * Declares an operation: routes, functions, roles, checks, documentation, contract tests and the local server derive from it.
 * `query` and `body` are `null`, and `errors` is empty, if omitted.
 */
export const defineOperation = <
  const Path extends string,
  Response extends Answer,
  Query extends AnySchema | null = null,
  Body extends AnySchema | null = null,
>(
  spec: Omit<OperationSpec<Path, Query, Body, Response>, Omittable> & Partial<Pick<OperationSpec<Path, Query, Body, Response>, Omittable>>,
): Operation<Path, Query, Body, Response> => ({ query: null as Query, body: null as Body, errors: [], ...spec });
