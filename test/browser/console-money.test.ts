import { describe, expect, it, vi } from 'vitest';
import { METERED, openShop, subscribe } from '../contract/support/shop.ts';
import { newest } from './clocked.ts';
import { ConsoleDesk } from './console-desk.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const desk = new ConsoleDesk();

describe('money in the console', () => {
  it('is in the currency where the API has it in parts of its smallest unit', async () => {
    const { priceId } = await openShop(desk.client, METERED);
    const inTiers = await openShop(desk.client, {
      usage_type: 'metered',
      amount_cents: null,
      tiers: [
        { up_to: 100, unit_amount_decimal: '25' },
        { up_to: null, flat_amount_cents: 500, unit_amount_decimal: '0.05' },
      ],
    });
    await desk.enter();
    await desk.open('prices', priceId);
    await desk.page.getByRole('heading', { level: 1, name: '€0.025 a unit' }).waitFor();
    await desk.field('Unit amount', '€0.025');
    await desk.open('prices', inTiers.priceId);
    await desk.page.getByRole('heading', { level: 1, name: 'Metered, in tiers' }).waitFor();
    await desk.field('Unit amount', '€0.25');
    await desk.field('Unit amount', '€0.0005');
    await desk.field('Flat amount', '€5.00');
    await desk.go('Prices');
    for (const name of ['€0.025 a unit', 'Metered, in tiers', '€19.99']) {
      await desk.page.getByRole('rowheader', { name, exact: true }).getByRole('link').waitFor();
    }
    const metered = await subscribe(desk.client, priceId);
    await desk.open('subscriptions', metered.id);
    await desk.field('Unit amount', '€0.025');
  });

  it('is so too in what an event says was before', async () => {
    const { priceId } = await openShop(desk.client);
    const { id } = await subscribe(desk.client, priceId);
    await desk.client.post(`/v1/subscriptions/${id}/pause`);
    const event = await newest(desk.client, '/v1/events?type=subscription.paused');
    await desk.enter();
    await desk.open('events', event.id);
    const before = desk.page.locator('dt:text-is("Previous attributes") + dd');
    await before.locator('dt:text-is("MRR") + dd:text-is("€19.99")').waitFor();
    expect(desk.complaints).toEqual([]);
  });
});
