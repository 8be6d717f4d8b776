import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { service } from '../support/service.ts';
import { axeFindings } from './axe.ts';

const { baseUrl } = service();
/** Maximum compressed size of the files that the browser waits for. On a throttled phone, 10 KB take a fifth of a second. */
const BLOCKING_BUDGET_BYTES = 10 * 1024;
/** Names and compressed sizes of the files that the browser waits for before it paints text. */
const BLOCKING = `performance.getEntriesByType('resource')
  .filter(({ renderBlockingStatus }) => renderBlockingStatus === 'blocking')
  .map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize])`;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

type ContextOptions = Parameters<Browser['newContext']>[0];

interface Opened {
  readonly page: Page;
  /** Errors in the console, and requests to other services. */
  readonly problems: readonly string[];
  readonly requests: readonly string[];
}

/** Opens a page of the documentation, and closes it after `use`. */
const withPage = async (path: string, options: ContextOptions, use: (opened: Opened) => Promise<void>): Promise<void> => {
  const context: BrowserContext = await browser.newContext(options);
  const page = await context.newPage();
  const problems: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => {
    requests.push(request.url());
    if (!request.url().startsWith(`${baseUrl}/`)) problems.push(`request to ${request.url()}`);
  });
  await page.goto(`${baseUrl}${path}`);
  await use({ page, problems, requests });
  await context.close();
};

const TYPICAL_PATHS = ['/docs', '/docs/guides/webhooks', '/docs/api/customers'];
const PHONE = { viewport: { width: 390, height: 844 } };
const overflow = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollWidth - innerWidth');

describe('a page of the documentation', () => {
  it.each(TYPICAL_PATHS)('has no accessibility problem, console error or request to another service: %s', async (path) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      // axe adds a script to the page, which the policy of the page forbids.
      await withPage(path, { colorScheme }, async ({ problems }) => expect(problems).toEqual([]));
      await withPage(path, { colorScheme, bypassCSP: true }, async ({ page }) => expect(await axeFindings(page)).toEqual([]));
    }
  });

  it.each([...TYPICAL_PATHS, '/docs/errors', '/docs/events', '/docs/api/tenant'])('fits a phone: %s', async (path) => {
    await withPage(path, PHONE, async ({ page }) => expect(await overflow(page)).toBe(0));
  });

  it.each(TYPICAL_PATHS)('waits only for a small style sheet before it shows text: %s', async (path) => {
    await withPage(path, PHONE, async ({ page }) => {
      const blocking = await page.evaluate<readonly (readonly [string, number])[]>(BLOCKING);
      expect(blocking).toEqual([[expect.stringMatching(/\/docs\/assets\/docs-[0-9A-Z]+\.css$/), expect.any(Number)]]);
      const [, bytes = 0] = blocking[0] ?? [];
      expect(bytes).toBeGreaterThan(0);
      expect(bytes).toBeLessThan(BLOCKING_BUDGET_BYTES);
    });
  });

  it('is readable without JavaScript', async () => {
    await withPage('/docs/api/customers', { javaScriptEnabled: false }, async ({ page }) => {
      await page.getByRole('heading', { name: 'Create a customer' }).waitFor();
      await page.getByRole('navigation').getByRole('link', { name: 'Webhooks', exact: true }).click();
      await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
    });
  });

  it('has a menu on a phone', async () => {
    await withPage('/docs', PHONE, async ({ page }) => {
      const link = page.getByRole('navigation').getByRole('link', { name: 'Quickstart' });
      expect(await link.isVisible()).toBe(false);
      await page.getByRole('button', { name: 'Menu' }).click();
      await link.click();
      await page.getByRole('heading', { name: 'Quickstart', level: 1 }).waitFor();
    });
  });

  it('remembers the choice of light or dark mode', async () => {
    await withPage('/docs', { colorScheme: 'dark' }, async ({ page }) => {
      const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
      const dark = await background();
      await page.getByRole('button', { name: 'Switch between light and dark' }).click();
      const light = await background();
      await page.goto(`${baseUrl}/docs/errors`);
      expect([dark, light, await background()]).toEqual(['rgb(15, 17, 21)', 'rgb(255, 255, 255)', 'rgb(255, 255, 255)']);
    });
  });
});

describe('the search', () => {
  it.each([
    ['HMAC', /Webhooks/],
    ['refund window', /Refund|refund/],
    ['VAT', /VAT/],
  ])('finds %s', async (query, title) => {
    await withPage('/docs/errors', {}, async ({ page, problems }) => {
      await page.keyboard.press('/');
      await page.keyboard.type(query);
      const results = page.getByRole('option').filter({ hasText: title });
      await results.first().waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.href !== `${baseUrl}/docs/errors`);
      expect(problems).toEqual([]);
    });
  });

  it('loads its index only when it is used', async () => {
    await withPage('/docs/errors', {}, async ({ page, requests }) => {
      expect(requests.filter((url) => url.includes('search-'))).toEqual([]);
      await page.getByRole('combobox').fill('nothing at all like this');
      await page.getByText('Nothing found').or(page.getByRole('option')).first().waitFor();
      expect(requests.filter((url) => url.includes('search-'))).toHaveLength(1);
    });
  });
});

describe('the examples', () => {
  it('contain the address and the test key of the local service, and keep the chosen language on other pages', async () => {
    await withPage('/docs/api/customers', {}, async ({ page }) => {
      const sample = page.locator('[id="customers.create"] .samples');
      await expect.poll(() => sample.textContent()).toMatch(/curl 'http:\/\/127\.0\.0\.1:\d+\/v1\/customers'.*Bearer svc_test_\w{20,}/s);
      await sample.getByText('Python', { exact: true }).click();
      await page.locator('[id="customers.list"] .panel[data-language="python"]').getByText('from billing_service import Billing').waitFor();
      await page.goto(`${baseUrl}/docs/api/products`);
      await page.locator('[id="products.create"] .panel[data-language="python"]').getByText('billing.products.create({').waitFor();
    });
  });
});

describe('a URL of the earlier API reference', () => {
  it('leads to the same operation in the current reference', async () => {
    await withPage('/docs#/customers/customers.create', {}, async ({ page }) => {
      await page.waitForURL(`${baseUrl}/docs/api/customers#customers.create`);
    });
  });
});

describe('the files of the documentation', () => {
  const header = async (path: string, name: string) => (await fetch(`${baseUrl}${path}`)).headers.get(name);

  it('have a strict CSP, and are cached: pages for five minutes, other files for a year', async () => {
    for (const path of TYPICAL_PATHS) {
      const policy = (await header(path, 'content-security-policy')) ?? '';
      expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'sha256-[^']+'; style-src 'self'; /);
      expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'; frame-ancestors 'none'");
      expect([await header(path, 'cache-control'), await header(path, 'x-content-type-options')]).toEqual([
        'public, max-age=300',
        'nosniff',
      ]);
    }
    const page = await (await fetch(`${baseUrl}/docs`)).text();
    const assets = [...new Set(page.match(/docs\/assets\/[\w.-]+/g))];
    expect(assets).toHaveLength(2);
    for (const asset of assets) expect(await header(`/${asset}`, 'cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('are served without caching under a file name of an earlier release; unknown paths get 404', async () => {
    const response = await fetch(`${baseUrl}/docs/assets/docs-00000000.css`);
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      200,
      'text/css; charset=utf-8',
      'no-store',
    ]);
    for (const path of ['/docs/nothing', '/docs/assets/other-00000000.css', '/docs/constructor', '/docs/guides/webhooks/']) {
      expect((await fetch(`${baseUrl}${path}`)).status).toBe(404);
    }
  });

  it('include the OpenAPI document with the URL of this service', async () => {
    const response = await fetch(`${baseUrl}/openapi.json`);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(await response.json()).toMatchObject({
      openapi: '3.1.0',
      info: { version: '1.0.0', 'x-date': '2026-09-13' },
      servers: [{ url: baseUrl }],
    });
  });
});
