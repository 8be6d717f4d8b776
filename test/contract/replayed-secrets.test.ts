import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answer, apiOf, type Client } from '../../scripts/support/api.ts';
import { service } from '../support/service.ts';
import { operations, takesKey, takesSecret } from './support/operations.ts';
import { oneShotBody, openShop, portalBody, quietEndpoint, sessionBody, subscribe } from './support/shop.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let owner: Client;
/** A key of the same account and mode that may do the same, and a key for nothing else. */
let other: Client;
let endpointId: string;
let priceId: string;
let subscriptionId: string;

beforeAll(async () => {
  owner = api.client((await createAccount()).testKey);
  const scopes = ['subscriptions:write', 'api_keys:write', 'webhook_endpoints:write', 'checkout_sessions:write', 'customers:write'];
  other = api.client(String((await owner.post('/v1/api_keys', { scopes })).secret));
  endpointId = (await owner.post('/v1/webhook_endpoints', quietEndpoint(baseUrl))).id;
  ({ priceId } = await openShop(owner));
  subscriptionId = (await subscribe(owner, priceId)).id;
});

interface Case {
  readonly path: () => string;
  readonly body: () => object | undefined;
  readonly field: 'secret' | 'client_secret' | 'token';
}

const SHOWING: Readonly<Record<string, Case>> = {
  'api_keys.create': { path: () => '/v1/api_keys', body: () => ({ label: 'deploy' }), field: 'secret' },
  'webhook_endpoints.create': { path: () => '/v1/webhook_endpoints', body: () => quietEndpoint(baseUrl), field: 'secret' },
  'webhook_endpoints.rotate_secret': {
    path: () => `/v1/webhook_endpoints/${endpointId}/rotate_secret`,
    body: () => undefined,
    field: 'secret',
  },
  'checkout_sessions.create': {
    path: () => '/v1/checkout/sessions',
    body: () => sessionBody(priceId, { ui_mode: 'embedded' }),
    field: 'client_secret',
  },
  'billing_portal.create_session': {
    path: () => '/v1/billing_portal/sessions',
    body: () => portalBody(subscriptionId),
    field: 'token',
  },
  'one_shot_payments.create': {
    path: () => '/v1/checkout/one_shot',
    body: () => oneShotBody({ ui_mode: 'embedded', payment_method: null }),
    field: 'client_secret',
  },
};

/** The same, for a buyer's browser: asked with a client secret. */
const SHOWING_BUYERS: Readonly<Record<string, Case>> = {
  'checkout_payment_methods.setup': {
    path: () => '/v1/checkout/payment-methods/setup',
    body: () => undefined,
    field: 'client_secret',
  },
};

const send = (client: Client, { path, body }: Case, key: string): Promise<Answer> =>
  client.call('POST', path(), body(), { 'idempotency-key': key });

const refusal = ({ status, error }: Answer): unknown => [status, error?.code, error?.param, error?.reason];
const REFUSED = [400, 'parameter_invalid', 'Idempotency-Key', 'idempotency_key_reused'];

const fieldsOf = (response: unknown): readonly string[] => Object.keys((response as { readonly entries?: object }).entries ?? {});

describe('an answer that shows a secret', () => {
  it('is one of those below', () => {
    const showing = operations
      .filter(
        ([, operation]) =>
          (takesKey(operation) || takesSecret(operation)) &&
          operation.path.startsWith('/v1/') &&
          operation.method !== 'GET' &&
          fieldsOf(operation.response).some((name) => name.endsWith('secret') || name === 'token'),
      )
      .map(([, { id }]) => id);
    expect(Object.keys({ ...SHOWING, ...SHOWING_BUYERS }).sort()).toEqual(showing.sort());
  });

  it.each(Object.entries(SHOWING))('[IDEM-02] of %s is replayed to the key that asked for it, and to no other', async (_id, each) => {
    const key = randomUUID();
    const first = await send(owner, each, key);
    expect(first.status).toBe(200);
    const secret = first.body[each.field];
    expect(secret).toEqual(expect.any(String));
    const stolen = await send(other, each, key);
    expect(refusal(stolen)).toEqual(REFUSED);
    expect(stolen.text).not.toContain(String(secret));
    expect(stolen.headers['idempotent-replayed']).toBeUndefined();
    const again = await send(owner, each, key);
    expect([again.status, again.headers['idempotent-replayed'], again.body.id]).toEqual([200, 'true', first.body.id]);
    expect(again.body[each.field]).toEqual(expect.any(String));
  });

  it.each(Object.entries(SHOWING_BUYERS))(
    '[IDEM-02] of %s is replayed to the session that asked for it; another one is answered as if it were the first',
    async (_id, each) => {
      const customer = await owner.post('/v1/customers');
      const session = sessionBody(priceId, { ui_mode: 'embedded', customer_id: customer.id });
      const buyerAfter = async (creation: string): Promise<Client> =>
        api.client(
          String((await owner.call('POST', '/v1/checkout/sessions', session, { 'idempotency-key': creation })).body.client_secret),
        );
      const [one, two] = [randomUUID(), randomUUID()];
      const key = randomUUID();
      const first = await send(await buyerAfter(one), each, key);
      expect([first.status, first.body[each.field]]).toEqual([200, expect.any(String)]);
      const other = await send(await buyerAfter(two), each, key);
      expect([other.status, other.headers['idempotent-replayed']]).toEqual([200, undefined]);
      expect(other.body).not.toMatchObject({ setup_id: first.body.setup_id });
      expect(other.text).not.toContain(String(first.body[each.field]));
      const again = await send(await buyerAfter(one), each, key);
      expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true']);
      expect(again.body).toEqual({ ...first.body, [each.field]: expect.any(String) });
    },
  );

  it('is shown to one of two keys that ask at once', async () => {
    const each = SHOWING['api_keys.create'] as Case;
    for (let round = 0; round < 5; round += 1) {
      const key = randomUUID();
      const answers = await Promise.all([send(owner, each, key), send(other, each, key)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
      expect(answers.filter(({ status }) => status === 400).map(refusal)).toEqual([REFUSED]);
    }
  });
});

describe('an answer that shows none', () => {
  it.each([
    ['/v1/customers', () => ({ name: 'Ada' })],
    ['/v1/checkout/sessions', () => sessionBody(priceId)],
  ] as const)('[IDEM-02] of %s is replayed to any key of the account', async (path, body) => {
    const key = randomUUID();
    const sent = body();
    const first = await owner.call('POST', path, sent, { 'idempotency-key': key });
    const second = await other.call('POST', path, sent, { 'idempotency-key': key });
    expect([second.status, second.headers['idempotent-replayed'], second.text]).toEqual([200, 'true', first.text]);
  });
});
