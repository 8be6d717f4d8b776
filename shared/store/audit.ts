import type { NewAudit, Tenant } from '../domain/kernel.ts';
import { auditPartition, ofCustomer } from './keys.ts';
import type { TransactItem } from './table.ts';

/** On whose behalf something is written; shown in the audit log. */
export interface Actor {
  readonly type:
    | 'api_key'
    | 'operator'
    | 'portal_session'
    | 'checkout_session'
    | 'one_shot_payment'
    | 'provider_webhook'
    | 'system'
    | 'reaper';
  readonly id: string | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

/** The service acting on its own. */
export const SYSTEM: Actor = { type: 'system', id: null, ip: null, userAgent: null };

/** A buyer acts through a checkout session. */
export const buyerOf = (sessionId: string): Actor => ({ type: 'checkout_session', id: sessionId, ip: null, userAgent: null });

const RETENTION_SECONDS = 400 * 86_400;

interface AuditStamp {
  readonly id: string;
  readonly created: number;
  readonly nonce: string;
  readonly nowMs: number;
  /** The customer it is about, if any. */
  readonly customerId: string | null;
}

/** The write of one entry, kept 400 days from its writing. */
export const auditItem = (tenant: Tenant, actor: Actor, audit: NewAudit, stamp: AuditStamp): TransactItem => ({
  Put: {
    Item: {
      pk: auditPartition(tenant),
      sk: stamp.id,
      ...ofCustomer(auditPartition(tenant), stamp.customerId, stamp.id),
      t: 'audit',
      nonce: stamp.nonce,
      ttl: Math.ceil(stamp.nowMs / 1000) + RETENTION_SECONDS,
      entry: {
        id: stamp.id,
        object: 'audit_log',
        created: stamp.created,
        livemode: tenant.mode === 'live',
        actor_type: actor.type,
        actor_id: actor.id,
        action: audit.action,
        resource_type: audit.resourceType,
        resource_id: audit.resourceId,
        metadata: audit.metadata ?? {},
        ip_address: actor.ip,
        user_agent: actor.userAgent,
      },
    },
    ConditionExpression: 'attribute_not_exists(pk)',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
});
