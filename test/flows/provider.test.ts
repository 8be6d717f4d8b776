import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { change } from '../../shared/domain/aggregate.ts';
import { SANDBOX } from '../../shared/domain/payment/provider.ts';
import { connectProvider } from '../../shared/domain/provider-credential/connect.ts';
import { providerCredentialAggregate } from '../../shared/domain/provider-credential/record.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { checkKey } from '../../shared/flows/accounts/connect.ts';
import type { FlowDeps } from '../../shared/flows/deps.ts';
import { credentialContext, openProvider, openProviderForNewPayments } from '../../shared/flows/provider.ts';
import { idSource } from '../../shared/platform/ids.ts';
import { cachedDecrypt } from '../../shared/ports/cached-decrypt.ts';
import type { Cipher } from '../../shared/ports/index.ts';
import type { ProviderAdapter } from '../../shared/provider/adapter.ts';
import { mollie } from '../../shared/provider/mollie/index.ts';
import { PROVIDERS, paymentIdIn, providerKindOfKey } from '../../shared/provider/registry.ts';
import { SYSTEM } from '../../shared/store/audit/entries.ts';
import { type EngineFixture, openFixture, writeChanges } from '../store/support.ts';
import { cipherIn } from '../support/cipher.ts';
import { type FakeProvider, keyAt, profileIdOf, startFakeProvider } from '../support/fake-provider.ts';

let fixture: EngineFixture;
let fakeProvider: FakeProvider;
let directory: string;
let decryptions: number;
let deps: FlowDeps;
let cipher: Cipher;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'billing-cipher-'));
  [fixture, fakeProvider] = await Promise.all([openFixture('dynoxide'), startFakeProvider()]);
}, 120_000);

afterAll(async () => {
  await Promise.all([fixture.stop(), fakeProvider.close()]);
  rmSync(directory, { recursive: true, force: true });
});

beforeEach(() => {
  const local = cipherIn(directory);
  decryptions = 0;
  cipher = {
    ...local,
    decrypt: (text, context) => {
      decryptions += 1;
      return local.decrypt(text, context);
    },
  };
  deps = {
    store: fixture.store,
    ids: idSource(() => fixture.clock.nowMs),
    nowMs: () => fixture.clock.nowMs,
    baseUrl: 'http://127.0.0.1:9',
    secrets: { apiKeyPeppers: async () => [{ version: '1', value: 'pepper' }] },
    decryptCredential: cachedDecrypt(async () => cipher),
    providerBaseUrl: fakeProvider.url,
    sandboxServed: true,
  };
});

/** Connects the account to a Mollie profile. `number`: which API key of the profile is used. */
const connect = (tenant: Tenant, profile: string, number = 1) => connectBy(tenant, 'mollie', keyAt(tenant.mode, profile, number));

const connectBy = (tenant: Tenant, kind: string, apiKey: string) =>
  fixture.store.run({
    tenant,
    actor: SYSTEM,
    load: async () => ({
      credential: await fixture.store.get(providerCredentialAggregate, tenant, tenant.accountId),
      check: await checkKey(cipher, tenant, { kind, apiKey, providerBaseUrl: fakeProvider.url }),
    }),
    nowOf: () => null,
    decide: (state, context) => connectProvider(null, state, context),
  });

/** Fetches the id of the profile to which the provider's API key belongs; `null`: no provider, or no response. */
const profileAt = async (provider: Awaited<ReturnType<typeof openProvider>>): Promise<string | null> => {
  const profile = await provider?.getProfile();
  return profile?.ok === true ? profile.value.id : null;
};

describe('the provider of new payments', () => {
  it('is the sandbox in test mode and does not exist in live mode, until a provider account is connected', async () => {
    const test = fixture.tenant();
    const live: Tenant = { ...test, mode: 'live' };
    expect((await openProviderForNewPayments(deps, test, null))?.name).toBe(SANDBOX);
    expect(await openProviderForNewPayments(deps, live, null)).toBeNull();
    await connect(test, 'alpha');
    expect(await profileAt(await openProviderForNewPayments(deps, test, null))).toBe(profileIdOf('alpha'));
    expect(await openProviderForNewPayments(deps, live, null)).toBeNull();
    await connect(live, 'alpha');
    expect((await openProviderForNewPayments(deps, live, null))?.name).toBe(profileIdOf('alpha'));
  });

  it('is the sandbox on a test clock, even if a provider account is connected', async () => {
    const tenant = fixture.tenant();
    await connect(tenant, 'alpha');
    expect((await openProviderForNewPayments(deps, tenant, 'clk_1'))?.name).toBe(SANDBOX);
  });

  it('does not exist in test mode of a deployment without a sandbox, if no provider account is connected', async () => {
    expect(await openProviderForNewPayments({ ...deps, sandboxServed: false }, fixture.tenant(), null)).toBeNull();
  });

  it('is called with a key that is decrypted once, and with the new key immediately after a replacement', async () => {
    const tenant = fixture.tenant();
    await connect(tenant, 'alpha');
    for (let call = 0; call < 3; call += 1) await openProviderForNewPayments(deps, tenant, null);
    expect(decryptions).toBe(1);
    await connect(tenant, 'beta');
    expect(await profileAt(await openProviderForNewPayments(deps, tenant, null))).toBe(profileIdOf('beta'));
    expect(decryptions).toBe(2);
  });
});

describe('the provider of existing payments', () => {
  it('stays the sandbox or the profile at which they were created', async () => {
    const tenant = fixture.tenant();
    await connect(tenant, 'alpha');
    expect((await openProvider(deps, tenant, SANDBOX))?.name).toBe(SANDBOX);
    await connect(tenant, 'alpha', 2);
    expect(await profileAt(await openProvider(deps, tenant, profileIdOf('alpha')))).toBe(profileIdOf('alpha'));
  });

  it('is not available when another profile is connected instead', async () => {
    const tenant = fixture.tenant();
    await connect(tenant, 'alpha');
    await connect(tenant, 'beta');
    expect(await openProvider(deps, tenant, profileIdOf('alpha'))).toBeNull();
  });
});

describe('a stored credential', () => {
  it('is encrypted for its account and mode', async () => {
    const tenant = fixture.tenant();
    await connect(tenant, 'alpha');
    const stored = await fixture.store.get(providerCredentialAggregate, tenant, tenant.accountId);
    expect(JSON.stringify(stored)).not.toContain(keyAt('test', 'alpha'));
    const ciphertext = stored?.record.ciphertext ?? '';
    expect(await cipher.decrypt(ciphertext, credentialContext(tenant))).toBe(keyAt('test', 'alpha'));
    for (const other of [fixture.tenant(), { ...tenant, mode: 'live' } as const])
      await expect(cipher.decrypt(ciphertext, credentialContext(other))).rejects.toThrow();
  });

  it('that was copied to another account cannot be decrypted', async () => {
    const [tenant, other] = [fixture.tenant(), fixture.tenant()];
    await connect(tenant, 'alpha');
    const stored = await fixture.store.get(providerCredentialAggregate, tenant, tenant.accountId);
    if (stored === null) throw new Error('The credential is missing.');
    await writeChanges(fixture.store, other, [change(providerCredentialAggregate, null, { ...stored.record, id: other.accountId })]);
    await expect(openProviderForNewPayments(deps, other, null)).rejects.toThrow();
  });
});

/** A provider whose key format, webhook body and idempotency window differ from Mollie's. */
const acme = (): ProviderAdapter => ({
  isApiKey: (key, mode) => key.startsWith(`acme_${mode}_`),
  keyExample: (mode) => `acme_${mode}_...`,
  keyFormat: (mode) => `\`acme_${mode}_\` and more`,
  baseUrl: () => fakeProvider.url,
  open: (settings) => ({ ...mollie.open({ ...settings, apiKey: settings.apiKey.replace('acme_', '') }), idempotencyWindowMs: 86_400_000 }),
  paymentIdIn: (body) => /^{"charge":"(ch_[a-z0-9]+)"}$/.exec(body)?.[1] ?? null,
});

describe('a second provider', () => {
  const registered = PROVIDERS as Map<string, ProviderAdapter>;
  beforeEach(() => registered.set('acme', acme()));
  afterEach(() => registered.delete('acme'));

  it('is recognized by its keys and its webhooks', () => {
    const kindOf = (apiKey: string) => providerKindOfKey({ apiKey, provider: null }, 'test');
    expect(kindOf(`acme_${keyAt('test', 'alpha')}`)).toBe('acme');
    expect(kindOf(keyAt('test', 'alpha'))).toBe('mollie');
    expect(kindOf('nothing')).toMatchObject({ param: 'api_key' });
    expect([paymentIdIn('{"charge":"ch_1"}'), paymentIdIn('id=tr_1'), paymentIdIn('id=')]).toEqual(['ch_1', 'tr_1', null]);
  });

  it('is used for new payments after its key is connected, and for payments that it already has', async () => {
    const tenant = fixture.tenant();
    await connectBy(tenant, 'acme', `acme_${keyAt(tenant.mode, 'alpha')}`);
    const stored = await fixture.store.get(providerCredentialAggregate, tenant, tenant.accountId);
    expect(stored?.record).toMatchObject({ kind: 'acme', profileId: profileIdOf('alpha') });
    const provider = await openProviderForNewPayments(deps, tenant, null);
    expect(provider).toMatchObject({ name: profileIdOf('alpha'), idempotencyWindowMs: 86_400_000 });
    const customer = await provider?.createCustomer({ name: 'Ada', email: null, metadata: {}, idempotencyKey: 'one' });
    expect(customer).toMatchObject({ ok: true, value: { name: 'Ada' } });
    expect(await profileAt(await openProvider(deps, tenant, profileIdOf('alpha')))).toBe(profileIdOf('alpha'));
  });

  it('that is no longer registered causes an error for its credentials', async () => {
    const tenant = fixture.tenant();
    await connectBy(tenant, 'acme', `acme_${keyAt(tenant.mode, 'alpha')}`);
    registered.delete('acme');
    await expect(openProviderForNewPayments(deps, tenant, null)).rejects.toThrow('No payment provider is registered as acme.');
  });
});
