import { baseUrl, cipher, clock, deploymentHas, ids, providerBaseUrl, secrets } from '../api/runtime.ts';
import { openerOf } from '../ports/opener.ts';
import type { Store } from '../store/store.ts';
import type { FlowParts } from './parts.ts';

const openCredential = openerOf(cipher);

/** The parts of this process, around the store of one request or message. */
export const flowParts = async (store: Store): Promise<FlowParts> => ({
  store,
  ids,
  nowMs: clock.nowMs,
  baseUrl: baseUrl(),
  secrets: await secrets(),
  openCredential,
  providerBaseUrl: providerBaseUrl(),
  sandboxServed: deploymentHas('SANDBOX_ENABLED'),
});
