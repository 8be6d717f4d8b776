import type { Tenant } from '../domain/kernel.ts';
import { resumeSubscription } from '../domain/subscription/resume.ts';
import type { Store } from '../store/writer/store.ts';
import { changeCommand, chargedLater } from './charge-change.ts';
import { loadCourse } from './course.ts';

/** The write that resumes a subscription, for `runAtProvider`. */
export const resumeCommand = (store: Store, tenant: Tenant, subscriptionId: string) =>
  changeCommand(
    () => loadCourse(store, tenant, subscriptionId),
    (state, context) => chargedLater(resumeSubscription(null, state, context), 'resumed'),
  );
