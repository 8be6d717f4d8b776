import { describe, expect, it } from 'vitest';
import { clockAt, newPlan, payOneShot } from '../contract/support/objects.ts';
import { ConsoleUi } from './console-ui.ts';
import { newest, START } from './test-clocks.ts';

const ui = new ConsoleUi();
const dialog = () => ui.page.getByRole('dialog');

/** Retrieves an object and returns the values of the named fields. */
const fieldsOf = async (path: string, names: readonly string[]): Promise<readonly unknown[]> => {
  const object = await ui.client.get(path);
  return names.map((name) => object[name]);
};

describe('a form in the console', () => {
  it('creates a customer on a test clock, in test mode only', async () => {
    const clock = await clockAt(ui.client, START);
    await ui.enter();
    await ui.goTo('Customers');
    await ui.submit('New customer', { 'E-mail': 'cid@example.com', 'Test clock': clock.id });
    const id = await ui.waitForId('cus_');
    expect(await fieldsOf(`/v1/customers/${id}`, ['test_clock_id', 'created'])).toEqual([clock.id, START]);
    await ui.page.goto(`${ui.service.baseUrl}/console#/live/customers`);
    await ui.page.getByRole('button', { name: 'New customer' }).click();
    await dialog().getByLabel('E-mail').waitFor();
    expect(await dialog().getByLabel('Test clock').count()).toBe(0);
  });

  it('sets and removes the VAT number of a customer', async () => {
    const { id } = await ui.client.post('/v1/customers', { email: 'vat@example.com', country_code: 'NL' });
    await ui.enter();
    await ui.open('customers', id);
    expect(await ui.actions()).not.toContain('Remove VAT number');
    await ui.submit('Set VAT number', { 'VAT number': 'NL123456789B01' });
    await ui.waitForField('VAT number', 'NL123456789B01');
    await ui.submit('Remove VAT number');
    await ui.waitForField('VAT number', '–');
    expect(await fieldsOf(`/v1/customers/${id}`, ['vat_number', 'country_code'])).toEqual([null, 'NL']);
  });

  it('creates a metered price and changes its refund window', async () => {
    const { productId } = await newPlan(ui.client);
    await ui.enter();
    await ui.goTo('Prices');
    await ui.page.getByRole('button', { name: 'New price' }).click();
    await dialog().getByLabel('Product').fill(productId);
    await dialog().getByLabel('Billed').selectOption('metered');
    await dialog().getByRole('button', { name: 'New price' }).click();
    await dialog().locator('#mistake-unit_amount_decimal').waitFor();
    await dialog().getByLabel('Amount for each unit').fill('0.025');
    await dialog().getByLabel('Days to refund it').fill('0');
    await dialog().getByRole('button', { name: 'New price' }).click();
    const id = await ui.waitForId('price_');
    // €0.025 is 2.5 cents.
    const names = ['usage_type', 'amount_cents', 'unit_amount_decimal', 'refund_window_days'];
    expect(await fieldsOf(`/v1/prices/${id}`, names)).toEqual(['metered', null, '2.5', 0]);
    await ui.submit('Edit', { 'Days to refund it': '' });
    await ui.page.getByText('Done: edit.').waitFor();
    expect(await fieldsOf(`/v1/prices/${id}`, names)).toEqual(['metered', null, '2.5', null]);
  });

  it('changes the default price of a product', async () => {
    const { productId } = await newPlan(ui.client);
    const other = await ui.client.post('/v1/prices', { product_id: productId, amount_cents: 500, currency: 'EUR', interval: 'year' });
    await ui.enter();
    await ui.open('products', productId);
    await ui.submit('Edit', { 'Default price': other.id });
    await ui.page.getByText('Done: edit.').waitFor();
    expect(await fieldsOf(`/v1/products/${productId}`, ['default_price_id', 'name'])).toEqual([other.id, 'Plan']);
  });

  it('creates a coupon with a fractional percentage for some prices, and changes its conditions', async () => {
    const { priceId } = await newPlan(ui.client);
    const { priceId: otherPriceId } = await newPlan(ui.client);
    const names = ['percent_off', 'min_amount_cents', 'applies_to_price_ids', 'max_redemptions'];
    await ui.enter();
    await ui.goTo('Coupons');
    await ui.submit('New coupon', {
      Code: 'EIGHTH',
      Percent: '12.5',
      'Currency of its amounts': 'EUR',
      'From an amount of': '10',
      'Only for prices': `${priceId}, ${otherPriceId}`,
    });
    const id = await ui.waitForId('cpn_');
    expect(await fieldsOf(`/v1/coupons/${id}`, names)).toEqual([12.5, 1000, [priceId, otherPriceId], null]);
    await ui.submit('Edit', { 'From an amount of': '', 'Only for prices': otherPriceId, 'At most so many times': '5' });
    await ui.page.getByText('Done: edit.').waitFor();
    expect(await fieldsOf(`/v1/coupons/${id}`, names)).toEqual([12.5, null, [otherPriceId], 5]);
    // A coupon without a currency has no field for a minimum amount.
    await ui.open('coupons', (await ui.client.post('/v1/coupons', { code: 'TENTH', percent_off: 10 })).id);
    await ui.page.getByRole('button', { name: 'Edit', exact: true }).click();
    await dialog().getByLabel('Only for prices').waitFor();
    expect(await dialog().getByLabel('From an amount of').count()).toBe(0);
    expect(ui.consoleErrors).toEqual([]);
  });

  it('creates a one-off payment and shows its link', async () => {
    await ui.enter();
    await ui.goTo('One-off payments');
    await ui.submit('New one-off payment', {
      For: 'Workshop',
      Amount: '150',
      'Address after the purchase': 'https://shop.example/thanks',
      'Address if the buyer turns back': 'https://shop.example/cart',
      'E-mail of the buyer': 'buyer@example.com',
    });
    await dialog().getByRole('button', { name: 'Copy' }).waitFor();
    expect(await dialog().locator('output').textContent()).toMatch(/^https?:.+osp_/);
    await dialog().getByRole('button', { name: 'Close' }).click();
    const id = await ui.waitForId('osp_');
    await ui.page.getByRole('heading', { level: 1, name: 'Workshop' }).waitFor();
    await payOneShot(ui.client, id);
    expect(await fieldsOf(`/v1/checkout/one_shot/${id}`, ['amount_cents', 'currency', 'status'])).toEqual([15_000, 'EUR', 'succeeded']);
    expect((await newest(ui.client, '/v1/customers'))['email']).toBe('buyer@example.com');
  });
});
