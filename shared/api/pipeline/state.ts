import type middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { Account, Member } from '../../domain/account/record.ts';
import type { Stored } from '../../domain/aggregate.ts';
import type { Mode, Tenant } from '../../domain/tenant.ts';
import { type Actor, buyerActor } from '../../store/audit/entries.ts';
import type { ConsoleSession } from '../../store/console/sessions.ts';
import type { CapacityCounter } from '../../store/core/capacity-counter.ts';
import type { IdempotencyRecord } from '../../store/core/idempotency.ts';
import type { Key } from '../../store/core/keys.ts';
import type { Admission } from '../../store/limits/account-limiter.ts';
import type { Store } from '../../store/writer/store.ts';
import type { WriteBody } from '../serve/streaming-response.ts';

/** An authenticated caller: an API key, or a member whose call the console forwards. */
export interface Caller {
  readonly tenant: Tenant;
  readonly kind: 'api_key' | 'operator';
  /** Id of the key or member. */
  readonly id: string;
  readonly scopes: readonly string[];
  /** Table key of the API key's look-up record, which streaming responses read again; `null` for members. */
  readonly credential: Key | null;
  /** When the member signed in to the console, Unix seconds; `null` for API keys and for operator tokens that allow only one operation. */
  readonly signedInAt: number | null;
}

/** A member who is signed in to the console. */
export interface SignedIn {
  readonly account: Stored<Account>;
  readonly member: Member;
  readonly session: ConsoleSession;
  readonly sessionKey: Key;
  /** Expected `X-CSRF-Token` of writes. */
  readonly csrfToken: string;
  /** Mode of the data that the operation reads or writes. */
  readonly mode: Mode;
}

/** A caller with a client secret or a portal token. */
export interface Buyer {
  readonly tenant: Tenant;
  /** Id of the checkout session, one-off payment or portal session that the credential belongs to. */
  readonly sessionId: string;
  /** Access of a portal session; `null` for a client secret. */
  readonly portal: PortalGrant | null;
}

/** The subscription that a portal session gives access to. */
export interface PortalGrant {
  readonly subscriptionId: string;
  readonly customerId: string;
  /** The session has fewer permissions: see `PortalSession.limited`. */
  readonly limited: boolean;
}

/** The idempotency key of a request. */
export interface IdempotencyClaim {
  readonly keyHash: string;
  readonly fingerprint: string;
  /** The stored record of the key; `null` if the key is new. */
  readonly record: Promise<IdempotencyRecord | null>;
}

/** State of one request; the middlewares fill it. */
export interface RequestState {
  readonly requestId: string;
  readonly startedMs: number;
  readonly capacity: CapacityCounter;
  /** Returns a record that was read with the credential without reading it again. */
  store: Store;
  /** `ip` is the connection's IP address until `setCallerIp` runs. */
  actor: { readonly ip: string; readonly userAgent: string | null };
  /** Country of the caller's IP address; `null`: unknown, or the request did not come through CloudFront. */
  ipCountry: string | null;
  caller: Caller | null;
  buyer: Buyer | null;
  operator: SignedIn | null;
  /** True once the permission checks passed. A request that is refused later takes a rate-limit token, too. */
  authorized: boolean;
  /** The rate-limit token and the event log numbers, requested by `admit`. Every response waits for them. `null`: not requested. */
  admission: Promise<Admission> | null;
  /** Resolves once the use of the API key is recorded. Never rejects. */
  lastUsedUpdate: Promise<void>;
  /** True once `awaitAdmission` returned the event log numbers. */
  logNumbersTaken: boolean;
  params: Readonly<Record<string, string>>;
  query: unknown;
  body: unknown;
  /** Content type of the body, if it is one of the operation's `bodyFormats`; `null`: the body is JSON of the schema `body`. */
  bodyFormat: string | null;
  canonicalBody: string;
  expand: ReadonlySet<string>;
  idempotency: IdempotencyClaim | null;
  headers: Record<string, string>;
  /** Error code of the response; `null` for a success. */
  errorCode: string | null;
  /** Values of `Set-Cookie` headers of the response. */
  readonly cookies: string[];
}

export type HttpEvent = APIGatewayProxyEventV2;
/** `writeBody` writes a streamed body after the head; only set by operations of the stream process. */
export type HttpResult = APIGatewayProxyStructuredResultV2 & { readonly writeBody?: WriteBody };

/** The Lambda context with the request's state. */
export type Invocation = Context & { billing?: RequestState };

/** Type of middy's request. */
export type HttpRequest = middy.Request<HttpEvent, HttpResult, Error, Invocation>;
export type Middleware = middy.MiddlewareObj<HttpEvent, HttpResult, Error, Invocation>;

/** Returns the request's state, which the first middleware creates. */
export const stateOf = (context: { readonly billing?: RequestState }): RequestState => {
  if (context.billing === undefined) throw new Error('the request has no state yet');
  return context.billing;
};

/** Returns the request's cookies: from `cookies` of HTTP API events, otherwise from the `Cookie` header. */
export const cookiesOf = ({ cookies, headers }: HttpEvent): readonly string[] => cookies ?? headers.cookie?.split(/; */) ?? [];

export const actorOf = ({ actor, buyer, caller, operator }: RequestState): Actor => {
  if (operator !== null) return { type: 'operator', id: operator.member.id, ...actor };
  return buyer === null ? { type: caller?.kind ?? 'api_key', id: caller?.id ?? null, ...actor } : buyerActor(buyer.sessionId, actor);
};

/** Returns the caller's tenant; `null` before authentication. */
export const tenantOf = ({ caller, buyer, operator }: RequestState): Tenant | null => {
  if (operator !== null) return { accountId: operator.account.record.id, mode: operator.mode };
  return caller?.tenant ?? buyer?.tenant ?? null;
};

/** Returns the rate-limit headers of a bucket [RATE-12..16]. */
export const rateHeaders = ({ state }: Pick<Admission, 'state'>): Record<string, string> => ({
  'x-ratelimit-limit': String(state.limitPerMinute),
  'x-ratelimit-remaining': String(state.remaining),
  'x-ratelimit-reset': String(state.resetAt),
  ...(state.allowed ? {} : { 'retry-after': String(state.retryAfterSeconds) }),
});
