import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { logError, logNotice, METRIC_LINES, trackOutcome } from '../../shared/platform/log-lines.ts';
import { awsBus, BUS_BATCH } from '../../shared/ports/aws-bus.ts';
import { envelopesOf, type TenantEvent } from '../../shared/ports/envelopes.ts';
import type { BusPort } from '../../shared/ports/index.ts';
import { ownerOfPartition } from '../../shared/store/core/keys.ts';
import { HEARTBEAT } from '../../shared/store/event-log/heartbeats.ts';

/** Parses the event of a stream record and its tenant; `null` if the record is not a public event. */
export const eventOf = (record: DynamoDBRecord): TenantEvent | null => {
  const image = record.dynamodb?.NewImage;
  const owner = ownerOfPartition(image?.pk?.S ?? '');
  const id = image?.event_id?.S ?? image?.event?.M?.id?.S;
  const type = image?.event_type?.S ?? image?.event?.M?.type?.S;
  if (image?.t?.S !== 'event' || record.eventName !== 'INSERT') return null;
  if (owner === null || owner.mode === null || id === undefined || type === undefined) return null;
  return { tenant: { accountId: owner.accountId, mode: owner.mode }, event: { id, type } };
};

/**
 * Publishes the events of a stream batch, grouped by tenant and in order. Stops at the first failure and reports its position,
 * from which the stream repeats: an event may be published more than once, but none is lost.
 */
export const relay = async (records: readonly DynamoDBRecord[], bus: BusPort): Promise<DynamoDBBatchResponse> => {
  const positions = new Map<string, string>();
  const recorded = records.flatMap((record) => {
    const tenantEvent = eventOf(record);
    if (tenantEvent !== null) positions.set(tenantEvent.event.id, record.dynamodb?.SequenceNumber ?? '');
    return tenantEvent ?? [];
  });
  const envelopes = envelopesOf(recorded);
  for (let start = 0; start < envelopes.length; start += BUS_BATCH) {
    const batch = envelopes.slice(start, start + BUS_BATCH);
    try {
      await bus.publish(batch);
    } catch (error) {
      logError(error, { worker: 'event-relay' });
      // All events of this and later envelopes follow the first event of this envelope.
      return { batchItemFailures: [{ itemIdentifier: positions.get(batch[0]?.events[0]?.id ?? '') ?? '' }] };
    }
  }
  logHeartbeats(records);
  return { batchItemFailures: [] };
};

/** Logs each heartbeat of a batch whose events are all published, with its age. An alarm reports missing lines. */
const logHeartbeats = (records: readonly DynamoDBRecord[]): void => {
  for (const { dynamodb } of records) {
    const { t, at } = dynamodb?.NewImage ?? {};
    if (t?.S === HEARTBEAT) logNotice(METRIC_LINES.relayHeartbeat, { lagSeconds: Math.floor(Date.now() / 1000) - Number(at?.N) });
  }
};

let bus: BusPort | undefined;

/**
 * Relays the table's stream to the event bus. With `RELAY_THROWS=1`, for a stream that cannot repeat part of a batch, an error fails the
 * batch.
 */
export const handler = async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  bus ??= awsBus();
  const response = await relay(event.Records, bus);
  trackOutcome(response.batchItemFailures.length === 0 ? 'succeeded' : 'failed', { worker: 'event-relay' });
  if (response.batchItemFailures.length > 0 && process.env.RELAY_THROWS === '1') throw new Error('the event bus refused events');
  return response;
};
