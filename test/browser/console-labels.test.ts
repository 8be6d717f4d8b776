import { describe, expect, it, vi } from 'vitest';
import type { ApiObject } from '../../scripts/support/api.ts';
import { advance, METERED, openOneShot, openShop, payOneShot, quietEndpoint, subscribe } from '../contract/support/shop.ts';
import { behave, DAY, invoiceOf, newest, onClock, paymentOf, START } from './clocked.ts';
import { ConsoleDesk } from './console-desk.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const desk = new ConsoleDesk();

const ENDS = 'If it pays for the current period or the trial and all of it goes back, the subscription ends at once.';

const reported = async (screen: string, { id }: ApiObject, title: string): Promise<string> => {
  await desk.page.goto('about:blank');
  await desk.open(screen, id);
  return desk.reported(title);
};

describe('what the console says before something is done', () => {
  it('is that a refund may end the subscription, where it may', async () => {
    await desk.enter();
    expect(await reported('subscriptions', desk.subscription, 'Refund')).toBe(
      `Up to €19.99 of its latest payment goes back to the customer. ${ENDS} It cannot be undone.`,
    );
    expect(await reported('payments', await paymentOf(desk.client, desk.subscription), 'Refund')).toBe(
      `Up to €19.99 goes back to the customer. ${ENDS} It cannot be undone.`,
    );
    const oneShot = await openOneShot(desk.client);
    await payOneShot(desk.client, oneShot.id);
    const { payment_id: paymentId } = await desk.client.get(`/v1/checkout/one_shot/${oneShot.id}`);
    expect(await reported('payments', await desk.client.get(`/v1/payments/${String(paymentId)}`), 'Refund')).toBe(
      'Up to €150.00 goes back to the customer. It cannot be undone.',
    );
    const whole = await subscribe(desk.client, (await openShop(desk.client)).priceId);
    await desk.open('subscriptions', whole.id);
    await desk.act('Refund');
    await desk.page.getByText('Done: refund.').waitFor();
    await expect.poll(async () => (await desk.client.get(`/v1/subscriptions/${whole.id}`))['status'], { timeout: 30_000 }).toBe('canceled');
  });

  it('is when a subscription ends that is canceled', async () => {
    await desk.enter();
    expect(await reported('subscriptions', desk.subscription, 'Cancel')).toMatch(
      /^It ends on \w+ \d+, \d{4}, .+ [AP]M, with its current period\. Until then it can be kept\.$/,
    );
    const metered = await subscribe(desk.client, (await openShop(desk.client, METERED)).priceId);
    expect(await reported('subscriptions', metered, 'Cancel')).toMatch(/ What was used until then is charged\.$/);
    const { subscription, clockId } = await onClock(desk.client);
    await behave(desk.client, subscription, 'insufficient_funds');
    await advance(desk.client, clockId, START + 32 * DAY);
    expect(await reported('subscriptions', subscription, 'Cancel')).toBe(
      'It is past due: it ends at once, and its open invoice is voided. It cannot be undone.',
    );
    expect(await reported('invoices', await invoiceOf(desk.client, subscription), 'Void')).toBe(
      'Nobody owes it any more. A subscription that is past due for it goes on, unbilled for this period. It cannot be undone.',
    );
    await desk.open('subscriptions', subscription.id);
    await desk.act('Cancel');
    await desk.field('Status', 'canceled');
    expect((await invoiceOf(desk.client, subscription))['status']).toBe('void');
  });

  it('is what resuming a subscription charges, and keeping it does', async () => {
    const { subscription, clockId } = await onClock(desk.client);
    const pause = () => desk.client.post(`/v1/subscriptions/${subscription.id}/pause`);
    await pause();
    await desk.enter();
    expect(await reported('subscriptions', subscription, 'Resume')).toBe('It is served and renewed again. Nothing is charged now.');
    await desk.client.post(`/v1/subscriptions/${subscription.id}/cancel`);
    expect(await reported('subscriptions', subscription, 'Resume')).toMatch(
      /^It is served again until it ends on .+ Nothing is charged now\.$/,
    );
    expect(await reported('subscriptions', subscription, 'Keep')).toBe('It does not end, and stays paused.');
    await desk.client.post(`/v1/subscriptions/${subscription.id}/reactivate`);
    await advance(desk.client, clockId, START + 40 * DAY);
    expect(await reported('subscriptions', subscription, 'Resume')).toMatch(
      /^It is served and renewed again\. If the current period is not paid yet, its rest until .+ is charged at once\.$/,
    );
    await desk.act('Resume');
    await desk.field('Renewal state', 'scheduled');
    expect((await paymentOf(desk.client, subscription))['created']).toBeGreaterThanOrEqual(START + 40 * DAY);
    expect(await reported('subscriptions', subscription, 'Pause')).toBe(
      'It is not served and not charged until it is resumed. What was paid is not given back.',
    );
  });

  it('is what a change of price costs, asked for anew once something else is typed', async () => {
    const { subscription, productId } = await onClock(desk.client);
    const priceOf = async (cents: number) =>
      (await desk.client.post('/v1/prices', { product_id: productId, amount_cents: cents, currency: 'EUR', interval: 'month' })).id;
    const [dear, cheap] = [await priceOf(4999), await priceOf(500)];
    await desk.enter();
    await desk.open('subscriptions', subscription.id);
    await desk.page.getByRole('button', { name: 'Change price', exact: true }).click();
    const dialog = desk.page.getByRole('dialog', { name: 'Change price' });
    const ask = async (priceId: string): Promise<void> => {
      await dialog.getByLabel('New price').fill(priceId);
      await dialog.getByRole('button', { name: 'Show what it costs' }).click();
    };
    await ask('price_none');
    await dialog.locator('#mistake-price_id').waitFor();
    await ask(cheap);
    await dialog
      .getByText(/^Nothing is charged now\. €14\.99 of credit is kept for later charges\. The next charge is €0\.00 on \w+ \d+, /)
      .waitFor();
    await ask(dear);
    await dialog.getByText(/^€30\.00 is charged now\. The next charge is €49\.99 on \w+ \d+, /).waitFor();
    expect((await desk.client.get(`/v1/subscriptions/${subscription.id}`))['price_id']).toBe(subscription['price_id']);
    await dialog.getByRole('button', { name: 'Change price', exact: true }).click();
    await desk.page.getByText('Done: change price.').waitFor();
    expect((await desk.client.get(`/v1/subscriptions/${subscription.id}`))['price_id']).toBe(dear);
  });

  it('is what else goes with what is deleted or erased', async () => {
    const endpoint = await desk.client.post('/v1/webhook_endpoints', quietEndpoint(desk.served.baseUrl));
    await desk.enter();
    expect(await reported('webhook_endpoints', endpoint, 'Delete')).toBe(
      'Nothing is sent there any more, and the record of what was sent there goes too. It cannot be undone.',
    );
    expect(await reported('test_clocks', await newest(desk.client, '/v1/test_clocks'), 'Delete')).toBe(
      'Its subscriptions end at once and its open checkouts expire; its customers stay. It cannot be undone.',
    );
    const customer = await newest(desk.client, '/v1/customers');
    expect(await reported('customers', customer, 'Delete')).toMatch(/ saved payment methods are given up\. It cannot be undone\.$/);
    expect(await reported('customers', customer, 'Erase personal data')).toMatch(/^The customer is deleted, .+ It cannot be undone\.$/);
    expect(desk.complaints).toEqual([]);
  });
});
