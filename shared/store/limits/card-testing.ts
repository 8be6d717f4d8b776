import type { Tenant } from '../../domain/tenant.ts';
import { limitKey } from '../core/keys.ts';
import type { Table } from '../core/table.ts';

/** A suspicion of card testing lasts this long. */
const SUSPICION_MS = 24 * 3_600_000;

const suspicionKey = (tenant: Tenant) => limitKey(tenant, 'card-testing');

/** Records a suspicion of card testing in this mode. */
export const recordCardTestingSuspicion = async (table: Table, tenant: Tenant, nowMs: number): Promise<void> => {
  await table.update({
    Key: suspicionKey(tenant),
    UpdateExpression: 'SET at_ms = :now, #ttl = :ttl',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':now': nowMs, ':ttl': Math.ceil((nowMs + SUSPICION_MS) / 1000) },
  });
};

/** True if card testing was suspected in this mode within the last day. One small read. */
export const isCardTestingSuspected = async (table: Table, tenant: Tenant, nowMs: number): Promise<boolean> =>
  nowMs - Number((await table.get(suspicionKey(tenant)))?.at_ms ?? 0) < SUSPICION_MS;
