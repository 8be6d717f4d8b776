import { describe, expect, it } from 'vitest';
import { signIn } from '../contract/support/console.ts';
import { ConsoleUi, NAME, OWNER } from './console-ui.ts';

const ui = new ConsoleUi();

const search = async (text: string): Promise<void> => {
  await ui.page.getByRole('searchbox').fill(text);
  await ui.page.getByRole('button', { name: 'Search' }).click();
};

describe('the console', () => {
  it('searches by id, email address and invoice number', async () => {
    const [customer, invoice] = await Promise.all(['customers', 'invoices'].map(async (name) => (await ui.client.list(`/v1/${name}`))[0]));
    await ui.enter();
    for (const id of [ui.subscription.id, String(customer?.id)]) {
      await search(id);
      await ui.waitForId(id);
    }
    await search('ada@example.com');
    await ui.page.getByRole('row', { name: String(customer?.id) }).waitFor();
    await search(String(invoice?.['number']));
    await ui.page.getByRole('rowheader', { name: String(invoice?.['number']) }).waitFor();
    await search('TEST-000099');
    await ui.page.getByText('Nothing fits.').waitFor();
    await ui.page.getByRole('link', { name: 'Show all' }).click();
    await ui.page.getByRole('rowheader', { name: String(invoice?.['number']) }).waitFor();
    await search('whatever');
    await ui.page.getByText('Give the id of an object, an e-mail address or the number of an invoice.').waitFor();
    expect(ui.consoleErrors).toEqual([]);
  });

  it('filters lists, and keeps the filter in the URL', async () => {
    await ui.enter();
    await ui.goTo('Subscriptions');
    const filter = async (status: string): Promise<void> => {
      await ui.page.getByLabel('Status').selectOption(status);
      await ui.page.getByRole('button', { name: 'Filter' }).click();
    };
    await filter('canceled');
    await ui.page.getByText('Nothing fits.').waitFor();
    await filter('active');
    await ui.page.getByRole('rowheader', { name: NAME }).waitFor();
    expect(new URL(ui.page.url()).hash).toBe('#/test/subscriptions?status=active');
    await ui.page.reload();
    await ui.page.getByRole('rowheader', { name: NAME }).waitFor();
    expect(await ui.page.getByLabel('Status').inputValue()).toBe('active');
    expect(ui.consoleErrors).toEqual([]);
  });

  it('links an object to its related objects and back', async () => {
    await ui.enter();
    await ui.open('subscriptions', ui.subscription.id);
    await ui.page.getByRole('region', { name: 'Payments' }).getByRole('rowheader').getByRole('link').click();
    await ui.waitForId('pay_');
    await ui.page.getByRole('definition').getByRole('link', { name: /^cus_/ }).first().click();
    await ui.page.getByRole('region', { name: 'Subscriptions' }).getByRole('rowheader').getByRole('link').click();
    await ui.waitForId(ui.subscription.id);
    expect(ui.consoleErrors).toEqual([]);
  });

  it('shows names instead of ids, and the object as JSON', async () => {
    await ui.enter();
    await ui.goTo('Payments');
    await ui.page.getByRole('cell', { name: NAME }).getByRole('link').click();
    await ui.page.getByRole('heading', { level: 1, name: NAME }).waitFor();
    await ui.goTo('Prices');
    const [product] = await ui.client.list('/v1/products');
    await ui.page.getByRole('cell', { name: String(product?.['name']) }).waitFor();
    await ui.goTo('Invoices');
    await ui.page.getByRole('cell', { name: NAME }).waitFor();
    await ui.open('subscriptions', ui.subscription.id);
    await ui.page.getByRole('heading', { level: 1, name: NAME }).waitFor();
    await ui.page.getByText('As JSON').click();
    const shown = JSON.parse((await ui.page.locator('details pre').textContent()) ?? '');
    expect([shown.id, shown.object, shown.livemode]).toEqual([ui.subscription.id, 'subscription', false]);
    expect([ui.consoleErrors, ui.failedResponses]).toEqual([[], []]);
  });

  it('shows times in the local time zone and in UTC', async () => {
    await ui.useContext({ timezoneId: 'Asia/Tokyo', locale: 'en-GB' });
    const clock = await ui.client.post('/v1/test_clocks', { frozen_time: 1_800_000_000 });
    await ui.enter();
    await ui.open('test_clocks', clock.id);
    await ui.waitForField('Frozen time', '15 Jan 2027, 17:00');
    await ui.page.getByRole('button', { name: 'Times in UTC' }).click();
    await ui.waitForField('Frozen time', '15 Jan 2027, 08:00');
    await ui.page.reload();
    await ui.waitForField('Frozen time', '15 Jan 2027, 08:00');
    await ui.page.getByRole('button', { name: 'Times in Asia/Tokyo' }).click();
    await ui.waitForField('Frozen time', '15 Jan 2027, 17:00');
  });

  it('lists items that need attention in the overview, with links', async () => {
    await ui.enter();
    await ui.page.getByRole('region', { name: 'Needs attention' }).getByRole('link', { name: 'Complete the billing profile' }).click();
    await ui.page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await ui.page.getByText('Real customers, real money.').waitFor();
    const profile = ui.page.getByRole('region', { name: 'Profile' });
    for (const [label, text] of [
      ['Legal name', 'Acme GmbH'],
      ['Street and number', 'Hauptstr. 1'],
      ['Postal code', '10115'],
      ['City', 'Berlin'],
      ['Country', 'DE'],
    ] as const) {
      await profile.getByLabel(label).fill(text);
    }
    await profile.getByRole('button', { name: 'Save profile' }).click();
    await profile.getByText('Profile is saved.').waitFor();
    await ui.goTo('Overview');
    const attention = ui.page.getByRole('region', { name: 'Needs attention' });
    await attention.getByRole('listitem').first().waitFor();
    expect(await attention.getByRole('link', { name: 'Complete the billing profile' }).count()).toBe(0);
  });

  it('shows the email addresses of members in the audit log, and links entries to imports', async () => {
    const owner = await signIn(ui.service, ui.accountId, OWNER);
    const { body } = await owner.call({ method: 'POST', path: 'imports', body: { file_name: 'a.csv', return_url: null } });
    await ui.enter();
    await ui.goTo('Audit log');
    const entry = ui.page.getByRole('row').filter({ hasText: String(body['id']) });
    await entry.getByRole('cell', { name: OWNER }).waitFor();
    await entry.getByRole('link', { name: String(body['id']) }).click();
    await ui.page.getByRole('heading', { level: 1, name: 'a.csv' }).waitFor();
    expect(ui.consoleErrors).toEqual([]);
  });

  it('links each step of the overview to the mode in which the step is done', async () => {
    await ui.enter();
    const hrefsOf = async (region: string, names: readonly string[]) => {
      const links = names.map((name) => ui.page.getByRole('region', { name: region }).getByRole('link', { name, exact: true }));
      return Promise.all(links.map((link) => link.getAttribute('href')));
    };
    const connect = 'Connect the payment provider';
    expect(await hrefsOf('Needs attention', [connect])).toEqual(['#/live/settings']);
    const steps = ['Make a product', 'Take a payment in test mode', 'Complete the billing profile', connect];
    const singleModeHrefs = ['#/test/prices', '#/live/settings', '#/live/settings'];
    expect(await hrefsOf('First steps', steps)).toEqual(['#/test/products', ...singleModeHrefs]);
    await ui.page.getByRole('link', { name: 'Go to live mode' }).click();
    await ui.page.getByText('Real customers, real money.').waitFor();
    expect(await hrefsOf('Needs attention', [connect])).toEqual(['#/live/settings']);
    expect(await hrefsOf('First steps', steps)).toEqual(['#/live/products', ...singleModeHrefs]);
  });

  it('offers to reload if the code of a screen is missing after a deployment', async () => {
    await ui.enter();
    const settingsCode = /\/assets\/console-settings-/;
    await ui.page.route(settingsCode, (route) => route.fulfill({ status: 404 }));
    await ui.page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Settings' }).click();
    await ui.page.getByText('This screen was not loaded').waitFor();
    await ui.goTo('Customers');
    await ui.page.unroute(settingsCode);
    await ui.page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Settings' }).click();
    await ui.page.getByRole('button', { name: 'Load the console anew' }).click();
    await ui.page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  });

  it('previews and saves the branding', async () => {
    await ui.enter();
    await ui.page.goto(`${ui.service.baseUrl}/console#/live/settings`);
    const branding = ui.page.getByRole('region', { name: 'Branding' });
    await branding.getByLabel('Name on the pages').fill('Tea & Co');
    // The preview ignores this incomplete colour.
    await branding.getByLabel('Colour of the page').fill('#10');
    await branding.getByLabel('Colour of the page').fill('#102030');
    const preview = ui.page.getByRole('region', { name: 'Preview' });
    await preview.getByText('Tea & Co').waitFor();
    const color = 'getComputedStyle(document.querySelector(".preview")).backgroundColor';
    await expect.poll(() => ui.page.evaluate(color)).toBe('rgb(16, 32, 48)');
    await branding.getByRole('button', { name: 'Save branding' }).click();
    await branding.getByText('Branding is saved.').waitFor();
    const savedBranding = await ui.client.get('/v1/tenant/portal_branding');
    expect([savedBranding['display_name'], savedBranding['background_color'], savedBranding['logo_url']]).toEqual([
      'Tea & Co',
      '#102030',
      null,
    ]);
    expect(ui.consoleErrors).toEqual([]);
  });
});
