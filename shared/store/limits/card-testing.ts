import type { Tenant } from '../../domain/tenant.ts';
import { elementBucketKey } from '../core/keys.ts';
import type { Table } from '../core/table.ts';

/** How long an account is reported after the last payment suspected of card testing. */
const REPORT_MS = 24 * 3_600_000;

const key = (tenant: Tenant) => elementBucketKey(tenant, 'card-testing');

/** Records a suspicion of card testing in this mode. */
export const recordCardTestingSuspicion = async (table: Table, tenant: Tenant, nowMs: number): Promise<void> => {
  await table.update({
    Key: key(tenant),
    UpdateExpression: 'SET at_ms = :now, #ttl = :ttl',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':now': nowMs, ':ttl': Math.ceil((nowMs + REPORT_MS) / 1000) },
  });
};

/** True if card testing was suspected in this mode within the last day. One small read. */
export const isCardTestingSuspected = async (table: Table, tenant: Tenant, nowMs: number): Promise<boolean> =>
  nowMs - Number((await table.get(key(tenant)))?.at_ms ?? 0) < REPORT_MS;
