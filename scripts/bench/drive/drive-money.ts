import { SMALL_LOGO } from '../../../test/contract/support/objects.ts';
import { keyAt } from '../../../test/support/fake-provider.ts';
import type { Shop } from '../../journey/shop.ts';
import { waitForValue } from '../../support/waiting.ts';
import type { ApiClient } from '../api.ts';
import type { BenchAccount } from '../fill/host-data.ts';
import { type Body, type DrivenRequest, type Driver, driverOf } from './drive.ts';

const WAIT_MS = 30_000;
const OVER_A_MONTH_SECONDS = 32 * 86_400;

/** Makes the calls of one selling account, with its test mode key unless stated otherwise. */
export interface Seller extends Driver {
  readonly shop: Shop;
  readonly priceId: unknown;
  /** Makes calls with the account's live mode key. */
  readonly live: Driver;
  /** Returns a driver that makes calls with this client secret or portal token of a buyer. */
  readonly buyer: (secret: unknown) => Driver;
}

const sellerOf = async (caller: ApiClient, account: BenchAccount, shop: Shop, driven: DrivenRequest[]): Promise<Seller> => {
  const driver = driverOf(caller, account.testKey, driven);
  const product = await driver.post('products.create', '/v1/products', { name: 'Plan' });
  const input = { product_id: product.id, amount_cents: 1999, currency: 'EUR', interval: 'month' };
  const { id: priceId } = await driver.post('prices.create', '/v1/prices', input);
  return {
    ...driver,
    shop,
    priceId,
    live: driverOf(caller, account.liveKey, driven),
    buyer: (secret) => driverOf(caller, String(secret), driven),
  };
};

const openSession = ({ post, shop, priceId }: Seller, label: string, input: object): Promise<Body> =>
  post(label, '/v1/checkout/sessions', { price_id: priceId, success_url: shop.successUrl, cancel_url: shop.cancelUrl, ...input });

/** Creates a customer with a subscription that is paid in the sandbox. */
export const sell = async (seller: Seller, input: object = {}): Promise<Body & { readonly customer_id: unknown }> => {
  const customer = await seller.post('customers.create', '/v1/customers', { name: 'Ada', email: 'ada@example.com', ...input });
  const session = await openSession(seller, 'checkout_sessions.create +customer', { customer_id: customer.id });
  return {
    ...(await seller.post('sandbox.checkout_session_pay', `/sandbox/checkout_sessions/${session.id}/pay`, {})),
    customer_id: customer.id,
  };
};

/** Sets what e-invoices require of a seller that charges no VAT. */
const completeForEInvoices = ({ live }: Seller): Promise<Body> =>
  live.post('tenant.billing_profile_update', '/v1/tenant/billing_profile', {
    country_code: 'NL',
    registration_number: '12345678',
    e_invoicing: { exemption: { category: 'O', reason: 'Outside the scope of VAT' } },
  });

/** Waits for the first object of a list. */
export const waitForFirst = ({ get }: Driver, label: string, path: string): Promise<Body> =>
  waitForValue(`The first of ${path}`, WAIT_MS, async () => ((await get(label, path)).data as readonly Body[])[0] ?? null);

/** Requests the list without a filter, then with each filter. */
const driveList = async ({ get }: Driver, name: string, path: string, filters: Readonly<Record<string, unknown>>): Promise<void> => {
  await get(`${name}.list`, path);
  for (const [filter, value] of Object.entries(filters)) await get(`${name}.list ?${filter}`, `${path}?${filter}=${value}`);
};

const DUTCH = { country_code: 'NL' };

const driveRefunds = async (seller: Seller): Promise<void> => {
  const { get, post } = seller;
  await completeForEInvoices(seller);
  // Each refund has a separate payment: the webhook of a refund also writes its payment, which would delay a second refund of the payment.
  const [first, second, third] = [await sell(seller, DUTCH), await sell(seller, DUTCH), await sell(seller, DUTCH)];
  const { payment_id: paymentId, customer_id: customerId } = first;
  const refund = await post('refunds.create', '/v1/refunds', { payment_id: paymentId, amount_cents: 100 });
  const partialRefund = { payment_id: second.payment_id, amount_cents: 200 };
  await post('refunds.create +idempotency key', '/v1/refunds', partialRefund, 'the-same-again');
  await post('refunds.create, replayed', '/v1/refunds', partialRefund, 'the-same-again');
  await post('refunds.create by subscription', '/v1/refunds', { subscription_id: third.subscription_id, amount_cents: 100 });
  await get('refunds.retrieve', `/v1/refunds/${refund.id}`);
  await driveList(seller, 'refunds', '/v1/refunds', { customer_id: customerId, payment_id: paymentId });
  const note = await waitForFirst(seller, 'credit_notes.list', '/v1/credit_notes');
  await get('credit_notes.retrieve', `/v1/credit_notes/${note.id}`);
  await driveList(seller, 'credit_notes', '/v1/credit_notes', { customer_id: customerId, invoice_id: note.invoice_id });
  await seller.file('credit_notes.pdf', `/v1/credit_notes/${note.id}/pdf`);
  await seller.file('credit_notes.e_invoice', `/v1/credit_notes/${note.id}/e_invoice`);
  await post('sandbox.customer_behavior', `/sandbox/customers/${customerId}/behavior`, { refunds: 'pending' });
  const pendingRefund = await post('refunds.create', '/v1/refunds', { payment_id: paymentId, amount_cents: 100 });
  await post('sandbox.refund_outcome', `/sandbox/refunds/${pendingRefund.id}/outcome`, { outcome: 'refunded' });
};

const driveDisputes = async (seller: Seller): Promise<void> => {
  const { get, post } = seller;
  const { payment_id: paymentId } = await sell(seller);
  await get('payments.provider', `/v1/payments/${paymentId}/provider`);
  await post('sandbox.payment_outcome', `/sandbox/payments/${paymentId}/outcome`, { outcome: 'charged_back' });
  const dispute = await waitForFirst(seller, 'disputes.list', '/v1/disputes');
  await get('disputes.retrieve', `/v1/disputes/${dispute.id}`);
  await driveList(seller, 'disputes', '/v1/disputes', { payment_id: paymentId, status: dispute.status });
};

const driveInvoices = async (seller: Seller): Promise<void> => {
  const { get, post } = seller;
  const start = Math.floor(Date.now() / 1000);
  const clock = await post('test_clocks.create', '/v1/test_clocks', { frozen_time: start });
  await completeForEInvoices(seller);
  const { customer_id: customerId } = await sell(seller, { test_clock_id: clock.id, country_code: 'NL' });
  const invoice = await waitForFirst(seller, 'invoices.list ?customer_id', `/v1/invoices?customer_id=${customerId}`);
  await seller.file('invoices.pdf', `/v1/invoices/${invoice.id}/pdf`);
  await seller.file('invoices.e_invoice', `/v1/invoices/${invoice.id}/e_invoice?format=cii`);
  await post('invoices.email', `/v1/invoices/${invoice.id}/email`, {});
  await post('sandbox.customer_behavior', `/sandbox/customers/${customerId}/behavior`, { charges: 'insufficient_funds' });
  await post('test_clocks.advance', `/v1/test_clocks/${clock.id}/advance`, { frozen_time: start + OVER_A_MONTH_SECONDS });
  await waitForValue('The end of the advance', WAIT_MS, async () =>
    (await get('test_clocks.retrieve', `/v1/test_clocks/${clock.id}`)).status === 'ready' ? true : null,
  );
  const unpaid = await waitForFirst(seller, 'invoices.list ?customer_id,status', `/v1/invoices?customer_id=${customerId}&status=open`);
  await post('invoices.void', `/v1/invoices/${unpaid.id}/void`, {});
};

const driveOneShots = async (seller: Seller): Promise<void> => {
  const { get, post, shop } = seller;
  const input = { amount_cents: 1500, currency: 'EUR', description: 'Workshop', success_url: shop.successUrl, cancel_url: shop.cancelUrl };
  const customer = await post('customers.create', '/v1/customers', { name: 'Ada', email: 'ada@example.com' });
  const hosted = { ...input, payment_method: 'creditcard' };
  const openPayment = await post('one_shot_payments.create', '/v1/checkout/one_shot', hosted);
  await post('sandbox.one_shot_pay', `/sandbox/one_shots/${openPayment.id}/pay`, {});
  await get('one_shot_payments.retrieve', `/v1/checkout/one_shot/${openPayment.id}`);
  const embed = (): Promise<Body> =>
    post('one_shot_payments.create +customer', '/v1/checkout/one_shot', { ...input, ui_mode: 'embedded', customer_id: customer.id });
  const confirm = async (label: string, { id, client_secret: secret }: Body, key?: string): Promise<Body> =>
    seller.buyer(secret).post(label, `/v1/checkout/one_shot/${id}/confirm`, { method: 'creditcard' }, key);
  await confirm('checkout_element.confirm_one_shot, first of a customer', await embed(), 'first');
  await confirm('checkout_element.confirm_one_shot', await embed());
  const replayedPayment = await embed();
  await confirm('checkout_element.confirm_one_shot +idempotency key', replayedPayment, 'again');
  await confirm('checkout_element.confirm_one_shot, replayed', replayedPayment, 'again');
  await driveList(seller, 'one_shot_payments', '/v1/checkout/one_shot', { customer_id: customer.id, status: 'succeeded' });
};

const driveElement = async (seller: Seller): Promise<void> => {
  const { customer_id: customerId } = await sell(seller);
  const openEmbedded = (): Promise<Body> =>
    openSession(seller, 'checkout_sessions.create +customer', { ui_mode: 'embedded', customer_id: customerId });
  const session = await openEmbedded();
  const path = `/v1/checkout/sessions/${session.id}`;
  const buyer = seller.buyer(session.client_secret);
  await buyer.get('checkout_element.retrieve', `${path}/element`);
  await buyer.post('checkout_element.apply_coupon', `${path}/coupon`, { code: null });
  await buyer.post('checkout_element.confirm +idempotency key', `${path}/confirm`, { method: 'creditcard' }, 'confirmed');
  await buyer.post('checkout_element.confirm, replayed', `${path}/confirm`, { method: 'creditcard' }, 'confirmed');
  const bankSession = await openEmbedded();
  await seller
    .buyer(bankSession.client_secret)
    .post('checkout_element.confirm', `/v1/checkout/sessions/${bankSession.id}/confirm`, { method: 'ideal' });
  const cardSession = await openEmbedded();
  await seller
    .buyer(cardSession.client_secret)
    .post('checkout_element.confirm, charged at once', `/v1/checkout/sessions/${cardSession.id}/confirm`, {
      method: 'creditcard',
      card_token: 'tkn_1',
    });
};

const driveWallet = async (seller: Seller): Promise<void> => {
  const { customer_id: customerId } = await sell(seller);
  const session = await openSession(seller, 'checkout_sessions.create +customer', { ui_mode: 'embedded', customer_id: customerId });
  const path = '/v1/checkout/payment-methods';
  const buyer = seller.buyer(session.client_secret);
  const add = async (label: string, input: object, key?: string): Promise<void> => {
    const { client_secret: secret } = await buyer.post('checkout_payment_methods.setup', `${path}/setup`, {});
    await buyer.post(label, `${path}/setup/confirm`, { client_secret: secret, ...input }, key);
  };
  await add('checkout_payment_methods.setup_confirm', { method: 'ideal' });
  await add('checkout_payment_methods.setup_confirm +idempotency key', { method: 'ideal' }, 'added');
  await add('checkout_payment_methods.setup_confirm, charged at once', { method: 'creditcard', card_token: 'tkn_1' });
  const { data } = await buyer.get('checkout_payment_methods.retrieve', path);
  const [oldDefault] = (data as readonly Body[]).filter(({ is_default: isDefault }) => isDefault);
  const [added] = (data as readonly Body[]).filter(({ is_default: isDefault }) => !isDefault);
  await buyer.post('checkout_payment_methods.set_default', `${path}/${added?.id}/default`, {});
  await buyer.remove('checkout_payment_methods.remove', `${path}/${oldDefault?.id}`);
};

const driveUsage = async (seller: Seller): Promise<void> => {
  const { get, post, remove } = seller;
  const product = await post('products.create', '/v1/products', { name: 'Requests' });
  const drive = async (terms: object, label: string): Promise<void> => {
    const price = { product_id: product.id, currency: 'EUR', interval: 'month', usage_type: 'metered', ...terms };
    const { id: priceId } = await post('prices.create +metered', '/v1/prices', price);
    const path = `/v1/subscriptions/${(await sell({ ...seller, priceId })).subscription_id}`;
    await post(`usage_records.create, first of a ${label} price`, `${path}/usage_records`, { quantity: 5 });
    await post('usage_records.create', `${path}/usage_records`, { quantity: 6 });
    await post('usage_records.create +idempotency key', `${path}/usage_records`, { quantity: 7 }, `${label} once`);
    await post('usage_records.create, replayed', `${path}/usage_records`, { quantity: 7 }, `${label} once`);
    await get('usage_records.list', `${path}/usage_records`);
    await get('usage_records.summary', `${path}/usage_summary`);
  };
  const driveEvents = async (): Promise<void> => {
    const meter = await post('meters.create', '/v1/meters', { event_name: 'request', aggregation: 'count' });
    const price = { product_id: product.id, currency: 'EUR', interval: 'month', usage_type: 'metered', unit_amount_decimal: '2.5' };
    const { id: priceId } = await post('prices.create +meter', '/v1/prices', { ...price, meter_id: meter.id });
    const { subscription_id: id } = await sell({ ...seller, priceId });
    const events = (first: number) => ({
      events: [first, first + 1].map((number) => ({ id: `request-${number}`, event_name: 'request', subscription_id: id })),
    });
    await post('usage_events.create, first of a price', '/v1/usage_events', events(1));
    await post('usage_events.create', '/v1/usage_events', events(3));
    await post('usage_events.create +idempotency key', '/v1/usage_events', events(5), 'events once');
    await post('usage_events.cancel', '/v1/usage_events/request-1/cancel', {});
    await get('usage_events.list', `/v1/usage_events?subscription_id=${id}`);
    const alert = await post('usage_alerts.create', '/v1/usage_alerts', { subscription_id: id, quantity: 100 });
    await get('usage_alerts.list', `/v1/usage_alerts?subscription_id=${id}`);
    await remove('usage_alerts.delete', `/v1/usage_alerts/${alert.id}`);
  };
  await driveEvents();
  await drive({ unit_amount_decimal: '2.5' }, 'plain');
  await drive({ tiers: [{ up_to: null, unit_amount_decimal: '2.5' }] }, 'tiered');
};

const driveTenantSettings = async ({ post, live }: Seller): Promise<void> => {
  await live.post('tenant.billing_profile_update', '/v1/tenant/billing_profile', { legal_name: 'Example BV' });
  await live.post('tenant.portal_branding_update', '/v1/tenant/portal_branding', { display_name: 'Example' });
  const texts = { subject: 'Thank you, from {merchant}' };
  await live.post('tenant.email_texts_update', '/v1/tenant/email_texts', { email: 'receipt', language: 'en', texts });
  const { logo_url: logoUrl } = await live.post('tenant.portal_branding_logo', '/v1/tenant/portal_branding/logo', { content: SMALL_LOGO });
  await live.browse('hosted.logo', 'GET', new URL(String(logoUrl)).pathname);
  await post('tenant.provider_credential_connect', '/v1/tenant/provider_credential', { api_key: keyAt('test', 'bench') });
};

/** Groups of calls of an account that sells. Each needs a separate account because of the rate limit, and throws at the first failure. */
export const SELLER_DRIVES = [
  async (seller: Seller): Promise<void> => {
    await driveRefunds(seller);
    await driveDisputes(seller);
  },
  async (seller: Seller): Promise<void> => {
    await driveInvoices(seller);
    await driveOneShots(seller);
  },
  async (seller: Seller): Promise<void> => {
    await driveElement(seller);
    await driveWallet(seller);
    await driveTenantSettings(seller);
  },
  driveUsage,
] as const;

export const driveAsSeller = async (
  caller: ApiClient,
  account: BenchAccount,
  shop: Shop,
  drive: (typeof SELLER_DRIVES)[number],
): Promise<readonly DrivenRequest[]> => {
  const driven: DrivenRequest[] = [];
  await drive(await sellerOf(caller, account, shop, driven));
  return driven;
};
