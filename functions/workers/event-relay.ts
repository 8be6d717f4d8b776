import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { logError, logNotice, METRIC_LINES, trackOutcome } from '../../shared/platform/log-lines.ts';
import { awsBus, BUS_BATCH } from '../../shared/ports/aws-bus.ts';
import { envelopesOf, type TenantEvent } from '../../shared/ports/envelopes.ts';
import type { BusPort, UsageCheckMessage } from '../../shared/ports/index.ts';
import { keyText, ownerOfPartition } from '../../shared/store/core/keys.ts';
import { USAGE_CHECK } from '../../shared/store/core/objects.ts';
import { HEARTBEAT } from '../../shared/store/event-log/heartbeats.ts';

/** Parses the event of a DynamoDB stream record and its tenant; `null` if the record is not the insert of a public event. */
export const tenantEventOf = (record: DynamoDBRecord): TenantEvent | null => {
  const image = record.dynamodb?.NewImage;
  const owner = ownerOfPartition(image?.pk?.S ?? '');
  const id = image?.event_id?.S ?? image?.event?.M?.id?.S;
  const type = image?.event_type?.S ?? image?.event?.M?.type?.S;
  if (image?.t?.S !== 'event' || record.eventName !== 'INSERT') return null;
  if (owner === null || owner.mode === null || id === undefined || type === undefined) return null;
  return { tenant: { accountId: owner.accountId, mode: owner.mode }, event: { id, type } };
};

/** Builds one message for each subscription with changed usage counters or limits, and for each new usage alert. */
export const usageChecksOf = (records: readonly DynamoDBRecord[]): readonly UsageCheckMessage[] => {
  const messages = records.flatMap(({ dynamodb }): readonly (readonly [string, UsageCheckMessage])[] => {
    const image = dynamodb?.NewImage;
    const owner = ownerOfPartition(image?.pk?.S ?? '');
    // The sort key is the id of a subscription or alert or, for a counter, the id of its subscription with `#` and a number.
    const [id = ''] = (image?.sk?.S ?? '').split('#');
    if (image?.[USAGE_CHECK]?.BOOL !== true || owner === null || owner.mode === null || id === '') return [];
    const { accountId, mode } = owner;
    return [[keyText(`${accountId}#${mode}`, id), { accountId, mode, kind: USAGE_CHECK, id }]];
  });
  return [...new Map(messages).values()];
};

/** Publishes the events of the records. Returns the stream position of the first unpublished event; `null`: all are published. */
const publishEvents = async (records: readonly DynamoDBRecord[], bus: BusPort): Promise<string | null> => {
  const positions = new Map<string, string>();
  const tenantEvents = records.flatMap((record) => {
    const tenantEvent = tenantEventOf(record);
    if (tenantEvent !== null) positions.set(tenantEvent.event.id, record.dynamodb?.SequenceNumber ?? '');
    return tenantEvent ?? [];
  });
  const envelopes = envelopesOf(tenantEvents);
  for (let start = 0; start < envelopes.length; start += BUS_BATCH) {
    const batch = envelopes.slice(start, start + BUS_BATCH);
    try {
      await bus.publish(batch);
    } catch (error) {
      logError(error, { worker: 'event-relay' });
      // Envelopes are in the order of their first events, so all unpublished events come at or after this position.
      return positions.get(batch[0]?.events[0]?.id ?? '') ?? '';
    }
  }
  return null;
};

/**
 * Publishes the events of a batch of stream records, grouped by tenant and in order. Stops at the first failure and reports the position of
 * the first unpublished event. From there, DynamoDB repeats the records: an event may be published more than once, but none is lost. Then
 * starts the checks of usage limits, for all records that are not repeated; if that fails, all records are repeated.
 */
export const relay = async (records: readonly DynamoDBRecord[], bus: BusPort): Promise<DynamoDBBatchResponse> => {
  const repeatFrom = (itemIdentifier: string): DynamoDBBatchResponse => ({ batchItemFailures: [{ itemIdentifier }] });
  const failedAt = await publishEvents(records, bus);
  const published =
    failedAt === null
      ? records
      : records.slice(
          0,
          Math.max(
            0,
            records.findIndex(({ dynamodb }) => dynamodb?.SequenceNumber === failedAt),
          ),
        );
  try {
    const checks = usageChecksOf(published);
    if (checks.length > 0) await bus.startChecks(checks);
  } catch (error) {
    logError(error, { worker: 'event-relay' });
    return repeatFrom(records[0]?.dynamodb?.SequenceNumber ?? '');
  }
  if (failedAt !== null) return repeatFrom(failedAt);
  logHeartbeats(records);
  return { batchItemFailures: [] };
};

/** Logs each heartbeat record and its age, after all events of the batch are published. An alarm reports missing lines. */
const logHeartbeats = (records: readonly DynamoDBRecord[]): void => {
  for (const { dynamodb } of records) {
    const { t, at } = dynamodb?.NewImage ?? {};
    if (t?.S === HEARTBEAT) logNotice(METRIC_LINES.relayHeartbeat, { lagSeconds: Math.floor(Date.now() / 1000) - Number(at?.N) });
  }
};

let bus: BusPort | undefined;

/**
 * Relays events from the table's DynamoDB stream to the event bus. With `RELAY_THROWS=1`, an error fails the whole batch: for emulators,
 * which cannot repeat part of a batch.
 */
export const handler = async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  bus ??= awsBus();
  const response = await relay(event.Records, bus);
  trackOutcome(response.batchItemFailures.length === 0 ? 'succeeded' : 'failed', { worker: 'event-relay' });
  if (response.batchItemFailures.length > 0 && process.env.RELAY_THROWS === '1') throw new Error('the event bus refused events');
  return response;
};
