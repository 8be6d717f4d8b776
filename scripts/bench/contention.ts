import { setTimeout as pause } from 'node:timers/promises';
import { type Caller, callerOf } from './api.ts';
import { atRest } from './at-rest.ts';
import { fillPaidCheckouts } from './fill/checkouts.ts';
import { inParallel, timed } from './measure.ts';
import type { Subject } from './subject.ts';
import { atLeast, atMost, columns, type PartResult, shortNumber } from './verdict.ts';

const CHECKOUTS = 200;
const FEW_AT_ONCE = 8;
const WARM_UP = 24;
/** A buyer's page that shows no outcome yet looks again on its own. */
const LOOK_AGAIN_MS = 500;
const GIVEN_UP_AFTER_MS = 90_000;
const SETTLED = 303;
const FIRST_FAULT = 500;

/** How a number of checkouts was settled. */
interface Rush {
  readonly perSecond: number;
  readonly faults: number;
  /** Pages that had to look more than once. */
  readonly lookedAgain: number;
}

/** All buyers come back to their pages, so many at once, and stay until their payment is settled. */
const comeBack = async (caller: Caller, pages: readonly string[], atOnce: number): Promise<Rush> => {
  let faults = 0;
  let lookedAgain = 0;
  const end = performance.now() + GIVEN_UP_AFTER_MS;
  const visit = async (path: string): Promise<void> => {
    for (let looks = 0; ; looks += 1) {
      const { status } = await caller.call({ method: 'GET', path });
      if (status === SETTLED) return;
      if (status >= FIRST_FAULT) faults += 1;
      if (looks === 0) lookedAgain += 1;
      if (performance.now() > end) throw new Error(`A checkout was not settled within ${GIVEN_UP_AFTER_MS / 1000} s.`);
      await pause(LOOK_AGAIN_MS);
    }
  };
  const ms = await timed(() => inParallel(pages.length, atOnce, (index) => visit(pages[index] ?? '')));
  return { perSecond: (pages.length * 1000) / ms, faults, lookedAgain };
};

/** Whether many who write to one tenant at once get less done together than a few. */
export const measureContention = async (subject: Subject): Promise<PartResult> => {
  const { baseUrl } = await subject.host();
  const data = await subject.data();
  const caller = callerOf(baseUrl, CHECKOUTS);
  const [account] = await subject.accounts(1);
  if (account === undefined) throw new Error('There is no account.');
  const pagesFor = (count: number) => fillPaidCheckouts(data, account.accountId, count);
  try {
    const [first, forFew, forMany] = [await pagesFor(WARM_UP), await pagesFor(CHECKOUTS), await pagesFor(CHECKOUTS)];
    await atRest(subject.dataDirectory);
    await comeBack(caller, first, FEW_AT_ONCE);
    const few = await comeBack(caller, forFew, FEW_AT_ONCE);
    await atRest(subject.dataDirectory);
    const many = await comeBack(caller, forMany, CHECKOUTS);
    const rows = Object.entries({ [`${FEW_AT_ONCE} at once`]: few, [`${CHECKOUTS} at once`]: many });
    return {
      findings: [
        atLeast(`checkouts settled a second: ${CHECKOUTS} at once / ${FEW_AT_ONCE}`, many.perSecond / few.perSecond, 1, ' x'),
        atMost(`answers 5xx to ${CHECKOUTS} at once`, many.faults, 0),
      ],
      detail: [
        'Checkouts are begun and paid by the flows of the service, past the API and its rate limits; buyers come back over HTTP.',
        ...columns([
          ['checkouts of one tenant', 'a second', '5xx', 'looked again'],
          ...rows.map(([what, rush]) => [what, shortNumber(rush.perSecond), String(rush.faults), String(rush.lookedAgain)]),
        ]),
      ],
      data: { few, many },
    };
  } finally {
    caller.close();
  }
};
