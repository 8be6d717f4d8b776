import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { applyMailFeedback } from '../../shared/mail/feedback.ts';
import { eachRecord } from '../../shared/runtime/messages.ts';
import { openTable, storeOf } from '../../shared/runtime/services.ts';

/** Records bounces and complaints on the customers who received the mail. */
export const handler = async (event: SQSEvent): Promise<SQSBatchResponse> => {
  const store = storeOf(openTable());
  return eachRecord(event, ({ body }) => applyMailFeedback(store, body));
};
