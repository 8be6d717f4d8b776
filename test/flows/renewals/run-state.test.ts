import { describe, expect, it } from 'vitest';
import {
  abandonedCharges,
  begunOf,
  type ChargeProgress,
  firstState,
  MAX_ITERATIONS,
  nextRunState,
  type PreparedEvent,
  type RunCharge,
  type RunState,
  shouldPrepareAhead,
} from '../../../shared/flows/renewals/run-state.ts';

const SETTINGS = { chargesAtOnce: 25 };
const SETTLED: ChargeProgress = { kind: 'settled' };
const NO_RESPONSE: ChargeProgress = { kind: 'no_response' };
const PREPARED_NOTHING: PreparedEvent = { kind: 'prepared', charges: [], more: false, readTo: {}, left: [] };
const MORE: PreparedEvent = { ...PREPARED_NOTHING, more: true };

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
const withCharges = (state: RunState, count: number): RunState =>
  nextRunState(state, { ...PREPARED_NOTHING, charges: chargesOf(count) }, SETTINGS);

const progressOf = (state: RunState, progress: (charge: RunCharge) => ChargeProgress) =>
  new Map(state.shares.flatMap(({ charges }) => charges).map((charge) => [charge.paymentId, progress(charge)]));

/** The state after an iteration in which each charge got the progress that `progress` returns. `ahead`: what was prepared concurrently. */
const chargeAll = (state: RunState, progress: (charge: RunCharge) => ChargeProgress, ahead: PreparedEvent = MORE): RunState =>
  nextRunState(state, { kind: 'charged', progress: progressOf(state, progress), ahead }, SETTINGS);

describe('the state machine of a billing run', () => {
  it('splits the charges into batches that share the concurrency limit, rounded up for each batch', () => {
    // The stored state calls the batches `shares`, and the number of iterations `rounds`.
    const { next: step, shares, rounds } = withCharges({ ...leasedRun, parallel: 70 }, 90);
    expect([step, rounds]).toEqual(['charge', 1]);
    expect(shares.map(({ charges, atOnce }) => [charges.length, atOnce])).toEqual([
      [30, 24],
      [30, 24],
      [30, 24],
    ]);
    expect(withCharges(leasedRun, 3).shares.map(({ charges }) => charges.length)).toEqual([3]);
  });

  it('ends when nothing is due; otherwise remembers up to where it has read the lists', () => {
    expect(nextRunState(leasedRun, PREPARED_NOTHING, SETTINGS).next).toBe('done');
    expect(nextRunState(clockRun, PREPARED_NOTHING, SETTINGS).next).toBe('done');
    const readTo = { renewals: '000000000001#renewal#sub_1' };
    expect(nextRunState(leasedRun, { ...MORE, readTo }, SETTINGS)).toMatchObject({ next: 'prepare', readTo });
  });

  it('ends after the maximum number of steps if nothing is left to charge', () => {
    expect(nextRunState({ ...leasedRun, steps: MAX_ITERATIONS - 2 }, MORE, SETTINGS)).toMatchObject({
      next: 'prepare',
      steps: MAX_ITERATIONS - 1,
    });
    expect(nextRunState({ ...leasedRun, steps: MAX_ITERATIONS - 1 }, MORE, SETTINGS).next).toBe('done');
    expect(withCharges({ ...leasedRun, steps: MAX_ITERATIONS - 1 }, 1).next).toBe('charge');
  });

  it('ends when its slot is lost', () => {
    const ended = nextRunState(withCharges(leasedRun, 2), { kind: 'slot_lost', left: ['sub_9'] }, SETTINGS);
    expect(ended.next).toBe('done');
    expect(begunOf(ended)).toEqual(['sub_0', 'sub_1', 'sub_9']);
  });

  it('ends when its lease is lost', () => {
    expect(nextRunState(leasedRun, { kind: 'lease_lost' }, SETTINGS).next).toBe('done');
  });

  it('continues with the charges that were prepared during the iteration', () => {
    const ahead: PreparedEvent = { ...MORE, charges: chargesOf(3).slice(2), readTo: { renewals: 'x' }, left: ['sub_9'] };
    const after = chargeAll(withCharges(leasedRun, 2), ({ paymentId }) => (paymentId === 'pay_0' ? NO_RESPONSE : SETTLED), ahead);
    expect(after).toMatchObject({ next: 'charge', rounds: 2, open: [], readTo: { renewals: 'x' } });
    expect(after.shares.flatMap(({ charges }) => charges).map(({ paymentId, tries }) => [paymentId, tries])).toEqual([
      ['pay_0', 1],
      ['pay_2', 0],
    ]);
    expect(begunOf(after)).toEqual(['sub_0', 'sub_2', 'sub_9']);
  });

  it('after an iteration that prepared nothing, prepares again if more is due; ends otherwise, or if lease or slot is lost', () => {
    const stateAfter = (ahead: PreparedEvent) => chargeAll(withCharges(leasedRun, 2), () => SETTLED, ahead);
    expect(stateAfter(MORE)).toMatchObject({ next: 'prepare', open: [], shares: [], waitSeconds: 0 });
    expect(stateAfter(PREPARED_NOTHING).next).toBe('done');
    expect(stateAfter({ kind: 'lease_lost' }).next).toBe('done');
    expect(stateAfter({ kind: 'slot_lost', left: [] }).next).toBe('done');
  });

  it('keeps the charges that were prepared during the iteration if it has to wait before the next iteration', () => {
    const ahead: PreparedEvent = { ...MORE, charges: chargesOf(3).slice(2) };
    const after = chargeAll(withCharges(leasedRun, 2), () => ({ kind: 'not_tried', retryAfterSeconds: 3 }), ahead);
    expect(after).toMatchObject({ next: 'wait', waitSeconds: 3 });
    expect(after.open.map(({ paymentId }) => paymentId)).toEqual(['pay_0', 'pay_1', 'pay_2']);
  });

  it('starts with a concurrency of at most 30, doubles it up to the limit, and adds only one after the provider has throttled', () => {
    const parallelAfter = (state: RunState) => chargeAll({ ...withCharges(leasedRun, 2), ...state }, () => SETTLED).parallel;
    const state = withCharges(leasedRun, 2);
    expect(parallelAfter({ ...state, parallel: 7 })).toBe(14);
    expect(parallelAfter({ ...state, parallel: 20 })).toBe(25);
    expect(parallelAfter({ ...state, parallel: 7, throttled: true })).toBe(8);
    expect(firstState(leasedRun, { chargesAtOnce: 120 }).parallel).toBe(30);
  });

  it('prepares the next iteration in advance, except in its last iteration; a run for a test clock never does', () => {
    expect([MAX_ITERATIONS - 1, MAX_ITERATIONS].map((rounds) => shouldPrepareAhead({ ...leasedRun, rounds }))).toEqual([true, false]);
    expect(shouldPrepareAhead(clockRun)).toBe(false);
  });

  it('neither keeps nor waits for charges whose provider account is not connected', () => {
    const after = chargeAll(withCharges(leasedRun, 2), () => ({ kind: 'not_connected' }));
    expect(after).toMatchObject({ next: 'prepare', open: [], shares: [], waitSeconds: 0 });
  });

  it('tries a charge without a response at most five times', () => {
    const before = withCharges(leasedRun, 2);
    const afterOneTry = chargeAll(before, ({ paymentId }) => (paymentId === 'pay_0' ? NO_RESPONSE : SETTLED));
    expect(afterOneTry.shares.flatMap(({ charges }) => charges)).toEqual([{ ...chargesOf(1)[0], fresh: false, tries: 1 }]);
    const afterFourTries = {
      ...before,
      shares: before.shares.map((batch) => ({ ...batch, charges: batch.charges.map((c) => ({ ...c, tries: 4 })) })),
    };
    const progress = progressOf(afterFourTries, () => NO_RESPONSE);
    expect(nextRunState(afterFourTries, { kind: 'charged', progress, ahead: MORE }, SETTINGS)).toMatchObject({ open: [], shares: [] });
    expect(abandonedCharges(afterFourTries, progress).map(({ paymentId }) => paymentId)).toEqual(['pay_0', 'pay_1']);
    expect(
      abandonedCharges(
        before,
        progressOf(before, () => NO_RESPONSE),
      ),
    ).toEqual([]);
  });

  it('counts missing progress as no response, and waits longer after each iteration without a response', () => {
    const first = nextRunState(withCharges(leasedRun, 2), { kind: 'charged', progress: new Map(), ahead: MORE }, SETTINGS);
    expect(first).toMatchObject({ next: 'wait', waitSeconds: 5, parallel: 25 });
    // The second iteration also contains new charges, which have no tries yet.
    const second = chargeAll(nextRunState(first, { ...MORE, charges: chargesOf(4).slice(2) }, SETTINGS), () => NO_RESPONSE);
    expect(second.waitSeconds).toBe(10);
  });

  it('halves the concurrency when the provider throttles, and waits as long as the provider requests, at most 40 seconds', () => {
    const throttled = (retryAfterSeconds: number) => chargeAll(withCharges(leasedRun, 2), () => ({ kind: 'not_tried', retryAfterSeconds }));
    expect(throttled(12)).toMatchObject({ next: 'wait', waitSeconds: 12, parallel: 12 });
    expect(throttled(600).waitSeconds).toBe(40);
    expect(throttled(12).open.map(({ tries, fresh }) => [tries, fresh])).toEqual([
      [0, true],
      [0, true],
    ]);
  });

  it('ends a run of a sweep after 30 iterations, so that other tenants get its slot; a run for a test clock continues', () => {
    const nextStepOf = (state: RunState) => chargeAll({ ...withCharges(state, 1), rounds: 30 }, () => SETTLED).next;
    expect([nextStepOf(leasedRun), nextStepOf(clockRun)]).toEqual(['done', 'prepare']);
    expect(chargeAll({ ...withCharges(leasedRun, 1), rounds: 29 }, () => SETTLED).next).toBe('prepare');
  });
});
