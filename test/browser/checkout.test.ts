import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openShop, type Shop } from '../../scripts/journey/shop.ts';
import { until } from '../../scripts/support/waiting.ts';
import { freshPage, launchBrowser } from '../support/browser.ts';
import { service } from '../support/service.ts';
import { shortcomingsOf, sidewaysOf } from './accessibility.ts';
import { type SaleDesk, saleDesk } from './sale.ts';

let browser: Browser;
let shop: Shop;
let desk: SaleDesk;
let accountId: string;
let context: BrowserContext;
let page: Page;
let violations: readonly string[];

/** A browser on a busy machine takes its time; the waits inside are for conditions. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const { baseUrl, createAccount } = service();

beforeAll(async () => {
  [browser, shop] = await Promise.all([launchBrowser(), openShop()]);
  const account = await createAccount();
  accountId = account.accountId;
  desk = await saleDesk({ baseUrl, testKey: account.testKey, successUrl: shop.successUrl, cancelUrl: shop.cancelUrl });
});

afterAll(async () => {
  await browser.close();
  await shop.close();
});

beforeEach(async () => {
  ({ context, page, violations } = await freshPage(browser));
});

afterEach(async () => {
  expect(violations).toEqual([]);
  await context.close();
});

const WIDE = { width: 1280, height: 800 };
/** The narrowest that has to work without scrolling in two directions: 1280 pixels at 400 %. */
const NARROW = { width: 320, height: 568 };

const goToBank = async (url: string): Promise<void> => {
  await page.goto(url);
  await page.getByLabel('Card', { exact: true }).check();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByRole('button', { name: 'Paid', exact: true }).waitFor();
};

const decide = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

const CARELESS = `<html><body style="width: 900px"><main><h3></h3><input id="a"><button style="height: 10px"></button>
<p style="color: #ccc; background: #fff">Pale</p></main></body></html>`;

describe('the checks themselves', () => {
  it('find what a careless page lacks', async () => {
    await page.setViewportSize(NARROW);
    await page.setContent(CARELESS);
    const found = (await shortcomingsOf(page)).join('; ');
    for (const lack of ['no language', 'no title', 'one h1', 'no label: a', 'no name', 'hard to hit', 'contrast is 1.61'])
      expect(found).toContain(lack);
    expect(await sidewaysOf(page)).toBeGreaterThan(0);
  });
});

describe('the checkout page', () => {
  it.each([
    ['light', WIDE],
    ['dark', WIDE],
    ['light', NARROW],
  ] as const)('can be used by everyone: %s, %o', async (colorScheme, viewport) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await page.goto((await desk.open()).url);
    expect(await shortcomingsOf(page)).toEqual([]);
    expect(await sidewaysOf(page)).toBe(0);
  });

  it('[CHK-22] is where the session says, with what is bought and what it costs', async () => {
    const response = await page.goto((await desk.open()).url);
    expect(response?.status()).toBe(200);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('A plan with a name');
    expect(await page.getByText('€19.99 every month').isVisible()).toBe(true);
  });

  it('shows where the keyboard is, and takes a payment by keyboard alone', async () => {
    const session = await desk.open();
    await page.goto(session.url);
    const focused = () =>
      page.evaluate("document.activeElement.matches(':focus-visible') && getComputedStyle(document.activeElement).outlineStyle");
    // Past the field for businesses, which stays closed.
    for (const typed of ['ada@example.com', 'Ada', 'Neth', '', ' ']) {
      await page.keyboard.press('Tab');
      expect(await focused()).toBe('solid');
      await page.keyboard.type(typed);
    }
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('solid');
    await page.keyboard.press('Enter');
    const paid = page.getByRole('button', { name: 'Paid', exact: true });
    await paid.waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Paid');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${shop.successUrl}**`);
    expect(await desk.statusOf(session.id)).toBe('completed');
    expect(await desk.buyerOf(session.id)).toMatchObject({ email: 'ada@example.com', name: 'Ada', country_code: 'NL' });
  });

  it('says what is wrong where the reader is, and leads to the field', async () => {
    await page.goto((await desk.open()).url);
    await page.evaluate("document.querySelectorAll('input').forEach((input) => input.removeAttribute('required'))");
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.evaluate("document.activeElement.getAttribute('role')")).toBe('alert');
    expect(await page.title()).toMatch(/^Problem: /);
    expect(await shortcomingsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Choose how you want to pay.' }).click();
    await page.keyboard.press('Space');
    expect(await page.getByLabel('Card', { exact: true }).isChecked()).toBe(true);
  });

  it('[CHK-32] leads back to the shop when the buyer turns back, and is over then', async () => {
    const session = await desk.open();
    await page.goto(session.url);
    await page.getByRole('button', { name: /^Cancel/ }).click();
    await page.waitForURL(`${shop.cancelUrl}**`);
    expect(await desk.statusOf(session.id)).toBe('expired');
    expect(await desk.eventTypes()).toContain('checkout.session.expired');
    const response = await page.goto(session.url);
    expect(response?.status()).toBe(410);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Checkout closed');
    expect(await shortcomingsOf(page)).toEqual([]);
  });

  it('[CHK-32] lets the buyer turn back from the bank, too', async () => {
    const session = await desk.open();
    await goToBank(session.url);
    await page.goBack();
    await page.getByRole('button', { name: /^Cancel/ }).click();
    await page.waitForURL(`${shop.cancelUrl}**`);
    expect(await desk.statusOf(session.id)).toBe('expired');
  });

  it('leads a session that was paid on to the shop', async () => {
    const session = await desk.open();
    await goToBank(session.url);
    await decide('Paid');
    await page.waitForURL(`${shop.successUrl}**`);
    await page.goto(session.url);
    await page.getByRole('link', { name: /^Continue/ }).click();
    await page.waitForURL(`${shop.successUrl}**`);
  });
});

describe('what comes back from the bank', () => {
  it('[CHK-30] explains a refused payment', async () => {
    const session = await desk.open();
    await goToBank(session.url);
    await decide('Failed');
    await page.getByRole('heading', { name: 'Payment failed' }).waitFor();
    expect(await shortcomingsOf(page)).toEqual([]);
    expect(await desk.statusOf(session.id)).toBe('expired');
    await page.getByRole('link', { name: /^Back to/ }).click();
    await page.waitForURL(`${shop.cancelUrl}**`);
  });

  it('leads a buyer who called off the payment straight back to the shop', async () => {
    const session = await desk.open();
    await goToBank(session.url);
    await decide('Canceled');
    await page.waitForURL(`${shop.cancelUrl}**`);
    await until(async () => (await desk.statusOf(session.id)) === 'expired');
  });

  it('waits for a bank that has not decided', async () => {
    const session = await desk.open();
    await goToBank(session.url);
    await decide('Pending');
    await page.getByRole('heading', { name: 'Payment in progress' }).waitFor();
    expect(await desk.statusOf(session.id)).toBe('processing');
    expect(await page.locator('meta[http-equiv=refresh]').count()).toBe(1);
    expect(await shortcomingsOf(page)).toEqual([]);
  });
});

const NOBODY = `cs_${'0'.repeat(26)}`;
const form = (body: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body,
  redirect: 'manual',
});

describe('what a checkout page refuses', () => {
  it('shows a page for a session that is not there', async () => {
    const response = await page.goto(`${baseUrl}/checkout/${accountId}/test/${NOBODY}`);
    expect(response?.status()).toBe(404);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Checkout not found');
    expect(await shortcomingsOf(page)).toEqual([]);
  });

  it.each([['live'], ['test']])('finds no session of one mode or account under another: %s', async (mode) => {
    const { id } = await desk.open();
    const account = mode === 'live' ? accountId : `acct_${'0'.repeat(26)}`;
    expect((await fetch(`${baseUrl}/checkout/${account}/${mode}/${id}`)).status).toBe(404);
  });

  it('has no page for an embedded session', async () => {
    const { id, url } = await desk.open({ ui_mode: 'embedded' });
    expect(url).toBe('null');
    expect((await fetch(`${baseUrl}/checkout/${accountId}/test/${id}`)).status).toBe(404);
    expect((await fetch(`${baseUrl}/checkout/${accountId}/test/${id}/cancel`, form(''))).status).toBe(404);
  });

  it.each([['method=banktransfer'], ['method=gold'], ['']])('says on the page that the method will not do: %s', async (body) => {
    const { url } = await desk.open();
    const response = await fetch(`${url}/pay`, form(body));
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('<a href="#method-creditcard">Choose how you want to pay.</a>');
  });

  it('sends its security headers with every page', async () => {
    const { url } = await desk.open();
    for (const response of [
      await fetch(url),
      await fetch(`${url}/pay`, form('method=gold')),
      await fetch(`${url.slice(0, -26)}${'0'.repeat(26)}`),
    ]) {
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; frame-ancestors 'none'$/,
      );
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('referrer-policy')).toBe('no-referrer');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });
});
