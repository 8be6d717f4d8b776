import { openShop, type Shop } from '../journey/shop.ts';
import { verifiedEventId } from '../journey/webhooks.ts';
import { type ApiObject, type Client, clientOf, numberOf, textOf } from '../support/api.ts';
import { ensure, waitForValue } from '../support/waiting.ts';
import type { Report } from './report.ts';

const ANSWER_MS = 30_000;
const SETTLED_MS = 60_000;
const ADVANCED_MS = 120_000;
const STREAMED_MS = 60_000;
const HOUR_SECONDS = 3600;
const AMOUNT_CENTS = 1500;

/** The deployed service, with a test key. */
export interface Service {
  readonly baseUrl: string;
  /** Base URL of the sidecar; this deployment has no CloudFront to route its paths. */
  readonly streamUrl: string;
  readonly testKey: string;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

type Call = (method: string, path: string, headers?: Readonly<Record<string, string>>, body?: unknown) => Promise<Answer>;

const callerOf =
  ({ baseUrl }: Service): Call =>
  async (method, path, headers = {}, body) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] };
  };

const ensureError = ({ status, body }: Answer, expectedStatus: number, code: string): void => {
  const error = body.error as { readonly code?: unknown } | undefined;
  ensure(
    status === expectedStatus && error?.code === code,
    `returned ${status} ${JSON.stringify(body)} instead of ${expectedStatus} ${code}`,
  );
};

const checkErrors = async (call: Call, authorization: string): Promise<void> => {
  ensureError(await call('GET', '/v1/nothing_here', { authorization }), 404, 'route_not_found');
  const wrongMethod = await call('PUT', '/v1/customers', { authorization });
  ensureError(wrongMethod, 405, 'method_not_allowed');
  ensure((wrongMethod.headers.get('allow') ?? '').includes('POST'), `Allow is ${wrongMethod.headers.get('allow')}`);
  const withoutKey = await call('GET', '/v1/customers');
  ensure(withoutKey.status === 401, `returned ${withoutKey.status} without a key`);
};

const checkReplay = async (call: Call, authorization: string): Promise<void> => {
  const headers = { authorization, 'idempotency-key': 'deployed-once' };
  const buyer = { name: 'Ada Buyer', email: 'ada@example.com' };
  const first = await call('POST', '/v1/customers', headers, buyer);
  ensure(first.status === 200, `returned ${first.status} ${JSON.stringify(first.body)}`);
  const second = await call('POST', '/v1/customers', headers, buyer);
  ensure(second.headers.get('idempotent-replayed') === 'true', 'the second response is not marked as replayed');
  ensure(JSON.stringify(second.body) === JSON.stringify(first.body), 'the second response differs from the first');
};

interface Sale {
  readonly customerId: string;
  readonly clockId: string;
  readonly subscriptionId: string;
}

/** Waits until an event of this type is delivered with a valid signature; returns its id. */
const delivered = (shop: Shop, secret: string, type: string): Promise<string> =>
  waitForValue(
    `The delivery of ${type}`,
    SETTLED_MS,
    () => {
      const delivery = shop.deliveries.find(({ headers }) => headers['service-event-type'] === type);
      return delivery === undefined ? null : verifiedEventId(delivery, secret);
    },
    () => `Delivered: ${shop.deliveries.map(({ headers }) => headers['service-event-type']).join(', ') || 'nothing'}.`,
  );

const sell = async (client: Client, shop: Shop): Promise<Sale> => {
  const product = await client.post('/v1/products', { name: 'Deployed plan' });
  const plan = { product_id: product.id, amount_cents: AMOUNT_CENTS, currency: 'EUR', interval: 'month' };
  const price = await client.post('/v1/prices', plan);
  const clock = await client.post('/v1/test_clocks', { frozen_time: Math.floor(Date.now() / 1000) });
  const buyer = { name: 'Bo Buyer', email: 'bo@example.com', country_code: 'NL', test_clock_id: clock.id };
  const customer = await client.post('/v1/customers', buyer);
  const links = { success_url: shop.successUrl, cancel_url: shop.cancelUrl };
  const session = await client.post('/v1/checkout/sessions', { price_id: price.id, customer_id: customer.id, ...links });
  await client.post(`/sandbox/checkout_sessions/${session.id}/pay`, {});
  const completed = await waitForValue('The completion of the session', SETTLED_MS, async () => {
    const now = await client.get(`/v1/checkout/sessions/${session.id}`);
    return now.status === 'completed' ? now : null;
  });
  return { customerId: customer.id, clockId: clock.id, subscriptionId: textOf(completed, 'subscription_id') };
};

const checkRenewal = async (client: Client, { customerId, clockId, subscriptionId }: Sale): Promise<void> => {
  const before = await client.get(`/v1/subscriptions/${subscriptionId}`);
  const periodEnd = numberOf(before, 'current_period_end');
  await client.post(`/v1/test_clocks/${clockId}/advance`, { frozen_time: periodEnd + HOUR_SECONDS });
  await waitForValue('The end of the advance', ADVANCED_MS, async () => {
    const clock = await client.get(`/v1/test_clocks/${clockId}`);
    ensure(clock.status !== 'failed', 'the clock failed to advance');
    return clock.status === 'ready' ? clock : null;
  });
  const after = await client.get(`/v1/subscriptions/${subscriptionId}`);
  ensure(after.current_period_start === periodEnd && after.status === 'active', 'the subscription is not in its next period');
  const payments = await waitForValue('The second payment', SETTLED_MS, async () => {
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

/** A connection to the stream and the text received so far. */
export interface OpenStream {
  readonly text: () => string;
  readonly close: () => void;
}

export const openStream = async ({ streamUrl }: Service, authorization: string): Promise<OpenStream> => {
  const stop = new AbortController();
  const response = await fetch(`${streamUrl}/v1/events/stream?type=customer.created`, { headers: { authorization }, signal: stop.signal });
  ensure(response.status === 200, `the stream returned ${response.status}`);
  let text = '';
  const read = async (): Promise<void> => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString('utf8');
  };
  read().catch(() => undefined);
  return { text: () => text, close: () => stop.abort() };
};

/** Checks that an open stream sends a new event. */
const checkStream = async (service: Service, client: Client, authorization: string): Promise<void> => {
  const stream = await openStream(service, authorization);
  try {
    const customer = await client.post('/v1/customers', { name: 'Cy Streamed' });
    const text = await waitForValue('An event in the stream', STREAMED_MS, async () =>
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

/** Checks the export of the account, which the sidecar streams. */
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
  const call = callerOf(service);
  const client = clientOf(service.baseUrl, service.testKey);
  const authorization = `Bearer ${service.testKey}`;
  await report.check('ping responds to the key', async () => {
    const { status, body } = await call('GET', '/v1/ping', { authorization });
    ensure(status === 200 && body.livemode === false, `returned ${status} ${JSON.stringify(body)}`);
  });
  await report.check('404, 405 and 401 have API error bodies', () => checkErrors(call, authorization));
  await report.check('a repeated request replays the stored response', () => checkReplay(call, authorization));
  const shop = await openShop();
  try {
    const endpoint = await report.must('a webhook endpoint on this machine is accepted', () =>
      client.post('/v1/webhook_endpoints', { url: shop.webhookUrl }),
    );
    const sale = await report.must('a checkout session is paid and completes', () => sell(client, shop));
    await report.check('its events are delivered with a valid signature', async () => {
      await delivered(shop, textOf(endpoint, 'secret'), 'checkout.session.completed');
      await delivered(shop, textOf(endpoint, 'secret'), 'payment.succeeded');
    });
    await report.check('the event log has one event for the customer', () => checkEvents(client, sale));
    await report.check('the stream sends an event as it is recorded', () => checkStream(service, client, authorization));
    await report.check('the export contains the listed customers', () => checkExport(service, client, authorization));
    await report.check('a month on the test clock renews once', () => checkRenewal(client, sale));
    await report.check('the webhook endpoint is deleted', () => client.remove(`/v1/webhook_endpoints/${endpoint.id}`));
  } finally {
    await shop.close();
  }
};
