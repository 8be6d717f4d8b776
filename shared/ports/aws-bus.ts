import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { fromEnvironment } from '../platform/environment.ts';
import type { BusPort, Envelope } from './index.ts';

/** How many envelopes one call takes. */
export const BUS_BATCH = 10;
/** Every envelope is of one kind: a rule that wants some types of events only goes by `detail.events.type`. */
const DETAIL_TYPE = 'events.recorded';
const TRIES = 3;

/** Amazon EventBridge. Envelopes that were refused are tried again at once; throws when some still are. */
export const awsBus = (client: EventBridgeClient = new EventBridgeClient({})): BusPort => {
  const EventBusName = fromEnvironment('BUS_NAME');
  const putSome = async (envelopes: readonly Envelope[]): Promise<readonly Envelope[]> => {
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
        let left: readonly Envelope[] = envelopes.slice(start, start + BUS_BATCH);
        for (let attempt = 0; attempt < TRIES && left.length > 0; attempt += 1) left = await putSome(left);
        if (left.length > 0) throw new Error(`the bus refused ${left.length} envelopes`);
      }
    },
  };
};
