import { beforeAll, expect } from 'vitest';
import { type ApiObject, type Client, clientOf } from '../../scripts/support/api.ts';
import { newPlan, subscribe } from '../contract/support/objects.ts';
import { service } from '../support/service.ts';
import { BrowserUi } from './browser-ui.ts';

/** A name with HTML that would run a script if it were not escaped. */
export const NAME = 'Harbour Tools <img src=x onerror="alert(1)">';
export const RETURN_URL = 'https://shop.example/account';

/** A browser with the billing portal of a shop. Each test has a new page. */
export class PortalUi extends BrowserUi {
  client!: Client;
  live!: Client;
  accountId!: string;
  private priceId!: string;

  constructor() {
    super();
    const { baseUrl, createAccount } = service();
    beforeAll(async () => {
      const account = await createAccount();
      this.accountId = account.accountId;
      this.client = clientOf(baseUrl, account.testKey);
      this.live = clientOf(baseUrl, account.liveKey);
      const branding = { display_name: NAME, primary_color: '#ffd400', terms_url: 'https://shop.example/terms' };
      await this.live.post('/v1/tenant/portal_branding', branding);
      const { productId, priceId } = await newPlan(this.client);
      this.priceId = priceId;
      await this.client.post(`/v1/products/${productId}`, { name: NAME, allow_promotion_codes: true });
      await this.client.post('/v1/prices', { product_id: productId, amount_cents: 4900, currency: 'EUR', interval: 'month' });
      await this.client.post('/v1/coupons', { code: 'HALF', percent_off: 50, duration: 'forever' });
    });
  }

  /** Creates a customer and a subscription of this customer, and returns the subscription. */
  async newSubscription(customerFields: Readonly<Record<string, unknown>> = {}): Promise<ApiObject> {
    const customer = await this.client.post('/v1/customers', { name: 'Ada', email: 'ada@example.com', ...customerFields });
    return subscribe(this.client, this.priceId, { customer_id: customer.id });
  }

  /** Creates a portal session for a subscription. */
  sessionFor({ id }: ApiObject): Promise<ApiObject> {
    return this.client.post('/v1/billing_portal/sessions', { subscription_id: id, return_url: RETURN_URL });
  }

  /** Opens the portal of a subscription and returns the portal session. */
  async enter(subscription: ApiObject): Promise<ApiObject> {
    const session = await this.sessionFor(subscription);
    await this.page.goto(String(session.url));
    await this.page.getByRole('heading', { name: 'Your subscription' }).waitFor();
    return session;
  }

  press(name: string | RegExp): Promise<void> {
    return this.page.getByRole('button', { name }).click();
  }

  retrieve({ id }: ApiObject): Promise<ApiObject> {
    return this.client.get(`/v1/subscriptions/${id}`);
  }

  /** Waits until the confirmation of a change is shown and has the focus. */
  async waitForConfirmation(text: string | RegExp): Promise<void> {
    const confirmation = this.page.getByRole('status').filter({ hasText: text });
    await confirmation.waitFor();
    await expect.poll(() => confirmation.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
  }

  waitForText(text: string | RegExp): Promise<void> {
    return this.page.getByText(text).first().waitFor();
  }
}
