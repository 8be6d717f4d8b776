import fc from 'fast-check';
import type { Decision, DecisionContext } from '../../../../shared/domain/decision.ts';
import type { Refusal } from '../../../../shared/domain/refusal.ts';
import { cancelSubscription } from '../../../../shared/domain/subscription/lifecycle/cancel.ts';
import { reactivateSubscription } from '../../../../shared/domain/subscription/lifecycle/reactivate.ts';
import { type LoadedLifecycle, loadLifecycle } from '../../../../shared/flows/subscriptions/load.ts';
import { SYSTEM } from '../../../../shared/store/audit/entries.ts';
import type { Life } from '../life.ts';
import { defineAction } from './action.ts';

/** Asks for a change of the subscription's lifecycle, which is to answer this code of a refusal. */
export const askForLifecycleChange = async <Result>(
  { shop, subscriptionId }: Life,
  what: string,
  expected: string | null,
  rule: (command: null, state: LoadedLifecycle, context: DecisionContext) => Decision<Result> | Refusal,
): Promise<void> => {
  const { store } = shop.fixture;
  const outcome = await store.run({
    tenant: shop.tenant,
    actor: SYSTEM,
    load: () => loadLifecycle(store, shop.tenant, subscriptionId),
    nowOf: ({ moment }) => moment,
    decide: (state, context) => rule(null, state, context),
  });
  const answered = outcome.kind === 'refused' ? outcome.refusal.code : null;
  if (expected !== answered) throw new Error(`${what} answered ${answered}, not ${expected}`);
};

export const cancel = defineAction({
  name: 'cancel',
  weight: 1,
  given: fc.constant(null),
  perform: (life) => askForLifecycleChange(life, 'cancel', life.model.cancel(), cancelSubscription),
});

export const reactivate = defineAction({
  name: 'reactivate',
  weight: 2,
  given: fc.constant(null),
  perform: (life) => askForLifecycleChange(life, 'reactivate', life.model.reactivate(), reactivateSubscription),
});

/** Somebody thinks twice. */
export const wavering = defineAction({
  name: 'cancel and reactivate',
  weight: 2,
  given: fc.constant(null),
  perform: async (life) => {
    await askForLifecycleChange(life, 'cancel', life.model.cancel(), cancelSubscription);
    await askForLifecycleChange(life, 'reactivate', life.model.reactivate(), reactivateSubscription);
  },
});
