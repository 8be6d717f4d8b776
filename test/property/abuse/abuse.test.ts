import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openShop } from '../../provider/shop.ts';
import { seedOfTheDay } from '../../support/seeds.ts';
import { endHistory } from '../histories/environment.ts';
import { type CustomerAction, customerActions, NOTHING_TEXT, stopPayingAndCancel } from './actions.ts';
import { type Offer, offer } from './catalogue.ts';
import { startScenario } from './customer.ts';
import { readHistory } from './history.ts';
import { findAbuse } from './ledger.ts';

/** How many sequences run with fixed seeds; `npm run fuzz` sets more. In addition, a quarter as many run with seeds of the day. */
const SEQUENCES = Number(process.env.ABUSE_SEQUENCES ?? 20);
/** Number of the first sequence. To split the sequences among processes, set a different one for each process. */
const FIRST = Number(process.env.ABUSE_FIRST_SEQUENCE ?? 0);
const FIXED_SEED = 41_000;
/** The date and two digits, such as `2027013100`; set `ABUSE_SEED` to repeat the sequences of another day. */
const DAILY_SEED = seedOfTheDay('ABUSE_SEED');
/** Time for shrinking a failing sequence; `SHRINK=0` reports it unshrunk. */
const SHRINK_MS = 60_000;
const SKIP_SHRINKING = process.env.SHRINK === '0';

const resultCounts = new Map<string, number>();
const countResult = (result: string): void => {
  resultCounts.set(result, (resultCounts.get(result) ?? 0) + 1);
};

const sequences = fc.record({ offer, actions: customerActions });

const runSequence = async ({ offer: terms, actions }: { readonly offer: Offer; readonly actions: readonly CustomerAction[] }) => {
  const shop = await openShop();
  try {
    const abuser = await startScenario(shop, terms, countResult);
    for (const action of actions) await action.perform(abuser);
    await stopPayingAndCancel(abuser);
    const violations = findAbuse(await readHistory(abuser));
    if (violations.length > 0) throw new Error(violations.join('; '));
    await endHistory(abuser);
  } finally {
    await shop.close();
  }
};

/** Runs the sequence with this seed. Returns its failure, or `null`. */
const failureOf = async (seed: number): Promise<string | null> => {
  const details = await fc.check(fc.asyncProperty(sequences, runSequence), {
    seed,
    numRuns: 1,
    unbiased: true,
    interruptAfterTimeLimit: SHRINK_MS,
    endOnFailure: SKIP_SHRINKING,
  });
  if (!details.failed) return null;
  const [counterexample] = details.counterexample ?? [];
  const performedActions = (counterexample?.actions ?? []).map(String).filter((each) => each !== NOTHING_TEXT);
  const error = details.errorInstance instanceof Error ? details.errorInstance.stack : String(details.errorInstance);
  return [`seed ${seed}`, error, JSON.stringify(counterexample?.offer), ...performedActions].join('\n  ');
};

/** Each result must occur at least once per this many sequences. A key is the name of an action with its result. */
const SEQUENCES_PER_RESULT: Readonly<Record<string, number>> = {
  'plan: done': 2,
  'code: done': 4,
  'use: done': 4,
  'chargeback: done': 4,
  'reactivate: done': 4,
  'method: done': 4,
  'cancel: done': 4,
  'pay: done': 40,
  'plan: payment_refused': 40,
  'plan: subscription_past_due': 40,
};

// Hides the log lines of the service, since the sequences cause many errors on purpose.
beforeAll(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterAll(() => {
  vi.restoreAllMocks();
  const lines = [...resultCounts].sort(([left], [right]) => (left < right ? -1 : 1)).map(([result, times]) => `${result}: ${times}`);
  process.stdout.write(`${SEQUENCES} sequences and those of ABUSE_SEED=${DAILY_SEED}:\n  ${lines.join('\n  ')}\n`);
});

describe('a malicious customer', () => {
  it.each([
    ['fixed seeds', FIXED_SEED + FIRST, SEQUENCES],
    ['the seed of the day', DAILY_SEED + FIRST, Math.ceil(SEQUENCES / 4)],
  ])(
    'never gets more service than is paid for, in any sequence of 40 actions: %s',
    async (_name, first, count) => {
      const failures: string[] = [];
      for (let seed = first; seed < first + count; seed += 1) {
        const failure = await failureOf(seed);
        if (failure !== null) failures.push(failure);
      }
      expect(failures.join('\n\n')).toBe('');
    },
    3_600_000,
  );

  it('gets each result of `SEQUENCES_PER_RESULT` often enough', () => {
    expect(
      Object.entries(SEQUENCES_PER_RESULT).filter(([result, count]) => (resultCounts.get(result) ?? 0) < Math.floor(SEQUENCES / count)),
    ).toEqual([]);
  });
});
