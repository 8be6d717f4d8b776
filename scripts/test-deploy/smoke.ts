import { openShop, type Shop } from '../journey/shop.ts';
import { verifiedEventId } from '../journey/webhooks.ts';
import { type Answer, type Api, type ApiObject, apiOf, type Client, numberOf, textOf } from '../support/api.ts';
import { ensure, waitForValue } from '../support/waiting.ts';
import type { Report } from './report.ts';
import { advanceTo, type Sale, SETTLED_WITHIN_MS, sell } from './sale.ts';

const STREAMED_WITHIN_MS = 180_000;
const HOUR_SECONDS = 3600;
const AMOUNT_CENTS = 1500;

/** The deployed service, with a test key. */
export interface Service {
  readonly baseUrl: string;
  /** Base URL of the stream process. Without CloudFront, as in this deployment, it differs from `baseUrl`. */
  readonly streamUrl: string;
  readonly testKey: string;
}

const ensureError = ({ status, text, error }: Answer, expectedStatus: number, code: string): void =>
  ensure(status === expectedStatus && error?.code === code, `returned ${status} ${text} instead of ${expectedStatus} ${code}`);

const checkErrors = async ({ send }: Api, key: string): Promise<void> => {
  ensureError(await send({ method: 'GET', path: '/v1/nothing_here', key }), 404, 'route_not_found');
  const wrongMethod = await send({ method: 'PUT', path: '/v1/customers', key });
  ensureError(wrongMethod, 405, 'method_not_allowed');
  ensure((wrongMethod.headers.allow ?? '').includes('POST'), `Allow is ${wrongMethod.headers.allow}`);
  const withoutKey = await send({ method: 'GET', path: '/v1/customers' });
  ensure(withoutKey.status === 401, `returned ${withoutKey.status} without a key`);
};

const checkRepeatedRequest = async ({ call }: Client): Promise<void> => {
  const create = () =>
    call('POST', '/v1/customers', { name: 'Ada Buyer', email: 'ada@example.com' }, { 'idempotency-key': 'deployed-once' });
  const first = await create();
  ensure(first.status === 200, `returned ${first.status} ${first.text}`);
  const second = await create();
  ensure(second.headers['idempotent-replayed'] === 'true', 'the second response is not marked as replayed');
  ensure(second.text === first.text, 'the second response differs from the first');
};

/** Waits until an event of this type is delivered with a valid signature; returns its id. */
const waitForDelivery = (shop: Shop, secret: string, type: string): Promise<string> =>
  waitForValue(
    `The delivery of ${type}`,
    SETTLED_WITHIN_MS,
    () => {
      const delivery = shop.deliveries.find(({ headers }) => headers['service-event-type'] === type);
      return delivery === undefined ? null : verifiedEventId(delivery, secret);
    },
    () => `Delivered: ${shop.deliveries.map(({ headers }) => headers['service-event-type']).join(', ') || 'nothing'}.`,
  );

const checkRenewal = async (client: Client, { customerId, clockId, subscriptionId }: Sale): Promise<void> => {
  const before = await client.get(`/v1/subscriptions/${subscriptionId}`);
  const periodEnd = numberOf(before, 'current_period_end');
  await advanceTo(client, clockId, periodEnd + HOUR_SECONDS);
  const after = await client.get(`/v1/subscriptions/${subscriptionId}`);
  ensure(after.current_period_start === periodEnd && after.status === 'active', 'the subscription is not in its next period');
  const payments = await waitForValue('The second payment', SETTLED_WITHIN_MS, async () => {
    const paymentList: readonly ApiObject[] = await client.list(`/v1/payments?customer_id=${customerId}`);
    return paymentList.length >= 2 ? paymentList : null;
  });
  const renewals = payments.filter(({ type, status }) => type === 'renewal' && status === 'succeeded');
  ensure(payments.length === 2 && renewals.length === 1, `there are ${payments.length} payments, ${renewals.length} of them renewals`);
};

const checkEvents = async (client: Client, { customerId }: Sale): Promise<void> => {
  const events = await client.list('/v1/events');
  const created = events.filter(({ type, data }) => type === 'customer.created' && (data as ApiObject).id === customerId);
  ensure(created.length === 1, `the log has ${created.length} events customer.created for ${customerId}`);
};

/** A connection to the stream of `customer.created` events, and the text received so far. */
export interface OpenStream {
  readonly text: () => string;
  readonly close: () => void;
}

export const openStream = async ({ streamUrl }: Service, authorization: string): Promise<OpenStream> => {
  const stop = new AbortController();
  const response = await fetch(`${streamUrl}/v1/events/stream?type=customer.created`, { headers: { authorization }, signal: stop.signal });
  ensure(response.status === 200, `the stream returned ${response.status}`);
  let text = '';
  const readChunks = async (): Promise<void> => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString('utf8');
  };
  readChunks().catch(() => undefined);
  return { text: () => text, close: () => stop.abort() };
};

/** Checks that an open stream sends a new event. */
const checkStream = async (service: Service, client: Client, authorization: string): Promise<void> => {
  const stream = await openStream(service, authorization);
  try {
    const customer = await client.post('/v1/customers', { name: 'Cy Streamed' });
    const text = await waitForValue('An event in the stream', STREAMED_WITHIN_MS, async () =>
      stream.text().endsWith('\n\n') ? stream.text() : null,
    );
    const [id = '', event, data = ''] = text.split('\n');
    const sent = JSON.parse(data.replace('data: ', '')) as ApiObject;
    ensure(id === `id: ${sent.id}` && event === 'event: message', `the stream sent ${text}`);
    ensure((sent.data as ApiObject).id === customer.id, `the stream sent an event about ${JSON.stringify(sent.data)}`);
  } finally {
    stream.close();
  }
};

/** Checks the export of the account, which the stream process streams. */
const checkExport = async ({ streamUrl }: Service, client: Client, authorization: string): Promise<void> => {
  const response = await fetch(`${streamUrl}/v1/tenant/export`, { headers: { authorization } });
  ensure(response.status === 200, `the export returned ${response.status}`);
  const { object, customers } = (await response.json()) as { readonly object: string; readonly customers: readonly ApiObject[] };
  ensure(object === 'tenant_export', `the export is a ${object}`);
  const listed = (await client.list('/v1/customers')).map(({ id }) => id);
  ensure(
    listed.toReversed().join() === customers.map(({ id }) => id).join(),
    `the export has ${customers.length} customers of ${listed.length}`,
  );
  const auditEntries = await client.list('/v1/audit_logs?action=tenant.data_exported');
  ensure(auditEntries.length === 1, `the audit log has ${auditEntries.length} entries for one export`);
};

/** Tests the main functions of the deployed service over HTTP, without a browser. */
export const runSmoke = async (service: Service, report: Report): Promise<void> => {
  const api = apiOf(service.baseUrl);
  const client = api.client(service.testKey);
  const authorization = `Bearer ${service.testKey}`;
  await report.check('ping responds to the key', async () => {
    const { status, body, text } = await client.call('GET', '/v1/ping');
    ensure(status === 200 && body.livemode === false, `returned ${status} ${text}`);
  });
  await report.check('404 and 405 have API error bodies, and a request without a key gets 401', () => checkErrors(api, service.testKey));
  await report.check('a repeated request replays the stored response', () => checkRepeatedRequest(client));
  const shop = await openShop();
  try {
    const endpoint = await report.must('a webhook endpoint on this machine is accepted', () =>
      client.post('/v1/webhook_endpoints', { url: shop.webhookUrl }),
    );
    const sale = await report.must('a checkout session is paid and completes', () =>
      sell(client, { amount_cents: AMOUNT_CENTS }, { success_url: shop.successUrl, cancel_url: shop.cancelUrl }),
    );
    await report.check('events of the sale are delivered with valid signatures', async () => {
      await waitForDelivery(shop, textOf(endpoint, 'secret'), 'checkout.session.completed');
      await waitForDelivery(shop, textOf(endpoint, 'secret'), 'payment.succeeded');
    });
    await report.check('the event log has one customer.created event for the customer', () => checkEvents(client, sale));
    await report.check('the stream sends an event as it is recorded', () => checkStream(service, client, authorization));
    await report.check('the export contains the listed customers and has one audit entry', () =>
      checkExport(service, client, authorization),
    );
    await report.check('advancing the test clock by a month renews the subscription once', () => checkRenewal(client, sale));
    await report.check('the webhook endpoint is deleted', () => client.remove(`/v1/webhook_endpoints/${endpoint.id}`));
  } finally {
    await shop.close();
  }
};
