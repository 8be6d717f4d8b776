import { randomUUID } from 'node:crypto';
import { apiOf, type Client, type Json } from '../../../scripts/support/api.ts';
import { loadOperations } from '../../../shared/api/registry.ts';
import { keyAt } from '../../support/fake-provider.ts';
import {
  advance,
  clockAt,
  embeddedCheckout,
  embeddedOneShot,
  newPlan,
  oneShotBody,
  openOneShot,
  openPortal,
  openSession,
  pay,
  portalBody,
  quietEndpointBody,
  SMALL_LOGO,
  sessionBody,
  setBehavior,
  subscribe,
  subscribeOnClock,
} from './objects.ts';
import { walletIds } from './wallet.ts';
import type { World } from './world.ts';

const loaded = await loadOperations();
export type Operation = (typeof loaded)[number]['operation'];

const namedOperation = (operation: Operation): readonly [string, Operation] => [`${operation.method} ${operation.path}`, operation];

/** Every declared API operation as `[name, operation]`, except those of the sandbox provider (`ANY`) and of the console. */
export const operations: readonly (readonly [string, Operation])[] = loaded
  .map(({ operation }) => namedOperation(operation))
  .filter(([, { method, path }]) => method !== 'ANY' && !path.startsWith('/console/'));

export const operationsWhere = (isSelected: (operation: Operation) => boolean): readonly (readonly [string, Operation])[] =>
  operations.filter(([, operation]) => isSelected(operation));

export const requiresApiKey = ({ auth }: Operation): boolean => auth.kind === 'api_key' || auth.kind === 'sandbox_key';
export const requiresClientSecret = ({ auth }: Operation): boolean => auth.kind === 'client_secret';
export const requiresPortalToken = ({ auth }: Operation): boolean => auth.kind === 'portal_token';

/** The path parameter of the session whose client secret the operation requires; `checkout_id` if the path contains no session. */
const sessionParamOf = ({ auth }: Operation): string =>
  auth.kind === 'client_secret' && auth.session !== null ? auth.session : 'checkout_id';

const isUsage = ({ id }: Operation): boolean => /^usage_(records|events)\./.test(id);

/**
 * The ids to call an operation with. An operation that requires a client secret gets the embedded session's id as session id. An operation
 * on usage gets the metered subscription's id as subscription id.
 */
export const idsFor = (operation: Operation, ids: World): World => {
  const metered = ids.metered_subscription_id;
  if (isUsage(operation) && metered !== undefined) return { ...ids, subscription_id: metered };
  const embeddedId = ids[`embedded_${sessionParamOf(operation)}`];
  return requiresClientSecret(operation) && embeddedId !== undefined ? { ...ids, [sessionParamOf(operation)]: embeddedId } : ids;
};

/** The authorization header with the client secret or portal token that the operation requires; `{}` if it requires an API key. */
export const headersFor = (operation: Operation, ids: World): Readonly<Record<string, string>> => {
  if (requiresPortalToken(operation)) return { authorization: `Bearer ${ids.portal_token}` };
  return requiresClientSecret(operation) ? { authorization: `Bearer ${ids[`embedded_${sessionParamOf(operation)}_secret`]}` } : {};
};

export type Mode = 'live' | 'test';

/** The mode of the key to call an operation with: `live` only if it rejects test keys. */
export const modeOf = ({ auth }: Operation): Mode => (auth.kind === 'api_key' && auth.only === 'live' ? 'live' : 'test');

export const paramsOf = ({ path }: Operation): readonly string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));
export const returnsJson = ({ response }: Operation): boolean => typeof response !== 'string';

const dayFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 'yyyy-mm-dd'.length);
/** Days around the test run, so that reports contain the documents of `makeWorld`. */
const REPORT_DAYS = `?from=${dayFromNow(-30)}&to=${dayFromNow(1)}`;

/** Query parameters that operations require, by operation id. `pathWith` replaces `{...}` with an id. */
const REQUIRED_QUERY: Readonly<Record<string, string>> = {
  'search.query': '?query=ada',
  'usage_events.list': '?subscription_id={subscription_id}',
  'reports.journal': REPORT_DAYS,
  'reports.vat': REPORT_DAYS,
};

/**
 * The operation's path with ids instead of parameters, followed by its required query parameters. A missing id becomes a well-formed id
 * that does not exist.
 */
export const pathWith = (operation: Operation, ids: World): string => {
  const operationIds = idsFor(operation, ids);
  const path = `${operation.path}${REQUIRED_QUERY[operation.id] ?? ''}`;
  return path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => operationIds[name] ?? unknownId(operation, name));
};

/** Adds a query parameter to a path that may already have some. */
export const withQuery = (path: string, query: string): string =>
  query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;

/** A well-formed id of no existing object. */
const unknownId = ({ params }: Operation, name: string): string => {
  // Takes the prefix from the pattern, and tries the lengths of our ids and of the provider's ids.
  const { pattern } = (params as Readonly<Record<string, { readonly pattern: RegExp }>>)[name] ?? { pattern: /^/ };
  const prefix = /^\^([a-z]+_)/.exec(pattern.source)?.[1] ?? '';
  const wellFormedId = ['0'.repeat(26), '0'.repeat(32), 'test'].map((rest) => `${prefix}${rest}`).find((id) => pattern.test(id));
  return wellFormedId ?? (pattern.test('test') ? 'test' : 'nothing');
};

/** By operation id: the list field whose items are checked one by one, so that an invalid item does not fail the whole request. */
const CHECKED_ONE_BY_ONE: Readonly<Record<string, string>> = { 'usage_events.create': 'events' };

/** True if the operation accepts a request with an invalid value at this path of the body. */
export const isCheckedPerItem = (operationId: string, path: readonly (string | number)[]): boolean =>
  path.length > 1 && path[0] === CHECKED_ONE_BY_ONE[operationId];

/** A valid body for the operation, with ids of `world`; `{}` if every field is optional. */
export const bodyOf = ({ id }: Operation, world: World, baseUrl: string): Json => {
  const bodies: Readonly<Record<string, Json>> = {
    'customers.create': { name: 'Ada', email: 'ada@example.com', country_code: 'NL', metadata: { plan: 'a' } },
    'customers.update': { name: 'Grace' },
    'customers.vat_number': { vat_number: 'NL100' },
    'products.create': { name: 'Plan' },
    'products.update': { description: 'Everything' },
    'prices.create': { product_id: world.product_id, amount_cents: 500, currency: 'EUR', interval: 'year' },
    'prices.update': { refund_window_days: 30 },
    'coupons.create': { code: `CODE-${randomUUID()}`, percent_off: 10 },
    'coupons.update': { max_redemptions: 5 },
    'coupons.validate': { code: 'NONE', currency: 'EUR' },
    'payment_links.create': { price_id: world.price_id, max_sales: 5 },
    'payment_links.update': { active: true },
    'tenant.email_texts_update': { email: 'receipt', language: 'en', texts: { subject: 'Thank you, from {merchant}' } },
    'tenant.portal_branding_logo': { content: SMALL_LOGO },
    'tax_rates.create': { country_code: 'BE', rate_basis_points: 2100 },
    'tax_rates.update': { display_name: 'VAT' },
    'portal.apply_coupon': { code: world.coupon_code ?? 'NONE' },
    'portal.vat_number': { vat_number: 'NL100' },
    'portal.update_customer': { name: 'Grace' },
    'portal.add_method': { method: 'creditcard', card_token: 'tkn_1' },
    'billing_portal.create_session': portalBody(String(world.subscription_id)),
    'checkout_sessions.create': sessionBody(String(world.price_id)),
    'one_shot_payments.create': oneShotBody(),
    'checkout_element.confirm_one_shot': { method: 'creditcard' },
    'checkout_element.apply_coupon': { code: null },
    'checkout_element.confirm': { method: 'creditcard' },
    'subscriptions.reauthorize_payment_method': { return_url: 'https://shop.example/account' },
    'subscriptions.update': { price_id: world.price_id ?? '' },
    'subscriptions.preview_update': { price_id: world.price_id ?? '' },
    'portal.update': { price_id: world.price_id ?? '' },
    'portal.preview_update': { price_id: world.price_id ?? '' },
    'refunds.create': { payment_id: world.payment_id, amount_cents: 1 },
    'sandbox.refund_outcome': { outcome: 'refunded' },
    'test_clocks.create': { frozen_time: 1_800_000_000 },
    'test_clocks.advance': { frozen_time: 1_800_000_100 },
    'webhook_endpoints.create': quietEndpointBody(baseUrl),
    'webhook_endpoints.update': { description: 'Changed' },
    'sandbox.payment_outcome': { outcome: 'paid' },
    'checkout_payment_methods.setup_confirm': {
      client_secret: world.setup_client_secret ?? 'none',
      method: 'creditcard',
      card_token: 'tkn_1',
    },
    'meters.create': { event_name: 'api_call', aggregation: 'count' },
    'meters.update': { status: 'active' },
    'usage_alerts.create': { subscription_id: world.metered_subscription_id, quantity: 1_000_000 },
    'usage_events.create': {
      events: [{ id: randomUUID(), event_name: 'api_call', subscription_id: world.metered_subscription_id, value: '1' }],
    },
    'usage_records.create': { quantity: 3 },
    'tenant.provider_credential_connect': { api_key: keyAt('test', 'every') },
    'account.plan_change': { plan_id: 'growth' },
  };
  return bodies[id] ?? {};
};

const createPendingPayment = async (client: Client, priceId: string): Promise<string> => {
  const session = await openSession(client, priceId);
  await pay(client, session.id, { method: 'ideal', outcome: 'pending' });
  const [payment] = await client.list(`/v1/payments?customer_id=${String(session.customer_id)}`);
  return String(payment?.id);
};

/** Creates a pending refund; returns its id. */
const createPendingRefund = async (client: Client, priceId: string): Promise<string> => {
  const subscription = await subscribe(client, priceId);
  await setBehavior(client, subscription.customer_id, { refunds: 'pending' });
  return (await client.post('/v1/refunds', { payment_id: subscription.last_payment_id, amount_cents: 1 })).id;
};

/** Creates a coupon, and a portal session that accepts promotion codes. */
const openPortalWithCoupon = async (client: Client): Promise<World> => {
  const { productId, priceId } = await newPlan(client);
  await client.post(`/v1/products/${productId}`, { allow_promotion_codes: true });
  const { code } = await client.post('/v1/coupons', { code: `CODE-${randomUUID()}`, percent_off: 10 });
  return { ...(await openPortal(client, (await subscribe(client, priceId)).id)), coupon_code: String(code) };
};

/** Creates an open invoice by a failed renewal; returns its id. */
const createOpenInvoice = async (client: Client, priceId: string): Promise<string> => {
  const { clockId, customerId, id, end } = await subscribeOnClock(client, priceId, 1_800_000_000);
  await setBehavior(client, customerId, { charges: 'insufficient_funds' });
  await advance(client, clockId, end + 60);
  const [invoice] = await client.list(`/v1/invoices?subscription_id=${id}&status=open`);
  return String(invoice?.id);
};

/** The ids of the price and product in `world`, or of a new price and product if either is archived. */
const findOrCreateActivePlan = async (client: Client, { price_id, product_id }: World): Promise<World> => {
  const [price, product] = await Promise.all([client.get(`/v1/prices/${price_id}`), client.get(`/v1/products/${product_id}`)]);
  if (price.active === true && product.active === true) return { price_id: price.id, product_id: product.id };
  const { priceId, productId } = await newPlan(client);
  return { price_id: priceId, product_id: productId };
};

/** Functions that create an embedded session, by the path parameter of the session's id. */
const EMBEDDED_CREATORS: Readonly<Record<string, (client: Client, world: World) => Promise<World>>> = {
  checkout_id: async (client, world) => embeddedCheckout(client, String((await findOrCreateActivePlan(client, world)).price_id)),
  one_shot_id: embeddedOneShot,
};

/** True if the operation's body contains a price or product, which an earlier operation may have archived. */
const bodyHasPlan = (operation: Operation, world: World, baseUrl: string): boolean => {
  const body = bodyOf(operation, world, baseUrl);
  return 'price_id' in body || 'product_id' in body;
};

/**
 * Creates a new object for each object that the operation deletes or changes, and a new product and price if its body contains an archived
 * one. Returns `world` with the ids of the new objects.
 */
export const createSpareIds = async (operation: Operation, world: World, client: Client, baseUrl: string): Promise<World> => {
  let plan: Promise<World> | undefined;
  const activePlan = (): Promise<World> => {
    plan ??= findOrCreateActivePlan(client, world);
    return plan;
  };
  const activePriceId = async (): Promise<string> => String((await activePlan()).price_id);
  const newWallet = async (): Promise<World> => walletIds(apiOf(baseUrl), client, await activePriceId());
  const newEndpoint = async (): Promise<World> => ({
    endpoint_id: (await client.post('/v1/webhook_endpoints', quietEndpointBody(baseUrl))).id,
  });
  const spares: Readonly<Record<string, () => Promise<World>>> = {
    'customers.delete': async () => ({ customer_id: (await client.post('/v1/customers')).id }),
    'customers.purge': async () => ({ customer_id: (await client.post('/v1/customers')).id }),
    'customers.revoke_portal_sessions': async () => ({ customer_id: (await client.post('/v1/customers')).id }),
    'webhook_endpoints.delete': newEndpoint,
    'usage_alerts.delete': async () => ({
      usage_alert_id: (await client.post('/v1/usage_alerts', { subscription_id: world.metered_subscription_id, quantity: 1000 })).id,
    }),
    'webhook_endpoints.send_test_event': newEndpoint,
    'subscriptions.cancel': async () => ({ subscription_id: (await subscribe(client, await activePriceId())).id }),
    'subscriptions.pause': async () => ({ subscription_id: (await subscribe(client, await activePriceId())).id }),
    'invoices.void': async () => ({ invoice_id: await createOpenInvoice(client, await activePriceId()) }),
    'billing_portal.revoke_session': () => openPortal(client, String(world.subscription_id)),
    'api_keys.revoke': async () => ({ api_key_id: (await client.post('/v1/api_keys')).id }),
    'test_clocks.advance': async () => ({ test_clock_id: (await clockAt(client, 1_800_000_000)).id }),
    'test_clocks.delete': async () => ({ test_clock_id: (await clockAt(client, 1_800_000_000)).id }),
    'checkout_payment_methods.setup_confirm': newWallet,
    'checkout_payment_methods.set_default': newWallet,
    'checkout_payment_methods.remove': newWallet,
    'portal.set_default_method': newWallet,
    'portal.remove_method': newWallet,
    'portal.apply_coupon': () => openPortalWithCoupon(client),
    'portal.pay_invoice': async () => {
      const subscription = await subscribe(client, await activePriceId());
      const [invoice] = await client.list(`/v1/invoices?subscription_id=${subscription.id}`);
      return { ...(await openPortal(client, subscription.id)), invoice_id: String(invoice?.id) };
    },
    'sandbox.payment_outcome': async () => ({ payment_id: await createPendingPayment(client, await activePriceId()) }),
    'sandbox.refund_outcome': async () => ({ refund_id: await createPendingRefund(client, await activePriceId()) }),
    'sandbox.one_shot_pay': async () => ({ one_shot_id: (await openOneShot(client)).id }),
    'sandbox.checkout_session_pay': async () => ({ checkout_id: (await openSession(client, await activePriceId())).id }),
  };
  const newPortal = async (): Promise<World> => openPortal(client, (await subscribe(client, await activePriceId())).id);
  const embedded = requiresClientSecret(operation) ? await EMBEDDED_CREATORS[sessionParamOf(operation)]?.(client, world) : {};
  const spare = spares[operation.id] ?? (requiresPortalToken(operation) && operation.method !== 'GET' ? newPortal : undefined);
  const activeIds = bodyHasPlan(operation, world, baseUrl) ? await activePlan() : {};
  return { ...world, ...activeIds, ...embedded, ...(await spare?.()) };
};
