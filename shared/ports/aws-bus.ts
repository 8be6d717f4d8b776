import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { CALL_LIMITS } from '../platform/aws-calls.ts';
import { fromEnvironment } from '../platform/environment.ts';
import type { BusPort, Envelope } from './index.ts';

/** Envelopes per call. */
export const BUS_BATCH = 10;
/** Detail type of all envelopes. Rules filter event types by `detail.events.type`. */
const DETAIL_TYPE = 'events.recorded';
const TRIES = 3;

/** Event bus on Amazon EventBridge. Retries refused envelopes immediately; throws if some are still refused. */
export const awsBus = (client: EventBridgeClient = new EventBridgeClient({ requestHandler: CALL_LIMITS })): BusPort => {
  const EventBusName = fromEnvironment('BUS_NAME');
  const putBatch = async (envelopes: readonly Envelope[]): Promise<readonly Envelope[]> => {
    const Entries = envelopes.map((envelope) => ({
      EventBusName,
      Source: 'billing',
      DetailType: DETAIL_TYPE,
      Detail: JSON.stringify(envelope),
    }));
    const answer = await client.send(new PutEventsCommand({ Entries }));
    return envelopes.filter((_, index) => answer.Entries?.[index]?.ErrorCode !== undefined);
  };
  return {
    publish: async (envelopes) => {
      for (let start = 0; start < envelopes.length; start += BUS_BATCH) {
        let remaining: readonly Envelope[] = envelopes.slice(start, start + BUS_BATCH);
        for (let attempt = 0; attempt < TRIES && remaining.length > 0; attempt += 1) remaining = await putBatch(remaining);
        if (remaining.length > 0) throw new Error(`the bus refused ${remaining.length} envelopes`);
      }
    },
  };
};
