import fc from 'fast-check';
import { cancelSubscription } from '../../../../shared/domain/subscription/cancel.ts';
import { reactivateSubscription } from '../../../../shared/domain/subscription/reactivate.ts';
import { loadCourse } from '../../../../shared/flows/course.ts';
import { SYSTEM } from '../../../../shared/store/audit/entries.ts';
import type { Life } from '../life.ts';
import { defineAction } from './action.ts';

type Rule = typeof cancelSubscription;

/** Asks for a change of the subscription's course; answers the code of a refusal. */
const ask = async ({ shop, subscriptionId }: Life, rule: Rule): Promise<string | null> => {
  const { store } = shop.fixture;
  const outcome = await store.run({
    tenant: shop.tenant,
    actor: SYSTEM,
    load: () => loadCourse(store, shop.tenant, subscriptionId),
    nowOf: ({ moment }) => moment,
    decide: (state, context) => rule(null, state, context),
  });
  return outcome.kind === 'refused' ? outcome.refusal.code : null;
};

const expectSame = (what: string, expected: string | null, answered: string | null): void => {
  if (expected !== answered) throw new Error(`${what} answered ${answered}, not ${expected}`);
};

export const cancel = defineAction({
  name: 'cancel',
  weight: 1,
  given: fc.constant(null),
  perform: async (life) => expectSame('cancel', life.model.cancel(), await ask(life, cancelSubscription)),
});

export const reactivate = defineAction({
  name: 'reactivate',
  weight: 2,
  given: fc.constant(null),
  perform: async (life) => expectSame('reactivate', life.model.reactivate(), await ask(life, reactivateSubscription)),
});

/** Somebody thinks twice. */
export const wavering = defineAction({
  name: 'cancel and reactivate',
  weight: 2,
  given: fc.constant(null),
  perform: async (life) => {
    expectSame('cancel', life.model.cancel(), await ask(life, cancelSubscription));
    expectSame('reactivate', life.model.reactivate(), await ask(life, reactivateSubscription));
  },
});
