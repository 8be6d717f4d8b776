import { describe, expect, it } from 'vitest';
import { METERED, newPlan, subscribe } from '../contract/support/objects.ts';
import { ConsoleUi } from './console-ui.ts';
import { newest } from './test-clocks.ts';

const ui = new ConsoleUi();

describe('amounts in the console', () => {
  it('are shown in the unit of the currency, although `unit_amount_decimal` of the API is in cents', async () => {
    const { priceId } = await newPlan(ui.client, METERED);
    const tiered = await newPlan(ui.client, {
      usage_type: 'metered',
      amount_cents: null,
      tiers: [
        { up_to: 100, unit_amount_decimal: '25' },
        { up_to: null, flat_amount_cents: 500, unit_amount_decimal: '0.05' },
      ],
    });
    await ui.enter();
    await ui.open('prices', priceId);
    await ui.page.getByRole('heading', { level: 1, name: '€0.025 a unit' }).waitFor();
    await ui.waitForField('Unit amount', '€0.025');
    await ui.open('prices', tiered.priceId);
    await ui.page.getByRole('heading', { level: 1, name: 'Metered, in tiers' }).waitFor();
    await ui.waitForField('Unit amount', '€0.25');
    await ui.waitForField('Unit amount', '€0.0005');
    await ui.waitForField('Flat amount', '€5.00');
    await ui.goTo('Prices');
    for (const name of ['€0.025 a unit', 'Metered, in tiers', '€19.99']) {
      await ui.page.getByRole('rowheader', { name, exact: true }).getByRole('link').waitFor();
    }
    const metered = await subscribe(ui.client, priceId);
    await ui.open('subscriptions', metered.id);
    await ui.waitForField('Unit amount', '€0.025');
  });

  it('are also shown like this in the previous attributes of events', async () => {
    const { priceId } = await newPlan(ui.client);
    const { id } = await subscribe(ui.client, priceId);
    await ui.client.post(`/v1/subscriptions/${id}/pause`);
    const event = await newest(ui.client, '/v1/events?type=subscription.paused');
    await ui.enter();
    await ui.open('events', event.id);
    const previousAttributes = ui.page.locator('dt:text-is("Previous attributes") + dd');
    await previousAttributes.locator('dt:text-is("MRR") + dd:text-is("€19.99")').waitFor();
    expect(ui.consoleErrors).toEqual([]);
  });
});
