import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { afterEach, expect, it } from 'vitest';
import type { ApiObject, Json } from '../../../scripts/support/api.ts';
import { respondWith as answering, startReceiver } from '../../../scripts/support/receiver.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { newPlan, SMALL_LOGO, subscribe } from '../../contract/support/objects.ts';
import { checkDatev } from '../../domain/accounting/datev-checker.ts';
import { axeFindings } from '../axe.ts';
import { ConsoleUi } from './console-ui.ts';

const ui = new ConsoleUi();
const button = (name: string) => ui.page.getByRole('button', { name, exact: true });
const open = async (path: string): Promise<void> => {
  await ui.enter();
  await ui.page.goto(`${ui.service.baseUrl}/console#/${path}`);
};

/** Folder for screenshots of the screens; `undefined`: no screenshots are taken. */
const screenshotFolder = process.env['PICTURES'];
afterEach(async ({ task }) => {
  if (screenshotFolder !== undefined)
    await ui.page.screenshot({ path: `${screenshotFolder}/${task.name.replaceAll(/\W+/g, '-').slice(0, 60)}.png`, fullPage: true });
});

const download = async (name: string): Promise<{ readonly name: string; readonly bytes: Buffer }> => {
  const downloading = ui.page.waitForEvent('download');
  await button(name).click();
  const file = await downloading;
  return { name: file.suggestedFilename(), bytes: await readFile((await file.path()) ?? '') };
};

it('a filtered list can be exported as CSV, and invoices also as a zip file of PDFs', async () => {
  const [invoice] = await ui.client.list('/v1/invoices');
  await eventually(
    () => ui.client.call('GET', `/v1/invoices/${invoice?.id}/pdf`),
    ({ status }) => status === 200,
  );
  await open('test/invoices?status=paid');
  await ui.page.getByText('1 invoice, ').waitFor();
  expect(await ui.page.locator('.title').getByRole('button').allTextContents()).toEqual(['Export CSV', 'Download PDFs (zip)']);
  const csv = await download('Export CSV');
  const [headings = '', row = '', ...others] = csv.bytes.toString().trimEnd().split('\r\n');
  expect([csv.name, others]).toEqual(['invoices.csv', []]);
  expect(headings).toContain('id,created,livemode,number,status');
  expect(row).toContain(`${invoice?.id},`);
  expect(row).toContain(`,${Number(invoice?.total_cents) / 100},`);
  const zip = await download('Download PDFs (zip)');
  const files = Object.entries(unzipSync(new Uint8Array(zip.bytes)));
  expect([zip.name, files.map(([name]) => name)]).toEqual(['invoices.zip', [`${invoice?.number}.pdf`]]);
  expect(strFromU8(files[0]?.[1].subarray(0, 5) ?? new Uint8Array())).toBe('%PDF-');
  await ui.page.getByText('1 PDF downloaded.').waitFor();
  // A finished export disappears after some seconds.
  await ui.page.getByRole('region', { name: 'Exports' }).waitFor({ state: 'detached', timeout: 30_000 });
});

it('selected rows can be exported, and columns can be hidden and shown', async () => {
  const customers = await Promise.all(['Ada', 'Ben', 'Cleo'].map((name) => ui.client.post('/v1/customers', { name: `Selected ${name}` })));
  await open('test/customers');
  const table = ui.page.getByRole('table', { name: 'Customers' });
  const checkbox = (customer: ApiObject | undefined) => table.getByRole('checkbox', { name: `Select ${customer?.['name']}` });
  await checkbox(customers[0]).check();
  await checkbox(customers[2]).press('Space');
  expect(await table.getByRole('checkbox', { name: 'Select all rows' }).evaluate((box) => Reflect.get(box, 'indeterminate'))).toBe(true);
  const csv = await download('Export 2 rows as CSV');
  const rows = csv.bytes.toString();
  expect(['Selected Ada', 'Selected Ben', 'Selected Cleo'].map((name) => rows.includes(name))).toEqual([true, false, true]);
  await checkbox(customers[0]).uncheck();
  await checkbox(customers[2]).uncheck();
  await button('Export CSV').waitFor();
  // Hides a column by keyboard.
  await table.getByRole('columnheader', { name: 'Email' }).waitFor();
  await button('Columns').press('Enter');
  await ui.page.getByRole('checkbox', { name: 'Email' }).press('Space');
  await ui.page.keyboard.press('Escape');
  await expect.poll(() => table.getByRole('columnheader', { name: 'Email' }).count()).toBe(0);
  await ui.page.reload();
  await table.getByRole('columnheader', { name: 'Country' }).waitFor();
  expect(await table.getByRole('columnheader', { name: 'Email' }).count()).toBe(0);
  await button('Columns').click();
  await ui.page.getByRole('checkbox', { name: 'Email' }).check();
  await table.getByRole('columnheader', { name: 'Email' }).waitFor();
  expect(ui.consoleErrors).toEqual([]);
});

it('only selected rows that the list still shows are exported, also if the first row of the list stays the same', async () => {
  const { priceId } = await newPlan(ui.client);
  const customer = await ui.client.post('/v1/customers', { name: 'Selected Dora' });
  await subscribe(ui.client, priceId, { customer_id: customer.id });
  const [newest, older] = await ui.client.list('/v1/invoices');
  let note = 'before';
  // The older invoice is not in the filtered list.
  await ui.page.route(/\/v1\/invoices\?.*limit=25/, (route) => {
    const isFiltered = route.request().url().includes('status=paid');
    const first = { ...newest, metadata: { note } };
    return route.fulfill({ json: { object: 'list', data: isFiltered ? [first] : [first, older], has_more: false } });
  });
  await open('test/invoices');
  await ui.page.getByRole('checkbox', { name: 'Select all rows' }).check();
  await button('Export 2 rows as CSV').waitFor();
  note = 'after';
  await ui.page.getByRole('link', { name: /^Paid/ }).click();
  await button('Download 1 PDF (zip)').waitFor();
  const rows = (await download('Export 1 row as CSV')).bytes.toString();
  expect([rows.includes(String(newest?.id)), rows.includes(String(older?.id)), rows.includes('after')]).toEqual([true, false, true]);
});

it('the reports show the VAT of a month by country, also as CSV, and the retention of subscriptions', async () => {
  await open('test/reports');
  const vat = ui.page.getByRole('region', { name: 'VAT by country' });
  await vat.getByRole('row', { name: /Unknown No tax rate/ }).waitFor();
  await vat.getByRole('columnheader', { name: 'Gross, month before' }).waitFor();
  const payment = (await ui.client.list('/v1/payments')).find(({ status }) => status === 'succeeded');
  await ui.client.post('/v1/refunds', { payment_id: payment?.id, amount_cents: 100 });
  const definitions = vat.getByRole('definition');
  await eventually(
    async () => {
      await ui.page.reload();
      await vat.getByText('Credit notes').first().waitFor();
      return definitions.allInnerTexts();
    },
    (texts) => texts.filter((text) => /^€1\.00/.test(text)).length === 2,
  );
  const retention = ui.page.getByRole('region', { name: 'Retention by start month' });
  await retention.getByRole('cell', { name: '100%' }).waitFor();
  const csv = await download('Export CSV');
  expect(csv.name).toMatch(/^vat-\d{4}-\d{2}\.csv$/);
  expect(csv.bytes.toString()).toContain(',untaxed,');
  await vat.getByLabel('Month').selectOption({ index: 1 });
  await vat.getByText('No invoices in').waitFor();
});

it('the reports download the journal of a month as CSV and as a DATEV file; the browser remembers the consultant number', async () => {
  await open('test/reports');
  const journal = await download('Download CSV');
  expect(journal.name).toMatch(/^journal-\d{4}-\d{2}\.csv$/);
  expect(journal.bytes.toString()).toContain(',invoice_issued,');
  const card = ui.page.getByRole('region', { name: 'Accounting journal' });
  await card.getByLabel('Consultant number').fill('29098');
  await card.getByLabel('Client number').fill('5');
  await card.getByLabel('Chart of accounts').selectOption('skr04');
  const datev = await download('Download DATEV file');
  expect(datev.name).toMatch(/^EXTF_journal-\d{4}-\d{2}\.csv$/);
  expect(checkDatev(datev.bytes).problems).toEqual([]);
  await ui.page.reload();
  await expect.poll(() => card.getByLabel('Consultant number').inputValue()).toBe('29098');
  await card.getByLabel('Consultant number').fill('1');
  await button('Download DATEV file').click();
  await card.getByText('must be a number from 1001 to 9999999').waitFor();
});

it('the request log has a tab with the failed requests', async () => {
  await ui.client.call('GET', '/v1/customers/cus_00000000000000000000000000');
  await eventually(
    async () => ui.client.list('/v1/request_logs?status=failed'),
    (entries) => entries.length > 0,
  );
  await open('test/request_log');
  await ui.page.getByRole('link', { name: 'Failed' }).click();
  await ui.page.getByRole('row', { name: /GET \/v1\/customers\/cus_0+ 404 resource_missing/ }).waitFor();
});

it('the details of a failed test event show what was sent, and the event can be sent again', async () => {
  const receiver = await startReceiver();
  receiver.answer = answering(500);
  const endpoint = await ui.client.post('/v1/webhook_endpoints', { url: receiver.url });
  await open(`test/webhook_endpoints/${endpoint.id}`);
  await button('Send test event').click();
  await ui.page.getByText('Test event queued.').waitFor();
  const row = ui.page.getByRole('row', { name: /webhook_endpoint.updated \(test\)/ });
  await row.getByText('HTTP 500').waitFor({ timeout: 60_000 });
  await row.getByRole('button', { name: /^Details/ }).click();
  const dialog = ui.page.getByRole('dialog');
  await dialog.getByText('Service-Event-Type: webhook_endpoint.updated').waitFor();
  await dialog.getByText(`"url": "${endpoint.url}"`).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await ui.goTo('Webhooks');
  await ui.page.getByRole('row').filter({ hasText: receiver.url }).getByText('Failing').waitFor();
  await ui.page.goBack();
  const redeliver = row.getByRole('button', { name: /^Redeliver/ });
  await redeliver.waitFor();
  // If the receiver had accepted events earlier, an automatic attempt could have delivered the event before this click.
  receiver.answer = answering(200);
  await redeliver.click();
  await row.getByText('Delivered').waitFor({ timeout: 60_000 });
  await receiver.stop();
});

it('a logo is uploaded, shown and removed; a file of another type is refused with an error message', async () => {
  await open('live/branding');
  const file = (buffer: Buffer, mimeType: string) => ({ name: 'logo', mimeType, buffer });
  const input = ui.page.getByLabel('Logo', { exact: true });
  await input.setInputFiles(file(Buffer.from('<svg/>'), 'image/svg+xml'));
  await ui.page.getByText('The logo must be a PNG or JPEG file.').waitFor();
  await input.setInputFiles(file(Buffer.from(SMALL_LOGO, 'base64'), 'image/png'));
  await ui.page.getByText('Logo uploaded.').waitFor();
  const image = ui.page.getByRole('img', { name: 'Logo' });
  await image.waitFor();
  expect(await image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBe(8);
  await button('Remove logo').click();
  await ui.page.getByText('Logo removed.').waitFor();
  expect(await image.count()).toBe(0);
});

it('texts of an email are shown with sample values, replaced in one language, and refused with an unknown placeholder', async () => {
  await ui.useContext({ bypassCSP: true });
  await open('live/branding');
  const card = ui.page.getByRole('region', { name: 'Emails to customers' });
  await card.getByLabel('Language').selectOption('German');
  await card.getByLabel('Email', { exact: true }).selectOption('refund');
  await card.getByText('Empty: Ihre Erstattung von {merchant}').waitFor();
  await card.getByLabel('Subject').fill('Geld zurück von {product}');
  await card.getByRole('button', { name: 'Replace texts' }).click();
  await card.getByText('{product} is not a placeholder of this email.').waitFor();
  await card.getByLabel('Subject').fill('Geld zurück: {amount}');
  await card.getByRole('button', { name: 'Show email' }).click();
  await card
    .getByRole('region', { name: 'Email with sample values' })
    .getByText(/Geld zurück: 49,00.€/)
    .waitFor();
  expect(await axeFindings(ui.page)).toEqual([]);
  await card.getByRole('button', { name: 'Replace texts' }).click();
  await ui.page.getByText('Email texts replaced.').waitFor();
  const { data } = await ui.client.get('/v1/tenant/email_texts?language=de');
  expect((data as readonly Json[]).filter(({ texts }) => (texts as Json).subject !== null)).toMatchObject([
    { email: 'refund', texts: { subject: 'Geld zurück: {amount}', opening: null, closing: null } },
  ]);
});
