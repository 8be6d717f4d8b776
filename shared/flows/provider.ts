import type { Decision } from '../domain/decision.ts';
import { type ProviderAccountId, SANDBOX } from '../domain/payment/provider.ts';
import { type ProviderCredential, providerCredentialAggregate } from '../domain/provider-credential/record.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Tenant } from '../domain/tenant.ts';
import { mollie } from '../provider/mollie/index.ts';
import type { PaymentProvider } from '../provider/port.ts';
import { adapterOf, PROVIDER_DEADLINE_MS } from '../provider/registry.ts';
import { sandboxSecret } from '../sandbox/secret.ts';
import { sandboxToken } from '../sandbox/token.ts';
import { type FlowDeps, SANDBOX_PROVIDER_PATH } from './deps.ts';

/** Encryption context of a credential, so that the credential cannot be decrypted for another account or mode. */
export const credentialContext = ({ accountId, mode }: Tenant): Readonly<Record<string, string>> => ({
  accountId,
  mode,
  purpose: 'provider-credential',
});

/** Fetches the connected provider's credential with strong consistency, so that a replaced key takes effect at once; `null`: none. */
export const fetchProviderCredential = async (store: FlowDeps['store'], tenant: Tenant): Promise<ProviderCredential | null> =>
  (await store.get(providerCredentialAggregate, tenant, tenant.accountId))?.record ?? null;

/** True if payments can be started in the mode: test mode has the sandbox, live mode needs a connected provider. */
export const isProviderConnected = async (store: FlowDeps['store'], tenant: Tenant): Promise<boolean> =>
  tenant.mode === 'test' || (await fetchProviderCredential(store, tenant)) !== null;

export const PROVIDER_MISSING = new Refusal('state_conflict', 'This account has no payment provider connected.', {
  reason: 'provider_not_connected',
});

/** Returns the decision, or a refusal if the account has no payment provider. A refusal in `decision` takes precedence. */
export const refuseUnconnected = <Result>(decision: Decision<Result> | Refusal, connected: boolean): Decision<Result> | Refusal =>
  connected || decision instanceof Refusal ? decision : PROVIDER_MISSING;

const openConnected = async (
  deps: FlowDeps,
  tenant: Tenant,
  { kind, ciphertext, profileId }: ProviderCredential,
): Promise<PaymentProvider> => {
  const adapter = adapterOf(kind);
  return adapter.open({
    name: profileId,
    baseUrl: adapter.baseUrl(deps.providerBaseUrl),
    apiKey: await deps.decryptCredential(ciphertext, credentialContext(tenant)),
    deadlineMs: PROVIDER_DEADLINE_MS,
    fetch,
  });
};

/**
 * Opens the sandbox with the account's key. The sandbox has Mollie's wire format. `null` in live mode, or if the deployment has no sandbox.
 */
const openSandbox = async (deps: FlowDeps, { accountId, mode }: Tenant): Promise<PaymentProvider | null> =>
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
 * Opens the provider that a record names: payments, customers and mandates stay where they were created. `name`: a profile id or the
 * sandbox. `null`: the account is no longer connected to the profile, or it cannot use the sandbox.
 */
export const openProvider = async (deps: FlowDeps, tenant: Tenant, name: ProviderAccountId): Promise<PaymentProvider | null> => {
  if (name === SANDBOX) return openSandbox(deps, tenant);
  const credential = await fetchProviderCredential(deps.store, tenant);
  return credential === null || credential.profileId !== name ? null : openConnected(deps, tenant, credential);
};

/** Profile id for new payments, as Mollie Components in the buyer's browser needs it; `null` for the sandbox. */
export const fetchProfileIdForNewPayments = async (
  store: FlowDeps['store'],
  tenant: Tenant,
  clockId: string | null,
): Promise<string | null> => (clockId === null ? ((await fetchProviderCredential(store, tenant))?.profileId ?? null) : null);

/**
 * Opens the provider for new payments, customers and mandates: the connected account, or in test mode the sandbox if no account is
 * connected. Customers on a test clock always use the sandbox. `null`: live mode without a connected account, or no sandbox.
 */
export const openProviderForNewPayments = async (
  deps: FlowDeps,
  tenant: Tenant,
  clockId: string | null,
): Promise<PaymentProvider | null> => {
  const credential = clockId === null ? await fetchProviderCredential(deps.store, tenant) : null;
  return credential === null ? openSandbox(deps, tenant) : openConnected(deps, tenant, credential);
};
