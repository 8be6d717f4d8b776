import { expect, it } from 'vitest';
import { change } from '../../../shared/domain/aggregate.ts';
import type { Decision, Guard } from '../../../shared/domain/decision.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { SYSTEM } from '../../../shared/store/audit/entries.ts';
import { memoryFixture, type Tally, tallyAggregate } from '../support.ts';

const COUNT = 'tallies:1';
const NOT_EMPTY = new Refusal('state_conflict', 'There are counted records.');
const CLOSED = new Refusal('state_conflict', 'Closed.');
const counted = { ...tallyAggregate, referenceCountsOf: () => [COUNT] };

const creation = (id: string): Decision<null> => ({
  changes: [change(counted, null, { id, created: 0, count: 0, marks: [] } satisfies Tally)],
  events: [],
  result: null,
});

const guarded = (guard: Guard): Decision<null> => ({ changes: [], events: [], guards: [guard], result: null });

it('the store refuses to close a reference count above zero, and creates no records of a closed count until it is reopened', async () => {
  const { store, tenant: newTenant } = memoryFixture();
  const [used, unused] = [newTenant(), newTenant()];
  const run = async (tenant: typeof used, decide: () => Decision<null> | Refusal) => {
    const outcome = await store.run({ tenant, actor: SYSTEM, load: async () => null, nowOf: () => null, decide });
    return outcome.kind === 'refused' ? outcome.refusal : outcome.kind;
  };
  const close = () => guarded({ kind: 'close', name: COUNT, refusal: NOT_EMPTY });

  expect(await run(used, () => creation('tly_1'))).toBe('done');
  expect(await run(used, close)).toBe(NOT_EMPTY);

  expect(await run(unused, close)).toBe('done');
  let attempts = 0;
  // The first decision still creates the record, as if it was made before the count was closed.
  const decide = () => (++attempts === 1 ? creation('tly_1') : CLOSED);
  expect([await run(unused, decide), attempts]).toEqual([CLOSED, 2]);
  expect(await store.get(tallyAggregate, unused, 'tly_1')).toBeNull();

  expect(await run(unused, () => guarded({ kind: 'reopen', name: COUNT }))).toBe('done');
  expect(await run(unused, () => creation('tly_1'))).toBe('done');
});
