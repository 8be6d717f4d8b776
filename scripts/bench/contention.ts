import { setTimeout as pause } from 'node:timers/promises';
import { type ApiClient, newApiClient } from './api.ts';
import { fillPaidCheckouts } from './fill/sales.ts';
import { measureMs, repeatConcurrently } from './measure.ts';
import type { Subject } from './subject.ts';
import { atLeast, atMost, columns, type PartResult, shortNumber } from './verdict.ts';
import { waitUntilIdle } from './wait-until-idle.ts';

const CHECKOUTS = 200;
const LOW_CONCURRENCY = 8;
const WARM_UP = 24;
/** Interval at which a buyer's page polls for the outcome of a pending payment. */
const POLL_MS = 500;
const DEADLINE_MS = 90_000;
/** Status with which a return page redirects the buyer once the payment is settled. */
const SETTLED_STATUS = 303;
const FIRST_SERVER_ERROR = 500;

/** The result of settling a number of checkouts. */
interface RunResult {
  readonly perSecond: number;
  readonly serverErrors: number;
  /** Number of pages that needed more than one request. */
  readonly polledAgain: number;
}

/** Opens the return pages, `concurrency` at a time, and polls each until its payment is settled. */
const openReturnPages = async (caller: ApiClient, pages: readonly string[], concurrency: number): Promise<RunResult> => {
  let serverErrors = 0;
  let polledAgain = 0;
  const end = performance.now() + DEADLINE_MS;
  const visit = async (path: string): Promise<void> => {
    for (let attempt = 0; ; attempt += 1) {
      const { status } = await caller.call({ method: 'GET', path });
      if (status === SETTLED_STATUS) return;
      if (status >= FIRST_SERVER_ERROR) serverErrors += 1;
      if (attempt === 0) polledAgain += 1;
      if (performance.now() > end) throw new Error(`A checkout was not settled within ${DEADLINE_MS / 1000} s.`);
      await pause(POLL_MS);
    }
  };
  const ms = await measureMs(() => repeatConcurrently(pages.length, concurrency, (index) => visit(pages[index] ?? '')));
  return { perSecond: (pages.length * 1000) / ms, serverErrors, polledAgain };
};

/** Measures whether many concurrent writers to one tenant have a lower total throughput than a few. */
export const measureContention = async (subject: Subject): Promise<PartResult> => {
  const { baseUrl } = await subject.host();
  const data = await subject.data();
  const caller = newApiClient(baseUrl, CHECKOUTS);
  const [account] = await subject.accounts(1);
  if (account === undefined) throw new Error('There is no account.');
  const pagesFor = (count: number) => fillPaidCheckouts(data, { accountId: account.accountId, mode: 'test' }, count);
  try {
    const [warmUpPages, fewPages, manyPages] = [await pagesFor(WARM_UP), await pagesFor(CHECKOUTS), await pagesFor(CHECKOUTS)];
    await waitUntilIdle(subject.dataDirectory);
    await openReturnPages(caller, warmUpPages, LOW_CONCURRENCY);
    const few = await openReturnPages(caller, fewPages, LOW_CONCURRENCY);
    await waitUntilIdle(subject.dataDirectory);
    const many = await openReturnPages(caller, manyPages, CHECKOUTS);
    const rows = Object.entries({ [`${LOW_CONCURRENCY} at once`]: few, [`${CHECKOUTS} at once`]: many });
    return {
      findings: [
        atLeast(`checkouts settled a second: ${CHECKOUTS} at once / ${LOW_CONCURRENCY} at once`, many.perSecond / few.perSecond, 1, ' x'),
        atMost(`5xx responses with ${CHECKOUTS} checkouts at once`, many.serverErrors, 0),
      ],
      detail: [
        'Checkouts are started and paid with the flows of the service, without the API and its rate limits; return pages are opened over HTTP.',
        ...columns([
          ['checkouts of one tenant', 'a second', '5xx', 'polled again'],
          ...rows.map(([what, result]) => [what, shortNumber(result.perSecond), String(result.serverErrors), String(result.polledAgain)]),
        ]),
      ],
      data: { few, many },
    };
  } finally {
    caller.close();
  }
};
