import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answer, type ApiObject, apiOf, type Client } from '../../../scripts/support/api.ts';
import { ROUTES } from '../../../shared/api/routes.generated.ts';
import { service } from '../../support/service.ts';
import { advance, clockAt, newPlan, openSession, pay, setBehavior } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);
const START = 1_800_000_000;
const DAY = 86_400;
const ULID = '01K0000000000000000000000A';

let client: Client;
let stranger: Client;
let priceId: string;
let accountId: string;

const pathOf = (session: ApiObject): string =>
  new URL(String(session.url)).pathname.slice(new URL(baseUrl).pathname.replace(/\/$/, '').length);

beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
  stranger = api.client((await createAccount()).testKey);
  ({ priceId } = await newPlan(client));
  accountId = /\/checkout\/([^/]+)\//.exec(pathOf(await openSession(client, priceId)))?.[1] ?? '';
});

/** Well-formed path parameters of objects that do not exist. */
const UNKNOWN: Readonly<Record<string, string>> = {
  account_id: `acct_${ULID}`,
  mode: 'test',
  checkout_id: `cs_${ULID}`,
  payment_id: `pay_${ULID}`,
  customer_id: `cus_${ULID}`,
  file: 'start.js',
  'path+': 'v2/payments/tr_1',
};

/** Hostile values of a path parameter, each with a description. */
const HOSTILE: readonly (readonly [string, string])[] = [
  ['a very long id', `cs_${'0'.repeat(3000)}`],
  ['a space', '%20'],
  ['an encoded slash', `cs_${ULID}%2F`],
  ['a NUL', `cs_${ULID}%00`],
  ['a line break', `cs_${ULID}%0A`],
  ['letters beyond ASCII', '%C3%BC%F0%9F%92%B8'],
  ['an invalid encoding', '%E0%A4%A'],
  ['dots', '..%2F..'],
  ['the wrong prefix', `inv_${ULID}`],
  ['a word instead of an id', 'sandbox'],
];

const routes = ROUTES.filter(({ path }) => !path.startsWith('/v1/') && path.includes('{')).map(
  (route) => [`${route.method} ${route.path}`, route] as const,
);

/** One path for each parameter: the hostile text replaces this parameter, well-formed values replace the others. */
const hostilePaths = (template: string, hostile: string): readonly string[] => {
  const names = [...template.matchAll(/\{([^}]+)\}/g)].map(([, name]) => String(name));
  return names.map((broken) =>
    template.replaceAll(/\{([^}]+)\}/g, (_, name: string) => (name === broken ? hostile : (UNKNOWN[name] ?? ''))),
  );
};

const isPage = ({ headers, text }: Answer): boolean => String(headers['content-type']).startsWith('text/html') && text.includes('<h1>');

describe.each(routes)('%s', (_name, { method, path }) => {
  const methods = method === 'ANY' ? ['GET', 'POST', 'DELETE'] : [method];
  const send = (verb: string, url: string): Promise<Answer> =>
    api.send({
      method: verb,
      path: url,
      ...(verb === 'POST' ? { text: 'id=tr_1', headers: { 'content-type': 'application/x-www-form-urlencoded' } } : {}),
    });

  it.each(HOSTILE)('answers 4xx to %s in its path', async (_what, hostile) => {
    for (const verb of methods) {
      for (const url of hostilePaths(path, hostile)) {
        const answer = await send(verb, url);
        expect([answer.status >= 400 && answer.status < 500, url.slice(0, 200)], `${answer.status} ${answer.text.slice(0, 200)}`).toEqual([
          true,
          url.slice(0, 200),
        ]);
      }
    }
  });
});

const pageRoutes = routes.filter(([, { path }]) => path.startsWith('/checkout/') || path.endsWith('/outcome-page'));

describe.each(pageRoutes)('%s (page)', (_name, { method, path }) => {
  it.each([
    ['a very long id', `cs_${'0'.repeat(3000)}`],
    ['a NUL', `cs_${ULID}%00`],
    ['letters beyond ASCII', '%C3%BC'],
    ['a word instead of an id', 'sandbox'],
    ['unknown ids', ''],
  ])('shows a 404 page for %s', async (_what, hostile) => {
    const ids = { ...UNKNOWN, payment_id: `tr_${ULID}` };
    const unknownPath = path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => ids[name as keyof typeof ids] ?? '');
    for (const url of hostile === '' ? [unknownPath] : hostilePaths(path, hostile)) {
      const answer = await api.sendWithRetry({ method, path: url });
      expect([answer.status, isPage(answer)], url.slice(0, 200)).toEqual([404, true]);
    }
  });
});

/** The methods and path suffixes of the pages of a checkout session. */
const PAGES = [
  ['GET', '/return'],
  ['POST', '/cancel'],
  ['POST', '/pay'],
  ['GET', ''],
] as const;

describe('the provider webhook', () => {
  it.each([
    ['an unknown payment', 'test', `id=tr_${ULID}`],
    ['a mode without payments', 'live', 'id=tr_1'],
    ['a very long id', 'test', `id=tr_${'x'.repeat(5000)}`],
    ['a NUL', 'test', 'id=tr_%00'],
    ['no id', 'test', ''],
  ])('is answered with 200 for %s', async (_what, mode, text) => {
    const path = `/provider/webhooks/${accountId}/${mode}/pay_${ULID}`;
    const answer = await api.sendWithRetry({
      method: 'POST',
      path,
      text,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([answer.status, answer.text]).toEqual([200, '']);
  });
});

describe('the pages of a checkout session', () => {
  it('are not found under another account or in the other mode', async () => {
    const session = await openSession(client, priceId);
    const otherAccountId = pathOf(await openSession(stranger, (await newPlan(stranger)).priceId)).split('/')[2] ?? '';
    const ownPath = pathOf(session);
    expect((await api.sendWithRetry({ method: 'GET', path: ownPath })).status).toBe(200);
    for (const url of [ownPath.replace(accountId, otherAccountId), ownPath.replace('/test/', '/live/')]) {
      for (const [method, suffix] of PAGES) {
        const answer = await api.sendWithRetry({ method, path: `${url}${suffix}` });
        expect([answer.status, isPage(answer)], `${method} ${suffix}`).toEqual([404, true]);
      }
    }
  });

  it('share one rate limit per session; the 429 page reloads after the time in Retry-After', async () => {
    const [session, other] = [await openSession(client, priceId), await openSession(client, priceId)];
    const getPage = (): Promise<Answer> => api.send({ method: 'GET', path: `${pathOf(session)}?ref=mail` });
    const start = Date.now();
    const answers = await Promise.all(Array.from({ length: 60 }, getPage));
    const refilled = Math.ceil((Date.now() - start) / 1000);
    // The bucket has 20 tokens, and one more each second.
    const passed = answers.filter(({ status }) => status === 200).length;
    expect(passed).toBeGreaterThanOrEqual(20);
    expect(passed).toBeLessThanOrEqual(20 + refilled + 1);
    const refused = answers.find(({ status }) => status !== 200);
    expect([refused?.status, refused && isPage(refused)]).toEqual([429, true]);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(refused?.text).toContain('<h1>Too many requests</h1>');
    expect(refused?.text).toContain(`<meta http-equiv="refresh" content="${String(refused?.headers['retry-after'])};url=?ref=mail">`);
    const otherPages = await Promise.all(
      PAGES.flatMap(([method, suffix]) => Array.from({ length: 5 }, () => api.send({ method, path: `${pathOf(session)}${suffix}` }))),
    );
    expect(otherPages.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(15);
    expect((await api.send({ method: 'GET', path: pathOf(other) })).status).toBe(200);
    expect((await client.get(`/v1/checkout/sessions/${session.id}`)).id).toBe(session.id);
  });

  const expectClosed = async (session: ApiObject): Promise<void> => {
    for (const [method, suffix] of PAGES) {
      const answer = await api.sendWithRetry({ method, path: `${pathOf(session)}${suffix}` });
      expect([answer.status, isPage(answer)], `${method} ${suffix}: ${answer.text.slice(0, 200)}`).toEqual([410, true]);
      expect(answer.text).toContain('<h1>Checkout closed</h1>');
      expect(answer.text).not.toContain('href=""');
    }
  };

  it('are closed after the customer of an open session is purged', async () => {
    const { id } = await client.post('/v1/customers', { name: 'Grace' });
    const session = await openSession(client, priceId, { customer_id: id });
    await client.post(`/v1/customers/${id}/purge`);
    await expectClosed(session);
  });

  it('are closed after the customer of a completed session is purged', async () => {
    const clock = await clockAt(client, START);
    const { id } = await client.post('/v1/customers', { name: 'Grace', test_clock_id: clock.id });
    const session = await openSession(client, priceId, { customer_id: id });
    await pay(client, session.id);
    await setBehavior(client, id, { charges: 'insufficient_funds' });
    for (const days of [32, 60]) await advance(client, clock.id, START + days * DAY);
    await client.post(`/v1/customers/${id}/purge`);
    await expectClosed(session);
  });
});

describe('a link to which a mail program or a bank has appended parameters', () => {
  it('works if they are repeated', async () => {
    const session = await openSession(client, priceId);
    const repeated = 'utm_source=a&utm_source=b&x[]=1&x[]=2';
    const statusOf = async (url: string) => (await fetch(url, { redirect: 'manual' })).status;
    const url = String(session.url);
    expect(await statusOf(`${url}?${repeated}`)).toBe(200);
    expect(await statusOf(`${url}/return?looks=1&${repeated}`)).toBe(await statusOf(`${url}/return?looks=1`));
    expect(await statusOf(`${url}/return?looks=1&looks=2`)).toBe(400);
  });

  it('does not work if the API does not know them', async () => {
    expect((await client.call('GET', '/v1/customers?limit=1&limit=2')).error?.param).toBe('limit');
  });
});
