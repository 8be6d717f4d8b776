import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { clientOf } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { newPlan, openSession, pay } from '../../contract/support/objects.ts';
import { invoiceOf, paymentOf } from '../test-clocks.ts';
import { ConsoleUi } from './console-ui.ts';

const ui = new ConsoleUi();

/** Folder for screenshots; `undefined`: none are taken. */
const screenshotFolder = process.env['PICTURES'];

const VIEWS = [
  ['phone-light', { viewport: { width: 390, height: 844 }, colorScheme: 'light', bypassCSP: true }],
  ['wide-dark', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark', bypassCSP: true }],
  ['phone-dark', { viewport: { width: 390, height: 844 }, colorScheme: 'dark', bypassCSP: true }],
  ['wide-light', { viewport: { width: 1280, height: 800 }, colorScheme: 'light', bypassCSP: true }],
] as const;

/** Opens a screen in each view, checks its accessibility, and takes screenshots. */
const inViews = async (path: string, waitForContent: () => Promise<void>): Promise<void> => {
  for (const [view, settings] of VIEWS) {
    await ui.useContext(settings);
    await ui.enter();
    await ui.page.goto(`${ui.service.baseUrl}/console#/${path}`);
    await waitForContent();
    await ui.settle();
    await ui.expectAccessible(`${path} ${view}`);
    if (screenshotFolder !== undefined) {
      const name = `${path.replaceAll(/\W+/g, '-').slice(0, 40)}-${view}.png`;
      await ui.page.screenshot({ path: `${screenshotFolder}/${name}`, fullPage: true });
    }
    expect(ui.consoleErrors, `${path} ${view}`).toEqual([]);
  }
};

const tab = (name: string) => ui.page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name, exact: true });
const row = (table: string, name: RegExp) => ui.page.getByRole('table', { name: table }).getByRole('row', { name });
/** The requests of the console whose URL contains `part`. */
const requests = (part: string) => ui.requestUrls.filter((url) => decodeURIComponent(url).includes(part));

it('the tabs of a list show counts of the whole list, which are read with one request', async () => {
  await inViews('test/invoices', () => tab('Paid 1').waitFor());
  await tab('All 1').waitFor();
  await tab('Open 0').waitFor();
  expect(requests('include=summary')).toHaveLength(1);
  await tab('Open 0').click();
  await ui.page.getByText('No invoices match').waitFor();
  await tab('Paid 1').waitFor();
  await ui.goTo('Coupons');
  await tab('Active 1').waitFor();
  await tab('Archived 0').waitFor();
});

it('a count that stopped at its maximum has a plus; tabs without a count are shown without a number', async () => {
  await ui.enter();
  const statuses = [{ status: 'active', count: 1000, has_more: true }];
  await ui.page.route('**/v1/subscriptions?*include=summary*', (route) => route.fulfill({ json: { summary: { statuses, totals: null } } }));
  await ui.goTo('Subscriptions');
  await tab('Active 1,000+').waitFor();
  await ui.page.unroute('**/v1/subscriptions?*include=summary*');
  await ui.page.route('**/v1/invoices?*include=summary*', (route) => route.fulfill({ status: 403, json: { error: { code: 'x' } } }));
  await ui.goTo('Invoices');
  await row('Invoices', /Ada/).waitFor();
  expect(await tab('Open').count()).toBe(1);
});

it('payments, refunds and credit notes show the sums of the filtered list', async () => {
  const payment = await paymentOf(ui.client, ui.subscription);
  await ui.client.post('/v1/refunds', { payment_id: payment.id, amount_cents: 100 });
  await eventually(
    () => ui.client.list('/v1/credit_notes'),
    (notes) => notes.length > 0,
  );
  await inViews('test/payments', () => ui.page.getByText('1 payment, €19.99 paid').waitFor());
  await ui.goTo('Refunds');
  await ui.page.getByText('1 refund, €1.00 refunded').waitFor();
  await row('Refunds', /Ada/).waitFor();
  await ui.goTo('Credit notes');
  await ui.page.getByText('1 credit note, €1.00 credited').waitFor();
  await ui.page.goto(`${ui.service.baseUrl}/console#/test/payments?created%5Blt%5D=1000`);
  await ui.page.getByText('No payments match').waitFor();
  await expect.poll(() => ui.page.getByText('€19.99 paid').count()).toBe(0);
});

it('events, audit log entries and requests show the names of objects, actors and keys', async () => {
  const invoice = await invoiceOf(ui.client, ui.subscription);
  const key = await ui.client.post('/v1/api_keys', { label: 'Shop backend', scopes: ['customers:read', 'customers:write'] });
  const shop = clientOf(ui.service.baseUrl, String(key['secret']));
  await shop.post('/v1/customers', { name: 'Grace Hopper' });
  await shop.call('GET', '/v1/products');
  const name = String(invoice['number']);
  await inViews('test/events', async () => row('Events', new RegExp(`Invoice ${name} paid.* ${name}, Ada`)).waitFor());
  await row('Events', /Customer created Grace Hopper/).waitFor();
  await inViews('test/audit_logs?action=customer.created', async () => {
    const texts = () => ui.page.getByRole('table', { name: 'Audit log' }).getByRole('row').allTextContents();
    await expect.poll(texts, { timeout: 30_000 }).toContainEqual(expect.stringContaining('Customer createdShop backendGrace Hopper'));
  });
  expect(requests('/names?')).toHaveLength(1);
  await eventually(
    () => ui.client.list(`/v1/request_logs?status=failed&api_key_id=${key.id}`),
    (entries) => entries.length > 0,
  );
  const refused = /GET \/v1\/products.*403.*insufficient_scope.*Shop backend/;
  await inViews('test/request_log?status=failed', async () => row('Requests', refused).waitFor());
});

it('a list shows the names of customers beyond the newest 100, with one request per page', async () => {
  const { priceId } = await newPlan(ui.client);
  const session = await openSession(ui.client, priceId, {});
  const paid = await pay(ui.client, session.id);
  const customer = await ui.client.post(`/v1/customers/${String(paid['customer_id'])}`, { name: 'Oldest of all' });
  for (let count = 0; count < 10; count += 1) {
    await Promise.all(Array.from({ length: 11 }, (_none, index) => ui.client.post('/v1/customers', { name: `Newer ${count} ${index}` })));
  }
  await ui.enter();
  await ui.goTo('Payments');
  await row('Payments', /Oldest of all/).waitFor();
  expect(requests('/names?')).toHaveLength(1);
  expect(requests(`/customers/${customer.id}`)).toEqual([]);
});

it('the page of a coupon lists who redeemed it, and the amount of each discount', async () => {
  const coupon = await ui.client.post('/v1/coupons', { code: 'TENOFF', percent_off: 10 });
  const { priceId } = await newPlan(ui.client);
  const customer = await ui.client.post('/v1/customers', { name: 'Mary Somerville' });
  const session = await openSession(ui.client, priceId, { customer_id: customer.id, coupon_code: 'TENOFF' });
  const paid = await pay(ui.client, session.id);
  await inViews(`test/coupons/${coupon.id}`, async () => row('Redemptions', /Mary Somerville.*€2\.00/).waitFor());
  const card = ui.page.getByRole('region', { name: 'Redemptions' });
  await card.locator(`a[href$="/subscriptions/${String(paid['subscription_id'])}"]`).waitFor();
  await card.getByRole('link', { name: 'Mary Somerville' }).click();
  await ui.page.getByRole('heading', { level: 1, name: 'Mary Somerville' }).waitFor();
  await ui.goTo('Audit log');
  await row('Audit log', /Coupon redeemed Customer at checkout TENOFF/).waitFor();
  const unused = await ui.client.post('/v1/coupons', { code: 'UNUSED', percent_off: 10 });
  await ui.open('coupons', unused.id);
  await card.getByText('Nobody has redeemed the coupon yet.').waitFor();
});

it('an export continues on another screen, can be stopped, and its file can be saved again', async () => {
  await ui.useContext({ viewport: { width: 390, height: 844 }, bypassCSP: true });
  await ui.enter();
  await ui.goTo('Customers');
  let release = (): void => undefined;
  const released = new Promise<void>((done) => {
    release = done;
  });
  await ui.page.route('**/v1/customers?limit=100*', async (route) => {
    await released;
    await route.continue();
  });
  await row('Customers', /Mary Somerville/).waitFor();
  await ui.page.getByRole('button', { name: 'Export CSV' }).click();
  const jobs = ui.page.getByRole('region', { name: 'Exports' });
  await jobs.getByText('Reading …').waitFor();
  await ui.goTo('Coupons');
  await jobs.getByText('Reading …').waitFor();
  await ui.expectAccessible('with a running export');
  if (screenshotFolder !== undefined) await ui.page.screenshot({ path: `${screenshotFolder}/export-running.png` });
  const downloading = ui.page.waitForEvent('download');
  release();
  const file = await downloading;
  expect([file.suggestedFilename(), (await readFile((await file.path()) ?? '')).toString()]).toEqual([
    'customers.csv',
    expect.stringContaining('ada@example.com'),
  ]);
  await jobs.getByText(/^\d+ rows? exported\.$/).waitFor();
  await ui.expectAccessible('with a finished export');
  if (screenshotFolder !== undefined) await ui.page.screenshot({ path: `${screenshotFolder}/export-done.png` });
  const again = ui.page.waitForEvent('download');
  await jobs.getByRole('button', { name: 'Save again' }).click();
  expect((await again).suggestedFilename()).toBe('customers.csv');
  await jobs.getByRole('button', { name: 'Dismiss Customers as CSV' }).click();
  await jobs.waitFor({ state: 'detached' });
  // A stopped export saves nothing.
  await ui.page.unroute('**/v1/customers?limit=100*');
  await ui.page.route('**/v1/customers?limit=100*', () => undefined);
  await ui.goTo('Customers');
  await ui.page.getByRole('button', { name: 'Export CSV' }).click();
  await jobs.getByRole('button', { name: 'Stop' }).click();
  await jobs.waitFor({ state: 'detached' });
  expect(ui.consoleErrors).toEqual([]);
});

it('choosing the range "Custom" keeps the dates of the selected range', async () => {
  await ui.enter();
  await ui.goTo('Invoices');
  const range = ui.page.getByLabel('Issued');
  await range.selectOption('Last month');
  await expect.poll(() => new URL(ui.page.url()).hash).toContain('created');
  const { hash } = new URL(ui.page.url());
  await range.selectOption('Custom');
  const [from, to] = await Promise.all(['From', 'To'].map((name) => ui.page.getByLabel(name, { exact: true }).inputValue()));
  const today = new Date();
  const monthBefore = new Date(today.getFullYear(), today.getMonth() - 1, 15);
  const lastDay = new Date(today.getFullYear(), today.getMonth(), 0).getDate();
  const month = `${monthBefore.getFullYear()}-${String(monthBefore.getMonth() + 1).padStart(2, '0')}`;
  expect([from, to, new URL(ui.page.url()).hash]).toEqual([`${month}-01`, `${month}-${lastDay}`, hash]);
  await range.selectOption('Any time');
  await ui.page.getByLabel('From', { exact: true }).waitFor({ state: 'detached' });
  expect(new URL(ui.page.url()).hash).not.toContain('created');
});
