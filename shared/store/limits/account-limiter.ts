import type { Tenant } from '../../domain/tenant.ts';
import { accountLimiterKey } from '../core/keys.ts';
import type { Table } from '../core/table.ts';
import { counterOf, lastNumbers } from '../event-log/sequence.ts';
import { type BucketLocation, type BucketState, READ_BUCKET, takeBucketToken, WRITE_BUCKET } from './rate-limit.ts';

/**
 * For each account and bucket, the time (Unix milliseconds) when the bucket is full again, as this process saw it last. `takeBucketToken`
 * chooses by this time the update that it tries first. If the bucket is empty according to this time, `takeBucketToken` refuses the request
 * without an update.
 */
const knownFullAtMs = new Map<string, number>();

/** Result of the account limiter: the bucket's state and the log numbers allocated with the token. */
export interface Admission {
  readonly state: BucketState;
  readonly sequences: readonly number[];
  /** The account is suspended: no token was taken and nothing allocated. */
  readonly suspended: boolean;
}

/**
 * Takes a token from the account's bucket and allocates `allocate` numbers of the tenant's event log in the same update.
 * Allocates nothing if the request is denied or the account is suspended.
 */
export const takeAccountToken = async (
  table: Table,
  tenant: Tenant,
  kind: 'read' | 'write',
  allocate: number,
  nowMs: number,
): Promise<Admission> => {
  const attribute = kind === 'read' ? 'r' : 'w';
  const bucketId = `${tenant.accountId}#${attribute}`;
  const counter = counterOf(tenant.mode);
  const extra =
    allocate === 0 ? { names: {}, values: {} } : { add: 'ADD #s :allocate', names: { '#s': counter }, values: { ':allocate': allocate } };
  const spec = kind === 'read' ? READ_BUCKET : WRITE_BUCKET;
  const location: BucketLocation = { key: accountLimiterKey(tenant.accountId), attribute, extra };
  const { state, attributes, suspended } = await takeBucketToken(table, spec, location, nowMs, knownFullAtMs.get(bucketId) ?? 0);
  if (state.allowed) knownFullAtMs.set(bucketId, Number(attributes[attribute]));
  return { state, sequences: state.allowed ? lastNumbers(Number(attributes[counter] ?? 0), allocate) : [], suspended };
};
