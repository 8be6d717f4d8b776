import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openShopOn } from '../../provider/shop.ts';
import { memoryFixture } from '../../store/support.ts';
import { endHistory } from '../histories/stage.ts';
import { type Offer, offer } from './catalogue.ts';
import { historyOf } from './history.ts';
import { abuseFaults } from './ledger.ts';
import { type Deed, deeds, leave } from './powers.ts';
import { openAbuse } from './stage.ts';

/** How many customers try; all of them are a step of their own in CI. */
const ABUSES = Number(process.env.ABUSES ?? 20);
/** Which one is the first, so that several processes can share them. */
const FIRST = Number(process.env.FIRST_ABUSE ?? 0);
/** A failing one is told as short as it can be found in this time; `SHRINK=0`: as it was. */
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
    if (faults.length > 0) throw new Error(`${faults.join('; ')}\n${process.env.TRACE ? JSON.stringify({...history, told: history.told.map(({type,at,plan,start,end,code,status})=>[type,at,plan.name,start,end,code,status].join(' ')), coverages: history.coverages.map(({plan, ...c})=>plan.name+JSON.stringify(c))}, null, 1) : ''}`);
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
  const [told] = details.counterexample ?? [];
  const error = details.errorInstance instanceof Error ? details.errorInstance.stack : String(details.errorInstance);
  return [`seed ${seed}`, error, JSON.stringify(told?.offer), ...(told?.deeds ?? []).map(String)].join('\n  ');
};

const seedOf = (number: number): number => 41_000 + number;

// What the service tells of the troubles that it meets, thousands of times.
beforeAll(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterAll(() => {
  vi.restoreAllMocks();
  const told = [...happenings].sort(([one], [other]) => (one < other ? -1 : 1)).map(([what, times]) => `${what}: ${times}`);
  process.stdout.write(`in ${ABUSES} abuses:\n  ${told.join('\n  ')}\n`);
});

describe('a client with the powers of a customer', () => {
  it(`never has more service than was paid for: ${ABUSES} seeded sequences`, async () => {
    const faults: string[] = [];
    for (let number = FIRST; number < FIRST + ABUSES; number += 1) {
      const fault = await faultOf(seedOf(number));
      if (fault !== null) faults.push(fault);
    }
    expect(faults.join('\n\n')).toBe('');
  }, 3_600_000);
});
