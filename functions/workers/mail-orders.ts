import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { type OrderDeps, orderMail } from '../../shared/mail/order.ts';
import { envelopeOf } from '../../shared/ports/envelopes.ts';
import { eachMessage } from '../../shared/runtime/messages.ts';
import { clock, openTable, queue, storeOf } from '../../shared/runtime/services.ts';

/** Orders the mail that recorded events ask for. An envelope whose orders are not all made is tried again. */
export const handler = async (event: SQSEvent): Promise<SQSBatchResponse> => {
  const queues = await queue();
  const deps: OrderDeps = {
    store: storeOf(openTable()),
    wake: (messages) => queues.sendMany('mail', messages),
    nowMs: clock.nowMs,
  };
  return eachMessage<unknown>(event, (message) => orderMail(deps, envelopeOf(message)));
};
