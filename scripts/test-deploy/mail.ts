import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { newMeter } from '../../shared/store/core/meter.ts';
import { tableOf } from '../../shared/store/core/table.ts';
import { skipToLastAttempt } from '../../test/support/last-attempt.ts';
import { type ApiObject, clientOf, textOf } from '../support/api.ts';
import { ensure, waitForValue } from '../support/waiting.ts';
import { clientSettings, type Deployed, MAIL_SENDER, outputOf, type Target } from './deployment.ts';
import type { Service } from './smoke.ts';

const ATTEMPTED_MS = 60_000;
const MAILED_MS = 60_000;

/** A URL on which nothing listens. */
const UNREACHABLE_RECEIVER = 'http://127.0.0.1:9/hook';

/** Verifies the sender: the emulator, like SES, sends from verified addresses only. */
export const verifySender = async ({ endpoint }: Target): Promise<void> => {
  const client = new SESv2Client(clientSettings(endpoint));
  try {
    await client.send(new CreateEmailIdentityCommand({ EmailIdentity: MAIL_SENDER }));
  } finally {
    client.destroy();
  }
};

const requestLastAttempt = async (target: Target, deployed: Deployed, accountId: string, delivery: ApiObject): Promise<void> => {
  const settings = clientSettings(target.endpoint);
  const [database, queues] = [new DynamoDBClient(settings), new SQSClient(settings)];
  try {
    const table = tableOf(database, outputOf(deployed, 'TableName'), newMeter());
    await skipToLastAttempt(table, { accountId, mode: 'test' }, textOf(delivery, 'endpoint_id'), delivery.id);
    const QueueUrl = outputOf(deployed, 'WebhookDeliveryQueueUrl');
    await queues.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify({ accountId }) }));
  } finally {
    database.destroy();
    queues.destroy();
  }
};

/** Checks the email about a failed webhook delivery: last attempt, mail order, queue, worker with its role, SES. */
export const checkOwnerMail = async (service: Service, target: Target, deployed: Deployed): Promise<void> => {
  const client = clientOf(service.baseUrl, service.testKey);
  const [created] = await client.list('/v1/audit_logs?action=account.created');
  ensure(created !== undefined, 'the audit log has no entry account.created');
  const endpoint = await client.post('/v1/webhook_endpoints', { url: UNREACHABLE_RECEIVER, enabled_events: ['product.created'] });
  await client.post('/v1/products', { name: 'Undelivered' });
  const delivery = await waitForValue('A failed attempt', ATTEMPTED_MS, async () => {
    const [first] = await client.list(`/v1/webhook_endpoints/${endpoint.id}/deliveries`);
    return first?.attempt_count === undefined || first.attempt_count === 0 ? null : first;
  });
  await requestLastAttempt(target, deployed, textOf(created, 'resource_id'), delivery);
  await waitForValue('The email', MAILED_MS, async () => {
    const sent = await (await fetch(`${target.endpoint}/_ministack/ses/messages`)).text();
    return sent.includes(textOf(delivery, 'event_id')) ? sent : null;
  });
  await client.remove(`/v1/webhook_endpoints/${endpoint.id}`);
};
