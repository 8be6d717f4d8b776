import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openShopOn } from '../../provider/shop.ts';
import { memoryFixture } from '../../store/support.ts';
import { seedOfTheDay } from '../../support/seeds.ts';
import { endHistory } from '../histories/stage.ts';
import { type Offer, offer } from './catalogue.ts';
import { historyOf } from './history.ts';
import { abuseFaults } from './ledger.ts';
import { type Deed, deeds, leave, NOTHING } from './powers.ts';
import { openAbuse } from './stage.ts';

/** How many sequences of the fixed seeds; a quarter as many come from the seed of the day. */
const ABUSES = Number(process.env.ABUSES ?? 20);
/** Which one is the first, so that several processes can share them. */
const FIRST = Number(process.env.FIRST_ABUSE ?? 0);
const FIXED_SEED = 41_000;
/** `20270131` with two more digits; set it to repeat the sequences of another day. */
const DATED_SEED = seedOfTheDay('ABUSE_SEED');
/** A failing one is reported as short as it can be found in this time; `SHRINK=0`: as it was. */
const SHRINK_MS = 60_000;
const AS_IT_WAS = process.env.SHRINK === '0';

const happenings = new Map<string, number>();
const happened = (what: string): void => {
  happenings.set(what, (happenings.get(what) ?? 0) + 1);
};

const abuse = fc.record({ offer, deeds });

const attempt = async ({ offer: offered, deeds: tried }: { readonly offer: Offer; readonly deeds: readonly Deed[] }): Promise<void> => {
  const ground = await openShopOn(memoryFixture());
  try {
    const abuser = await openAbuse(ground, offered, happened);
    for (const deed of tried) await deed.perform(abuser);
    await leave(abuser);
    const history = await historyOf(abuser);
    const faults = abuseFaults(history);
    if (faults.length > 0) throw new Error(faults.join('; '));
    await endHistory(abuser);
  } finally {
    await ground.close();
  }
};

/** What is wrong with the attempt of this seed; `null`: nothing. */
const faultOf = async (seed: number): Promise<string | null> => {
  const details = await fc.check(fc.asyncProperty(abuse, attempt), {
    seed,
    numRuns: 1,
    unbiased: true,
    interruptAfterTimeLimit: SHRINK_MS,
    endOnFailure: AS_IT_WAS,
  });
  if (!details.failed) return null;
  const [reported] = details.counterexample ?? [];
  const tried = (reported?.deeds ?? []).map(String).filter((each) => each !== NOTHING);
  const error = details.errorInstance instanceof Error ? details.errorInstance.stack : String(details.errorInstance);
  return [`seed ${seed}`, error, JSON.stringify(reported?.offer), ...tried].join('\n  ');
};

/** In so many sequences each of these happens once at the very least: no power comes to nothing. */
const WITHIN: Readonly<Record<string, number>> = {
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

// What the service tells of the troubles that it meets, thousands of times.
beforeAll(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterAll(() => {
  vi.restoreAllMocks();
  const reported = [...happenings].sort(([one], [other]) => (one < other ? -1 : 1)).map(([what, times]) => `${what}: ${times}`);
  process.stdout.write(`${ABUSES} sequences and those of ABUSE_SEED=${DATED_SEED}:\n  ${reported.join('\n  ')}\n`);
});

describe('a client with the powers of a customer', () => {
  it.each([
    ['fixed seeds', FIXED_SEED + FIRST, ABUSES],
    ['the seed of the day', DATED_SEED + FIRST, Math.ceil(ABUSES / 4)],
  ])(
    'never gets more service than was paid for, in sequences of 40 actions: %s',
    async (_name, first, count) => {
      const faults: string[] = [];
      for (let seed = first; seed < first + count; seed += 1) {
        const fault = await faultOf(seed);
        if (fault !== null) faults.push(fault);
      }
      expect(faults.join('\n\n')).toBe('');
    },
    3_600_000,
  );

  it('uses each of its powers', () => {
    expect(Object.entries(WITHIN).filter(([what, sequences]) => (happenings.get(what) ?? 0) < Math.floor(ABUSES / sequences))).toEqual([]);
  });
});
