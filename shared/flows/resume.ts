import type { DecisionContext, Tenant } from '../domain/kernel.ts';
import type { BillingParties } from '../domain/parties.ts';
import { resumeSubscription } from '../domain/subscription/resume.ts';
import type { Store } from '../store/writer/store.ts';
import { changeChargeFor, chargedLater } from './charge-change.ts';
import { type LoadedCourse, loadCourse } from './course.ts';

/** The write that resumes a subscription, for `runAtProvider`. */
export const resumeCommand = (store: Store, tenant: Tenant, subscriptionId: string) => {
  let parties: BillingParties | null = null;
  return {
    flow: changeChargeFor(() => parties),
    load: async () => {
      const state = await loadCourse(store, tenant, subscriptionId);
      parties = state.parties;
      return state;
    },
    nowOf: ({ moment }: LoadedCourse) => moment,
    begin: (state: LoadedCourse, context: DecisionContext) => chargedLater(resumeSubscription(null, state, context), 'resumed'),
  };
};
