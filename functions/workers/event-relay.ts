import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { logError } from '../../shared/platform/log-lines.ts';
import { awsBus, BUS_BATCH } from '../../shared/ports/aws-bus.ts';
import { envelopesOf, type TenantEvent } from '../../shared/ports/envelopes.ts';
import type { BusPort } from '../../shared/ports/index.ts';
import { ownerOfPartition } from '../../shared/store/core/keys.ts';

/** The event of a log entry and whose it is; `null` for a record that is no public event. */
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
 * Publishes the events of a stream batch, those of a tenant together and in order. At the first refusal it stops and reports
 * where: the stream repeats from there, so an event may be published more than once, never not at all.
 */
export const relay = async (records: readonly DynamoDBRecord[], bus: BusPort): Promise<DynamoDBBatchResponse> => {
  const positions = new Map<string, string>();
  const recorded = records.flatMap((record) => {
    const found = eventOf(record);
    if (found !== null) positions.set(found.event.id, record.dynamodb?.SequenceNumber ?? '');
    return found ?? [];
  });
  const envelopes = envelopesOf(recorded);
  for (let start = 0; start < envelopes.length; start += BUS_BATCH) {
    const batch = envelopes.slice(start, start + BUS_BATCH);
    try {
      await bus.publish(batch);
    } catch (error) {
      logError(error, { worker: 'event-relay' });
      // No event of this or a later envelope comes before the first one's first.
      return { batchItemFailures: [{ itemIdentifier: positions.get(batch[0]?.events[0]?.id ?? '') ?? '' }] };
    }
  }
  return { batchItemFailures: [] };
};

let bus: BusPort | undefined;

/** The table's stream to the bus. Where partial failures are not understood (`RELAY_THROWS`), a refusal fails the batch. */
export const handler = async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  bus ??= awsBus();
  const response = await relay(event.Records, bus);
  if (response.batchItemFailures.length > 0 && process.env.RELAY_THROWS === '1') throw new Error('events could not be published');
  return response;
};
