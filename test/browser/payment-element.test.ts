import type { Browser, BrowserContext, Frame, FrameLocator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openShop, type Shop } from '../../scripts/shop/server.ts';
import { type ApiObject, type Client, clientOf } from '../../scripts/support/api.ts';
import { freshPage, launchBrowser } from '../support/browser.ts';
import { service } from '../support/service.ts';
import { shortcomingsOf, sidewaysOf } from './accessibility.ts';
import { axeFindings } from './axe.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const { baseUrl, createAccount } = service();

/** A name that would run if it became markup. */
const NAME = 'Plan <img src=x onerror="parent.postMessage(1)"> with a name long enough to wrap';

let browser: Browser;
let shop: Shop;
let client: Client;
let price: ApiObject;
let context: BrowserContext;
let page: Page;
let complaints: string[];
let addresses: string[];

/** What the next carts hold. */
let sold: Readonly<Record<string, unknown>> = {};

beforeAll(async () => {
  const { testKey, liveKey } = await createAccount();
  client = clientOf(baseUrl, testKey);
  await clientOf(baseUrl, liveKey).post('/v1/tenant/billing_profile', { country_code: 'NL', tax_behavior: 'exclusive' });
  await client.post('/v1/tax_rates', { country_code: 'DE', rate_basis_points: 1900, display_name: 'MwSt' });
  const product = await client.post('/v1/products', { name: NAME, allow_promotion_codes: true });
  price = await client.post('/v1/prices', { product_id: product.id, amount_cents: 2000, currency: 'EUR', interval: 'month' });
  await client.post('/v1/coupons', { code: 'HALF', percent_off: 50 });
  browser = await launchBrowser();
  shop = await openShop({
    serviceUrl: baseUrl,
    port: 0,
    sell: async (cart, { success, cancel }) => {
      const body = { price_id: price.id, success_url: success, cancel_url: cancel, ui_mode: 'embedded', ...sold };
      const { body: session } = await client.call('POST', '/v1/checkout/sessions', body, { 'idempotency-key': `cart-${cart}` });
      return { clientSecret: String(session['client_secret']) };
    },
    looks: { attributes: {}, styles: 'billing-payment { --billing-color-primary: #ffd400; }' },
  });
});

afterAll(async () => {
  await browser.close();
  await shop.close();
});

beforeEach(async () => {
  sold = {};
  ({ context, page } = await freshPage(browser));
  complaints = [];
  addresses = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => addresses.push(request.url()));
});

afterEach(() => context.close());

let carts = 0;
const goToCart = async (query = ''): Promise<string> => {
  carts += 1;
  const url = `${shop.url}/carts/cart-${carts}${query}`;
  await page.goto(url);
  return url;
};

const element = (): FrameLocator => page.frameLocator('billing-payment iframe');
const frame = (): Frame => {
  const found = page.frames().find((each) => each.url() === `${baseUrl}/element/frame`);
  if (found === undefined) throw new Error('there is no frame');
  return found;
};

const due = (amount: string): Promise<void> => element().getByRole('button', { name: amount }).waitFor();
const payBy = async (method: string): Promise<void> => {
  await element().getByLabel(method, { exact: true }).check();
  await element().getByRole('button', { name: /^Pay/ }).click();
};
const decide = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

type Told = readonly { readonly kind: string; readonly detail: Readonly<Record<string, unknown>> }[];

/** What the element has told the shop's page so far. */
const told = async (): Promise<Told> => {
  const text = (await page.getByRole('log', { includeHidden: true }).textContent()) ?? '';
  return text
    .trim()
    .split('\n')
    .map((line) => ({ kind: line.split(' ')[0] ?? '', detail: JSON.parse(line.slice(line.indexOf(' '))) }));
};

/** What the page was told, once it was: messages take a moment. */
const expectTold = (of: (all: Told) => unknown) => expect.poll(async () => of(await told()));

const soldSession = async (): Promise<ApiObject> => {
  const { detail } = (await told()).find(({ kind }) => kind === 'ready') ?? {};
  return client.get(`/v1/checkout/sessions/${String(detail?.['sessionId'])}`);
};

describe('the payment element on a page of a shop', () => {
  it.each(['Card', 'iDEAL', 'SEPA Direct Debit'])('[ELM-04] takes a payment by %s', async (method) => {
    const cart = await goToCart();
    await due('Pay €20.00');
    await payBy(method);
    await decide('Paid');
    await page.waitForURL(`${shop.url}/thanks`);
    await page.goto(cart);
    await element().getByRole('heading', { name: 'Payment complete' }).waitFor();
    await expectTold((all) => all.map(({ kind }) => kind)).toContain('complete');
    expect(await soldSession()).toMatchObject({ status: 'completed' });
    expect(complaints).toEqual([]);
  });

  it('[CHK-33] is there for another try after a payment that failed', async () => {
    const cart = await goToCart();
    await payBy('Card');
    await decide('Failed');
    await page.waitForURL(cart);
    await payBy('iDEAL');
    await decide('Paid');
    await page.waitForURL(`${shop.url}/thanks`);
  });

  it('[ELM-08] [ELM-27] takes promotion codes, says why one is refused, and takes them off again', async () => {
    await goToCart();
    const apply = async (code: string): Promise<void> => {
      await element().getByLabel('Promotion code').fill(code);
      await element().getByRole('button', { name: 'Apply' }).click();
    };
    await element().getByText('Add a promotion code').click();
    await apply('NO-SUCH-CODE');
    await element().getByRole('alert').getByText('This code is not known.').waitFor();
    await expectTold((all) => all.at(-1)).toMatchObject({ kind: 'error', detail: { code: 'parameter_invalid', param: 'code' } });
    await apply('HALF');
    await due('Pay €10.00');
    await element().getByText('€10.00 off your first payment (code HALF)').waitFor();
    await expectTold((all) => all.at(-1)).toMatchObject({
      kind: 'change',
      detail: { couponCode: 'HALF', amountDueNow: 1000, currency: 'EUR' },
    });
    await element().getByRole('button', { name: 'Remove the code' }).click();
    await due('Pay €20.00');
  });

  it('shows what a buyer pays where they are, and pays that', async () => {
    await goToCart();
    await due('Pay €20.00');
    await element().getByLabel('Country').selectOption('DE');
    await due('Pay €23.80');
    await expectTold((all) => all.at(-1)).toMatchObject({ kind: 'change', detail: { country: 'DE', amountDueNow: 2380 } });
    await payBy('Card');
    await page.getByText('23.80').first().waitFor();
    await decide('Paid');
    await page.waitForURL(`${shop.url}/thanks`);
  });

  it('tells the page what the buyer does, and pays when the page says so', async () => {
    await goToCart('?without-button=');
    await element().getByLabel('Card').waitFor();
    expect(await element().getByRole('button', { name: /^Pay/ }).count()).toBe(0);
    const confirm = (): Promise<unknown> => page.evaluate("document.querySelector('billing-payment').confirm()");
    await confirm();
    await element().getByRole('alert').getByText('Choose how you want to pay.').waitFor();
    await element().getByLabel('Card').check();
    const changesIn = (all: Told): unknown =>
      all.filter(({ kind }) => kind === 'change').map(({ detail }) => [detail['method'], detail['complete']]);
    await expectTold(changesIn).toEqual([
      [null, false],
      ['creditcard', true],
    ]);
    await confirm();
    await decide('Paid');
    await page.waitForURL(`${shop.url}/thanks`);
  });

  it('is used by keyboard alone', async () => {
    await goToCart();
    await element().getByLabel('Card').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await decide('Paid');
    await page.waitForURL(`${shop.url}/thanks`);
  });

  it('is paid once when two tabs pay at once', async () => {
    const cart = await goToCart();
    const other = await context.newPage();
    await other.goto(cart);
    const there = other.frameLocator('billing-payment iframe');
    await element().getByLabel('Card').check();
    await there.getByLabel('Card').check();
    await Promise.all([element(), there].map((tab) => tab.getByRole('button', { name: /^Pay/ }).click()));
    const banks = [page, other].map((tab) => tab.getByRole('button', { name: 'Paid', exact: true }));
    await Promise.race(banks.map((bank) => bank.waitFor()));
    const [first] = await Promise.all(banks.map(async (bank) => ((await bank.isVisible()) ? bank : null)));
    await (first ?? banks[1])?.click();
    await Promise.race([page, other].map((tab) => tab.waitForURL(`${shop.url}/thanks`)));
    const { data } = (await client.call('GET', '/v1/payments?limit=1')).body as { readonly data: readonly ApiObject[] };
    const all = await client.list(`/v1/payments?customer_id=${String(data[0]?.['customer_id'])}`);
    expect(all.filter(({ status }) => status === 'succeeded')).toHaveLength(1);
  });

  it('speaks the language that the page asks for', async () => {
    await goToCart('?locale=nl-BE');
    await element()
      .getByRole('button', { name: /^€.20,00 betalen$/ })
      .waitFor();
    expect(await frame().evaluate('document.documentElement.lang')).toBe('nl-BE');
  });

  it('sells a one-off payment', async () => {
    const oneShot = await client.post('/v1/checkout/one_shot', {
      ...{ amount_cents: 1500, currency: 'EUR', description: 'A workshop', customer_email: 'b@example.com' },
      ...{ ui_mode: 'embedded', success_url: `${shop.url}/thanks`, cancel_url: shop.url },
    });
    await goToCart();
    await page.evaluate(`document.querySelector('billing-payment').setAttribute('client-secret', '${String(oneShot['client_secret'])}')`);
    await element().getByRole('button', { name: 'Pay', exact: true }).waitFor();
    await payBy('Card');
    await page.getByText('15.00').first().waitFor();
    await decide('Paid');
    await page.waitForURL(`${shop.url}/thanks`);
    expect(await client.get(`/v1/checkout/one_shot/${oneShot.id}`)).toMatchObject({ status: 'succeeded' });
  });

  it('[ELM-02] is over with a secret that opens nothing', async () => {
    await goToCart();
    await due('Pay €20.00');
    await page.evaluate(`(() => {
      const element = document.querySelector('billing-payment');
      const secret = element.getAttribute('client-secret');
      element.setAttribute('client-secret', secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0'));
    })()`);
    await element().getByRole('heading', { name: 'Checkout closed' }).waitFor();
    await expectTold((all) => all.at(-1)).toMatchObject({ kind: 'error', detail: { code: 'invalid_api_key' } });
  });
});

describe('the frame of the payment element', () => {
  it('keeps the client secret out of every address, and itself out of reach of the page', async () => {
    await goToCart();
    await due('Pay €20.00');
    expect(addresses.some((address) => address.includes('/v1/checkout/sessions/'))).toBe(true);
    expect(addresses.filter((address) => address.includes('_secret_'))).toEqual([]);
    expect(await page.evaluate("document.querySelector('billing-payment').shadowRoot.querySelector('iframe').contentDocument")).toBeNull();
    expect(addresses.filter((address) => !address.startsWith(shop.url) && !address.startsWith(baseUrl))).toEqual([]);
  });

  it('runs nothing that stands in a text, and breaks no rule of its policy', async () => {
    await goToCart();
    await element().getByRole('heading', { name: NAME }).waitFor();
    expect(await frame().evaluate("document.querySelectorAll('img').length")).toBe(0);
    expect(complaints).toEqual([]);
    const policy = (await fetch(`${baseUrl}/element/frame`)).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).not.toContain('unsafe');
  });

  it.each([
    ['light', 'light'],
    ['dark', 'dark'],
  ] as const)('can be used by everyone: %s', async (theme, colorScheme) => {
    await context.close();
    context = await browser.newContext({ bypassCSP: true, viewport: { width: 320, height: 640 }, colorScheme });
    page = await context.newPage();
    await goToCart(`?theme=${theme}`);
    await element().getByText('Add a promotion code').click();
    await element().getByRole('button', { name: /^Pay/ }).click();
    await element().getByRole('alert').waitFor();
    expect(await shortcomingsOf(frame())).toEqual([]);
    expect(await sidewaysOf(page)).toBe(0);
    expect(await axeFindings(frame())).toEqual([]);
  });

  it('is light on a page that has no dark side, whatever the reader prefers', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await goToCart();
    await due('Pay €20.00');
    expect(await frame().evaluate('document.documentElement.style.colorScheme')).toBe('light');
  });

  it('is as high as what it shows', async () => {
    await goToCart();
    await due('Pay €20.00');
    const heights = 'document.documentElement.scrollHeight - innerHeight';
    await expect.poll(() => frame().evaluate(heights)).toBe(0);
    await element().getByText('Add a promotion code').click();
    await expect.poll(() => frame().evaluate(heights)).toBe(0);
  });
});
