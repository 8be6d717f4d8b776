import type { Tenant } from '../../domain/tenant.ts';
import { globalBucketKey, type Key, limitKey, pageBucketKey } from '../core/keys.ts';
import { conditionFailure, conditionMet, type Table } from '../core/table.ts';
import { isSuspended } from './suspension.ts';

/** A token bucket that refills continuously. */
export interface BucketSpec {
  readonly perMinute: number;
  readonly burst: number;
}

/** Reads of one account [RATE-05..RATE-08]. The specification defines the rates of this bucket and of the next two. */
export const READ_BUCKET: BucketSpec = { perMinute: 500, burst: 100 };

export const WRITE_BUCKET: BucketSpec = { perMinute: 100, burst: 30 };

/** Failed credentials per IP address and route [RATE-10]. */
export const PRE_AUTH_BUCKET: BucketSpec = { perMinute: 60, burst: 20 };

/** All requests for pages of one hosted session. */
export const PAGE_BUCKET: BucketSpec = { perMinute: 60, burst: 20 };

/** All API calls of one checkout, one-off or portal session [RATE-22]. */
const ELEMENT_BUCKET: BucketSpec = { perMinute: 60, burst: 20 };

/** All calls of one console session; a screen makes about ten at once. */
const CONSOLE_BUCKET: BucketSpec = { perMinute: 500, burst: 120 };

/** Wrong promotion codes of a customer [RATE-21], and email addresses entered in a portal session. */
const ATTEMPT_BUCKET: BucketSpec = { perMinute: 5, burst: 5 };

/**
 * Wrong promotion codes from a network on checkouts of an account. Each session of a payment link has a new customer, so the limit per
 * customer alone would allow any number of guesses.
 */
const NETWORK_CODES_BUCKET: BucketSpec = { perMinute: 20, burst: 60 };

/** Refused payments per account and network (`networkOf`). */
const REFUSED_BUCKET: BucketSpec = { perMinute: 0.5, burst: 30 };

/** Checkout sessions that buyers open from the payment links of an account, per network (`networkOf`). */
const LINK_BUCKET: BucketSpec = { perMinute: 6, burst: 10 };

/** Provider webhooks per IP address: more than a provider sends during a billing run. */
const PROVIDER_WEBHOOK_BUCKET: BucketSpec = { perMinute: 6000, burst: 6000 };

/** Provider webhooks per payment; each may fetch the payment from the provider. */
const PAYMENT_WEBHOOK_BUCKET: BucketSpec = { perMinute: 6, burst: 30 };

/** Invitations per account: enough for a team at once. */
const INVITATIONS_BUCKET: BucketSpec = { perMinute: 1, burst: 50 };

/** State of a bucket after a request. */
export interface BucketState {
  readonly allowed: boolean;
  readonly limitPerMinute: number;
  readonly remaining: number;
  /** Unix seconds at which the bucket is full again. */
  readonly resetAt: number;
  /** Whole seconds until a token is available; 0 if the request was allowed. */
  readonly retryAfterSeconds: number;
}

/** Time in which one token refills. */
const intervalMs = (spec: BucketSpec): number => 60_000 / spec.perMinute;

/**
 * Computes the state of a bucket that is full again at `fullAtMs`, the only number that is stored (generic cell rate algorithm, GCRA).
 * Taking a token moves this time by one interval; the bucket is empty when the time is `burst` intervals ahead.
 */
export const bucketState = (spec: BucketSpec, fullAtMs: number, nowMs: number, allowed: boolean): BucketState => {
  const interval = intervalMs(spec);
  const aheadMs = Math.max(0, fullAtMs - nowMs);
  const waitMs = Math.max(0, aheadMs + interval - spec.burst * interval);
  return {
    allowed,
    limitPerMinute: Number(spec.perMinute.toFixed(3)),
    remaining: Math.max(0, Math.floor(spec.burst - aheadMs / interval + 1e-6)),
    resetAt: Math.ceil((nowMs + aheadMs) / 1000),
    retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil(waitMs / 1000)),
  };
};

/** True if a bucket that is full again at `fullAtMs` has no whole token left. */
export const isBucketEmpty = (spec: BucketSpec, fullAtMs: number, nowMs: number): boolean =>
  fullAtMs > nowMs + (spec.burst - 1) * intervalMs(spec);

/** Attribute with the time when the bucket is full again: `r` and `w` for an account's reads and writes, `p` for every other bucket. */
type Attribute = 'r' | 'w' | 'p';

export interface BucketLocation {
  readonly key: { readonly pk: string; readonly sk: string };
  readonly attribute: Attribute;
  /** Added to the update: sequence numbers allocated with the token, or a time to live. */
  readonly extra: {
    readonly add?: string;
    readonly set?: string;
    readonly names: Record<string, string>;
    readonly values: Record<string, number>;
  };
}

/** Result of taking a token. */
interface Taken {
  readonly state: BucketState;
  readonly attributes: Record<string, unknown>;
  /** The account is suspended: no token was taken. */
  readonly suspended: boolean;
}

const MAX_TRIES = 12;

/**
 * Takes one token with a conditional update, correct under concurrency. DynamoDB has no maximum function, so there are two updates: one
 * for a full bucket, which sets the stored time to now plus one interval, and one for a bucket in use, which adds one interval.
 * `knownFullAtMs`, the last known time when the bucket is full again (0: not known), decides which update is tried first. A failed
 * condition returns the current value.
 */
export const takeBucketToken = async (
  table: Table,
  spec: BucketSpec,
  location: BucketLocation,
  nowMs: number,
  knownFullAtMs: number,
): Promise<Taken> => {
  const interval = intervalMs(spec);
  let fullAtMs = knownFullAtMs;
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const inUse = fullAtMs > nowMs;
    if (inUse && isBucketEmpty(spec, fullAtMs, nowMs))
      return { state: bucketState(spec, fullAtMs, nowMs, false), attributes: {}, suspended: false };
    try {
      const attributes = await table.update(takeInput(location, inUse, nowMs, interval, spec.burst));
      return { state: bucketState(spec, Number(attributes[location.attribute]), nowMs, true), attributes, suspended: false };
    } catch (error) {
      const failure = conditionFailure(error);
      if (failure === null) throw error;
      fullAtMs = Number(failure.item?.[location.attribute] ?? 0);
      if (isSuspended(failure.item)) return { state: bucketState(spec, fullAtMs, nowMs, false), attributes: {}, suspended: true };
    }
  }
  return { state: bucketState(spec, nowMs + spec.burst * interval, nowMs, false), attributes: {}, suspended: false };
};

const takeInput = (location: BucketLocation, inUse: boolean, nowMs: number, interval: number, burst: number) => {
  const newValue = inUse ? '#b = #b + :interval' : '#b = :startValue';
  return {
    Key: location.key,
    UpdateExpression: `SET ${newValue}${location.extra.set ?? ''} ${location.extra.add ?? ''}`.trim(),
    ConditionExpression: `attribute_not_exists(suspended) AND (${inUse ? '#b > :now AND #b <= :ceiling' : 'attribute_not_exists(#b) OR #b <= :now'})`,
    ExpressionAttributeNames: { '#b': location.attribute, ...location.extra.names },
    ExpressionAttributeValues: {
      ':now': nowMs,
      ...(inUse ? { ':interval': interval, ':ceiling': nowMs + (burst - 1) * interval } : { ':startValue': nowMs + interval }),
      ...location.extra.values,
    },
    ReturnValues: 'ALL_NEW' as const,
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  };
};

/** TTL of a bucket: an hour after the last debit, or until it is full again if that is later. */
const ttlOf = ({ burst, perMinute }: BucketSpec, nowMs: number): number =>
  Math.ceil(nowMs / 1000) + Math.max(3600, Math.ceil((burst * 60) / perMinute));

/** Takes a token from a bucket that is a separate, expiring item. `knownFullAtMs`: see `takeBucketToken`. */
export const debit = async (table: Table, spec: BucketSpec, key: Key, nowMs: number, knownFullAtMs: number): Promise<BucketState> => {
  const extra = { set: ', #ttl = :ttl', names: { '#ttl': 'ttl' }, values: { ':ttl': ttlOf(spec, nowMs) } };
  return (await takeBucketToken(table, spec, { key, attribute: 'p', extra }, nowMs, knownFullAtMs)).state;
};

/** Debits the bucket of failed credentials per client address and route [RATE-10]. */
export const debitPreAuth = (table: Table, address: string, route: string, nowMs: number, knownFullAtMs: number): Promise<BucketState> =>
  debit(table, PRE_AUTH_BUCKET, globalBucketKey(address, route), nowMs, knownFullAtMs);

/** Reads the bucket of failed credentials per client address and route. */
export const preAuthState = async (table: Table, address: string, route: string, nowMs: number): Promise<BucketState> => {
  const fullAtMs = Number((await table.get(globalBucketKey(address, route)))?.p ?? 0);
  return bucketState(PRE_AUTH_BUCKET, fullAtMs, nowMs, !isBucketEmpty(PRE_AUTH_BUCKET, fullAtMs, nowMs));
};

/** Debits the bucket of provider webhooks of an IP address, then the payment's bucket. Returns the state of the bucket debited last. */
export const debitProviderWebhook = async (table: Table, address: string, paymentId: string, nowMs: number): Promise<BucketState> => {
  const addressState = await debit(table, PROVIDER_WEBHOOK_BUCKET, globalBucketKey(address, 'provider-webhook'), nowMs, 0);
  if (!addressState.allowed) return addressState;
  return debit(table, PAYMENT_WEBHOOK_BUCKET, globalBucketKey(paymentId, 'provider-webhook'), nowMs, 0);
};

/** Debits the account's bucket of invitations. */
export const debitInvitations = (table: Table, accountId: string, nowMs: number): Promise<BucketState> =>
  debit(table, INVITATIONS_BUCKET, limitKey({ accountId, mode: 'live' }, 'invitations'), nowMs, 0);

/** Debits the bucket of a hosted session's pages. Reads it first, so that an empty bucket costs no write. */
export const debitPage = async (table: Table, tenant: Tenant, sessionId: string, nowMs: number): Promise<BucketState> => {
  const key = pageBucketKey(tenant, sessionId);
  return debit(table, PAGE_BUCKET, key, nowMs, Number((await table.get(key))?.p ?? 0));
};

/** Debits the bucket of the API calls of a checkout, one-off or portal session, which do not debit the account's bucket. */
export const debitElement = (table: Table, tenant: Tenant, sessionId: string, nowMs: number): Promise<BucketState> =>
  debit(table, ELEMENT_BUCKET, limitKey(tenant, sessionId), nowMs, 0);

/** Debits the bucket of a console session. */
export const debitConsole = (table: Table, accountId: string, sessionId: string, nowMs: number): Promise<BucketState> =>
  debit(table, CONSOLE_BUCKET, limitKey({ accountId, mode: 'live' }, sessionId), nowMs, 0);

/** Debits the bucket of email addresses that are entered in a portal session. */
export const debitEmailEntry = (table: Table, tenant: Tenant, sessionId: string, nowMs: number): Promise<BucketState> =>
  debit(table, ATTEMPT_BUCKET, limitKey(tenant, `${sessionId}#email`), nowMs, 0);

/** Debits the bucket of checkout sessions that the buyers of a network open from payment links. */
export const debitLinkSession = (table: Table, tenant: Tenant, network: string, nowMs: number): Promise<BucketState> =>
  debit(table, LINK_BUCKET, limitKey(tenant, `${network}#payment_link`), nowMs, 0);

/** Debits the bucket of an account's refused payments from a network. */
export const debitRefused = (table: Table, tenant: Tenant, network: string, nowMs: number): Promise<BucketState> =>
  debit(table, REFUSED_BUCKET, limitKey(tenant, `${network}#refused`), nowMs, 0);

/** Whose wrong promotion codes a bucket counts: those of a customer, or of a network. */
type CodesOf = { readonly customerId: string } | { readonly network: string };

const codesKey = (tenant: Tenant, of: CodesOf): Key => limitKey(tenant, `${'network' in of ? of.network : of.customerId}#codes`);

const codesBucket = (of: CodesOf): BucketSpec => ('network' in of ? NETWORK_CODES_BUCKET : ATTEMPT_BUCKET);

/** Debits the bucket of promotion codes that a customer, or a network, enters. */
export const debitCodes = (table: Table, tenant: Tenant, of: CodesOf, nowMs: number): Promise<BucketState> =>
  debit(table, codesBucket(of), codesKey(tenant, of), nowMs, 0);

/** Puts a token back into the bucket of promotion codes, unless the bucket is full. */
export const returnCodeToken = async (table: Table, tenant: Tenant, of: CodesOf, nowMs: number): Promise<void> => {
  await conditionMet(
    table.update({
      Key: codesKey(tenant, of),
      UpdateExpression: 'SET #b = #b - :interval',
      ConditionExpression: '#b > :now',
      ExpressionAttributeNames: { '#b': 'p' },
      ExpressionAttributeValues: { ':interval': intervalMs(codesBucket(of)), ':now': nowMs },
    }),
  );
};
