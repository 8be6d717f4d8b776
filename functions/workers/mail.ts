import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { clock, mailer, openTable, storeOf } from '../../shared/api/runtime.ts';
import { sendOrdered } from '../../shared/flows/mail.ts';
import { eachMessage } from '../../shared/flows/messages.ts';
import type { MailMessage } from '../../shared/store/outbox.ts';

/** Sends the mails that the messages name. One that was not sent is tried again. */
export const handler = async (event: SQSEvent): Promise<SQSBatchResponse> => {
  const parts = { store: storeOf(openTable()), mailer: await mailer(), nowMs: clock.nowMs };
  return eachMessage<MailMessage>(event, (message) => sendOrdered(parts, message));
};
