import { DeleteMessageBatchCommand, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { AWS_CALL_TIMEOUTS } from '../platform/aws-calls.ts';
import { openQueueClient } from './aws-clients.ts';

/** Reads the wake-up queues of the stream processes (`functions/stream`), which send events to clients. */
export interface WakeQueues {
  /** Receives messages, waiting up to 20 s, and deletes them. If a message is lost, polling finds its events later. */
  readonly receive: (queueUrl: string, signal: AbortSignal) => Promise<readonly string[]>;
}

const BATCH = 10;
const WAIT_SECONDS = 20;
/** The socket timeout includes the wait for messages, during which a call transfers nothing. */
const WAITING_LIMITS = { ...AWS_CALL_TIMEOUTS, socketTimeout: WAIT_SECONDS * 1000 + AWS_CALL_TIMEOUTS.socketTimeout };

export const awsWakeQueues = (client: SQSClient = openQueueClient({ requestHandler: WAITING_LIMITS })): WakeQueues => ({
  receive: async (QueueUrl, abortSignal) => {
    const command = new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: BATCH, WaitTimeSeconds: WAIT_SECONDS });
    const { Messages = [] } = await client.send(command, { abortSignal });
    const Entries = Messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle: ReceiptHandle ?? '' }));
    if (Entries.length > 0) await client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
    return Messages.map(({ Body }) => Body ?? '');
  },
});
