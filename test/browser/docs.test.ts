import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { service } from '../support/service.ts';

const { baseUrl, createAccount } = service();

let browser: Browser;
let page: Page;
const consoleErrors: string[] = [];
const foreignUrls: string[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  page = await browser.newPage();
  page.setDefaultTimeout(20_000);
  page.on('console', (message) => {
    if (message.type() === 'error') consoleErrors.push(message.text());
  });
  page.on('pageerror', (error) => consoleErrors.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(baseUrl) && !request.url().startsWith('data:')) foreignUrls.push(request.url());
  });
  await page.goto(`${baseUrl}/docs`);
});
afterAll(() => browser.close());

describe('the reference page', () => {
  it('lists the operations without foreign requests or console errors', async () => {
    for (const [group, operation] of [
      ['customers', 'List customers, newest first'],
      ['checkout_sessions', 'Create a checkout session'],
    ] as const) {
      await page.getByPlaceholder('Filter by tag').fill(group);
      await page.getByText(operation).waitFor();
    }
    expect(foreignUrls).toEqual([]);
    expect(consoleErrors).toEqual([]);
  });

  it('can execute an operation with an API key', async () => {
    const { testKey } = await createAccount();
    await page.getByPlaceholder('Filter by tag').fill('customers');
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    await page.locator('.auth-container input').first().fill(testKey);
    await page.locator('.auth-container').first().getByRole('button', { name: 'Apply credentials' }).click();
    await page.getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('List customers, newest first').click();
    const operation = page.locator('.opblock').filter({ hasText: 'List customers, newest first' });
    await operation.getByRole('button', { name: 'Execute' }).click();
    await operation.locator('.live-responses-table').getByText('200', { exact: true }).waitFor();
    await expect(operation.locator('.live-responses-table').textContent()).resolves.toContain('"has_more": false');
  });
});

describe('the files of the reference page', () => {
  it('are served, and other files return 404', async () => {
    for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'start.js']) {
      const response = await fetch(`${baseUrl}/docs/${file}`);
      expect([file, response.status, response.headers.get('x-content-type-options')]).toEqual([file, 200, 'nosniff']);
      expect((await response.text()).length).toBeGreaterThan(100);
    }
    expect((await fetch(`${baseUrl}/docs/passwords.txt`)).status).toBe(404);
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
