import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mintClientSecret } from '../../shared/api/calls/client-secret.ts';
import { clientSecret, defineOperation } from '../../shared/api/operation.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { serveBuyer } from '../../shared/api/serve/serve-buyer.ts';
import { change } from '../../shared/domain/aggregate.ts';
import { newCustomer } from '../../shared/domain/customer/create.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { mintApiKey } from '../../shared/platform/credentials.ts';
import { callHandler, startFunctionEnvironment } from './functions.ts';

/** The pepper of `startFunctionEnvironment`. */
const PEPPER = { version: '1', value: 'pepper' };
const MINUTE = 60;

let stop: () => Promise<void>;
beforeAll(async () => {
  stop = (await startFunctionEnvironment()).stop;
});
afterAll(() => stop());

const operation = defineOperation({
  id: 'things.make',
  method: 'POST',
  path: '/v1/checkout/sessions/{checkout_id}/things',
  summary: 'Make a thing',
  auth: clientSecret('checkout_id'),
  profile: 'write',
  params: { checkout_id: fields.idParams.checkout },
  query: null,
  body: v.strictObject({ name: v.string() }),
  response: v.strictObject({ tenant: v.string(), session: v.string(), customer: v.string(), path: v.string() }),
  errors: [],
});

/** Creates a customer and returns the tenant, session and path parameter that the handler received. */
const handler = serveBuyer(operation, async ({ body, params }, { tenant, payableId, run }) =>
  run({
    load: async () => null,
    nowOf: () => null,
    decide: (_state, context) => {
      const customer = newCustomer({ name: body.name, email: null, countryCode: null }, context);
      return {
        changes: [change(customerAggregate, null, customer)],
        events: [],
        audit: { action: 'customer.created', resourceType: 'customer', resourceId: customer.id },
        result: customer,
      };
    },
    answer: ({ id }) => ({ tenant: `${tenant.accountId} ${tenant.mode}`, session: payableId, customer: id, path: params.checkout_id }),
  }),
);

const randomId = (prefix: string): string => prefix + randomUUID().replaceAll('-', '').toUpperCase().slice(0, 26);
const newTenant = (): Tenant => ({ accountId: randomId('acct_'), mode: 'test' });
const now = (): number => Math.floor(Date.now() / 1000);
const secretOf = (tenant: Tenant, sessionId: string, ageSeconds = 0): string =>
  mintClientSecret([PEPPER], tenant, sessionId, now() - ageSeconds);

const call = (sessionId: string, headers: Readonly<Record<string, string>>, body: unknown = { name: 'Ada' }) =>
  callHandler(handler, { method: 'POST', path: `/v1/checkout/sessions/${sessionId}/things`, body, headers });
const callWith = (sessionId: string, secret: string, headers: Readonly<Record<string, string>> = {}) =>
  call(sessionId, { authorization: `Bearer ${secret}`, ...headers });

const errorOf = ({ status, text }: { readonly status: number; readonly text: string }) => {
  const { error = {} } = JSON.parse(text) as { readonly error?: { readonly code?: string; readonly reason?: string } };
  return [status, error.code, error.reason];
};

describe('an operation that requires a client secret', () => {
  it('[ELM-01] [ELM-02] reads the session and the tenant from the secret', async () => {
    const [tenant, sessionId] = [newTenant(), randomId('cs_')];
    const response = await callWith(sessionId, secretOf(tenant, sessionId));
    expect(response.status).toBe(200);
    expect(JSON.parse(response.text)).toMatchObject({ tenant: `${tenant.accountId} test`, session: sessionId, path: sessionId });
  });

  it('[ELM-01] rejects a missing secret, an API key and invalid secrets', async () => {
    const sessionId = randomId('cs_');
    expect(errorOf(await call(sessionId, {}))).toEqual([401, 'authentication_required', undefined]);
    const { secret: apiKey } = mintApiKey('test', [PEPPER]);
    const forged = mintClientSecret([{ version: '1', value: 'guessed' }], newTenant(), sessionId, now());
    for (const authorization of [`Bearer ${apiKey}`, `Bearer ${forged}`, 'Bearer nonsense', 'Basic eDp5', 'Bearer']) {
      expect(errorOf(await call(sessionId, { authorization }))).toEqual([401, 'invalid_api_key', undefined]);
    }
  });

  it('[ELM-02] returns 404 for the secret of another session or of a one-off payment', async () => {
    const [tenant, sessionId] = [newTenant(), randomId('cs_')];
    for (const otherId of [randomId('cs_'), randomId('osp_')]) {
      expect(errorOf(await callWith(sessionId, secretOf(tenant, otherId)))).toEqual([404, 'resource_missing', undefined]);
    }
  });

  it('[LIM-13] accepts the secret for 30 minutes', async () => {
    const [tenant, sessionId] = [newTenant(), randomId('cs_')];
    expect((await callWith(sessionId, secretOf(tenant, sessionId, 29 * MINUTE))).status).toBe(200);
    const rejected = await callWith(sessionId, secretOf(tenant, sessionId, 31 * MINUTE));
    expect(errorOf(rejected)).toEqual([401, 'invalid_api_key', 'client_secret_expired']);
  });

  it('[RATE-22] [RATE-12] allows a burst of 20 calls per session; other sessions have separate limits', async () => {
    const [tenant, sessionId, other] = [newTenant(), randomId('cs_'), randomId('cs_')];
    const secret = secretOf(tenant, sessionId);
    const responses: Awaited<ReturnType<typeof call>>[] = [];
    // One token is refilled per second, so slightly more than 20 calls succeed.
    while (!responses.some(({ status }) => status === 429) && responses.length < 200) responses.push(await callWith(sessionId, secret));
    const refused = responses.at(-1);
    expect(responses.length).toBeGreaterThan(20);
    expect(refused?.headers).toMatchObject({ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0', 'retry-after': '1' });
    expect(errorOf(refused ?? { status: 0, text: '{}' })).toEqual([429, 'rate_limited', undefined]);
    const inOtherSession = await callWith(other, secretOf(tenant, other));
    expect([inOtherSession.status, inOtherSession.headers['x-ratelimit-remaining']]).toEqual([200, '19']);
  });

  it('counts a request with an invalid body towards the rate limit', async () => {
    const [tenant, sessionId] = [newTenant(), randomId('cs_')];
    const authorization = `Bearer ${secretOf(tenant, sessionId)}`;
    const rejected = await call(sessionId, { authorization }, { name: 1 });
    expect([rejected.status, rejected.headers['x-ratelimit-remaining']]).toEqual([400, '19']);
  });

  it('replays a response only for the same idempotency key in the same session', async () => {
    const [tenant, sessionId, other] = [newTenant(), randomId('cs_'), randomId('cs_')];
    const key = { 'idempotency-key': 'once' };
    const first = await callWith(sessionId, secretOf(tenant, sessionId), key);
    const replay = await callWith(sessionId, secretOf(tenant, sessionId, 5), key);
    expect(replay.text).toBe(first.text);
    expect(replay.headers['idempotent-replayed']).toBe('true');
    const inOtherSession = await callWith(other, secretOf(tenant, other), key);
    expect(inOtherSession.status).toBe(200);
    expect(inOtherSession.headers['idempotent-replayed']).toBeUndefined();
  });
});
