import { expect, it } from 'vitest';
import type { ApiObject } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { newPlan, subscribe } from '../../contract/support/objects.ts';
import { ConsoleUi } from './console-ui.ts';

const ui = new ConsoleUi();

const waitForMetrics = (currency: string): Promise<ApiObject> =>
  eventually(
    () => ui.client.get(`/v1/metrics?currency=${currency}`),
    ({ data }) => (data as readonly ApiObject[]).at(-1)?.['succeeded_payments'] === 1,
  );

const totalOf = (name: string) => ui.page.locator(`dt:text-is("${name}") + dd`);

it('the reports show the business metrics by currency, as charts and as tables', async () => {
  const { priceId } = await newPlan(ui.client, { currency: 'USD', amount_cents: 700 });
  await subscribe(ui.client, priceId);
  await Promise.all([waitForMetrics('EUR'), waitForMetrics('USD')]);
  await ui.enter();
  await ui.goTo('Reports');
  const businessMetrics = ui.page.getByRole('region', { name: 'Metrics' });
  await businessMetrics.getByLabel('Currency').selectOption('USD');
  await expect.poll(() => totalOf('MRR').textContent()).toBe('$7.00');
  expect(await totalOf('Paying subscriptions').textContent()).toBe('1');
  for (const title of ['Revenue after refunds, incl. VAT', 'MRR', 'MRR movements', 'Subscriptions']) {
    const metric = businessMetrics.getByRole('figure', { name: title, exact: true });
    await metric.getByRole('slider', { name: `Chart: ${title}` }).waitFor();
    await metric.getByText('View as table').click();
    // The row of headings and a row for each of twelve months.
    await expect.poll(() => metric.getByRole('row').count()).toBe(1 + 12);
  }
  const movements = businessMetrics.getByRole('figure', { name: 'MRR movements' });
  await expect
    .poll(() => movements.getByRole('row').last().getByRole('cell').allTextContents())
    .toEqual(['$7.00', '$0.00', '$0.00', '$0.00', '$0.00']);
  expect(await movements.locator('rect.value').count()).toBe(1);
  const subscriptions = businessMetrics.getByRole('figure', { name: 'Subscriptions', exact: true });
  // By keyboard: the values of the last month, then of the month before.
  const chart = movements.getByRole('slider');
  await chart.press('ArrowRight');
  const caption = movements.locator('figcaption span');
  const lastMonth = await movements.getByRole('row').last().getByRole('rowheader').textContent();
  expect([await caption.textContent(), await chart.getAttribute('aria-valuetext')]).toEqual(Array(2).fill(`${lastMonth}: New $7.00`));
  await chart.press('ArrowLeft');
  expect(await caption.textContent()).toMatch(/: \$0\.00$/);
  await chart.press('Escape');
  await expect.poll(() => caption.textContent()).toBe('');
  // By pointing at a month.
  await movements.locator('rect.column').last().hover();
  await expect.poll(() => caption.textContent()).toBe(`${lastMonth}: New $7.00`);
  expect(await subscriptions.getByRole('row').last().getByRole('cell').allTextContents()).toEqual(['1', '0']);
  await businessMetrics.getByLabel('Currency').selectOption('EUR');
  await expect.poll(() => totalOf('MRR').textContent()).toMatch(/^€/);
  expect(ui.consoleErrors).toEqual([]);
});

it('Home shows a notice if the account has no metrics yet', async () => {
  await ui.enter();
  await ui.page.getByRole('link', { name: 'Live mode' }).click();
  await ui.page.getByText('No metrics yet').waitFor();
  expect(ui.consoleErrors).toEqual([]);
});
