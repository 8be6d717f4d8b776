import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { failAdvance, finishAdvance, moveClockTo, startAdvance } from '../../../shared/domain/test-clock/advance.ts';
import { createTestClock } from '../../../shared/domain/test-clock/create.ts';
import { testClockAggregate } from '../../../shared/domain/test-clock/record.ts';
import { START, World } from '../world.ts';

describe('test clocks', () => {
  const setup = (frozenTime = START) => {
    const world = new World();
    const { id } = world.do(createTestClock({ frozenTime }, null, world.ctx()));
    return { world, clock: () => world.get(testClockAggregate, id) };
  };
  const TWO_MONTHS_LATER = Date.UTC(2026, 2, 31, 12) / 1000;

  it.each([
    ['to the same second', false, START, []],
    ['one second forward', true, START + 1, []],
    ['two years without a subscription', true, Date.UTC(2028, 0, 31, 12) / 1000, []],
    ['a second more than two years', false, Date.UTC(2028, 0, 31, 12) / 1000 + 1, []],
    ['two months with a monthly subscription', true, TWO_MONTHS_LATER, ['year', 'month']],
    ['a second more than two months with a monthly subscription', false, TWO_MONTHS_LATER + 1, ['month']],
  ] as const)('can advance %s: %s', (_name, allowed, frozenTime, intervals) => {
    const { world, clock } = setup();
    const outcome = world.apply(startAdvance({ frozenTime }, { clock: clock(), intervals }, world.ctx()));
    expect(outcome).toMatchObject(allowed ? { status: 'advancing' } : { code: 'parameter_invalid', param: 'frozen_time' });
  });

  it('refuse a time that is too early and a time that is too far ahead with different messages', () => {
    const { world, clock } = setup();
    const messageFor = (frozenTime: number) => {
      const outcome = world.apply(startAdvance({ frozenTime }, { clock: clock(), intervals: ['month'] }, world.ctx()));
      return outcome instanceof Refusal ? outcome.message : null;
    };
    expect(messageFor(START - 1)).toBe(`\`frozen_time\` must be after ${START}, the time of the clock: a clock only moves forward.`);
    expect(messageFor(TWO_MONTHS_LATER + 1)).toMatch(new RegExp(`must be at most ${TWO_MONTHS_LATER}: .* Advance in several steps\\.$`));
  });

  it('only move forward, at most to their target, and are ready when the advance is finished', () => {
    const { world, clock } = setup();
    world.do(startAdvance({ frozenTime: START + 9 }, { clock: clock(), intervals: [] }, world.ctx()));
    const secondAdvance = startAdvance({ frozenTime: START + 20 }, { clock: clock(), intervals: [] }, world.ctx());
    expect(secondAdvance).toMatchObject({ code: 'state_conflict' });
    for (const [time, expected] of [
      [START + 5, START + 5],
      [START + 3, START + 5],
      [START + 99, START + 9],
    ] as const) {
      expect(world.do(moveClockTo({ time }, { clock: clock() }, world.ctx())).frozenTime).toBe(expected);
    }
    world.do(finishAdvance(null, { clock: clock() }, world.ctx()));
    expect(finishAdvance(null, { clock: clock() }, world.ctx())).toMatchObject({ changes: [] });
    expect(world.view(testClockAggregate, clock().record.id)).toMatchObject({ status: 'ready', frozen_time: START + 9 });
    expect(testClockAggregate.dueOf?.(clock().record)).toBeNull();
  });

  it('keep the time that a failed advance reached', () => {
    const { world, clock } = setup();
    world.do(startAdvance({ frozenTime: START + 9 }, { clock: clock(), intervals: [] }, world.ctx()));
    world.do(moveClockTo({ time: START + 4 }, { clock: clock() }, world.ctx()));
    expect(world.do(failAdvance(null, { clock: clock() }, world.ctx()))).toMatchObject({ status: 'failed', frozenTime: START + 4 });
  });

  it.each([Date.UTC(1999, 11, 31) / 1000, Date.UTC(2101, 0, 1) / 1000])('refuse the time %i', (frozenTime) => {
    const world = new World();
    expect(world.apply(createTestClock({ frozenTime }, null, world.ctx()))).toMatchObject({ param: 'frozen_time' });
  });
});
