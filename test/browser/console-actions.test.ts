import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Receiver, startReceiver, status } from '../../scripts/support/receiver.ts';
import { ConsoleUi } from './console-ui.ts';
import { newest } from './test-clocks.ts';

const ui = new ConsoleUi();
const dialog = () => ui.page.getByRole('dialog');
const shownSecret = async (): Promise<string> => (await dialog().locator('output').textContent()) ?? '';

describe('a member in the console', () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver(status(500));
  });
  afterAll(() => receiver.stop());

  it('[AUD-07] can refund part of a payment, and gets an error for an amount that is invalid or too high', async () => {
    const payment = await newest(ui.client, '/v1/payments');
    await ui.enter();
    await ui.open('payments', payment.id);
    await ui.submit('Refund', { Amount: '1,2,3' });
    await dialog()
      .getByText(/^Up to €[\d.]+ goes back to the customer/)
      .waitFor();
    await dialog().getByText('Give an amount such as 12.50.').waitFor();
    await dialog().getByLabel('Amount').fill('99999');
    await dialog().getByRole('button', { name: 'Refund', exact: true }).click();
    await dialog().getByRole('alert').first().waitFor();
    expect(await ui.client.list('/v1/refunds')).toEqual([]);
    await dialog().getByLabel('Amount').fill('1.05');
    await dialog().getByLabel('Reason').fill('Broken');
    await dialog().getByRole('button', { name: 'Refund', exact: true }).click();
    await ui.page.getByText('Done: refund.').waitFor();
    expect((await ui.client.list('/v1/refunds')).map((refund) => [refund['amount_cents'], refund['reason'], refund['payment_id']])).toEqual(
      [[105, 'Broken', payment.id]],
    );
    await ui.page.getByRole('region', { name: 'Refunds' }).getByRole('rowheader').getByRole('link').click();
    await ui.waitForId('re_');
    const refund = await newest(ui.client, '/v1/refunds');
    const auditEntry = await newest(ui.client, `/v1/audit_logs?resource_id=${refund.id}`);
    expect(auditEntry['actor_type']).toBe('operator');
    // The browser logs the rejected refund of 99,999 euros as an error.
    expect(ui.consoleErrors).toHaveLength(1);
  });

  it('can create a webhook endpoint, see its deliveries and send a failed delivery again', async () => {
    await ui.enter();
    await ui.goTo('Webhook endpoints');
    await ui.page.getByRole('button', { name: 'New webhook endpoint' }).click();
    await dialog().getByLabel('Address').fill(receiver.url);
    await dialog().getByLabel('customer.created', { exact: true }).check();
    await dialog().getByRole('button', { name: 'New webhook endpoint' }).click();
    await dialog().getByRole('button', { name: 'Copy' }).waitFor();
    expect(await shownSecret()).toMatch(/^svcwhsec_/);
    await dialog().getByRole('button', { name: 'Close' }).click();
    await ui.waitForId('we_');
    await ui.client.post('/v1/customers', { name: 'Grace' });
    await expect.poll(() => receiver.requests.length, { timeout: 60_000 }).toBe(1);
    const waitForCell = async (name: string): Promise<void> => {
      const count = async (): Promise<number> => {
        await ui.page.getByRole('button', { name: 'Read again' }).click();
        await ui.page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
        return ui.page.getByRole('cell', { name }).count();
      };
      await expect.poll(count, { timeout: 60_000 }).toBe(1);
    };
    await waitForCell('500');
    receiver.answer = status(200);
    await ui.page.getByRole('button', { name: 'Send customer.created again' }).click();
    await ui.page.getByText('It is sent again.').waitFor();
    await waitForCell('delivered');
    expect(await ui.page.getByRole('button', { name: 'Send customer.created again' }).count()).toBe(0);
    await ui.submit('Disable');
    await ui.waitForField('Status', 'disabled');
    await ui.submit('Delete');
    await ui.page.getByRole('heading', { level: 1, name: 'Webhook endpoints' }).waitFor();
    expect(await ui.client.list('/v1/webhook_endpoints')).toEqual([]);
    expect(ui.consoleErrors).toEqual([]);
  });

  it('can create an API key, which is shown once, and revoke it', async () => {
    await ui.enter();
    await ui.goTo('API keys');
    await ui.page.getByRole('button', { name: 'New API key' }).click();
    await dialog().getByLabel('Label').fill('For the shop');
    await dialog().getByLabel('*', { exact: true }).check();
    await dialog().getByRole('button', { name: 'New API key' }).click();
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
    await ui.submit('Revoke');
    await expect.poll(ping, { timeout: 30_000 }).toBe(401);
    await ui.page.getByText('Done: revoke.').waitFor();
    expect(await ui.page.getByRole('button', { name: 'Revoke', exact: true }).count()).toBe(0);
    expect(ui.consoleErrors).toEqual([]);
  });

  it('can create a product and a price, and archive the price', async () => {
    await ui.enter();
    await ui.goTo('Products');
    await ui.submit('New product', { Name: 'Tea' });
    const productId = await ui.waitForId('prod_');
    await ui.goTo('Prices');
    await ui.submit('New price', { Product: productId, Amount: '4.50' });
    const priceId = await ui.waitForId('price_');
    await ui.waitForField('Amount', '€4.50');
    await ui.submit('Archive');
    await ui.waitForField('Active', 'no');
    await ui.page.getByText('price.archived').first().waitFor();
    const price = await ui.client.get(`/v1/prices/${priceId}`);
    expect([price['active'], price['amount_cents'], price['currency'], price['product_id']]).toEqual([false, 450, 'EUR', productId]);
    expect(ui.consoleErrors).toEqual([]);
  });

  it('can update and clear fields of a customer, while other fields keep their values', async () => {
    const customer = await ui.client.post('/v1/customers', { name: 'Grace', email: 'grace@example.com', country_code: 'DE' });
    await ui.enter();
    await ui.open('customers', customer.id);
    await ui.submit('Edit', { Name: '', 'E-mail': 'no address' });
    await dialog().locator('#mistake-email').waitFor();
    await dialog().getByLabel('E-mail', { exact: true }).fill('hopper@example.com');
    await dialog().getByLabel('City').fill('Berlin');
    await dialog().getByRole('button', { name: 'Edit', exact: true }).click();
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
    await ui.page.goto(`${ui.service.baseUrl}/console#/test/settings`);
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
