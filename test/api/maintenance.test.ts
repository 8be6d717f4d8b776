import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadOperations } from '../../shared/api/registry.ts';
import { accountWithFakeTime } from './account-with-fake-time.ts';
import { callFunction } from './functions.ts';

/** Tests what a deployment answers during maintenance. Runs the handlers in this process. */

/** Names of the queues that got a message. */
const queued: string[] = [];
vi.mock('../../shared/ports/aws-queue.ts', () => ({ awsQueue: () => ({ send: async (name: string) => void queued.push(name) }) }));

const { account, signIn } = accountWithFakeTime({
  PUBLIC_BASE_URL: 'https://billing.example',
  SANDBOX_ENABLED: '1',
  PROVIDER_BASE_URL: 'http://127.0.0.1:9',
});
beforeEach(() => {
  process.env.MAINTENANCE = '1';
  queued.length = 0;
});
afterEach(() => {
  delete process.env.MAINTENANCE;
});

const REFUSED = {
  error: {
    type: 'api_error',
    code: 'at_capacity',
    message: 'The service is under maintenance and accepts no changes. Reads work. Try again in 300 seconds.',
    request_id: expect.stringMatching(/^req_/),
  },
};
const key = (): string => account().testKey;

/** The operations other than GET that are served during maintenance: those with the profile `read`, including sign-in and sign-out. */
const SERVED = [
  'console.call',
  'console.end_session',
  'console.export',
  'console.open_session',
  'console.passkey_challenge',
  'console.passkey_sign_in',
  'console.passkeys_options',
  'console.request_sign_in_link',
  'coupons.validate',
  'portal.preview_update',
  'subscriptions.preview_update',
];

describe('during maintenance', () => {
  it('operations that write are refused, except sign-in and sign-out of members; operations that only read are served', async () => {
    const { isServedInMaintenance } = await import('../../shared/api/pipeline/maintenance.ts');
    const operations = (await loadOperations()).map(({ operation }) => operation);
    const served = operations.filter((each) => isServedInMaintenance(each, each.method === 'ANY' ? 'POST' : each.method));
    expect(served.flatMap(({ id, method }) => (method === 'GET' ? [] : [id])).sort()).toEqual(SERVED);
    const refusedReads = operations.filter((each) => each.method === 'GET' && !isServedInMaintenance(each, 'GET'));
    expect(refusedReads.map(({ id }) => id)).toEqual(['hosted.checkout_return']);
  });

  it('a write gets 503 with Retry-After, before its API key is checked, and can be repeated with its idempotency key', async () => {
    const create = (headers: Readonly<Record<string, string>> = {}, secret = key()) =>
      callFunction('customers/create', secret, { method: 'POST', path: '/v1/customers', body: { name: 'Ada' }, headers });
    for (const secret of [key(), 'svc_test_none']) {
      const refused = await create({ 'idempotency-key': 'once' }, secret);
      expect([refused.status, refused.headers['retry-after'], JSON.parse(refused.text)]).toEqual([503, '300', REFUSED]);
    }
    delete process.env.MAINTENANCE;
    expect((await create({ 'idempotency-key': 'once' })).status).toBe(200);
  });

  it('a read is served', async () => {
    expect((await callFunction('customers/list', key(), { method: 'GET', path: '/v1/customers' })).status).toBe(200);
  });

  it("the payment provider's webhook is refused, so that the provider repeats it, and nothing is queued", async () => {
    const call = () =>
      callFunction('hosted/provider-webhook', '', {
        method: 'POST',
        path: `/provider/webhooks/${account().accountId}/test/pay_01J00000000000000000000000`,
        text: 'id=tr_5B8cwPMGnU6qLbRvo7qEZo',
      });
    const refused = await call();
    expect([refused.status, refused.headers['retry-after'], queued]).toEqual([503, '300', []]);
    delete process.env.MAINTENANCE;
    expect([(await call()).status, queued]).toEqual([200, ['provider-webhook']]);
  });

  it('the return page of a checkout session, whose GET request writes, is replaced by an error page with 503', async () => {
    const path = `/checkout/${account().accountId}/test/cs_01J00000000000000000000000/return`;
    const { status, text } = await callFunction('hosted/checkout-return', '', { method: 'GET', path });
    expect([status, text]).toEqual([503, expect.stringContaining('Try again in a moment')]);
  });

  it('members can sign in and read; their writes are refused', async () => {
    const headers = await signIn();
    const members = { path: '/console/members', headers };
    expect((await callFunction('console/members-list', '', { method: 'GET', ...members })).status).toBe(200);
    const body = { email: 'ada@example.com', role: 'viewer' };
    expect((await callFunction('console/members-add', '', { method: 'POST', ...members, body })).status).toBe(503);
  });
});
