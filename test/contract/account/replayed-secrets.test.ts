import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answer, apiOf, type Client } from '../../../scripts/support/api.ts';
import { service } from '../../support/service.ts';
import { clientWithScopes, newPlan, oneShotBody, portalBody, quietEndpointBody, sessionBody, subscribe } from '../support/objects.ts';
import { operations, requiresApiKey, requiresClientSecret } from '../support/operations.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let owner: Client;
/** A client with another key of the same account and mode. */
let otherClient: Client;
let endpointId: string;
let priceId: string;
let subscriptionId: string;

beforeAll(async () => {
  owner = api.client((await createAccount()).testKey);
  const scopes = ['subscriptions:write', 'api_keys:write', 'webhook_endpoints:write', 'checkout_sessions:write', 'customers:write'];
  otherClient = await clientWithScopes(api, owner, ...scopes);
  endpointId = (await owner.post('/v1/webhook_endpoints', quietEndpointBody(baseUrl))).id;
  ({ priceId } = await newPlan(owner));
  subscriptionId = (await subscribe(owner, priceId)).id;
});

/** An operation whose answer contains a secret in `field`. */
interface Case {
  readonly path: () => string;
  readonly body: () => object | undefined;
  readonly field: 'secret' | 'client_secret' | 'token';
}

/** Operations that are called with an API key. */
const OPERATIONS: Readonly<Record<string, Case>> = {
  'api_keys.create': { path: () => '/v1/api_keys', body: () => ({ label: 'deploy' }), field: 'secret' },
  'webhook_endpoints.create': { path: () => '/v1/webhook_endpoints', body: () => quietEndpointBody(baseUrl), field: 'secret' },
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
  'billing_portal.create_session': { path: () => '/v1/billing_portal/sessions', body: () => portalBody(subscriptionId), field: 'token' },
  'one_shot_payments.create': {
    path: () => '/v1/checkout/one_shot',
    body: () => oneShotBody({ ui_mode: 'embedded', payment_method: null }),
    field: 'client_secret',
  },
};

/** Operations that are called with a client secret. */
const BUYER_OPERATIONS: Readonly<Record<string, Case>> = {
  'checkout_payment_methods.setup': { path: () => '/v1/checkout/payment-methods/setup', body: () => undefined, field: 'client_secret' },
};

const send = (client: Client, { path, body }: Case, idempotencyKey: string): Promise<Answer> =>
  client.call('POST', path(), body(), { 'idempotency-key': idempotencyKey });

const refusal = ({ status, error }: Answer): unknown => [status, error?.code, error?.param, error?.reason];
const REFUSED = [400, 'parameter_invalid', 'Idempotency-Key', 'idempotency_key_reused'];
const fieldsOf = (response: unknown): readonly string[] => Object.keys((response as { readonly entries?: object }).entries ?? {});

describe('an answer with a secret', () => {
  it('occurs only in the operations that are tested here', () => {
    const withSecret = operations
      .filter(
        ([, operation]) =>
          (requiresApiKey(operation) || requiresClientSecret(operation)) &&
          operation.path.startsWith('/v1/') &&
          operation.method !== 'GET' &&
          fieldsOf(operation.response).some((name) => name.endsWith('secret') || name === 'token'),
      )
      .map(([, { id }]) => id);
    expect(Object.keys({ ...OPERATIONS, ...BUYER_OPERATIONS }).sort()).toEqual(withSecret.sort());
  });

  it.each(Object.entries(OPERATIONS))('[IDEM-02] of %s is replayed to the same API key only', async (_id, operation) => {
    const idempotencyKey = randomUUID();
    const first = await send(owner, operation, idempotencyKey);
    expect(first.status).toBe(200);
    const secret = first.body[operation.field];
    expect(secret).toEqual(expect.any(String));
    const otherAnswer = await send(otherClient, operation, idempotencyKey);
    expect(refusal(otherAnswer)).toEqual(REFUSED);
    expect(otherAnswer.text).not.toContain(String(secret));
    expect(otherAnswer.headers['idempotent-replayed']).toBeUndefined();
    const replay = await send(owner, operation, idempotencyKey);
    expect([replay.status, replay.headers['idempotent-replayed'], replay.body.id]).toEqual([200, 'true', first.body.id]);
    expect(replay.body[operation.field]).toEqual(expect.any(String));
  });

  it.each(Object.entries(BUYER_OPERATIONS))(
    '[IDEM-02] of %s is replayed to the same session; another session gets a new answer',
    async (_id, operation) => {
      const customer = await owner.post('/v1/customers');
      const sessionFields = sessionBody(priceId, { ui_mode: 'embedded', customer_id: customer.id });
      /** Creates a session, or replays the creation with the same idempotency key. Returns a client with the session's client secret. */
      const clientOfSession = async (sessionKey: string): Promise<Client> => {
        const { body } = await owner.call('POST', '/v1/checkout/sessions', sessionFields, { 'idempotency-key': sessionKey });
        return api.client(String(body.client_secret));
      };
      const [firstSessionKey, secondSessionKey] = [randomUUID(), randomUUID()];
      const idempotencyKey = randomUUID();
      const first = await send(await clientOfSession(firstSessionKey), operation, idempotencyKey);
      expect([first.status, first.body[operation.field]]).toEqual([200, expect.any(String)]);
      const other = await send(await clientOfSession(secondSessionKey), operation, idempotencyKey);
      expect([other.status, other.headers['idempotent-replayed']]).toEqual([200, undefined]);
      expect(other.body).not.toMatchObject({ setup_id: first.body.setup_id });
      expect(other.text).not.toContain(String(first.body[operation.field]));
      const replay = await send(await clientOfSession(firstSessionKey), operation, idempotencyKey);
      expect([replay.status, replay.headers['idempotent-replayed']]).toEqual([200, 'true']);
      expect(replay.body).toEqual({ ...first.body, [operation.field]: expect.any(String) });
    },
  );

  it('is returned to only one of two API keys that concurrently send the same request with the same idempotency key', async () => {
    const operation = OPERATIONS['api_keys.create'] as Case;
    for (let index = 0; index < 5; index += 1) {
      const idempotencyKey = randomUUID();
      const answers = await Promise.all([send(owner, operation, idempotencyKey), send(otherClient, operation, idempotencyKey)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
      expect(answers.filter(({ status }) => status === 400).map(refusal)).toEqual([REFUSED]);
    }
  });
});

describe('an answer without a secret', () => {
  it.each([
    ['/v1/customers', () => ({ name: 'Ada' })],
    ['/v1/checkout/sessions', () => sessionBody(priceId)],
  ] as const)('[IDEM-02] of %s is replayed to any key of the account', async (path, body) => {
    const idempotencyKey = randomUUID();
    const fields = body();
    const first = await owner.call('POST', path, fields, { 'idempotency-key': idempotencyKey });
    const second = await otherClient.call('POST', path, fields, { 'idempotency-key': idempotencyKey });
    expect([second.status, second.headers['idempotent-replayed'], second.text]).toEqual([200, 'true', first.text]);
  });
});
