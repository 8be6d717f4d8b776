import { describe, expect, it } from 'vitest';
import { clientOf } from '../../../scripts/support/api.ts';
import { newPlan, subscribe } from '../../contract/support/objects.ts';
import { ConsoleUi } from './console-ui.ts';

const ui = new ConsoleUi();
const ACTION = 'Withdraw (14 days)';

describe('a withdrawal in the console', () => {
  it('is offered while the customer can withdraw, shows the refund and ends the subscription', async () => {
    const { accountId, liveKey, testKey } = await ui.service.createAccount();
    ui.accountId = accountId;
    const client = clientOf(ui.service.baseUrl, testKey);
    const { priceId } = await newPlan(client);
    const customer = await client.post('/v1/customers', { name: 'Ada', email: 'ada@example.com', country_code: 'NL' });
    const soldBefore = await subscribe(client, priceId, { customer_id: customer.id });
    const live = clientOf(ui.service.baseUrl, liveKey);
    await live.post('/v1/tenant/billing_profile', { country_code: 'NL', withdrawal: { enabled: true } });
    const { id } = await subscribe(client, priceId, { customer_id: customer.id });
    await ui.enter();
    await ui.open('subscriptions', soldBefore.id);
    expect(await ui.actions()).not.toContain(ACTION);
    await ui.open('subscriptions', id);
    expect(await ui.actions()).toContain(ACTION);
    expect(await ui.dialogText(ACTION)).toBe(
      'For a customer who withdrew from the contract in time. It ends immediately. €19.99 is refunded: all payments. ' +
        'An email to ada@example.com confirms it. This cannot be undone.',
    );
    expect(await client.get(`/v1/subscriptions/${id}`)).toMatchObject({ status: 'active' });
    await ui.submit(ACTION);
    await ui.page.getByText('Withdrawn from the contract. €19.99 refunded.').waitFor();
    await ui.waitForStatus('Canceled');
    expect(await ui.actions()).not.toContain(ACTION);
    expect(await client.get(`/v1/subscriptions/${id}`)).toMatchObject({
      cancellation_reason: 'withdrawn',
      withdrawal: { refund_cents: 1999 },
    });
    const [refund] = await client.list('/v1/refunds');
    expect(refund).toMatchObject({ amount_cents: 1999, reason: 'withdrawal' });
    expect(ui.consoleErrors).toEqual([]);
  });
});
