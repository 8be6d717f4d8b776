import { afterEach, describe, expect, it } from 'vitest';
import { METERED, newPlan } from '../../contract/support/objects.ts';
import { ConsoleUi } from './console-ui.ts';

const ui = new ConsoleUi();
const dialog = () => ui.page.getByRole('dialog');

const pictures = process.env['PICTURES'];
afterEach(async ({ task }) => {
  if (pictures !== undefined)
    await ui.page.screenshot({ path: `${pictures}/${task.name.replaceAll(/\W+/g, '-').slice(0, 60)}.png`, fullPage: true });
});

/** Chooses the option with this title in a picker of the dialog. */
const choose = async (label: string, title: string): Promise<void> => {
  await dialog().getByLabel(label, { exact: true }).fill(title.slice(0, 8));
  await dialog().getByRole('option', { name: title }).click();
};

const URL_FIELDS = { 'Success URL': 'https://shop.example/thanks', 'Cancel URL': 'https://shop.example/cart' };

/** Closes the dialog that shows the URL of a new link. */
const closeLink = async (): Promise<void> => {
  await dialog().getByRole('button', { name: 'Close' }).click();
  await dialog().waitFor({ state: 'detached' });
};

describe('the console', () => {
  it('creates a meter with filters, and deactivates and activates it', async () => {
    await ui.useContext({ bypassCSP: true });
    await ui.enter();
    await ui.goTo('Meters');
    await ui.page.getByRole('button', { name: 'Create meter' }).click();
    await dialog().getByLabel('Event name').fill('tokens');
    await dialog().getByLabel('Quantity of a period').selectOption('unique');
    await dialog().getByRole('button', { name: 'Create meter' }).click();
    await dialog().getByText('Enter a value property.').waitFor();
    await dialog().getByLabel('Quantity of a period').selectOption('count');
    expect(await dialog().getByLabel('Value property').count()).toBe(0);
    await dialog().getByLabel('Quantity of a period').selectOption('sum');
    await dialog().getByLabel('Value property').fill('amount');
    await dialog().getByLabel('Filters').fill('model: small, large\nregion: eu');
    await ui.expectAccessible();
    await dialog().getByRole('button', { name: 'Create meter' }).click();
    const id = await ui.waitForId('mtr_');
    const fields = { event_name: 'tokens', aggregation: 'sum', value_key: 'amount' };
    const filters = [
      { key: 'model', values: ['small', 'large'] },
      { key: 'region', values: ['eu'] },
    ];
    expect(await ui.client.get(`/v1/meters/${id}`)).toMatchObject({ ...fields, filters, status: 'active' });
    await ui.waitForField('Quantity', 'Sum of amount');
    await ui.page.getByRole('table', { name: 'Filters' }).getByText('small, large').waitFor();
    await ui.page.getByText('No prices yet.').waitFor();
    await ui.expectAccessible();
    await ui.submit('Deactivate meter');
    await ui.waitForStatus('Inactive');
    expect((await ui.client.get(`/v1/meters/${id}`)).status).toBe('inactive');
    await ui.submit('Activate meter');
    await ui.waitForStatus('Active');
    await ui.goTo('Meters');
    await ui.page.getByRole('row', { name: 'tokens Sum of amount model: small or large, region: eu' }).waitFor();
  });

  it('creates a price with a meter that is chosen by name, and lists it on the page of the meter', async () => {
    const [meter] = await Promise.all([
      ui.client.post('/v1/meters', { event_name: 'api_calls', aggregation: 'count' }),
      ui.client.post('/v1/meters', { event_name: 'api_calls', aggregation: 'sum' }),
    ]);
    const { productId } = await newPlan(ui.client);
    await ui.enter();
    await ui.open('products', productId);
    await ui.press('Add price');
    expect(await dialog().getByLabel('Meter').count()).toBe(0);
    await dialog().getByLabel('Pricing').selectOption('metered');
    await dialog().getByLabel('Price per unit').fill('0.05');
    await choose('Meter', 'api_calls (number of events)');
    await dialog().getByRole('button', { name: 'Add price' }).click();
    await dialog().waitFor({ state: 'detached' });
    const [price] = await ui.client.list(`/v1/prices?meter_id=${meter.id}`);
    expect(price).toMatchObject({ product_id: productId, usage_type: 'metered', unit_amount_decimal: '5' });
    await ui.open('prices', String(price?.id));
    await ui.page.getByRole('link', { name: 'api_calls (number of events)' }).click();
    await ui.waitForId(meter.id);
    await ui.page.getByRole('region', { name: 'Prices' }).getByText('€0.05 per unit, billed per month').waitFor();
  });

  it('sets the spending cap of payment links and checkouts that sell a metered price, in the currency of the price', async () => {
    const { productId, priceId } = await newPlan(ui.client, { ...METERED, currency: 'JPY' });
    const { priceId: licensedId } = await newPlan(ui.client);
    const customer = await ui.client.post('/v1/customers', { email: 'cap@example.com', country_code: 'NL' });
    await ui.enter();
    await ui.goTo('Payment links');
    await ui.page.getByRole('button', { name: 'Create payment link' }).first().click();
    const [price, cap] = [dialog().getByLabel('Price', { exact: true }), dialog().getByLabel('Spending cap')];
    expect(await cap.count()).toBe(0);
    await price.fill(priceId);
    await cap.waitFor();
    await price.fill(licensedId);
    await cap.waitFor({ state: 'detached' });
    await price.fill(priceId);
    await dialog().getByLabel('Spending cap').fill('5000');
    await dialog().getByRole('button', { name: 'Create payment link' }).click();
    await closeLink();
    const id = await ui.waitForId('plink_');
    expect(await ui.client.get(`/v1/payment_links/${id}`)).toMatchObject({ price_id: priceId, max_amount_cents: 5000 });
    await ui.waitForField('Spending cap', '¥5,000 per period');

    await ui.open('products', productId);
    await ui.press('Create payment link');
    await dialog().getByLabel('Spending cap').fill('700');
    await dialog().getByRole('button', { name: 'Create payment link' }).click();
    await closeLink();
    expect((await ui.client.list('/v1/payment_links'))[0]).toMatchObject({ price_id: priceId, max_amount_cents: 700 });

    await ui.open('prices', priceId);
    await ui.submit('Create checkout link', { ...URL_FIELDS, 'Spending cap': '900' });
    const sessionId = /cs_[0-9A-Za-z]+/.exec((await dialog().locator('.once').textContent()) ?? '')?.[0] ?? '';
    expect(await ui.client.get(`/v1/checkout/sessions/${sessionId}`)).toMatchObject({ max_amount_cents: 900 });
    await closeLink();

    await ui.open('customers', customer.id);
    await ui.press('Create checkout link');
    await choose('Price', 'Plan, ¥2.5 per unit');
    await dialog().getByLabel('Spending cap').fill('1200');
    for (const [label, url] of Object.entries(URL_FIELDS)) await dialog().getByLabel(label).fill(url);
    await dialog().locator('button[type=submit]').click();
    await dialog().locator('.once').waitFor();
    const ofCustomer = /cs_[0-9A-Za-z]+/.exec((await dialog().locator('.once').textContent()) ?? '')?.[0] ?? '';
    expect(await ui.client.get(`/v1/checkout/sessions/${ofCustomer}`)).toMatchObject({ customer_id: customer.id, max_amount_cents: 1200 });
  });
});
