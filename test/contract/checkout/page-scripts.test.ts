import { describe, expect, it } from 'vitest';
import { FONT_FILES } from '../../../shared/platform/font-files.generated.ts';
import { service } from '../../support/service.ts';

const { baseUrl } = service();

describe('the scripts and fonts of pages', () => {
  it.each([
    ['/element/frame', /src="(\.\.\/assets\/frame-[0-9A-Z]{8}\.js)"/],
    ['/console', /src="(assets\/console-[0-9A-Z]{8}\.js)"/],
    ['/portal', /src="(assets\/portal-[0-9A-Z]{8}\.js)"/],
  ])('of %s are cached permanently under a hashed name, and the page is revalidated each time', async (path, source) => {
    const page = await fetch(`${baseUrl}${path}`);
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const [, name = ''] = source.exec(await page.text()) ?? [];
    const script = await fetch(new URL(name, `${baseUrl}${path}`));
    expect([script.status, script.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  });

  it('of the console are several files: the page preloads the first files, and browsers cache all files permanently', async () => {
    const fileNamesIn = (text: string): readonly string[] => [...new Set(text.match(/(?<=\/)console(?:-[a-z]+)+-[0-9A-Z]{8}\.js/g) ?? [])];
    const page = await (await fetch(`${baseUrl}/console`)).text();
    const preloaded = [...page.matchAll(/<link rel="modulepreload" href="assets\/(console(?:-[a-z]+)+-[0-9A-Z]{8}\.js)">/g)].map(
      ([, name]) => name,
    );
    const [, entry] = /src="assets\/(console-[0-9A-Z]{8}\.js)"/.exec(page) ?? [];
    const load = async (name: string): Promise<string> => {
      const script = await fetch(`${baseUrl}/assets/${name}`);
      expect([name, script.status, script.headers.get('cache-control')]).toEqual([name, 200, 'public, max-age=31536000, immutable']);
      return script.text();
    };
    // The entry script imports the preloaded files. Together they contain the names of the parts that are loaded on demand.
    const initialTexts = await Promise.all([entry ?? '', ...preloaded.map(String)].map(load));
    const parts = [...new Set(initialTexts.flatMap(fileNamesIn))];
    expect(preloaded.length).toBeGreaterThan(0);
    expect(parts).toEqual(expect.arrayContaining(preloaded));
    for (const screen of ['settings', 'imports', 'object-page']) {
      const screenParts = parts.filter((name) => name.startsWith(`console-${screen}-`));
      expect(screenParts).toHaveLength(1);
      expect(preloaded).not.toContain(screenParts[0]);
    }
    for (const name of parts) await load(name);
  });

  it('are served without caching if the name contains the hash of another version', async () => {
    const script = await fetch(`${baseUrl}/assets/frame-00000000.js`);
    expect([script.status, script.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect((await script.text()).length).toBeGreaterThan(1000);
  });

  it.each(FONT_FILES)('include the font $name, which pages load and browsers cache permanently', async ({ name }) => {
    for (const path of ['/console', '/portal', '/element/frame', '/checkout/acct_0/test/cs_0']) {
      const page = await fetch(`${baseUrl}${path}`);
      const [, source = ''] = new RegExp(`url\\(([^)]*/assets/${name}|assets/${name})\\)`).exec(await page.text()) ?? [];
      expect(page.headers.get('content-security-policy')).toContain("font-src 'self'");
      const font = await fetch(new URL(source, `${baseUrl}${path}`));
      expect([path, font.status, font.headers.get('content-type')]).toEqual([path, 200, 'font/woff2']);
      expect(font.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(
        Buffer.from(await font.arrayBuffer())
          .subarray(0, 4)
          .toString(),
      ).toBe('wOF2');
    }
    const other = await fetch(`${baseUrl}/assets/${name.replace(/[0-9A-Z]{8}/, '00000000')}`);
    expect([other.status, other.headers.get('content-type'), other.headers.get('cache-control')]).toEqual([200, 'font/woff2', 'no-store']);
  });

  it.each([
    'passwords-00000000.js',
    'inter-00000000.woff2',
    'inter-greek-00000000.woff2',
    'console-00000000.woff2',
    'frame.js',
    'constructor-00000000.js',
    'console-overview-00000000.js',
    'console-constructor.js',
    '..%2Fpackage.json',
  ])('do not include other files: %s', async (file) => {
    expect((await fetch(`${baseUrl}/assets/${file}`)).status).toBe(404);
  });

  it('of the payment element can be loaded from any origin and are cached for five minutes', async () => {
    const { status, headers } = await fetch(`${baseUrl}/element.js`, { headers: { origin: 'https://shop.example' } });
    expect([status, headers.get('access-control-allow-origin'), headers.get('cache-control')]).toEqual([200, '*', 'public, max-age=300']);
  });
});
