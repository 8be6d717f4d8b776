import { readdirSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import { service } from '../support/service.ts';

const { baseUrl } = service();
const guides = readdirSync(join(REPOSITORY_ROOT, 'functions/docs/guides'));
const fetchText = async (path: string) => {
  const response = await fetch(`${baseUrl}${path}`);
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
};

/** Requests a path without the headers that `fetch` adds, and without decompression. */
const rawGet = (path: string, headers: Readonly<Record<string, string>>) =>
  new Promise<{ readonly encoding: string | undefined; readonly vary: string | undefined; readonly body: Buffer }>((done, fail) => {
    get(`${baseUrl}${path}`, { headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        done({ encoding: response.headers['content-encoding'], vary: response.headers.vary, body: Buffer.concat(parts) });
      });
    }).on('error', fail);
  });

describe('a file of the documentation or of a page', () => {
  it('is gzipped only for clients that accept gzip', async () => {
    const page = await (await fetch(`${baseUrl}/docs`)).text();
    const [, style = ''] = /href="(docs\/assets\/docs-[0-9A-Z]{8}\.css)"/.exec(page) ?? [];
    const portal = await (await fetch(`${baseUrl}/portal`)).text();
    const [, script = ''] = /src="(assets\/portal-[0-9A-Z]{8}\.js)"/.exec(portal) ?? [];
    for (const path of ['/docs', '/docs/quickstart.md', '/docs/errors', `/${style}`, `/${script}`, '/element.js']) {
      const packed = await rawGet(path, { 'accept-encoding': 'gzip, br' });
      expect([path, packed.encoding, packed.vary]).toEqual([path, 'gzip', 'Accept-Encoding']);
      for (const headers of [{}, { 'accept-encoding': 'identity' }, { 'accept-encoding': 'gzip;q=0' }]) {
        const plain = await rawGet(path, headers);
        expect([path, plain.encoding, plain.vary]).toEqual([path, undefined, 'Accept-Encoding']);
        expect(plain.body).toEqual(gunzipSync(packed.body));
      }
    }
  });
});

describe('an address of the documentation', () => {
  it.each([
    ['/docs/checkout', '/docs/guides/checkout'],
    ['/docs/guides/checkout.md', '/docs/checkout.md'],
  ])('that is an alias of a page redirects to the page: %s', async (path, canonical) => {
    const response = await fetch(`${baseUrl}${path}`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([301, `${baseUrl}${canonical}`]);
    expect((await fetch(`${baseUrl}${path}`)).status).toBe(200);
  });

  it('that does not exist returns a page with links to browsers, and JSON to other clients', async () => {
    const response = await fetch(`${baseUrl}/docs/guides/nothing`, { headers: { accept: 'text/html,*/*' } });
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    const links = [...(await response.text()).matchAll(/<a href="([^"]+)"/g)].map(([, url = '']) => url);
    expect(links).toContain(`${baseUrl}/docs`);
    for (const link of links) expect((await fetch(link)).status).toBe(200);
    expect((await fetchText('/docs/guides/nothing')).type).toBe('application/json; charset=utf-8');
  });
});

describe('/llms.txt', () => {
  it('lists every guide and the reference, with links that work', async () => {
    const { status, type, text } = await fetchText('/llms.txt');
    expect([status, type]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toMatch(/^# .+\n\n> .+/);
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, url = '']) => url);
    const [guideLinks, referenceLinks] = [links.slice(0, guides.length + 2), links.slice(guides.length + 2)];
    expect(guideLinks).toEqual([...guides.map((guide) => `${baseUrl}/docs/${guide}`), `${baseUrl}/openapi.json`, `${baseUrl}/docs`]);
    expect(referenceLinks).toEqual(
      expect.arrayContaining(
        ['api.md', 'api/checkout.md', 'error-codes.md', 'events.md', 'scopes.md'].map((file) => `${baseUrl}/docs/${file}`),
      ),
    );
    const statuses = await Promise.all(links.map(async (url) => (await fetch(url)).status));
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

describe('a guide', () => {
  it.each(guides)('is served as Markdown: %s', async (guide) => {
    const { status, type, text } = await fetchText(`/docs/${guide}`);
    expect([status, type]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(text).toMatch(/^# /);
    expect(text).not.toContain('](../');
  });

  it.each(['unknown.md', 'constructor.md', '..%2Fpage.md', 'UNKNOWN.MD'])('that does not exist is 404: %s', async (name) => {
    expect((await fetchText(`/docs/${name}`)).status).toBe(404);
  });
});
