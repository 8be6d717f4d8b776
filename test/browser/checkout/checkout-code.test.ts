import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openShop, type Shop } from '../../../scripts/journey/shop.ts';
import { clientOf } from '../../../scripts/support/api.ts';
import { launchBrowser } from '../../support/browser.ts';
import { service } from '../../support/service.ts';
import { accessibilityProblems, horizontalOverflow } from '../accessibility.ts';
import { type CheckoutApi, checkoutApi } from './checkout-api.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let browser: Browser;
let shop: Shop;
let checkouts: CheckoutApi;
let code: string;

const { baseUrl, createAccount } = service();

beforeAll(async () => {
  [browser, shop] = await Promise.all([launchBrowser(), openShop()]);
  const { testKey } = await createAccount();
  checkouts = await checkoutApi({ baseUrl, testKey, successUrl: shop.successUrl, cancelUrl: shop.cancelUrl });
  await checkouts.allowPromotionCodes();
  const coupon = await clientOf(baseUrl, testKey).post('/v1/coupons', { code: 'SPRING', amount_off_cents: 999, currency: 'EUR' });
  code = String(coupon.code);
});

afterAll(async () => {
  await browser.close();
  await shop.close();
});

const withPage = async (options: Parameters<Browser['newContext']>[0], test: (page: Page) => Promise<void>): Promise<void> => {
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await test(page);
  } finally {
    await context.close();
  }
};

const PHONE = { width: 360, height: 740 };

describe('a promotion code in a browser', () => {
  it.each([true, false])('is rejected if unknown; a valid code can be applied and removed; JavaScript: %s', async (javaScriptEnabled) => {
    await withPage({ javaScriptEnabled, viewport: PHONE }, async (page) => {
      await page.goto((await checkouts.open()).url);
      const apply = async (text: string) => {
        await page.getByLabel('Promotion code').fill(text);
        await page.getByRole('button', { name: 'Apply' }).click();
      };
      await page.getByText('Add promotion code').click();
      await apply('WINTER');
      await page.getByRole('alert').waitFor();
      expect(await page.getByLabel('Promotion code').inputValue()).toBe('WINTER');
      if (javaScriptEnabled) {
        expect(await accessibilityProblems(page)).toEqual([]);
        expect(await horizontalOverflow(page)).toBe(0);
        await page.getByRole('link', { name: 'This code doesn’t exist. Check the spelling.' }).click();
        expect(await page.evaluate('document.activeElement.id')).toBe('code');
      }
      await apply(code);
      await page.getByRole('button', { name: 'Pay €10.00' }).waitFor();
      await page.getByText('Change promotion code').click();
      await page.getByRole('button', { name: 'Remove code' }).click();
      await page.getByRole('button', { name: 'Pay €19.99' }).waitFor();
    });
  });

  it('does not clear the entered details and method, even if the code is wrong; no URL contains the code or the details', async () => {
    await withPage({ javaScriptEnabled: false, viewport: PHONE }, async (page) => {
      const urls: string[] = [];
      page.on('request', (request) => urls.push(request.url()));
      const session = await checkouts.open();
      await page.goto(session.url);
      const expectEntries = async () => {
        expect(await page.getByLabel('Email').inputValue()).toBe('ada@example.com');
        expect(await page.getByLabel('Name').inputValue()).toBe('Ada');
        expect(await page.getByLabel('Country').inputValue()).toBe('NL');
        expect(await page.getByLabel('VAT number').inputValue()).toBe('NL1');
        expect(await page.getByLabel('iDEAL', { exact: true }).isChecked()).toBe(true);
      };
      await page.getByLabel('Email').fill('ada@example.com');
      await page.getByLabel('Name').fill('Ada');
      await page.getByLabel('Country').selectOption('NL');
      await page.getByText('Buying as a business?').click();
      await page.getByLabel('VAT number').fill('NL1');
      await page.getByLabel('iDEAL', { exact: true }).check();
      await page.getByText('Add promotion code').click();
      await page.getByLabel('Promotion code').fill('WINTER');
      await page.getByRole('button', { name: 'Apply' }).click();
      await page.getByRole('alert').waitFor();
      await expectEntries();
      await page.getByLabel('Promotion code').fill(code);
      await page.getByLabel('Promotion code').press('Enter');
      await page.getByRole('status').getByText('Promotion code applied: −€9.99. New total: €10.00.').waitFor();
      await expectEntries();
      await page.getByText('Change promotion code').click();
      expect(await page.getByLabel('Promotion code').inputValue()).toBe('');
      await page.getByRole('button', { name: 'Remove code' }).click();
      await page.getByRole('button', { name: 'Pay €19.99' }).waitFor();
      await expectEntries();
      await page.getByLabel('VAT number').fill('');
      await page.getByLabel('Email').press('Enter');
      await page.getByRole('button', { name: 'Paid', exact: true }).click();
      await page.waitForURL(`${shop.successUrl}**`);
      expect(await checkouts.buyerOf(session.id)).toMatchObject({ email: 'ada@example.com', name: 'Ada', country_code: 'NL' });
      expect(urls.filter((url) => /ada|WINTER|SPRING/i.test(url))).toEqual([]);
    });
  });

  it('can be applied, and the reduced amount paid, with the keyboard only', async () => {
    await withPage({ viewport: PHONE }, async (page) => {
      const session = await checkouts.open();
      await page.goto(session.url);
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.tagName')).toBe('SUMMARY');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await page.keyboard.type(code);
      await page.keyboard.press('Enter');
      const payButton = page.getByRole('button', { name: 'Pay €10.00' });
      await payButton.waitFor();
      await page.getByLabel('Card', { exact: true }).focus();
      await page.keyboard.press('Space');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Paid', exact: true }).focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(`${shop.successUrl}**`);
      expect(await checkouts.statusOf(session.id)).toBe('completed');
    });
  });
});

describe('the checkout page in another language', () => {
  it.each([
    ['de-DE', 'Zahlungsart', '19,99\u00a0€ pro Monat'],
    ['pl-PL', 'Metoda płatności', '19,99\u00a0€ miesięcznie'],
    ['es-ES', 'Método de pago', '19,99\u00a0€ al mes'],
  ])('is shown in %s and fits a phone', async (locale, methods, price) => {
    await withPage({ locale, viewport: PHONE }, async (page) => {
      await page.goto((await checkouts.open()).url);
      expect(await page.getByRole('group', { name: methods }).isVisible()).toBe(true);
      expect(await page.getByText(price).first().isVisible()).toBe(true);
      expect(await page.evaluate('document.documentElement.lang')).toBe(locale);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await horizontalOverflow(page)).toBe(0);
    });
  });
});
