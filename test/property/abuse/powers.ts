import fc from 'fast-check';
import { cancelSubscription } from '../../../shared/domain/subscription/lifecycle/cancel.ts';
import { reactivateSubscription } from '../../../shared/domain/subscription/lifecycle/reactivate.ts';
import { behave } from '../histories/perform.ts';
import { pass, sweep } from '../histories/stage.ts';
import { chargeBack, decidePending } from './bank.ts';
import { PLANS } from './catalogue.ts';
import { askForLifecycleChange, changePlan, consume, enterCode, payOpenInvoice, replaceMethod } from './portal.ts';
import { type Abuser, now, subscriptionOf, wait } from './stage.ts';
import { addCard, removeMethod } from './wallet.ts';

/** What a customer can do, with a portal token, the hosted pages, and a bank that does as reported. */
export interface Deed {
  readonly perform: (abuser: Abuser) => Promise<void>;
  readonly toString: () => string;
}

const power = <Given>(
  weight: number,
  name: string,
  given: fc.Arbitrary<Given>,
  perform: (abuser: Abuser, given: Given) => Promise<string | null | undefined>,
): fc.WeightedArbitrary<Deed> => ({
  weight,
  arbitrary: given.map((each) => ({
    perform: async (abuser) => {
      const refused = await perform(abuser, each);
      if (refused !== undefined) abuser.happened(`${name}: ${refused ?? 'done'}`);
    },
    toString: () => `${name} ${JSON.stringify(each)}`,
  })),
});

const none = fc.constant(null);
const DAY = 86_400;
const HOUR = 3600;

const plan = fc.nat(PLANS.length - 1);
const code = fc.option(fc.nat(2), { freq: 2, nil: null });
const untilNext = async (abuser: Abuser): Promise<void> => {
  const left = (await subscriptionOf(abuser)).currentPeriodEnd - (await now(abuser));
  if (left > 0) await wait(abuser, left);
};

/** How the bank answers charges; that the provider is silent is not in a customer's power. */
const MOODS = ['paid', 'paid', 'paid', 'pending', 'insufficient_funds', 'card_expired', 'mandate_gone', 'authentication_required'] as const;

const POWERS: readonly fc.WeightedArbitrary<Deed>[] = [
  power(10, 'time', fc.constantFrom(60, 1290, DAY, 5 * DAY, 13 * DAY, 31 * DAY, 31 * DAY, 100 * DAY), async (abuser, seconds) => {
    await wait(abuser, seconds);
    return undefined;
  }),
  power(4, 'to the end of the period', none, async (abuser) => {
    await untilNext(abuser);
    return undefined;
  }),
  power(9, 'plan', fc.record({ plan, code }), (abuser, given) => changePlan(abuser, given.plan, given.code)),
  power(
    2,
    'to and fro',
    fc.record({ plans: fc.tuple(plan, plan), seconds: fc.constantFrom(0, 60, 1290, 3 * DAY), times: fc.constantFrom(2, 4, 8) }),
    async (abuser, { plans, seconds, times }) => {
      for (let turn = 0; turn < times; turn += 1) {
        await changePlan(abuser, plans[turn % 2] ?? 0, null);
        await consume(abuser, 100);
        if (seconds > 0) await wait(abuser, seconds);
      }
      return undefined;
    },
  ),
  power(5, 'code', fc.nat(2), enterCode),
  power(1, 'cancel', none, (abuser) => askForLifecycleChange(abuser, cancelSubscription)),
  power(4, 'reactivate', none, (abuser) => askForLifecycleChange(abuser, reactivateSubscription)),
  power(3, 'pay', none, payOpenInvoice),
  power(2, 'method', fc.constantFrom('paid' as const, 'paid' as const, 'failed' as const), replaceMethod),
  power(1, 'card', none, addCard),
  power(1, 'remove', fc.nat(2), removeMethod),
  power(3, 'mood', fc.constantFrom(...MOODS), async (abuser, charges) => {
    await behave(abuser, { charges });
    return undefined;
  }),
  power(4, 'bank', fc.constantFrom('paid' as const, 'paid' as const, 'failed' as const), decidePending),
  power(
    4,
    'chargeback',
    fc.record({
      of: fc.nat(3),
      bankOutcome: fc.constantFrom('charged_back' as const, 'charged_back' as const, 'chargeback_reversed' as const),
    }),
    (abuser, { of, bankOutcome }) => chargeBack(abuser, of, bankOutcome),
  ),
  power(6, 'use', fc.constantFrom(1, 9, 100, 999, 1000, 5000), consume),
];

const ACTIONS = 40;

/** What a deed shrinks to: the others stay in their places. */
const nothing = power(0, 'nothing', none, async () => undefined);
export const NOTHING = 'nothing null';

/** What the customer tries, one after the other. */
export const deeds: fc.Arbitrary<readonly Deed[]> = fc.array(fc.oneof({ withCrossShrink: true }, nothing, ...POWERS), {
  minLength: ACTIONS,
  maxLength: ACTIONS,
  size: 'max',
});

const NO_MORE = 400;
/** Days of real time until what is under way next to the clock is done. */
const TURNS = 2;

/** The customer pays nothing any more and leaves; everything that is under way ends. */
export const leave = async (abuser: Abuser): Promise<void> => {
  await behave(abuser, { charges: 'insufficient_funds' });
  await decidePending(abuser, 'failed');
  for (let turn = 0; turn < TURNS; turn += 1) {
    pass(abuser, 25 * HOUR);
    await sweep(abuser);
  }
  await askForLifecycleChange(abuser, cancelSubscription);
  await wait(abuser, NO_MORE * DAY);
};
