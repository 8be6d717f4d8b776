import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../../scripts/support/api.ts';
import { advance, METERED, newPlan, openOneShot, payOneShot, quietEndpoint, subscribe } from '../contract/support/objects.ts';
import { ConsoleUi } from './console-ui.ts';
import { DAY, invoiceOf, newest, paymentOf, START, setChargeOutcome, subscribeOnClock } from './test-clocks.ts';

const ui = new ConsoleUi();
const ENDS_SUBSCRIPTION = 'If it pays for the current period or the trial and all of it goes back, the subscription ends at once.';

const explanationOf = async (screen: string, { id }: ApiObject, title: string): Promise<string> => {
  await ui.reopen(screen, id);
  return ui.dialogText(title);
};

describe('the explanation before an action in the console', () => {
  it('warns that a refund can end the subscription, but not for a one-off payment', async () => {
    await ui.enter();
    expect(await explanationOf('subscriptions', ui.subscription, 'Refund')).toBe(
      `Up to €19.99 of its latest payment goes back to the customer. ${ENDS_SUBSCRIPTION} It cannot be undone.`,
    );
    expect(await explanationOf('payments', await paymentOf(ui.client, ui.subscription), 'Refund')).toBe(
      `Up to €19.99 goes back to the customer. ${ENDS_SUBSCRIPTION} It cannot be undone.`,
    );
    const oneShot = await openOneShot(ui.client);
    await payOneShot(ui.client, oneShot.id);
    const { payment_id: paymentId } = await ui.client.get(`/v1/checkout/one_shot/${oneShot.id}`);
    expect(await explanationOf('payments', await ui.client.get(`/v1/payments/${String(paymentId)}`), 'Refund')).toBe(
      'Up to €150.00 goes back to the customer. It cannot be undone.',
    );
    const fullyRefunded = await subscribe(ui.client, (await newPlan(ui.client)).priceId);
    await ui.open('subscriptions', fullyRefunded.id);
    await ui.submit('Refund');
    await ui.page.getByText('Done: refund.').waitFor();
    await expect
      .poll(async () => (await ui.client.get(`/v1/subscriptions/${fullyRefunded.id}`))['status'], { timeout: 30_000 })
      .toBe('canceled');
  });

  it('shows when canceling ends a subscription, and that a past due subscription ends at once and its invoice is voided', async () => {
    await ui.enter();
    expect(await explanationOf('subscriptions', ui.subscription, 'Cancel')).toMatch(
      /^It ends on \w+ \d+, \d{4}, .+ [AP]M, with its current period\. Until then it can be kept\.$/,
    );
    const metered = await subscribe(ui.client, (await newPlan(ui.client, METERED)).priceId);
    expect(await explanationOf('subscriptions', metered, 'Cancel')).toMatch(/ What was used until then is charged\.$/);
    const { subscription, clockId } = await subscribeOnClock(ui.client);
    await setChargeOutcome(ui.client, subscription, 'insufficient_funds');
    await advance(ui.client, clockId, START + 32 * DAY);
    expect(await explanationOf('subscriptions', subscription, 'Cancel')).toBe(
      'It is past due: it ends at once, and its open invoice is voided. It cannot be undone.',
    );
    expect(await explanationOf('invoices', await invoiceOf(ui.client, subscription), 'Void')).toBe(
      'Nobody owes it any more. A subscription that is past due for it goes on, unbilled for this period. It cannot be undone.',
    );
    await ui.open('subscriptions', subscription.id);
    await ui.submit('Cancel');
    await ui.waitForField('Status', 'canceled');
    expect((await invoiceOf(ui.client, subscription))['status']).toBe('void');
  });

  it('shows what resuming a subscription charges, and what keeping it changes', async () => {
    const { subscription, clockId } = await subscribeOnClock(ui.client);
    const pause = () => ui.client.post(`/v1/subscriptions/${subscription.id}/pause`);
    await pause();
    await ui.enter();
    expect(await explanationOf('subscriptions', subscription, 'Resume')).toBe('It is served and renewed again. Nothing is charged now.');
    await ui.client.post(`/v1/subscriptions/${subscription.id}/cancel`);
    expect(await explanationOf('subscriptions', subscription, 'Resume')).toMatch(
      /^It is served again until it ends on .+ Nothing is charged now\.$/,
    );
    expect(await explanationOf('subscriptions', subscription, 'Keep')).toBe('It does not end, and stays paused.');
    await ui.client.post(`/v1/subscriptions/${subscription.id}/reactivate`);
    await advance(ui.client, clockId, START + 40 * DAY);
    expect(await explanationOf('subscriptions', subscription, 'Resume')).toMatch(
      /^It is served and renewed again\. If the current period is not paid yet, its rest until .+ is charged at once\.$/,
    );
    await ui.submit('Resume');
    await ui.waitForField('Renewal state', 'scheduled');
    expect((await paymentOf(ui.client, subscription))['created']).toBeGreaterThanOrEqual(START + 40 * DAY);
    expect(await explanationOf('subscriptions', subscription, 'Pause')).toBe(
      'It is not served and not charged until it is resumed. What was paid is not given back.',
    );
  });

  it('shows what a price change costs, for each price that is entered', async () => {
    const { subscription, productId } = await subscribeOnClock(ui.client);
    const priceOf = async (cents: number) =>
      (await ui.client.post('/v1/prices', { product_id: productId, amount_cents: cents, currency: 'EUR', interval: 'month' })).id;
    const [expensive, cheap] = [await priceOf(4999), await priceOf(500)];
    await ui.enter();
    await ui.open('subscriptions', subscription.id);
    await ui.page.getByRole('button', { name: 'Change price', exact: true }).click();
    const dialog = ui.page.getByRole('dialog', { name: 'Change price' });
    const preview = async (priceId: string): Promise<void> => {
      await dialog.getByLabel('New price').fill(priceId);
      await dialog.getByRole('button', { name: 'Show what it costs' }).click();
    };
    await preview('price_none');
    await dialog.locator('#mistake-price_id').waitFor();
    await preview(cheap);
    await dialog
      .getByText(/^Nothing is charged now\. €14\.99 of credit is kept for later charges\. The next charge is €0\.00 on \w+ \d+, /)
      .waitFor();
    await preview(expensive);
    await dialog.getByText(/^€30\.00 is charged now\. The next charge is €49\.99 on \w+ \d+, /).waitFor();
    expect((await ui.client.get(`/v1/subscriptions/${subscription.id}`))['price_id']).toBe(subscription['price_id']);
    await dialog.getByRole('button', { name: 'Change price', exact: true }).click();
    await ui.page.getByText('Done: change price.').waitFor();
    expect((await ui.client.get(`/v1/subscriptions/${subscription.id}`))['price_id']).toBe(expensive);
  });

  it('shows what else is deleted with an object', async () => {
    const endpoint = await ui.client.post('/v1/webhook_endpoints', quietEndpoint(ui.service.baseUrl));
    await ui.enter();
    expect(await explanationOf('webhook_endpoints', endpoint, 'Delete')).toBe(
      'Nothing is sent there any more, and the record of what was sent there goes too. It cannot be undone.',
    );
    expect(await explanationOf('test_clocks', await newest(ui.client, '/v1/test_clocks'), 'Delete')).toBe(
      'Its subscriptions end at once and its open checkouts expire; its customers stay. It cannot be undone.',
    );
    const customer = await newest(ui.client, '/v1/customers');
    expect(await explanationOf('customers', customer, 'Delete')).toMatch(/ saved payment methods are given up\. It cannot be undone\.$/);
    expect(await explanationOf('customers', customer, 'Erase personal data')).toMatch(
      /^The customer is deleted, .+ It cannot be undone\.$/,
    );
    expect(ui.consoleErrors).toEqual([]);
  });
});
