import { describe, expect, it } from 'vitest';
import { type Aggregate, type BaseRecord, type Change, change } from '../../shared/domain/aggregate.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import type { Guard } from '../../shared/domain/decision.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { newCatalogue, World } from './world.ts';

/** A record that the reference count `open_things` counts while it is open. */
interface Thing extends BaseRecord {
  readonly open: boolean;
}

const thingAggregate: Aggregate<Thing> = {
  type: 'thing',
  prefix: 'thing_',
  view: (thing) => ({ id: thing.id, open: thing.open }),
  referenceCountsOf: ({ open }) => (open ? ['open_things'] : []),
};

const REFUSAL = new Refusal('state_conflict', 'No.');

const commit = (world: World, changes: readonly Change[], guards: readonly Guard[] = []) =>
  world.apply({ changes, guards, events: [], result: 'done' });

const putThing = (world: World, name: string, open = true): Change =>
  change(thingAggregate, world.find(thingAggregate, `thing_${name}`), { id: `thing_${name}`, created: 0, open });

const NONE_OPEN: Guard = { kind: 'unreferenced', name: 'open_things', refusal: REFUSAL };
const CLOSE: Guard = { kind: 'close', name: 'open_things', refusal: REFUSAL };
const CLAIM: Guard = { kind: 'claim', name: 'code', owner: 'thing_a', refusal: REFUSAL };

describe('`World`, the in-memory store of the domain tests,', () => {
  it('refuses an `unreferenced` guard while a record is counted', () => {
    const world = new World();
    commit(world, [putThing(world, 'a')]);
    expect(world.referenceCount('open_things')).toBe(1);
    expect(commit(world, [], [NONE_OPEN])).toBe(REFUSAL);
    commit(world, [putThing(world, 'a', false)]);
    expect(commit(world, [], [NONE_OPEN])).toBe('done');
  });

  it('refuses a `close` guard while a record is counted, and rejects new counted records while the count is closed', () => {
    const world = new World();
    commit(world, [putThing(world, 'a')]);
    expect(commit(world, [], [CLOSE])).toBe(REFUSAL);
    commit(world, [putThing(world, 'a', false)]);
    expect(commit(world, [], [CLOSE])).toBe('done');
    expect(() => commit(world, [putThing(world, 'b')])).toThrow('conflict on open_things, which is closed');
    expect(commit(world, [putThing(world, 'b', false)])).toBe('done');
    expect(commit(world, [], [{ kind: 'reopen', name: 'open_things' }])).toBe('done');
    expect(commit(world, [putThing(world, 'b')])).toBe('done');
  });

  it('refuses an `unclaimed` guard while the name is claimed', () => {
    const world = new World();
    const unclaimed: Guard = { kind: 'unclaimed', name: 'code', refusal: REFUSAL };
    expect(commit(world, [], [unclaimed])).toBe('done');
    commit(world, [], [CLAIM]);
    expect(commit(world, [], [unclaimed])).toBe(REFUSAL);
    commit(world, [], [{ kind: 'release', name: 'code' }]);
    expect(commit(world, [], [unclaimed])).toBe('done');
  });

  it('throws a conflict for an `unchanged` guard whose record changed in the meantime', () => {
    const world = new World();
    const { customer } = newCatalogue(world);
    const guard = { kind: 'unchanged', aggregate: customerAggregate, stored: customer } as const;
    expect(commit(world, [], [guard])).toBe('done');
    commit(world, [change(customerAggregate, customer, { ...customer.record, name: 'Ada' })]);
    expect(() => commit(world, [], [guard])).toThrow(`conflict on ${customer.record.id}`);
  });

  it('commits nothing if one guard refuses', () => {
    const world = new World();
    const exhausted: Guard = { kind: 'count', name: 'things', by: 1, max: 0, refusal: REFUSAL };
    expect(commit(world, [putThing(world, 'a')], [CLAIM, exhausted])).toBe(REFUSAL);
    expect([...world.owners]).toEqual([]);
    expect(world.find(thingAggregate, 'thing_a')).toBeNull();
  });

  it.each<[string, (world: World) => unknown]>([
    ['a record that is changed twice', (world) => commit(world, [putThing(world, 'a'), putThing(world, 'a')])],
    ['a reference count that is guarded and changed', (world) => commit(world, [putThing(world, 'a')], [NONE_OPEN])],
    ['a name that is claimed and released', (world) => commit(world, [], [CLAIM, { kind: 'release', name: 'code' }])],
  ])('rejects %s, because a transaction contains each item once', (_, act) => {
    expect(() => act(new World())).toThrow('is written twice');
  });
});
