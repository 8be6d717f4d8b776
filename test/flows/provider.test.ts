import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { change } from '../../shared/domain/aggregate.ts';
import { SANDBOX } from '../../shared/domain/provider.ts';
import { connectProvider } from '../../shared/domain/provider-credential/connect.ts';
import { providerCredentialAggregate } from '../../shared/domain/provider-credential/record.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { checkKey } from '../../shared/flows/accounts/connect.ts';
import type { FlowDeps } from '../../shared/flows/deps.ts';
import { credentialContext, providerForNew, providerOf } from '../../shared/flows/provider.ts';
import { idSource } from '../../shared/platform/ids.ts';
import type { Cipher } from '../../shared/ports/index.ts';
import { openerOf } from '../../shared/ports/opener.ts';
import { SYSTEM } from '../../shared/store/audit/entries.ts';
import { type Fixture, openFixture } from '../store/support.ts';
import { cipherIn } from '../support/cipher.ts';
import { type FakeProvider, keyAt, profileIdOf, startFakeProvider } from '../support/fake-provider.ts';

let fixture: Fixture;
let fakeProvider: FakeProvider;
let directory: string;
let decrypted: number;
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
  decrypted = 0;
  cipher = {
    ...local,
    decrypt: (text, context) => {
      decrypted += 1;
      return local.decrypt(text, context);
    },
  };
  deps = {
    store: fixture.store,
    ids: idSource(() => fixture.clock.nowMs),
    nowMs: () => fixture.clock.nowMs,
    baseUrl: 'http://127.0.0.1:9',
    secrets: { apiKeyPeppers: async () => [{ version: '1', value: 'pepper' }] },
    openCredential: openerOf(async () => cipher),
    providerBaseUrl: fakeProvider.url,
    sandboxServed: true,
  };
});

const connect = (tenant: Tenant, profile: string, number = 1) =>
  fixture.store.run({
    tenant,
    actor: SYSTEM,
    load: async () => ({
      credential: await fixture.store.get(providerCredentialAggregate, tenant, tenant.accountId),
      check: await checkKey(cipher, fakeProvider.url, tenant, keyAt(tenant.mode, profile, number)),
    }),
    nowOf: () => null,
    decide: (state, context) => connectProvider(null, state, context),
  });

const profileAt = async (provider: Awaited<ReturnType<typeof providerOf>>): Promise<string | null> => {
  const profile = await provider?.getProfile();
  return profile?.ok === true ? profile.value.id : null;
};

describe('the provider of something new', () => {
  it('is the sandbox in test mode, and none in live mode, until an account is connected', async () => {
    const test = fixture.tenant();
    const live: Tenant = { ...test, mode: 'live' };
    expect((await providerForNew(deps, test, null))?.name).toBe(SANDBOX);
    expect(await providerForNew(deps, live, null)).toBeNull();
    await connect(test, 'alpha');
    expect(await profileAt(await providerForNew(deps, test, null))).toBe(profileIdOf('alpha'));
    expect(await providerForNew(deps, live, null)).toBeNull();
    await connect(live, 'alpha');
    expect((await providerForNew(deps, live, null))?.name).toBe(profileIdOf('alpha'));
  });

  it('is the sandbox on a test clock, whatever is connected', async () => {
    const tenant = fixture.tenant();
    await connect(tenant, 'alpha');
    expect((await providerForNew(deps, tenant, 'clk_1'))?.name).toBe(SANDBOX);
  });

  it('is none where no sandbox is served', async () => {
    expect(await providerForNew({ ...deps, sandboxServed: false }, fixture.tenant(), null)).toBeNull();
  });

  it('is reached with a key that was decrypted once, and with the new key as soon as it is replaced', async () => {
    const tenant = fixture.tenant();
    await connect(tenant, 'alpha');
    for (let call = 0; call < 3; call += 1) await providerForNew(deps, tenant, null);
    expect(decrypted).toBe(1);
    await connect(tenant, 'beta');
    expect(await profileAt(await providerForNew(deps, tenant, null))).toBe(profileIdOf('beta'));
    expect(decrypted).toBe(2);
  });
});

describe('the provider of something that was made', () => {
  it('stays the sandbox, or the profile that it was made at', async () => {
    const tenant = fixture.tenant();
    await connect(tenant, 'alpha');
    expect((await providerOf(deps, tenant, SANDBOX))?.name).toBe(SANDBOX);
    await connect(tenant, 'alpha', 2);
    expect(await profileAt(await providerOf(deps, tenant, profileIdOf('alpha')))).toBe(profileIdOf('alpha'));
  });

  it('is out of reach when another profile is connected in its place', async () => {
    const tenant = fixture.tenant();
    await connect(tenant, 'alpha');
    await connect(tenant, 'beta');
    expect(await providerOf(deps, tenant, profileIdOf('alpha'))).toBeNull();
  });
});

describe('a credential at rest', () => {
  it('is sealed for its account and mode', async () => {
    const tenant = fixture.tenant();
    await connect(tenant, 'alpha');
    const stored = await fixture.store.get(providerCredentialAggregate, tenant, tenant.accountId);
    expect(JSON.stringify(stored)).not.toContain(keyAt('test', 'alpha'));
    const ciphertext = stored?.record.ciphertext ?? '';
    expect(await cipher.decrypt(ciphertext, credentialContext(tenant))).toBe(keyAt('test', 'alpha'));
    for (const other of [fixture.tenant(), { ...tenant, mode: 'live' } as const])
      await expect(cipher.decrypt(ciphertext, credentialContext(other))).rejects.toThrow();
  });

  it('that was moved to another account opens nothing', async () => {
    const [tenant, thief] = [fixture.tenant(), fixture.tenant()];
    await connect(tenant, 'alpha');
    const stolen = await fixture.store.get(providerCredentialAggregate, tenant, tenant.accountId);
    if (stolen === null) throw new Error('it was connected');
    await fixture.store.run({
      tenant: thief,
      actor: SYSTEM,
      load: async () => null,
      nowOf: () => null,
      decide: () => ({
        changes: [change(providerCredentialAggregate, null, { ...stolen.record, id: thief.accountId })],
        events: [],
        result: null,
      }),
    });
    await expect(providerForNew(deps, thief, null)).rejects.toThrow();
  });
});
