import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { buildImportFile, FAULTS } from '../import-file.ts';
import { ConsoleUi } from './console-ui.ts';

const ui = new ConsoleUi();
// Longer than in other browser tests, because the first test imports 200 rows.
vi.setConfig({ testTimeout: 180_000 });
const RETURN_URL = 'https://shop.example/back';
const button = (name: string | RegExp) => ui.page.getByRole('button', { name, exact: true });
const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
const countOf = (title: string) => ui.page.locator(`dt:text-is("${title}") + dd`);
const expectCount = (title: string, expected: string): Promise<void> =>
  expect.poll(() => countOf(title).textContent({ timeout: 60_000 }), { timeout: 60_000 }).toBe(expected);
const heading = (name: string) => ui.page.getByRole('heading', { name, exact: true });

/** Opens the wizard of a new import, chooses a file and waits for the columns step. */
const chooseFile = async (name: string, buffer: Buffer): Promise<void> => {
  await ui.goTo('Import and export');
  await button('Import customers').click();
  await ui.page.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer });
  await heading('Map columns').waitFor();
};

/** Continues from the columns step to the result of the check. */
const check = async (): Promise<void> => {
  await button('Continue').click();
  await ui.page.getByLabel('Return URL after confirming').fill(RETURN_URL);
  await button('Check').click();
  await heading('Review before importing').waitFor();
};

const download = async (name: string): Promise<{ readonly fileName: string; readonly lines: readonly string[] }> => {
  const [file] = await Promise.all([ui.page.waitForEvent('download'), button(name).click()]);
  const text = await readFile(await file.path(), 'utf8');
  return { fileName: file.suggestedFilename(), lines: text.trimEnd().split('\r\n') };
};

const importedCustomers = () => ui.client.list('/v1/customers?email=kunde-2%40example.com');

describe('an import in the console', () => {
  beforeAll(async () => {
    const product = await ui.client.post('/v1/products', { name: 'Gold' });
    for (const interval of ['month', 'year'])
      await ui.client.post('/v1/prices', { product_id: product.id, amount_cents: 1200, currency: 'EUR', interval });
  });

  it('guesses the columns, checks and imports the rows, shows a report, skips rows of an earlier import, and can be undone', async () => {
    await ui.enter();
    await chooseFile('kunden.csv', buildImportFile(200, FAULTS));
    const guesses = ['reference', 'name', 'email', '', 'country_code', 'plan', 'next_charge_date', 'mandate_reference', ''];
    expect(await ui.page.getByRole('combobox').evaluateAll((all) => all.map((select) => (select as { value?: string }).value))).toEqual(
      guesses,
    );
    await ui.page.getByText('Müller 2; "Söhne" € · Müller 3; "Söhne" €').waitFor();
    await ui.page.getByLabel('Ortsname').selectOption({ label: 'City' });
    await button('Continue').click();
    expect(await ui.page.getByLabel('Gold monatlich').locator('option:checked').textContent()).toBe('Gold, €12.00 per month');
    expect(await ui.page.getByLabel('Gold jährlich').locator('option:checked').textContent()).toBe('Gold, €12.00 per year');
    expect(await ui.page.getByLabel('Alt', { exact: true }).inputValue()).toBe('');
    expect(await ui.page.getByLabel('Date format').inputValue()).toBe('day_first');
    await ui.page.getByText(/The first date, “.+”, is read as \w+ \d+, 20\d\d\./).waitFor();
    await button('Check').click();
    await ui.page.getByText('Enter a URL that starts with https://.').waitFor();
    await ui.page.getByLabel('Return URL after confirming').fill(RETURN_URL);
    await button('Check').click();

    await heading('Review before importing').waitFor();
    expect([await countOf('Ready to import').textContent(), await countOf('With errors').textContent()]).toEqual(['193', '7']);
    const faultRows = ui.page.getByRole('region', { name: 'Rows with errors' }).locator('tbody tr');
    await faultRows.first().waitFor();
    expect(await faultRows.evaluateAll((rows) => rows.map((row) => [...row.children].map(({ textContent }) => textContent)))).toEqual(
      FAULTS.map(({ row, heading: column, message, value }) => [String(row), column, capitalized(message), value || 'empty']),
    );
    const faults = await download('Download errors');
    expect(faults.fileName).toBe('kunden-errors.csv');
    expect(faults.lines).toContain('12,E-Mail,Must be an email address.,nobody');
    expect(await importedCustomers()).toEqual([]);

    await button('Import 193 rows').click();
    await heading('Report').waitFor();
    await expectCount('Customers created', '193');
    expect([await countOf('Imported').textContent(), await countOf('Checkout links').textContent()]).toEqual(['193', '193']);
    const [customer] = await importedCustomers();
    expect(customer).toMatchObject({ name: 'Müller 2; "Söhne" €', country_code: 'DE', address: { city: 'Köln' } });
    const report = await download('Download report');
    expect([report.fileName, report.lines.length]).toEqual(['kunden-report.csv', 201]);
    expect(report.lines[1]).toMatch(new RegExp(`^2,imported,K-2,${customer?.id},https?://\\S+/checkout/\\S+,$`));
    expect(report.lines[11]).toBe('12,faulty,K-12,,,E-Mail: must be an email address.');

    const [checkoutPage] = await Promise.all([
      ui.context.waitForEvent('page'),
      ui.page.getByRole('link', { name: 'Checkout of row 2', exact: true }).click(),
    ]);
    await checkoutPage.getByText('Gold').first().waitFor();
    await checkoutPage.close();
    // The report shows names from the file, which is still loaded.
    await ui.page.getByRole('region', { name: 'Rows' }).getByRole('link', { name: 'Müller 2; "Söhne" €' }).waitFor();
    expect(await ui.page.getByRole('row').filter({ hasText: 'Failed' }).count()).toBe(7);
    const [fileDialog] = await Promise.all([ui.page.waitForEvent('filechooser'), button('Upload corrected file').click()]);
    await fileDialog.setFiles({ name: 'kunden.csv', mimeType: 'text/csv', buffer: buildImportFile(200, FAULTS) });
    // The file has the same headings, so the columns that were chosen before are selected.
    await heading('Map columns').waitFor();
    expect(await ui.page.getByLabel('Ortsname').inputValue()).toBe('city');
    await check();
    expect([
      await countOf('Ready to import').textContent(),
      await countOf('Already imported').textContent(),
      await countOf('With errors').textContent(),
    ]).toEqual(['0', '193', '7']);
    await ui.page.getByText('No rows to import.').waitFor();
    await ui.page.getByText('Already imported: changes in the file are not applied.').waitFor();

    await ui.goTo('Import and export');
    await ui.page.getByRole('row').filter({ hasText: 'Completed' }).getByRole('link').click();
    await heading('Report').waitFor();
    await ui.submit('Undo import');
    await heading('Import undone').waitFor();
    await expectCount('Undone', '193');
    expect(await countOf('Kept').textContent()).toBe('0');
    expect(await importedCustomers()).toEqual([]);
    expect(ui.consoleErrors).toEqual([]);
  });

  it('keeps its file and choices when the member opens another screen or changes the time zone, until the member signs out', async () => {
    await ui.useContext({ timezoneId: 'Asia/Tokyo' });
    await ui.enter();
    await chooseFile('kunden.csv', buildImportFile(20, []));
    await ui.page.getByLabel('Ortsname').selectOption({ label: 'City' });
    await button('Continue').click();
    await heading('Plans and dates').waitFor();
    await ui.openAccountMenu();
    await button('UTC').click();
    await ui.page.keyboard.press('Escape');
    await heading('Plans and dates').waitFor();
    await ui.goTo('Customers');
    await ui.goTo('Import and export');
    await ui.page.getByRole('link', { name: 'Continue with kunden.csv' }).click();
    await heading('Map columns').waitFor();
    expect(await ui.page.getByLabel('Ortsname').locator('option:checked').textContent()).toBe('City');
    // Closing or reloading the page loses the file, so the browser asks first.
    const [leaveDialog] = await Promise.all([ui.page.waitForEvent('dialog'), ui.page.close({ runBeforeUnload: true })]);
    expect(leaveDialog.type()).toBe('beforeunload');
    await leaveDialog.dismiss();
    await ui.signOut();
    await ui.enter();
    await ui.goTo('Import and export');
    await button('Import customers').waitFor();
    expect(await ui.page.getByRole('link', { name: 'Continue with kunden.csv' }).count()).toBe(0);
  });

  it('continues when its page is reloaded, and cannot be undone after a payment', async () => {
    await ui.enter();
    await chooseFile('two.csv', buildImportFile(2));
    await check();
    await button('Import 2 rows').click();
    await ui.page.reload();
    await heading('Report').waitFor();
    await expectCount('Imported', '2');
    const link = await ui.page.getByRole('link', { name: 'Checkout of row 2', exact: true }).getAttribute('href');
    await ui.client.post(`/sandbox/checkout_sessions/${/cs_\w+/.exec(link ?? '')?.[0]}/pay`, {});
    await ui.submit('Undo import');
    await ui.page.getByText('Nothing was undone: the customer of 1 row already has a payment.').waitFor();
    expect(await importedCustomers()).toHaveLength(1);
    await ui.page.getByRole('row').filter({ hasText: 'imported' }).getByRole('link', { name: /^cus_/ }).first().click();
    await ui.waitForId('cus_');
    expect(ui.consoleErrors).toEqual([]);
  });

  it('rejects an invalid file and missing columns with the reason', async () => {
    await ui.enter();
    await ui.goTo('Import and export');
    await button('Import customers').click();
    const file = ui.page.getByLabel('CSV file');
    await file.setInputFiles({ name: 'table.xlsx', mimeType: 'application/zip', buffer: Buffer.from('PK\u0003\u0004\0\0') });
    await ui.page.getByText('This is not a CSV file.').waitFor();
    await file.setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('E-mail,Plan\nada@example.com,Gold\n') });
    await ui.page.getByText('No column has the date of the next charge.').waitFor();
    await button('Check').click();
    await ui.page.getByText('Choose the column with the customer reference.').waitFor();
    await ui.page.getByLabel('E-mail', { exact: true }).selectOption({ label: 'Customer reference' });
    await ui.page.getByLabel('Plan', { exact: true }).selectOption({ label: 'Plan' });
    await button('Continue').click();
    await ui.page.getByText('A subscription needs a plan and a next charge date.').waitFor();
    await ui.page.getByLabel('Plan', { exact: true }).selectOption({ label: 'Do not import' });
    await button('Check').click();
    await heading('Review before importing').waitFor();
    await expectCount('Ready to import', '1');
    await ui.page.getByText('No row has a country.').waitFor();
    await ui.page.getByText('Plans and dates (not needed)').waitFor();
  });

  it('imports a file without dates, with one first charge date for all its subscriptions', async () => {
    await ui.enter();
    const lines = [
      'id,Description,Email,Plan,Status',
      'cus_a1,Ada First,ada-first@example.com,Gold monthly,active',
      'cus_b2,Bo,bo@example.com,Gold monthly,canceled',
    ];
    await chooseFile('stripe.csv', Buffer.from(lines.join('\n')));
    const date = ui.page.getByLabel('First charge of all subscriptions');
    await date.fill('2020-01-01');
    await check();
    await expectCount('With errors', '1');
    await ui.page.getByRole('cell', { name: 'Must be in the future.' }).waitFor();
    await ui.page.getByRole('link', { name: 'Back to columns' }).click();
    expect(await date.inputValue()).toBe('2020-01-01');
    await date.fill(new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 'yyyy-mm-dd'.length));
    await check();
    await expectCount('Ready to import', '2');
    await button('Import 2 rows').click();
    await heading('Report').waitFor();
    await expectCount('Imported', '2');
    await ui.page.getByRole('link', { name: 'Ada First' }).waitFor();
    // The subscription of the second customer has ended.
    await expectCount('Checkout links', '1');
  });

  it('accepts a dropped file, waits when it is rate limited, and continues after an error', async () => {
    await ui.enter();
    await ui.goTo('Import and export');
    await button('Import customers').click();
    const dataTransfer = await ui.page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['id,name\\n' + Array.from({ length: 600 }, (_none, index) => 'D-' + index + ',Ada').join('\\n')], 'dropped.csv'));
      return transfer;
    })()`);
    await ui.page.locator('.import-drop').dispatchEvent('drop', { dataTransfer });
    await heading('Map columns').waitFor();
    const errors = [
      { status: 429, headers: { 'retry-after': '1' }, json: { error: { code: 'rate_limited', message: 'Too many requests.' } } },
      { status: 500, json: { error: { code: 'internal_error', message: 'Something broke.' } } },
    ];
    await ui.page.route('**/console/imports/*/rows', async (route) => {
      const error = (route.request().postDataJSON() as { readonly chunk: number }).chunk === 1 ? errors.shift() : undefined;
      await (error === undefined ? route.continue() : route.fulfill(error));
    });
    await button('Check').click();
    await ui.page.getByText('Something broke.').waitFor();
    expect(errors).toEqual([]);
    await button('Try again').click();
    await expectCount('Ready to import', '600');
  });

  it('can be viewed by a viewer, who cannot create or undo imports', async () => {
    await ui.enter(await ui.addMember('viewer'));
    await ui.goTo('Import and export');
    await ui.page.getByRole('row').filter({ hasText: 'Completed' }).getByRole('link', { name: 'two.csv' }).click();
    await heading('Report').waitFor();
    await button('Download report').waitFor();
    expect(await button('Undo import').count()).toBe(0);
    await ui.page.goto(`${ui.service.baseUrl}/console#/test/import`);
    await heading('Import and export').waitFor();
    expect(await button('Import customers').count()).toBe(0);
    await ui.page.goto(`${ui.service.baseUrl}/console#/test/import/new`);
    await ui.page.getByText('Only owners and admins can import customers.').waitFor();
  });

  it('is available in test mode only', async () => {
    await ui.enter();
    await ui.page.goto(`${ui.service.baseUrl}/console#/live/import`);
    await ui.page.getByText('Customers can be imported in test mode only.').waitFor();
  });

  it.each([
    ['on a phone', { viewport: { width: 360, height: 740 }, colorScheme: 'light', bypassCSP: true }],
    ['in dark mode', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark', bypassCSP: true }],
    ['on a phone in dark mode', { viewport: { width: 360, height: 740 }, colorScheme: 'dark', bypassCSP: true }],
  ] as const)('is accessible %s', async (_name, settings) => {
    const expectAccessible = async (step: string): Promise<void> => {
      await ui.settle();
      await ui.expectAccessible(step);
    };
    await ui.useContext(settings);
    await ui.enter();
    await ui.goTo('Import and export');
    await expectAccessible('list');
    await button('Import customers').click();
    await expectAccessible('file');
    await chooseFile('kunden.csv', buildImportFile(3, [{ ...FAULTS[1], row: 3 } as (typeof FAULTS)[number]]));
    await expectAccessible('columns');
    await button('Continue').click();
    await ui.page.getByLabel('Gold monatlich').waitFor();
    await expectAccessible('plans and dates');
    await button('Check').click();
    await expectAccessible('an error');
    await button('Back to columns').click();
    await check();
    await expectAccessible('check');
    await button(/^Import \d rows?$/).click();
    await heading('Report').waitFor();
    await expectAccessible('report');
    await button('Undo import').click();
    await expectAccessible('dialog');
    await ui.page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
    await heading('Import undone').waitFor();
    await expectAccessible('undone');
  });
});
