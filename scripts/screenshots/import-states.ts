import type { Page } from 'playwright-core';
import { type Answers, SERVICE } from './script-pages.ts';
import { consoleStatesWith, type ScriptState } from './script-state.ts';

/** Console screens of customer imports. */

const NOW = 1_795_430_400;
const DAY = 86_400;

/** Names of the imports: the status, or `billed` for a completed import with customers who have paid. */
const NAMES = ['checking', 'checked', 'importing', 'completed', 'billed', 'undone'] as const;
type Name = (typeof NAMES)[number];
const idOf = (name: Name): string => `imp_${String(NAMES.indexOf(name)).padStart(26, '0')}`;

const NO_COUNTS = { ready: 0, imported: 0, unchanged: 0, faulty: 0, undone: 0, kept: 0 };

const importOf = (name: Name, counts: Partial<typeof NO_COUNTS>, rowsDone = 200) => ({
  id: idOf(name),
  object: 'console.import',
  created: NOW - NAMES.indexOf(name) * DAY,
  livemode: false,
  file_name: name === 'undone' ? 'a-very-long-name-of-an-export-of-all-customers-2026-11-20.csv' : 'customers.csv',
  status: name === 'billed' ? 'completed' : name,
  member_id: 'mem_1',
  row_count: 200,
  rows_done: rowsDone,
  chunk_count: 1,
  counts: { ...NO_COUNTS, ...counts },
  customers_created: 193,
  checkout_sessions_created: 180,
  billed_rows: name === 'billed' ? 3 : 0,
  started_at: null,
  ended_at: ['completed', 'billed', 'undone'].includes(name) ? NOW : null,
  expires_at: name === 'checked' ? 4_000_000_000 : null,
});

const imports = [
  importOf('checking', {}, 60),
  importOf('checked', { ready: 193, unchanged: 3, faulty: 4 }),
  importOf('importing', {}, 120),
  importOf('completed', { imported: 193, unchanged: 3, faulty: 4 }),
  importOf('billed', { imported: 193, unchanged: 3, faulty: 4 }),
  importOf('undone', { undone: 190, kept: 3, faulty: 7 }),
];

const FAULTS = [
  ['email', 'must be an email address.'],
  ['next_charge_date', 'is not a date in the date order of the file.'],
  ['plan', 'matches no price. Choose one.'],
  ['country_code', 'must be the two letters of a country (ISO 3166-1).'],
] as const;

const rowOf = (index: number) => {
  const fault = FAULTS[index];
  const number = String(index).padStart(26, '0');
  return {
    object: 'console.import_row',
    row: index + 2,
    outcome: fault === undefined ? 'imported' : 'faulty',
    faults: fault === undefined ? [] : [{ column: fault[0], message: fault[1] }],
    customer_id: fault === undefined ? `cus_${number}` : null,
    checkout_session_id: fault === undefined ? `cs_${number}` : null,
    checkout_url: fault === undefined ? `${SERVICE}/checkout/cs_${number}` : null,
  };
};
const rows = { object: 'list', data: Array.from({ length: 8 }, (_none, index) => rowOf(index)), has_more: false };

const list = (data: readonly unknown[]) => ({ object: 'list', data, has_more: false });

const product = (number: number, name: string) => ({ id: `prod_${number}`, object: 'product', name, active: true });
const price = (number: number, productNumber: number, interval: string) => ({
  id: `price_${number}`,
  object: 'price',
  product_id: `prod_${productNumber}`,
  amount_cents: interval === 'year' ? 12_000 : 1200,
  currency: 'EUR',
  interval,
  active: true,
});

const IMPORT_ANSWERS: Answers = {
  'GET /console/imports': list(imports),
  'POST /console/imports': imports[1],
  ...Object.fromEntries(
    imports.flatMap((each) => [
      [`GET /console/imports/${each.id}`, each],
      [`GET /console/imports/${each.id}/rows`, rows],
      [`POST /console/imports/${each.id}/rows`, each],
      [`POST /console/imports/${each.id}/check`, each],
    ]),
  ),
  'GET /console/api/test/v1/products': list([product(1, 'Tea of the month'), product(2, 'Coffee, twice a month, for the whole office')]),
  'GET /console/api/test/v1/prices': list([price(1, 1, 'month'), price(2, 1, 'year'), price(3, 2, 'month')]),
};

const CSV = `Customer ID;Company;E-mail;Street;ZIP;City;Country;Plan;Next billing date;SEPA mandate;Internal notes about this customer
K-1;Harbour Tea & Coffee B.V.;tea@example.com;Kade 12;3011 AA;Rotterdam;NL;Tea of the month, monthly;31.12.2026;MD-1;Called twice
K-2;"Zebrowska & Søn Gastronomi ApS";not an address;Gade 1;1050;København;Denmark;Tea of the month, yearly;01.02.2027;MD-2;
K-3;Ada;ada@example.com;;;;DE;An old plan of ours;05.02.2027;;
`;

const clickButton = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

const chooseFile = (page: Page): Promise<void> =>
  page.getByLabel('CSV file').setInputFiles({ name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) });

const continueToDetails = async (page: Page): Promise<void> => {
  await chooseFile(page);
  await clickButton(page, 'Continue');
  await page.getByLabel('An old plan of ours').waitFor();
};

/** Builds the states of imports. `answers`: other API responses of the console. */
export const importStates = (answers: Answers): Readonly<Record<string, ScriptState>> => {
  const at = consoleStatesWith({ ...answers, ...IMPORT_ANSWERS });
  const atImport = (name: Name, until: string, act?: (page: Page) => Promise<void>) => at(`test/import/${idOf(name)}`, until, act);
  return {
    'console-import': at('test/import', 'tbody'),
    'console-import-live': at('live/import', 'text=in test mode only'),
    'console-import-file': at('test/import/new', '#import-file'),
    'console-import-no-table': at('test/import/new', '#import-file', async (page) => {
      await page.getByLabel('CSV file').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,"2\n') });
      await page.getByRole('alert').waitFor();
    }),
    'console-import-columns': at('test/import/new', '#import-file', chooseFile),
    'console-import-plans': at('test/import/new', '#import-file', continueToDetails),
    'console-import-mistake': at('test/import/new', '#import-file', async (page) => {
      await continueToDetails(page);
      await clickButton(page, 'Check');
    }),
    'console-import-checking': atImport('checking', 'progress'),
    'console-import-checked': atImport('checked', 'tbody'),
    'console-import-checked-with-file': at('test/import/new', '#import-file', async (page) => {
      await continueToDetails(page);
      await page.getByLabel('Return URL after confirming').fill('https://harbour.example/thanks');
      await clickButton(page, 'Check');
      await page.locator('tbody').waitFor();
    }),
    'console-import-importing': atImport('importing', 'progress'),
    'console-import-report': atImport('completed', 'tbody'),
    'console-import-undo': atImport('completed', 'tbody', (page) => clickButton(page, 'Undo import')),
    'console-import-billed': atImport('billed', 'tbody'),
    'console-import-undone': atImport('undone', 'tbody'),
  };
};
