import { gzipSync } from 'node:zlib';
import MiniSearch from 'minisearch';
import { beforeAll, describe, expect, it } from 'vitest';
import { type FoundSection, SEARCH_OPTIONS } from '../../functions/docs/search-options.ts';
import { guidePage } from '../../scripts/build/docs/guides.ts';
import { parseGuide } from '../../scripts/build/docs/inputs.ts';
import { POLICY } from '../../scripts/build/docs/layout.ts';
import type { Site } from '../../scripts/build/docs/site.ts';
import { ERROR_CATALOGUE } from '../../shared/api/errors/errors.ts';
import document from '../../shared/api/openapi.generated.json' with { type: 'json' };
import { SCOPES } from '../../shared/api/scopes.ts';
import { EVENT_TYPES } from '../../shared/domain/event-types.ts';
import { REASONS } from '../../shared/domain/reasons.ts';
import { attributes, builtSite, pagesOf } from './support.ts';

const SCRIPT_BUDGET_BYTES = 40 * 1024;
/** Pages outside of the documentation that the documentation links to. */
const OTHER_PAGES = ['/openapi.json', '/console'];

let site: Site;
let pages: ReadonlyMap<string, string>;
beforeAll(async () => {
  site = await builtSite();
  pages = pagesOf(site);
});

const idsOf = (path: string): readonly string[] => attributes(pages.get(path) ?? '', 'id');

/** Returns what is wrong with a link of a page; `null`: it works. */
const problemOf = (page: string, href: string): string | null => {
  if (/^https?:/.test(href)) return null;
  const url = new URL(href, `https://service.example/docs${page === '' ? '' : `/${page}`}`);
  if (OTHER_PAGES.includes(url.pathname)) return null;
  const target = url.pathname.replace(/^\/docs\/?/, '');
  if (!/^\/docs(\/|$)/.test(url.pathname) || !site.has(target)) return `${page}: no page ${href}`;
  const anchor = decodeURIComponent(url.hash.slice(1));
  return anchor === '' || idsOf(target).includes(anchor) ? null : `${page}: no anchor ${href}`;
};

describe('the pages of the documentation', () => {
  it('contain links to error codes, except codes that are also failure codes of payments', () => {
    const links = [...pages.values()].flatMap((page) => attributes(page.slice(page.indexOf('<main')), 'href'));
    const countLinks = (code: string) => links.filter((href) => href.endsWith(`errors#${code}`)).length;
    expect([countLinks('state_conflict') > 1, countLinks('authentication_required')]).toEqual([true, 0]);
  });

  it('contain no dead link', () => {
    const results = [...pages].flatMap(([page, markup]) => attributes(markup, 'href').map((href) => problemOf(page, href)));
    expect(results.length).toBeGreaterThan(5000);
    expect(results.filter((problem) => problem !== null)).toEqual([]);
  });

  it('are checked for links to missing pages and anchors', () => {
    expect(problemOf('guides/webhooks', '../errors#state_conflict')).toBeNull();
    expect(problemOf('guides/webhooks', '../errors#nothing')).toBe('guides/webhooks: no anchor ../errors#nothing');
    expect(problemOf('guides/webhooks', 'errors')).toBeNull();
    expect(problemOf('guides/webhooks', 'nothing')).toBe('guides/webhooks: no page nothing');
    expect(problemOf('', 'errors')).toBe(': no page errors');
  });

  it('contain every id at most once per page', () => {
    const repeated = [...pages].flatMap(([page]) =>
      idsOf(page)
        .filter((id, index, ids) => ids.indexOf(id) !== index)
        .map((id) => `${page}#${id}`),
    );
    expect(repeated).toEqual([]);
  });

  it('have an anchor for every error code, reason, event type, scope and operation', () => {
    const operations = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods as Readonly<Record<string, { readonly operationId: string }>>).map(({ operationId }) => operationId),
    );
    const anchors = new Set([...pages.keys()].filter((page) => page.startsWith('api/')).flatMap(idsOf));
    expect(operations.filter((id) => !anchors.has(id))).toEqual([]);
    expect([...Object.keys(ERROR_CATALOGUE), ...REASONS].filter((name) => !idsOf('errors').includes(name))).toEqual([]);
    expect(EVENT_TYPES.filter((type) => !idsOf('events').includes(type))).toEqual([]);
    expect(SCOPES.filter((scope) => !idsOf('scopes').includes(scope))).toEqual([]);
  });

  it('list the operations that each scope of API keys allows', () => {
    const rows = (pages.get('scopes') ?? '').split('<tr id="').slice(1);
    const operationsOf = (scope: string): number =>
      rows.find((row) => row.startsWith(`${scope}"`))?.match(/<a href="[^"#]*api\//g)?.length ?? 0;
    expect(SCOPES.filter((scope) => operationsOf(scope) === 0)).toEqual([]);
    expect(operationsOf('refunds:write')).toBe(1);
  });

  it('load only files of the site, and contain no inline style and only one inline script, which the security policy allows', () => {
    for (const [page, markup] of pages) {
      expect([page, attributes(markup, 'style'), /<style/.test(markup), / on[a-z]+="/.test(markup)]).toEqual([page, [], false, false]);
      expect(attributes(markup, 'src').filter((src) => !/^(\.\.\/)*docs\/assets\/docs-[0-9A-Z]{8}\.js$/.test(src))).toEqual([]);
      expect([...markup.matchAll(/<script>/g)]).toHaveLength(1);
    }
    expect(POLICY).toMatch(/script-src 'self' 'sha256-[\w+/]+='; style-src 'self';/);
    expect(POLICY).toContain("font-src 'self'");
    expect(POLICY).not.toContain('unsafe');
  });

  it('contain no API key other than the example', () => {
    const keys = [...pages.values()].flatMap((markup) => markup.match(/svc_(?:test|live)_[\w.]+/g) ?? []);
    expect([...new Set(keys)].filter((key) => !/^svc_(test|live)_(\.\.\.|(EXAMPLE(KEY)?)+)$/.test(key))).toEqual([]);
  });

  it('load one small script', () => {
    const scripts = [...site].filter(([path]) => path.endsWith('.js'));
    expect(scripts).toHaveLength(1);
    expect(gzipSync(String(scripts[0]?.[1].content)).length).toBeLessThan(SCRIPT_BUDGET_BYTES);
  });
});

describe('the reference as Markdown', () => {
  const textAt = (path: string): string => String(site.get(path)?.content);

  it('contains an operation with fields and an example, and contains no HTML markup', () => {
    const text = textAt('api/refunds.md');
    expect(text).toMatch(/^# Refunds\n/);
    expect(text).toContain(
      '## Refund a charge\n\n`POST /v1/refunds`\n\nTypeScript `billing.refunds.create({...})`, Python `billing.refunds.create({...})`\n',
    );
    expect(text).toMatch(/- `amount_cents` integer\n {2}Amount to refund in cents\./);
    expect(text).toContain("curl 'https://billing.example.com/v1/refunds'");
    for (const [path] of site)
      if (/^(api|error-codes|events|scopes).*\.md$/.test(path)) expect([path, /<\/\w+>/.test(textAt(path))]).toEqual([path, false]);
  });

  it('names the call of the TypeScript client for an operation', () => {
    expect(textAt('api/usage.md')).toContain('TypeScript `billing.usageRecords.summary(subscriptionId, {...})`');
  });

  it('links only to Markdown files and other pages of the service, without anchors of the HTML pages', () => {
    const links = [...site.keys()]
      .filter((path) => /^(api|error-codes|events|scopes).*\.md$/.test(path))
      .flatMap((path) =>
        [...textAt(path).matchAll(/\]\(([^)]+)\)/g)].map(([, href = '']) => new URL(href, `https://service.example/docs/${path}`)),
      );
    const wrongLinks = links
      .filter(({ host, pathname }) => host === 'service.example' && ![...OTHER_PAGES, '/docs'].includes(pathname))
      .filter(
        ({ pathname, hash }) =>
          !site.has(pathname.replace('/docs/', '')) ||
          !pathname.endsWith('.md') ||
          (hash !== '' && /api|events|scopes|error-codes/.test(pathname)),
      );
    expect(links.length).toBeGreaterThan(1000);
    expect(wrongLinks.map(({ href }) => href)).toEqual([]);
  });

  it('contains every error code and reason in `error-codes.md`; `errors.md` is the guide to errors', () => {
    const text = textAt('error-codes.md');
    expect([...Object.keys(ERROR_CATALOGUE), ...REASONS].filter((name) => !text.includes(`\n### \`${name}\`\n`))).toEqual([]);
    expect(textAt('errors.md')).toMatch(/^# Errors, idempotency/);
  });

  it('contains every event type and scope', () => {
    expect(EVENT_TYPES.filter((type) => !textAt('events.md').includes(`\n## \`${type}\`\n`))).toEqual([]);
    expect(SCOPES.filter((scope) => !textAt('scopes.md').includes(`\n| \`${scope}\` | `))).toEqual([]);
  });
});

describe('the search index', () => {
  const search = (query: string): readonly FoundSection[] => {
    const [, { content } = { content: '' }] = [...site].find(([path]) => path.startsWith('assets/search-')) ?? [];
    return MiniSearch.loadJSON(String(content), SEARCH_OPTIONS).search(query) as unknown as readonly FoundSection[];
  };

  it.each([
    ['test cards', 'guides/test-clocks#act-as-the-buyer-and-the-bank'],
    ['sign webhook', 'guides/webhooks#2-verify-deliveries'],
    ['HMAC', 'guides/webhooks#2-verify-deliveries'],
    ['next page', 'guides/lists#page-through-a-list'],
    ['privacy', 'guides/operating#when-a-customer-asks'],
    ['erase', 'guides/operating#when-a-customer-asks'],
    ['VAT', 'guides/vat-in-europe'],
    ['insufficient_scope', 'errors#insufficient_scope'],
    ['create a customer', 'api/customers#customers.create'],
    ['refunds:write', 'scopes#refunds:write'],
  ])('lists the right section first for %s', (query, url) => {
    expect(search(query)[0]?.url).toBe(url);
  });

  // One of the first 12 results must be on the given page; '': any page.
  it.each([
    ['HMAC', 'guides/webhooks'],
    ['refund window', ''],
    ['VAT', 'guides/tax'],
    ['state_conflict', 'errors#state_conflict'],
    ['customer.updated', 'events#customer.updated'],
    ['create a customer', 'api/customers#customers.create'],
    ['idempotency key', ''],
    ['npm install', 'guides/client'],
    ['test card', 'guides/test-clocks'],
    ['half refund', 'guides/refunds-and-disputes'],
    ['refunds:write', 'scopes#refunds:write'],
    ['restricted key', 'scopes'],
    ['pagination', 'guides/lists'],
    ['GDPR', 'guides/operating'],
    ['localstack', 'guides/deploying'],
    ['proration', 'guides/subscription-lifecycle'],
    ['cancel immediately', 'guides/subscription-lifecycle'],
    ['chargeback', 'guides/refunds-and-disputes'],
  ])('finds %s', (query, page) => {
    const urls = search(query)
      .slice(0, 12)
      .map(({ url }) => url);
    expect(urls.length).toBeGreaterThan(0);
    expect(urls.some((url) => url.startsWith(page))).toBe(true);
    expect(urls.map((url) => problemOf('', `docs/${url}`)).filter((problem) => problem !== null)).toEqual([]);
  });
});

describe('a guide', () => {
  it('is rejected if it has keywords for a section that does not exist', () => {
    const guide = parseGuide('tax', '---\ntitle: Tax\ngroup: Billing\norder: 5\nkeywords#rates: levy\n---\n# Tax\n\n## Sell\n\nText.\n');
    expect(() => guidePage(guide, { hrefOf: (href) => href, pageOf: () => null })).toThrow('keywords of the section #rates');
  });

  it('has title, group, order and optional keywords in its front matter', () => {
    expect(parseGuide('tax', '---\ntitle: Tax: rates\ngroup: Billing\norder: 5\n---\n# Tax\n')).toEqual({
      name: 'tax',
      title: 'Tax: rates',
      group: 'Billing',
      order: 5,
      keywords: '',
      sectionKeywords: {},
      text: '# Tax\n',
    });
    const withKeywords = parseGuide(
      'tax',
      '---\ntitle: Tax\ngroup: Billing\norder: 5\nkeywords: VAT\nkeywords#rates: percent, levy\n---\n# Tax\n',
    );
    expect(withKeywords).toMatchObject({ keywords: 'VAT', sectionKeywords: { rates: 'percent, levy' } });
    for (const source of ['# Tax\n', '---\ntitle: Tax\ngroup: Billing\n---\n', '---\ntitle: Tax\ngroup: Billing\norder: last\n---\n']) {
      expect(() => parseGuide('tax', source)).toThrow('functions/docs/guides/tax.md needs a front matter with title, group and order');
    }
  });
});
