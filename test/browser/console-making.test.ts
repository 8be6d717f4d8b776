import { describe, expect, it, vi } from 'vitest';
import { clockAt, openShop, payOneShot } from '../contract/support/shop.ts';
import { newest, START } from './clocked.ts';
import { ConsoleDesk } from './console-desk.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const desk = new ConsoleDesk();
const dialog = () => desk.page.getByRole('dialog');

/** What of the object are these fields now. */
const fieldsOf = async (path: string, names: readonly string[]): Promise<readonly unknown[]> => {
  const object = await desk.client.get(path);
  return names.map((name) => object[name]);
};

describe('what is made and changed in the console', () => {
  it('is a customer on a test clock, where there are clocks', async () => {
    const clock = await clockAt(desk.client, START);
    await desk.enter();
    await desk.go('Customers');
    await desk.act('New customer', { 'E-mail': 'cid@example.com', 'Test clock': clock.id });
    const id = await desk.shownId('cus_');
    expect(await fieldsOf(`/v1/customers/${id}`, ['test_clock_id', 'created'])).toEqual([clock.id, START]);
    await desk.page.goto(`${desk.served.baseUrl}/console#/live/customers`);
    await desk.page.getByRole('button', { name: 'New customer' }).click();
    await dialog().getByLabel('E-mail').waitFor();
    expect(await dialog().getByLabel('Test clock').count()).toBe(0);
  });

  it('is the VAT number of a customer, which can be taken away again', async () => {
    const { id } = await desk.client.post('/v1/customers', { email: 'vat@example.com', country_code: 'NL' });
    await desk.enter();
    await desk.open('customers', id);
    expect(await desk.offered()).not.toContain('Remove VAT number');
    await desk.act('Set VAT number', { 'VAT number': 'NL123456789B01' });
    await desk.field('VAT number', 'NL123456789B01');
    await desk.act('Remove VAT number');
    await desk.field('VAT number', '–');
    expect(await fieldsOf(`/v1/customers/${id}`, ['vat_number', 'country_code'])).toEqual([null, 'NL']);
  });

  it('is a metered price, and how long charges of a price can be refunded', async () => {
    const { productId } = await openShop(desk.client);
    await desk.enter();
    await desk.go('Prices');
    await desk.page.getByRole('button', { name: 'New price' }).click();
    await dialog().getByLabel('Product').fill(productId);
    await dialog().getByLabel('Billed').selectOption('metered');
    await dialog().getByRole('button', { name: 'New price' }).click();
    await dialog().locator('#mistake-unit_amount_decimal').waitFor();
    await dialog().getByLabel('Amount for each unit').fill('0.025');
    await dialog().getByLabel('Days to refund it').fill('0');
    await dialog().getByRole('button', { name: 'New price' }).click();
    const id = await desk.shownId('price_');
    const names = ['usage_type', 'amount_cents', 'unit_amount_decimal', 'refund_window_days'];
    expect(await fieldsOf(`/v1/prices/${id}`, names)).toEqual(['metered', null, '2.5', 0]);
    await desk.act('Edit', { 'Days to refund it': '' });
    await desk.page.getByText('Done: edit.').waitFor();
    expect(await fieldsOf(`/v1/prices/${id}`, names)).toEqual(['metered', null, '2.5', null]);
  });

  it('is the default price of a product', async () => {
    const { productId } = await openShop(desk.client);
    const other = await desk.client.post('/v1/prices', { product_id: productId, amount_cents: 500, currency: 'EUR', interval: 'year' });
    await desk.enter();
    await desk.open('products', productId);
    await desk.act('Edit', { 'Default price': other.id });
    await desk.page.getByText('Done: edit.').waitFor();
    expect(await fieldsOf(`/v1/products/${productId}`, ['default_price_id', 'name'])).toEqual([other.id, 'Plan']);
  });

  it('is a coupon of a part of a percent, for some prices, and its terms', async () => {
    const { priceId } = await openShop(desk.client);
    const other = (await openShop(desk.client)).priceId;
    const names = ['percent_off', 'min_amount_cents', 'applies_to_price_ids', 'max_redemptions'];
    await desk.enter();
    await desk.go('Coupons');
    await desk.act('New coupon', {
      Code: 'EIGHTH',
      Percent: '12.5',
      'Currency of its amounts': 'EUR',
      'From an amount of': '10',
      'Only for prices': `${priceId}, ${other}`,
    });
    const id = await desk.shownId('cpn_');
    expect(await fieldsOf(`/v1/coupons/${id}`, names)).toEqual([12.5, 1000, [priceId, other], null]);
    await desk.act('Edit', { 'From an amount of': '', 'Only for prices': other, 'At most so many times': '5' });
    await desk.page.getByText('Done: edit.').waitFor();
    expect(await fieldsOf(`/v1/coupons/${id}`, names)).toEqual([12.5, null, [other], 5]);
    await desk.open('coupons', (await desk.client.post('/v1/coupons', { code: 'TENTH', percent_off: 10 })).id);
    await desk.page.getByRole('button', { name: 'Edit', exact: true }).click();
    await dialog().getByLabel('Only for prices').waitFor();
    expect(await dialog().getByLabel('From an amount of').count()).toBe(0);
    expect(desk.complaints).toEqual([]);
  });

  it('is a one-off payment, whose link is for the buyer', async () => {
    await desk.enter();
    await desk.go('One-off payments');
    await desk.act('New one-off payment', {
      For: 'Workshop',
      Amount: '150',
      'Address after the purchase': 'https://shop.example/thanks',
      'Address if the buyer turns back': 'https://shop.example/cart',
      'E-mail of the buyer': 'buyer@example.com',
    });
    await dialog().getByRole('button', { name: 'Copy' }).waitFor();
    expect(await dialog().locator('output').textContent()).toMatch(/^https?:.+osp_/);
    await dialog().getByRole('button', { name: 'Close' }).click();
    const id = await desk.shownId('osp_');
    await desk.page.getByRole('heading', { level: 1, name: 'Workshop' }).waitFor();
    await payOneShot(desk.client, id);
    expect(await fieldsOf(`/v1/checkout/one_shot/${id}`, ['amount_cents', 'currency', 'status'])).toEqual([15_000, 'EUR', 'succeeded']);
    expect((await newest(desk.client, '/v1/customers'))['email']).toBe('buyer@example.com');
  });
});
