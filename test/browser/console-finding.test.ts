import { describe, expect, it, vi } from 'vitest';
import { signIn } from '../contract/support/console.ts';
import { ConsoleDesk, NAME, OWNER } from './console-desk.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const desk = new ConsoleDesk();

const find = async (text: string): Promise<void> => {
  await desk.page.getByRole('searchbox').fill(text);
  await desk.page.getByRole('button', { name: 'Search' }).click();
};

describe('what is in the console', () => {
  it('is found by its id, its e-mail address and its number', async () => {
    const [customer, invoice] = await Promise.all(
      ['customers', 'invoices'].map(async (name) => (await desk.client.list(`/v1/${name}`))[0]),
    );
    await desk.enter();
    for (const id of [desk.subscription.id, String(customer?.id)]) {
      await find(id);
      await desk.shownId(id);
    }
    await find('ada@example.com');
    await desk.page.getByRole('row', { name: String(customer?.id) }).waitFor();
    await find(String(invoice?.['number']));
    await desk.page.getByRole('rowheader', { name: String(invoice?.['number']) }).waitFor();
    await find('TEST-000099');
    await desk.page.getByText('Nothing fits.').waitFor();
    await desk.page.getByRole('link', { name: 'Show all' }).click();
    await desk.page.getByRole('rowheader', { name: String(invoice?.['number']) }).waitFor();
    await find('whatever');
    await desk.page.getByText('Give the id of an object, an e-mail address or the number of an invoice.').waitFor();
    expect(desk.complaints).toEqual([]);
  });

  it('is narrowed by what is chosen, which is in the address', async () => {
    await desk.enter();
    await desk.go('Subscriptions');
    const filter = async (status: string): Promise<void> => {
      await desk.page.getByLabel('Status').selectOption(status);
      await desk.page.getByRole('button', { name: 'Filter' }).click();
    };
    await filter('canceled');
    await desk.page.getByText('Nothing fits.').waitFor();
    await filter('active');
    await desk.page.getByRole('rowheader', { name: NAME }).waitFor();
    expect(new URL(desk.page.url()).hash).toBe('#/test/subscriptions?status=active');
    await desk.page.reload();
    await desk.page.getByRole('rowheader', { name: NAME }).waitFor();
    expect(await desk.page.getByLabel('Status').inputValue()).toBe('active');
    expect(desk.complaints).toEqual([]);
  });

  it('leads from an object to what belongs to it, and back', async () => {
    await desk.enter();
    await desk.open('subscriptions', desk.subscription.id);
    await desk.page.getByRole('region', { name: 'Payments' }).getByRole('rowheader').getByRole('link').click();
    await desk.shownId('pay_');
    await desk.page.getByRole('definition').getByRole('link', { name: /^cus_/ }).first().click();
    await desk.page.getByRole('region', { name: 'Subscriptions' }).getByRole('rowheader').getByRole('link').click();
    await desk.shownId(desk.subscription.id);
    expect(desk.complaints).toEqual([]);
  });

  it('is called by its name, wherever it is mentioned, and shown as the API answers it', async () => {
    await desk.enter();
    await desk.go('Payments');
    await desk.page.getByRole('cell', { name: NAME }).getByRole('link').click();
    await desk.page.getByRole('heading', { level: 1, name: NAME }).waitFor();
    await desk.go('Prices');
    const [product] = await desk.client.list('/v1/products');
    await desk.page.getByRole('cell', { name: String(product?.['name']) }).waitFor();
    await desk.go('Invoices');
    await desk.page.getByRole('cell', { name: NAME }).waitFor();
    await desk.open('subscriptions', desk.subscription.id);
    await desk.page.getByRole('heading', { level: 1, name: NAME }).waitFor();
    await desk.page.getByText('As JSON').click();
    const shown = JSON.parse((await desk.page.locator('details pre').textContent()) ?? '');
    expect([shown.id, shown.object, shown.livemode]).toEqual([desk.subscription.id, 'subscription', false]);
    expect([desk.complaints, desk.refusals]).toEqual([[], []]);
  });

  it('is reported in the zone of the reader, and in UTC', async () => {
    await desk.become({ timezoneId: 'Asia/Tokyo', locale: 'en-GB' });
    const clock = await desk.client.post('/v1/test_clocks', { frozen_time: 1_800_000_000 });
    await desk.enter();
    await desk.open('test_clocks', clock.id);
    await desk.field('Frozen time', '15 Jan 2027, 17:00');
    await desk.page.getByRole('button', { name: 'Times in UTC' }).click();
    await desk.field('Frozen time', '15 Jan 2027, 08:00');
    await desk.page.reload();
    await desk.field('Frozen time', '15 Jan 2027, 08:00');
    await desk.page.getByRole('button', { name: 'Times in Asia/Tokyo' }).click();
    await desk.field('Frozen time', '15 Jan 2027, 17:00');
  });

  it('is reported in the overview where it needs attention, with the way there', async () => {
    await desk.enter();
    await desk.page.getByRole('region', { name: 'Needs attention' }).getByRole('link', { name: 'Complete the billing profile' }).click();
    await desk.page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await desk.page.getByText('Real customers, real money.').waitFor();
    const profile = desk.page.getByRole('region', { name: 'Profile' });
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
    await desk.go('Overview');
    const attention = desk.page.getByRole('region', { name: 'Needs attention' });
    await attention.getByRole('listitem').first().waitFor();
    expect(await attention.getByRole('link', { name: 'Complete the billing profile' }).count()).toBe(0);
  });

  it('is put on record for members by their address, and for an import leads to it', async () => {
    const owner = await signIn(desk.served, desk.accountId, OWNER);
    const { body } = await owner.call({ method: 'POST', path: 'imports', body: { file_name: 'a.csv', return_url: null } });
    await desk.enter();
    await desk.go('Audit log');
    const entry = desk.page.getByRole('row').filter({ hasText: String(body['id']) });
    await entry.getByRole('cell', { name: OWNER }).waitFor();
    await entry.getByRole('link', { name: String(body['id']) }).click();
    await desk.page.getByRole('heading', { level: 1, name: 'a.csv' }).waitFor();
    expect(desk.complaints).toEqual([]);
  });

  it('is led by the overview to the mode that a thing is about', async () => {
    await desk.enter();
    const ways = async (region: string, names: readonly string[]) => {
      const links = names.map((name) => desk.page.getByRole('region', { name: region }).getByRole('link', { name, exact: true }));
      return Promise.all(links.map((link) => link.getAttribute('href')));
    };
    const connect = 'Connect the payment provider';
    expect(await ways('Needs attention', [connect])).toEqual(['#/live/settings']);
    const steps = ['Make a product', 'Take a payment in test mode', 'Complete the billing profile', connect];
    const ofOneMode = ['#/test/prices', '#/live/settings', '#/live/settings'];
    expect(await ways('First steps', steps)).toEqual(['#/test/products', ...ofOneMode]);
    await desk.page.getByRole('link', { name: 'Go to live mode' }).click();
    await desk.page.getByText('Real customers, real money.').waitFor();
    expect(await ways('Needs attention', [connect])).toEqual(['#/live/settings']);
    expect(await ways('First steps', steps)).toEqual(['#/live/products', ...ofOneMode]);
  });

  it('says where a screen of before a deployment is no more, and is loaded anew', async () => {
    await desk.enter();
    const parts = /\/assets\/console-settings-/;
    await desk.page.route(parts, (route) => route.fulfill({ status: 404 }));
    await desk.page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Settings' }).click();
    await desk.page.getByText('This screen was not loaded').waitFor();
    await desk.go('Customers');
    await desk.page.unroute(parts);
    await desk.page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Settings' }).click();
    await desk.page.getByRole('button', { name: 'Load the console anew' }).click();
    await desk.page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  });

  it('looks for buyers as its settings show it', async () => {
    await desk.enter();
    await desk.page.goto(`${desk.served.baseUrl}/console#/live/settings`);
    const branding = desk.page.getByRole('region', { name: 'Branding' });
    await branding.getByLabel('Name on the pages').fill('Tea & Co');
    await branding.getByLabel('Colour of the page').fill('#10');
    await branding.getByLabel('Colour of the page').fill('#102030');
    const preview = desk.page.getByRole('region', { name: 'Preview' });
    await preview.getByText('Tea & Co').waitFor();
    const color = 'getComputedStyle(document.querySelector(".preview")).backgroundColor';
    await expect.poll(() => desk.page.evaluate(color)).toBe('rgb(16, 32, 48)');
    await branding.getByRole('button', { name: 'Save branding' }).click();
    await branding.getByText('Branding is saved.').waitFor();
    const kept = await desk.client.get('/v1/tenant/portal_branding');
    expect([kept['display_name'], kept['background_color'], kept['logo_url']]).toEqual(['Tea & Co', '#102030', null]);
    expect(desk.complaints).toEqual([]);
  });
});
