import { readFile } from 'node:fs/promises';
import type { Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { ConsoleUi } from './console-ui.ts';

const ui = new ConsoleUi();
const button = (name: string) => ui.page.getByRole('button', { name, exact: true });

/** Queries of the requests for the export, in order. */
const queries: URLSearchParams[] = [];
/** Answers a request for the export. */
type Answer = (route: Route) => Promise<void>;

/** Opens the screen with the export. `answers` answer the first requests for the export, in order; the service answers later requests. */
const openExportScreen = async (...answers: readonly Answer[]): Promise<void> => {
  const remaining = [...answers];
  queries.length = 0;
  await ui.enter();
  await ui.page.route('**/v1/tenant/export*', async (route) => {
    queries.push(new URL(route.request().url()).searchParams);
    await (remaining.shift() ?? ((each: Route) => each.continue()))(route);
  });
  await ui.page.goto(`${ui.service.baseUrl}/console#/test/import`);
  await button('Export').waitFor();
};

/** Answers with the service's response up to the middle of an object, like a connection that breaks. */
const partialResponse: Answer = async (route) => {
  const response = await route.fetch();
  const text = await response.text();
  const customers = text.indexOf('"customers":[');
  const body = text.slice(0, text.indexOf('\n', text.indexOf('"id":"cus_', customers)) + 20);
  await route.fulfill({ status: 200, headers: response.headers(), body });
};
const connectionReset: Answer = (route) => route.abort('connectionreset');

const readDownload = async (click: () => Promise<void>): Promise<string> => {
  const downloading = ui.page.waitForEvent('download');
  await click();
  return readFile((await (await downloading).path()) ?? '', 'utf8');
};

/** Checks that the file is complete and contains each object once. */
const checkFile = async (text: string): Promise<void> => {
  const file = JSON.parse(text) as Readonly<Record<string, readonly { readonly id: string }[]>>;
  const ids = (section: string) => (file[section] ?? []).map(({ id }) => id);
  for (const section of ['customers', 'invoices', 'products', 'events'])
    expect(new Set(ids(section)).size, section).toBe(ids(section).length);
  expect(ids('customers')).toEqual(expect.arrayContaining((await ui.client.list('/v1/customers')).map(({ id }) => id)));
  expect(ids('events').length).toBeGreaterThan(0);
};

it('[XPT-09] an export whose connection breaks continues after the last complete object', async () => {
  await openExportScreen(partialResponse);
  await checkFile(await readDownload(() => button('Export').click()));
  expect(queries.map((query) => [query.has('resume'), query.get('starting_after')?.split('_')[0] ?? null])).toEqual([
    [false, null],
    [true, 'cus'],
  ]);
  await button('Export').waitFor();
});

it('[XPT-09] a button resumes an export that broke off, instead of starting it again', async () => {
  const failures = Array.from({ length: 20 }, () => connectionReset);
  await openExportScreen(partialResponse, ...failures);
  await button('Export').click();
  await ui.page.getByText('The export broke off. Resume it to continue where it stopped.').waitFor({ timeout: 120_000 });
  await ui.page.unroute('**/v1/tenant/export*');
  const request = ui.page.waitForRequest((each) => each.url().includes('/v1/tenant/export'));
  await checkFile(await readDownload(() => button('Resume export').click()));
  expect(new URL((await request).url()).searchParams.get('starting_after')).toMatch(/^cus_/);
  await ui.page.getByText('Export saved.').waitFor();
}, 180_000);
