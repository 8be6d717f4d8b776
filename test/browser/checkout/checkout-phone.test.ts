import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openShop, type Shop } from '../../../scripts/journey/shop.ts';
import { type ApiObject, type Client, clientOf } from '../../../scripts/support/api.ts';
import { launchBrowser } from '../../support/browser.ts';
import { service } from '../../support/service.ts';
import { horizontalOverflow } from '../accessibility.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const { baseUrl, createAccount } = service();

let browser: Browser;
let shop: Shop;
let client: Client;
let productId: string;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  [browser, shop] = await Promise.all([launchBrowser(), openShop()]);
  const { testKey, liveKey } = await createAccount();
  client = clientOf(baseUrl, testKey);
  await clientOf(baseUrl, liveKey).post('/v1/tenant/billing_profile', {
    country_code: 'NL',
    vat_id: 'NL000099998B57',
    tax_behavior: 'exclusive',
  });
  await client.post('/v1/tax_rates', { country_code: 'DE', rate_basis_points: 1900, display_name: 'MwSt' });
  productId = (await client.post('/v1/products', { name: 'Team plan' })).id;
});
afterAll(async () => {
  await browser.close();
  await shop.close();
});
afterEach(() => context.close());

/** Opens a browser window with the size of a phone and without JavaScript. */
const openPhone = async (): Promise<void> => {
  context = await browser.newContext({ viewport: { width: 360, height: 740 }, javaScriptEnabled: false });
  page = await context.newPage();
  page.setDefaultTimeout(60_000);
};

/** Creates a price and a checkout session for it, and opens the page of the session on the phone. Returns the session. */
const open = async (priceFields: Readonly<Record<string, unknown>> = {}): Promise<ApiObject> => {
  await openPhone();
  const price = await client.post('/v1/prices', {
    product_id: productId,
    amount_cents: 2900,
    currency: 'EUR',
    interval: 'month',
    ...priceFields,
  });
  const urls = { success_url: shop.successUrl, cancel_url: shop.cancelUrl };
  const session = await client.post('/v1/checkout/sessions', { price_id: price.id, ...urls });
  await page.goto(String(session.url));
  return session;
};

const retrieve = ({ id }: ApiObject): Promise<ApiObject> => client.get(`/v1/checkout/sessions/${id}`);
const choose = (method: string): Promise<void> => page.getByLabel(method, { exact: true }).check();
/** Chooses the country and continues to the total. */
const enterCountry = async (country: string, tab = page): Promise<void> => {
  await tab.getByLabel('Country').selectOption(country);
  await tab.getByRole('button', { name: 'Continue' }).click();
};
const pay = (): Promise<void> => page.getByRole('button', { name: /^Pay/ }).click();
const chooseOutcome = (outcome: string): Promise<void> => page.getByRole('button', { name: outcome, exact: true }).click();
const waitForSuccessPage = (): Promise<void> => page.waitForURL(`${shop.successUrl}**`);

describe('the hosted checkout on a phone without JavaScript', () => {
  it.each(['Card', 'iDEAL', 'SEPA Direct Debit'])('accepts a payment by %s', async (method) => {
    const session = await open();
    expect(await horizontalOverflow(page)).toBe(0);
    await enterCountry('NL');
    await page.getByRole('status').getByText('No VAT applies in your country. New total: €29.00.').waitFor();
    expect(await horizontalOverflow(page)).toBe(0);
    await choose(method);
    await pay();
    await chooseOutcome('Paid');
    await waitForSuccessPage();
    expect(await retrieve(session)).toMatchObject({ status: 'completed' });
  });

  it('starts a trial', async () => {
    const session = await open({ trial_days: 14 });
    await page.getByText('14 days free, then €29.00 per month plus VAT, depending on your country').waitFor();
    await enterCountry('DE');
    await page.getByRole('status').getByText('We added 19% MwSt. First payment: €34.51 on').waitFor();
    await choose('Card');
    await page.getByRole('button', { name: 'Order with obligation to pay', exact: true }).click();
    await chooseOutcome('Paid');
    await waitForSuccessPage();
    const { subscription_id: id } = await retrieve(session);
    expect((await client.get(`/v1/subscriptions/${String(id)}`)).trial_end).toEqual(expect.any(Number));
  });

  it('rejects an invalid VAT number, and charges no tax to a buyer with a valid number (reverse charge)', async () => {
    // For test mode, the service has a VAT registry that rejects the number `200` and accepts the number `100`, in each country.
    const session = await open();
    await page.getByText('Buying as a business?').click();
    await page.getByLabel('VAT number').fill('DE200');
    await enterCountry('DE');
    await page.getByRole('alert').getByText('This VAT number isn’t valid.').waitFor();
    await page.getByLabel('VAT number').fill('DE100');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('status').getByText('No VAT is charged (reverse charge). New total: €29.00.').waitFor();
    await choose('Card');
    await page.getByRole('button', { name: 'Pay €29.00' }).click();
    await chooseOutcome('Paid');
    await waitForSuccessPage();
    const { customer_id: id } = await retrieve(session);
    expect(await client.get(`/v1/customers/${String(id)}`)).toMatchObject({ country_code: 'DE', vat_number: 'DE100' });
  });

  it('shows the tax of the buyer’s country before the payment', async () => {
    await open();
    await page.getByLabel('Email').fill('ada@example.com');
    await enterCountry('DE');
    await page.getByRole('status').getByText('We added 19% MwSt. New total: €34.51.').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.getByText('€29.00 per month plus 19% MwSt').waitFor();
    await page.getByText('Not available in your country (Germany): iDEAL').waitFor();
    await page.getByRole('button', { name: 'Edit details' }).click();
    expect(await page.getByLabel('Email').inputValue()).toBe('ada@example.com');
    await page.getByRole('button', { name: 'Continue' }).click();
    await choose('Card');
    await page.getByRole('button', { name: 'Order with obligation to pay', exact: true }).click();
    await page.getByText('34.51').first().waitFor();
    await chooseOutcome('Paid');
    await waitForSuccessPage();
  });

  it('shows the same page after a reload, in each state', async () => {
    const session = await open();
    // A page that refreshes can abort a navigation that begins at the same time.
    const navigate = (go: () => Promise<unknown>) => go().catch(go);
    const expectAfterReload = async (heading: string): Promise<void> => {
      await page.getByRole('heading', { name: heading }).waitFor();
      await navigate(() => page.reload());
      await page.getByRole('heading', { name: heading }).waitFor();
    };
    await expectAfterReload('Subscribe to Team plan');
    await enterCountry('NL');
    await choose('Card');
    await pay();
    await chooseOutcome('Pending');
    await expectAfterReload('Payment in progress');
    await navigate(() => page.goto(String(session.url)));
    await expectAfterReload('Payment in progress');
    const [payment] = await client.list(`/v1/payments?customer_id=${String(session.customer_id)}`);
    await client.post(`/sandbox/payments/${payment?.id}/outcome`, { outcome: 'paid' });
    await navigate(() => page.goto(String(session.url)));
    await expectAfterReload('Payment complete');
  });

  it('accepts only one payment when the buyer pays in two tabs', async () => {
    const session = await open();
    const otherTab = await context.newPage();
    await otherTab.goto(String(session.url));
    await enterCountry('NL');
    await enterCountry('NL', otherTab);
    await choose('Card');
    await otherTab.getByLabel('iDEAL').check();
    await pay();
    await page.getByRole('button', { name: 'Paid', exact: true }).waitFor();
    await otherTab.getByRole('button', { name: /^Pay/ }).click();
    await otherTab.getByRole('button', { name: 'Paid', exact: true }).click();
    await otherTab.waitForURL(`${shop.successUrl}**`);
    await page.goto(String(session.url));
    await page.getByRole('heading', { name: 'Payment complete' }).waitFor();
    const payments = await client.list(`/v1/payments?customer_id=${String(session.customer_id)}`);
    expect(payments.filter(({ status }) => status === 'succeeded')).toHaveLength(1);
  });
});
