import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openShop, type Shop } from '../../scripts/journey/shop.ts';
import { type ApiObject, type Client, clientOf, type Json } from '../../scripts/support/api.ts';
import { advance, clockAt, openOneShot } from '../contract/support/shop.ts';
import { freshPage, launchBrowser } from '../support/browser.ts';
import { service } from '../support/service.ts';
import { shortcomingsOf, sidewaysOf } from './accessibility.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const { baseUrl, createAccount } = service();

let browser: Browser;
let shop: Shop;
let client: Client;
let context: BrowserContext;
let page: Page;
let violations: readonly string[];

beforeAll(async () => {
  [browser, shop] = await Promise.all([launchBrowser(), openShop()]);
  client = clientOf(baseUrl, (await createAccount()).testKey);
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

const DESCRIPTION = 'A workshop with a name that is long enough to wrap on a narrow screen';

const SOLD_AT = 1_800_000_000;
const DAY_SECONDS = 86_400;

const open = (given: Json = {}): Promise<ApiObject> =>
  openOneShot(client, { description: DESCRIPTION, success_url: shop.successUrl, cancel_url: shop.cancelUrl, ...given });
const shown = ({ id }: ApiObject): Promise<ApiObject> => client.get(`/v1/checkout/one_shot/${id}`);

const goTo = async ({ url }: ApiObject): Promise<void> => {
  await page.goto(String(url));
};
const pay = (): Promise<void> => page.getByRole('button', { name: 'Pay €150.00' }).click();
const decide = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

/** Everybody can use the page as it is, on a phone too. */
const expectUsable = async (): Promise<void> => {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 320, height: 568 },
  ]) {
    await page.setViewportSize(viewport);
    expect(await shortcomingsOf(page)).toEqual([]);
    expect(await sidewaysOf(page)).toBe(0);
  }
};

describe('the page of a one-off payment', () => {
  it.each(['light', 'dark'] as const)('is paid at the bank, and leads on to the shop: %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    const oneShot = await open();
    await goTo(oneShot);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(`Pay for ${DESCRIPTION}`);
    await expectUsable();
    await pay();
    await decide('Paid');
    await page.waitForURL(`${shop.successUrl}**`);
    expect(await shown(oneShot)).toMatchObject({ status: 'succeeded', payment_method: 'creditcard' });
    await goTo(oneShot);
    await page.getByRole('heading', { name: 'Payment complete' }).waitFor();
    await expectUsable();
    await page.getByRole('link', { name: /^Continue/ }).click();
    await page.waitForURL(`${shop.successUrl}**`);
  });

  it('explains a refused payment, and leads back to the shop, where another one is made and paid', async () => {
    const oneShot = await open();
    await goTo(oneShot);
    await pay();
    await decide('Failed');
    await page.getByRole('heading', { name: 'Payment failed' }).waitFor();
    await expectUsable();
    expect(await shown(oneShot)).toMatchObject({ status: 'failed' });
    await page.getByRole('link', { name: /^Back to/ }).click();
    await page.waitForURL(`${shop.cancelUrl}**`);
    const again = await open({ payment_method: 'ideal' });
    await goTo(again);
    await pay();
    await decide('Paid');
    await page.waitForURL(`${shop.successUrl}**`);
    expect([(await shown(again)).status, (await shown(oneShot)).status]).toEqual(['succeeded', 'failed']);
  });

  it('lets a buyer go back from the bank, and begin the payment again', async () => {
    const oneShot = await open();
    await goTo(oneShot);
    await pay();
    await page.getByRole('button', { name: 'Paid', exact: true }).waitFor();
    await page.goBack();
    await pay();
    await decide('Paid');
    await page.waitForURL(`${shop.successUrl}**`);
    expect(await client.list(`/v1/payments?customer_id=${String(oneShot.customer_id)}`)).toHaveLength(1);
  });

  it('leads back to the shop when the buyer turns back, and is over then', async () => {
    const oneShot = await open();
    await goTo(oneShot);
    await page.getByRole('button', { name: /^Cancel/ }).click();
    await page.waitForURL(`${shop.cancelUrl}**`);
    expect((await shown(oneShot)).status).toBe('canceled');
    await goTo(oneShot);
    await page.getByRole('heading', { name: 'Checkout closed' }).waitFor();
    await expectUsable();
  });

  it('[OSP-09] says how to make a bank transfer, for as long as the money is on its way, and thanks for it then', async () => {
    const clock = await clockAt(client, SOLD_AT);
    const customer = await client.post('/v1/customers', { test_clock_id: clock.id });
    const oneShot = await open({ payment_method: 'banktransfer', customer_id: customer.id });
    await goTo(oneShot);
    await pay();
    await decide('Pending');
    await page.getByRole('heading', { name: 'Pay by bank transfer' }).waitFor();
    // Anyone who copies from it is not interrupted.
    expect(await page.locator('meta[http-equiv=refresh]').count()).toBe(0);
    const instructions = async () => (await page.locator('dl').innerText()).replaceAll(/\s+/g, ' ');
    expect(await instructions()).toMatch(/Amount €150\.00 Account holder .+ Account [A-Z]{2}\d{2}.* Reference \S+/);
    await expectUsable();
    const said = await instructions();
    await advance(client, clock.id, SOLD_AT + 5 * DAY_SECONDS);
    await goTo(oneShot);
    expect(await instructions()).toBe(said);
    const { payment_id: paymentId, status } = await shown(oneShot);
    expect(status).toBe('pending');
    await client.post(`/sandbox/payments/${String(paymentId)}/outcome`, { outcome: 'paid' });
    await goTo(oneShot);
    await page.getByText(`Your payment for ${DESCRIPTION} has arrived.`).waitFor();
    expect((await shown(oneShot)).status).toBe('succeeded');
  });
});
