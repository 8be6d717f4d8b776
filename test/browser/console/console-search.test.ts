import { describe, expect, it } from 'vitest';
import { signIn } from '../../contract/support/console.ts';
import { ConsoleUi, NAME, OWNER } from './console-ui.ts';

const ui = new ConsoleUi();

const palette = () => ui.page.getByRole('dialog', { name: 'Search' });

/** Opens the search with its keyboard shortcut and types a text. */
const search = async (text: string): Promise<void> => {
  await ui.page.keyboard.press('Control+k');
  await palette().getByRole('combobox').fill(text);
};

describe('the console', () => {
  it('searches by name, email address, invoice number and id while typing, with the keyboard alone', async () => {
    const [customer, invoice] = await Promise.all(['customers', 'invoices'].map(async (name) => (await ui.client.list(`/v1/${name}`))[0]));
    await ui.enter();
    const openFirst = async (text: string, hit: string | RegExp, id: string): Promise<void> => {
      await search(text);
      await palette().getByRole('option', { name: hit }).first().waitFor();
      await ui.page.keyboard.press('Enter');
      await palette().waitFor({ state: 'hidden' });
      await ui.waitForId(id);
    };
    await openFirst('ada', NAME, String(customer?.id));
    await openFirst('ada@exam', NAME, String(customer?.id));
    await openFirst(String(invoice?.['number']), String(invoice?.['number']), String(invoice?.id));
    await openFirst(ui.subscription.id, ui.subscription.id, ui.subscription.id);
    await search('tax');
    await palette().getByRole('option', { name: 'Tax rates' }).waitFor();
    await palette().getByRole('combobox').fill('zzz');
    await palette().getByText('No results for “zzz”.').waitFor();
    await ui.page.keyboard.press('Escape');
    expect(await palette().count()).toBe(0);
    expect(ui.consoleErrors).toEqual([]);
  });

  it('finds screens by each word of their titles, and jumps to a section of the reports', async () => {
    await ui.useContext({ bypassCSP: true });
    await ui.enter();
    await search('provider');
    await palette().getByRole('option', { name: 'Payment provider' }).waitFor();
    await palette().getByRole('combobox').fill('vat by');
    await palette().getByRole('option', { name: 'VAT by country' }).waitFor();
    await ui.page.keyboard.press('Enter');
    const heading = ui.page.getByRole('heading', { name: 'VAT by country' });
    await expect.poll(() => heading.evaluate((element) => element.matches(':focus'))).toBe(true);
    await ui.page.getByRole('row', { name: /^Total/ }).waitFor();
    await ui.settle();
    await ui.expectAccessible();
    await ui.page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Journal' }).click();
    const journal = ui.page.getByRole('heading', { name: 'Accounting journal' });
    await expect.poll(() => journal.evaluate((element) => element.matches(':focus'))).toBe(true);
    // The section is found again while its page is open.
    await ui.page.evaluate('scrollTo(0, 0)');
    await search('journal');
    await palette()
      .getByRole('option', { name: /^Accounting journal/ })
      .waitFor();
    await ui.page.keyboard.press('Enter');
    await expect.poll(() => journal.evaluate((element) => element.matches(':focus'))).toBe(true);
    expect(ui.consoleErrors).toEqual([]);
  });

  it('finds actions, which open their form; lists a screen before objects with the same name', async () => {
    await ui.client.post('/v1/products', { name: 'Team' });
    await ui.enter();
    await search('create prod');
    await palette().getByRole('option', { name: 'Create product' }).waitFor();
    await ui.page.keyboard.press('Enter');
    const name = ui.page.getByLabel('Name', { exact: true });
    await expect.poll(() => name.evaluate((element) => element.matches(':focus'))).toBe(true);
    await search('invite');
    await palette().getByRole('option', { name: 'Invite a colleague' }).waitFor();
    await ui.page.keyboard.press('Enter');
    const email = ui.page.getByLabel('Email', { exact: true });
    await expect.poll(() => email.evaluate((element) => element.matches(':focus'))).toBe(true);
    await search('team');
    await palette().getByRole('option', { name: 'Team', exact: true }).nth(1).waitFor();
    expect(await palette().locator('h3').allTextContents()).toEqual(['Go to', 'Products']);
  });

  it('shows a link to Home on a page that does not exist', async () => {
    await ui.enter();
    await ui.page.goto(`${ui.service.baseUrl}/console#/test/nothing`);
    await ui.page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await ui.page.getByRole('link', { name: 'Go to Home' }).click();
    await ui.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  });

  it('moves through the results with the arrow keys, and is accessible', async () => {
    await ui.client.post('/v1/customers', { name: 'Maxima One' });
    await ui.client.post('/v1/customers', { name: 'Maxima Two' });
    await ui.useContext({ bypassCSP: true });
    await ui.enter();
    await ui.page.getByRole('button', { name: 'Search' }).click();
    await palette().getByRole('combobox').fill('maxima');
    await palette().getByRole('option').nth(1).waitFor();
    await ui.expectAccessible();
    const second = (await palette().getByRole('option').nth(1).textContent()) ?? '';
    await ui.page.keyboard.press('ArrowDown');
    await ui.page.keyboard.press('Enter');
    await ui.page.getByRole('heading', { level: 1, name: second.trim() }).waitFor();
  });

  it('filters lists by status, date and customer, and keeps the filters in the URL', async () => {
    await ui.enter();
    await ui.goTo('Subscriptions');
    const tab = (name: string) => ui.page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: new RegExp(`^${name}`) });
    await tab('Canceled').click();
    await ui.page.getByText('No subscriptions match').waitFor();
    await tab('Active').click();
    await ui.page.getByRole('rowheader', { name: NAME }).waitFor();
    expect(new URL(ui.page.url()).hash).toBe('#/test/subscriptions?status=active');
    await ui.page.reload();
    await ui.page.getByRole('rowheader', { name: NAME }).waitFor();
    expect(await tab('Active').getAttribute('aria-current')).toBe('true');
    await ui.page.getByLabel('Created').selectOption('last_month');
    await ui.page.getByText('No subscriptions match').waitFor();
    await ui.page.getByRole('link', { name: 'Show all' }).click();
    await ui.page.getByLabel('Created').selectOption('today');
    await ui.page.getByRole('rowheader', { name: NAME }).waitFor();
    await ui.page.getByLabel('Customer').fill('ada');
    await ui.page.getByRole('option', { name: NAME }).click();
    await expect.poll(() => new URL(ui.page.url()).hash).toContain(`customer_id=${String(ui.subscription.customer_id)}`);
    await ui.page.getByRole('rowheader', { name: NAME }).waitFor();
    expect(ui.consoleErrors).toEqual([]);
  });

  it('focuses the heading of a new screen, and restores the scroll position after going back', async () => {
    for (let count = 0; count < 26; count += 1) await ui.client.post('/v1/products', { name: `Scroll ${count}` });
    await ui.useContext({ viewport: { width: 1280, height: 400 } });
    await ui.enter();
    await ui.goTo('Products');
    await expect.poll(() => ui.page.evaluate('document.activeElement.textContent')).toBe('Products');
    await ui.settle();
    await ui.page.evaluate('scrollTo(0, 500)');
    const row = ui.page.getByRole('link', { name: 'Scroll 10', exact: true });
    // Scrolls the row into view, so that the click does not scroll.
    await row.hover();
    const position = await ui.page.evaluate('scrollY');
    expect(position).toBeGreaterThan(100);
    await row.click();
    await ui.page.getByRole('heading', { level: 1, name: 'Scroll 10' }).waitFor();
    expect(await ui.page.evaluate('scrollY')).toBe(0);
    await ui.page.goBack();
    await ui.page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
    await expect.poll(() => ui.page.evaluate('scrollY')).toBe(position);
  });

  it('links an object to its related objects and back', async () => {
    await ui.enter();
    await ui.open('subscriptions', ui.subscription.id);
    await ui.page.getByRole('region', { name: 'Payments' }).getByRole('rowheader').getByRole('link').click();
    await ui.waitForId('pay_');
    await ui.page.getByRole('definition').getByRole('link', { name: NAME }).first().click();
    await ui.page.getByRole('region', { name: 'Subscriptions' }).getByRole('rowheader').getByRole('link').click();
    await ui.waitForId(ui.subscription.id);
    expect(ui.consoleErrors).toEqual([]);
  });

  it('shows names instead of ids, and the object as JSON', async () => {
    await ui.enter();
    await ui.goTo('Payments');
    await ui.page.getByRole('cell', { name: NAME }).getByRole('link').first().click();
    await ui.page.getByRole('heading', { level: 1, name: NAME }).waitFor();
    await ui.goTo('Prices');
    await ui.page.getByRole('cell', { name: 'Plan', exact: true }).first().waitFor();
    await ui.goTo('Invoices');
    await ui.page.getByRole('cell', { name: NAME }).first().waitFor();
    await ui.open('subscriptions', ui.subscription.id);
    await ui.page.getByRole('heading', { level: 1, name: NAME }).waitFor();
    await ui.page.getByText('View JSON').click();
    const shown = JSON.parse((await ui.page.locator('details pre').textContent()) ?? '');
    expect([shown.id, shown.object, shown.livemode]).toEqual([ui.subscription.id, 'subscription', false]);
    expect([ui.consoleErrors, ui.failedResponses]).toEqual([[], []]);
  });

  it('shows times in the local time zone or in UTC, as the member chooses', async () => {
    await ui.useContext({ timezoneId: 'Asia/Tokyo', locale: 'en-GB' });
    const clock = await ui.client.post('/v1/test_clocks', { frozen_time: 1_800_000_000 });
    await ui.enter();
    await ui.open('test_clocks', clock.id);
    await ui.waitForField('Frozen time', '15 Jan 2027, 17:00');
    const choose = async (zone: string): Promise<void> => {
      await ui.openAccountMenu();
      await ui.page.getByRole('button', { name: zone, exact: true }).click();
      await ui.page.keyboard.press('Escape');
    };
    await choose('UTC');
    await ui.waitForField('Frozen time', '15 Jan 2027, 08:00');
    await ui.page.reload();
    await ui.waitForField('Frozen time', '15 Jan 2027, 08:00');
    await choose('Asia/Tokyo');
    await ui.waitForField('Frozen time', '15 Jan 2027, 17:00');
  });

  it('lists items that need attention on the start screen, with links, until they are done', async () => {
    await ui.enter();
    await ui.page.getByRole('region', { name: 'Needs attention' }).getByRole('link', { name: 'Complete the billing profile' }).click();
    await ui.page.getByRole('heading', { level: 1, name: 'Company' }).waitFor();
    expect(new URL(ui.page.url()).hash).toBe('#/test/company');
    const company = ui.page.getByRole('main');
    for (const [label, text] of [
      ['Legal name', 'Acme GmbH'],
      ['Address line 1', 'Hauptstr. 1'],
      ['Postal code', '10115'],
      ['City', 'Berlin'],
    ] as const) {
      await company.getByLabel(label).fill(text);
    }
    await company.getByLabel('Country').selectOption('DE');
    await company.getByRole('button', { name: 'Save' }).click();
    await ui.page.getByText('Company saved.').waitFor();
    await ui.goTo('Home');
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

  it('links the steps of the start screen to the current mode, except the step that connects Mollie, which opens live mode', async () => {
    await ui.enter();
    const hrefsOf = async (region: string, names: readonly string[]) => {
      const links = names.map((name) => ui.page.getByRole('region', { name: region }).getByRole('link', { name, exact: true }));
      return Promise.all(links.map((link) => link.getAttribute('href')));
    };
    const connect = 'Connect Mollie for live payments';
    expect(await hrefsOf('Needs attention', [connect])).toEqual(['#/live/provider']);
    const listItems = ui.page.getByRole('region', { name: 'Get started' }).getByRole('listitem');
    expect(await listItems.filter({ hasText: 'Create a product' }).textContent()).toBe('Create a productDone');
    const steps = ['Add a webhook endpoint', connect];
    expect(await hrefsOf('Get started', steps)).toEqual(['#/test/webhook_endpoints/new', '#/live/provider']);
    await ui.page.getByRole('link', { name: 'Live mode' }).click();
    await ui.page.getByText('No metrics yet').waitFor();
    expect(await hrefsOf('Needs attention', [connect])).toEqual(['#/live/provider']);
    expect(await hrefsOf('Get started', steps)).toEqual(['#/live/webhook_endpoints/new', '#/live/provider']);
  });

  it('offers to reload if the code of a screen is missing after a deployment', async () => {
    await ui.enter();
    const settingsCode = /\/assets\/console-settings-/;
    await ui.page.route(settingsCode, (route) => route.fulfill({ status: 404 }));
    await ui.page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Company' }).click();
    await ui.page.getByText('This screen could not be loaded').waitFor();
    await ui.goTo('Customers');
    await ui.page.unroute(settingsCode);
    await ui.page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Company' }).click();
    await ui.page.getByRole('button', { name: 'Reload' }).click();
    await ui.page.getByRole('heading', { level: 1, name: 'Company' }).waitFor();
  });

  it('previews and saves the branding', async () => {
    await ui.enter();
    await ui.page.goto(`${ui.service.baseUrl}/console#/live/branding`);
    const branding = ui.page.getByRole('main');
    await branding.getByLabel('Display name').fill('Tea & Co');
    // The preview ignores this incomplete color.
    await branding.getByLabel('Page background', { exact: true }).fill('#10');
    await branding.getByLabel('Page background', { exact: true }).fill('#102030');
    const preview = ui.page.getByRole('region', { name: 'Preview' });
    await preview.getByText('Tea & Co').waitFor();
    const color = 'getComputedStyle(document.querySelector(".preview")).backgroundColor';
    await expect.poll(() => ui.page.evaluate(color)).toBe('rgb(16, 32, 48)');
    await branding.getByRole('button', { name: 'Save', exact: true }).click();
    await ui.page.getByText('Branding saved.').waitFor();
    const savedBranding = await ui.client.get('/v1/tenant/portal_branding');
    expect([savedBranding['display_name'], savedBranding['background_color'], savedBranding['logo_url']]).toEqual([
      'Tea & Co',
      '#102030',
      null,
    ]);
    await branding.getByLabel('Plans in the portal').selectOption('selected');
    await branding.getByRole('button', { name: 'Save links and portal' }).click();
    await branding.getByText('Choose selected prices.').waitFor();
    expect(await ui.page.getByText('Links and portal saved.').count()).toBe(0);
    expect(ui.consoleErrors).toEqual([]);
  });
});
