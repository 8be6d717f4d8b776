import { describe, expect, it } from 'vitest';
import { clockAt, newPlan, payOneShot } from '../../contract/support/objects.ts';
import { newest, START } from '../test-clocks.ts';
import { ConsoleUi } from './console-ui.ts';

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
    await ui.submit('Create customer', { Email: 'cid@example.com', 'Test clock': clock.id });
    const id = await ui.waitForId('cus_');
    expect(await fieldsOf(`/v1/customers/${id}`, ['test_clock_id', 'created'])).toEqual([clock.id, START]);
    await ui.page.goto(`${ui.service.baseUrl}/console#/live/customers`);
    await ui.page.getByRole('button', { name: 'Create customer' }).click();
    await dialog().getByLabel('Email').waitFor();
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
    await ui.page.getByText('VAT number removed.').waitFor();
    expect(await fieldsOf(`/v1/customers/${id}`, ['vat_number', 'country_code'])).toEqual([null, 'NL']);
  });

  it('creates a metered price and changes its refund window', async () => {
    const { productId } = await newPlan(ui.client);
    await ui.enter();
    await ui.goTo('Prices');
    await ui.page.getByRole('button', { name: 'Add price' }).click();
    await dialog().getByLabel('Product').fill(productId);
    await dialog().getByLabel('Pricing').selectOption('metered');
    await dialog().getByRole('button', { name: 'Add price' }).click();
    await dialog().locator('#mistake-unit_amount_decimal').waitFor();
    await dialog().getByLabel('Price per unit').fill('0.025');
    await dialog().getByLabel('Refund window (days)').fill('0');
    await dialog().getByRole('button', { name: 'Add price' }).click();
    const id = await ui.waitForId('price_');
    // €0.025 is 2.5 cents.
    const names = ['usage_type', 'amount_cents', 'unit_amount_decimal', 'refund_window_days'];
    expect(await fieldsOf(`/v1/prices/${id}`, names)).toEqual(['metered', null, '2.5', 0]);
    await ui.submit('Edit price', { 'Refund window (days)': '' });
    await ui.page.getByText('Price saved.').waitFor();
    expect(await fieldsOf(`/v1/prices/${id}`, names)).toEqual(['metered', null, '2.5', null]);
  });

  it('changes the default price of a product', async () => {
    const { productId } = await newPlan(ui.client);
    const other = await ui.client.post('/v1/prices', { product_id: productId, amount_cents: 500, currency: 'EUR', interval: 'year' });
    await ui.enter();
    await ui.open('products', productId);
    await ui.submit('Edit product', { 'Default price': other.id });
    await ui.page.getByText('Product saved.').waitFor();
    expect(await fieldsOf(`/v1/products/${productId}`, ['default_price_id', 'name'])).toEqual([other.id, 'Plan']);
  });

  it('creates a coupon with a fractional percentage for some prices, and changes its conditions', async () => {
    const { priceId } = await newPlan(ui.client);
    const { priceId: otherPriceId } = await newPlan(ui.client);
    const names = ['percent_off', 'min_amount_cents', 'applies_to_price_ids', 'max_redemptions'];
    await ui.enter();
    await ui.goTo('Coupons');
    await ui.page.getByRole('button', { name: 'Create coupon' }).click();
    await dialog().getByText('More options').click();
    for (const [label, text] of [
      ['Code', 'EIGHTH'],
      ['Percentage off', '12.5'],
      ['Currency', 'EUR'],
      ['Minimum amount', '10'],
      ['Prices', priceId],
      ['Prices', otherPriceId],
    ] as const) {
      await dialog().getByLabel(label, { exact: true }).fill(text);
    }
    await dialog().getByRole('button', { name: 'Create coupon' }).click();
    const id = await ui.waitForId('cpn_');
    expect(await fieldsOf(`/v1/coupons/${id}`, names)).toEqual([12.5, 1000, [priceId, otherPriceId], null]);
    await ui.press('Edit coupon');
    await dialog()
      .getByRole('button', { name: /^Remove / })
      .first()
      .click();
    await dialog().getByLabel('Minimum amount').fill('');
    await dialog().getByLabel('Max. redemptions', { exact: true }).fill('5');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await ui.page.getByText('Coupon saved.').waitFor();
    expect(await fieldsOf(`/v1/coupons/${id}`, names)).toEqual([12.5, null, [otherPriceId], 5]);
    // A coupon without a currency has no field for a minimum amount.
    await ui.open('coupons', (await ui.client.post('/v1/coupons', { code: 'TENTH', percent_off: 10 })).id);
    await ui.press('Edit coupon');
    await dialog().getByLabel('Prices', { exact: true }).waitFor();
    expect(await dialog().getByLabel('Minimum amount').count()).toBe(0);
    expect(ui.consoleErrors).toEqual([]);
  });

  it('creates a one-off payment and shows its link', async () => {
    await ui.enter();
    await ui.goTo('One-off payments');
    await ui.submit('Create one-off payment', {
      Description: 'Workshop',
      Amount: '150',
      'Success URL': 'https://shop.example/thanks',
      'Cancel URL': 'https://shop.example/cart',
      'Email of a new customer': 'buyer@example.com',
    });
    await dialog().getByRole('button', { name: 'Copy' }).waitFor();
    expect(await dialog().locator('output').textContent()).toMatch(/^https?:.+osp_/);
    await dialog().getByRole('button', { name: 'Close' }).click();
    const id = await ui.waitForId('osp_');
    await ui.page
      .getByRole('region', { name: 'Link' })
      .getByText(new RegExp(`^https?:.+${id}`))
      .waitFor();
    await ui.page.getByRole('heading', { level: 1, name: 'Workshop' }).waitFor();
    await payOneShot(ui.client, id);
    expect(await fieldsOf(`/v1/checkout/one_shot/${id}`, ['amount_cents', 'currency', 'status'])).toEqual([15_000, 'EUR', 'succeeded']);
    expect((await newest(ui.client, '/v1/customers'))['email']).toBe('buyer@example.com');
  });
});
