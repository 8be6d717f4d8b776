import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, refusal } from '../../scripts/support/api.ts';
import { service } from '../support/service.ts';
import { openShop, portalBody, subscribe } from './support/shop.ts';

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
    ({ priceId } = await openShop(client));
  });

  const customer = (): Promise<ApiObject> => client.post('/v1/customers', { name: 'Ada' });
  const pathOf = (id: unknown): string => `/v1/customers/${String(id)}/revoke_portal_sessions`;
  const open = async (subscriptionId: string): Promise<Client> => {
    const { token } = await client.post('/v1/billing_portal/sessions', portalBody(subscriptionId));
    return api.client(String(token));
  };
  const statusOf = async (portal: Client): Promise<unknown> => {
    const answer = await portal.call('GET', '/portal/session');
    return answer.error?.reason ?? answer.status;
  };

  it('ends the sessions of all of the customer’s subscriptions at once, and none of others or opened later', async () => {
    const [ada, grace] = [await customer(), await customer()];
    const subscriptions = [
      await subscribe(client, priceId, { customer_id: ada.id }),
      await subscribe(client, priceId, { customer_id: ada.id }),
    ];
    const sessions = await Promise.all([...subscriptions, ...subscriptions].map(({ id }) => open(id)));
    const unaffected = await open((await subscribe(client, priceId, { customer_id: grace.id })).id);
    expect(await Promise.all(sessions.map(statusOf))).toEqual([200, 200, 200, 200]);
    expect(await client.post(pathOf(ada.id))).toEqual({
      object: 'billing_portal.session_revocation',
      livemode: false,
      customer_id: ada.id,
      revoked_at: expect.any(Number),
    });
    expect(new Set(await Promise.all(sessions.map(statusOf)))).toEqual(new Set(['portal_session_revoked']));
    expect(await statusOf(unaffected)).toBe(200);
    const later = await open(String(subscriptions[0]?.id));
    expect(await statusOf(later)).toBe(200);
    await client.post(pathOf(ada.id));
    expect(await statusOf(later)).toBe('portal_session_revoked');
  });

  it('is one entry of the audit log for each call, also for one that is repeated under its key', async () => {
    const { id } = await customer();
    const headers = { 'idempotency-key': randomUUID() };
    const [first, again] = [
      await client.call('POST', pathOf(id), undefined, headers),
      await client.call('POST', pathOf(id), undefined, headers),
    ];
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
    const entries = await client.list(`/v1/audit_logs?resource_id=${String(id)}&action=customer.portal_sessions_revoked`);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ actor_type: 'api_key', resource_type: 'customer' });
    const events = await client.list('/v1/events?type=customer.updated');
    expect(events.filter(({ data }) => (data as ApiObject).id === id)).toEqual([]);
  });

  it('takes the scope of customers, and finds only customers of its account', async () => {
    const { id } = await customer();
    const keyWith = async (scope: string): Promise<Client> =>
      api.client(String((await client.post('/v1/api_keys', { label: scope, scopes: [scope] })).secret));
    expect(refusal(await stranger.call('POST', pathOf(id)))).toEqual([404, 'resource_missing']);
    expect(refusal(await live.call('POST', pathOf(id)))).toEqual([404, 'resource_missing']);
    expect(refusal(await client.call('POST', pathOf('cus_01ARZ3NDEKTSV4RRFFQ69G5FAV')))).toEqual([404, 'resource_missing']);
    const lacking = await keyWith('subscriptions:write');
    expect(refusal(await lacking.call('POST', pathOf(id)))).toEqual([403, 'insufficient_scope']);
    const allowed = await keyWith('customers:write');
    expect((await allowed.call('POST', pathOf(id))).status).toBe(200);
    await client.call('DELETE', `/v1/customers/${String(id)}`);
    expect(refusal(await client.call('POST', pathOf(id)))).toEqual([404, 'resource_missing']);
  });
});
