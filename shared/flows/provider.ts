import { type ProviderName, SANDBOX } from '../domain/provider.ts';
import { type ProviderCredential, providerCredentialAggregate } from '../domain/provider-credential/record.ts';
import type { Tenant } from '../domain/tenant.ts';
import { mollie } from '../provider/mollie/index.ts';
import type { PaymentProvider } from '../provider/port.ts';
import { adapterOf, PROVIDER_DEADLINE_MS } from '../provider/registry.ts';
import { sandboxSecret } from '../sandbox/secret.ts';
import { sandboxToken } from '../sandbox/token.ts';
import { type FlowDeps, SANDBOX_PROVIDER_PATH } from './deps.ts';

/** What a credential is encrypted with: one that is moved to another account or mode does not open. */
export const credentialContext = ({ accountId, mode }: Tenant): Readonly<Record<string, string>> => ({
  accountId,
  mode,
  purpose: 'provider-credential',
});

/** Read anew, strongly consistent, each time: a replaced key counts at once. */
const credentialOf = async ({ store }: Pick<FlowDeps, 'store'>, tenant: Tenant): Promise<ProviderCredential | null> =>
  (await store.get(providerCredentialAggregate, tenant, tenant.accountId))?.record ?? null;

const connected = async (deps: FlowDeps, tenant: Tenant, { kind, ciphertext, profileId }: ProviderCredential): Promise<PaymentProvider> => {
  const adapter = adapterOf(kind);
  return adapter.open({
    name: profileId,
    baseUrl: adapter.baseUrl(deps.providerBaseUrl),
    apiKey: await deps.openCredential(ciphertext, credentialContext(tenant)),
    deadlineMs: PROVIDER_DEADLINE_MS,
    fetch,
  });
};

/** The sandbox, which has Mollie's wire format, with the account's key to it; `null` in live mode and where it is not served. */
const sandbox = async (deps: FlowDeps, { accountId, mode }: Tenant): Promise<PaymentProvider | null> =>
  mode === 'live' || !deps.sandboxServed
    ? null
    : mollie.open({
        name: SANDBOX,
        baseUrl: `${deps.baseUrl}${SANDBOX_PROVIDER_PATH}`,
        apiKey: sandboxToken(accountId, await sandboxSecret(deps.secrets, accountId)),
        deadlineMs: PROVIDER_DEADLINE_MS,
        fetch,
      });

/**
 * The provider that has what is kept under this name: payments, customers and mandates stay where they were made. `null` when
 * it cannot be reached any more, because the account is connected to another profile now, or to none.
 */
export const providerOf = async (deps: FlowDeps, tenant: Tenant, name: ProviderName): Promise<PaymentProvider | null> => {
  if (name === SANDBOX) return sandbox(deps, tenant);
  const credential = await credentialOf(deps, tenant);
  return credential === null || credential.profileId !== name ? null : connected(deps, tenant, credential);
};

/** The connected profile at which something new is made, for the buyer's browser to name; `null` at the sandbox. */
export const profileForNew = async (deps: Pick<FlowDeps, 'store'>, tenant: Tenant, clockId: string | null): Promise<string | null> =>
  clockId === null ? ((await credentialOf(deps, tenant))?.profileId ?? null) : null;

/**
 * The provider at which something new is made: the connected account; in test mode the sandbox where none is connected,
 * and always for a customer on a test clock, whose time no other provider could follow. `null`: a live account without
 * a credential.
 */
export const providerForNew = async (deps: FlowDeps, tenant: Tenant, clockId: string | null): Promise<PaymentProvider | null> => {
  const credential = clockId === null ? await credentialOf(deps, tenant) : null;
  return credential === null ? sandbox(deps, tenant) : connected(deps, tenant, credential);
};
