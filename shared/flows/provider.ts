import type { Tenant } from '../domain/kernel.ts';
import { type ProviderName, SANDBOX } from '../domain/provider.ts';
import { type ProviderCredential, providerCredentialAggregate } from '../domain/provider-credential/record.ts';
import { createMollieProvider, PROVIDER_DEADLINE_MS } from '../provider/mollie.ts';
import type { PaymentProvider } from '../provider/port.ts';
import { sandboxSecret } from '../sandbox/secret.ts';
import { sandboxToken } from '../sandbox/token.ts';
import { type FlowParts, SANDBOX_PROVIDER_PATH } from './parts.ts';

/** What a credential is encrypted with: one that is moved to another account or mode does not open. */
export const credentialContext = ({ accountId, mode }: Tenant): Readonly<Record<string, string>> => ({
  accountId,
  mode,
  purpose: 'provider-credential',
});

/** Read anew, strongly consistent, each time: a replaced key counts at once. */
const credentialOf = async ({ store }: FlowParts, tenant: Tenant): Promise<ProviderCredential | null> =>
  (await store.get(providerCredentialAggregate, tenant, tenant.accountId))?.record ?? null;

const connected = async (parts: FlowParts, tenant: Tenant, { ciphertext, profileId }: ProviderCredential): Promise<PaymentProvider> =>
  createMollieProvider({
    name: profileId,
    baseUrl: parts.providerBaseUrl,
    apiKey: await parts.openCredential(ciphertext, credentialContext(tenant)),
    deadlineMs: PROVIDER_DEADLINE_MS,
    fetch,
  });

/** The sandbox, with the account's own key to it; `null` in live mode and where none is served. */
const sandbox = async (parts: FlowParts, { accountId, mode }: Tenant): Promise<PaymentProvider | null> =>
  mode === 'live' || !parts.sandboxServed
    ? null
    : createMollieProvider({
        name: SANDBOX,
        baseUrl: `${parts.baseUrl}${SANDBOX_PROVIDER_PATH}`,
        apiKey: sandboxToken(accountId, await sandboxSecret(parts.secrets, accountId)),
        deadlineMs: PROVIDER_DEADLINE_MS,
        fetch,
      });

/**
 * The provider that has what is kept under this name: payments, customers and mandates stay where they were made. `null` when
 * it cannot be reached any more, because the account is connected to another profile now, or to none.
 */
export const providerOf = async (parts: FlowParts, tenant: Tenant, name: ProviderName): Promise<PaymentProvider | null> => {
  if (name === SANDBOX) return sandbox(parts, tenant);
  const credential = await credentialOf(parts, tenant);
  return credential === null || credential.profileId !== name ? null : connected(parts, tenant, credential);
};

/**
 * The provider at which something new is made: the connected account; in test mode the sandbox where none is connected,
 * and always for a customer on a test clock, whose time no other provider could follow. `null`: a live account without
 * a credential.
 */
export const providerForNew = async (parts: FlowParts, tenant: Tenant, clockId: string | null): Promise<PaymentProvider | null> => {
  const credential = clockId === null ? await credentialOf(parts, tenant) : null;
  return credential === null ? sandbox(parts, tenant) : connected(parts, tenant, credential);
};
