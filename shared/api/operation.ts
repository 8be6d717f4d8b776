import type * as v from 'valibot';
import type { Account, Role } from '../domain/account/record.ts';
import type { Mode } from '../domain/tenant.ts';
import type { Auth } from './auth.ts';
import type { ErrorCode } from './errors.ts';
import type { Scope } from './scopes.ts';
import type { TableAccess } from './table-access.ts';

/** `ANY` is for the sandbox's wire format alone, which routes on its own. */
export type Method = 'GET' | 'POST' | 'DELETE' | 'ANY';

/** A secret key carrying `scope`; `only` refuses the other mode with `mode_mismatch` [AUTH-11]. */
export const apiKey = (scope: Scope, only: Mode | null = null): Auth => ({ kind: 'api_key', scope, only });

/** The client secret of a checkout session or a one-off payment; where the path names one, of that one [ELM-01, ELM-02]. */
export const clientSecret = (session: string | null): Auth => ({ kind: 'client_secret', session });

/**
 * The token of a portal session. `limited: true` lets sessions in that a link in one of the service's own mails opened; else they get
 * 403 `portal_session_limited` [PRT-15..PRT-20].
 */
export const portalToken = ({ limited }: { readonly limited: boolean }): Auth => ({ kind: 'portal_token', limited });

/**
 * A member who is signed in to the console with this role, or one that may do more; API keys are refused [AUTH-19]. `mode`: whose data it
 * is about; what concerns the whole account is filed as live. Members of a suspended account may look, and change nothing.
 */
export const operator = (role: Role, mode: Mode = 'live'): Auth => ({ kind: 'operator', role, mode, whileSuspended: false });

/** Any member who is signed in to the console, also of a suspended account: for what takes a way in away. */
export const anyOperator = (): Auth => ({ kind: 'operator', role: 'viewer', mode: 'live', whileSuspended: true });

/** Whether the caller is a buyer, in a browser, rather than the account. */
export const isForBuyers = ({ kind }: Auth): boolean => kind === 'client_secret' || kind === 'portal_token';

/**
 * What the operation touches, from which its role is made: `read` reads the table, `write` also commits
 * to it, `provider` also calls the payment provider. `uses` names the services that it reaches.
 */
export type Profile = 'read' | 'write' | 'provider';
export type Service =
  // Machines and queues that it starts or wakes.
  | 'clock-advance'
  | 'billing-run'
  | 'webhook-delivery'
  | 'provider-webhook'
  | 'mail'
  | 'documents'
  | 'customer-import'
  // What it reads next to the table: the rendered documents.
  | 'document-files'
  // What it encrypts or reads again: keys of provider accounts, secrets of webhook endpoints, answers that show a secret, mailed tokens.
  | 'provider-credential'
  | 'endpoint-secret'
  | 'kept-secrets'
  | 'portal-link'
  | 'sign-in-link'
  // The pepper of keys and tokens, for an operation that anybody can call; others read it anyway.
  | 'pepper'
  // The key of operator tokens, which it signs with and publishes; for operations of the console alone.
  | 'operator-key'
  // What it writes of the table beyond its profile: look-ups of API keys, portal tokens and members, orders of mail, holes of the event log that it gives up.
  | 'key-lookups'
  | 'token-lookups'
  | 'member-lookups'
  | 'mail-orders'
  | 'log-holes';

/** What an operation answers: JSON of a schema, a page, a PDF, another's wire format, or server-sent events. */
type Answer = AnySchema | 'html' | 'pdf' | 'wire' | 'event-stream';

/** A path parameter: which id it is. A value of another form is 404, never 400. */
export interface PathParam {
  readonly pattern: RegExp;
  readonly what: string;
}

// biome-ignore lint/suspicious/noExplicitAny: a schema's input and output types are read by inference, not fixed here
export type AnySchema = v.GenericSchema<any, any>;

/** What it depends on whether a request is sensitive. */
export interface Asked<Body> {
  readonly mode: Mode;
  readonly params: Readonly<Record<string, string>>;
  readonly body: Body;
  /** Of a member who is signed in to the console, as the session was checked; `null` for calls of the API. */
  readonly account: Account | null;
}

export interface OperationSpec<Path extends string, Query, Body, Response> {
  /** `customers.create`; also names the function and the OpenAPI operation. */
  readonly id: string;
  readonly method: Method;
  readonly path: Path;
  readonly summary: string;
  readonly description?: string;
  readonly auth: Auth;
  readonly profile: Profile;
  readonly uses?: readonly Service[];
  /**
   * What it does with the table, for an operation that anybody can call (`none`, `optional_key`): it has access to nothing else, and to
   * nothing when left out. Other operations declare none: their access follows from `profile` and `uses`.
   */
  readonly table?: TableAccess;
  readonly params: { readonly [K in ParamNames<Path>]: PathParam };
  /** Strict object schema of the query string, or `null`: no parameter is known. */
  readonly query: Query;
  /** Strict object schema of the JSON body, or `null`: none is read. */
  readonly body: Body;
  /**
   * Schema of the 200 answer; `'html'` for a page, `'wire'` for another's format: then the handler makes the whole HTTP
   * result; `'pdf'` for a document; `'event-stream'` for server-sent events.
   */
  readonly response: Response;
  /**
   * Where it runs: in a separate function when left out; `sidecar`: in the process that streams responses for longer
   * than a function may (`functions/stream/`), whose load balancer then gets its path.
   */
  readonly runs?: 'sidecar';
  /** Request headers that mean something to this operation, with what they mean. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Names `expand` knows here, each with the scope it needs (`null`: none beyond the route's). */
  readonly expand?: Readonly<Record<string, Scope | null>>;
  /**
   * How many entries of the event log a write usually makes, whose numbers are taken with its token; 1 when left out. Fewer cost a round
   * more, and so do more: the rest is returned.
   */
  logEntries?(body: Body extends AnySchema ? v.InferOutput<Body> : null): number;
  /**
   * Whether a request decides where money goes or who may act for the account; none does where it is left out. In the console it takes a
   * sign-in within the last 15 minutes (403 `sign_in_not_recent`), and the owners are notified by email of what it changed, no matter who called.
   */
  sensitive?(asked: Asked<Body extends AnySchema ? v.InferOutput<Body> : null>): boolean;
  /** Codes this operation can answer beyond those every operation can. */
  readonly errors: readonly ErrorCode[];
}

/** A path's parameters; `{rest+}` takes all that is left and is called `rest`. */
export type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Bare}+` ? Bare : Name) | ParamNames<Rest>
  : never;

export type Operation<
  Path extends string = string,
  Query extends AnySchema | null = AnySchema | null,
  Body extends AnySchema | null = AnySchema | null,
  Response extends Answer = Answer,
> = OperationSpec<Path, Query, Body, Response>;

/**
 * Declares an operation. Routes, functions, roles, scope checks, parameter checks, documentation,
 * contract tests and the local host are all derived from the value returned here.
 */
export const defineOperation = <
  const Path extends string,
  Query extends AnySchema | null,
  Body extends AnySchema | null,
  Response extends Answer,
>(
  spec: OperationSpec<Path, Query, Body, Response>,
): Operation<Path, Query, Body, Response> => spec;
