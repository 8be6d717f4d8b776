import { describe, expect, it } from 'vitest';
import { quietEndpointBody } from '../../contract/support/objects.ts';
import { invoiceOf, newest, paymentOf, subscribeOnClock } from '../test-clocks.ts';
import { ConsoleUi } from './console-ui.ts';

const ui = new ConsoleUi();
/** The link on the timeline to an event, found by its text. */
const eventLink = (text: string | RegExp) =>
  ui.page.getByRole('region', { name: 'Activity' }).locator('a[href*="/events/"]').getByText(text).first();

describe('the event history of an object in the console', () => {
  it('contains events that are older than many other events of the same customer', async () => {
    const { subscription } = await subscribeOnClock(ui.client);
    for (let count = 0; count < 7; count += 1) {
      await ui.client.post(`/v1/subscriptions/${subscription.id}/pause`);
      await ui.client.post(`/v1/subscriptions/${subscription.id}/resume`);
    }
    const invoice = await invoiceOf(ui.client, subscription);
    const eventCount = async () => (await ui.client.list(`/v1/events?customer_id=${String(subscription.customer_id)}`)).length;
    await expect.poll(eventCount, { timeout: 30_000 }).toBeGreaterThan(30);
    await ui.enter();
    await ui.open('invoices', invoice.id);
    await eventLink(/^Invoice TEST-\d+ created, €19\.99$/).waitFor();
    await eventLink(/^Invoice TEST-\d+ paid, €19\.99$/).waitFor();
    await ui.open('subscriptions', subscription.id);
    await eventLink(/^Subscription created/).waitFor();
    expect(ui.consoleErrors).toEqual([]);
  });

  it('is shown for objects without a `customer_id`; for tax rates, which have no events, the activity has entries of the audit log only', async () => {
    const payment = await paymentOf(ui.client, ui.subscription);
    await ui.client.post('/v1/refunds', { payment_id: payment.id, amount_cents: 100 });
    await ui.client.post(`/sandbox/payments/${payment.id}/outcome`, { outcome: 'charged_back' });
    await ui.client.post('/v1/webhook_endpoints', quietEndpointBody(ui.service.baseUrl));
    await expect.poll(async () => (await ui.client.list('/v1/disputes')).length, { timeout: 30_000 }).toBe(1);
    await ui.enter();
    for (const [screen, text] of [
      ['refunds', 'Refund created, €1.00'],
      ['disputes', 'Dispute created, €19.99'],
      ['products', 'Product created'],
      ['prices', 'Price created, €19.99'],
      ['coupons', 'Coupon HALF created'],
      ['webhook_endpoints', 'Webhook endpoint created'],
    ] as const) {
      await ui.open(screen, (await newest(ui.client, `/v1/${screen}`)).id);
      await eventLink(text).waitFor();
    }
    await ui.open('tax_rates', (await newest(ui.client, '/v1/tax_rates')).id);
    const activity = ui.page.getByRole('region', { name: 'Activity' });
    await activity.getByText(/^Tax rate created/).waitFor();
    expect(await activity.locator('a[href*="/events/"]').count()).toBe(0);
    expect(ui.consoleErrors).toEqual([]);
  });

  it('shows a link to all events if the events of the object are not among the newest events', async () => {
    const { id } = await newest(ui.client, '/v1/products');
    const other = { id: 'evt_1', type: 'product.updated', created: 1, data: { id: 'prod_other' } };
    await ui.enter();
    await ui.page.route('**/v1/events?*', (route) => route.fulfill({ json: { data: [other], has_more: true } }));
    await ui.open('products', id);
    // The console reads at most four pages, here with one event each.
    await ui.page.getByRole('link', { name: 'All events' }).waitFor();
    expect(await ui.page.getByRole('region', { name: 'Activity' }).locator('a[href*="/events/"]').count()).toBe(0);
    await ui.page.unroute('**/v1/events?*');
    await ui.page.getByRole('link', { name: 'All events' }).click();
    await ui.page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
    await ui.page.getByRole('rowheader', { name: 'Product created' }).first().waitFor();
  });
});
