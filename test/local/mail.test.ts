import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { environmentOfHost } from '../../scripts/local/run-file.ts';
import { type ApiObject, apiOf, type Client } from '../../scripts/support/api.ts';
import { respondWith as answering, type Receiver, startReceiver } from '../../scripts/support/receiver.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import { startHost, type TestHost } from '../support/host.ts';
import { skipToLastAttempt } from '../support/last-attempt.ts';

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly unknown[];
  readonly sent_at: number;
}

let dataDir: string;
let host: TestHost;
let client: Client;
let receiver: Receiver;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'billing-mail-'));
  receiver = await startReceiver();
  receiver.answer = answering(500);
  host = await startHost({ dataDir });
  client = apiOf(host.baseUrl).client(host.testKey);
}, 320_000);
afterAll(async () => {
  await host.stop();
  await receiver.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const mailsMatching = async (pattern: RegExp): Promise<readonly Mail[]> => {
  const mails = (await (await fetch(`${host.baseUrl}/_local/mail`)).json()) as readonly Mail[];
  return mails.filter(({ text }) => pattern.test(text));
};

/** Skips to the last attempt of a failing delivery and makes the host start this attempt. */
const makeLastAttempt = async (endpointId: string, deliveryId: string): Promise<void> => {
  Object.assign(process.env, environmentOfHost(dataDir));
  const [{ openTable }, { awsQueue }] = await Promise.all([
    import('../../shared/runtime/services.ts'),
    import('../../shared/ports/aws-queue.ts'),
  ]);
  await skipToLastAttempt(openTable(), { accountId: host.accountId, mode: 'test' }, endpointId, deliveryId);
  await awsQueue().send('webhook-delivery', { accountId: host.accountId });
};

/** Creates an event whose delivery to the endpoint fails permanently; returns the delivery. */
const failPermanently = async (endpoint: ApiObject): Promise<ApiObject> => {
  const customer = await client.post('/v1/customers', { name: 'Ada' });
  const findDelivery = async (): Promise<ApiObject | undefined> => {
    const events = (await client.list('/v1/events')).filter(({ data }) => (data as ApiObject).id === customer.id);
    const deliveries = await client.list(`/v1/webhook_endpoints/${endpoint.id}/deliveries`);
    return deliveries.find(({ event_id: eventId }) => eventId === events[0]?.id);
  };
  const first = await eventually(findDelivery, (delivery) => delivery?.attempt_count !== undefined && delivery.attempt_count !== 0);
  await makeLastAttempt(endpoint.id, String(first?.id));
  return (await eventually(findDelivery, (delivery) => delivery?.status === 'failed')) as ApiObject;
};

/** Returns the log lines about a delivery, oldest first. */
const logLinesOf = (deliveryId: string): readonly Readonly<Record<string, unknown>>[] =>
  readFileSync(join(dataDir, 'log', 'function.log'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('"kind":"webhook_delivery"') && line.includes(deliveryId))
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);

describe('the function log of a webhook delivery', () => {
  it('[WHD-17] [WHD-25] contains each attempt with its outcome and reason, and a requested redelivery', async () => {
    const endpoint = await client.post('/v1/webhook_endpoints', { url: `${receiver.url}/logged`, enabled_events: ['customer.created'] });
    const { id } = await failPermanently(endpoint);
    const failed = await eventually(
      async () => logLinesOf(id),
      (lines) => lines.some(({ outcome }) => outcome === 'failed'),
    );
    const common = { level: 'info', account: host.accountId, mode: 'test', endpoint: endpoint.id, reason: 'http_status', statusCode: 500 };
    const attempts = failed.filter(({ outcome }) => outcome !== 'skipped');
    expect(attempts[0]).toMatchObject({ ...common, attempt: 1, outcome: 'will_retry', nextAttemptAt: expect.any(Number) });
    expect(attempts.at(-1)).toMatchObject({ ...common, attempt: 10, outcome: 'failed', nextAttemptAt: null });
    await client.post(`/v1/webhook_endpoints/${endpoint.id}/deliveries/${id}/redeliver`);
    const redelivered = await eventually(
      async () => logLinesOf(id),
      (lines) => lines.some(({ attempt, outcome }) => attempt === 11 && outcome === 'failed'),
    );
    expect(redelivered).toContainEqual(expect.objectContaining({ outcome: 'requeued', reason: 'redelivery', attempt: 10 }));
    await client.remove(`/v1/webhook_endpoints/${endpoint.id}`);
  });
});

describe('the mail of the local host', () => {
  it('[MAIL-05] [WHD-17] notifies the owner about each failing endpoint, at most once per hour, and is kept after a restart', async () => {
    const mails = () => mailsMatching(/\/(mailed|other)\b/);
    expect(await mails()).toEqual([]);
    const mailedUrl = `${receiver.url}/mailed`;
    const endpoint = await client.post('/v1/webhook_endpoints', { url: mailedUrl, enabled_events: ['customer.created'] });
    const delivery = await failPermanently(endpoint);
    expect(delivery).toMatchObject({ status: 'failed', attempt_count: 10, next_attempt_at: null });
    const [mail, ...others] = await eventually(mails, (received) => received.length > 0);
    expect(others).toEqual([]);
    expect(mail).toEqual({
      to: 'demo@example.com',
      subject: expect.stringContaining('failing'),
      text: expect.stringContaining(mailedUrl),
      html: expect.stringContaining('<!doctype html>'),
      attachments: [],
      sent_at: expect.any(Number),
    });
    for (const part of [String(delivery.event_id), 'customer.created', 'Attempts: 10', 'the receiver answered 500'])
      expect(mail?.text).toContain(part);

    await failPermanently(endpoint);
    await client.remove(`/v1/webhook_endpoints/${endpoint.id}`);
    const other = await client.post('/v1/webhook_endpoints', { url: `${receiver.url}/other`, enabled_events: ['customer.created'] });
    await failPermanently(other);
    const bothMails = await eventually(mails, (received) => received.length > 1);
    expect(bothMails.map(({ text }) => text.includes('/other'))).toEqual([true, false]);

    await host.stop();
    host = await startHost({ dataDir });
    expect(await mails()).toEqual(bothMails);
  });
});
