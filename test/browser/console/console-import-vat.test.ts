import { expect, it } from 'vitest';
import { ConsoleUi } from './console-ui.ts';

const ui = new ConsoleUi();
const button = (name: string) => ui.page.getByRole('button', { name, exact: true });
const heading = (name: string) => ui.page.getByRole('heading', { name, exact: true });
const expectCount = (title: string, expected: string): Promise<void> =>
  expect.poll(() => ui.page.locator(`dt:text-is("${title}") + dd`).textContent({ timeout: 60_000 }), { timeout: 60_000 }).toBe(expected);

/** Folder for pictures; `undefined`: no pictures are taken. */
const pictures = process.env['PICTURES'];
const picture = async (name: string): Promise<void> => {
  if (pictures !== undefined) await ui.page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
};

it('the import of customers maps VAT numbers, shows malformed numbers before the upload, and reports the rows with errors', async () => {
  const file = [
    'Customer ID,Name,Country,VAT number',
    'V1,Ada BV,NL,NL123456789B01',
    'V2,Bell GmbH,Germany,123456789',
    'V3,Curie,GB,GB123456789',
    'V4,Dirac,RO,RO200',
  ].join('\n');
  await ui.useContext({ bypassCSP: true });
  await ui.enter();
  await ui.goTo('Import and export');
  await button('Import customers').click();
  await ui.page.getByLabel('CSV file').setInputFiles({ name: 'vat.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await heading('Map columns').waitFor();
  expect(await ui.page.getByLabel('VAT number', { exact: true }).inputValue()).toBe('vat_number');
  await ui.page.getByText('“GB123456789” is not a VAT number of the EU with its country prefix.').waitFor();
  await ui.expectAccessible('VAT numbers');
  await picture('import-vat-columns');
  await button('Check').click();
  await heading('Review before importing').waitFor();
  await expectCount('With errors', '2');
  const rows = ui.page.getByRole('region', { name: 'Rows with errors' }).locator('tbody tr');
  await rows.first().waitFor();
  expect(await rows.evaluateAll((all) => all.map((row) => [...row.children].map(({ textContent }) => textContent)))).toEqual([
    ['4', 'VAT number', 'Is not a VAT number of the EU, such as NL123456789B01.', 'GB123456789'],
    ['5', 'VAT number', 'Is not known to the EU VAT validation service.', 'RO200'],
  ]);
  await picture('import-vat-check');
  await button('Import 2 rows').click();
  await heading('Report').waitFor();
  await expectCount('Imported', '2');
  const customers = await ui.client.list('/v1/customers');
  const numbers = customers.filter(({ name }) => ['Ada BV', 'Bell GmbH'].includes(String(name)));
  expect(numbers.map(({ vat_number: number, vat_verified_at: at }) => [number, typeof at]).sort()).toEqual([
    ['DE123456789', 'number'],
    ['NL123456789B01', 'number'],
  ]);
  // The link shows only the customers that the import created.
  await ui.page.getByRole('link', { name: 'View customers' }).click();
  const table = ui.page.getByRole('table', { name: 'Customers' });
  await expect
    .poll(() =>
      table
        .getByRole('rowheader')
        .allTextContents()
        .then((names) => names.toSorted()),
    )
    .toEqual(['Ada BV', 'Bell GmbH']);
});
