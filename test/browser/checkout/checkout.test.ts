import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openShop, type Shop } from '../../../scripts/journey/shop.ts';
import { until } from '../../../scripts/support/waiting.ts';
import { freshPage, launchBrowser } from '../../support/browser.ts';
import { service } from '../../support/service.ts';
import { accessibilityProblems, horizontalOverflow } from '../accessibility.ts';
import { type CheckoutApi, checkoutApi } from './checkout-api.ts';

let browser: Browser;
let shop: Shop;
let checkouts: CheckoutApi;
let accountId: string;
let context: BrowserContext;
let page: Page;
let cspViolations: readonly string[];

/** Browsers are slow on a busy machine. The tests wait for conditions, so long timeouts do not slow them down. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const { baseUrl, createAccount } = service();

beforeAll(async () => {
  [browser, shop] = await Promise.all([launchBrowser(), openShop()]);
  const account = await createAccount();
  accountId = account.accountId;
  checkouts = await checkoutApi({ baseUrl, testKey: account.testKey, successUrl: shop.successUrl, cancelUrl: shop.cancelUrl });
});

afterAll(async () => {
  await browser.close();
  await shop.close();
});

beforeEach(async () => {
  ({ context, page, violations: cspViolations } = await freshPage(browser));
});

afterEach(async () => {
  expect(cspViolations).toEqual([]);
  await context.close();
});

const WIDE = { width: 1280, height: 800 };
/** The minimum width that must work without horizontal scrolling: a window of 1280 pixels that is zoomed to 400 %. */
const NARROW = { width: 320, height: 568 };

/** Opens the checkout page, pays by card and waits for the provider's page, on which the buyer chooses the outcome. */
const goToBank = async (url: string): Promise<void> => {
  await page.goto(url);
  await page.getByLabel('Card', { exact: true }).check();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByRole('button', { name: 'Paid', exact: true }).waitFor();
};

const chooseOutcome = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

const INACCESSIBLE = `<html><body style="width: 900px"><main><h3></h3><input id="a"><button style="height: 10px"></button>
<p style="color: #ccc; background: #fff">Pale</p></main></body></html>`;

describe('the accessibility checks', () => {
  it('find the problems of an inaccessible page', async () => {
    await page.setViewportSize(NARROW);
    await page.setContent(INACCESSIBLE);
    const problems = (await accessibilityProblems(page)).join('; ');
    for (const problem of ['no language', 'no title', 'one h1', 'no label: a', 'no name', 'too small', 'contrast is 1.61'])
      expect(problems).toContain(problem);
    expect(await horizontalOverflow(page)).toBeGreaterThan(0);
  });
});

describe('the checkout page', () => {
  it.each([
    ['light', WIDE],
    ['dark', WIDE],
    ['light', NARROW],
  ] as const)('is accessible: %s, %o', async (colorScheme, viewport) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await page.goto((await checkouts.open()).url);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBe(0);
  });

  it('[CHK-22] is at the `url` of the session and shows the product and the price', async () => {
    const response = await page.goto((await checkouts.open()).url);
    expect(response?.status()).toBe(200);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('A plan with a name');
    expect(await page.getByText('€19.99 per month').isVisible()).toBe(true);
  });

  it('shows the keyboard focus and can be paid by keyboard only', async () => {
    const session = await checkouts.open();
    await page.goto(session.url);
    const focused = () =>
      page.evaluate("document.activeElement.matches(':focus-visible') && getComputedStyle(document.activeElement).outlineStyle");
    // In tab order: email, name, country, the collapsed VAT number heading (nothing typed), the first method (Space selects it).
    for (const text of ['ada@example.com', 'Ada', 'Neth', '', ' ']) {
      await page.keyboard.press('Tab');
      expect(await focused()).toBe('solid');
      await page.keyboard.type(text);
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
    expect(await checkouts.statusOf(session.id)).toBe('completed');
    expect(await checkouts.buyerOf(session.id)).toMatchObject({ email: 'ada@example.com', name: 'Ada', country_code: 'NL' });
  });

  it('focuses the error summary, which links to the invalid field', async () => {
    await page.goto((await checkouts.open()).url);
    // Without `required`, the browser submits the incomplete form.
    await page.evaluate("document.querySelectorAll('input').forEach((input) => input.removeAttribute('required'))");
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.evaluate("document.activeElement.getAttribute('role')")).toBe('alert');
    expect(await page.title()).toMatch(/^Error: /);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('link', { name: 'Select a payment method.' }).click();
    await page.keyboard.press('Space');
    expect(await page.getByLabel('Card', { exact: true }).isChecked()).toBe(true);
  });

  it('[CHK-32] expires the session and redirects to the cancel URL when the buyer cancels', async () => {
    const session = await checkouts.open();
    await page.goto(session.url);
    await page.getByRole('button', { name: /^Cancel/ }).click();
    await page.waitForURL(`${shop.cancelUrl}**`);
    expect(await checkouts.statusOf(session.id)).toBe('expired');
    expect(await checkouts.eventTypes()).toContain('checkout.session.expired');
    const response = await page.goto(session.url);
    expect(response?.status()).toBe(410);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Checkout closed');
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('[CHK-32] lets the buyer cancel after going back from the page of the bank', async () => {
    const session = await checkouts.open();
    await goToBank(session.url);
    await page.goBack();
    await page.getByRole('button', { name: /^Cancel/ }).click();
    await page.waitForURL(`${shop.cancelUrl}**`);
    expect(await checkouts.statusOf(session.id)).toBe('expired');
  });

  it('links to the success URL after the payment', async () => {
    const session = await checkouts.open();
    await goToBank(session.url);
    await chooseOutcome('Paid');
    await page.waitForURL(`${shop.successUrl}**`);
    await page.goto(session.url);
    await page.getByRole('link', { name: /^Continue/ }).click();
    await page.waitForURL(`${shop.successUrl}**`);
  });
});

describe('the return from the bank', () => {
  it('[CHK-30] explains a refused payment', async () => {
    const session = await checkouts.open();
    await goToBank(session.url);
    await chooseOutcome('Failed');
    await page.getByRole('heading', { name: 'Payment failed' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await checkouts.statusOf(session.id)).toBe('expired');
    await page.getByRole('link', { name: /^Back to/ }).click();
    await page.waitForURL(`${shop.cancelUrl}**`);
  });

  it('redirects to the cancel URL after a canceled payment', async () => {
    const session = await checkouts.open();
    await goToBank(session.url);
    await chooseOutcome('Canceled');
    await page.waitForURL(`${shop.cancelUrl}**`);
    await until(async () => (await checkouts.statusOf(session.id)) === 'expired');
  });

  it('shows a page that refreshes while the payment is pending', async () => {
    const session = await checkouts.open();
    await goToBank(session.url);
    await chooseOutcome('Pending');
    await page.getByRole('heading', { name: 'Payment in progress' }).waitFor();
    expect(await checkouts.statusOf(session.id)).toBe('processing');
    expect(await page.locator('meta[http-equiv=refresh]').count()).toBe(1);
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});

const UNKNOWN_ID = `cs_${'0'.repeat(26)}`;
const formPost = (body: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body,
  redirect: 'manual',
});

describe('a request to the hosted checkout', () => {
  it('returns a 404 page for an unknown session', async () => {
    const response = await page.goto(`${baseUrl}/checkout/${accountId}/test/${UNKNOWN_ID}`);
    expect(response?.status()).toBe(404);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Checkout not found');
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it.each(['mode', 'account'])('returns 404 for a session of another %s', async (difference) => {
    const { id } = await checkouts.open();
    const path = difference === 'mode' ? `${accountId}/live` : `acct_${'0'.repeat(26)}/test`;
    expect((await fetch(`${baseUrl}/checkout/${path}/${id}`)).status).toBe(404);
  });

  it('returns 404 for an embedded session', async () => {
    const { id, url } = await checkouts.open({ ui_mode: 'embedded' });
    expect(url).toBe('null');
    expect((await fetch(`${baseUrl}/checkout/${accountId}/test/${id}`)).status).toBe(404);
    expect((await fetch(`${baseUrl}/checkout/${accountId}/test/${id}/cancel`, formPost(''))).status).toBe(404);
  });

  it.each(['method=banktransfer', 'method=gold', ''])(
    'returns the page with an error if the posted form has no valid payment method: "%s"',
    async (body) => {
      const { url } = await checkouts.open();
      const response = await fetch(`${url}/pay`, formPost(body));
      expect(response.status).toBe(400);
      expect(await response.text()).toContain('<a href="#method-creditcard">Select a payment method.</a>');
    },
  );

  it('returns security headers with every page', async () => {
    const { url } = await checkouts.open();
    for (const response of [
      await fetch(url),
      await fetch(`${url}/pay`, formPost('method=gold')),
      await fetch(`${url.slice(0, -26)}${'0'.repeat(26)}`),
    ]) {
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; font-src 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      );
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('referrer-policy')).toBe('no-referrer');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });
});
