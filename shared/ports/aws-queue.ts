import { SendMessageBatchCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { resourceSetting } from '../platform/environment.ts';
import { refusedEntriesError } from '../platform/overload.ts';
import { openQueueClient } from './aws-clients.ts';
import type { QueueName, QueuePort } from './index.ts';

const BATCH = 10;

/**
 * The group of a message in a fair queue: SQS delivers the messages of other accounts first while one account has a backlog. A group
 * does not order its messages. A message that belongs to no account, such as a sign-in request, is in no group.
 */
const groupOf = ({ accountId }: Readonly<Record<string, unknown>>): { readonly MessageGroupId?: string } =>
  typeof accountId === 'string' ? { MessageGroupId: accountId } : {};

/** Queues on Amazon SQS. Throws if a message was not accepted, so that the caller's work is retried. */
export const awsQueue = (client: SQSClient = openQueueClient()): QueuePort => {
  const urlOf = (queue: QueueName): string => resourceSetting(queue, 'QUEUE_URL');
  return {
    send: async (queue, message, delaySeconds = 0) => {
      const MessageBody = JSON.stringify(message);
      await client.send(new SendMessageCommand({ QueueUrl: urlOf(queue), MessageBody, DelaySeconds: delaySeconds, ...groupOf(message) }));
    },
    sendMany: async (queue, messages) => {
      for (let start = 0; start < messages.length; start += BATCH) {
        const Entries = messages
          .slice(start, start + BATCH)
          .map((message, index) => ({ Id: String(index), MessageBody: JSON.stringify(message), ...groupOf(message) }));
        const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl: urlOf(queue), Entries }));
        const [first] = Failed;
        if (first !== undefined) throw refusedEntriesError(`queue ${queue} refused ${Failed.length} messages: ${first.Code}`, first.Code);
      }
    },
  };
};
