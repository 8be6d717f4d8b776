import { describe, expect, it } from 'vitest';
import { service } from '../support/service.ts';

const { baseUrl } = service();

describe('the scripts of pages', () => {
  it.each([
    ['/element/frame', /src="(\.\.\/assets\/frame-[0-9a-f]{12}\.js)"/],
    ['/console', /src="(assets\/console-[0-9a-f]{12}\.js)"/],
    ['/portal', /src="(assets\/portal-[0-9a-f]{12}\.js)"/],
  ])('of %s are kept for good by the name that the page says, and the page is not', async (path, source) => {
    const page = await fetch(`${baseUrl}${path}`);
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const [, name = ''] = source.exec(await page.text()) ?? [];
    const script = await fetch(new URL(name, `${baseUrl}${path}`));
    expect([script.status, script.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  });

  it('are found while another version is deployed, and not kept then', async () => {
    const script = await fetch(`${baseUrl}/assets/frame-000000000000.js`);
    expect([script.status, script.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect((await script.text()).length).toBeGreaterThan(1000);
  });

  it.each(['passwords-000000000000.js', 'frame.js', 'constructor-000000000000.js', '..%2Fpackage.json'])(
    'are no other files: %s',
    async (file) => {
      expect((await fetch(`${baseUrl}/assets/${file}`)).status).toBe(404);
    },
  );

  it('of the payment element may be loaded by any shop, and are fresh within minutes', async () => {
    const { status, headers } = await fetch(`${baseUrl}/element.js`, { headers: { origin: 'https://shop.example' } });
    expect([status, headers.get('access-control-allow-origin'), headers.get('cache-control')]).toEqual([200, '*', 'public, max-age=300']);
  });
});
