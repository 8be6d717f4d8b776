import { describe, expect, it, vi } from 'vitest';
import { quietEndpoint } from '../contract/support/shop.ts';
import { invoiceOf, newest, onClock, paymentOf } from './clocked.ts';
import { ConsoleDesk } from './console-desk.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const desk = new ConsoleDesk();
/** An event in the history, whose name an entry of the audit log may have too. */
const happened = (type: string) =>
  desk.page.getByRole('region', { name: 'History' }).locator('a[href*="/events/"]').getByText(type, { exact: true }).first();

describe('what happened to an object in the console', () => {
  it('is found behind everything that happened to its customer since', async () => {
    const { subscription } = await onClock(desk.client);
    for (let round = 0; round < 7; round += 1) {
      await desk.client.post(`/v1/subscriptions/${subscription.id}/pause`);
      await desk.client.post(`/v1/subscriptions/${subscription.id}/resume`);
    }
    const invoice = await invoiceOf(desk.client, subscription);
    const since = async () => (await desk.client.list(`/v1/events?customer_id=${String(subscription.customer_id)}`)).length;
    await expect.poll(since, { timeout: 30_000 }).toBeGreaterThan(30);
    await desk.enter();
    await desk.open('invoices', invoice.id);
    await happened('invoice.created').waitFor();
    await happened('invoice.paid').waitFor();
    await desk.open('subscriptions', subscription.id);
    await happened('subscription.created').waitFor();
    expect(desk.complaints).toEqual([]);
  });

  it('is there for what belongs to no customer too', async () => {
    const payment = await paymentOf(desk.client, desk.subscription);
    await desk.client.post('/v1/refunds', { payment_id: payment.id, amount_cents: 100 });
    await desk.client.post(`/sandbox/payments/${payment.id}/outcome`, { outcome: 'charged_back' });
    await desk.client.post('/v1/webhook_endpoints', quietEndpoint(desk.served.baseUrl));
    await expect.poll(async () => (await desk.client.list('/v1/disputes')).length, { timeout: 30_000 }).toBe(1);
    await desk.enter();
    for (const [screen, type] of [
      ['refunds', 'refund.created'],
      ['disputes', 'dispute.created'],
      ['products', 'product.created'],
      ['prices', 'price.created'],
      ['coupons', 'coupon.created'],
      ['webhook_endpoints', 'webhook_endpoint.created'],
    ] as const) {
      await desk.open(screen, (await newest(desk.client, `/v1/${screen}`)).id);
      await happened(type).waitFor();
    }
    await desk.open('tax_rates', (await newest(desk.client, '/v1/tax_rates')).id);
    await desk.page.getByRole('heading', { name: 'Who changed it' }).waitFor();
    expect(await desk.page.getByRole('heading', { name: 'What happened' }).count()).toBe(0);
    expect(desk.complaints).toEqual([]);
  });

  it('is said not to be found where it is too far back, with the way to all events', async () => {
    const { id } = await newest(desk.client, '/v1/products');
    const other = { id: 'evt_1', type: 'product.updated', created: 1, data: { id: 'prod_other' } };
    await desk.enter();
    await desk.page.route('**/v1/events?*', (route) => route.fulfill({ json: { data: [other], has_more: true } }));
    await desk.open('products', id);
    await desk.page.getByText('It is not among the newest 4 events of its kind.').waitFor();
    await desk.page.unroute('**/v1/events?*');
    await desk.page.getByRole('link', { name: 'All events of its kind' }).click();
    await desk.page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
    await desk.page.getByRole('rowheader', { name: 'product.created' }).first().waitFor();
  });
});
