import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import { service } from '../support/service.ts';

const { baseUrl } = service();
const guides = readdirSync(join(REPOSITORY_ROOT, 'functions/docs/guides'));
const fetchText = async (path: string) => {
  const response = await fetch(`${baseUrl}${path}`);
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
};

describe('/llms.txt', () => {
  it('lists every guide and the reference, with links that work', async () => {
    const { status, type, text } = await fetchText('/llms.txt');
    expect([status, type]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toMatch(/^# .+\n\n> .+/);
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, url = '']) => url);
    expect(links).toEqual([...guides.map((guide) => `${baseUrl}/docs/${guide}`), `${baseUrl}/openapi.json`, `${baseUrl}/docs`]);
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
