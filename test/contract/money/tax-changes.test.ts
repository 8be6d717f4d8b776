import { beforeAll, describe, expect, it, vi } from 'vitest';
import { apiOf, type Client, type Json } from '../../../scripts/support/api.ts';
import { service } from '../../support/service.ts';
import { eventsAbout, newPlan, openPortal, subscribe } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();

let client: Client;
let priceId: string;
/** Creates a Dutch account with tax-exclusive prices and tax rates for two countries. */
beforeAll(async () => {
  const { liveKey, testKey } = await createAccount();
  const profile = { country_code: 'NL', vat_id: 'NL000099998B57', tax_behavior: 'exclusive' };
  await apiOf(baseUrl).client(liveKey).post('/v1/tenant/billing_profile', profile);
  client = apiOf(baseUrl).client(testKey);
  ({ priceId } = await newPlan(client, { amount_cents: 1000 }));
  await client.post('/v1/tax_rates', { country_code: 'NL', rate_basis_points: 2100 });
  await client.post('/v1/tax_rates', { country_code: 'DE', rate_basis_points: 1900 });
});

const newSubscription = async (fields: Json = { country_code: 'NL' }) => {
  const { id } = await client.post('/v1/customers', fields);
  return { customerId: id, subscriptionId: (await subscribe(client, priceId, { customer_id: id })).id };
};

const nextCharge = async (id: string): Promise<unknown> => (await client.get(`/v1/subscriptions/${id}`)).next_charge_amount_cents;

describe('the next charge after a change of tax', () => {
  it('[SUB-23] changes with the country of the customer, with an event for each subscription', async () => {
    const { customerId, subscriptionId } = await newSubscription();
    const other = await subscribe(client, priceId, { customer_id: customerId });
    expect(await nextCharge(subscriptionId)).toBe(1210);
    await client.post(`/v1/customers/${customerId}`, { country_code: 'DE' });
    for (const id of [subscriptionId, other.id]) {
      expect(await nextCharge(id)).toBe(1190);
      expect(await eventsAbout(client, id, 2)).toMatchObject([
        { type: 'subscription.created' },
        {
          type: 'subscription.updated',
          data: { next_charge_amount_cents: 1190 },
          previous_attributes: { next_charge_amount_cents: 1210 },
        },
      ]);
    }
  });

  it('[SUB-23] changes with the country that is set in the portal', async () => {
    const { subscriptionId } = await newSubscription();
    const { portal_token: token } = await openPortal(client, subscriptionId);
    await apiOf(baseUrl).client(String(token)).post('/portal/customer', { country_code: 'DE' });
    expect(await nextCharge(subscriptionId)).toBe(1190);
  });

  it('[SUB-23] changes when a valid VAT number is set and when it is removed', async () => {
    const { customerId, subscriptionId } = await newSubscription({ country_code: 'DE' });
    expect(await nextCharge(subscriptionId)).toBe(1190);
    await client.post(`/v1/customers/${customerId}/vat_number`, { vat_number: 'DE100' });
    expect(await nextCharge(subscriptionId)).toBe(1000);
    await client.post(`/v1/customers/${customerId}/vat_number`, { vat_number: null });
    expect(await nextCharge(subscriptionId)).toBe(1190);
  });

  it('[SUB-23] changes with the tax rate and the tax behavior of the account', async () => {
    const keys = await createAccount();
    const live = apiOf(baseUrl).client(keys.liveKey);
    const seller = apiOf(baseUrl).client(keys.testKey);
    await live.post('/v1/tenant/billing_profile', { country_code: 'NL', tax_behavior: 'exclusive' });
    const plan = await newPlan(seller, { amount_cents: 1000 });
    const customer = await seller.post('/v1/customers', { country_code: 'NL' });
    const { id } = await subscribe(seller, plan.priceId, { customer_id: customer.id });
    const fetchAmount = async () => (await seller.get(`/v1/subscriptions/${id}`)).next_charge_amount_cents;
    const rate = await seller.post('/v1/tax_rates', { country_code: 'NL', rate_basis_points: 1900 });
    expect(await fetchAmount()).toBe(1190);
    await seller.post(`/v1/tax_rates/${rate.id}`, { active: false });
    expect(await fetchAmount()).toBe(1000);
    await seller.post('/v1/tax_rates', { country_code: 'NL', rate_basis_points: 2100 });
    expect(await fetchAmount()).toBe(1210);
    await live.post('/v1/tenant/billing_profile', { tax_behavior: 'inclusive' });
    expect(await fetchAmount()).toBe(1000);
    expect((await eventsAbout(seller, id, 5)).map(({ data }) => (data as Json).next_charge_amount_cents)).toEqual([
      1000, 1190, 1000, 1210, 1000,
    ]);
  });

  it('stays null while a cancellation is scheduled; an unchanged amount records no event', async () => {
    const { customerId, subscriptionId } = await newSubscription();
    await client.post(`/v1/subscriptions/${subscriptionId}/cancel`);
    await client.post(`/v1/customers/${customerId}`, { country_code: 'DE' });
    expect(await nextCharge(subscriptionId)).toBeNull();
    expect((await eventsAbout(client, subscriptionId, 2)).map(({ type }) => type)).toEqual([
      'subscription.created',
      'subscription.updated',
    ]);
    await client.post(`/v1/subscriptions/${subscriptionId}/reactivate`);
    expect(await nextCharge(subscriptionId)).toBe(1190);
    await client.post(`/v1/customers/${customerId}`, { name: 'Grace' });
    expect(await eventsAbout(client, subscriptionId, 4)).toHaveLength(4);
  });

  it('matches the last of several concurrent changes', async () => {
    const { customerId, subscriptionId } = await newSubscription();
    const codes = ['DE', 'NL', 'DE', 'NL', 'DE', 'NL', 'DE', 'NL'];
    const answers = await Promise.all(codes.map((country_code) => client.call('POST', `/v1/customers/${customerId}`, { country_code })));
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const { country_code: country } = await client.get(`/v1/customers/${customerId}`);
    expect(await nextCharge(subscriptionId)).toBe(country === 'DE' ? 1190 : 1210);
  });
});
