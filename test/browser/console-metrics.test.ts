import { expect, it, vi } from 'vitest';
import type { ApiObject } from '../../scripts/support/api.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import { openShop, subscribe } from '../contract/support/shop.ts';
import { ConsoleDesk } from './console-desk.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const desk = new ConsoleDesk();

const counted = (currency: string): Promise<ApiObject> =>
  eventually(
    () => desk.client.get(`/v1/metrics?currency=${currency}`),
    ({ data }) => (data as readonly ApiObject[]).at(-1)?.['succeeded_payments'] === 1,
  );

const total = (name: string) => desk.page.locator(`dt:text-is("${name}") + dd`);

it('the overview shows how the business goes, by currency, drawn and as tables', async () => {
  const { priceId } = await openShop(desk.client, { currency: 'USD', amount_cents: 700 });
  await subscribe(desk.client, priceId);
  await Promise.all([counted('EUR'), counted('USD')]);
  await desk.enter();
  const businessMetrics = desk.page.getByRole('region', { name: 'Figures' });
  await businessMetrics.getByLabel('Currency').selectOption('USD');
  await expect.poll(() => total('MRR').textContent()).toBe('$7.00');
  expect(await total('Active subscriptions').textContent()).toBe('1');
  for (const title of ['Net revenue', 'MRR', 'What moved MRR', 'Subscriptions']) {
    const metric = businessMetrics.getByRole('figure', { name: title, exact: true });
    await metric.getByRole('img', { name: `Chart: ${title}` }).waitFor();
    await metric.getByText('As a table').click();
    await expect.poll(() => metric.getByRole('row').count()).toBe(13);
  }
  const moved = businessMetrics.getByRole('figure', { name: 'What moved MRR' });
  await expect
    .poll(() => moved.getByRole('row').last().getByRole('cell').allTextContents())
    .toEqual(['$7.00', '$0.00', '$0.00', '$0.00', '$0.00']);
  expect(await moved.locator('rect').count()).toBe(1);
  const begun = businessMetrics.getByRole('figure', { name: 'Subscriptions', exact: true });
  expect(await begun.getByRole('row').last().getByRole('cell').allTextContents()).toEqual(['1', '0']);
  await businessMetrics.getByLabel('Currency').selectOption('EUR');
  await expect.poll(() => total('MRR').textContent()).toMatch(/^€/);
  expect(desk.complaints).toEqual([]);
});

it('the overview of an account without any business says so', async () => {
  await desk.enter();
  await desk.page.getByRole('link', { name: /live mode/i }).click();
  await desk.page.getByText('There are no figures yet').waitFor();
  expect(desk.complaints).toEqual([]);
});
