import { expect, it } from 'vitest';
import { ConsoleUi } from './console-ui.ts';

const ui = new ConsoleUi();

it('fields of forms find objects beyond the first page of a list, and show a notice if there are more results', async () => {
  await ui.useContext({ bypassCSP: true });
  const { id: productId } = await ui.client.post('/v1/products', { name: 'Zeppelin' });
  const price = { product_id: productId, currency: 'EUR', interval: 'month' };
  const { id: defaultId } = await ui.client.post('/v1/prices', { ...price, amount_cents: 1000 });
  const { id: oldId } = await ui.client.post('/v1/prices', { ...price, amount_cents: 7777 });
  for (let count = 0; count < 11; count += 1) await ui.client.post('/v1/prices', { ...price, amount_cents: 1000 });
  expect(await ui.client.get(`/v1/products/${productId}`)).toMatchObject({ default_price_id: defaultId });
  // The console reads pages of 100; here they have 5.
  await ui.page.route('**/v1/prices?*', (route) => route.continue({ url: route.request().url().replace('limit=100', 'limit=5') }));
  await ui.enter();
  await ui.page.goto(`${ui.service.baseUrl}/console#/test/products/${productId}`);
  await ui.page.getByRole('button', { name: 'More actions' }).click();
  await ui.page.getByRole('button', { name: 'Edit product' }).click();
  const dialog = ui.page.getByRole('dialog');
  const field = dialog.getByRole('combobox', { name: 'Default price' });
  await field.fill('zepp');
  const note = ui.page.getByText('There are more results. Type more to narrow them down.');
  await note.waitFor();
  await note.scrollIntoViewIfNeeded();
  await ui.expectAccessible();
  await field.fill('77.77');
  await ui.page.getByRole('option', { name: 'Zeppelin, €77.77' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await ui.client.get(`/v1/products/${productId}`)).toMatchObject({ default_price_id: oldId });
});

it('typing replaces the selected text of a field, also after the title of its object has loaded', async () => {
  const { id: productId } = await ui.client.post('/v1/products', { name: 'Airship' });
  const price = { product_id: productId, currency: 'EUR' };
  const { id: defaultId } = await ui.client.post('/v1/prices', { ...price, amount_cents: 1000, interval: 'month' });
  const { id: otherId } = await ui.client.post('/v1/prices', { ...price, amount_cents: 9000, interval: 'year' });
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await ui.enter();
  await ui.open('products', productId);
  await ui.page.route(`**/v1/prices/${defaultId}`, async (route) => {
    await released;
    await route.continue();
  });
  await ui.press('Edit product');
  const field = ui.page.getByRole('dialog').getByRole('combobox', { name: 'Default price' });
  await field.focus();
  expect(await field.inputValue()).toBe(defaultId);
  release();
  await expect.poll(() => field.inputValue()).toContain('Airship');
  await ui.page.keyboard.insertText(otherId);
  expect(await field.inputValue()).toBe(otherId);
  await ui.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await ui.page.getByText('Product saved.').waitFor();
  expect(await ui.client.get(`/v1/products/${productId}`)).toMatchObject({ default_price_id: otherId });
});
