import { groupsBy } from '../../domain/groups.ts';
import { DAY_SECONDS } from '../../domain/periods.ts';
import { isRecorded } from '../../domain/request-log/sampling.ts';
import type { Mode, Tenant } from '../../domain/tenant.ts';
import { idAt } from '../../platform/ids.ts';
import type { RequestLine } from '../../platform/log-lines.ts';
import { INDEX_BY_CUSTOMER, INDEX_BY_FILTER, INDEX_BY_PARENT, keyText, requestCountKey, requestLogPartition } from '../core/keys.ts';
import type { Item, Table } from '../core/table.ts';

export const REQUEST_LOG_PREFIX = 'rql_';
const RETENTION_SECONDS = 30 * DAY_SECONDS;
const COUNT_TTL_SECONDS = 3600;
const MINUTE_MS = 60_000;

/** A recorded API request. */
export interface LoggedRequest {
  readonly id: string;
  readonly requestId: string;
  /** When the response was sent, Unix milliseconds. */
  readonly atMs: number;
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly keyId: string;
  readonly status: number;
  readonly errorCode: string | null;
  readonly durationMs: number;
}

/** A request and its tenant. */
export interface TenantRequest {
  readonly tenant: Tenant;
  readonly request: LoggedRequest;
}

/**
 * Reads a log line of a request with an API key; `null` for all other lines. `atMs`: time of the line. The same line always gives the same
 * id, so that a line which is processed twice is recorded once.
 */
export const parseRequestLine = (message: string, atMs: number): TenantRequest | null => {
  let line: Partial<RequestLine & { readonly kind: string }> | null;
  try {
    line = JSON.parse(message);
  } catch {
    return null;
  }
  if (line?.kind !== 'request' || typeof line.key !== 'string' || typeof line.account !== 'string') return null;
  const requestId = String(line.requestId);
  return {
    tenant: { accountId: line.account, mode: line.mode as Mode },
    request: {
      id: idAt(REQUEST_LOG_PREFIX, atMs, requestId),
      requestId,
      atMs,
      operation: String(line.operation),
      method: String(line.method),
      path: String(line.path),
      keyId: line.key,
      status: Number(line.status),
      errorCode: line.errorCode ?? null,
      durationMs: Number(line.ms),
    },
  };
};

/** Adds requests to the count of their minute; returns the count. */
const addToMinute = async (table: Table, tenant: Tenant, minute: number, requests: number): Promise<number> => {
  const attributes = await table.update({
    Key: requestCountKey(tenant, minute),
    UpdateExpression: 'SET #ttl = :ttl ADD n :requests',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':requests': requests, ':ttl': (minute * MINUTE_MS) / 1000 + COUNT_TTL_SECONDS },
    ReturnValues: 'ALL_NEW',
  });
  return Number(attributes.n);
};

/** Partition keys of the indexes: the requests of one API key, all failed requests, and the failed requests of one API key. */
const requestsOfKey = (partition: string, keyId: string): string => `${partition}#${keyId}`;
const failuresIn = (partition: string): string => `${partition}#failed`;
const failuresOfKey = (partition: string, keyId: string): string => `${partition}#${keyId}#failed`;

const itemOf = ({ tenant, request: { id, ...request } }: TenantRequest): Item => {
  const pk = requestLogPartition(tenant);
  const failure = { fpk: failuresIn(pk), fsk: id, cpk: failuresOfKey(pk, request.keyId), csk: id };
  return {
    pk,
    sk: id,
    t: 'request',
    ...request,
    ppk: requestsOfKey(pk, request.keyId),
    psk: id,
    ...(request.status >= 400 ? failure : {}),
    ttl: Math.floor(request.atMs / 1000) + RETENTION_SECONDS,
  };
};

const minuteOf = ({ atMs }: LoggedRequest): number => Math.floor(atMs / MINUTE_MS);

/** Records requests; for busy tenants, only a sample (see `isRecorded`). Throws if the table cannot be reached. */
export const recordRequests = async (table: Table, requests: readonly TenantRequest[]): Promise<void> => {
  const groups = groupsBy(requests, ({ tenant, request }) => `${tenant.accountId}#${tenant.mode}#${minuteOf(request)}`);
  const recorded = await Promise.all(
    [...groups.values()].map(async (group) => {
      const [{ tenant, request }] = group;
      const before = (await addToMinute(table, tenant, minuteOf(request), group.length)) - group.length;
      return group.filter((each, index) => isRecorded(before + index + 1, each.request.status));
    }),
  );
  await table.batchPut(recorded.flat().map(itemOf));
};

const requestIn = ({ sk, ...item }: Item): LoggedRequest => ({
  id: sk,
  requestId: String(item.requestId),
  atMs: Number(item.atMs),
  operation: String(item.operation),
  method: String(item.method),
  path: String(item.path),
  keyId: String(item.keyId),
  status: Number(item.status),
  errorCode: (item.errorCode as string | null | undefined) ?? null,
  durationMs: Number(item.durationMs),
});

/** Selects a page of the request log. */
export interface RequestQuery {
  readonly limit: number;
  /** Exclusive upper bound of the ids; `undefined`: none. */
  readonly before: string | undefined;
  /** Inclusive lower bound of the ids; `undefined`: none. */
  readonly first: string | undefined;
  /** Only requests with this API key. */
  readonly keyId: string | undefined;
  /** Only requests that failed. */
  readonly failed: boolean;
  readonly nowMs: number;
}

/** Sorts after every id. */
const AFTER_ALL = `${REQUEST_LOG_PREFIX}~`;
/** Sorts before every id. */
const BEFORE_ALL = REQUEST_LOG_PREFIX;

/** The index and partition that contain only the requests that a query asks for; `index: null`: the table. */
const sourceOf = (pk: string, { keyId, failed }: RequestQuery) => {
  if (keyId !== undefined && failed) return { index: INDEX_BY_CUSTOMER, pkName: 'cpk', skName: 'csk', pk: failuresOfKey(pk, keyId) };
  if (keyId !== undefined) return { index: INDEX_BY_PARENT, pkName: 'ppk', skName: 'psk', pk: requestsOfKey(pk, keyId) };
  if (failed) return { index: INDEX_BY_FILTER, pkName: 'fpk', skName: 'fsk', pk: failuresIn(pk) };
  return { index: null, pkName: 'pk', skName: 'sk', pk };
};

/** Reads a page of requests, newest first. The indexes contain only keys, so their requests are read with a second call. */
export const listRequests = async (
  table: Table,
  tenant: Tenant,
  query: RequestQuery,
): Promise<{ readonly requests: readonly LoggedRequest[]; readonly hasMore: boolean }> => {
  const partition = requestLogPartition(tenant);
  const { index, pkName, skName, pk } = sourceOf(partition, query);
  const [first, before] = [query.first ?? BEFORE_ALL, query.before ?? AFTER_ALL];
  // DynamoDB refuses `BETWEEN` with reversed bounds.
  if (first > before) return { requests: [], hasMore: false };
  const { items } = await table.query({
    ...(index === null ? {} : { IndexName: index }),
    KeyConditionExpression: '#pk = :pk AND #sk BETWEEN :first AND :before',
    ExpressionAttributeNames: { '#pk': pkName, '#sk': skName },
    ExpressionAttributeValues: { ':pk': pk, ':first': first, ':before': before },
    ScanIndexForward: false,
    // `BETWEEN` includes `before`, which is left out below. One request more than `limit` shows whether there are further pages.
    Limit: query.limit + 2,
  });
  const keys = items.filter(({ sk }) => sk !== before).map(({ sk }) => ({ pk: partition, sk }));
  const byKey = index === null ? null : await table.batchGet(keys);
  const found = byKey === null ? items.filter(({ sk }) => sk !== before) : keys.flatMap((key) => byKey.get(keyText(key.pk, key.sk)) ?? []);
  const retained = found.filter(({ ttl }) => Number(ttl) * 1000 > query.nowMs);
  return { requests: retained.slice(0, query.limit).map(requestIn), hasMore: retained.length > query.limit };
};
