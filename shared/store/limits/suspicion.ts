import type { Tenant } from '../../domain/tenant.ts';
import { elementBucketKey } from '../core/keys.ts';
import type { Table } from '../core/table.ts';

/** So long an account is reported after the last refused payment that looked like card testing. */
const REPORT_MS = 24 * 3_600_000;

const key = (tenant: Tenant) => elementBucketKey(tenant, 'card-testing');

/** Notes that payments of this mode looked like card testing. */
export const noteSuspicion = async (table: Table, tenant: Tenant, nowMs: number): Promise<void> => {
  await table.update({
    Key: key(tenant),
    UpdateExpression: 'SET at_ms = :now, #ttl = :ttl',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':now': nowMs, ':ttl': Math.ceil((nowMs + REPORT_MS) / 1000) },
  });
};

/** Whether payments of this mode looked like card testing within the last day. One small read. */
export const isSuspected = async (table: Table, tenant: Tenant, nowMs: number): Promise<boolean> =>
  nowMs - Number((await table.get(key(tenant)))?.at_ms ?? 0) < REPORT_MS;
