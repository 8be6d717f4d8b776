import type { Frame, FrameLocator } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { openShop, type Shop } from '../../../scripts/shop/server.ts';
import { type ApiObject, type Client, clientOf } from '../../../scripts/support/api.ts';
import { service } from '../../support/service.ts';
import { BrowserUi } from '../browser-ui.ts';

/** A name with HTML that would run a script if it were not escaped. */
export const NAME = 'Plan <img src=x onerror="parent.postMessage(1)"> with a name long enough to wrap';

/** The events that the shop's page received from the element. */
export type ElementEvents = readonly { readonly kind: string; readonly detail: Readonly<Record<string, unknown>> }[];

/** A shop page with the payment element, and the browser of its buyer. Each test has a new page and cart. */
export class ElementUi extends BrowserUi {
  readonly baseUrl = service().baseUrl;
  shop!: Shop;
  client!: Client;
  live!: Client;
  private carts = 0;

  constructor() {
    super();
    const { createAccount } = service();
    beforeAll(async () => {
      const { testKey, liveKey } = await createAccount();
      this.client = clientOf(this.baseUrl, testKey);
      this.live = clientOf(this.baseUrl, liveKey);
      await this.live.post('/v1/tenant/billing_profile', { country_code: 'NL', tax_behavior: 'exclusive' });
      await this.client.post('/v1/tax_rates', { country_code: 'DE', rate_basis_points: 1900, display_name: 'MwSt' });
      const product = await this.client.post('/v1/products', { name: NAME, allow_promotion_codes: true });
      const price = await this.client.post('/v1/prices', {
        product_id: product.id,
        amount_cents: 2000,
        currency: 'EUR',
        interval: 'month',
      });
      await this.client.post('/v1/coupons', { code: 'HALF', percent_off: 50 });
      this.shop = await openShop({
        serviceUrl: this.baseUrl,
        port: 0,
        sell: async (cart, { success, cancel }) => {
          // With the same idempotency key, a reloaded cart gets the session that it had before.
          const body = { price_id: price.id, success_url: success, cancel_url: cancel, ui_mode: 'embedded' };
          const { body: session } = await this.client.call('POST', '/v1/checkout/sessions', body, { 'idempotency-key': `cart-${cart}` });
          return { clientSecret: String(session['client_secret']) };
        },
        element: { attributes: {}, styles: 'billing-payment { --billing-color-primary: #ffd400; }' },
      });
    });
    afterAll(() => this.shop.close());
  }

  /** Opens a new cart and returns its URL. `query`: attributes of the payment element, such as `?locale=nl-BE`. */
  async goToCart(query = ''): Promise<string> {
    this.carts += 1;
    const url = `${this.shop.url}/carts/cart-${this.carts}${query}`;
    await this.page.goto(url);
    return url;
  }

  /** Locates the contents of the element's frame. */
  element(page = this.page): FrameLocator {
    return page.frameLocator('billing-payment iframe');
  }

  /** The element's frame as an object in which tests can run scripts. */
  frame(): Frame {
    const frame = this.page.frames().find((child) => child.url() === `${this.baseUrl}/element/frame`);
    if (frame === undefined) throw new Error('The page has no frame of the payment element.');
    return frame;
  }

  /** Gives the element on the page the client secret of another session or one-off payment. */
  async show({ client_secret: secret }: ApiObject): Promise<void> {
    await this.page.evaluate(`document.querySelector('billing-payment').setAttribute('client-secret', '${String(secret)}')`);
  }

  waitForPayButton(amount: string): Promise<void> {
    return this.element().getByRole('button', { name: amount }).waitFor();
  }

  async payBy(method: string, page = this.page): Promise<void> {
    await this.element(page).getByLabel(method, { exact: true }).check();
    await this.element(page)
      .getByRole('button', { name: /^(Pay|Order with obligation to pay)/ })
      .click();
  }

  /** Opens the form for a promotion code and applies the code. */
  async applyCode(code: string, page = this.page): Promise<void> {
    await this.element(page).getByText('Add promotion code').click();
    await this.element(page).getByLabel('Promotion code').fill(code);
    await this.element(page).getByRole('button', { name: 'Apply' }).click();
  }

  /** Chooses the outcome of the payment on the sandbox page. */
  chooseOutcome(name: string): Promise<void> {
    return this.page.getByRole('button', { name, exact: true }).click();
  }

  private async events(): Promise<ElementEvents> {
    const text = (await this.page.getByRole('log', { includeHidden: true }).textContent()) ?? '';
    return text
      .trim()
      .split('\n')
      .map((line) => ({ kind: line.split(' ')[0] ?? '', detail: JSON.parse(line.slice(line.indexOf(' '))) }));
  }

  /** Starts an assertion on what `select` returns for the received events. Polls, because the element sends events asynchronously. */
  expectEvents(select: (events: ElementEvents) => unknown) {
    return expect.poll(async () => select(await this.events()));
  }

  /** Retrieves the checkout session of the element on the page. */
  async session(): Promise<ApiObject> {
    const { detail } = (await this.events()).find(({ kind }) => kind === 'ready') ?? {};
    return this.client.get(`/v1/checkout/sessions/${String(detail?.['sessionId'])}`);
  }
}
