import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { logError } from '../../shared/platform/log-lines.ts';
import { awsBus, BUS_BATCH } from '../../shared/ports/aws-bus.ts';
import type { BusEntry, BusPort } from '../../shared/ports/index.ts';
import { ownerOfPartition } from '../../shared/store/core/keys.ts';

/** The envelope of a log entry; `null` for a record that is no public event. */
export const envelopeOf = (record: DynamoDBRecord): BusEntry | null => {
  const image = record.dynamodb?.NewImage;
  const owner = ownerOfPartition(image?.pk?.S ?? '');
  const eventId = image?.event_id?.S ?? image?.event?.M?.id?.S;
  const type = image?.event_type?.S ?? image?.event?.M?.type?.S;
  if (image?.t?.S !== 'event' || record.eventName !== 'INSERT') return null;
  if (owner === null || owner.mode === null || eventId === undefined || type === undefined) return null;
  return { accountId: owner.accountId, mode: owner.mode, eventId, type };
};

/**
 * Publishes the events of a stream batch, in order. At the first refusal it stops and reports where: the stream repeats
 * from there, so an event may be published more than once, never not at all.
 */
export const relay = async (records: readonly DynamoDBRecord[], bus: BusPort): Promise<DynamoDBBatchResponse> => {
  const events = records.flatMap((record) => {
    const entry = envelopeOf(record);
    return entry === null ? [] : [{ entry, position: record.dynamodb?.SequenceNumber ?? '' }];
  });
  for (let start = 0; start < events.length; start += BUS_BATCH) {
    const batch = events.slice(start, start + BUS_BATCH);
    try {
      await bus.publish(batch.map(({ entry }) => entry));
    } catch (error) {
      logError(error, { worker: 'event-relay' });
      return { batchItemFailures: [{ itemIdentifier: batch[0]?.position ?? '' }] };
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
