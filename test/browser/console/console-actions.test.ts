import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Receiver, respondWith, startReceiver } from '../../../scripts/support/receiver.ts';
import { newest } from '../test-clocks.ts';
import { ConsoleUi } from './console-ui.ts';

const ui = new ConsoleUi();
const dialog = () => ui.page.getByRole('dialog');
const shownSecret = async (): Promise<string> => (await dialog().locator('output').textContent()) ?? '';

describe('a member in the console', () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver(respondWith(500));
  });
  afterAll(() => receiver.stop());

  it('[AUD-07] can refund part of a payment, and gets an error for an amount that is invalid or too high', async () => {
    const payment = await newest(ui.client, '/v1/payments');
    await ui.enter();
    await ui.open('payments', payment.id);
    await ui.press('Refund');
    await dialog()
      .getByText(/^Up to €[\d.]+ can be refunded/)
      .waitFor();
    await dialog().getByLabel('Other amount').check();
    await dialog().getByLabel('Refund amount').fill('1,2,3');
    await dialog().getByRole('button', { name: 'Refund', exact: true }).click();
    await dialog().getByText('Enter an amount, such as 12.50.').waitFor();
    await dialog().getByLabel('Refund amount').fill('99999');
    await dialog().getByRole('button', { name: 'Refund', exact: true }).click();
    await dialog()
      .getByText(/^At most €[\d.]+ can be refunded\.$/)
      .waitFor();
    expect(await ui.client.list('/v1/refunds')).toEqual([]);
    await dialog().getByLabel('Refund amount').fill('1.05');
    await dialog().getByLabel('Reason', { exact: true }).selectOption('Other');
    await dialog().getByLabel('Other reason').fill('Broken');
    await dialog().getByRole('button', { name: 'Refund', exact: true }).click();
    await ui.page.getByText(/^Refund of €1\.05 .*started\.$/).waitFor();
    expect((await ui.client.list('/v1/refunds')).map((refund) => [refund['amount_cents'], refund['reason'], refund['payment_id']])).toEqual(
      [[105, 'Broken', payment.id]],
    );
    await ui.page.getByRole('region', { name: 'Refunds' }).getByRole('rowheader').getByRole('link').click();
    await ui.waitForId('re_');
    const refund = await newest(ui.client, '/v1/refunds');
    const auditEntry = await newest(ui.client, `/v1/audit_logs?resource_id=${refund.id}`);
    expect(auditEntry['actor_type']).toBe('operator');
    expect(ui.consoleErrors).toEqual([]);
  });

  it('can create a webhook endpoint, see its deliveries and send a failed delivery again', async () => {
    await ui.enter();
    await ui.goTo('Webhooks');
    await ui.page.getByRole('button', { name: 'Add webhook endpoint' }).click();
    await dialog().getByLabel('URL').fill(receiver.url);
    await dialog().getByLabel('customer.created', { exact: true }).check();
    await dialog().getByRole('button', { name: 'Add webhook endpoint' }).click();
    await dialog().getByRole('button', { name: 'Copy' }).waitFor();
    expect(await shownSecret()).toMatch(/^svcwhsec_/);
    await dialog().getByRole('button', { name: 'Close' }).click();
    await ui.waitForId('we_');
    await ui.client.post('/v1/customers', { name: 'Grace' });
    await expect.poll(() => receiver.requests.length, { timeout: 60_000 }).toBe(1);
    const waitForCell = async (name: string): Promise<void> => {
      const count = async (): Promise<number> => {
        await ui.page.getByRole('button', { name: 'Refresh' }).click();
        await ui.page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
        return ui.page.getByRole('cell', { name }).count();
      };
      await expect.poll(count, { timeout: 60_000 }).toBe(1);
    };
    await waitForCell('HTTP 500');
    receiver.answer = respondWith(200);
    await ui.page.getByRole('button', { name: 'Redeliver customer.created' }).click();
    await ui.page.getByText('Delivery queued.').waitFor();
    await waitForCell('Delivered');
    expect(await ui.page.getByRole('button', { name: 'Redeliver customer.created' }).count()).toBe(0);
    await ui.submit('Disable endpoint');
    await ui.waitForStatus('Disabled');
    await ui.submit('Delete endpoint');
    await ui.page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    expect(await ui.client.list('/v1/webhook_endpoints')).toEqual([]);
    expect(ui.consoleErrors).toEqual([]);
  });

  it('can create an API key, which is shown once, and revoke it', async () => {
    await ui.enter();
    await ui.goTo('API keys');
    await ui.page.getByRole('button', { name: 'Create API key' }).click();
    await dialog().getByLabel('Name').fill('For the shop');
    await dialog().getByLabel('Full access', { exact: true }).check();
    await dialog().getByRole('button', { name: 'Create API key' }).click();
    await dialog().getByRole('button', { name: 'Copy' }).waitFor();
    const key = await shownSecret();
    const ping = async (): Promise<number> =>
      (await fetch(`${ui.service.baseUrl}/v1/ping`, { headers: { authorization: `Bearer ${key}` } })).status;
    expect(await ping()).toBe(200);
    await ui.page.keyboard.press('Escape');
    await ui.waitForId('ak_');
    await ui.page.getByRole('heading', { level: 1, name: 'For the shop' }).waitFor();
    await ui.waitForField('Label', 'For the shop');
    expect(await ui.page.content()).not.toContain(key);
    await ui.submit('Revoke key');
    await expect.poll(ping, { timeout: 30_000 }).toBe(401);
    await ui.page.getByText('API key revoked.').waitFor();
    await ui.waitForStatus('Revoked');
    expect(await ui.page.getByRole('button', { name: 'More actions' }).count()).toBe(0);
    expect(ui.consoleErrors).toEqual([]);
  });

  it('can create a product with a monthly and a yearly price on one page, and archive a price', async () => {
    await ui.enter();
    await ui.goTo('Products');
    await ui.page.getByRole('link', { name: 'Create product' }).click();
    const price = (number: number) => ui.page.getByRole('region', { name: `Price ${number}` });
    // The focus is on the first field, so that the member can type at once.
    await expect.poll(() => ui.page.evaluate('document.activeElement?.id')).toBe('product-field-name');
    await ui.page.keyboard.type('Tea');
    await price(1).getByLabel('Amount').fill('4.50');
    await price(1).getByLabel('Trial (days)').fill('14');
    await ui.page.getByRole('button', { name: 'Add another price' }).click();
    expect(await price(2).getByLabel('Billing period').inputValue()).toBe('year');
    expect(await price(2).getByLabel('Trial (days)').inputValue()).toBe('14');
    const create = () => ui.page.getByRole('button', { name: 'Create product' }).click();
    await create();
    await price(2).getByText('Enter an amount.').waitFor();
    await price(2).getByLabel('Amount').fill('45');
    // The API refuses this price after it has created the product and the first price.
    await price(2).getByLabel('Trial (days)').fill('9999');
    await create();
    await price(2).locator('.mistake').waitFor();
    // The product and the first price exist now, so the page has links to them instead of fields.
    const product = ui.page.getByRole('region', { name: 'Product' });
    expect(await product.getByRole('link', { name: 'Tea' }).getAttribute('href')).toMatch(/^#\/test\/products\/prod_/);
    expect(await price(1).getByRole('link', { name: '€4.50 per month' }).getAttribute('href')).toMatch(/^#\/test\/prices\/price_/);
    expect([await product.getByRole('textbox').count(), await price(1).getByRole('textbox').count()]).toEqual([0, 0]);
    await price(2).getByLabel('Trial (days)').fill('');
    await ui.page.getByRole('button', { name: 'Create price', exact: true }).click();
    await ui.page.getByText('Tea created.').waitFor();
    const productId = await ui.waitForId('prod_');
    expect((await ui.client.list('/v1/products')).filter(({ name }) => name === 'Tea')).toHaveLength(1);
    const prices = ui.page.getByRole('region', { name: 'Prices' }).first();
    await prices.getByRole('link', { name: '€45.00 per year' }).waitFor();
    expect(await prices.getByRole('rowheader').count()).toBe(2);
    await prices.getByRole('link', { name: '€4.50 per month' }).click();
    const priceId = await ui.waitForId('price_');
    await ui.waitForField('Trial', '14 days');
    await ui.submit('Archive price');
    await ui.waitForStatus('Archived');
    await ui.page.getByText(/^Price archived, €4\.50/).waitFor();
    // The browser logs the rejected price as an error.
    expect(ui.consoleErrors).toHaveLength(1);
    const archived = await ui.client.get(`/v1/prices/${priceId}`);
    expect([archived['active'], archived['amount_cents'], archived['currency'], archived['product_id']]).toEqual([
      false,
      450,
      'EUR',
      productId,
    ]);
  });

  it('can update and clear fields of a customer, while other fields keep their values', async () => {
    const customer = await ui.client.post('/v1/customers', { name: 'Grace', email: 'grace@example.com', country_code: 'DE' });
    await ui.enter();
    await ui.open('customers', customer.id);
    await ui.submit('Edit customer', { Name: '', Email: 'no address' });
    await dialog().locator('#mistake-email').waitFor();
    await dialog().getByLabel('Email', { exact: true }).fill('hopper@example.com');
    await dialog().getByLabel('City').fill('Berlin');
    await dialog().getByRole('button', { name: 'Save', exact: true }).click();
    await ui.waitForField('Email', 'hopper@example.com');
    const changed = await ui.client.get(`/v1/customers/${customer.id}`);
    expect([changed['name'], changed['country_code'], changed['address']]).toEqual([
      null,
      'DE',
      { line1: null, line2: null, postal_code: null, city: 'Berlin' },
    ]);
  });

  it('[AUTH-19] can download an export of the account with a token that works for nothing else', async () => {
    await ui.enter();
    await ui.page.goto(`${ui.service.baseUrl}/console#/test/import`);
    const tokenResponse = ui.page.waitForResponse((response) => response.url().endsWith('/console/exports'));
    const downloading = ui.page.waitForEvent('download');
    await ui.page.getByRole('button', { name: 'Export' }).click();
    const { token } = await (await tokenResponse).json();
    const file = JSON.parse(await readFile((await (await downloading).path()) ?? '', 'utf8'));
    expect([file.object, file.livemode, file.customers.length > 0]).toEqual(['tenant_export', false, true]);
    const statusOf = async (path: string): Promise<number> =>
      (await fetch(`${ui.service.baseUrl}${path}`, { headers: { authorization: `Bearer ${token}` } })).status;
    expect([await statusOf('/v1/customers'), await statusOf('/v1/ping')]).toEqual([401, 401]);
    const auditEntry = await newest(ui.client, '/v1/audit_logs?action=tenant.data_exported');
    expect(auditEntry['actor_type']).toBe('operator');
    expect(ui.consoleErrors).toEqual([]);
  });

  it('can download the PDF of an invoice', async () => {
    const invoice = await newest(ui.client, '/v1/invoices');
    await ui.enter();
    await ui.open('invoices', invoice.id);
    const downloading = ui.page.waitForEvent('download');
    await ui.page.getByRole('button', { name: 'Download PDF' }).click();
    expect((await downloading).suggestedFilename()).toBe(`${invoice['number']}.pdf`);
    expect(ui.consoleErrors).toEqual([]);
  });
});
