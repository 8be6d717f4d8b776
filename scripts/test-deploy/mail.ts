import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateEmailIdentityCommand, DeleteEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { newCapacityCounter } from '../../shared/store/core/capacity-counter.ts';
import { mailKey, movedSortKey } from '../../shared/store/core/keys.ts';
import { type Item, tableOf } from '../../shared/store/core/table.ts';
import { skipToLastAttempt } from '../../test/support/last-attempt.ts';
import { type ApiObject, type Client, clientOf, textOf } from '../support/api.ts';
import { ensure, waitForValue } from '../support/waiting.ts';
import { clientSettings, type DeployedStacks, MAIL_SENDER, outputOf, type Target } from './deployment.ts';
import { startSweep } from './renewals.ts';
import type { Service } from './smoke.ts';

const ATTEMPTED_WITHIN_MS = 180_000;
const MAILED_WITHIN_MS = 180_000;

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

const requestLastAttempt = async (target: Target, deployed: DeployedStacks, accountId: string, delivery: ApiObject): Promise<void> => {
  const settings = clientSettings(target.endpoint);
  const [database, queues] = [new DynamoDBClient(settings), new SQSClient(settings)];
  try {
    const table = tableOf(database, outputOf(deployed, 'TableName'), newCapacityCounter());
    await skipToLastAttempt(table, { accountId, mode: 'test' }, textOf(delivery, 'endpoint_id'), delivery.id);
    const QueueUrl = outputOf(deployed, 'WebhookDeliveryQueueUrl');
    await queues.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify({ accountId }) }));
  } finally {
    database.destroy();
    queues.destroy();
  }
};

/**
 * Makes a webhook delivery fail and requests its last attempt, so that the owner gets an email. Returns the ids of account, endpoint and
 * event.
 */
const failDelivery = async (client: Client, target: Target, deployed: DeployedStacks) => {
  const [created] = await client.list('/v1/audit_logs?action=account.created');
  ensure(created !== undefined, 'the audit log has no entry account.created');
  const endpoint = await client.post('/v1/webhook_endpoints', { url: UNREACHABLE_RECEIVER, enabled_events: ['product.created'] });
  await client.post('/v1/products', { name: 'Undelivered' });
  const delivery = await waitForValue('A failed attempt', ATTEMPTED_WITHIN_MS, async () => {
    const [first] = await client.list(`/v1/webhook_endpoints/${endpoint.id}/deliveries`);
    return first?.attempt_count === undefined || first.attempt_count === 0 ? null : first;
  });
  const accountId = textOf(created, 'resource_id');
  await requestLastAttempt(target, deployed, accountId, delivery);
  return { accountId, endpointId: endpoint.id, eventId: textOf(delivery, 'event_id') };
};

/** Returns the number of sent emails that contain the id of the event. */
const countMailsAbout = async ({ endpoint }: Target, eventId: string): Promise<number> => {
  const response = await fetch(`${endpoint}/_ministack/ses/messages`);
  const { messages } = (await response.json()) as { readonly messages: Readonly<Record<string, readonly unknown[]>> };
  return Object.values(messages)
    .flat()
    .filter((message) => JSON.stringify(message).includes(eventId)).length;
};

const waitForMail = (target: Target, eventId: string): Promise<unknown> =>
  waitForValue('The email', MAILED_WITHIN_MS, async () => ((await countMailsAbout(target, eventId)) > 0 ? true : null));

/** Checks each step of the email about a failed webhook delivery: last attempt, mail order, queue, mail worker with its role, and SES. */
export const checkOwnerMail = async (service: Service, target: Target, deployed: DeployedStacks): Promise<void> => {
  const client = clientOf(service.baseUrl, service.testKey);
  const { endpointId, eventId } = await failDelivery(client, target, deployed);
  await waitForMail(target, eventId);
  await client.remove(`/v1/webhook_endpoints/${endpointId}`);
};

/** The queue retries a failed mail for this time; after that, the mail order is due again. */
const QUEUE_RETRIES_SECONDS = 40 * 60;

/**
 * Checks that an email that SES refuses is sent later, and only once: its mail order becomes due again after the retries of the queue.
 * Instead of waiting for that time, the check makes the order due at once.
 */
export const checkRefusedMail = async (service: Service, target: Target, deployed: DeployedStacks): Promise<void> => {
  const client = clientOf(service.baseUrl, service.testKey);
  const settings = clientSettings(target.endpoint);
  const [mail, database] = [new SESv2Client(settings), new DynamoDBClient(settings)];
  try {
    await mail.send(new DeleteEmailIdentityCommand({ EmailIdentity: MAIL_SENDER }));
    const { accountId, endpointId, eventId } = await failDelivery(client, target, deployed);
    const table = tableOf(database, outputOf(deployed, 'TableName'), newCapacityCounter());
    const fetchLaterOrders = async (): Promise<readonly Item[]> => {
      const { items } = await table.query({
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': mailKey({ accountId, mode: 'test' }, '').pk },
      });
      const dueAfter = Date.now() / 1000 + QUEUE_RETRIES_SECONDS;
      return items.filter(({ state, due_at: dueAt }) => state === 'pending' && Number(dueAt) > dueAfter);
    };
    const orders = await waitForValue('The mail order, due again later', ATTEMPTED_WITHIN_MS, async () => {
      const found = await fetchLaterOrders();
      return found.length > 0 ? found : null;
    });
    ensure((await countMailsAbout(target, eventId)) === 0, 'a mail was sent although SES refuses mails');
    await verifySender(target);
    const now = Math.floor(Date.now() / 1000);
    for (const { pk, sk, dsk } of orders)
      await table.update({
        Key: { pk, sk },
        UpdateExpression: 'SET dsk = :dsk, due_at = :now',
        ExpressionAttributeValues: { ':dsk': movedSortKey(String(dsk), now), ':now': now },
      });
    await startSweep(target, deployed);
    await waitForMail(target, eventId);
    await startSweep(target, deployed);
    ensure((await countMailsAbout(target, eventId)) === orders.length, 'the number of sent mails is not that of the orders');
    await client.remove(`/v1/webhook_endpoints/${endpointId}`);
  } finally {
    await verifySender(target).catch(() => undefined);
    mail.destroy();
    database.destroy();
  }
};
