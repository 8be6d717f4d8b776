import { describe, expect, it } from 'vitest';
import { type Aggregate, type BaseRecord, type Change, change } from '../../shared/domain/aggregate.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import type { Guard } from '../../shared/domain/decision.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { catalogue, World } from './world.ts';

/** A thing that is counted while it is open. */
interface Thing extends BaseRecord {
  readonly open: boolean;
}

const thingAggregate: Aggregate<Thing> = {
  type: 'thing',
  prefix: 'thing_',
  view: (thing) => ({ id: thing.id, open: thing.open }),
  referenceCountsOf: ({ open }) => (open ? ['open_things'] : []),
};

const REFUSAL = new Refusal('state_conflict', 'no');

const commit = (world: World, changes: readonly Change[], guards: readonly Guard[] = []) =>
  world.apply({ changes, guards, events: [], result: 'done' });

const put = (world: World, name: string, open = true): Change =>
  change(thingAggregate, world.find(thingAggregate, `thing_${name}`), { id: `thing_${name}`, created: 0, open });

const NONE: Guard = { kind: 'none', name: 'open_things', refusal: REFUSAL };
const CLOSE: Guard = { kind: 'close', name: 'open_things', refusal: REFUSAL };
const CLAIM: Guard = { kind: 'claim', name: 'code', owner: 'thing_a', refusal: REFUSAL };

describe('the account in memory', () => {
  it('refuses by `none` while a record is counted, and no longer', () => {
    const world = new World();
    commit(world, [put(world, 'a')]);
    expect(world.tally('open_things')).toBe(1);
    expect(commit(world, [], [NONE])).toBe(REFUSAL);
    commit(world, [put(world, 'a', false)]);
    expect(commit(world, [], [NONE])).toBe('done');
  });

  it('closes a tally by `close`: refused while a record is counted; then none comes in, and others still go out', () => {
    const world = new World();
    commit(world, [put(world, 'a')]);
    expect(commit(world, [], [CLOSE])).toBe(REFUSAL);
    commit(world, [put(world, 'a', false)]);
    expect(commit(world, [], [CLOSE])).toBe('done');
    expect(() => commit(world, [put(world, 'b')])).toThrow('conflict on open_things, which is closed');
    expect(commit(world, [put(world, 'b', false)])).toBe('done');
    expect(commit(world, [], [{ kind: 'reopen', name: 'open_things' }])).toBe('done');
    expect(commit(world, [put(world, 'b')])).toBe('done');
  });

  it('decides again by `unchanged` when the record changed or went in the meantime', () => {
    const world = new World();
    const { customer } = catalogue(world);
    const guard = { kind: 'unchanged', aggregate: customerAggregate, stored: customer } as const;
    expect(commit(world, [], [guard])).toBe('done');
    commit(world, [change(customerAggregate, customer, { ...customer.record, name: 'Ada' })]);
    expect(() => commit(world, [], [guard])).toThrow(`conflict on ${customer.record.id}`);
  });

  it('commits nothing of a decision that one of its guards refuses', () => {
    const world = new World();
    const full: Guard = { kind: 'count', name: 'things', by: 1, max: 0, refusal: REFUSAL };
    expect(commit(world, [put(world, 'a')], [CLAIM, full])).toBe(REFUSAL);
    expect([...world.owners]).toEqual([]);
    expect(world.find(thingAggregate, 'thing_a')).toBeNull();
  });

  it.each<[string, (world: World) => unknown]>([
    ['a record that is changed twice', (world) => commit(world, [put(world, 'a'), put(world, 'a')])],
    ['a tally that is guarded and moved', (world) => commit(world, [put(world, 'a')], [NONE])],
    ['a name that is claimed and released', (world) => commit(world, [], [CLAIM, { kind: 'release', name: 'code' }])],
  ])('does not take %s: a transaction has each item once', (_, act) => {
    expect(() => act(new World())).toThrow('is written twice');
  });
});
