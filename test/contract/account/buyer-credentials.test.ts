import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answer, apiOf, type Client, statusAndCode } from '../../../scripts/support/api.ts';
import { type Receiver, startReceiver } from '../../../scripts/support/receiver.ts';
import { service } from '../../support/service.ts';
import { expectEnvelope } from '../support/envelope.ts';
import { openPortal } from '../support/objects.ts';
import {
  bodyOf,
  type Operation,
  operationsWhere,
  paramsOf,
  pathWith,
  requiresClientSecret,
  requiresPortalToken,
} from '../support/operations.ts';
import { subscribedBuyer, walletIds } from '../support/wallet.ts';
import { makeWorld, type World } from '../support/world.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let receiver: Receiver;
let owner: Client;
let world: World;
beforeAll(async () => {
  receiver = await startReceiver();
  owner = api.client((await createAccount()).testKey);
  const ids = await makeWorld(owner, receiver);
  // A new customer with a saved payment method and an unfinished setup.
  const wallet = await walletIds(api, owner, String(ids.price_id));
  world = { ...wallet, ...ids };
});
afterAll(() => receiver?.stop());

/** Calls an operation with the credential `key`; `null`: without a credential. */
const callWith = (operation: Operation, key: string | null): Promise<Answer> => {
  const { method } = operation;
  const body = method === 'POST' ? bodyOf(operation, world, baseUrl) : undefined;
  return api.sendWithRetry({ method, path: pathWith(operation, world), key, body });
};

describe.each(operationsWhere(requiresClientSecret))('%s, which takes a client secret,', (_name, operation) => {
  it('[ELM-01] [HTTP-26] rejects requests without a credential, with an API key, an invalid secret or the id of a session', async () => {
    const missing = await callWith(operation, null);
    expect(statusAndCode(missing)).toEqual([401, 'authentication_required']);
    expectEnvelope(missing);
    for (const key of [owner.key, 'nonsense', String(world.embedded_checkout_id)]) {
      const answer = await callWith(operation, key);
      expect(statusAndCode(answer)).toEqual([401, 'invalid_api_key']);
      expectEnvelope(answer);
    }
  });

  it('[ELM-02] shows nothing of one session to the client secret of another session', async () => {
    // This buyer has a subscription, because the wallet of a customer without one is empty in any case.
    const { sessionId: id, secret } = await subscribedBuyer(api, owner, String(world.price_id));
    const answer = await callWith(operation, secret);
    if (operation.auth.kind === 'client_secret' && operation.auth.session !== null) {
      expect(statusAndCode(answer)).toEqual([404, 'resource_missing']);
      expectEnvelope(answer);
      const missingId = /^No .+ `(\w+)`\.$/.exec(answer.error?.message ?? '')?.[1];
      expect(pathWith(operation, world).split('/')).toContain(missingId);
    } else {
      // Operations without a session in the path act on the wallet of the secret's customer. If such a request names an object of another
      // customer, it is refused.
      const namesOtherCustomer = paramsOf(operation).length > 0 || operation.id === 'checkout_payment_methods.setup_confirm';
      expect(statusAndCode(answer)).toEqual(namesOtherCustomer ? [404, 'resource_missing'] : [200, undefined]);
      if (!namesOtherCustomer) expect(answer.text).not.toContain(world.payment_method_id);
    }
    expect(answer.text).not.toContain(id);
  });
});

describe.each(operationsWhere(requiresPortalToken))('%s, which takes a portal token,', (_name, operation) => {
  it('[HTTP-26] rejects requests without a credential, with an API key, a client secret, an unknown token or the id of a session', async () => {
    const missing = await callWith(operation, null);
    expect(statusAndCode(missing)).toEqual([401, 'authentication_required']);
    expectEnvelope(missing);
    for (const key of [owner.key, world.embedded_checkout_id_secret, `svc_portal_${'z'.repeat(38)}`, world.session_id]) {
      const answer = await callWith(operation, String(key));
      expect(statusAndCode(answer)).toEqual([401, 'invalid_api_key']);
      expectEnvelope(answer);
    }
  });

  it('[PRT-14] rejects the token of a revoked session', async () => {
    const { session_id: id, portal_token: token } = await openPortal(owner, String(world.subscription_id));
    await owner.post(`/v1/billing_portal/sessions/${id}/revoke`);
    const answer = await callWith(operation, String(token));
    expect([...statusAndCode(answer), answer.error?.reason]).toEqual([401, 'invalid_api_key', 'portal_session_revoked']);
  });
});
