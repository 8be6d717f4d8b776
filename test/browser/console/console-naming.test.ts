import { expect, it } from 'vitest';
import { newPlan, subscribe } from '../../contract/support/objects.ts';
import { invoiceOf } from '../test-clocks.ts';
import { ConsoleUi, NAME } from './console-ui.ts';

const ui = new ConsoleUi();

/** Folder for pictures; `undefined`: no pictures are taken. */
const pictures = process.env['PICTURES'];
const picture = async (name: string): Promise<void> => {
  if (pictures !== undefined) await ui.page.screenshot({ path: `${pictures}/${name}.png` });
};

it('the first press of Tab shows a link that moves the focus to the heading', async () => {
  await ui.useContext({ bypassCSP: true });
  await ui.enter();
  await ui.goTo('Customers');
  await ui.page.reload();
  await ui.settle();
  await ui.page.keyboard.press('Tab');
  const skip = ui.page.getByRole('link', { name: 'Skip to content' });
  await expect.poll(() => skip.evaluate((link) => link === link.ownerDocument.activeElement)).toBe(true);
  expect(await skip.isVisible()).toBe(true);
  await ui.expectAccessible('skip link');
  await picture('skip-link');
  await ui.page.keyboard.press('Enter');
  const heading = ui.page.getByRole('heading', { level: 1, name: 'Customers' });
  await expect.poll(() => heading.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
  expect(ui.page.url()).toMatch(/#\/test\/customers$/);
});

it('the title of the document names the screen and the object, and checkboxes name their row', async () => {
  const invoice = await invoiceOf(ui.client, ui.subscription);
  await ui.enter();
  const account = await ui.page.locator('.account').textContent();
  await ui.goTo('Subscriptions');
  await ui.page.getByRole('checkbox', { name: `Select ${NAME}` }).waitFor();
  await expect.poll(() => ui.page.title()).toBe(`Subscriptions – ${account}`);
  await ui.open('invoices', invoice.id);
  await expect.poll(() => ui.page.title()).toBe(`${invoice['number']} – Invoices – ${account}`);
  await ui.goTo('Customers');
  await expect.poll(() => ui.page.title()).toBe(`Customers – ${account}`);
});

it('a customer without name and email is shown as unnamed in lists and on its page', async () => {
  const customer = await ui.client.post('/v1/customers', {});
  await subscribe(ui.client, (await newPlan(ui.client)).priceId, { customer_id: customer.id });
  const name = `Unnamed customer …${customer.id.slice(-4)}`;
  await ui.enter();
  for (const screen of ['Customers', 'Subscriptions', 'Invoices', 'Payments']) {
    await ui.goTo(screen);
    await ui.page.getByRole('row').filter({ hasText: name }).waitFor();
  }
  await ui.open('customers', customer.id);
  await ui.page.getByRole('heading', { level: 1, name }).waitFor();
});

it('the invoice of a plan change names unused and remaining time in its lines, and offers a UBL download', async () => {
  const cheap = await newPlan(ui.client);
  const { priceId } = await newPlan(ui.client, { amount_cents: 4900 });
  const subscription = await subscribe(ui.client, cheap.priceId);
  await ui.client.post(`/v1/subscriptions/${subscription.id}/update`, { price_id: priceId });
  const invoices = await ui.client.list(`/v1/invoices?subscription_id=${subscription.id}`);
  const change = invoices.find(({ billing_reason: reason }) => reason === 'subscription_update');
  await ui.enter();
  await ui.open('invoices', String(change?.id));
  const lines = ui.page.getByRole('table', { name: 'Lines' });
  await lines.getByText(/^Unused time: /).waitFor();
  await lines.getByText(/^Remaining time: /).waitFor();
  await ui.page.getByRole('button', { name: /^Download UBL$/ }).waitFor();
});

it('the list of customers links to the import, except for a viewer', async () => {
  await ui.enter();
  await ui.goTo('Customers');
  await ui.page.getByRole('main').getByRole('link', { name: 'Import', exact: true }).click();
  await ui.page.getByRole('heading', { name: 'Import and export' }).waitFor();
  await ui.enter(await ui.addMember('viewer'));
  await ui.goTo('Customers');
  expect(await ui.page.getByRole('main').getByRole('link', { name: 'Import', exact: true }).count()).toBe(0);
});

it('a created payment link is in the list behind the dialog "Payment link created"', async () => {
  const { priceId } = await newPlan(ui.client);
  await ui.useContext({ bypassCSP: true });
  await ui.enter();
  await ui.goTo('Payment links');
  await ui.page.getByRole('button', { name: 'Create payment link' }).click();
  const dialog = ui.page.getByRole('dialog');
  await dialog.getByLabel('Price', { exact: true }).fill(priceId);
  await dialog.locator('button[type=submit]').click();
  await ui.page.getByRole('dialog', { name: 'Payment link created' }).waitFor();
  await expect.poll(() => ui.page.getByRole('table', { name: 'Payment links', includeHidden: true }).count()).toBe(1);
  await ui.expectAccessible('payment link created');
  await picture('payment-link-created');
});
