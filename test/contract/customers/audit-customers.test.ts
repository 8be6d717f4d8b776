import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, statusAndCode } from '../../../scripts/support/api.ts';
import { service } from '../../support/service.ts';
import { newPlan, openSession, pay } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let client: Client;

beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
});

const entriesAbout = (resourceId: string): Promise<readonly ApiObject[]> => client.list(`/v1/audit_logs?resource_id=${resourceId}`);
/** Sets a VAT number. In test mode, the number `200` after the country prefix is invalid, and `100` is valid. */
const setVatNumber = (customerId: string, number: string) =>
  client.call('POST', `/v1/customers/${customerId}/vat_number`, { vat_number: number });

describe('the audit log of customers', () => {
  it('[CUS-25] records a rejected VAT number, although the customer does not change', async () => {
    const customer = await client.post('/v1/customers', { name: 'Ada' });
    expect((await setVatNumber(customer.id, 'NL200')).status).toBe(400);
    const failed = await client.list('/v1/audit_logs?action=customer.vat_verification_failed');
    expect(failed.filter(({ resource_id: id }) => id === customer.id)).toEqual([
      expect.objectContaining({ actor_type: 'api_key', resource_type: 'customer', metadata: { vat_number: 'NL200' } }),
    ]);
    expect((await entriesAbout(customer.id)).map(({ action }) => action)).toEqual(['customer.vat_verification_failed', 'customer.created']);
  });

  it('[AUD-20] records a repeated purge of a customer once, with its actor', async () => {
    const customer = await client.post('/v1/customers', { name: 'Ada' });
    const [created] = await entriesAbout(customer.id);
    await client.post(`/v1/customers/${customer.id}/purge`);
    await client.post(`/v1/customers/${customer.id}/purge`);
    const purged = (await entriesAbout(customer.id)).filter(({ action }) => action === 'customer.purged');
    expect(purged).toEqual([
      expect.objectContaining({ actor_type: 'api_key', actor_id: created?.actor_id, resource_type: 'customer', resource_id: customer.id }),
    ]);
  });

  it('[AUD-09] [CUS-19] never changes an entry, except for personal data that a purge redacts', async () => {
    const customer = await client.post('/v1/customers', { name: 'Ada' });
    await setVatNumber(customer.id, 'NL100');
    await setVatNumber(customer.id, 'NL200');
    const before = await entriesAbout(customer.id);
    expect(before.map(({ action }) => action)).toEqual(['customer.vat_verification_failed', 'customer.vat_verified', 'customer.created']);
    expect(before[1]?.metadata).toEqual({ vat_number: 'NL100', vat_name: 'Test Company' });
    await client.post(`/v1/customers/${customer.id}`, { name: 'Grace' });
    await client.post('/v1/products', { name: 'Plan' });
    for (const entry of before) {
      for (const method of ['POST', 'PATCH', 'PUT', 'DELETE']) {
        expect(statusAndCode(await client.call(method, `/v1/audit_logs/${entry.id}`, { action: 'nothing' }))).toEqual([
          405,
          'method_not_allowed',
        ]);
      }
      expect(await client.get(`/v1/audit_logs/${entry.id}`)).toEqual(entry);
    }
    await client.post(`/v1/customers/${customer.id}/purge`);
    const redacted = (await entriesAbout(customer.id)).slice(-before.length);
    expect(redacted).toEqual([
      { ...before[0], metadata: { vat_number: null } },
      { ...before[1], metadata: { vat_number: null, vat_name: null } },
      before[2],
    ]);
  });

  it('[AUD-13] records that a buyer redeemed a coupon, with the checkout session as actor', async () => {
    const { priceId } = await newPlan(client);
    const coupon = await client.post('/v1/coupons', { code: 'BUYER', percent_off: 10 });
    const session = await openSession(client, priceId, { coupon_code: 'BUYER' });
    const paid = await pay(client, session.id);
    expect(await client.list(`/v1/audit_logs?actor_id=${session.id}`)).toEqual([
      expect.objectContaining({
        actor_type: 'checkout_session',
        actor_id: session.id,
        action: 'coupon.redeemed',
        resource_type: 'coupon',
        resource_id: coupon.id,
        metadata: { checkout_session_id: session.id, subscription_id: paid.subscription_id },
      }),
    ]);
  });
});
