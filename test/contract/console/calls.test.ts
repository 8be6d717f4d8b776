import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Client } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';

import { scopesOf } from '../../../shared/api/role-scopes.ts';
import { allows } from '../../../shared/api/scopes.ts';
import { ROLES, type Role } from '../../../shared/domain/account/record.ts';
import { service } from '../../support/service.ts';
import { addMember, clientOf, type MemberBrowser, signIn } from '../support/console.ts';
import { newPlan, subscribe } from '../support/objects.ts';
import { modeOf, operations, pathWith } from '../support/operations.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 180_000 });

const testService = service();
const { createAccount } = testService;
const OWNER = 'test@example.com';

let client: Client;
let owner: MemberBrowser;
let members: Readonly<Record<Role, MemberBrowser>>;

beforeAll(async () => {
  const { accountId, testKey } = await createAccount();
  client = clientOf(testService, testKey);
  owner = await signIn(testService, accountId, OWNER);
  const signInAs = async (role: Role): Promise<MemberBrowser> => signIn(testService, accountId, (await addMember(owner, role)).email);
  const [admin, support, viewer] = [await signInAs('admin'), await signInAs('support'), await signInAs('viewer')];
  members = { owner, admin, support, viewer };
});

/** The API operations that the console forwards: those that require an API key, except the event stream and the export. */
const keyOperations = operations.flatMap(([name, operation]) => {
  const { auth, method, runs } = operation;
  if (auth.kind !== 'api_key' || runs === 'stream-process') return [];
  // The ids in the path do not exist.
  return [{ name, method, scope: auth.scope, path: `api/${modeOf(operation)}${pathWith(operation, {})}` }];
});

describe('an API call through the console', () => {
  it('[AUD-07] [AUD-11] has the effect of an API call in either mode, with the member as actor', async () => {
    for (const mode of ['test', 'live'] as const) {
      const product = await owner.api('POST', '/v1/products', { name: `Plan in ${mode}` }, mode);
      expect(product).toMatchObject({ object: 'product', livemode: mode === 'live' });
      expect(await owner.api('GET', `/v1/products/${String(product['id'])}`, undefined, mode)).toEqual(product);
    }
    const [entry] = await client.list('/v1/audit_logs?action=product.created');
    expect(entry).toMatchObject({ actor_type: 'operator', actor_id: owner.member.id, livemode: false, ip_address: expect.any(String) });
    const customer = await owner.api('POST', '/v1/customers', { name: 'Ada', email: 'ada@example.com' });
    const events = await eventually(
      () => client.list('/v1/events?type=customer.created'),
      (listed) => listed.length > 0,
    );
    expect(events[0]).toMatchObject({ type: 'customer.created', data: { id: customer['id'] } });
  });

  it('forwards the query, errors and idempotency keys', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const create = () => owner.call({ method: 'POST', path: 'api/test/v1/customers', body: { name: 'Once' }, headers });
    const [first, second] = [await create(), await create()];
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    const page = await owner.api('GET', '/v1/customers?limit=1');
    expect(page['data']).toHaveLength(1);
    const refused = await owner.call({ path: 'api/test/v1/customers?limit=0' });
    expect([refused.status, refused.error?.code, refused.error?.param]).toEqual([400, 'parameter_invalid', 'limit']);
    const deleted = await owner.call({ method: 'DELETE', path: `api/test/v1/customers/${String(first.body['id'])}` });
    expect(deleted.status).toBe(200);
  });

  it('returns PDF documents', async () => {
    const subscription = await subscribe(client, (await newPlan(client)).priceId, {});
    const [invoice] = await client.list(`/v1/invoices?subscription_id=${subscription.id}`);
    const fetchPdf = (headers = {}) => owner.call({ path: `api/test/v1/invoices/${String(invoice?.id)}/pdf`, headers });
    await eventually(fetchPdf, ({ status }) => status === 200);
    // A script fetches a document with a CSRF token. A link opens a document without a token.
    for (const answer of [await fetchPdf(), await fetchPdf({ 'x-csrf-token': '', origin: '' })]) {
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('application/pdf');
      expect(answer.headers.get('content-disposition')).toContain('.pdf');
    }
  });

  it('reaches only the operations that require an API key, except the event stream and the export', async () => {
    for (const path of [
      'v1/nothing',
      'v1/events/stream',
      'v1/tenant/export',
      'portal/session',
      'console/session',
      'v1/checkout/sessions/cs_1/confirm',
    ]) {
      const answer = await owner.call({ path: `api/test/${path}` });
      expect([path, answer.status, answer.error?.code]).toEqual([path, 404, 'route_not_found']);
    }
    expect((await owner.call({ path: 'api/staging/v1/customers' })).error?.code).toBe('route_not_found');
    const put = await owner.call({ method: 'PUT', path: 'api/test/v1/customers' });
    expect([404, 405]).toContain(put.status);
  });

  it('can only read while the account is suspended', async () => {
    const account = await createAccount();
    const browser = await signIn(testService, account.accountId, OWNER);
    await testService.runCommand('suspend', account.accountId);
    expect((await browser.call({ path: 'api/test/v1/customers' })).status).toBe(200);
    const { status, error } = await browser.call({ method: 'POST', path: 'api/test/v1/customers', body: { name: 'Never' } });
    expect([status, error?.reason]).toEqual([401, 'account_suspended']);
  });
});

describe('the permissions of a role', () => {
  it.each(ROLES)('match its scopes for every operation: %s', async (role) => {
    for (const { name, method, scope, path } of keyOperations) {
      const send = () => members[role].call({ method, path, ...(method === 'POST' ? { body: { unknown: 1 } } : {}) });
      const answer = await eventually(send, ({ status }) => status !== 429);
      const isRefused = answer.status === 403 && answer.error?.reason === 'role_not_allowed';
      expect([name, isRefused]).toEqual([name, !allows(scopesOf(role), scope)]);
      expect([name, answer.status < 500 || answer.status === 501]).toEqual([name, true]);
    }
  });

  it('allow a viewer no operation that changes data', () => {
    const changing = keyOperations.filter(({ method, scope }) => method !== 'GET' && allows(scopesOf('viewer'), scope));
    // These two operations only compute a result.
    expect(changing.map(({ name }) => name)).toEqual([
      'POST /v1/coupons/validate',
      'POST /v1/subscriptions/{subscription_id}/preview_update',
    ]);
  });
});

describe('a member of another account', () => {
  it('cannot read objects of this account', async () => {
    const otherAccount = await createAccount();
    const stranger = await signIn(testService, otherAccount.accountId, OWNER);
    const subscription = await subscribe(client, (await newPlan(client)).priceId, {});
    const [payment] = await client.list(`/v1/payments?subscription_id=${subscription.id}`);
    const paths = [
      `customers/${String(subscription.customer_id)}`,
      `subscriptions/${subscription.id}`,
      `payments/${String(payment?.id)}`,
      `checkout/sessions/${String(subscription.checkout_session_id)}`,
    ];
    for (const path of paths) expect([path, (await stranger.call({ path: `api/test/v1/${path}` })).status]).toEqual([path, 404]);
    for (const list of ['customers', 'subscriptions', 'payments', 'invoices', 'events']) {
      expect((await stranger.api('GET', `/v1/${list}`))['data']).toEqual([]);
    }
  });
});
