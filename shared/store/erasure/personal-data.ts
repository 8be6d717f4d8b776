import { redactedAuditEntry, redactedEvent, redactedSnapshot } from '../../domain/customer/redact.ts';
import type { JsonObject, Tenant } from '../../domain/tenant.ts';
import { MAX_ENDPOINTS } from '../../domain/webhook-endpoint/create.ts';
import { webhookEndpointAggregate } from '../../domain/webhook-endpoint/record.ts';
import { entryIn } from '../audit/entries.ts';
import type { StoredAnswer } from '../core/idempotency.ts';
import { auditPartition, customerPartition, INDEX_BY_CUSTOMER, idempotencyPartition, type Key, logPartition } from '../core/keys.ts';
import { readPage } from '../core/pages.ts';
import { attributesUpdate, conditionMet, type Item, type Table } from '../core/table.ts';
import { deliveryId } from '../deliveries/delivery-id.ts';
import { deliveryKey } from '../deliveries/delivery-store.ts';
import { eventAttributes, eventIn, formerAttributesAsNull, parseEvent } from '../event-log/event-text.ts';
import type { ErasureTask } from './tasks.ts';

/** The erasure of a customer's personal data. */
export interface Erasure {
  readonly customerId: string;
  /** True while the event `customer.deleted` is still being delivered: the erasure leaves the event unchanged. */
  readonly skipDeletionEvent: boolean;
  /** Whether the time of this try is up. */
  readonly isTimeUp: () => boolean;
}

/** Returns the redacted attributes of an item; `null` if it contains no personal data. */
type Redaction = (item: Item) => Readonly<Record<string, unknown>> | null;

const PAGE = 100;

/**
 * Tasks that redact the customer's personal data outside the records: in log and audit entries, stored responses, and responses of
 * webhook receivers [CUS-18..CUS-20]. Idempotent.
 */
export const personalDataTasks = (
  table: Table,
  tenant: Tenant,
  { customerId, skipDeletionEvent, isTimeUp }: Erasure,
): Readonly<Record<'log' | 'audit' | 'responses', ErasureTask>> => {
  const redactEach =
    (partition: string, redact: Redaction, afterPage: (items: readonly Item[]) => Promise<unknown> = noop): ErasureTask =>
    (cursor) =>
      eachPage(table, { partition: customerPartition(partition, customerId), cursor }, async (items) => {
        await Promise.all(items.map((item) => overwrite(table, item, redact(item))));
        await afterPage(items);
        return !isTimeUp();
      });
  return {
    log: async (cursor) => {
      const endpointIds = await endpointsOf(table, tenant);
      return redactEach(logPartition(tenant), redactedEntry(skipDeletionEvent), async (items) =>
        Promise.all((await deliveriesFor(table, tenant, endpointIds, items)).map((row) => deleteExcerpt(table, row))),
      )(cursor);
    },
    audit: redactEach(auditPartition(tenant), redactedAudit),
    responses: redactEach(idempotencyPartition(tenant), redactedAnswer),
  };
};

const noop = async (): Promise<null> => null;

const endpointsOf = async (table: Table, tenant: Tenant): Promise<readonly string[]> =>
  (await readPage(table, webhookEndpointAggregate, tenant, { limit: MAX_ENDPOINTS })).items.map(({ record }) => record.id);

/** What `eachPage` reads: one customer's items of a partition, after the cursor (`null`: from the start). */
interface PagesToRead {
  readonly partition: string;
  readonly cursor: JsonObject | null;
  readonly order?: 'newest_first';
}

/** Passes the items to `work`, page by page. Returns the cursor of the next page if `work` returned `false` before the end. */
const eachPage = async (
  table: Table,
  { partition, cursor, order }: PagesToRead,
  work: (items: readonly Item[]) => Promise<boolean>,
): Promise<JsonObject | 'done'> => {
  let startKey: Record<string, unknown> | null = cursor;
  for (;;) {
    const { items: keys, lastKey } = await table.query({
      IndexName: INDEX_BY_CUSTOMER,
      KeyConditionExpression: 'cpk = :cpk',
      ExpressionAttributeValues: { ':cpk': partition },
      Limit: PAGE,
      ScanIndexForward: order !== 'newest_first',
      ...(startKey === null ? {} : { ExclusiveStartKey: startKey }),
    });
    const proceed = await work([...(await table.batchGet(keys.map(({ pk, sk }) => ({ pk, sk })))).values()]);
    if (lastKey === undefined) return 'done';
    // The values of a key are strings.
    if (!proceed) return lastKey as JsonObject;
    startKey = lastKey;
  }
};

/** Writes the redacted attributes to an item, unless it was deleted. `redacted: null`: nothing to redact. */
const overwrite = async (table: Table, key: Key, redacted: Readonly<Record<string, unknown>> | null): Promise<void> => {
  if (redacted === null) return;
  const update = attributesUpdate({ pk: key.pk, sk: key.sk }, redacted);
  await conditionMet(table.update({ ...update, ConditionExpression: 'attribute_exists(pk)' }));
};

const DELETION_EVENT = 'customer.deleted';

/** True while a delivery of the customer's `customer.deleted` is pending. Reads backward to that event, which is among the last. */
export const isDeletionEventPending = async (table: Table, tenant: Tenant, customerId: string): Promise<boolean> => {
  const endpointIds = await endpointsOf(table, tenant);
  const partition = customerPartition(logPartition(tenant), customerId);
  let pending = false;
  await eachPage(table, { partition, cursor: null, order: 'newest_first' }, async (items) => {
    const deletionEvents = items.filter((item) => eventIn(item)?.type === DELETION_EVENT);
    const rows = await deliveriesFor(table, tenant, endpointIds, deletionEvents);
    pending = rows.some(({ record }) => (record as JsonObject).status === 'pending');
    return deletionEvents.length === 0;
  });
  return pending;
};

const redactedEntry =
  (skipDeletionEvent: boolean): Redaction =>
  (item) => {
    const event = eventIn(item);
    if (event === null || (skipDeletionEvent && event.type === DELETION_EVENT)) return null;
    const redacted = redactedEvent(parseEvent(event));
    return redacted === null ? null : { ...eventAttributes(redacted), ...formerAttributesAsNull(item) };
  };

const redactedAudit: Redaction = (item) => {
  const redacted = redactedAuditEntry(entryIn(item));
  if (redacted === null) return null;
  return { json: JSON.stringify(redacted), ...(item.entry === undefined ? {} : { entry: null }) };
};

const redactedAnswer: Redaction = (item) => {
  const answer = item.answer as StoredAnswer | undefined;
  if (answer === undefined || answer.sealed) return null;
  const body = JSON.stringify(redactedSnapshot(JSON.parse(answer.body) as JsonObject));
  return body === answer.body ? null : { answer: { ...answer, body } };
};

/** Reads the delivery rows of these log entries. */
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

/**
 * Deletes the excerpt of a receiver's response, which may contain the event's data. Does not change the version of the row, because a
 * delivery attempt in progress interprets a changed version as a request for redelivery.
 */
const deleteExcerpt = async (table: Table, { pk, sk, record }: Item): Promise<void> => {
  if (((record as JsonObject).lastResponseBodyExcerpt ?? null) === null) return;
  await conditionMet(
    table.update({
      Key: { pk, sk },
      UpdateExpression: 'SET #record.lastResponseBodyExcerpt = :none',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#record': 'record' },
      ExpressionAttributeValues: { ':none': null },
    }),
  );
};
