import type middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { Account, Member } from '../../domain/account/record.ts';
import type { Stored } from '../../domain/aggregate.ts';
import type { Mode, Tenant } from '../../domain/tenant.ts';
import { type Actor, buyerActor } from '../../store/audit/entries.ts';
import type { ConsoleSession } from '../../store/console/sessions.ts';
import type { IdempotencyRecord } from '../../store/core/idempotency.ts';
import type { Key } from '../../store/core/keys.ts';
import type { Meter } from '../../store/core/meter.ts';
import type { Admission } from '../../store/limits/account-limiter.ts';
import type { Store } from '../../store/writer/store.ts';
import type { WriteBody } from '../streaming-response.ts';

/** Who calls, once the credential is known: a key, or a member through the console. */
export interface Caller {
  readonly tenant: Tenant;
  readonly kind: 'api_key' | 'operator';
  /** Of the key or the member. */
  readonly id: string;
  readonly scopes: readonly string[];
  /** The record that the key was found by: a request that continues for long looks at it again. `null`: a member has none, and is looked at as one. */
  readonly credential: Key | null;
  /** When the member signed in to the console, Unix seconds; `null`: it is a key, or a token for an operation that was checked with it. */
  readonly signedInAt: number | null;
}

/** A member who is signed in to the console. */
export interface SignedIn {
  readonly account: Stored<Account>;
  readonly member: Member;
  readonly session: ConsoleSession;
  readonly sessionKey: Key;
  /** What a change must send along, to show that it comes from the console's own page. */
  readonly csrfToken: string;
  /** Of the data that the operation is about. */
  readonly mode: Mode;
}

/** Who calls with a client secret, the buyer of one checkout session or one-off payment, or with the token of a portal session. */
export interface Buyer {
  readonly tenant: Tenant;
  readonly sessionId: string;
  /** What a portal session opens; `null` for a client secret. */
  readonly portal: PortalGrant | null;
}

/** A subscription as its customer manages it. */
export interface PortalGrant {
  readonly subscriptionId: string;
  readonly customerId: string;
  /** Opened by a link in one of the service's own mails: it may do less. */
  readonly limited: boolean;
}

/** What the caller's idempotency key means on this request. */
export interface IdempotencyClaim {
  readonly keyHash: string;
  readonly fingerprint: string;
  /** Under way since the key was read: the answer remembered under it, if any. */
  readonly remembered: Promise<IdempotencyRecord | null>;
}

/** What the middlewares learn about one request, in the order they run. */
export interface RequestState {
  readonly requestId: string;
  readonly startedMs: number;
  readonly meter: Meter;
  readonly store: Store;
  /** Its address is the connection's until `findCaller` has looked behind it. */
  actor: { readonly ip: string; readonly userAgent: string | null };
  caller: Caller | null;
  buyer: Buyer | null;
  operator: SignedIn | null;
  /** The credential opens this: from here on a request costs a token. */
  authorized: boolean;
  /** Under way since the key was accepted; everything that answers waits for it. */
  admission: Promise<Admission> | null;
  /** Under way: the note that the key was used. Never fails. */
  useNoted: Promise<void>;
  /** The log numbers allocated with the token have been handed to the command. */
  numbersTaken: boolean;
  params: Readonly<Record<string, string>>;
  query: unknown;
  body: unknown;
  canonicalBody: string;
  expand: ReadonlySet<string>;
  idempotency: IdempotencyClaim | null;
  headers: Record<string, string>;
  /** Cookies that the answer sets. */
  readonly cookies: string[];
}

export type HttpEvent = APIGatewayProxyEventV2;
/** `writeBody` continues with the body of an answer whose head is out; there for operations of the sidecar only. */
export type HttpResult = APIGatewayProxyStructuredResultV2 & { readonly writeBody?: WriteBody };

/** The invocation's context with our state on it. */
export type Invocation = Context & { billing?: RequestState };

/** The request as middy hands it round. */
export type HttpRequest = middy.Request<HttpEvent, HttpResult, Error, Invocation>;
export type Step = middy.MiddlewareObj<HttpEvent, HttpResult, Error, Invocation>;

/** The state; it is there from the first middleware on. */
export const stateOf = (context: { readonly billing?: RequestState }): RequestState => {
  if (context.billing === undefined) throw new Error('the request has no state yet');
  return context.billing;
};

/** What the browser sent of its cookies: HTTP APIs list them, and what else hands on a request may leave them in their header. */
export const cookiesOf = ({ cookies, headers }: HttpEvent): readonly string[] => cookies ?? headers.cookie?.split(/; */) ?? [];

export const actorOf = ({ actor, buyer, caller, operator }: RequestState): Actor => {
  if (operator !== null) return { type: 'operator', id: operator.member.id, ...actor };
  return buyer === null ? { type: caller?.kind ?? 'api_key', id: caller?.id ?? null, ...actor } : buyerActor(buyer.sessionId, actor);
};

/** Whose data the request is about; `null` while nobody is known to call. */
export const tenantOf = ({ caller, buyer, operator }: RequestState): Tenant | null => {
  if (operator !== null) return { accountId: operator.account.record.id, mode: operator.mode };
  return caller?.tenant ?? buyer?.tenant ?? null;
};

/** The headers that tell where the bucket is [RATE-12..16]. */
export const rateHeaders = ({ state }: Pick<Admission, 'state'>): Record<string, string> => ({
  'x-ratelimit-limit': String(state.limitPerMinute),
  'x-ratelimit-remaining': String(state.remaining),
  'x-ratelimit-reset': String(state.resetAt),
  ...(state.allowed ? {} : { 'retry-after': String(state.retryAfterSeconds) }),
});
