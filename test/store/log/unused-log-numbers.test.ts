import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { change, type Stored } from '../../../shared/domain/aggregate.ts';
import type { Decision } from '../../../shared/domain/decision.ts';
import { idSource } from '../../../shared/platform/ids.ts';
import { SYSTEM } from '../../../shared/store/audit/entries.ts';
import { readForward } from '../../../shared/store/event-log/entries.ts';
import { runUnit, type WriterCommand } from '../../../shared/store/writer/unit.ts';
import { createTally, type EngineFixture, markTally, openFixture, type Tally, tallyAggregate } from '../support.ts';

const EXISTS = 'attribute_exists(pk)';

describe('log numbers of a command whose write fails', () => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await openFixture('dynoxide');
  }, 120_000);
  afterAll(() => fixture.stop());

  it.each([
    ['is no longer true', { ConditionCheck: { Key: { pk: 'none', sk: 'none' }, ConditionExpression: EXISTS } }, 'ConditionLost'],
    ['is malformed', { ConditionCheck: { Key: { pk: 'none' }, ConditionExpression: EXISTS } }, 'TransactionRefused'],
  ])('are filled with tombstones if a condition %s, so that later events are not delayed', async (_fault, condition, name) => {
    const { store, table, clock } = fixture;
    const tenant = fixture.tenant();
    await createTally(store, tenant, 'tly_1');
    const unit: WriterCommand<Stored<Tally> | null, null> = {
      tenant,
      actor: SYSTEM,
      load: () => store.get(tallyAggregate, tenant, 'tly_1'),
      nowOf: () => null,
      decide: (stored): Decision<null> => ({
        changes: stored === null ? [] : [change(tallyAggregate, stored, { ...stored.record, count: 1 })],
        events: [{ type: 'product.updated', subjectId: 'tly_1' }],
        result: null,
      }),
    };
    const nowMs = (): number => clock.nowMs;
    await expect(runUnit({ table, nowMs, ids: idSource(nowMs) }, unit, [condition])).rejects.toMatchObject({ name });
    await markTally(store, tenant, 'tly_1', 'b');
    expect((await readForward(table, tenant, 0, 100, clock.nowMs)).map(({ kind }) => kind)).toEqual(['event', 'tombstone', 'event']);
  });
});
