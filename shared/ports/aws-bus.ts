import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { CALL_LIMITS } from '../platform/aws-calls.ts';
import { fromEnvironment } from '../platform/environment.ts';
import type { BusPort } from './index.ts';

/** Entries per call. */
export const BUS_BATCH = 10;
/** Source and detail type of all envelopes. Rules filter event types by `detail.events.type`. */
const EVENTS = { Source: 'billing', DetailType: 'events.recorded' };
const CHECKS = { Source: 'billing.usage', DetailType: 'usage.check' };
const TRIES = 3;

/** Event bus on Amazon EventBridge. Retries refused entries immediately; throws if some are still refused. */
export const awsBus = (client: EventBridgeClient = new EventBridgeClient({ requestHandler: CALL_LIMITS })): BusPort => {
  const EventBusName = fromEnvironment('BUS_NAME');
  const putBatch = async (kind: typeof EVENTS, details: readonly object[]): Promise<readonly object[]> => {
    const Entries = details.map((detail) => ({ EventBusName, ...kind, Detail: JSON.stringify(detail) }));
    const answer = await client.send(new PutEventsCommand({ Entries }));
    return details.filter((_, index) => answer.Entries?.[index]?.ErrorCode !== undefined);
  };
  const put = async (kind: typeof EVENTS, details: readonly object[]): Promise<void> => {
    for (let start = 0; start < details.length; start += BUS_BATCH) {
      let remaining = details.slice(start, start + BUS_BATCH) as readonly object[];
      for (let attempt = 0; attempt < TRIES && remaining.length > 0; attempt += 1) remaining = await putBatch(kind, remaining);
      if (remaining.length > 0) throw new Error(`the bus refused ${remaining.length} entries`);
    }
  };
  return { publish: (envelopes) => put(EVENTS, envelopes), startChecks: (checks) => put(CHECKS, checks) };
};
