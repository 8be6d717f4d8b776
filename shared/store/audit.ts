import type { NewAudit, Tenant } from '../domain/kernel.ts';
import { accountAuditPartition, auditPartition, type Key, ofCustomer } from './keys.ts';
import type { Item, TransactItem } from './table.ts';

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

/** Entries are kept this long [RET-05]. */
export const AUDIT_RETENTION_SECONDS = 400 * 86_400;

/** An entry exactly as the API shows it. */
export type AuditEntry = ReturnType<typeof entryOf>;

interface EntryStamp {
  readonly id: string;
  /** Unix seconds; simulated where the change is. */
  readonly created: number;
  readonly nowMs: number;
}

const entryOf = (tenant: Tenant, actor: Actor, audit: NewAudit, { id, created }: EntryStamp) => ({
  id,
  object: 'audit_log' as const,
  created,
  livemode: tenant.mode === 'live' || audit.accountWide === true,
  actor_type: actor.type,
  actor_id: actor.id,
  action: audit.action,
  resource_type: audit.resourceType,
  resource_id: audit.resourceId,
  metadata: audit.metadata ?? {},
  ip_address: actor.ip,
  user_agent: actor.userAgent,
});

/** The entry in an item. Former releases stored it as a map, which keeps no order of fields. */
export const entryIn = (item: Item): AuditEntry =>
  item.json === undefined ? inOrder(item.entry as AuditEntry) : (JSON.parse(String(item.json)) as AuditEntry);

const inOrder = (entry: AuditEntry): AuditEntry => ({
  id: entry.id,
  object: entry.object,
  created: entry.created,
  livemode: entry.livemode,
  actor_type: entry.actor_type,
  actor_id: entry.actor_id,
  action: entry.action,
  resource_type: entry.resource_type,
  resource_id: entry.resource_id,
  metadata: Object.fromEntries(Object.entries(entry.metadata).sort(([one], [other]) => (one < other ? -1 : 1))),
  ip_address: entry.ip_address,
  user_agent: entry.user_agent,
});

const keyOfEntry = (tenant: Tenant, audit: NewAudit, id: string): Key => ({
  pk: audit.accountWide === true ? accountAuditPartition(tenant.accountId) : auditPartition(tenant),
  sk: id,
});

/** Kept 400 days from the writing, whatever time the change carries [RET-05]. */
const expiryOf = (nowMs: number): number => Math.ceil(nowMs / 1000) + AUDIT_RETENTION_SECONDS;

/** The write of one entry, in the transaction of its change. */
export const auditItem = (
  tenant: Tenant,
  actor: Actor,
  audit: NewAudit,
  /** `customerId`: the customer it is about, if any. */
  stamp: EntryStamp & { readonly nonce: string; readonly customerId: string | null },
): TransactItem => ({
  Put: {
    Item: {
      ...keyOfEntry(tenant, audit, stamp.id),
      ...ofCustomer(auditPartition(tenant), stamp.customerId, stamp.id),
      t: 'audit',
      nonce: stamp.nonce,
      ttl: expiryOf(stamp.nowMs),
      json: JSON.stringify(entryOf(tenant, actor, audit, stamp)),
    },
    ConditionExpression: 'attribute_not_exists(pk)',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
});

/** The same as an update, which is all that the role of a reading operation allows. */
export const auditUpdate = (tenant: Tenant, actor: Actor, audit: NewAudit, stamp: EntryStamp): TransactItem => ({
  Update: {
    Key: keyOfEntry(tenant, audit, stamp.id),
    UpdateExpression: 'SET t = :t, #ttl = :ttl, json = :json',
    ConditionExpression: 'attribute_not_exists(pk)',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: {
      ':t': 'audit',
      ':ttl': expiryOf(stamp.nowMs),
      ':json': JSON.stringify(entryOf(tenant, actor, audit, stamp)),
    },
  },
});
