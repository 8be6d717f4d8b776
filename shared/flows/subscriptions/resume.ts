import { resumeSubscription } from '../../domain/subscription/lifecycle/resume.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { Store } from '../../store/writer/store.ts';
import { changeCommand, startChange } from './charge-change.ts';
import { loadLifecycle } from './load.ts';

/** Builds the command that resumes a subscription, for `runAtProvider`. */
export const resumeCommand = (store: Store, tenant: Tenant, subscriptionId: string) =>
  changeCommand(
    () => loadLifecycle(store, tenant, subscriptionId),
    (state, context) => startChange(resumeSubscription(null, state, context), 'resumed'),
  );
