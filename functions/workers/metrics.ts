import { setTimeout as pause } from 'node:timers/promises';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { envelopeOf } from '../../shared/ports/envelopes.ts';
import { eachMessage } from '../../shared/runtime/messages.ts';
import { clock, openTable } from '../../shared/runtime/services.ts';
import { sequenceOf } from '../../shared/store/event-log/event-id.ts';
import { countLog } from '../../shared/store/metrics/count.ts';

/** A long log is left this long before the function's time is over. */
const MARGIN_MS = 5000;
/** Writes before an event may still be under way when it is reported: they are looked for again, so often and after so long. */
const LOOKS = 5;
const LOOK_AGAIN_MS = 300;

/** Counts what the logs of the messages' tenants have beyond their metrics. A message whose events are not counted yet comes again. */
export const handler = async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  const table = openTable();
  const proceed = (): boolean => context.getRemainingTimeInMillis() > MARGIN_MS;
  /** One reading of each log at a time, for however many messages. */
  const readings = new Map<string, Promise<number>>();
  const countedTo = async (tenant: Tenant, look: number): Promise<number> => {
    const key = `${tenant.accountId}#${tenant.mode}#${look}`;
    const reading = readings.get(key) ?? countLog(table, tenant, clock.nowMs, proceed);
    readings.set(key, reading);
    return reading;
  };
  return eachMessage<unknown>(event, async (message) => {
    const { accountId, mode, events } = envelopeOf(message);
    const last = Math.max(...events.map(({ id }) => sequenceOf(id) ?? 0));
    for (let look = 1; look <= LOOKS; look += 1) {
      if ((await countedTo({ accountId, mode }, look)) >= last) return;
      await pause(LOOK_AGAIN_MS);
    }
    throw new Error('the log is not complete up to these events');
  });
};
