import { openShop, type Shop } from '../journey/shop.ts';
import { verifiedEventId } from '../journey/webhooks.ts';
import { type ApiObject, type Client, clientOf, numberOf, textOf } from '../support/api.ts';
import { answerTo, ensure } from '../support/waiting.ts';
import type { Report } from './report.ts';

const ANSWER_MS = 30_000;
const SETTLED_MS = 60_000;
const ADVANCED_MS = 120_000;
const STREAMED_MS = 60_000;
const HOUR_SECONDS = 3600;
const AMOUNT_CENTS = 1500;

/** The deployed service, as a caller with the key of its test mode sees it. */
export interface Service {
  readonly baseUrl: string;
  /** Where the sidecar answers; CloudFront, which leads its paths there, is no part of this deployment. */
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

const ensureRefused = ({ status, body }: Answer, wanted: number, code: string): void => {
  const error = body.error as { readonly code?: unknown } | undefined;
  ensure(status === wanted && error?.code === code, `answered ${status} ${JSON.stringify(body)} instead of ${wanted} ${code}`);
};

const checkErrors = async (call: Call, authorization: string): Promise<void> => {
  ensureRefused(await call('GET', '/v1/nothing_here', { authorization }), 404, 'route_not_found');
  const refused = await call('PUT', '/v1/customers', { authorization });
  ensureRefused(refused, 405, 'method_not_allowed');
  ensure((refused.headers.get('allow') ?? '').includes('POST'), `Allow is ${refused.headers.get('allow')}`);
  const unknown = await call('GET', '/v1/customers');
  ensure(unknown.status === 401, `answered ${unknown.status} without a key`);
};

const checkReplay = async (call: Call, authorization: string): Promise<void> => {
  const headers = { authorization, 'idempotency-key': 'deployed-once' };
  const buyer = { name: 'Ada Buyer', email: 'ada@example.com' };
  const first = await call('POST', '/v1/customers', headers, buyer);
  ensure(first.status === 200, `answered ${first.status} ${JSON.stringify(first.body)}`);
  const second = await call('POST', '/v1/customers', headers, buyer);
  ensure(second.headers.get('idempotent-replayed') === 'true', 'the second answer is not marked as replayed');
  ensure(JSON.stringify(second.body) === JSON.stringify(first.body), 'the second answer is not the first again');
};

interface Sale {
  readonly customerId: string;
  readonly clockId: string;
  readonly subscriptionId: string;
}

/** Waits until an event of this type was delivered, rightly signed. */
const delivered = (shop: Shop, secret: string, type: string): Promise<string> =>
  answerTo(
    `The delivery of ${type}`,
    SETTLED_MS,
    () => {
      const found = shop.deliveries.find(({ headers }) => headers['service-event-type'] === type);
      return found === undefined ? null : verifiedEventId(found, secret);
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
  const completed = await answerTo('The completion of the session', SETTLED_MS, async () => {
    const now = await client.get(`/v1/checkout/sessions/${session.id}`);
    return now.status === 'completed' ? now : null;
  });
  return { customerId: customer.id, clockId: clock.id, subscriptionId: textOf(completed, 'subscription_id') };
};

const checkRenewal = async (client: Client, { customerId, clockId, subscriptionId }: Sale): Promise<void> => {
  const before = await client.get(`/v1/subscriptions/${subscriptionId}`);
  const periodEnd = numberOf(before, 'current_period_end');
  await client.post(`/v1/test_clocks/${clockId}/advance`, { frozen_time: periodEnd + HOUR_SECONDS });
  await answerTo('The end of the advance', ADVANCED_MS, async () => {
    const clock = await client.get(`/v1/test_clocks/${clockId}`);
    ensure(clock.status !== 'failed', 'the clock failed to advance');
    return clock.status === 'ready' ? clock : null;
  });
  const after = await client.get(`/v1/subscriptions/${subscriptionId}`);
  ensure(after.current_period_start === periodEnd && after.status === 'active', 'the subscription is not in its next period');
  const payments = await answerTo('The second payment', SETTLED_MS, async () => {
    const made: readonly ApiObject[] = await client.list(`/v1/payments?customer_id=${customerId}`);
    return made.length >= 2 ? made : null;
  });
  const renewals = payments.filter(({ type, status }) => type === 'renewal' && status === 'succeeded');
  ensure(payments.length === 2 && renewals.length === 1, `there are ${payments.length} payments, ${renewals.length} of them renewals`);
};

const checkEvents = async (client: Client, { customerId }: Sale): Promise<void> => {
  const events = await client.list('/v1/events');
  const created = events.filter(({ type, data }) => type === 'customer.created' && (data as ApiObject).id === customerId);
  ensure(created.length === 1, `the log has ${created.length} events customer.created for ${customerId}`);
};

/** A connection to the stream and what it was sent so far. */
export interface OpenStream {
  readonly text: () => string;
  readonly close: () => void;
}

export const openStream = async ({ streamUrl }: Service, authorization: string): Promise<OpenStream> => {
  const stop = new AbortController();
  const response = await fetch(`${streamUrl}/v1/events/stream?type=customer.created`, { headers: { authorization }, signal: stop.signal });
  ensure(response.status === 200, `the stream answered ${response.status}`);
  let text = '';
  const read = async (): Promise<void> => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString('utf8');
  };
  read().catch(() => undefined);
  return { text: () => text, close: () => stop.abort() };
};

/** One event from the stream, while it is open and nobody asks again. */
const checkStream = async (service: Service, client: Client, authorization: string): Promise<void> => {
  const stream = await openStream(service, authorization);
  try {
    const customer = await client.post('/v1/customers', { name: 'Cy Streamed' });
    const text = await answerTo('An event in the stream', STREAMED_MS, async () => (stream.text().endsWith('\n\n') ? stream.text() : null));
    const [id = '', event, data = ''] = text.split('\n');
    const sent = JSON.parse(data.replace('data: ', '')) as ApiObject;
    ensure(id === `id: ${sent.id}` && event === 'event: message', `the stream sent ${text}`);
    ensure((sent.data as ApiObject).id === customer.id, `the stream notified of ${JSON.stringify(sent.data)}`);
  } finally {
    stream.close();
  }
};

/** All of the account in one document, by the process that streams. */
const checkExport = async ({ streamUrl }: Service, client: Client, authorization: string): Promise<void> => {
  const response = await fetch(`${streamUrl}/v1/tenant/export`, { headers: { authorization } });
  ensure(response.status === 200, `the export answered ${response.status}`);
  const { object, customers } = (await response.json()) as { readonly object: string; readonly customers: readonly ApiObject[] };
  ensure(object === 'tenant_export', `the export is a ${object}`);
  const listed = (await client.list('/v1/customers')).map(({ id }) => id);
  ensure(
    listed.toReversed().join() === customers.map(({ id }) => id).join(),
    `the export has ${customers.length} customers of ${listed.length}`,
  );
  const noted = await client.list('/v1/audit_logs?action=tenant.data_exported');
  ensure(noted.length === 1, `the audit log has ${noted.length} entries of one export`);
};

/** The main paths through the deployed service over HTTP, without a browser. */
export const runSmoke = async (service: Service, report: Report): Promise<void> => {
  const call = callerOf(service);
  const client = clientOf(service.baseUrl, service.testKey);
  const authorization = `Bearer ${service.testKey}`;
  await report.check('ping answers for the key', async () => {
    const { status, body } = await call('GET', '/v1/ping', { authorization });
    ensure(status === 200 && body.livemode === false, `answered ${status} ${JSON.stringify(body)}`);
  });
  await report.check('404, 405 and 401 are answered as errors of the API', () => checkErrors(call, authorization));
  await report.check('a repeated request is answered from memory', () => checkReplay(call, authorization));
  const shop = await openShop();
  try {
    const endpoint = await report.must('a webhook endpoint on this machine is taken', () =>
      client.post('/v1/webhook_endpoints', { url: shop.webhookUrl }),
    );
    const sale = await report.must('a checkout session is paid and completes', () => sell(client, shop));
    await report.check('its events are delivered, rightly signed', async () => {
      await delivered(shop, textOf(endpoint, 'secret'), 'checkout.session.completed');
      await delivered(shop, textOf(endpoint, 'secret'), 'payment.succeeded');
    });
    await report.check('the event log tells of the customer once', () => checkEvents(client, sale));
    await report.check('the stream sends an event as it is recorded', () => checkStream(service, client, authorization));
    await report.check('the export holds what the lists hold', () => checkExport(service, client, authorization));
    await report.check('a month on the test clock renews once', () => checkRenewal(client, sale));
    await report.check('the webhook endpoint is deleted', () => client.remove(`/v1/webhook_endpoints/${endpoint.id}`));
  } finally {
    await shop.close();
  }
};
