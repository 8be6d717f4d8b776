import fc from 'fast-check';
import type { Decision, DecisionContext } from '../../../../shared/domain/decision.ts';
import type { Refusal } from '../../../../shared/domain/refusal.ts';
import { cancelSubscription } from '../../../../shared/domain/subscription/lifecycle/cancel.ts';
import { reactivateSubscription } from '../../../../shared/domain/subscription/lifecycle/reactivate.ts';
import type { LoadedLifecycle } from '../../../../shared/flows/subscriptions/load.ts';
import { changeLifecycle } from '../../histories/requests.ts';
import type { Simulation } from '../simulation.ts';
import { defineAction } from './action.ts';

/** Requests a lifecycle change and checks its error code; `expected` is `null` for success. */
export const requestLifecycleChange = async <Result>(
  { shop, subscriptionId }: Simulation,
  name: string,
  expected: string | null,
  rule: (command: null, state: LoadedLifecycle, context: DecisionContext) => Decision<Result> | Refusal,
): Promise<void> => {
  const actual = await changeLifecycle(shop, shop.fixture.store, subscriptionId, rule);
  if (expected !== actual) throw new Error(`${name} returned ${actual}, not ${expected}`);
};

export const cancel = defineAction({
  name: 'cancel',
  weight: 1,
  inputs: fc.constant(null),
  perform: (simulation) => requestLifecycleChange(simulation, 'cancel', simulation.model.cancel(), cancelSubscription),
});

export const reactivate = defineAction({
  name: 'reactivate',
  weight: 2,
  inputs: fc.constant(null),
  perform: (simulation) => requestLifecycleChange(simulation, 'reactivate', simulation.model.reactivate(), reactivateSubscription),
});

/** Cancels and then reactivates. */
export const cancelAndReactivate = defineAction({
  name: 'cancel and reactivate',
  weight: 2,
  inputs: fc.constant(null),
  perform: async (simulation) => {
    await requestLifecycleChange(simulation, 'cancel', simulation.model.cancel(), cancelSubscription);
    await requestLifecycleChange(simulation, 'reactivate', simulation.model.reactivate(), reactivateSubscription);
  },
});
