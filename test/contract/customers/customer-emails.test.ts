import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { apiOf } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { newPlan, subscribe } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount, runCommand, mails, mailsTo } = service();
const api = apiOf(baseUrl);
const PROFILE = '/v1/tenant/billing_profile';

describe('`customer_emails` of the billing profile', () => {
  it('is on for a new account and can be switched off; other values are rejected', async () => {
    const live = api.client((await createAccount()).liveKey);
    expect(await live.get(PROFILE)).toMatchObject({ customer_emails: true });
    expect(await live.post(PROFILE, { customer_emails: false })).toMatchObject({ customer_emails: false });
    expect(await live.get(PROFILE)).toMatchObject({ customer_emails: false });
    const { status, error } = await live.call('POST', PROFILE, { customer_emails: 'yes' });
    expect([status, error?.param]).toEqual([400, 'customer_emails']);
  });
});

describe.runIf(mails !== null)('the emails about a subscription', () => {
  it('confirm the order, the cancellation and the reactivation, once each', async () => {
    const { accountId, testKey } = await createAccount();
    const client = api.client(testKey);
    const email = `team-${randomUUID()}@example.com`;
    await runCommand('members add', accountId, email);
    const { priceId } = await newPlan(client);
    const customer = await client.post('/v1/customers', { name: 'Ada', email });
    const { id } = await subscribe(client, priceId, { customer_id: customer.id });
    const waitForMails = (subject: RegExp) =>
      eventually(
        () => mailsTo(email, subject),
        ({ length }) => length > 0,
      );
    const [order] = await waitForMails(/^Your order from /);
    for (const part of ['These are the agreed terms.', 'Next charge: ', 'You can cancel at any time']) expect(order?.text).toContain(part);
    await client.post(`/v1/subscriptions/${id}/cancel`);
    const [cancellation] = await waitForMails(/^Your cancellation with /);
    for (const part of ['Cancellation received: ', 'Subscription ends: ']) expect(cancellation?.text).toContain(part);
    await client.post(`/v1/subscriptions/${id}/reactivate`);
    expect(await waitForMails(/^Your subscription with .* continues$/)).toHaveLength(1);
    expect(await mailsTo(email, /^Your (order|cancellation)/)).toHaveLength(2);
  });
});
