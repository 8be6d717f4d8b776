import type { Shop } from '../../journey/shop.ts';
import { eventually, waitForValue } from '../../support/waiting.ts';
import { type ApiClient, type ApiRequest, type ApiResponse, parseSuccess } from '../api.ts';
import type { BenchAccount } from '../fill/host-data.ts';

/** A sent request. `label`: the operation, and the variant if it affects the cost. */
export interface DrivenRequest {
  readonly label: string;
  readonly requestId: string;
}

export type Body = Readonly<Record<string, unknown>>;

/** Makes the calls of one account and records the label and request id of each. */
export interface Driver {
  readonly get: (label: string, path: string) => Promise<Body>;
  readonly post: (label: string, path: string, body: object, idempotencyKey?: string) => Promise<Body>;
  readonly remove: (label: string, path: string) => Promise<Body>;
  /** Requests a document until it is rendered; records only the successful request. */
  readonly file: (label: string, path: string) => Promise<void>;
  /** Makes a request without a key, as a browser; returns the `Location` of the response, or `path` if it has none. */
  readonly browse: (label: string, method: 'GET' | 'POST', path: string, form?: string) => Promise<string>;
}

const MONTH_SECONDS = 31 * 86_400;
const WAIT_MS = 30_000;

export const driverOf = (caller: ApiClient, key: string, driven: DrivenRequest[]): Driver => {
  // A fast machine exceeds the rate limit of an account: a request that gets a 429 is repeated; only the last response is counted.
  const callUntilAllowed = (call: ApiRequest): Promise<ApiResponse> =>
    eventually(
      () => caller.call({ ...call, key }),
      ({ status }) => status !== 429,
      WAIT_MS,
    );
  const callWithKey = async (label: string, call: ApiRequest): Promise<Body> => {
    const response = await callUntilAllowed(call);
    driven.push({ label, requestId: response.requestId });
    return parseSuccess(`${call.method} ${call.path}`, response);
  };
  return {
    get: (label, path) => callWithKey(label, { method: 'GET', path }),
    post: (label, path, body, idempotencyKey) => callWithKey(label, { method: 'POST', path, body, idempotencyKey }),
    remove: (label, path) => callWithKey(label, { method: 'DELETE', path }),
    file: (label, path) =>
      waitForValue(path, WAIT_MS, async () => {
        const { status, requestId } = await caller.call({ method: 'GET', path, key });
        if (status === 200) driven.push({ label, requestId });
        return status === 200 ? requestId : null;
      }).then(() => undefined),
    browse: async (label, method, path, form) => {
      const response = await caller.call({ method, path, body: form });
      driven.push({ label, requestId: response.requestId });
      if (response.status >= 400) throw new Error(`${method} ${path} returned ${response.status}`);
      return response.location ?? path;
    },
  };
};

const driveCatalog = async ({ get, post }: Driver): Promise<{ readonly priceId: unknown; readonly otherPriceId: unknown }> => {
  await get('ping.retrieve', '/v1/ping');
  const product = await post('products.create', '/v1/products', { name: 'Plan', metadata: { tier: 'gold' } });
  const input = { product_id: product.id, amount_cents: 1999, currency: 'EUR', interval: 'month' };
  const price = await post('prices.create', '/v1/prices', input);
  const otherPrice = await post('prices.create', '/v1/prices', { ...input, amount_cents: 4999 });
  await get('prices.retrieve', `/v1/prices/${price.id}`);
  await get('prices.list', '/v1/prices');
  await get('prices.list ?product_id', `/v1/prices?product_id=${product.id}`);
  await get('products.retrieve', `/v1/products/${product.id}`);
  await get('products.retrieve ?expand', `/v1/products/${product.id}?expand=default_price`);
  await get('products.list', '/v1/products');
  await get('events.list', '/v1/events');
  return { priceId: price.id, otherPriceId: otherPrice.id };
};

const driveCustomers = async ({ get, post }: Driver): Promise<{ readonly customerId: unknown }> => {
  const input = { name: 'Ada Lovelace', email: 'ada@example.com', country_code: 'NL' };
  const customer = await post('customers.create', '/v1/customers', input);
  await post('customers.create +idempotency key', '/v1/customers', input, 'the-same-again');
  await post('customers.create, replayed', '/v1/customers', input, 'the-same-again');
  await get('customers.retrieve', `/v1/customers/${customer.id}`);
  await post('customers.update', `/v1/customers/${customer.id}`, { name: 'Ada King' });
  await get('customers.list', '/v1/customers');
  await get('search.query', '/v1/search?query=ada');
  await get('invoices.totals', '/v1/invoices/totals');
  await get('reports.cohorts', '/v1/reports/cohorts');
  await get('reports.journal', '/v1/reports/journal?from=2026-10-01&to=2026-10-31');
  await get('reports.vat', '/v1/reports/vat?from=2026-10-01&to=2026-10-31');
  return { customerId: customer.id };
};

const driveKeys = async ({ get, post }: Driver): Promise<void> => {
  const key = await post('api_keys.create', '/v1/api_keys', { label: 'narrow', scopes: ['customers:read'] });
  await get('api_keys.list', '/v1/api_keys');
  await get('api_keys.retrieve', `/v1/api_keys/${key.id}`);
  await post('api_keys.revoke', `/v1/api_keys/${key.id}/revoke`, {});
};

const driveEndpoint = async ({ get, post }: Driver, shop: Shop): Promise<{ readonly endpointId: unknown }> => {
  const endpoint = await post('webhook_endpoints.create', '/v1/webhook_endpoints', { url: shop.webhookUrl });
  await get('webhook_endpoints.list', '/v1/webhook_endpoints');
  await get('webhook_endpoints.retrieve', `/v1/webhook_endpoints/${endpoint.id}`);
  await get('webhook_endpoints.event_types', '/v1/webhook_endpoints/event_types');
  await post('webhook_endpoints.rotate_secret', `/v1/webhook_endpoints/${endpoint.id}/rotate_secret`, {});
  await post('webhook_endpoints.send_test_event', `/v1/webhook_endpoints/${endpoint.id}/send_test_event`, {});
  return { endpointId: endpoint.id };
};

const driveDeliveries = async ({ get, post, remove }: Driver, endpointId: unknown): Promise<void> => {
  const path = `/v1/webhook_endpoints/${endpointId}/deliveries`;
  const delivery = await waitForValue('A webhook delivery', WAIT_MS, async () => {
    const { data } = await get('webhook_deliveries.list', path);
    return (data as readonly Body[])[0] ?? null;
  });
  await get('webhook_deliveries.retrieve', `${path}/${delivery.id}`);
  await get('webhook_deliveries.request', `${path}/${delivery.id}/request`);
  await post('webhook_deliveries.redeliver', `${path}/${delivery.id}/redeliver`, {});
  await post('webhook_endpoints.update', `/v1/webhook_endpoints/${endpointId}`, { description: 'Orders' });
  await remove('webhook_endpoints.delete', `/v1/webhook_endpoints/${endpointId}`);
};

const driveCheckouts = async (
  { get, post, browse }: Driver,
  shop: Shop,
  { priceId, customerId }: { readonly priceId: unknown; readonly customerId: unknown },
): Promise<{ readonly subscriptionId: unknown; readonly paymentId: unknown }> => {
  const input = { price_id: priceId, success_url: shop.successUrl, cancel_url: shop.cancelUrl };
  const open = (): Promise<Body> => post('checkout_sessions.create', '/v1/checkout/sessions', input);
  const withCustomer = { ...input, customer_id: customerId };
  const session = await post('checkout_sessions.create +customer', '/v1/checkout/sessions', withCustomer);
  const paid = await post('sandbox.checkout_session_pay', `/sandbox/checkout_sessions/${session.id}/pay`, {});
  await get('checkout_sessions.retrieve', `/v1/checkout/sessions/${session.id}`);

  const checkoutPath = new URL(String((await open()).url)).pathname;
  await browse('hosted.checkout_show', 'GET', checkoutPath);
  await browse('hosted.checkout_code', 'POST', `${checkoutPath}/code`, '');
  const outcomePage = await browse('hosted.checkout_pay', 'POST', `${checkoutPath}/pay`, 'method=creditcard');
  await browse('sandbox.outcome_show', 'GET', outcomePage);
  const returnPath = await browse('sandbox.outcome_decide', 'POST', outcomePage, 'outcome=paid');
  await browse('hosted.checkout_return', 'GET', returnPath);

  const link = await post('payment_links.create', '/v1/payment_links', { price_id: priceId });
  await get('payment_links.retrieve', `/v1/payment_links/${link.id}`);
  await get('payment_links.list', '/v1/payment_links');
  await post('payment_links.update', `/v1/payment_links/${link.id}`, { metadata: { campaign: 'spring' } });
  const linkPath = new URL(String(link.url)).pathname;
  await browse('hosted.payment_link_show', 'GET', linkPath);
  await browse('hosted.payment_link_open', 'POST', linkPath, '');

  await browse('hosted.checkout_again', 'POST', `${checkoutPath}/again`, '');
  const canceledPath = new URL(String((await open()).url)).pathname;
  await browse('hosted.checkout_cancel', 'POST', `${canceledPath}/cancel`, '');

  const pendingSession = await open();
  const pending = { method: 'directdebit', outcome: 'pending' };
  await post('sandbox.checkout_session_pay', `/sandbox/checkout_sessions/${pendingSession.id}/pay`, pending);
  const { data } = await get('payments.list', '/v1/payments');
  const [pendingPayment] = (data as readonly Body[]).filter(({ status }) => status === 'pending');
  if (pendingPayment !== undefined)
    await post('sandbox.payment_outcome', `/sandbox/payments/${pendingPayment.id}/outcome`, { outcome: 'paid' });
  return { subscriptionId: paid.subscription_id, paymentId: paid.payment_id };
};

const driveBilling = async (
  { get, post, browse }: Driver,
  account: BenchAccount,
  {
    customerId,
    subscriptionId,
    paymentId,
    otherPriceId,
  }: Readonly<Record<'customerId' | 'subscriptionId' | 'paymentId' | 'otherPriceId', unknown>>,
): Promise<void> => {
  const payment = await get('payments.retrieve', `/v1/payments/${paymentId}`);
  await get('invoices.retrieve', `/v1/invoices/${payment.invoice_id}`);
  await get('subscriptions.retrieve', `/v1/subscriptions/${subscriptionId}`);
  await get('subscriptions.retrieve ?expand', `/v1/subscriptions/${subscriptionId}?expand=customer`);
  for (const name of ['payments', 'invoices', 'subscriptions']) {
    await get(`${name}.list`, `/v1/${name}`);
    await get(`${name}.list ?customer_id`, `/v1/${name}?customer_id=${customerId}`);
  }
  await get('subscriptions.list ?expand', '/v1/subscriptions?expand=customer');
  await post('subscriptions.cancel', `/v1/subscriptions/${subscriptionId}/cancel`, {});
  await post('subscriptions.reactivate', `/v1/subscriptions/${subscriptionId}/reactivate`, {});
  const planChange = { price_id: otherPriceId };
  await post('subscriptions.preview_update', `/v1/subscriptions/${subscriptionId}/preview_update`, planChange);
  await post('subscriptions.update', `/v1/subscriptions/${subscriptionId}/update`, planChange, 'another-plan');
  const reauthorize = `/v1/subscriptions/${subscriptionId}/reauthorize_payment_method`;
  await post('subscriptions.reauthorize_payment_method', reauthorize, { return_url: 'https://shop.example/account' });
  await post('subscriptions.pause', `/v1/subscriptions/${subscriptionId}/pause`, {});
  await post('subscriptions.resume', `/v1/subscriptions/${subscriptionId}/resume`, {});
  const { data } = await get('events.list, busy log', '/v1/events');
  await get('events.list ?expand, busy log', '/v1/events?expand=customer');
  await get('events.list ?type, busy log', '/v1/events?type=customer.created');
  await get('events.retrieve', `/v1/events/${(data as readonly Body[])[0]?.id}`);
  await post('sandbox.customer_behavior', `/sandbox/customers/${customerId}/behavior`, { charges: 'paid' });
  await browse('provider_webhooks.receive', 'POST', `/provider/webhooks/${account.accountId}/test/${paymentId}`, 'id=tr_unknown');
};

const driveClock = async ({ get, post, remove }: Driver): Promise<void> => {
  const nowSeconds = Math.floor(Date.now() / 1000);
  const clock = await post('test_clocks.create', '/v1/test_clocks', { frozen_time: nowSeconds });
  const path = `/v1/test_clocks/${clock.id}`;
  await get('test_clocks.list', '/v1/test_clocks');
  await post('customers.create +clock', '/v1/customers', { name: 'Clocked', test_clock_id: clock.id });
  await post('test_clocks.advance', `${path}/advance`, { frozen_time: nowSeconds + MONTH_SECONDS });
  await waitForValue('The end of the advance', WAIT_MS, async () =>
    (await get('test_clocks.retrieve', path)).status === 'ready' ? true : null,
  );
  await remove('test_clocks.delete', path);
};

/** Calls the operations of catalog, sale and billing in the order in which a tenant uses them. Throws at the first failure. */
export const driveCatalogAndBilling = async (caller: ApiClient, account: BenchAccount, shop: Shop): Promise<readonly DrivenRequest[]> => {
  const driven: DrivenRequest[] = [];
  const driver = driverOf(caller, account.testKey, driven);
  const { endpointId } = await driveEndpoint(driver, shop);
  const { priceId, otherPriceId } = await driveCatalog(driver);
  const { customerId } = await driveCustomers(driver);
  await driveKeys(driver);
  const sale = await driveCheckouts(driver, shop, { priceId, customerId });
  await driveBilling(driver, account, { customerId, otherPriceId, ...sale });
  await driveClock(driver);
  await driveDeliveries(driver, endpointId);
  return driven;
};
