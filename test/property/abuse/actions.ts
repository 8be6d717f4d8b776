import fc from 'fast-check';
import { cancelSubscription } from '../../../shared/domain/subscription/lifecycle/cancel.ts';
import { reactivateSubscription } from '../../../shared/domain/subscription/lifecycle/reactivate.ts';
import { passTime, sweep } from '../histories/environment.ts';
import { setBehavior } from '../histories/perform.ts';
import { chargeBack, decidePending } from './bank.ts';
import { PLANS } from './catalogue.ts';
import { type AbusiveCustomer, advanceClock, subscriptionOf, testClockTime } from './customer.ts';
import { changePlan, payOpenInvoice, recordUsage, redeemCode, replaceMethod, requestLifecycleChange } from './portal.ts';
import { addCard, removeMethod } from './wallet.ts';

/** What a customer can do with a portal token, on the hosted pages, or through the bank. */
export interface CustomerAction {
  readonly perform: (abuser: AbusiveCustomer) => Promise<void>;
  readonly toString: () => string;
}

/** Defines an action. `perform` returns an error code, `null` for success, or `undefined` if the action is not counted. */
const customerAction = <Input>(
  weight: number,
  name: string,
  input: fc.Arbitrary<Input>,
  perform: (abuser: AbusiveCustomer, input: Input) => Promise<string | null | undefined>,
): fc.WeightedArbitrary<CustomerAction> => ({
  weight,
  arbitrary: input.map((each) => ({
    perform: async (abuser) => {
      const errorCode = await perform(abuser, each);
      if (errorCode !== undefined) abuser.countResult(`${name}: ${errorCode ?? 'done'}`);
    },
    toString: () => `${name} ${JSON.stringify(each)}`,
  })),
});

const none = fc.constant(null);
const DAY = 86_400;
const HOUR = 3600;

/** Index in `PLANS`. */
const plan = fc.nat(PLANS.length - 1);
/** Index in the offer's codes; `null`: no code. */
const code = fc.option(fc.nat(2), { freq: 2, nil: null });
const waitForPeriodEnd = async (abuser: AbusiveCustomer): Promise<void> => {
  const secondsLeft = (await subscriptionOf(abuser)).currentPeriodEnd - (await testClockTime(abuser));
  if (secondsLeft > 0) await advanceClock(abuser, secondsLeft);
};

/** The bank's possible answers to charges. Provider timeouts are not among them, since the customer cannot cause them. */
const BANK_ANSWERS = [
  'paid',
  'paid',
  'paid',
  'pending',
  'insufficient_funds',
  'card_expired',
  'mandate_gone',
  'authentication_required',
] as const;

// The durations include 1290 seconds, because the price for this part of a period has a fraction of a cent.
const CUSTOMER_ACTIONS: readonly fc.WeightedArbitrary<CustomerAction>[] = [
  customerAction(10, 'time', fc.constantFrom(60, 1290, DAY, 5 * DAY, 13 * DAY, 31 * DAY, 31 * DAY, 100 * DAY), async (abuser, seconds) => {
    await advanceClock(abuser, seconds);
    return undefined;
  }),
  customerAction(4, 'to the end of the period', none, async (abuser) => {
    await waitForPeriodEnd(abuser);
    return undefined;
  }),
  customerAction(9, 'plan', fc.record({ plan, code }), (abuser, input) => changePlan(abuser, input.plan, input.code)),
  customerAction(
    2,
    'back and forth',
    fc.record({ plans: fc.tuple(plan, plan), seconds: fc.constantFrom(0, 60, 1290, 3 * DAY), times: fc.constantFrom(2, 4, 8) }),
    async (abuser, { plans, seconds, times }) => {
      for (let change = 0; change < times; change += 1) {
        await changePlan(abuser, plans[change % 2] ?? 0, null);
        await recordUsage(abuser, 100);
        if (seconds > 0) await advanceClock(abuser, seconds);
      }
      return undefined;
    },
  ),
  customerAction(5, 'code', fc.nat(2), redeemCode),
  customerAction(1, 'cancel', none, (abuser) => requestLifecycleChange(abuser, cancelSubscription)),
  customerAction(4, 'reactivate', none, (abuser) => requestLifecycleChange(abuser, reactivateSubscription)),
  customerAction(3, 'pay', none, payOpenInvoice),
  customerAction(2, 'method', fc.constantFrom('paid' as const, 'paid' as const, 'failed' as const), replaceMethod),
  customerAction(1, 'card', none, addCard),
  customerAction(1, 'remove', fc.nat(2), removeMethod),
  customerAction(3, 'bank answer', fc.constantFrom(...BANK_ANSWERS), async (abuser, charges) => {
    await setBehavior(abuser, { charges });
    return undefined;
  }),
  customerAction(4, 'bank decision', fc.constantFrom('paid' as const, 'paid' as const, 'failed' as const), decidePending),
  customerAction(
    4,
    'chargeback',
    fc.record({
      fromEnd: fc.nat(3),
      bankOutcome: fc.constantFrom('charged_back' as const, 'charged_back' as const, 'chargeback_reversed' as const),
    }),
    (abuser, { fromEnd, bankOutcome }) => chargeBack(abuser, fromEnd, bankOutcome),
  ),
  customerAction(6, 'use', fc.constantFrom(1, 9, 100, 999, 1000, 5000), recordUsage),
];

const ACTION_COUNT = 40;

/** Shrinking replaces an action with this one instead of removing it, so that the other actions keep their positions. */
const nothing = customerAction(0, 'nothing', none, async () => undefined);
/** `nothing` as text: its name and its input, which is `null`. */
export const NOTHING_TEXT = 'nothing null';

/** Generates the customer's actions. */
export const customerActions: fc.Arbitrary<readonly CustomerAction[]> = fc.array(
  fc.oneof({ withCrossShrink: true }, nothing, ...CUSTOMER_ACTIONS),
  { minLength: ACTION_COUNT, maxLength: ACTION_COUNT, size: 'max' },
);

const FINAL_WAIT_DAYS = 400;
/** Days of real time (not of the test clock) until all polling is done. */
const SETTLE_DAYS = 2;

/** Declines all charges, cancels, and waits until nothing is pending. */
export const stopPayingAndCancel = async (abuser: AbusiveCustomer): Promise<void> => {
  await setBehavior(abuser, { charges: 'insufficient_funds' });
  await decidePending(abuser, 'failed');
  for (let day = 0; day < SETTLE_DAYS; day += 1) {
    passTime(abuser, 25 * HOUR);
    await sweep(abuser);
  }
  await requestLifecycleChange(abuser, cancelSubscription);
  await advanceClock(abuser, FINAL_WAIT_DAYS * DAY);
};
