import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { CALL_LIMITS } from '../platform/aws-calls.ts';
import { serviceSetting } from '../platform/environment.ts';
import type { QueueName, QueuePort } from './index.ts';

const BATCH = 10;

/** Queues on Amazon SQS. Throws if a message was not accepted, so that the caller's work is retried. */
export const awsQueue = (client: SQSClient = new SQSClient({ requestHandler: CALL_LIMITS })): QueuePort => {
  const urlOf = (queue: QueueName): string => serviceSetting(queue, 'QUEUE_URL');
  return {
    send: async (queue, message, delaySeconds = 0) => {
      await client.send(
        new SendMessageCommand({ QueueUrl: urlOf(queue), MessageBody: JSON.stringify(message), DelaySeconds: delaySeconds }),
      );
    },
    sendMany: async (queue, messages) => {
      for (let start = 0; start < messages.length; start += BATCH) {
        const Entries = messages
          .slice(start, start + BATCH)
          .map((message, index) => ({ Id: String(index), MessageBody: JSON.stringify(message) }));
        const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl: urlOf(queue), Entries }));
        if (Failed.length > 0) throw new Error(`queue ${queue} refused ${Failed.length} messages: ${Failed[0]?.Code}`);
      }
    },
  };
};
