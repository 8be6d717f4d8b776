import { redactedAuditMetadata, redactedPrevious, redactedSnapshot } from '../../domain/customer/redact.ts';
import { same } from '../../domain/same.ts';
import type { JsonObject, Tenant } from '../../domain/tenant.ts';
import { webhookEndpointAggregate } from '../../domain/webhook-endpoint/record.ts';
import { entryIn } from '../audit/entries.ts';
import type { StoredAnswer } from '../core/idempotency.ts';
import { auditPartition, customerPartition, INDEX_BY_CUSTOMER, idempotencyPartition, type Key, logPartition } from '../core/keys.ts';
import { readPage } from '../core/pages.ts';
import { conditionFailure, type Item, type Table } from '../core/table.ts';
import { deliveryId } from '../deliveries/delivery-id.ts';
import { deliveryKey } from '../deliveries/ledger.ts';
import { eventAttributes, eventIn, parseEvent } from '../event-log/event-text.ts';

/** What is erased of whom, and until when (milliseconds since the epoch) the sweep may run. */
export interface Erasure {
  readonly customerId: string;
  /** Leaves `customer.deleted` as it is for now, since it is still being delivered. */
  readonly spareAnnouncement: boolean;
  readonly untilMs: number;
}

/** The attributes of an item with personal data taken out; `null` when there is none in it. */
type Redaction = (item: Item) => Readonly<Record<string, unknown>> | null;

const PAGE = 100;

/**
 * Takes the customer's personal data out of everything that is kept next to the records: log entries, audit entries, answers
 * kept for replays, and what receivers said to deliveries [CUS-18..CUS-20]. May be repeated, and continues where
 * it was broken off since what is redacted needs no redacting. Answers false when its time was up before the end.
 */
export const erasePersonalData = async (table: Table, tenant: Tenant, erasure: Erasure, nowMs: () => number): Promise<boolean> => {
  const endpointIds = await endpointsOf(table, tenant);
  const sweep = (partition: string, redact: Redaction, also: (items: readonly Item[]) => Promise<unknown>) =>
    eachPage(table, customerPartition(partition, erasure.customerId), async (items) => {
      await Promise.all(items.map((item) => lay(table, item, redact(item))));
      await also(items);
      return nowMs() < erasure.untilMs;
    });
  const nothingElse = async (): Promise<null> => null;
  const complete = await Promise.all([
    sweep(logPartition(tenant), redactedEntry(erasure.spareAnnouncement), async (items) =>
      Promise.all((await deliveriesFor(table, tenant, endpointIds, items)).map((row) => forgetExcerpt(table, row))),
    ),
    sweep(auditPartition(tenant), redactedAudit, nothingElse),
    sweep(idempotencyPartition(tenant), redactedAnswer, nothingElse),
  ]);
  return complete.every(Boolean);
};

const endpointsOf = async (table: Table, tenant: Tenant): Promise<readonly string[]> =>
  (await readPage(table, webhookEndpointAggregate, tenant, { limit: PAGE })).items.map(({ record }) => record.id);

/** Works one customer's items of a partition page by page, until there are no more (true) or `work` says stop (false). */
const eachPage = async (table: Table, partition: string, work: (items: readonly Item[]) => Promise<boolean>): Promise<boolean> => {
  let startKey: Record<string, unknown> | undefined;
  for (;;) {
    const { items: keys, lastKey } = await table.query({
      IndexName: INDEX_BY_CUSTOMER,
      KeyConditionExpression: 'cpk = :cpk',
      ExpressionAttributeValues: { ':cpk': partition },
      Limit: PAGE,
      ...(startKey === undefined ? {} : { ExclusiveStartKey: startKey }),
    });
    const proceed = await work([...(await table.batchGet(keys.map(({ pk, sk }) => ({ pk, sk })))).values()]);
    if (lastKey === undefined) return true;
    if (!proceed) return false;
    startKey = lastKey;
  }
};

/** Lays the redacted attributes over an item that is still there. */
const lay = async (table: Table, key: Key, redacted: Readonly<Record<string, unknown>> | null): Promise<void> => {
  if (redacted === null) return;
  const names = Object.keys(redacted);
  await unlessGone(
    table.update({
      Key: { pk: key.pk, sk: key.sk },
      UpdateExpression: `SET ${names.map((_name, index) => `#n${index} = :v${index}`).join(', ')}`,
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: Object.fromEntries(names.map((name, index) => [`#n${index}`, name])),
      ExpressionAttributeValues: Object.fromEntries(names.map((name, index) => [`:v${index}`, redacted[name]])),
    }),
  );
};

const unlessGone = async (update: Promise<unknown>): Promise<void> => {
  try {
    await update;
  } catch (error) {
    if (conditionFailure(error) === null) throw error;
  }
};

const ANNOUNCEMENT = 'customer.deleted';

/** True while a delivery of the customer's `customer.deleted` may still be tried. */
export const announcementUnderWay = async (table: Table, tenant: Tenant, customerId: string): Promise<boolean> => {
  const endpointIds = await endpointsOf(table, tenant);
  let underWay = false;
  await eachPage(table, customerPartition(logPartition(tenant), customerId), async (items) => {
    const announcements = items.filter((item) => eventIn(item)?.type === ANNOUNCEMENT);
    const rows = await deliveriesFor(table, tenant, endpointIds, announcements);
    underWay ||= rows.some(({ record }) => (record as JsonObject).status === 'pending');
    return true;
  });
  return underWay;
};

const changed = <T>(before: T, after: T): T | null => (same(before, after) ? null : after);

const redactedEntry =
  (spareAnnouncement: boolean): Redaction =>
  (item) => {
    const logged = eventIn(item);
    if (logged === null || (spareAnnouncement && logged.type === ANNOUNCEMENT)) return null;
    const event = parseEvent(logged);
    const redacted = {
      ...event,
      data: redactedSnapshot(event.data),
      previous_attributes: redactedPrevious(event.data, event.previous_attributes),
    };
    if (changed<unknown>(event, redacted) === null) return null;
    // A former release's map is emptied: the text is in its place.
    return { ...eventAttributes(redacted), ...(item.event === undefined ? {} : { event: null }) };
  };

/** Who acted for the customer, and from where, is the customer's own data; what the tenant's keys did is not [CUS-20]. */
const BUYERS: ReadonlySet<unknown> = new Set(['portal_session', 'checkout_session', 'one_shot_payment']);

const redactedAudit: Redaction = (item) => {
  const entry: JsonObject = entryIn(item);
  const redacted = {
    ...entry,
    metadata: redactedAuditMetadata(entry.metadata as JsonObject),
    ...(BUYERS.has(entry.actor_type) ? { ip_address: null, user_agent: null } : {}),
  };
  if (changed<unknown>(entry, redacted) === null) return null;
  return { json: JSON.stringify(redacted), ...(item.entry === undefined ? {} : { entry: null }) };
};

const redactedAnswer: Redaction = (item) => {
  const answer = item.answer as StoredAnswer | undefined;
  if (answer === undefined || answer.sealed) return null;
  const body = JSON.stringify(redactedSnapshot(JSON.parse(answer.body) as JsonObject));
  return body === answer.body ? null : { answer: { ...answer, body } };
};

/** The ledger rows of these log entries. */
const deliveriesFor = async (
  table: Table,
  tenant: Tenant,
  endpointIds: readonly string[],
  items: readonly Item[],
): Promise<readonly Item[]> => {
  const keys = items
    .filter((item) => item.t === 'event')
    .flatMap((item) => {
      const eventId = eventIn(item)?.id ?? '';
      return endpointIds.map((id) => deliveryKey(tenant, id, deliveryId(eventId, id, Number(item.recorded_at))));
    });
  const rows: Item[] = [];
  for (let from = 0; from < keys.length; from += PAGE) rows.push(...(await table.batchGet(keys.slice(from, from + PAGE))).values());
  return rows;
};

/** What a receiver answered may repeat what it was sent. */
const forgetExcerpt = async (table: Table, { pk, sk, record }: Item): Promise<void> => {
  if (((record as JsonObject).lastResponseBodyExcerpt ?? null) === null) return;
  await unlessGone(
    table.update({
      Key: { pk, sk },
      UpdateExpression: 'SET #record.lastResponseBodyExcerpt = :none ADD v :one',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#record': 'record' },
      ExpressionAttributeValues: { ':none': null, ':one': 1 },
    }),
  );
};
