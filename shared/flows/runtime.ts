import { baseUrl, clock, ids, secrets } from '../api/runtime.ts';
import type { Store } from '../store/store.ts';
import type { FlowParts } from './parts.ts';

/** The parts of this process, around the store of one request or message. */
export const flowParts = async (store: Store): Promise<FlowParts> => ({
  store,
  ids,
  nowMs: clock.nowMs,
  baseUrl: baseUrl(),
  secrets: await secrets(),
});
