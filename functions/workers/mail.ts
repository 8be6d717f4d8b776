import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { type MailDeps, sendOrdered } from '../../shared/mail/send.ts';
import { eachMessage } from '../../shared/runtime/messages.ts';
import { clock, documentFiles, mailer, openTable, queue, storeOf } from '../../shared/runtime/services.ts';
import type { MailMessage } from '../../shared/store/mail/outbox.ts';

/** Sends the mails that the messages name. One that was not sent is tried again. */
export const handler = async (event: SQSEvent): Promise<SQSBatchResponse> => {
  const queues = await queue();
  const deps: MailDeps = {
    store: storeOf(openTable()),
    mailer: await mailer(),
    pdfOf: async (tenant, documentId) => (await documentFiles()).get(tenant, documentId),
    later: (message, delaySeconds) => queues.send('mail', { ...message }, delaySeconds),
    nowMs: clock.nowMs,
  };
  return eachMessage<MailMessage>(event, (message) => sendOrdered(deps, message));
};
