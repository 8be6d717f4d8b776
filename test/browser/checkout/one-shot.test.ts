import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openShop, type Shop } from '../../../scripts/journey/shop.ts';
import { type ApiObject, type Client, clientOf, type Json } from '../../../scripts/support/api.ts';
import { advance, clockAt, openOneShot } from '../../contract/support/objects.ts';
import { freshPage, launchBrowser } from '../../support/browser.ts';
import { service } from '../../support/service.ts';
import { accessibilityProblems, horizontalOverflow } from '../accessibility.ts';
import { DAY, START } from '../test-clocks.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const { baseUrl, createAccount } = service();

let browser: Browser;
let shop: Shop;
let client: Client;
let context: BrowserContext;
let page: Page;
let cspViolations: readonly string[];

beforeAll(async () => {
  [browser, shop] = await Promise.all([launchBrowser(), openShop()]);
  client = clientOf(baseUrl, (await createAccount()).testKey);
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

const DESCRIPTION = 'A workshop with a name that is long enough to wrap on a narrow screen';
const open = (fields: Json = {}): Promise<ApiObject> =>
  openOneShot(client, { description: DESCRIPTION, success_url: shop.successUrl, cancel_url: shop.cancelUrl, ...fields });
const retrieve = ({ id }: ApiObject): Promise<ApiObject> => client.get(`/v1/checkout/one_shot/${id}`);

const goTo = async ({ url }: ApiObject): Promise<void> => {
  await page.goto(String(url));
};
const pay = (): Promise<void> => page.getByRole('button', { name: 'Pay €150.00' }).click();
const chooseOutcome = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

/** Checks the accessibility of the page on a desktop and a phone. */
const expectAccessible = async (): Promise<void> => {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 320, height: 568 },
  ]) {
    await page.setViewportSize(viewport);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBe(0);
  }
};

describe('the page of a one-off payment', () => {
  it.each(['light', 'dark'] as const)('accepts a payment and redirects to the success URL, in %s mode', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    const oneShot = await open();
    await goTo(oneShot);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(`Pay for ${DESCRIPTION}`);
    await expectAccessible();
    await pay();
    await chooseOutcome('Paid');
    await page.waitForURL(`${shop.successUrl}**`);
    expect(await retrieve(oneShot)).toMatchObject({ status: 'succeeded', payment_method: 'creditcard' });
    await goTo(oneShot);
    await page.getByRole('heading', { name: 'Payment complete' }).waitFor();
    await expectAccessible();
    await page.getByRole('link', { name: /^Continue/ }).click();
    await page.waitForURL(`${shop.successUrl}**`);
  });

  it('explains a refused payment and links to the shop, where the buyer can start another payment', async () => {
    const oneShot = await open();
    await goTo(oneShot);
    await pay();
    await chooseOutcome('Failed');
    await page.getByRole('heading', { name: 'Payment failed' }).waitFor();
    await expectAccessible();
    expect(await retrieve(oneShot)).toMatchObject({ status: 'failed' });
    await page.getByRole('link', { name: /^Back to/ }).click();
    await page.waitForURL(`${shop.cancelUrl}**`);
    const retry = await open({ payment_method: 'ideal' });
    await goTo(retry);
    await pay();
    await chooseOutcome('Paid');
    await page.waitForURL(`${shop.successUrl}**`);
    expect([(await retrieve(retry)).status, (await retrieve(oneShot)).status]).toEqual(['succeeded', 'failed']);
  });

  it('continues the same payment when the buyer goes back from the page of the bank and pays again', async () => {
    const oneShot = await open();
    await goTo(oneShot);
    await pay();
    await page.getByRole('button', { name: 'Paid', exact: true }).waitFor();
    await page.goBack();
    await pay();
    await chooseOutcome('Paid');
    await page.waitForURL(`${shop.successUrl}**`);
    expect(await client.list(`/v1/payments?customer_id=${String(oneShot.customer_id)}`)).toHaveLength(1);
  });

  it('redirects to the cancel URL when the buyer cancels, and the one-off payment is canceled', async () => {
    const oneShot = await open();
    await goTo(oneShot);
    await page.getByRole('button', { name: /^Cancel/ }).click();
    await page.waitForURL(`${shop.cancelUrl}**`);
    expect((await retrieve(oneShot)).status).toBe('canceled');
    await goTo(oneShot);
    await page.getByRole('heading', { name: 'Checkout closed' }).waitFor();
    await expectAccessible();
  });

  it('[OSP-09] shows the bank transfer instructions until the payment arrives, then a confirmation', async () => {
    const clock = await clockAt(client, START);
    const customer = await client.post('/v1/customers', { test_clock_id: clock.id });
    const oneShot = await open({ payment_method: 'banktransfer', customer_id: customer.id });
    await goTo(oneShot);
    await pay();
    await chooseOutcome('Pending');
    await page.getByRole('heading', { name: 'Pay by bank transfer' }).waitFor();
    // No refresh, so that copying the details is not interrupted.
    expect(await page.locator('meta[http-equiv=refresh]').count()).toBe(0);
    const instructions = async () => (await page.locator('dl').innerText()).replaceAll(/\s+/g, ' ');
    expect(await instructions()).toMatch(/Amount €150\.00 Account holder .+ Account [A-Z]{2}\d{2}.* Reference \S+/);
    await expectAccessible();
    const initialInstructions = await instructions();
    await advance(client, clock.id, START + 5 * DAY);
    await goTo(oneShot);
    expect(await instructions()).toBe(initialInstructions);
    const { payment_id: paymentId, status } = await retrieve(oneShot);
    expect(status).toBe('pending');
    await client.post(`/sandbox/payments/${String(paymentId)}/outcome`, { outcome: 'paid' });
    await goTo(oneShot);
    await page.getByText(`We received your payment for ${DESCRIPTION}.`).waitFor();
    expect((await retrieve(oneShot)).status).toBe('succeeded');
  });
});
