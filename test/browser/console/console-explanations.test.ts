import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../../../scripts/support/api.ts';
import { advance, METERED, newPlan, openOneShot, payOneShot, quietEndpointBody, subscribe } from '../../contract/support/objects.ts';
import { DAY, invoiceOf, newest, paymentOf, START, setChargeOutcome, subscribeOnClock } from '../test-clocks.ts';
import { ConsoleUi } from './console-ui.ts';

const ui = new ConsoleUi();
const ENDS_SUBSCRIPTION = 'A full refund of the current period or trial ends the subscription immediately.';

const explanationOf = async (screen: string, { id }: ApiObject, title: string): Promise<string> => {
  await ui.reopen(screen, id);
  return ui.dialogText(title);
};

describe('the explanation before an action in the console', () => {
  it('warns that a refund can end the subscription, but not for a one-off payment', async () => {
    await ui.enter();
    expect(await explanationOf('subscriptions', ui.subscription, 'Refund')).toBe(
      `Up to €19.99 can be refunded. ${ENDS_SUBSCRIPTION} This cannot be undone.`,
    );
    expect(await explanationOf('payments', await paymentOf(ui.client, ui.subscription), 'Refund')).toBe(
      `Up to €19.99 can be refunded. ${ENDS_SUBSCRIPTION} This cannot be undone.`,
    );
    const oneShot = await openOneShot(ui.client);
    await payOneShot(ui.client, oneShot.id);
    const { payment_id: paymentId } = await ui.client.get(`/v1/checkout/one_shot/${oneShot.id}`);
    expect(await explanationOf('payments', await ui.client.get(`/v1/payments/${String(paymentId)}`), 'Refund')).toBe(
      'Up to €150.00 can be refunded. This cannot be undone.',
    );
    const fullyRefunded = await subscribe(ui.client, (await newPlan(ui.client)).priceId);
    await ui.open('subscriptions', fullyRefunded.id);
    await ui.submit('Refund');
    await ui.page.getByText('Refund of €19.99 started.').waitFor();
    await expect
      .poll(async () => (await ui.client.get(`/v1/subscriptions/${fullyRefunded.id}`))['status'], { timeout: 30_000 })
      .toBe('canceled');
  });

  it('shows when canceling ends a subscription, and that a past due subscription ends at once and its invoice is voided', async () => {
    await ui.enter();
    expect(await explanationOf('subscriptions', ui.subscription, 'Cancel subscription')).toMatch(
      /^Ends on \w+ \d+, \d{4}\. You can undo this until then\.$/,
    );
    const metered = await subscribe(ui.client, (await newPlan(ui.client, METERED)).priceId);
    expect(await explanationOf('subscriptions', metered, 'Cancel subscription')).toMatch(/ Usage until then is charged\.$/);
    const { subscription, clockId } = await subscribeOnClock(ui.client);
    await setChargeOutcome(ui.client, subscription, 'insufficient_funds');
    await advance(ui.client, clockId, START + 32 * DAY);
    expect(await explanationOf('subscriptions', subscription, 'Cancel subscription')).toBe(
      'It is past due, so it ends immediately, and its open invoice is voided. This cannot be undone.',
    );
    expect(await explanationOf('invoices', await invoiceOf(ui.client, subscription), 'Void invoice')).toBe(
      "The customer no longer owes this invoice. If the subscription is past due, it continues; this period isn't billed. This cannot be undone.",
    );
    await ui.open('subscriptions', subscription.id);
    await ui.submit('Cancel subscription');
    await ui.waitForStatus('Canceled');
    expect((await invoiceOf(ui.client, subscription))['status']).toBe('void');
  });

  it('shows what resuming a subscription charges, and what undoing its cancellation changes', async () => {
    const { subscription, clockId } = await subscribeOnClock(ui.client);
    const pause = () => ui.client.post(`/v1/subscriptions/${subscription.id}/pause`);
    await pause();
    await ui.enter();
    expect(await explanationOf('subscriptions', subscription, 'Resume subscription')).toBe(
      'The customer has access again, and renewals continue. Nothing is charged now.',
    );
    await ui.client.post(`/v1/subscriptions/${subscription.id}/cancel`);
    expect(await explanationOf('subscriptions', subscription, 'Resume subscription')).toMatch(
      /^The customer has access again until it ends on .+ Nothing is charged now\.$/,
    );
    expect(await explanationOf('subscriptions', subscription, 'Undo cancellation')).toBe(
      'The subscription does not end, and stays paused.',
    );
    await ui.client.post(`/v1/subscriptions/${subscription.id}/reactivate`);
    await advance(ui.client, clockId, START + 40 * DAY);
    expect(await explanationOf('subscriptions', subscription, 'Resume subscription')).toMatch(
      /^The customer has access again, and renewals continue\. If the current period is unpaid, its rest until .+ is charged now\.$/,
    );
    await ui.submit('Resume subscription');
    await ui.waitForField('Renewal', 'Scheduled');
    expect((await paymentOf(ui.client, subscription))['created']).toBeGreaterThanOrEqual(START + 40 * DAY);
    expect(await explanationOf('subscriptions', subscription, 'Pause subscription')).toBe(
      'The customer has no access and is not charged until you resume it. The current period is not refunded.',
    );
  });

  it('shows what else is deleted with an object', async () => {
    const endpoint = await ui.client.post('/v1/webhook_endpoints', quietEndpointBody(ui.service.baseUrl));
    await ui.enter();
    expect(await explanationOf('webhook_endpoints', endpoint, 'Delete endpoint')).toBe(
      'Events are no longer sent, and the deliveries are deleted. This cannot be undone.',
    );
    expect(await explanationOf('test_clocks', await newest(ui.client, '/v1/test_clocks'), 'Delete clock')).toBe(
      'Its subscriptions end immediately and its open checkouts expire. Its customers stay. This cannot be undone.',
    );
    const customer = await newest(ui.client, '/v1/customers');
    expect(await explanationOf('customers', customer, 'Delete customer')).toMatch(
      / saved payment methods are removed\. This cannot be undone\.$/,
    );
    expect(await explanationOf('customers', customer, 'Erase personal data')).toMatch(
      /^The customer is deleted, .+ This cannot be undone\.$/,
    );
    expect(ui.consoleErrors).toEqual([]);
  });
});
