import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { accountAggregate } from '../../shared/domain/account/record.ts';
import { change } from '../../shared/domain/aggregate.ts';
import { checkoutSessionAggregate } from '../../shared/domain/checkout-session/record.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import { priceAggregate } from '../../shared/domain/price/record.ts';
import { productAggregate } from '../../shared/domain/product/record.ts';
import type { NewAccount } from '../../shared/flows/accounts/create.ts';
import { newBilling } from '../domain/billing.ts';
import { callHandler, type FunctionCall, handlerOf, type Secrets, secret, startFunctionEnvironment, storeRecords } from './functions.ts';

/** Tests requests through CloudFront and requests that bypass CloudFront. Runs the handlers in this process. */

const EDGE_ARN = 'arn:aws:secretsmanager:eu-central-1:000000000000:secret:edge';
const PUBLIC_URL = 'https://billing.example.com';
/** The address of the connection, which is an address of CloudFront. */
const EDGE_ADDRESS = '192.0.2.1';
const MINUTE_MS = 60_000;
const secrets: Secrets = new Map();
const setEdgeSecrets = (versions: Readonly<Record<string, string>>): void => {
  secrets.set(EDGE_ARN, secret('edge', EDGE_ARN, JSON.stringify(versions)));
};

let environment: Awaited<ReturnType<typeof startFunctionEnvironment>>;
let account: NewAccount;

beforeAll(async () => {
  environment = await startFunctionEnvironment(secrets, {
    PUBLIC_BASE_URL: PUBLIC_URL,
    SANDBOX_ENABLED: '1',
    PROVIDER_BASE_URL: 'http://127.0.0.1:9',
  });
}, 120_000);

// The modules cache secrets, so each test reloads them.
beforeEach(async () => {
  vi.resetModules();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  setEdgeSecrets({ '1': 'first', '2': 'second' });
  vi.stubEnv('EDGE_SECRET_ARN', EDGE_ARN);
  const { makeAccount } = await import('../../scripts/local/new-account.ts');
  account = await makeAccount({ name: 'Shop', email: 'shop@example.com' });
});

afterAll(async () => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
  await environment.stop();
});

const call = async (file: string, request: FunctionCall) => {
  const { status, headers, text } = await callHandler(await handlerOf(file), { ...request, ip: EDGE_ADDRESS });
  const isJson = String(headers['content-type']).startsWith('application/json') && text !== '';
  return { status, body: (isJson ? JSON.parse(text) : {}) as Readonly<Record<string, unknown>> };
};

/** The headers that CloudFront adds for a viewer, the client of CloudFront. */
const edgeHeaders = (viewer: string, secretText = 'first'): Readonly<Record<string, string>> => ({
  'x-origin-secret': secretText,
  'x-viewer-address': viewer,
});
const withKey = (key = account.testKey): Readonly<Record<string, string>> => ({ authorization: `Bearer ${key}` });
const list = (headers: Readonly<Record<string, string>>) => call('customers/list', { method: 'GET', path: '/v1/customers', headers });
const ping = (headers: Readonly<Record<string, string>>) => call('ping/retrieve', { method: 'GET', path: '/v1/ping', headers });

const CHECKOUT = `/checkout/acct_${'0'.repeat(26)}/test/cs_${'0'.repeat(26)}`;
const WEBHOOK = `/provider/webhooks/acct_${'0'.repeat(26)}/test/pay_${'0'.repeat(26)}`;

describe('behind CloudFront', () => {
  it.each([
    ['no other header', {}],
    ['a forged viewer address', { 'x-viewer-address': '198.51.100.7' }],
    ['the headers of proxies', { 'x-forwarded-for': '198.51.100.7', 'cloudfront-viewer-address': '198.51.100.7:1234' }],
    ['another secret', { 'x-origin-secret': 'firs' }],
    ['an empty secret', { 'x-origin-secret': '' }],
    ['the name of a version as the secret', { 'x-origin-secret': '1' }],
  ])('a direct request with a valid key and %s is rejected', async (_what, headers) => {
    expect(await list({ ...withKey(), ...headers })).toMatchObject({
      status: 403,
      body: { error: { type: 'permission_error', code: 'origin_access_denied', message: expect.stringContaining(PUBLIC_URL) } },
    });
  });

  it.each([
    ['ping', 'ping/retrieve', 'GET', '/v1/ping'],
    ['a page', 'hosted/checkout-show', 'GET', CHECKOUT],
    ['a provider webhook', 'hosted/provider-webhook', 'POST', WEBHOOK],
    ['the sandbox provider', 'sandbox/provider', 'GET', '/sandbox/provider/v2/methods'],
    ['the OpenAPI document', 'docs/openapi', 'GET', '/openapi.json'],
    ['the AsyncAPI document', 'docs/asyncapi', 'GET', '/asyncapi.json'],
    ['an unknown path', 'fallback', 'GET', '/v1/nothing'],
  ])('a direct request is rejected and a request through CloudFront is served: %s', async (_what, file, method, path) => {
    expect((await call(file, { method, path })).status).toBe(403);
    expect((await call(file, { method, path, headers: edgeHeaders('198.51.100.7') })).status).not.toBe(403);
  });

  it('failed attempts are limited separately for each viewer', async () => {
    const attack = { ...edgeHeaders('198.51.100.8'), ...withKey('svc_test_wrong') };
    const failures = await Promise.all(Array.from({ length: 40 }, () => list(attack)));
    expect(failures.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    expect((await list({ ...edgeHeaders('198.51.100.9'), ...withKey('svc_test_wrong') })).status).toBe(401);
    expect((await list({ ...edgeHeaders('198.51.100.9'), ...withKey() })).status).toBe(200);
  });

  it('forged headers do not change the address whose failed attempts are counted', async () => {
    const forged = (hop: string) => list({ ...edgeHeaders('198.51.100.10'), ...withKey('svc_test_wrong'), 'x-forwarded-for': hop });
    const failures = await Promise.all(Array.from({ length: 40 }, (_, index) => forged(`203.0.113.${index}`)));
    expect(failures.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  });

  it.each(['198.51.100.11', '2001:db8::11'])('[AUD-05] an audit entry contains the IP address of the viewer: %s', async (viewer) => {
    const headers = { ...edgeHeaders(viewer), ...withKey() };
    const created = await call('api-keys/create', { method: 'POST', path: '/v1/api_keys', headers, body: { label: viewer } });
    const { body } = await call('audit-logs/list', { method: 'GET', path: '/v1/audit_logs', headers });
    const entry = (body.data as readonly Readonly<Record<string, unknown>>[]).find(({ resource_id: id }) => id === created.body.id);
    expect(entry).toMatchObject({ action: 'api_key.created', ip_address: viewer });
  });

  it('an audit entry contains the IP address of the connection if the address of the viewer is invalid', async () => {
    const headers = { ...edgeHeaders('no address'), ...withKey() };
    const created = await call('api-keys/create', { method: 'POST', path: '/v1/api_keys', headers, body: {} });
    const { body } = await call('audit-logs/list', { method: 'GET', path: '/v1/audit_logs', headers });
    expect(body.data).toContainEqual(expect.objectContaining({ resource_id: created.body.id, ip_address: EDGE_ADDRESS }));
  });

  it('every current version of the secret is accepted; a change of the versions takes effect within six minutes', async () => {
    const start = Date.now();
    const advance = (minutes: number): void => {
      vi.useFakeTimers({ toFake: ['Date'], now: start + minutes * MINUTE_MS });
    };
    const statuses = async () =>
      Promise.all(['first', 'second', 'third'].map(async (text) => (await ping(edgeHeaders('198.51.100.12', text))).status));
    expect(await statuses()).toEqual([200, 200, 403]);
    setEdgeSecrets({ '2': 'second', '3': 'third' });
    advance(4);
    expect(await statuses()).toEqual([200, 200, 403]);
    advance(6);
    expect(await statuses()).toEqual([403, 200, 200]);
  });

  it('cached secrets are used while Secrets Manager does not return them', async () => {
    expect((await ping(edgeHeaders('198.51.100.13'))).status).toBe(200);
    secrets.delete(EDGE_ARN);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * MINUTE_MS });
    expect((await ping(edgeHeaders('198.51.100.13'))).status).toBe(200);
    expect((await ping({})).status).toBe(403);
  });

  it('no request is served if no version of the secret has a value', async () => {
    setEdgeSecrets({ '1': '' });
    expect((await ping({ 'x-origin-secret': '' })).status).toBe(500);
    expect((await call('fallback', { method: 'GET', path: '/v1/nothing', headers: { 'x-origin-secret': '' } })).status).toBe(500);
  });
});

describe('the country of the viewer', () => {
  /** Opens a session of a German consumer at a Dutch seller that charges the VAT of the country of the buyer. */
  const openSale = async () => {
    const { accountId } = account;
    const { ids, openTable, storeOf } = await import('../../shared/runtime/services.ts');
    const store = storeOf(openTable());
    const tenant = { accountId, mode: 'test' } as const;
    const stored = await store.get(accountAggregate, { ...tenant, mode: 'live' }, accountId);
    const billing = newBilling();
    const now = Math.floor(Date.now() / 1000);
    const session = { ...billing.open(), id: ids.next('cs_'), created: now, expiresAt: now + 3600 };
    const { customer, price, product } = billing.catalogue;
    if (stored === null) throw new Error('The account is missing.');
    await storeRecords(store, tenant, [
      change(accountAggregate, stored, { ...stored.record, countryCode: 'NL', taxMode: 'eu_oss' }),
      change(customerAggregate, null, { ...customer.record, countryCode: 'DE' }),
      change(productAggregate, null, product.record),
      change(priceAggregate, null, price.record),
      change(checkoutSessionAggregate, null, session),
    ]);
    const pay = async (headers: Readonly<Record<string, string>>, form: Readonly<Record<string, string>> = {}) =>
      callHandler(await handlerOf('hosted/checkout-pay'), {
        method: 'POST',
        path: `/checkout/${accountId}/test/${session.id}/pay`,
        text: new URLSearchParams({ method: 'creditcard', ...form }).toString(),
        headers,
      });
    const locations = async () =>
      (await store.page(paymentAggregate, tenant, { limit: 10, by: { customerId: customer.record.id } })).items.map(
        ({ record }) => record.location,
      );
    return { pay, locations };
  };
  const from = (country: string) => ({ ...edgeHeaders('198.51.100.16'), 'cloudfront-viewer-country': country });

  it('must match the billing country; otherwise the page asks for a confirmation, which is stored with the payment', async () => {
    const { pay, locations } = await openSale();
    const asked = await pay(from('FR'));
    expect(asked.status).toBe(400);
    expect(asked.text).toContain('<input type="checkbox" name="confirmed_country" id="confirmed_country" value="DE"');
    expect(asked.text).toContain('I confirm my country of residence: Germany');
    expect(asked.text).not.toContain('France</');
    expect((await pay(from('FR'), { confirmed_country: 'FR' })).status).toBe(400);
    expect(await locations()).toEqual([]);
    // No payment provider runs here, so the page reports that it is unavailable. The payment is recorded before the provider is called.
    expect((await pay(from('FR'), { confirmed_country: 'DE' })).status).toBe(503);
    expect(await locations()).toEqual([{ ipCountryCode: 'FR', paymentCountryCode: null, confirmedCountryCode: 'DE' }]);
  });

  it.each(['DE', 'XX', ''])('needs no confirmation if it is the billing country or unknown: "%s"', async (country) => {
    const { pay, locations } = await openSale();
    expect((await pay(from(country))).status).toBe(503);
    expect(await locations()).toMatchObject([{ ipCountryCode: country === 'DE' ? 'DE' : null }]);
  });

  it('is read only by operations with `readsCountry`, because for other operations the viewer can forge the header', async () => {
    const { setCallerIp } = await import('../../shared/api/pipeline/caller-ip.ts');
    const { operation } = await import('../../functions/hosted/checkout-pay.ts');
    const countryOf = async (readsCountry: boolean): Promise<unknown> => {
      const { readsCountry: _declared, ...others } = operation;
      const context = { billing: { actor: {}, ipCountry: null } };
      const event = { headers: from('FR'), requestContext: { http: { sourceIp: EDGE_ADDRESS } } };
      await setCallerIp(readsCountry ? operation : others).before?.({ event, context } as never);
      return context.billing.ipCountry;
    };
    expect([await countryOf(true), await countryOf(false)]).toEqual(['FR', null]);
  });

  it('is not read in a deployment without CloudFront', async () => {
    vi.stubEnv('EDGE_SECRET_ARN', '');
    const { pay, locations } = await openSale();
    expect((await pay(from('DE'))).status).toBe(503);
    expect(await locations()).toMatchObject([{ ipCountryCode: null }]);
  });
});

describe('the stream process behind CloudFront', () => {
  it('serves requests through CloudFront and health checks, and rejects direct requests', async () => {
    const { startServer } = await import('../../functions/stream/server.ts');
    const { operation, serveEvents } = await import('../../functions/stream/events.ts');
    const { openHub } = await import('../../functions/stream/hub.ts');
    const { STREAM_SETTINGS } = await import('../../functions/stream/settings.ts');
    const { tableSource } = await import('../../functions/stream/source.ts');
    const { openTable } = await import('../../shared/runtime/services.ts');
    const source = tableSource(openTable());
    const hub = openHub(source, STREAM_SETTINGS, Math.random);
    const routes = [{ operation, handler: serveEvents(hub, source) }];
    const server = await startServer({ port: 0, host: '127.0.0.1', trustedProxies: 2, routes });
    const statusOf = async (path: string, headers: Readonly<Record<string, string>>): Promise<number> =>
      (await fetch(`http://127.0.0.1:${server.port}${path}`, { headers })).status;
    try {
      expect(await statusOf('/health', {})).toBe(200);
      for (const [path, status] of [
        [operation.path, 401],
        ['/v1/nothing', 404],
      ] as const) {
        expect([path, await statusOf(path, { 'x-forwarded-for': '198.51.100.15, 10.20.0.5' })]).toEqual([path, 403]);
        expect([path, await statusOf(path, edgeHeaders('198.51.100.15'))]).toEqual([path, status]);
      }
    } finally {
      server.stopListening();
      server.destroy();
      await hub.close();
    }
  });
});

describe('a deployment without CloudFront', () => {
  it('identifies the caller by the address of the connection, regardless of headers', async () => {
    vi.stubEnv('EDGE_SECRET_ARN', '');
    const headers = { ...edgeHeaders('198.51.100.14'), 'x-forwarded-for': '198.51.100.14', ...withKey() };
    const created = await call('api-keys/create', { method: 'POST', path: '/v1/api_keys', headers, body: {} });
    const { body } = await call('audit-logs/list', { method: 'GET', path: '/v1/audit_logs', headers: withKey() });
    expect(body.data).toContainEqual(expect.objectContaining({ resource_id: created.body.id, ip_address: EDGE_ADDRESS }));
    expect((await call('fallback', { method: 'GET', path: '/v1/nothing' })).status).toBe(404);
  });
});
