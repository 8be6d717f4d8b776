import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { bundleClient } from '../../../scripts/client/build.ts';
import { clientOf } from '../../../scripts/support/api.ts';
import { freshPage, launchBrowser } from '../../support/browser.ts';
import { service } from '../../support/service.ts';
import { accessibilityProblems, horizontalOverflow } from '../accessibility.ts';
import { type CheckoutApi, checkoutApi } from './checkout-api.ts';
import { CLIENT_PATH, customFormPage } from './custom-form-page.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const { baseUrl, createAccount } = service();

/** The API client, bundled for browsers. */
const builtClient = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'client-'));
  try {
    await bundleClient(join(folder, 'billing.js'));
    return readFileSync(join(folder, 'billing.js'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Starts a shop on another origin. Its page reads the checkout session from the URL fragment. */
const openShop = async (): Promise<{ readonly url: string; readonly close: () => Promise<void> }> => {
  const client = await builtClient();
  const server = createServer((request, response) => {
    const [type, body] = request.url === CLIENT_PATH ? ['text/javascript', client] : ['text/html', customFormPage(baseUrl)];
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const close = (): Promise<void> =>
    new Promise((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
};

let browser: Browser;
let shop: Awaited<ReturnType<typeof openShop>>;
let checkouts: CheckoutApi;
let context: BrowserContext;
let page: Page;
let couponCode: string;

beforeAll(async () => {
  [browser, shop] = await Promise.all([launchBrowser(), openShop()]);
  const { testKey } = await createAccount();
  checkouts = await checkoutApi({ baseUrl, testKey, successUrl: `${shop.url}/thanks`, cancelUrl: `${shop.url}/checkout` });
  await checkouts.allowPromotionCodes();
  couponCode = String((await clientOf(baseUrl, testKey).post('/v1/coupons', { code: 'HALF', percent_off: 50 })).code);
});

afterAll(async () => {
  await browser.close();
  await shop.close();
});

beforeEach(async () => {
  ({ context, page } = await freshPage(browser));
});

afterEach(() => context.close());

/** Opens the shop's page with the client secret of a new embedded session. Returns the id of the session. */
const goToShop = async (): Promise<string> => {
  const { id, clientSecret } = await checkouts.embed();
  await page.goto(`${shop.url}/checkout#${id}/${clientSecret}`);
  await page.getByRole('heading', { name: 'Pay €19.99' }).waitFor();
  return id;
};

const payBy = async (method: string): Promise<void> => {
  await page.getByLabel(method, { exact: true }).check();
  await page.getByRole('button', { name: 'Pay' }).click();
};

const expectAccessible = async (): Promise<void> => {
  await page.setViewportSize({ width: 320, height: 568 });
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await horizontalOverflow(page)).toBe(0);
};

const chooseOutcome = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

describe('a custom payment form on a shop page', () => {
  it('[ELM-04] accepts a payment, although the API has another origin', async () => {
    const id = await goToShop();
    await payBy('creditcard');
    await chooseOutcome('Paid');
    await page.waitForURL(`${shop.url}/thanks`);
    expect(await checkouts.statusOf(id)).toBe('completed');
  });

  it('[CHK-33] returns to the shop after a failed payment and accepts another payment', async () => {
    const id = await goToShop();
    await payBy('creditcard');
    await chooseOutcome('Failed');
    await page.waitForURL(`${shop.url}/checkout`);
    expect(await checkouts.statusOf(id)).toBe('open');
    await page.getByRole('heading', { name: 'Pay €19.99' }).waitFor();
    await payBy('ideal');
    await chooseOutcome('Paid');
    await page.waitForURL(`${shop.url}/thanks`);
    expect(await checkouts.statusOf(id)).toBe('completed');
  });

  it('[ELM-08] shows the discount of a promotion code, rejects an unknown code and keeps the discount after a failed payment', async () => {
    const id = await goToShop();
    await expectAccessible();
    const apply = async (code: string): Promise<void> => {
      await page.getByLabel('Promotion code').fill(code);
      await page.getByRole('button', { name: 'Apply' }).click();
    };
    await apply('NO-SUCH-CODE');
    await page.getByRole('alert').getByText('No coupon has this code.').waitFor();
    await expectAccessible();
    await apply(couponCode);
    await page.getByRole('heading', { name: 'Pay €9.99' }).waitFor();
    await page.getByText('€10.00 off today by HALF').waitFor();
    await expectAccessible();
    await payBy('creditcard');
    await page.getByText('9.99').first().waitFor();
    await chooseOutcome('Failed');
    await page.waitForURL(`${shop.url}/checkout`);
    await page.getByRole('heading', { name: 'Pay €9.99' }).waitFor();
    await payBy('ideal');
    await chooseOutcome('Paid');
    await page.waitForURL(`${shop.url}/thanks`);
    expect(await checkouts.statusOf(id)).toBe('completed');
  });
});
