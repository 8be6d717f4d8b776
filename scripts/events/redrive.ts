import { DeleteObjectCommand, GetObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import {
  DeleteMessageCommand,
  GetQueueUrlCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { DynamoDBRecord } from 'aws-lambda';
import { tenantEventOf, usageChecksOf } from '../../functions/workers/event-relay.ts';
import { fromEnvironment } from '../../shared/platform/environment.ts';
import { awsBus } from '../../shared/ports/aws-bus.ts';
import { openQueueClient } from '../../shared/ports/aws-clients.ts';
import { envelopesOf } from '../../shared/ports/envelopes.ts';
import type { BusPort } from '../../shared/ports/index.ts';
import type { Report } from '../operator/command.ts';

/** How much was sent again (`sent`), and how much cannot be sent again and stays where it is (`left`). */
interface Redriven {
  readonly sent: number;
  readonly left: number;
}

/**
 * Sends each message of the dead-letter queue of EventBridge to the queue that it did not reach, and then deletes it from the dead-letter
 * queue. EventBridge names the target queue in the attribute `TARGET_ARN`; a message without this attribute stays. A message that is sent
 * but not deleted is sent twice, which workers tolerate.
 */
export const redriveMessages = async (client: SQSClient, deadLettersUrl: string): Promise<Redriven> => {
  const urls = new Map<string, string>();
  const urlOf = async (arn: string): Promise<string> => {
    const [account, name] = arn.split(':').slice(-2);
    const url = urls.get(arn) ?? (await client.send(new GetQueueUrlCommand({ QueueName: name, QueueOwnerAWSAccountId: account }))).QueueUrl;
    if (url === undefined) throw new Error(`The queue ${arn} has no URL.`);
    urls.set(arn, url);
    return url;
  };
  const leftIds = new Set<string>();
  const redriveMessage = async ({ MessageId = '', Body, ReceiptHandle, MessageAttributes }: Message): Promise<number> => {
    const target = MessageAttributes?.['TARGET_ARN']?.StringValue;
    if (target === undefined || Body === undefined) {
      leftIds.add(MessageId);
      return 0;
    }
    await client.send(new SendMessageCommand({ QueueUrl: await urlOf(target), MessageBody: Body }));
    await client.send(new DeleteMessageCommand({ QueueUrl: deadLettersUrl, ReceiptHandle }));
    return 1;
  };
  for (let sent = 0; ; ) {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: deadLettersUrl,
        MaxNumberOfMessages: 10,
        MessageAttributeNames: ['All'],
        // Long enough that this run does not receive the same message twice if the message stays in the queue.
        VisibilityTimeout: 600,
        WaitTimeSeconds: 5,
      }),
    );
    if (Messages.length === 0) return { sent, left: leftIds.size };
    for (const message of Messages) sent += await redriveMessage(message);
  }
};

/** Parses the stream records in an object that Lambda stored; `null` if it contains none. */
const recordsIn = (text: string): readonly DynamoDBRecord[] | null => {
  const { payload } = JSON.parse(text) as { readonly payload?: unknown };
  const event: unknown = typeof payload === 'string' ? JSON.parse(payload) : payload;
  const records = (event as { readonly Records?: unknown } | null | undefined)?.Records;
  return Array.isArray(records) ? records : null;
};

/**
 * Publishes the events and usage checks of the stream records that the relay could not publish, then deletes the objects that contained
 * the records.
 */
export const redriveRecords = async (client: S3Client, Bucket: string, bus: BusPort): Promise<Redriven> => {
  const total = { sent: 0, left: 0 };
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket })) {
    for (const { Key } of Contents) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
      const records = recordsIn((await Body?.transformToString()) ?? '{}');
      if (records === null) {
        total.left += 1;
        continue;
      }
      await bus.publish(envelopesOf(records.flatMap((record) => tenantEventOf(record) ?? [])));
      const checks = usageChecksOf(records);
      if (checks.length > 0) await bus.startChecks(checks);
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
      total.sent += records.length;
    }
  }
  return total;
};

/** Sends again what EventBridge and the relay could not send, in the deployment that the environment variables name. */
export const redriveAll = async (): Promise<Report> => {
  const messages = await redriveMessages(openQueueClient(), fromEnvironment('UNDELIVERED_EVENTS_QUEUE_URL'));
  const records = await redriveRecords(new S3Client({}), fromEnvironment('UNRELAYED_EVENTS_BUCKET'), awsBus());
  return {
    messages_sent: messages.sent,
    messages_left: messages.left,
    records_sent: records.sent,
    objects_left: records.left,
  };
};
