import { describe, expect, it } from 'vitest';
import type { ChargeResult } from '../../shared/flows/renewals/charges.ts';
import { abandonedCharges, firstState, next, type RunCharge, type RunEvent, type RunState } from '../../shared/flows/renewals/run-state.ts';

const SETTINGS = { chargesAtOnce: 25 };
const REFUSED: ChargeResult = { kind: 'refused', failure: { providerPaymentId: null, failureCode: 'card_declined', failureMessage: null } };
const NO_RESPONSE: ChargeResult = { kind: 'no_response' };
const PREPARED_NOTHING: RunEvent = { kind: 'prepared', charges: [], more: false, readTo: {} };

/** A run that a sweep started, which needs the lease of its tenant. */
const leasedRun = firstState({ accountId: 'acct_1', mode: 'live', runId: 'run_1' }, SETTINGS);
/** A run for named subscriptions that the advance of a test clock started, without a lease. */
const clockRun = firstState({ accountId: 'acct_1', mode: 'test', runId: 'run_1', subscriptionIds: ['sub_0'] }, SETTINGS);

const chargesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    subscriptionId: `sub_${index}`,
    invoiceId: `in_${index}`,
    paymentId: `pay_${index}`,
    fresh: true,
  }));

/** The state after the run prepared `count` charges. */
const prepared = (state: RunState, count: number): RunState =>
  next(state, { kind: 'prepared', charges: chargesOf(count), more: false, readTo: {} }, SETTINGS);

const resultsOf = (state: RunState, result: (charge: RunCharge) => ChargeResult) =>
  new Map(state.shares.flatMap(({ charges }) => charges).map((charge) => [charge.paymentId, result(charge)]));

/** The state after each charge has the result that `result` returns. */
const settled = (state: RunState, result: (charge: RunCharge) => ChargeResult): RunState =>
  next(state, { kind: 'settled', results: resultsOf(state, result) }, SETTINGS);

describe('the state machine of a billing run', () => {
  it('splits the charges into batches that share the concurrency limit, rounded up for each batch', () => {
    // `shares` is the stored name of the batches, `rounds` that of the number of iterations.
    const { next: step, shares, rounds } = prepared({ ...leasedRun, parallel: 70 }, 90);
    expect([step, rounds]).toEqual(['charge', 1]);
    expect(shares.map(({ charges, atOnce, leased }) => [charges.length, atOnce, leased])).toEqual([
      [30, 24, true],
      [30, 24, true],
      [30, 24, true],
    ]);
    expect(prepared(leasedRun, 3).shares.map(({ charges }) => charges.length)).toEqual([3]);
  });

  it('ends when nothing is due, and remembers up to where it has read the lists', () => {
    expect(next(leasedRun, PREPARED_NOTHING, SETTINGS).next).toBe('done');
    expect(next(clockRun, PREPARED_NOTHING, SETTINGS).next).toBe('done');
    const readTo = { renewals: '000000000001#renewal#sub_1' };
    expect(next(leasedRun, { kind: 'prepared', charges: [], more: true, readTo }, SETTINGS)).toMatchObject({ next: 'prepare', readTo });
  });

  it('ends after 20 steps without charges, such as notices, so that they do not keep its slot either', () => {
    const more: RunEvent = { kind: 'prepared', charges: [], more: true, readTo: {} };
    expect(next({ ...leasedRun, steps: 18 }, more, SETTINGS)).toMatchObject({ next: 'prepare', steps: 19 });
    expect(next({ ...leasedRun, steps: 19 }, more, SETTINGS).next).toBe('done');
    expect(prepared({ ...leasedRun, steps: 19 }, 1).next).toBe('charge');
  });

  it('ends when its slot is lost', () => {
    expect(next(leasedRun, { kind: 'slot_lost' }, SETTINGS).next).toBe('done');
  });

  it('ends when its lease is lost', () => {
    expect(next(leasedRun, { kind: 'lease_lost' }, SETTINGS).next).toBe('done');
  });

  it('continues with the next iteration when every charge has an outcome, with one more concurrent charge up to the limit', () => {
    const after = settled({ ...prepared(leasedRun, 2), parallel: 7 }, () => REFUSED);
    expect(after).toMatchObject({ next: 'prepare', open: [], shares: [], parallel: 8, waitSeconds: 0 });
    expect(settled(prepared(leasedRun, 2), () => REFUSED).parallel).toBe(25);
  });

  it('tries a charge without a response at most five times', () => {
    const before = prepared(leasedRun, 2);
    const afterOneTry = settled(before, ({ paymentId }) => (paymentId === 'pay_0' ? NO_RESPONSE : REFUSED));
    expect(afterOneTry.open).toEqual([{ ...chargesOf(1)[0], fresh: false, tries: 1 }]);
    const afterFourTries = {
      ...before,
      shares: before.shares.map((batch) => ({ ...batch, charges: batch.charges.map((c) => ({ ...c, tries: 4 })) })),
    };
    const results = resultsOf(afterFourTries, () => NO_RESPONSE);
    expect(next(afterFourTries, { kind: 'settled', results }, SETTINGS).open).toEqual([]);
    expect(abandonedCharges(afterFourTries, results).map(({ paymentId }) => paymentId)).toEqual(['pay_0', 'pay_1']);
    expect(
      abandonedCharges(
        before,
        resultsOf(before, () => NO_RESPONSE),
      ),
    ).toEqual([]);
  });

  it('counts a missing result as no response, and waits longer after each iteration without a response', () => {
    const first = next(prepared(leasedRun, 2), { kind: 'settled', results: new Map() }, SETTINGS);
    expect(first).toMatchObject({ next: 'wait', waitSeconds: 5, parallel: 25 });
    const second = settled(next(first, PREPARED_NOTHING, SETTINGS), () => NO_RESPONSE);
    expect(second.waitSeconds).toBe(10);
  });

  it('halves the concurrency when the provider throttles, and waits as long as the provider requests, at most 40 seconds', () => {
    const throttled = (retryAfterSeconds: number) => settled(prepared(leasedRun, 2), () => ({ kind: 'not_tried', retryAfterSeconds }));
    expect(throttled(12)).toMatchObject({ next: 'wait', waitSeconds: 12, parallel: 12 });
    expect(throttled(600).waitSeconds).toBe(40);
    expect(throttled(12).open.map(({ tries, fresh }) => [tries, fresh])).toEqual([
      [0, true],
      [0, true],
    ]);
  });

  it('ends a run of a sweep after 20 iterations, so that a large tenant does not keep its slot while others wait', () => {
    const ended = (state: RunState) => settled({ ...prepared(state, 1), rounds: 20 }, () => REFUSED).next;
    expect([ended(leasedRun), ended(clockRun)]).toEqual(['done', 'prepare']);
    expect(settled({ ...prepared(leasedRun, 1), rounds: 19 }, () => REFUSED).next).toBe('prepare');
  });
});
