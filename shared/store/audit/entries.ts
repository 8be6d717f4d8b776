import type { NewAudit } from '../../domain/decision.ts';
import { isOneShotId } from '../../domain/one-shot/record.ts';
import { DAY_SECONDS } from '../../domain/periods.ts';
import { isPortalSessionId } from '../../domain/portal-session/record.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { accountAuditPartition, auditLists, auditPartition, type Key, ofCustomer } from '../core/keys.ts';
import type { Item, TransactItem } from '../core/table.ts';

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

/** The provider, where it tells of what the buyer's bank did [AUD-15]. */
export const PROVIDER: Actor = { type: 'provider_webhook', id: null, ip: null, userAgent: null };

/** A buyer acts through a checkout session, a one-off payment or a portal session; `from`: where from, where that is known [AUD-12..AUD-14]. */
export const buyerOf = (sessionId: string, from: Pick<Actor, 'ip' | 'userAgent'> = { ip: null, userAgent: null }): Actor => ({
  type: buyerTypeOf(sessionId),
  id: sessionId,
  ip: from.ip,
  userAgent: from.userAgent,
});

const buyerTypeOf = (sessionId: string): Actor['type'] => {
  if (isPortalSessionId(sessionId)) return 'portal_session';
  return isOneShotId(sessionId) ? 'one_shot_payment' : 'checkout_session';
};

/** Entries are kept this long [RET-05]. */
export const AUDIT_RETENTION_SECONDS = 400 * DAY_SECONDS;

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

/** Where the lists of an entry's partition find it, and a second item, its listing, finds it too [AUD-02]. */
const listedAs = ({ pk, sk }: Key, actor: Actor, audit: NewAudit) => {
  const by = { actorId: actor.id ?? '', action: audit.action, resourceType: audit.resourceType ?? '', resourceId: audit.resourceId ?? '' };
  const lists = auditLists(pk, by);
  return {
    entry: { ppk: lists.resource.pk, psk: sk, fpk: lists.actor.pk, fsk: sk },
    listing: {
      key: { pk, sk: `${lists.actorAndType.prefix}${sk}` },
      attributes: { cpk: lists.actorAndAction.pk, csk: sk, ppk: lists.action.pk, psk: sk, fpk: lists.type.pk, fsk: sk },
    },
  };
};

/** The writes of one entry, in the transaction of its change. */
export const auditItems = (
  tenant: Tenant,
  actor: Actor,
  audit: NewAudit,
  /** `customerId`: the customer it is about, if any. */
  stamp: EntryStamp & { readonly nonce: string; readonly customerId: string | null },
): readonly TransactItem[] => {
  const key = keyOfEntry(tenant, audit, stamp.id);
  const { entry, listing } = listedAs(key, actor, audit);
  const ttl = expiryOf(stamp.nowMs);
  return [
    {
      Put: {
        Item: {
          ...key,
          ...ofCustomer(auditPartition(tenant), stamp.customerId, stamp.id),
          ...entry,
          t: 'audit',
          nonce: stamp.nonce,
          ttl,
          json: JSON.stringify(entryOf(tenant, actor, audit, stamp)),
        },
        ConditionExpression: 'attribute_not_exists(pk)',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
    { Put: { Item: { ...listing.key, ...listing.attributes, t: 'audit-listing', ttl } } },
  ];
};

/** The same as updates, which is all that the role of a reading operation allows. */
export const auditUpdates = (tenant: Tenant, actor: Actor, audit: NewAudit, stamp: EntryStamp): readonly TransactItem[] => {
  const key = keyOfEntry(tenant, audit, stamp.id);
  const { entry, listing } = listedAs(key, actor, audit);
  const ttl = expiryOf(stamp.nowMs);
  const json = JSON.stringify(entryOf(tenant, actor, audit, stamp));
  return [
    { Update: { ...setting(key, { ...entry, t: 'audit', ttl, json }), ConditionExpression: 'attribute_not_exists(pk)' } },
    { Update: setting(listing.key, { ...listing.attributes, t: 'audit-listing', ttl }) },
  ];
};

const setting = (Key: Key, attributes: Readonly<Record<string, string | number>>) => {
  const named = Object.entries(attributes);
  return {
    Key,
    UpdateExpression: `SET ${named.map((_each, index) => `#n${index} = :v${index}`).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(named.map(([name], index) => [`#n${index}`, name])),
    ExpressionAttributeValues: Object.fromEntries(named.map(([, value], index) => [`:v${index}`, value])),
  };
};
