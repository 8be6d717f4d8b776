import { describe, expect, it } from 'vitest';
import { clockAt, METERED, newPlan, subscribe } from '../../contract/support/objects.ts';
import { invoiceOf, newest } from '../test-clocks.ts';
import { ConsoleUi } from './console-ui.ts';

const ui = new ConsoleUi();

describe('amounts in the console', () => {
  it('are shown in euros, although `unit_amount_decimal` of the API is in cents', async () => {
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
    await ui.page.getByRole('heading', { level: 1, name: '€0.025 per unit, billed per month' }).waitFor();
    await ui.open('prices', tiered.priceId);
    await ui.page.getByRole('heading', { level: 1, name: 'Tiers, billed per month' }).waitFor();
    const tiers = ui.page.getByRole('region', { name: 'Tiers' }).first().getByRole('row');
    await expect.poll(() => tiers.allTextContents()).toEqual(['Up toPer unitFlat fee', '100€0.25€0.00', 'All further units€0.0005€5.00']);
    await ui.goTo('Prices');
    for (const name of ['€0.025 per unit, billed per month', 'Tiers, billed per month', '€19.99 per month']) {
      await ui.page.getByRole('rowheader', { name, exact: true }).getByRole('link').waitFor();
    }
    const metered = await subscribe(ui.client, priceId);
    await ui.open('subscriptions', metered.id);
    await ui.page.locator('dt:text-is("Plan") + dd', { hasText: '€0.025 per unit' }).waitFor();
  });

  it('of a customer are sums over all subscriptions and payments; with too many subscriptions, the MRR is a lower bound', async () => {
    await ui.useContext({ bypassCSP: true });
    const { priceId } = await newPlan(ui.client, { amount_cents: 1000 });
    const customer = await ui.client.post('/v1/customers', { name: 'Ada' });
    for (let count = 0; count < 3; count += 1) await subscribe(ui.client, priceId, { customer_id: customer.id });
    // The console reads pages of 100; here they have one object.
    await ui.page.route(/\/v1\/(subscriptions|payments)\?/, (route) =>
      route.continue({ url: route.request().url().replace('limit=100', 'limit=1') }),
    );
    await ui.enter();
    await ui.open('customers', customer.id);
    const stat = (name: string) => ui.page.locator(`dt:text-is("${name}") + dd`);
    await expect.poll(() => stat('MRR').textContent()).toBe('€30.00');
    expect(await stat('Paid in total').textContent()).toBe('€30.00');

    // A customer with more subscriptions than the console reads.
    const [subscription] = await ui.client.list(`/v1/subscriptions?customer_id=${customer.id}`);
    const data = Array.from({ length: 100 }, (_none, index) => ({ ...subscription, id: `sub_${index}` }));
    await ui.page.route(/\/v1\/subscriptions\?.*limit=100/, (route) => route.fulfill({ json: { object: 'list', data, has_more: true } }));
    await ui.page.reload();
    await expect.poll(() => stat('MRR').textContent()).toBe('At least €10,000.00');
    expect(await stat('Next charge').textContent()).toBe('Not known');
    await ui.settle();
    await ui.expectAccessible();
  });

  it('under "Paid in total" exclude refunded and disputed amounts, and verification charges', async () => {
    const customer = await ui.client.post('/v1/customers', { name: 'Grace' });
    const plan = await newPlan(ui.client, { amount_cents: 1000 });
    const paid = await Promise.all([1, 2, 3].map(() => subscribe(ui.client, plan.priceId, { customer_id: customer.id })));
    const [refunded, disputed] = paid.map(({ last_payment_id: id }) => String(id));
    await ui.client.post('/v1/refunds', { payment_id: refunded, amount_cents: 250 });
    await ui.client.post(`/sandbox/payments/${disputed}/outcome`, { outcome: 'charged_back' });
    await expect.poll(async () => (await ui.client.list(`/v1/disputes?payment_id=${disputed}`)).length, { timeout: 30_000 }).toBe(1);
    const trial = await newPlan(ui.client, { amount_cents: 1000, trial_days: 14 });
    await subscribe(ui.client, trial.priceId, { customer_id: customer.id });
    await ui.enter();
    await ui.open('customers', customer.id);
    await expect.poll(() => ui.page.locator('dt:text-is("Paid in total") + dd').textContent()).toBe('€17.50');
  });

  it('are shown with their period, which ends on the day before the next period starts', async () => {
    const { id: clockId } = await clockAt(ui.client, Date.UTC(2027, 0, 1) / 1000);
    const customer = await ui.client.post('/v1/customers', { email: 'bea@example.com', test_clock_id: clockId });
    const { priceId } = await newPlan(ui.client);
    const subscription = await subscribe(ui.client, priceId, { customer_id: customer.id });
    await ui.useContext({ timezoneId: 'UTC' });
    await ui.enter();
    await ui.open('invoices', (await invoiceOf(ui.client, subscription)).id);
    const period = 'Jan 1, 2027 – Jan 31, 2027';
    await ui.page.getByRole('region', { name: 'Lines' }).getByText(period).waitFor();
    await ui.page.locator('dt:text-is("Service period") + dd', { hasText: period }).waitFor();
    await ui.open('subscriptions', subscription.id);
    await ui.page.locator('dt:text-is("Current period") + dd', { hasText: period }).waitFor();
  });

  it('are also shown in euros in the previous attributes of events', async () => {
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
