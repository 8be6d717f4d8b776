import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../scripts/support/waiting.ts';
import { accountAggregate } from '../../shared/domain/account/record.ts';
import { change } from '../../shared/domain/aggregate.ts';
import { type CheckoutSession, checkoutSessionAggregate } from '../../shared/domain/checkout-session/record.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { connectProvider } from '../../shared/domain/provider-credential/connect.ts';
import { providerCredentialAggregate } from '../../shared/domain/provider-credential/record.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { checkKey } from '../../shared/flows/accounts/connect.ts';
import { beginPayment } from '../../shared/flows/checkout/begin.ts';
import { syncAfterReturn } from '../../shared/flows/checkout/return.ts';
import type { FlowDeps } from '../../shared/flows/deps.ts';
import { idSource } from '../../shared/platform/ids.ts';
import { cachedDecrypt } from '../../shared/ports/cached-decrypt.ts';
import type { Cipher } from '../../shared/ports/index.ts';
import { SYSTEM } from '../../shared/store/audit/entries.ts';
import { openStore } from '../../shared/store/writer/store.ts';
import { Billing } from '../domain/billing.ts';
import { newCatalogue, World } from '../domain/world.ts';
import { type EngineFixture, openFixture, writeChanges } from '../store/support.ts';
import { cipherIn } from '../support/cipher.ts';
import { deferred } from '../support/deferred.ts';
import { type FakeProvider, keyAt, startFakeProvider } from '../support/fake-provider.ts';
import { sellerAccount } from './support.ts';

/** Tests buyers who return from the provider, with a proxy that delays the provider's payment statuses until `release` is resolved. */

/** Number of concurrent returns. */
const RETURNS = 10;

let fixture: EngineFixture;
let fakeProvider: FakeProvider;
let proxy: Server;
let directory: string;
let deps: FlowDeps;
let cipher: Cipher;
/** Number of requests for the status of a payment. */
let statusRequests: number;
/** Number of returns that were not allowed to fetch the status, since another return was already fetching it. */
let refusedClaims: number;
let release: ReturnType<typeof deferred<void>>;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'billing-cipher-'));
  [fixture, fakeProvider] = await Promise.all([openFixture('dynoxide'), startFakeProvider()]);
  proxy = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    if (request.method === 'GET' && /^\/v2\/payments\/[^/?]+$/.test(request.url ?? '')) {
      statusRequests += 1;
      await release.promise;
    }
    const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
    const answer = await fetch(`${fakeProvider.url}${request.url}`, {
      method: request.method ?? 'GET',
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(await answer.text());
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  cipher = cipherIn(directory);
}, 120_000);

afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await Promise.all([fixture.stop(), fakeProvider.close()]);
  rmSync(directory, { recursive: true, force: true });
});

beforeEach(() => {
  statusRequests = 0;
  refusedClaims = 0;
  release = deferred();
  const nowMs = (): number => fixture.clock.nowMs;
  const ids = idSource(nowMs);
  const table: typeof fixture.table = {
    ...fixture.table,
    put: (input) =>
      fixture.table.put(input).catch((error: unknown) => {
        refusedClaims += 1;
        throw error;
      }),
  };
  deps = {
    store: openStore(table, { nowMs, ids }),
    ids,
    nowMs,
    baseUrl: 'http://127.0.0.1:9',
    secrets: { apiKeyPeppers: async () => [{ version: '1', value: 'pepper' }] },
    decryptCredential: cachedDecrypt(async () => cipher),
    providerBaseUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    sandboxServed: true,
  };
});

/** Creates a session that was paid at the provider without a webhook. */
const createPaidSession = async (tenant: Tenant, profile: string): Promise<CheckoutSession> => {
  const world = new World();
  const billing = new Billing(world, newCatalogue(world));
  const session = billing.open();
  const { store } = deps;
  await writeChanges(store, tenant, [
    change(accountAggregate, null, sellerAccount(tenant)),
    change(customerAggregate, null, billing.catalogue.customer.record),
    change(checkoutSessionAggregate, null, { ...session, expiresAt: Math.floor(fixture.clock.nowMs / 1000) + 3600 }),
  ]);
  await store.run({
    tenant,
    actor: SYSTEM,
    load: async () => ({
      credential: await store.get(providerCredentialAggregate, tenant, tenant.accountId),
      check: await checkKey(cipher, tenant, { kind: 'mollie', apiKey: keyAt(tenant.mode, profile), providerBaseUrl: fakeProvider.url }),
    }),
    nowOf: () => null,
    decide: (state, context) => connectProvider(null, state, context),
  });
  const started = await beginPayment(deps, tenant, session.id, 'creditcard');
  if (started.kind !== 'redirect') throw new Error(`The payment was not started: ${JSON.stringify(started)}`);
  await fetch(started.url, { method: 'POST' });
  return session;
};

describe('concurrent returns of a buyer to one session', () => {
  it('cause one request to the provider, and all show the outcome', async () => {
    const tenant = fixture.tenant();
    const { id } = await createPaidSession(tenant, 'alpha');
    const pendingSessions = Array.from({ length: RETURNS }, () => syncAfterReturn(deps, tenant, id, null));
    await until(() => statusRequests >= 1 && statusRequests + refusedClaims >= RETURNS);
    release.resolve();
    const sessions = await Promise.all(pendingSessions);
    expect(statusRequests).toBe(1);
    expect(sessions.map((returned) => returned?.payable.status)).toEqual(Array(RETURNS).fill('completed'));
  });

  it('show the session as open while the provider does not respond', async () => {
    const tenant = fixture.tenant();
    const { id } = await createPaidSession(tenant, 'beta');
    const first = syncAfterReturn(deps, tenant, id, null);
    await until(() => statusRequests === 1);
    expect((await syncAfterReturn(deps, tenant, id, null))?.payable.status).toBe('open');
    expect(statusRequests).toBe(1);
    release.resolve();
    expect((await first)?.payable.status).toBe('completed');
  });
});
