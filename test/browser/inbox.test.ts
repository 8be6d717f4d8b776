import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, clientOf } from '../../scripts/support/api.ts';
import { newPlan, subscribe } from '../contract/support/objects.ts';
import { launchBrowser } from '../support/browser.ts';
import { service } from '../support/service.ts';
import { axeFindings } from './axe.ts';

const { baseUrl, createAccount, mails, runCommand } = service();
const INBOX = `${baseUrl}/_local/mail`;
const member = `member-${randomUUID()}@example.com`;
const stranger = `stranger-${randomUUID()}@example.com`;

let browser: Browser;
let client: Client;
beforeAll(async () => {
  browser = await launchBrowser();
  const account = await createAccount();
  client = clientOf(baseUrl, account.testKey);
  await runCommand('members add', account.accountId, member);
  const { priceId } = await newPlan(client);
  for (const email of [member, stranger]) {
    const { id } = await client.post('/v1/customers', { name: 'Ada <b>', email });
    await subscribe(client, priceId, { customer_id: id });
  }
});
afterAll(() => browser.close());

const withPage = async (path: string, options: Parameters<Browser['newContext']>[0], use: (page: Page) => Promise<void>): Promise<void> => {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.goto(path);
  await use(page);
  expect(problems).toEqual([]);
  await context.close();
};

const rowOf = (page: Page, address: string) => page.getByRole('listitem').filter({ hasText: address }).filter({ hasText: 'receipt' });

/** Reloads the inbox until it lists the receipt to an address. */
const waitForReceipt = (page: Page, address: string): Promise<void> =>
  expect
    .poll(async () => {
      await page.goto(INBOX);
      return rowOf(page, address).count();
    })
    .toBe(1);

const expectAccessible = async (path: string): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const)
    await withPage(path, { colorScheme, viewport: { width: 390, height: 844 }, bypassCSP: true }, async (page) => {
      expect(await axeFindings(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    });
};

describe.runIf(mails !== null)('the inbox of the local service', () => {
  it('shows a sent mail with its HTML, text and attachment', async () => {
    await withPage(INBOX, {}, async (page) => {
      await waitForReceipt(page, member);
      expect(await rowOf(page, member).textContent()).not.toContain('Withheld');
      await rowOf(page, member).getByRole('link').click();
      await page.getByRole('heading', { level: 1, name: /Your receipt/ }).waitFor();
      await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor();
      expect(await page.locator('pre').textContent()).toMatch(/TEST-\d{6}/);
      const pdf = await page.getByRole('link', { name: /\.pdf$/ }).getAttribute('href');
      const response = await fetch(new URL(pdf ?? '', page.url()));
      expect([response.headers.get('content-type'), (await response.text()).slice(0, 5)]).toEqual(['application/pdf', '%PDF-']);
      await expectAccessible(page.url());
    });
  });

  it('shows a withheld mail with the reason', async () => {
    await withPage(INBOX, {}, async (page) => {
      await waitForReceipt(page, stranger);
      expect(await rowOf(page, stranger).textContent()).toContain('Withheld: In test mode, only members of the account get emails.');
      await rowOf(page, stranger).getByRole('link').click();
      await page.getByText('Withheld: In test mode').waitFor();
      await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor();
      expect(await page.locator('pre').textContent()).toMatch(/TEST-\d{6}/);
    });
    expect((await mails?.())?.filter(({ to }) => to === stranger)).toEqual([]);
  });

  it('is accessible, fits a phone, has a strict CSP, and returns 404 for an unknown mail', async () => {
    await expectAccessible(INBOX);
    const headersOf = async (path: string) => (await fetch(path, { headers: { accept: 'text/html' } })).headers;
    expect((await headersOf(INBOX)).get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; frame-src 'self';/,
    );
    expect((await fetch(`${INBOX}/none`)).status).toBe(404);
  });
});

describe.runIf(mails !== null)('the home page of the local service', () => {
  it('links to documentation, console, inbox and components, is accessible and shows the test key', async () => {
    await withPage(`${baseUrl}/`, {}, async (page) => {
      const links = await page
        .getByRole('main')
        .getByRole('link')
        .evaluateAll((all) => all.map((link) => (link as unknown as { href: string }).href));
      expect(links).toEqual([`${baseUrl}/docs`, `${baseUrl}/console`, INBOX, `${baseUrl}/_local/components`]);
      await page.getByText(/^svc_test_/).waitFor();
    });
    await expectAccessible(`${baseUrl}/`);
  });
});
