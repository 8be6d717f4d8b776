import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, statusAndCode } from '../../../scripts/support/api.ts';
import { service } from '../../support/service.ts';
import { clientWithScopes, newPlan, portalBody, subscribe } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

describe('POST /v1/customers/{customer_id}/revoke_portal_sessions', () => {
  let client: Client;
  let stranger: Client;
  let priceId: string;
  let live: Client;
  beforeAll(async () => {
    const [account, other] = [await createAccount(), await createAccount()];
    live = api.client(account.liveKey);
    client = api.client(account.testKey);
    stranger = api.client(other.testKey);
    ({ priceId } = await newPlan(client));
  });

  const newCustomer = (): Promise<ApiObject> => client.post('/v1/customers', { name: 'Ada' });
  const pathOf = (id: unknown): string => `/v1/customers/${String(id)}/revoke_portal_sessions`;
  const openPortalSession = async (subscriptionId: string): Promise<Client> => {
    const { token } = await client.post('/v1/billing_portal/sessions', portalBody(subscriptionId));
    return api.client(String(token));
  };
  /** The status of a portal request; the reason of the error if it is rejected. */
  const statusOf = async (portal: Client): Promise<unknown> => {
    const answer = await portal.call('GET', '/portal/session');
    return answer.error?.reason ?? answer.status;
  };

  it('revokes all current sessions of the customer, but no sessions of other customers and no later sessions', async () => {
    const [ada, grace] = [await newCustomer(), await newCustomer()];
    const subscriptions = [
      await subscribe(client, priceId, { customer_id: ada.id }),
      await subscribe(client, priceId, { customer_id: ada.id }),
    ];
    const sessions = await Promise.all([...subscriptions, ...subscriptions].map(({ id }) => openPortalSession(id)));
    const unaffected = await openPortalSession((await subscribe(client, priceId, { customer_id: grace.id })).id);
    expect(await Promise.all(sessions.map(statusOf))).toEqual([200, 200, 200, 200]);
    expect(await client.post(pathOf(ada.id))).toEqual({
      object: 'billing_portal.session_revocation',
      livemode: false,
      customer_id: ada.id,
      revoked_at: expect.any(Number),
    });
    expect(new Set(await Promise.all(sessions.map(statusOf)))).toEqual(new Set(['portal_session_revoked']));
    expect(await statusOf(unaffected)).toBe(200);
    const laterSession = await openPortalSession(String(subscriptions[0]?.id));
    expect(await statusOf(laterSession)).toBe(200);
    await client.post(pathOf(ada.id));
    expect(await statusOf(laterSession)).toBe('portal_session_revoked');
  });

  it('records one audit entry and no event, also when the request is repeated with the same idempotency key', async () => {
    const { id } = await newCustomer();
    const headers = { 'idempotency-key': randomUUID() };
    const [first, replay] = [
      await client.call('POST', pathOf(id), undefined, headers),
      await client.call('POST', pathOf(id), undefined, headers),
    ];
    expect([first.status, replay.status, replay.text]).toEqual([200, 200, first.text]);
    const entries = await client.list(`/v1/audit_logs?resource_id=${String(id)}&action=customer.portal_sessions_revoked`);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ actor_type: 'api_key', resource_type: 'customer' });
    const events = await client.list('/v1/events?type=customer.updated');
    expect(events.filter(({ data }) => (data as ApiObject).id === id)).toEqual([]);
  });

  it('requires customers:write and an existing customer of the same account and mode', async () => {
    const { id } = await newCustomer();

    expect(statusAndCode(await stranger.call('POST', pathOf(id)))).toEqual([404, 'resource_missing']);
    expect(statusAndCode(await live.call('POST', pathOf(id)))).toEqual([404, 'resource_missing']);
    expect(statusAndCode(await client.call('POST', pathOf('cus_01ARZ3NDEKTSV4RRFFQ69G5FAV')))).toEqual([404, 'resource_missing']);
    const subscriptionWriter = await clientWithScopes(api, client, 'subscriptions:write');
    expect(statusAndCode(await subscriptionWriter.call('POST', pathOf(id)))).toEqual([403, 'insufficient_scope']);
    const customerWriter = await clientWithScopes(api, client, 'customers:write');
    expect((await customerWriter.call('POST', pathOf(id))).status).toBe(200);
    await client.call('DELETE', `/v1/customers/${String(id)}`);
    expect(statusAndCode(await client.call('POST', pathOf(id)))).toEqual([404, 'resource_missing']);
  });
});
