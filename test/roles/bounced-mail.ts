import { expect, vi } from 'vitest';
import { changeMembers } from '../../scripts/account/members.ts';
import { makeAccount } from '../../scripts/local/new-account.ts';
import { apiOf } from '../../scripts/support/api.ts';
import { clockAt, newPlan, subscribe } from '../contract/support/objects.ts';

/** Subscribes a customer whose mail bounces, on a test clock. Waits until the bounce is recorded. */
export const bounceMail = async (baseUrl: string): Promise<void> => {
  const email = 'bounce@simulator.amazonses.com';
  const { accountId, testKey } = await makeAccount({ name: 'Bounces', email: 'bounces@example.com' });
  await changeMembers(accountId, { kind: 'add', email, role: 'viewer' });
  const client = apiOf(baseUrl).client(testKey);
  const { priceId } = await newPlan(client);
  const clock = await clockAt(client, Math.floor(Date.now() / 1000));
  const customer = await client.post('/v1/customers', { name: 'Ada', email, test_clock_id: clock.id });
  await subscribe(client, priceId, { customer_id: customer.id });
  const expectBounce = async () =>
    expect(await client.get(`/v1/customers/${customer.id}`)).toMatchObject({ email_delivery: { status: 'bounced', email } });
  await vi.waitFor(expectBounce, { timeout: 60_000, interval: 100 });
};
