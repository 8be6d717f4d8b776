import { type EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { fromEnvironment } from '../platform/environment.ts';
import { refusedEntriesError } from '../platform/overload.ts';
import { openBusClient } from './aws-clients.ts';
import type { BusPort } from './index.ts';

/** Maximum number of entries per call. */
export const BUS_BATCH = 10;
/** Source and detail type of all envelopes (messages with recorded events). Rules filter event types by `detail.events.type`. */
const EVENTS = { Source: 'billing', DetailType: 'events.recorded' };
const CHECKS = { Source: 'billing.usage', DetailType: 'usage.check' };
const TRIES = 3;

/** Event bus on Amazon EventBridge. Retries refused entries immediately; throws if some are still refused. */
export const awsBus = (client: EventBridgeClient = openBusClient()): BusPort => {
  const EventBusName = fromEnvironment('BUS_NAME');
  /** Returns the refused entries, each with the code of its refusal. */
  const putBatch = async (kind: typeof EVENTS, details: readonly object[]) => {
    const Entries = details.map((detail) => ({ EventBusName, ...kind, Detail: JSON.stringify(detail) }));
    const response = await client.send(new PutEventsCommand({ Entries }));
    return details.flatMap((detail, index) => {
      const code = response.Entries?.[index]?.ErrorCode;
      return code === undefined ? [] : [{ detail, code }];
    });
  };
  const put = async (kind: typeof EVENTS, details: readonly object[]): Promise<void> => {
    for (let start = 0; start < details.length; start += BUS_BATCH) {
      let refused = await putBatch(kind, details.slice(start, start + BUS_BATCH));
      for (let tries = 1; tries < TRIES && refused.length > 0; tries += 1)
        refused = await putBatch(
          kind,
          refused.map(({ detail }) => detail),
        );
      if (refused.length > 0) throw refusedEntriesError(`the bus refused ${refused.length} entries`, refused[0]?.code);
    }
  };
  return { publish: (envelopes) => put(EVENTS, envelopes), startChecks: (checks) => put(CHECKS, checks) };
};
