import { baseUrl, isChargeLookupEnabled, isFeatureEnabled, providerBaseUrl } from '../platform/environment.ts';
import { cachedDecrypt } from '../ports/cached-decrypt.ts';
import { cipher, clock, ids, secrets } from '../runtime/services.ts';
import type { Store } from '../store/writer/store.ts';
import type { FlowDeps } from './deps.ts';

const decryptCredential = cachedDecrypt(cipher);

/** Builds the flow dependencies for one request or message. */
export const flowDeps = async (store: Store): Promise<FlowDeps> => ({
  store,
  ids,
  nowMs: clock.nowMs,
  baseUrl: baseUrl(),
  secrets: await secrets(),
  decryptCredential,
  providerBaseUrl: providerBaseUrl(),
  sandboxServed: isFeatureEnabled('SANDBOX_ENABLED'),
  lookUpCharges: isChargeLookupEnabled(),
});
