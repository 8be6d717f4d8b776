import type { SQSEvent } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { processDueWork } from '../../../shared/flows/due/sweep.ts';
import { chargeStep, prepareStep, settleStep } from '../../../shared/flows/renewals/billing-run.ts';
import { METRIC_LINES } from '../../../shared/platform/log-lines.ts';
import { eachMessage } from '../../../shared/runtime/messages.ts';
import { objectKey } from '../../../shared/store/core/keys.ts';
import { failNextCharges } from '../../provider/faults/faulty-provider.ts';
import { updateRecord } from '../../store/support.ts';
import { linesOfKind, loggedLinesOf } from '../../support/log-lines.ts';
import {
  createDueTenant,
  type DatabaseRunEnvironment,
  depsOf,
  FAILED_PREPARATION,
  openDatabaseRunEnvironment,
  renewedIds,
  subscriptionOf,
} from './run-environment.ts';

let env: DatabaseRunEnvironment;
beforeAll(async () => {
  env = await openDatabaseRunEnvironment();
}, 120_000);
afterAll(() => env.close());

describe('the log of renewals', () => {
  it('reports charges without a response, but only after the last try', async () => {
    const { tenant, ids } = await createDueTenant(env, 2);
    const settings = { chargesAtOnce: 10 };
    const deps = depsOf(env);
    let state = await prepareStep(deps, { ...tenant, runId: 'run_unanswered', subscriptionIds: ids }, settings);
    const charges = state.shares.flatMap((batch) => batch.charges);
    const abandoned: unknown[] = [];
    for (let tries = 1; tries <= 5; tries += 1) {
      // No step of this iteration returned anything.
      const iteration = { answers: [], ahead: FAILED_PREPARATION };
      const lines = await linesOfKind(METRIC_LINES.chargeLeftOpen, async () => {
        const open = tries === 1 ? charges : state.open;
        state = await settleStep(deps, { ...state, shares: [{ charges: open, atOnce: 4 }], open: [], iteration }, settings);
      });
      abandoned.push(lines.map(({ payment, account }) => [account, payment]));
    }
    expect(abandoned).toEqual([[], [], [], [], charges.map(({ paymentId }) => [tenant.accountId, paymentId])]);
  });

  it('reports a throttled table as overload, not as a fault; another try applies the outcomes', async () => {
    const { tenant, ids } = await createDueTenant(env, 3);
    const { store } = env.fixture;
    let calls = 0;
    const runBatch: typeof store.runBatch = async (batch) => {
      calls += 1;
      if (calls === 1) throw Object.assign(new Error('Rate exceeded'), { name: 'ThrottlingException' });
      return store.runBatch(batch);
    };
    const state = await prepareStep(depsOf(env), { ...tenant, runId: 'run_overload', subscriptionIds: ids }, { chargesAtOnce: 10 });
    const lines = await loggedLinesOf(() =>
      Promise.all(state.shares.map((batch) => chargeStep(depsOf(env, { ...store, runBatch }), { ...tenant, ...batch }))),
    );
    expect(lines.map(({ kind, part }) => [kind, part])).toEqual([['overload', 'billing-run']]);
    expect(await renewedIds(env, tenant, ids)).toEqual(ids);
  });

  it('reports overload if the provider throttles a renewal that the sweep resumes; the next try charges the renewal', async () => {
    const { tenant, ids } = await createDueTenant(env, 1);
    const message = { ...tenant, kind: 'renewal_payment_poll', id: ids[0] };
    const event = { Records: [{ messageId: 'm1', body: JSON.stringify(message) }] } as unknown as SQSEvent;
    await prepareStep(depsOf(env), { ...tenant, runId: 'run_one', subscriptionIds: ids }, { chargesAtOnce: 1 });
    env.provider.setFaults(failNextCharges(1, { kind: 'limited', retryAfter: '1' }));
    const resume = () => eachMessage(event, (body) => processDueWork(depsOf(env), body));
    const lines = await loggedLinesOf(async () => expect((await resume()).batchItemFailures).toHaveLength(1));
    expect(lines).toMatchObject([{ kind: 'overload', error: { name: 'ChargeNotTried' } }]);
    expect(await resume()).toEqual({ batchItemFailures: [] });
    expect(await renewedIds(env, tenant, ids)).toEqual(ids);
  });

  it('reports nothing while the provider account of a renewal is not connected: its charge waits and is polled again', async () => {
    const { tenant, ids } = await createDueTenant(env, 1);
    const [id = ''] = ids;
    await updateRecord(env.fixture.store, tenant, subscriptionAggregate, id, () => ({ provider: 'pfl_gone' }));
    const settings = { chargesAtOnce: 1 };
    const prepared = await prepareStep(depsOf(env), { ...tenant, runId: 'run_gone', subscriptionIds: ids }, settings);
    const lines = await loggedLinesOf(async () => {
      const answers = await Promise.all(prepared.shares.map((batch) => chargeStep(depsOf(env), { ...tenant, ...batch })));
      const after = await settleStep(depsOf(env), { ...prepared, iteration: { answers, ahead: FAILED_PREPARATION } }, settings);
      expect(after).toMatchObject({ next: 'done', open: [] });
      await processDueWork(depsOf(env), { ...tenant, kind: 'renewal_payment_poll', id });
    });
    expect(lines).toEqual([]);
    const { status, renewal } = await subscriptionOf(env, tenant, id);
    expect([status, renewal?.processing]).toEqual(['active', true]);
    const due = await env.fixture.table.get(objectKey(subscriptionAggregate, tenant, id));
    expect(due).toMatchObject({ due_kind: 'renewal_payment_poll' });
  });
});
