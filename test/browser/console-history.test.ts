import { describe, expect, it } from 'vitest';
import { quietEndpoint } from '../contract/support/objects.ts';
import { ConsoleUi } from './console-ui.ts';
import { invoiceOf, newest, paymentOf, subscribeOnClock } from './test-clocks.ts';

const ui = new ConsoleUi();
/** The link of an event in the history. The history also lists audit log entries, some of them with the same text as an event. */
const eventLink = (type: string) =>
  ui.page.getByRole('region', { name: 'History' }).locator('a[href*="/events/"]').getByText(type, { exact: true }).first();

describe('the event history of an object in the console', () => {
  it('contains events that are older than many other events of the same customer', async () => {
    const { subscription } = await subscribeOnClock(ui.client);
    for (let round = 0; round < 7; round += 1) {
      await ui.client.post(`/v1/subscriptions/${subscription.id}/pause`);
      await ui.client.post(`/v1/subscriptions/${subscription.id}/resume`);
    }
    const invoice = await invoiceOf(ui.client, subscription);
    const eventCount = async () => (await ui.client.list(`/v1/events?customer_id=${String(subscription.customer_id)}`)).length;
    await expect.poll(eventCount, { timeout: 30_000 }).toBeGreaterThan(30);
    await ui.enter();
    await ui.open('invoices', invoice.id);
    await eventLink('invoice.created').waitFor();
    await eventLink('invoice.paid').waitFor();
    await ui.open('subscriptions', subscription.id);
    await eventLink('subscription.created').waitFor();
    expect(ui.consoleErrors).toEqual([]);
  });

  it('is shown for objects without a `customer_id`, but not for tax rates, which have no events', async () => {
    const payment = await paymentOf(ui.client, ui.subscription);
    await ui.client.post('/v1/refunds', { payment_id: payment.id, amount_cents: 100 });
    await ui.client.post(`/sandbox/payments/${payment.id}/outcome`, { outcome: 'charged_back' });
    await ui.client.post('/v1/webhook_endpoints', quietEndpoint(ui.service.baseUrl));
    await expect.poll(async () => (await ui.client.list('/v1/disputes')).length, { timeout: 30_000 }).toBe(1);
    await ui.enter();
    for (const [screen, type] of [
      ['refunds', 'refund.created'],
      ['disputes', 'dispute.created'],
      ['products', 'product.created'],
      ['prices', 'price.created'],
      ['coupons', 'coupon.created'],
      ['webhook_endpoints', 'webhook_endpoint.created'],
    ] as const) {
      await ui.open(screen, (await newest(ui.client, `/v1/${screen}`)).id);
      await eventLink(type).waitFor();
    }
    await ui.open('tax_rates', (await newest(ui.client, '/v1/tax_rates')).id);
    await ui.page.getByRole('heading', { name: 'Who changed it' }).waitFor();
    expect(await ui.page.getByRole('heading', { name: 'What happened' }).count()).toBe(0);
    expect(ui.consoleErrors).toEqual([]);
  });

  it('shows a notice and a link to all events if the events of the object are not among the newest events', async () => {
    const { id } = await newest(ui.client, '/v1/products');
    const other = { id: 'evt_1', type: 'product.updated', created: 1, data: { id: 'prod_other' } };
    await ui.enter();
    await ui.page.route('**/v1/events?*', (route) => route.fulfill({ json: { data: [other], has_more: true } }));
    await ui.open('products', id);
    // The console reads at most four pages, here with one event each.
    await ui.page.getByText('None of the newest 4 events of this type is about this object.').waitFor();
    await ui.page.unroute('**/v1/events?*');
    await ui.page.getByRole('link', { name: 'All events of this type' }).click();
    await ui.page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
    await ui.page.getByRole('rowheader', { name: 'product.created' }).first().waitFor();
  });
});
