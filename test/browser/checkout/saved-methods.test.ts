import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openShop as openElementShop, type Shop } from '../../../scripts/shop/server.ts';
import { apiOf, type Client } from '../../../scripts/support/api.ts';
import { newPlan } from '../../contract/support/objects.ts';
import { type Buyer, subscribedBuyer, walletOf } from '../../contract/support/wallet.ts';
import { freshPage, launchBrowser } from '../../support/browser.ts';
import { service } from '../../support/service.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let browser: Browser;
let shop: Shop;
let client: Client;
let buyer: Buyer;
let page: Page;
let cspViolations: readonly string[];

beforeAll(async () => {
  browser = await launchBrowser();
  client = api.client((await createAccount()).testKey);
  const { priceId } = await newPlan(client);
  buyer = await subscribedBuyer(api, client, priceId, { country_code: 'NL' });
  shop = await openElementShop({
    serviceUrl: baseUrl,
    port: 0,
    sell: async (_cart, { success, cancel }) => {
      const urls = { success_url: success, cancel_url: cancel, ui_mode: 'embedded' };
      const session = await client.post('/v1/checkout/sessions', { price_id: priceId, customer_id: buyer.customerId, ...urls });
      return { clientSecret: String(session.client_secret) };
    },
    element: { attributes: { view: 'methods' }, styles: '' },
  });
  ({ page, violations: cspViolations } = await freshPage(browser));
});

afterAll(async () => {
  await browser.close();
  await shop.close();
});

const element = (): FrameLocator => page.frameLocator('billing-payment iframe');
const press = (name: string | RegExp): Promise<void> => element().getByRole('button', { name }).click();
/** The kind of each saved method, and whether it is the default. */
const savedMethods = async () => (await walletOf(buyer)).map(({ kind, is_default: isDefault }) => [kind, isDefault]);

describe('the payment element for saved methods', () => {
  it('[ELM-16] [ELM-17] adds a method, makes it the default and removes the previous method', async () => {
    await page.goto(shop.url);
    await element().getByText('In use').waitFor();
    await press('Continue');
    await element().getByRole('alert').getByText('Select a payment method.').waitFor();
    await element().getByLabel('iDEAL').check();
    await press('Continue');
    await page.getByRole('button', { name: 'Paid', exact: true }).click();
    await page.waitForURL(`${shop.url}/thanks`);
    await expect.poll(async () => (await savedMethods()).length).toBe(2);
    await page.goto(shop.url);
    await press(/^Use for payments: /);
    await expect.poll(savedMethods).toContainEqual(['creditcard', false]);
    await press(/^Remove: /);
    await expect.poll(async () => (await savedMethods()).length).toBe(1);
    await element()
      .getByRole('button', { name: /^Remove: / })
      .waitFor({ state: 'detached' });
    expect(await savedMethods()).toEqual([[expect.not.stringMatching('creditcard'), true]]);
    expect(cspViolations).toEqual([]);
  });

  it('keeps the saved method and does not save another method whose verification fails', async () => {
    await page.goto(shop.url);
    await element().getByLabel('Card').check();
    await press('Continue');
    await page.getByRole('button', { name: 'Failed', exact: true }).click();
    await page.waitForURL(`${shop.url}/carts/**`);
    await element().getByText('In use').waitFor();
    expect(await savedMethods()).toHaveLength(1);
  });
});
