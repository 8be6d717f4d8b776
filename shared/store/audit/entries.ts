import type { ActorType } from '../../domain/actor-types.ts';
import { redactedAuditEntry } from '../../domain/customer/redact.ts';
import type { NewAudit } from '../../domain/decision.ts';
import { isOneShotId } from '../../domain/one-shot/record.ts';
import { DAY_SECONDS } from '../../domain/periods.ts';
import { isPortalSessionId } from '../../domain/portal-session/record.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { accountAuditPartition, auditLists, auditPartition, customerIndexAttributes, type Key } from '../core/keys.ts';
import { attributesUpdate, type Item, type TransactItem } from '../core/table.ts';

/** The actor of a write, as the audit log shows it. */
export interface Actor {
  readonly type: ActorType;
  readonly id: string | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

/** The service itself, without a request from a user. */
export const SYSTEM: Actor = { type: 'system', id: null, ip: null, userAgent: null };

/** The payment provider, reporting an action of the buyer's bank [AUD-15]. */
export const PROVIDER: Actor = { type: 'provider_webhook', id: null, ip: null, userAgent: null };

/**
 * The buyer who uses the checkout session, one-off payment or portal session `id`. `client`: the buyer's IP address and user agent
 * [AUD-12..AUD-14].
 */
export const buyerActor = (id: string, client: Pick<Actor, 'ip' | 'userAgent'> = { ip: null, userAgent: null }): Actor => ({
  type: buyerTypeOf(id),
  id,
  ip: client.ip,
  userAgent: client.userAgent,
});

const buyerTypeOf = (id: string): ActorType => {
  if (isPortalSessionId(id)) return 'portal_session';
  return isOneShotId(id) ? 'one_shot_payment' : 'checkout_session';
};

/** Retention of audit entries [RET-05]. */
export const AUDIT_RETENTION_SECONDS = 400 * DAY_SECONDS;

/** An entry exactly as the API shows it. */
export type AuditEntry = ReturnType<typeof entryOf>;

interface EntryStamp {
  readonly id: string;
  /** Unix seconds; simulated time for a change on a test clock. */
  readonly created: number;
  /** Real time in milliseconds since the epoch, also for a change on a test clock. */
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

/**
 * Parses the entry of an item: JSON text in `json`, or, in items of earlier releases, a map in `entry`, which does not preserve the order
 * of fields.
 */
export const entryIn = (item: Item): AuditEntry =>
  item.json === undefined ? withFieldOrder(item.entry as AuditEntry) : (JSON.parse(String(item.json)) as AuditEntry);

const withFieldOrder = (entry: AuditEntry): AuditEntry => ({
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

/** Expiry in Unix seconds: 400 days after the write in real time, also for a change in simulated time [RET-05]. */
const expiryOf = (nowMs: number): number => Math.ceil(nowMs / 1000) + AUDIT_RETENTION_SECONDS;

/**
 * Index attributes of an entry [AUD-02]. An item can have only one key per index, which is not enough for all filters. So each entry has a
 * second item, the listing, which contains only a key and further index attributes. `ppk`, `fpk` and `cpk` are the partition keys of the
 * indexes by parent, by filter and by customer; `psk`, `fsk` and `csk` are their sort keys.
 */
const listAttributes = ({ pk, sk }: Key, actor: Actor, audit: NewAudit) => {
  const values = {
    actorId: actor.id ?? '',
    action: audit.action,
    resourceType: audit.resourceType ?? '',
    resourceId: audit.resourceId ?? '',
  };
  const lists = auditLists(pk, values);
  return {
    entry: { ppk: lists.resource.pk, psk: sk, fpk: lists.actor.pk, fsk: sk },
    listing: {
      key: { pk, sk: `${lists.actorAndType.prefix}${sk}` },
      attributes: { cpk: lists.actorAndAction.pk, csk: sk, ppk: lists.action.pk, psk: sk, fpk: lists.type.pk, fsk: sk },
    },
  };
};

/** Builds the writes of one entry, for the transaction of the change that the entry records. */
export const auditItems = (
  tenant: Tenant,
  actor: Actor,
  audit: NewAudit,
  /** `nonce`: identifies the attempt to write. `customerId`: the customer whom the change concerns, if any. */
  stamp: EntryStamp & { readonly nonce: string; readonly customerId: string | null },
): readonly TransactItem[] => {
  const key = keyOfEntry(tenant, audit, stamp.id);
  const { entry, listing } = listAttributes(key, actor, audit);
  const ttl = expiryOf(stamp.nowMs);
  const content = entryOf(tenant, actor, audit, stamp);
  // Only purges read entries by customer, so an entry without personal data is not indexed by customer.
  const customerId = redactedAuditEntry(content) === null ? null : stamp.customerId;
  return [
    {
      Put: {
        Item: {
          ...key,
          ...customerIndexAttributes(auditPartition(tenant), customerId, stamp.id),
          ...entry,
          t: 'audit',
          nonce: stamp.nonce,
          ttl,
          json: JSON.stringify(content),
        },
        ConditionExpression: 'attribute_not_exists(pk)',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
    { Put: { Item: { ...listing.key, ...listing.attributes, t: 'audit-listing', ttl } } },
  ];
};

/** Builds the writes of one entry as updates, for read operations, whose IAM roles allow no other write. */
export const auditUpdates = (tenant: Tenant, actor: Actor, audit: NewAudit, stamp: EntryStamp): readonly TransactItem[] => {
  const key = keyOfEntry(tenant, audit, stamp.id);
  const { entry, listing } = listAttributes(key, actor, audit);
  const ttl = expiryOf(stamp.nowMs);
  const json = JSON.stringify(entryOf(tenant, actor, audit, stamp));
  return [
    { Update: { ...attributesUpdate(key, { ...entry, t: 'audit', ttl, json }), ConditionExpression: 'attribute_not_exists(pk)' } },
    { Update: attributesUpdate(listing.key, { ...listing.attributes, t: 'audit-listing', ttl }) },
  ];
};
