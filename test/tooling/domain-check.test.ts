import { describe, expect, it } from 'vitest';
import { checkDomain } from '../../scripts/account/domain-check.ts';

const BASE_URL = 'https://billing.example.com';
const PING = { object: 'ping', livemode: null, scopes: null };
const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers });

type Site = (path: string) => Response;

/** A deployment of the service with this public URL. Like a real one, it answers `/v1/ping` without a key. */
const deployment =
  (publicUrl: string): Site =>
  (path) =>
    path === '/v1/ping'
      ? json(200, { ...PING, time: Math.floor(Math.random() * 1e9) }, { 'request-id': `req_${Math.random()}` })
      : json(200, { openapi: '3.1.0', servers: [{ url: publicUrl }] });

/** A fake `fetch`: `baseSite` answers at the base URL, `site` at every other origin. */
const network = (site: Site, baseSite: Site = deployment(BASE_URL)) => {
  const requestedUrls: string[] = [];
  const fetched = async (input: string | URL | Request): Promise<Response> => {
    const { href, origin, pathname } = new URL(String(input));
    requestedUrls.push(href);
    return origin === BASE_URL ? baseSite(pathname) : site(pathname);
  };
  return { requestedUrls, fetched: fetched as typeof fetch };
};

const check = (site: Site, baseSite?: Site): Promise<void> => checkDomain('pay.shop.example', BASE_URL, network(site, baseSite).fetched);

describe('the check of an account domain', () => {
  it('accepts a domain that answers like the deployment', async () => {
    await expect(check(deployment(BASE_URL))).resolves.toBeUndefined();
  });

  it.each<[string, Site, string]>([
    ['a gateway that does not know the domain', () => json(403, { message: 'Forbidden' }), '/v1/ping answers 403 {"message":"Forbidden"}'],
    ['another site that answers 200', () => new Response('<html>', { status: 200 }), '/v1/ping answers 200 without JSON'],
    ['another site that answers 200 with JSON', () => json(200, { status: 'ok' }), '/v1/ping answers 200 {"status":"ok"}'],
    [
      'another site with another ping',
      () => json(200, { object: 'ping', ok: true }, { 'request-id': 'req_1' }),
      '/v1/ping answers 200 {"object":"ping","ok":true}',
    ],
    ['a ping without the headers of the API', () => json(200, { ...PING, time: 1 }), '/v1/ping answers without a Request-Id'],
    ['another deployment', deployment('https://staging.example.com'), '/openapi.json answers for https://staging.example.com'],
    [
      'a site that only has the ping',
      (path) => (path === '/v1/ping' ? deployment(BASE_URL)(path) : new Response('', { status: 404 })),
      '/openapi.json answers for no deployment',
    ],
  ])('refuses %s, and reports the answer', async (_what, site, answer) => {
    await expect(check(site)).rejects.toThrow(`https://pay.shop.example${answer}`);
    await expect(check(site)).rejects.toThrow('Add it to accountDomains first.');
  });

  it('names a domain that cannot be reached, and the cause', async () => {
    const unreachable = () => {
      throw new TypeError('fetch failed', { cause: new Error('getaddrinfo ENOTFOUND pay.shop.example') });
    };
    await expect(check(unreachable)).rejects.toThrow('https://pay.shop.example cannot be reached: getaddrinfo ENOTFOUND pay.shop.example');
  });

  it('fails if the deployment does not answer, even if the domain returns the same error', async () => {
    const down: Site = () => json(503, { message: 'Service Unavailable' });
    await expect(check(down, down)).rejects.toThrow(`The deployment does not answer at ${BASE_URL}/v1/ping`);
  });

  it('sends no request for a local service', async () => {
    const { requestedUrls, fetched } = network(() => json(200, {}));
    await checkDomain('pay.shop.example', 'http://127.0.0.1:4010', fetched);
    expect(requestedUrls).toEqual([]);
  });
});
