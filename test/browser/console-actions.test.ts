import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ApiObject } from '../../scripts/support/api.ts';
import { type Receiver, startReceiver, status } from '../../scripts/support/receiver.ts';
import { ConsoleDesk } from './console-desk.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const desk = new ConsoleDesk();
const dialog = () => desk.page.getByRole('dialog');
const secretShown = async (): Promise<string> => (await dialog().locator('output').textContent()) ?? '';

describe('a member in the console', () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver(status(500));
  });
  afterAll(() => receiver.stop());

  const first = async (path: string): Promise<ApiObject> => {
    const [object] = await desk.client.list(path);
    if (object === undefined) throw new Error(`there is nothing at ${path}`);
    return object;
  };

  it('[AUD-07] refunds a payment in part, and is shown what cannot be', async () => {
    const payment = await first('/v1/payments');
    await desk.enter();
    await desk.open('payments', payment.id);
    await desk.act('Refund', { Amount: '1,2,3' });
    await dialog()
      .getByText(/^Up to €[\d.]+ goes back to the customer/)
      .waitFor();
    await dialog().getByText('Give an amount such as 12.50.').waitFor();
    await dialog().getByLabel('Amount').fill('99999');
    await dialog().getByRole('button', { name: 'Refund', exact: true }).click();
    await dialog().getByRole('alert').first().waitFor();
    expect(await desk.client.list('/v1/refunds')).toEqual([]);
    await dialog().getByLabel('Amount').fill('1.05');
    await dialog().getByLabel('Reason').fill('Broken');
    await dialog().getByRole('button', { name: 'Refund', exact: true }).click();
    await desk.page.getByText('Done: refund.').waitFor();
    expect(
      (await desk.client.list('/v1/refunds')).map((refund) => [refund['amount_cents'], refund['reason'], refund['payment_id']]),
    ).toEqual([[105, 'Broken', payment.id]]);
    await desk.page.getByRole('region', { name: 'Refunds' }).getByRole('rowheader').getByRole('link').click();
    await desk.shownId('re_');
    const refund = await first('/v1/refunds');
    const logged = await first(`/v1/audit_logs?resource_id=${refund.id}`);
    expect(logged['actor_type']).toBe('operator');
    // The refused refund left the only complaint.
    expect(desk.complaints).toHaveLength(1);
  });

  it('makes a webhook endpoint, sees what was sent, and has it sent again', async () => {
    await desk.enter();
    await desk.go('Webhook endpoints');
    await desk.page.getByRole('button', { name: 'New webhook endpoint' }).click();
    await dialog().getByLabel('Address').fill(receiver.url);
    await dialog().getByLabel('customer.created', { exact: true }).check();
    await dialog().getByRole('button', { name: 'New webhook endpoint' }).click();
    await dialog().getByRole('button', { name: 'Copy' }).waitFor();
    expect(await secretShown()).toMatch(/^svcwhsec_/);
    await dialog().getByRole('button', { name: 'Close' }).click();
    await desk.shownId('we_');
    await desk.client.post('/v1/customers', { name: 'Told' });
    await expect.poll(() => receiver.requests.length, { timeout: 60_000 }).toBe(1);
    const shows = async (name: string): Promise<void> => {
      const count = async (): Promise<number> => {
        await desk.page.getByRole('button', { name: 'Read again' }).click();
        await desk.page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
        return desk.page.getByRole('cell', { name }).count();
      };
      await expect.poll(count, { timeout: 60_000 }).toBe(1);
    };
    await shows('500');
    receiver.answer = status(200);
    await desk.page.getByRole('button', { name: 'Send customer.created again' }).click();
    await desk.page.getByText('It is sent again.').waitFor();
    await shows('delivered');
    expect(await desk.page.getByRole('button', { name: 'Send customer.created again' }).count()).toBe(0);
    await desk.act('Disable');
    await desk.field('Status', 'disabled');
    await desk.act('Delete');
    await desk.page.getByRole('heading', { level: 1, name: 'Webhook endpoints' }).waitFor();
    expect(await desk.client.list('/v1/webhook_endpoints')).toEqual([]);
    expect(desk.complaints).toEqual([]);
  });

  it('makes an API key that is shown once, and revokes it', async () => {
    await desk.enter();
    await desk.go('API keys');
    await desk.page.getByRole('button', { name: 'New API key' }).click();
    await dialog().getByLabel('Label').fill('For the shop');
    await dialog().getByLabel('*', { exact: true }).check();
    await dialog().getByRole('button', { name: 'New API key' }).click();
    await dialog().getByRole('button', { name: 'Copy' }).waitFor();
    const key = await secretShown();
    const ask = async (): Promise<number> =>
      (await fetch(`${desk.served.baseUrl}/v1/ping`, { headers: { authorization: `Bearer ${key}` } })).status;
    expect(await ask()).toBe(200);
    await desk.page.keyboard.press('Escape');
    await desk.shownId('ak_');
    await desk.page.getByRole('heading', { level: 1, name: 'For the shop' }).waitFor();
    await desk.field('Label', 'For the shop');
    expect(await desk.page.content()).not.toContain(key);
    await desk.act('Revoke');
    await expect.poll(ask, { timeout: 30_000 }).toBe(401);
    await desk.page.getByText('Done: revoke.').waitFor();
    expect(await desk.page.getByRole('button', { name: 'Revoke', exact: true }).count()).toBe(0);
    expect(desk.complaints).toEqual([]);
  });

  it('makes a product and a price, and archives the price', async () => {
    await desk.enter();
    await desk.go('Products');
    await desk.act('New product', { Name: 'Tea' });
    const productId = await desk.shownId('prod_');
    await desk.go('Prices');
    await desk.act('New price', { Product: productId, Amount: '4.50' });
    const priceId = await desk.shownId('price_');
    await desk.field('Amount', '€4.50');
    await desk.act('Archive');
    await desk.field('Active', 'no');
    await desk.page.getByText('price.archived').first().waitFor();
    const price = await desk.client.get(`/v1/prices/${priceId}`);
    expect([price['active'], price['amount_cents'], price['currency'], price['product_id']]).toEqual([false, 450, 'EUR', productId]);
    expect(desk.complaints).toEqual([]);
  });

  it('changes of a customer what was changed, and clears what was emptied', async () => {
    const customer = await desk.client.post('/v1/customers', { name: 'Grace', email: 'grace@example.com', country_code: 'DE' });
    await desk.enter();
    await desk.open('customers', customer.id);
    await desk.act('Edit', { Name: '', 'E-mail': 'no address' });
    await dialog().locator('#mistake-email').waitFor();
    await dialog().getByLabel('E-mail', { exact: true }).fill('hopper@example.com');
    await dialog().getByLabel('City').fill('Berlin');
    await dialog().getByRole('button', { name: 'Edit', exact: true }).click();
    await desk.field('Email', 'hopper@example.com');
    const changed = await desk.client.get(`/v1/customers/${customer.id}`);
    expect([changed['name'], changed['country_code'], changed['address']]).toEqual([
      null,
      'DE',
      { line1: null, line2: null, postal_code: null, city: 'Berlin' },
    ]);
  });

  it('[AUTH-19] saves an export of the account, by what opens nothing else', async () => {
    await desk.enter();
    await desk.page.goto(`${desk.served.baseUrl}/console#/test/settings`);
    const asked = desk.page.waitForResponse((response) => response.url().endsWith('/console/exports'));
    const saving = desk.page.waitForEvent('download');
    await desk.page.getByRole('button', { name: 'Export' }).click();
    const { token } = await (await asked).json();
    const file = JSON.parse(await readFile((await (await saving).path()) ?? '', 'utf8'));
    expect([file.object, file.livemode, file.customers.length > 0]).toEqual(['tenant_export', false, true]);
    const ask = async (path: string): Promise<number> =>
      (await fetch(`${desk.served.baseUrl}${path}`, { headers: { authorization: `Bearer ${token}` } })).status;
    expect([await ask('/v1/customers'), await ask('/v1/ping')]).toEqual([401, 401]);
    const noted = await first('/v1/audit_logs?action=tenant.data_exported');
    expect(noted['actor_type']).toBe('operator');
    expect(desk.complaints).toEqual([]);
  });

  it('saves the document of an invoice', async () => {
    const invoice = await first('/v1/invoices');
    await desk.enter();
    await desk.open('invoices', invoice.id);
    const saving = desk.page.waitForEvent('download');
    await desk.page.getByRole('button', { name: 'Download PDF' }).click();
    expect((await saving).suggestedFilename()).toBe(`${invoice['number']}.pdf`);
    expect(desk.complaints).toEqual([]);
  });
});
