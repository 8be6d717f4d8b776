import { setTimeout as pause } from 'node:timers/promises';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { parseEnvelope } from '../../shared/ports/envelopes.ts';
import { eachMessage } from '../../shared/runtime/messages.ts';
import { clock, openTable } from '../../shared/runtime/services.ts';
import { sequenceOf } from '../../shared/store/event-log/event-id.ts';
import { countLog } from '../../shared/store/metrics/count.ts';

/** Stops counting this long before the function's timeout. */
const MARGIN_MS = 5000;
/**
 * Maximum number of times that the log is read for a message. While entries before the message's events are not written yet, the log is
 * read again after a pause.
 */
const MAX_READS = 5;
const PAUSE_MS = 300;

/** Counts the events of the messages in the business metrics. Retries a message whose events cannot be counted yet. */
export const handler = async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  const table = openTable();
  const hasTime = (): boolean => context.getRemainingTimeInMillis() > MARGIN_MS;
  /** By tenant: the last call of `countLog`. Other messages of the tenant wait for it, because it usually counts their events too. */
  const counts = new Map<string, Promise<number>>();
  /** Counts the tenant's log up to `goal`; resolves with the log number up to which it is counted. */
  const countedTo = async (tenant: Tenant, goal: number): Promise<number> => {
    const key = `${tenant.accountId}#${tenant.mode}`;
    const count = () => countLog(table, tenant, clock.nowMs, hasTime, goal);
    const counted = (counts.get(key) ?? Promise.resolve(-1)).then((to) => (to >= goal ? to : count()), count);
    counts.set(key, counted);
    return counted;
  };
  return eachMessage<unknown>(event, async (message) => {
    const { accountId, mode, events } = parseEnvelope(message);
    const lastNumber = Math.max(...events.map(({ id }) => sequenceOf(id) ?? 0));
    for (let attempt = 1; attempt <= MAX_READS; attempt += 1) {
      if ((await countedTo({ accountId, mode }, lastNumber)) >= lastNumber) return;
      await pause(PAUSE_MS);
    }
    throw new Error('the log is not complete up to these events');
  });
};
