import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { addressOf, type DoorDeps } from '../../shared/mail/portal-doors.ts';
import { type MailDeps, sendOrdered } from '../../shared/mail/send.ts';
import { baseUrl } from '../../shared/platform/environment.ts';
import { openerOf } from '../../shared/ports/opener.ts';
import { eachMessage } from '../../shared/runtime/messages.ts';
import { cipher, clock, documentFiles, mailer, openTable, queue, secrets, storeOf } from '../../shared/runtime/services.ts';
import type { MailMessage } from '../../shared/store/mail/outbox.ts';

const open = openerOf(cipher);

/** Sends the mails that the messages name. One that was not sent is tried again. */
export const handler = async (event: SQSEvent): Promise<SQSBatchResponse> => {
  const queues = await queue();
  const store = storeOf(openTable());
  const doors: DoorDeps = { store, secrets, open, baseUrl: baseUrl() };
  const deps: MailDeps = {
    store,
    mailer: await mailer(),
    pdfOf: async (tenant, documentId) => (await documentFiles()).get(tenant, documentId),
    addressOf: (tenant, account, door) => addressOf(doors, tenant, account, door),
    later: (message, delaySeconds) => queues.send('mail', { ...message }, delaySeconds),
    nowMs: clock.nowMs,
  };
  return eachMessage<MailMessage>(event, (message) => sendOrdered(deps, message));
};
