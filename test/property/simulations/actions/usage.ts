import fc from 'fast-check';
import { usageRecordAggregate } from '../../../../shared/domain/usage-record/record.ts';
import { allOf } from '../../../../shared/flows/load/records.ts';
import { addUsage } from '../../../flows/usage-steps.ts';
import { storeWith } from '../../histories/environment.ts';
import { realTimeSeconds } from '../simulation.ts';
import { periodOf } from '../state.ts';
import { defineAction } from './action.ts';

const DAY = 86_400;

/** Records usage from `ago` seconds ago; negative: in the future. After a crash, the caller retries if nothing was recorded. */
export const usage = defineAction({
  name: 'usage',
  weight: 8,
  inputs: fc.record({
    quantity: fc.constantFrom(0, 1, 7, 10, 11, 95, 1234),
    ago: fc.oneof(fc.constantFrom(0, 0, -300, -301), fc.integer({ min: 1, max: 45 * DAY })),
    crash: fc.option(fc.record({ call: fc.nat(4), when: fc.constantFrom('before' as const, 'after' as const) }), { freq: 4, nil: null }),
  }),
  perform: async (simulation, { quantity, ago, crash }) => {
    const { model, shop, subscriptionId } = simulation;
    const { fixture, tenant } = shop;
    const occurredAt = model.now - ago;
    const command = { quantity, occurredAt, now: realTimeSeconds(simulation) };
    const countRecords = async (): Promise<number> =>
      (await allOf(fixture.store, usageRecordAggregate, tenant, { parentId: subscriptionId })).length;
    const before = crash === null ? 0 : await countRecords();
    const late = occurredAt < periodOf(model.state).start;
    const expected = model.use(quantity, occurredAt);
    if (crash !== null) {
      const dyingStore = storeWith(simulation, new Map([[crash.call, { when: crash.when, what: 'kills' }]]));
      await addUsage(dyingStore, tenant, subscriptionId, command).catch(() => simulation.countAction('usage, killed'));
    }
    const isRetried = crash === null || (await countRecords()) === before;
    const outcome = isRetried ? await addUsage(fixture.store, tenant, subscriptionId, command) : null;
    const actual = outcome?.kind === 'refused' ? outcome.refusal.code : null;
    if (actual !== expected) throw new Error(`usage returned ${actual}, not ${expected}`);
    if (expected === null) simulation.countAction(late ? 'usage reported late' : 'usage');
  },
});
