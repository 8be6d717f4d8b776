import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { shortcomingsOf, sidewaysOf } from './accessibility.ts';
import { axeFindings } from './axe.ts';
import { ConsoleDesk } from './console-desk.ts';
import { FAULTS, fileOf } from './import-file.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const desk = new ConsoleDesk();
const BACK = 'https://shop.example/back';

const button = (name: string | RegExp) => desk.page.getByRole('button', { name, exact: true });
const count = (title: string) => desk.page.locator(`dt:text-is("${title}") + dd`);
const counted = (title: string, expected: string): Promise<void> =>
  expect.poll(() => count(title).textContent({ timeout: 60_000 }), { timeout: 60_000 }).toBe(expected);
const heading = (name: string) => desk.page.getByRole('heading', { name, exact: true });

/** Up to the columns of a file. */
const choose = async (name: string, buffer: Buffer): Promise<void> => {
  await desk.go('Import');
  await button('New import').click();
  await desk.page.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer });
  await heading('What the columns stand for').waitFor();
};

/** From the columns up to what the check found. */
const check = async (): Promise<void> => {
  await button('Go on').click();
  await desk.page.getByLabel('Where customers go once they have confirmed').fill(BACK);
  await button('Check').click();
  await heading('Nothing is imported yet').waitFor();
};

const downloaded = async (name: string): Promise<{ readonly fileName: string; readonly lines: readonly string[] }> => {
  const [download] = await Promise.all([desk.page.waitForEvent('download'), button(name).click()]);
  const text = await readFile(await download.path(), 'utf8');
  return { fileName: download.suggestedFilename(), lines: text.trimEnd().split('\r\n') };
};

const imported = () => desk.client.list('/v1/customers?email=kunde-2%40example.com');

describe('an import in the console', () => {
  beforeAll(async () => {
    const product = await desk.client.post('/v1/products', { name: 'Gold' });
    for (const interval of ['month', 'year'])
      await desk.client.post('/v1/prices', { product_id: product.id, amount_cents: 1200, currency: 'EUR', interval });
  });

  it('guesses, checks, imports, reports, imports nothing twice, and is undone', async () => {
    await desk.enter();
    await choose('kunden.csv', fileOf(200, FAULTS));
    const guesses = ['reference', 'name', 'email', '', 'country_code', 'plan', 'next_charge_date', 'mandate_reference', ''];
    expect(await desk.page.getByRole('combobox').evaluateAll((all) => all.map((each) => (each as { value?: string }).value))).toEqual(
      guesses,
    );
    await desk.page.getByText('Müller 2; "Söhne" € · Müller 3; "Söhne" €').waitFor();
    await desk.page.getByLabel('Ortsname').selectOption({ label: 'City' });
    await button('Go on').click();
    expect(await desk.page.getByLabel('Gold monatlich').locator('option:checked').textContent()).toBe('Gold: €12.00 a month, EUR');
    expect(await desk.page.getByLabel('Gold jährlich').locator('option:checked').textContent()).toBe('Gold: €12.00 a year, EUR');
    expect(await desk.page.getByLabel('Alt', { exact: true }).inputValue()).toBe('');
    expect(await desk.page.getByLabel('Order of the dates').inputValue()).toBe('day_first');
    await desk.page.getByText(/The first date, “.+”, is read as \w+ \d+, 20\d\d\./).waitFor();
    await button('Check').click();
    await desk.page.getByText('Give an address that begins with https://.').waitFor();
    await desk.page.getByLabel('Where customers go once they have confirmed').fill(BACK);
    await button('Check').click();

    await heading('Nothing is imported yet').waitFor();
    expect([await count('Would be imported').textContent(), await count('Faulty').textContent()]).toEqual(['193', '7']);
    const found = desk.page.getByRole('region', { name: 'Faulty rows' }).locator('tbody tr');
    await found.first().waitFor();
    expect(await found.evaluateAll((rows) => rows.map((row) => [...row.children].map(({ textContent }) => textContent)))).toEqual(
      FAULTS.map(({ row, column, message, value }) => [String(row), column, message, value || 'empty']),
    );
    const faults = await downloaded('Download the faults');
    expect(faults.fileName).toBe('kunden-faults.csv');
    expect(faults.lines).toContain('12,E-mail,must be an e-mail address.,nobody');
    expect(await imported()).toEqual([]);

    await button('Import 193 rows').click();
    await heading('Report').waitFor();
    await counted('Customers created', '193');
    expect([await count('Imported').textContent(), await count('Checkout links').textContent()]).toEqual(['193', '193']);
    const [customer] = await imported();
    expect(customer).toMatchObject({ name: 'Müller 2; "Söhne" €', country_code: 'DE', address: { city: 'Köln' } });
    const report = await downloaded('Download the report');
    expect([report.fileName, report.lines.length]).toEqual(['kunden-report.csv', 201]);
    expect(report.lines[1]).toMatch(new RegExp(`^2,imported,K-2,${customer?.id},https?://\\S+/checkout/\\S+,$`));
    expect(report.lines[11]).toBe('12,faulty,K-12,,,E-mail: must be an e-mail address.');

    const [opened] = await Promise.all([
      desk.context.waitForEvent('page'),
      desk.page.getByRole('link', { name: 'Checkout of row 2', exact: true }).click(),
    ]);
    await opened.getByText('Gold').first().waitFor();
    await opened.close();

    await choose('kunden.csv', fileOf(200, FAULTS));
    await check();
    expect([
      await count('Would be imported').textContent(),
      await count('Imported before').textContent(),
      await count('Faulty').textContent(),
    ]).toEqual(['0', '193', '7']);
    await desk.page.getByText('There is nothing to import in this file.').waitFor();

    await desk.go('Import');
    await desk.page.getByRole('row').filter({ hasText: 'completed' }).getByRole('link').click();
    await heading('Report').waitFor();
    await desk.act('Undo this import');
    await heading('This import was undone').waitFor();
    await counted('Undone', '193');
    expect(await count('Kept').textContent()).toBe('0');
    expect(await imported()).toEqual([]);
    expect(desk.complaints).toEqual([]);
  });

  it('keeps its file, and what was chosen for it, while another screen is looked at and times are shown in another zone', async () => {
    await desk.become({ timezoneId: 'Asia/Tokyo' });
    await desk.enter();
    await choose('kunden.csv', fileOf(20, []));
    await desk.page.getByLabel('Ortsname').selectOption({ label: 'City' });
    await button('Go on').click();
    await heading('Plans and dates').waitFor();
    await button('Times in UTC').click();
    await button('Times in Asia/Tokyo').waitFor();
    await heading('Plans and dates').waitFor();
    await desk.go('Customers');
    await desk.go('Import');
    await desk.page.getByRole('link', { name: 'Go on with kunden.csv' }).click();
    await heading('What the columns stand for').waitFor();
    expect(await desk.page.getByLabel('Ortsname').locator('option:checked').textContent()).toBe('City');
    // A page that is closed or loaded anew has no file any more: the browser asks first.
    const [asked] = await Promise.all([desk.page.waitForEvent('dialog'), desk.page.close({ runBeforeUnload: true })]);
    expect(asked.type()).toBe('beforeunload');
    await asked.dismiss();
    await button('Sign out').click();
    await desk.enter();
    await desk.go('Import');
    await button('New import').waitFor();
    expect(await desk.page.getByRole('link', { name: 'Go on with kunden.csv' }).count()).toBe(0);
  });

  it('continues while its page is loaded anew, and is not undone once a customer paid', async () => {
    await desk.enter();
    await choose('two.csv', fileOf(2));
    await check();
    await button('Import 2 rows').click();
    await desk.page.reload();
    await heading('Report').waitFor();
    await counted('Imported', '2');
    const link = await desk.page.getByRole('link', { name: 'Checkout of row 2', exact: true }).getAttribute('href');
    await desk.client.post(`/sandbox/checkout_sessions/${/cs_\w+/.exec(link ?? '')?.[0]}/pay`, {});
    await desk.act('Undo this import');
    await desk.page.getByText('Nothing was undone: a payment was begun with the customer of 1 row.').waitFor();
    expect(await imported()).toHaveLength(1);
    await desk.page.getByRole('row').filter({ hasText: 'imported' }).getByRole('link', { name: /^cus_/ }).first().click();
    await desk.shownId('cus_');
    expect(desk.complaints).toEqual([]);
  });

  it('is shown why a file is none, and what the columns lack', async () => {
    await desk.enter();
    await desk.go('Import');
    await button('New import').click();
    const file = desk.page.getByLabel('CSV file');
    await file.setInputFiles({ name: 'table.xlsx', mimeType: 'application/zip', buffer: Buffer.from('PK\u0003\u0004\0\0') });
    await desk.page.getByText('This is not a CSV file.').waitFor();
    await file.setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('E-mail,Plan\nada@example.com,Gold\n') });
    await button('Go on').click();
    await desk.page.getByText('Choose the column that holds the reference of the customer').waitFor();
    await desk.page.getByLabel('E-mail', { exact: true }).selectOption({ label: 'Reference of the customer' });
    await button('Go on').click();
    await desk.page.getByText('A subscription needs its plan and the date of its next charge.').waitFor();
    await desk.page.getByLabel('Plan', { exact: true }).selectOption({ label: 'Leave out' });
    await button('Check').click();
    await heading('Nothing is imported yet').waitFor();
    await counted('Would be imported', '1');
  });

  it('waits where it is reported to, and continues where it broke off, with a file that is dropped', async () => {
    await desk.enter();
    await desk.go('Import');
    await button('New import').click();
    const dropped = await desk.page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['id,name\\n' + Array.from({ length: 600 }, (_none, index) => 'D-' + index + ',Ada').join('\\n')], 'dropped.csv'));
      return transfer;
    })()`);
    await desk.page.locator('.import-drop').dispatchEvent('drop', { dataTransfer: dropped });
    await heading('What the columns stand for').waitFor();
    const refusals = [
      { status: 429, headers: { 'retry-after': '1' }, json: { error: { code: 'rate_limited', message: 'Too many requests.' } } },
      { status: 500, json: { error: { code: 'internal_error', message: 'Something broke.' } } },
    ];
    await desk.page.route('**/console/imports/*/rows', async (route) => {
      const refusal = (route.request().postDataJSON() as { readonly chunk: number }).chunk === 1 ? refusals.shift() : undefined;
      await (refusal === undefined ? route.continue() : route.fulfill(refusal));
    });
    await button('Check').click();
    await desk.page.getByText('Something broke.').waitFor();
    expect(refusals).toEqual([]);
    await button('Try again').click();
    await counted('Would be imported', '600');
  });

  it('is seen by viewers, who make none', async () => {
    await desk.enter(await desk.addMember('viewer'));
    await desk.go('Import');
    await desk.page.getByRole('row').filter({ hasText: 'completed' }).getByRole('link', { name: 'two.csv' }).click();
    await heading('Report').waitFor();
    await button('Download the report').waitFor();
    expect(await button('Undo this import').count()).toBe(0);
    await desk.page.goto(`${desk.served.baseUrl}/console#/test/import`);
    await heading('Import').waitFor();
    expect(await button('New import').count()).toBe(0);
    await desk.page.goto(`${desk.served.baseUrl}/console#/test/import/new`);
    await desk.page.getByText('Owners and admins import customers.').waitFor();
  });

  it('is a matter of test mode', async () => {
    await desk.enter();
    await desk.page.getByRole('link', { name: 'Go to live mode' }).click();
    await desk.page.getByText('Real customers, real money.').waitFor();
    expect(await desk.page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Import' }).count()).toBe(0);
    await desk.page.goto(`${desk.served.baseUrl}/console#/live/import`);
    await desk.page.getByText('Customers are imported in test mode only.').waitFor();
  });

  it.each([
    ['on a phone', { viewport: { width: 360, height: 740 }, colorScheme: 'light', bypassCSP: true }],
    ['in the dark', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark', bypassCSP: true }],
    ['on a phone in the dark', { viewport: { width: 360, height: 740 }, colorScheme: 'dark', bypassCSP: true }],
  ] as const)('can be read and used by everybody %s', async (_name, settings) => {
    const isFine = async (step: string): Promise<void> => {
      await desk.settle();
      expect([step, await axeFindings(desk.page), await sidewaysOf(desk.page), await shortcomingsOf(desk.page)]).toEqual([step, [], 0, []]);
    };
    await desk.become(settings);
    await desk.enter();
    await desk.go('Import');
    await isFine('list');
    await button('New import').click();
    await isFine('file');
    await choose('kunden.csv', fileOf(3, [{ ...FAULTS[1], row: 3 } as (typeof FAULTS)[number]]));
    await isFine('columns');
    await button('Go on').click();
    await desk.page.getByLabel('Gold monatlich').waitFor();
    await isFine('plans and dates');
    await button('Check').click();
    await isFine('a mistake');
    await button('Back to the columns').click();
    await check();
    await isFine('check');
    await button(/^Import \d rows?$/).click();
    await heading('Report').waitFor();
    await isFine('report');
    await button('Undo this import').click();
    await isFine('dialog');
    await desk.page.getByRole('dialog').getByRole('button', { name: 'Undo this import' }).click();
    await heading('This import was undone').waitFor();
    await isFine('undone');
  });
});
