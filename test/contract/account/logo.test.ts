import { beforeAll, describe, expect, it, vi } from 'vitest';
import { apiOf, type Client, fieldError, statusAndCode } from '../../../scripts/support/api.ts';
import { service } from '../../support/service.ts';
import { newPlan, openSession, SMALL_LOGO } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);
const PATH = '/v1/tenant/portal_branding/logo';

let client: Client;
let live: Client;
let accountId: string;

beforeAll(async () => {
  const account = await createAccount();
  ({ accountId } = account);
  [client, live] = [api.client(account.testKey), api.client(account.liveKey)];
});

const upload = (content: string) => live.post(PATH, { content });
const anotherLogo = Buffer.concat([Buffer.from(SMALL_LOGO, 'base64'), Buffer.from('x')]).toString('base64');

describe('an uploaded logo', () => {
  it('is the logo of the account, and is served without authentication, with its media type', async () => {
    const branding = await upload(SMALL_LOGO);
    expect(branding).toEqual({ ...(await live.get('/v1/tenant/portal_branding')), logo_url: expect.stringMatching(/\.png$/) });
    const answer = await fetch(String(branding.logo_url));
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('x-content-type-options')]).toEqual([
      200,
      'image/png',
      'nosniff',
    ]);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=86400, immutable');
    expect(Buffer.from(await answer.arrayBuffer()).toString('base64')).toBe(SMALL_LOGO);
  });

  it('is shown on the checkout page, whose content security policy allows images only from the host of the logo', async () => {
    const { logo_url: logoUrl } = await upload(SMALL_LOGO);
    const { priceId } = await newPlan(client);
    const page = await fetch(String((await openSession(client, priceId)).url));
    expect(await page.text()).toContain(`<img src="${logoUrl}"`);
    expect(page.headers.get('content-security-policy')).toContain(`img-src ${new URL(String(logoUrl)).origin};`);
  });

  it('gets a new URL when it is replaced; the former URL then shows the new logo and is cached for only five minutes', async () => {
    const first = String((await upload(SMALL_LOGO)).logo_url);
    const second = String((await upload(anotherLogo)).logo_url);
    expect(second).not.toBe(first);
    const former = await fetch(first);
    expect(Buffer.from(await former.arrayBuffer()).toString('base64')).toBe(anotherLogo);
    expect(former.headers.get('cache-control')).toBe('public, max-age=300');
    expect((await live.post('/v1/tenant/portal_branding', { logo_url: null })).logo_url).toBeNull();
  });

  it('is kept when another field is updated, and deleted when `logo_url` is set to null; then it can be uploaded again', async () => {
    const url = String((await upload(SMALL_LOGO)).logo_url);
    await live.post('/v1/tenant/portal_branding', { display_name: 'Still there' });
    expect((await fetch(url)).status).toBe(200);
    await live.post('/v1/tenant/portal_branding', { logo_url: null });
    expect((await fetch(url)).status).toBe(404);
    expect((await live.post('/v1/tenant/portal_branding', { logo_url: null })).logo_url).toBeNull();
    expect((await fetch(String((await upload(SMALL_LOGO)).logo_url))).status).toBe(200);
  });

  it.each([
    ['an SVG file', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>').toString('base64')],
    ['an empty file', ''],
    ['more than 100 KB', Buffer.concat([Buffer.from(SMALL_LOGO, 'base64'), Buffer.alloc(100 * 1024)]).toString('base64')],
    ['text that is not Base64', 'not base64!'],
  ])('is refused if it is %s', async (_name, content) => {
    expect(fieldError(await live.call('POST', PATH, { content }))).toEqual([400, 'parameter_invalid', 'content']);
  });

  it('requires a live key and the field `content`', async () => {
    expect((await client.call('POST', PATH, { content: SMALL_LOGO })).status).toBe(403);
    expect(statusAndCode(await live.call('POST', PATH, {}))).toEqual([400, 'parameter_missing']);
  });

  it('is not found under the id of another account, and other files are not served', async () => {
    const { accountId: strangerId } = await createAccount();
    const file = new URL(String((await upload(SMALL_LOGO)).logo_url)).pathname.split('/').at(-1);
    expect((await fetch(`${baseUrl}/brand/${strangerId}/${file}`)).status).toBe(404);
    expect((await fetch(`${baseUrl}/brand/${accountId}/..%2f..%2fetc`)).status).toBe(404);
  });

  it('is not in the audit log', async () => {
    await upload(SMALL_LOGO);
    const audit = await live.list('/v1/audit_logs?action=portal_branding.updated');
    expect(audit.length).toBeGreaterThan(0);
    expect(JSON.stringify(audit)).not.toContain(SMALL_LOGO);
  });
});
