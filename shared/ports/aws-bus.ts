import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { fromEnvironment } from '../platform/environment.ts';
import type { BusEntry, BusPort } from './index.ts';

/** How many entries one call takes. */
export const BUS_BATCH = 10;
const TRIES = 3;

/** Amazon EventBridge. Entries that were refused are tried again at once; throws when some still are. */
export const awsBus = (client: EventBridgeClient = new EventBridgeClient({})): BusPort => {
  const EventBusName = fromEnvironment('BUS_NAME');
  const putSome = async (entries: readonly BusEntry[]): Promise<readonly BusEntry[]> => {
    const Entries = entries.map((entry) => ({ EventBusName, Source: 'billing', DetailType: entry.type, Detail: JSON.stringify(entry) }));
    const answer = await client.send(new PutEventsCommand({ Entries }));
    return entries.filter((_, index) => answer.Entries?.[index]?.ErrorCode !== undefined);
  };
  return {
    publish: async (entries) => {
      for (let start = 0; start < entries.length; start += BUS_BATCH) {
        let left: readonly BusEntry[] = entries.slice(start, start + BUS_BATCH);
        for (let attempt = 0; attempt < TRIES && left.length > 0; attempt += 1) left = await putSome(left);
        if (left.length > 0) throw new Error(`the bus refused ${left.length} entries`);
      }
    },
  };
};
