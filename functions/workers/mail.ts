import { setTimeout as wait } from 'node:timers/promises';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { loadParties } from '../../shared/flows/load/parties.ts';
import { createLinkUrl, type LinkDeps } from '../../shared/mail/link-urls.ts';
import { paceOf } from '../../shared/mail/pace.ts';
import { type MailDeps, sendMailOrder } from '../../shared/mail/send.ts';
import { orderSignInLinks, type SignInDeps, type SignInMessage } from '../../shared/mail/sign-in-requests.ts';
import { baseUrl, mailIntervalMs } from '../../shared/platform/environment.ts';
import { cachedDecrypt } from '../../shared/ports/cached-decrypt.ts';
import { eachMessage } from '../../shared/runtime/messages.ts';
import { cipher, clock, documentFiles, mailer, openTable, queue, secrets, storeOf } from '../../shared/runtime/services.ts';
import { type MailQueueMessage, mailQueueOf } from '../../shared/store/mail/outbox.ts';

const decrypt = cachedDecrypt(cipher);

/**
 * Sends the mails that the messages name, at the pace of the mail service, and creates the mail orders of requested sign-in links. Failed
 * messages are retried.
 */
export const handler = async (event: SQSEvent): Promise<SQSBatchResponse> => {
  const queues = await queue();
  const store = storeOf(openTable());
  const portalLinks: LinkDeps = { store, secrets, decryptToken: decrypt, baseUrl: baseUrl() };
  const paced = paceOf(mailIntervalMs(), { nowMs: clock.nowMs, wait: (ms) => wait(ms) });
  const sender = await mailer();
  const deps: MailDeps = {
    store,
    mailer: sender && { send: (mail, tags) => paced(() => sender.send(mail, tags)) },
    partiesOf: (tenant, customerId) => loadParties(store, tenant, customerId),
    fileOf: async (tenant, file) => (await documentFiles()).get(tenant, file),
    createLinkUrl: (tenant, account, portalLink, to) => createLinkUrl(portalLinks, tenant, account, portalLink, to),
    enqueue: (message, delaySeconds) => queues.send(mailQueueOf(message), { ...message }, delaySeconds),
    nowMs: clock.nowMs,
  };
  const signIn: SignInDeps = { store, secrets, cipher, wake: (messages) => queues.sendMany('sign-in-mail', messages), nowMs: clock.nowMs };
  return eachMessage<MailQueueMessage | SignInMessage>(event, (message) =>
    'signInRequestId' in message ? orderSignInLinks(signIn, message.signInRequestId) : sendMailOrder(deps, message),
  );
};
