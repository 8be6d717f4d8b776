import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { createMailOrders, type OrderDeps } from '../../shared/mail/order.ts';
import { parseEnvelope } from '../../shared/ports/envelopes.ts';
import { eachMessage } from '../../shared/runtime/messages.ts';
import { clock, openTable, queue, storeOf } from '../../shared/runtime/services.ts';

/** Creates the mail orders of recorded events, one order per mail to send. A message is retried until all orders of its events exist. */
export const handler = async (event: SQSEvent): Promise<SQSBatchResponse> => {
  const queues = await queue();
  const deps: OrderDeps = {
    store: storeOf(openTable()),
    wake: (messages) => queues.sendMany('mail', messages),
    nowMs: clock.nowMs,
  };
  return eachMessage<unknown>(event, (message) => createMailOrders(deps, parseEnvelope(message)));
};
