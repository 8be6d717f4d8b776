import { isDeepStrictEqual } from 'node:util';
import { memberOf } from '../../domain/account/members.ts';
import { accountAggregate } from '../../domain/account/record.ts';
import { apiKeyLookup } from '../../domain/api-key/record.ts';
import { portalTokenLookup } from '../../domain/portal-session/record.ts';
import type { Mode } from '../../domain/tenant.ts';
import { hashCredential, isToken, modeOfKey } from '../../platform/credentials.ts';
import { clock, secrets, storeOf } from '../../runtime/services.ts';
import { consoleSessionLookup, recordSessionUse } from '../../store/console/sessions.ts';
import { accountLimiterKey, globalBucketKey, type Key, keyText, lookupKey, objectKey } from '../../store/core/keys.ts';
import { storedOf } from '../../store/core/objects.ts';
import type { Item, Table } from '../../store/core/table.ts';
import { bucketState, debitPreAuth, isBucketEmpty, PRE_AUTH_BUCKET } from '../../store/limits/rate-limit.ts';
import { isSuspended } from '../../store/limits/suspension.ts';
import type { Auth } from '../auth.ts';
import { ApiError, type ErrorCode } from '../errors/errors.ts';
import type { Operation } from '../operation.ts';
import { isOperatorToken, type OperatorGrant, readOperatorToken } from '../operator/token.ts';
import { operatorSpki } from '../operator/verifier.ts';
import { scopesOf } from '../role-scopes.ts';
import { bearerOf } from './bearer.ts';
import { authenticateBuyer } from './buyer.ts';
import { sessionCookieIn, sessionVerdict } from './console-session.ts';
import { type Failure, fetchCustomerOfSession, portalVerdict } from './portal.ts';
import { type FindRecordKey, KnownTenants, withItem } from './record-key.ts';
import {
  type Buyer,
  type Caller,
  type HttpEvent,
  type Middleware,
  type RequestState,
  rateHeaders,
  type SignedIn,
  stateOf,
} from './state.ts';

const MESSAGES = {
  authentication_required: 'Send your secret key as "Authorization: Bearer <key>".',
  invalid_api_key: 'The API key is not valid.',
  revoked_api_key: 'The API key has been revoked.',
} as const satisfies Partial<Record<ErrorCode, string>>;

const keyFailure = (code: keyof typeof MESSAGES): Failure => ({ code, message: MESSAGES[code] });

/** True for Basic authentication, which gets a specific message: clients of other APIs send the key as its user name. */
const isBasic = (header: string | undefined): boolean => /^basic /i.test(header ?? '');
const BASIC: Failure = {
  code: 'invalid_api_key',
  message: 'This API does not use Basic authentication. Send your secret key as "Authorization: Bearer <key>".',
};

const NO_KEY: Failure = {
  code: 'invalid_api_key',
  message: 'The Authorization header contains no key. Send your secret key as "Authorization: Bearer <key>".',
};

/** Returns the error of a header with which no key was found [AUTH-06, AUTH-07]. */
const headerFailure = (header: string | undefined): Failure => {
  if (header === undefined) return keyFailure('authentication_required');
  if (isBasic(header)) return BASIC;
  return bearerOf(header) === undefined ? NO_KEY : keyFailure('invalid_api_key');
};

/** Result of checking a credential: the caller, or the error. */
type Verdict = { readonly caller: Caller } | { readonly buyer: Buyer } | { readonly operator: SignedIn } | { readonly failure: Failure };

/**
 * Authenticates the request. Reads the credential and the bucket of failed attempts (per IP address and route) in one batch. A failure
 * takes a token from the bucket. While the bucket is empty, even valid API keys, portal tokens and console sessions get 429
 * [RATE-10, RATE-11]. Client secrets and operator tokens are signed, so valid ones are still accepted.
 *
 * `findRecordKey` (`null`: the operation retrieves no record): once an API key was authenticated by this process, the batch also reads the
 * record of the request, for `state.store`.
 */
export const authenticate = (operation: Operation, findRecordKey: FindRecordKey | null): Middleware => ({
  before: async ({ event, context }) => {
    const { kind } = operation.auth;
    const header = event.headers.authorization;
    if (kind === 'none' || (kind === 'optional_key' && header === undefined)) return;
    const state = stateOf(context);
    if (kind === 'client_secret') {
      const result = await authenticateBuyer(header);
      if ('failure' in result) throw await refusedCredential(operation, state, result.failure, 0);
      state.buyer = result.buyer;
      return;
    }
    const grant = kind === 'api_key' ? await readOperatorGrant(header, operation.id, state.store.table) : null;
    if (grant !== null) {
      Object.assign(state, { caller: callerOf(grant), actor: { ip: grant.ip, userAgent: grant.userAgent } });
      return;
    }
    const bucket = globalBucketKey(state.actor.ip, operation.id);
    const { verdict, bucketMs } = await examine(operation.auth, event, state, bucket, findRecordKey);
    if (isBucketEmpty(PRE_AUTH_BUCKET, bucketMs, clock.nowMs()))
      throw rateLimitedError(bucketState(PRE_AUTH_BUCKET, bucketMs, clock.nowMs(), false));
    if ('failure' in verdict) throw await refusedCredential(operation, state, verdict.failure, bucketMs);
    Object.assign(state, verdict);
  },
});

/**
 * Takes a token from the bucket of failed attempts and returns the error of the credential; 429 if the bucket is empty.
 * `bucketMs`: last known time (Unix milliseconds) when the bucket is full again; 0 if the bucket was not read.
 */
const refusedCredential = async (
  operation: Operation,
  { store, actor }: RequestState,
  { code, ...detail }: Failure,
  bucketMs: number,
): Promise<ApiError> => {
  const bucket = await debitPreAuth(store.table, actor.ip, operation.id, clock.nowMs(), bucketMs);
  return bucket.allowed ? new ApiError(code, { ...detail, headers: rateHeaders({ state: bucket }) }) : rateLimitedError(bucket);
};

/** Returns the error for API keys of a suspended account, and for writes by members of the account. */
export const suspendedError = (operation: Operation, state: RequestState): Promise<ApiError> => {
  const message =
    state.operator === null ? 'The account of this API key is suspended.' : 'The account is suspended. Its data cannot be changed.';
  return refusedCredential(operation, state, { code: 'invalid_api_key', message, reason: 'account_suspended' }, 0);
};

type Bucket = ReturnType<typeof bucketState>;

/** Returns the 429 error for an empty bucket. `what`: what the bucket counts, plural. */
export const rateLimitedError = (bucket: Bucket, what = 'requests'): ApiError =>
  new ApiError('rate_limited', {
    message: `Too many ${what}. Try again in ${bucket.retryAfterSeconds} seconds.`,
    headers: rateHeaders({ state: bucket }),
  });

/** A verdict, with the time (Unix milliseconds) when the bucket of failed attempts is full again. */
interface Examined {
  readonly verdict: Verdict;
  readonly bucketMs: number;
}

const examine = (
  auth: Auth,
  event: HttpEvent,
  state: RequestState,
  bucket: Key,
  findRecordKey: FindRecordKey | null,
): Promise<Examined> => {
  const header = event.headers.authorization;
  if (auth.kind === 'operator') return examineSession(auth.mode, event, state, bucket);
  return auth.kind === 'portal_token' ? examinePortalToken(header, state, bucket) : examineKey(header, state, bucket, findRecordKey);
};

/** Reads the operator token with which the console forwards a member's call; `null`: no valid token, or a token of another operation. */
const readOperatorGrant = async (header: string | undefined, operationId: string, table: Table): Promise<OperatorGrant | null> => {
  const token = bearerOf(header);
  if (token === undefined || !isOperatorToken(token)) return null;
  const grant = await readOperatorToken(token, clock.nowMs(), (keyId) => operatorSpki(table, keyId));
  return grant?.operation === null || grant?.operation === operationId ? grant : null;
};

const callerOf = ({ accountId, mode, memberId, role, operation, signedInAt }: OperatorGrant): Caller => ({
  tenant: { accountId, mode },
  kind: 'operator',
  id: memberId,
  scopes: scopesOf(role),
  credential: null,
  signedInAt: operation === null ? signedInAt : null,
});

const examineSession = async (mode: Mode, event: HttpEvent, { store }: RequestState, bucket: Key): Promise<Examined> => {
  const cookie = sessionCookieIn(event);
  const [lookup, account] = await Promise.all([
    lookUpToken(store.table, bucket, cookie?.token, consoleSessionLookup),
    cookie === null ? null : store.get(accountAggregate, { accountId: cookie.accountId, mode: 'live' }, cookie.accountId),
  ]);
  const now = Math.floor(clock.nowMs() / 1000);
  const verdict = sessionVerdict(cookie, lookup.record, account, now);
  if ('failure' in verdict) return { verdict, bucketMs: lookup.bucketMs };
  const { operator } = verdict;
  await recordSessionUse(store.table, operator.sessionKey, operator.session, now);
  return { verdict: { operator: { ...operator, mode } }, bucketMs: lookup.bucketMs };
};

const knownTenants = new KnownTenants();

const examineKey = async (
  header: string | undefined,
  state: RequestState,
  bucket: Key,
  findRecordKey: FindRecordKey | null,
): Promise<Examined> => {
  const { table } = state.store;
  const key = bearerOf(header);
  const mode = key === undefined ? null : modeOfKey(key);
  if (key === undefined || mode === null)
    return { verdict: { failure: headerFailure(header) }, bucketMs: await readBucketMs(table, bucket) };
  const lookups = await lookupsOf(key, apiKeyLookup);
  const tenant = findRecordKey === null ? null : knownTenants.find(lookups);
  const recordKey = tenant === null ? null : (findRecordKey?.(state.params, tenant) ?? null);
  const { record, bucketMs, items } = await lookUp(table, bucket, lookups, recordKey);
  if (record === null) return { verdict: { failure: headerFailure(header) }, bucketMs };
  const verdict = keyVerdict(record, mode);
  if ('caller' in verdict) {
    knownTenants.add(record, verdict.caller.tenant);
    if (recordKey !== null) state.store = storeOf(withItem(table, recordKey, items.get(keyText(recordKey.pk, recordKey.sk)) ?? null));
  }
  return { verdict, bucketMs };
};

const examinePortalToken = async (header: string | undefined, { store }: RequestState, bucket: Key): Promise<Examined> => {
  const token = bearerOf(header);
  const credential = token === undefined || !isToken('portal', token) ? undefined : token;
  const lookup = await lookUpToken(store.table, bucket, credential, portalTokenLookup);
  const customer = lookup.record === null ? null : await fetchCustomerOfSession(store, lookup.record);
  return { verdict: portalVerdict(header, lookup.record, customer?.record ?? null, clock.nowMs()), bucketMs: lookup.bucketMs };
};

const readBucketMs = async (table: Table, bucket: Key): Promise<number> => Number((await table.get(bucket))?.p ?? 0);

type LookupOf = (pepperVersion: string, hash: string) => string;

/** Returns the keys under which a credential can be stored: one for each version of the pepper. */
const lookupsOf = async (credential: string, lookupOf: LookupOf): Promise<readonly Key[]> => {
  const peppers = await (await secrets()).apiKeyPeppers();
  return peppers.map((pepper) => lookupKey(lookupOf(pepper.version, hashCredential(credential, pepper))));
};

/** Reads the stored credential, the bucket, and (unless `null`) the item with the key `also` in one batch. */
const lookUp = async (table: Table, bucket: Key, lookups: readonly Key[], also: Key | null = null) => {
  const items = await table.batchGet([bucket, ...lookups, ...(also === null ? [] : [also])]);
  const record = lookups.map(({ pk, sk }) => items.get(keyText(pk, sk))).find((item) => item !== undefined);
  return { record: record ?? null, bucketMs: Number(items.get(keyText(bucket.pk, bucket.sk))?.p ?? 0), items };
};

/** Like `lookUp`; reads only the bucket if `token` is missing or malformed (`undefined`). */
const lookUpToken = async (table: Table, bucket: Key, token: string | undefined, lookupOf: LookupOf) =>
  token === undefined
    ? { record: null, bucketMs: await readBucketMs(table, bucket) }
    : lookUp(table, bucket, await lookupsOf(token, lookupOf));

/** Checks that the key is not revoked and that its prefix has the mode of the stored key [AUTH-04]. */
const keyVerdict = (record: Item, mode: Mode): Verdict => {
  if (record.mode !== mode) return { failure: keyFailure('invalid_api_key') };
  if (record.revoked_at !== null && record.revoked_at !== undefined) return { failure: keyFailure('revoked_api_key') };
  return {
    caller: {
      tenant: { accountId: String(record.account_id), mode },
      kind: 'api_key',
      id: String(record.key_id),
      scopes: record.scopes as readonly string[],
      credential: { pk: record.pk, sk: record.sk },
      signedInAt: null,
    },
  };
};

/** Returns true if the member still belongs to the account and has a role with the same scopes, and the account is not suspended. */
const isValidMember = async (table: Table, { id, scopes, tenant: { accountId } }: Caller): Promise<boolean> => {
  const item = await table.get(objectKey(accountAggregate, { accountId, mode: 'live' }, accountId));
  const account = item === null ? null : storedOf(accountAggregate, item).record;
  const member = account === null || account.suspendedAt !== null ? null : memberOf(account, id);
  return member !== null && isDeepStrictEqual(scopesOf(member.role), scopes);
};

/**
 * Returns true if an authenticated caller still has access: the API key is not revoked (or the member is still valid), and the account is
 * not suspended [LIM-11, STR-12, STR-13]. For streaming responses; strongly consistent.
 */
export const callerStillHasAccess = async (table: Table, caller: Caller): Promise<boolean> => {
  const { credential, tenant } = caller;
  if (credential === null) return isValidMember(table, caller);
  const limiter = accountLimiterKey(tenant.accountId);
  const items = await table.batchGet([credential, limiter]);
  const record = items.get(keyText(credential.pk, credential.sk));
  return record !== undefined && 'caller' in keyVerdict(record, tenant.mode) && !isSuspended(items.get(keyText(limiter.pk, limiter.sk)));
};
