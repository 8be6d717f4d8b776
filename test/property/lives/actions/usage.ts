import fc from 'fast-check';
import { usageRecordAggregate } from '../../../../shared/domain/usage-record/record.ts';
import { allOf } from '../../../../shared/flows/load/records.ts';
import { use } from '../../../flows/usage-steps.ts';
import { storeWith } from '../../histories/stage.ts';
import { secondsOfLife } from '../life.ts';
import { periodOf } from '../standing.ts';
import { defineAction } from './action.ts';

const DAY = 86_400;

/** Something is used, and reported at once, late, or by a clock that runs ahead. Who is cut off looks whether it was recorded. */
export const usage = defineAction({
  name: 'usage',
  weight: 8,
  given: fc.record({
    quantity: fc.constantFrom(0, 1, 7, 10, 11, 95, 1234),
    ago: fc.oneof(fc.constantFrom(0, 0, -300, -301), fc.integer({ min: 1, max: 45 * DAY })),
    dies: fc.option(fc.record({ call: fc.nat(4), when: fc.constantFrom('before' as const, 'after' as const) }), { freq: 4, nil: null }),
  }),
  perform: async (life, { quantity, ago, dies }) => {
    const { model, shop, subscriptionId } = life;
    const { fixture, tenant } = shop;
    const occurredAt = model.now - ago;
    const reported = { quantity, occurredAt, now: secondsOfLife(life) };
    const recorded = async (): Promise<number> =>
      (await allOf(fixture.store, usageRecordAggregate, tenant, { parentId: subscriptionId })).length;
    const before = dies === null ? 0 : await recorded();
    const late = occurredAt < periodOf(model.standing).start;
    const expected = model.use(quantity, occurredAt);
    if (dies !== null) {
      const dying = storeWith(life, new Map([[dies.call, { when: dies.when, what: 'kills' }]]));
      await use(dying, tenant, subscriptionId, reported).catch(() => life.happened('usage, killed'));
    }
    const again = dies === null || (await recorded()) === before;
    const outcome = again ? await use(fixture.store, tenant, subscriptionId, reported) : null;
    const answered = outcome?.kind === 'refused' ? outcome.refusal.code : null;
    if (answered !== expected) throw new Error(`usage answered ${answered}, not ${expected}`);
    if (expected === null) life.happened(late ? 'usage reported late' : 'usage');
  },
});
