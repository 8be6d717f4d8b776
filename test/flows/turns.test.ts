import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { change, type Decision, type Stored, type Tenant } from '../../shared/domain/kernel.ts';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import { type Subscription, subscriptionAggregate } from '../../shared/domain/subscription/record.ts';
import { attentionFacts } from '../../shared/flows/account-facts.ts';
import { type CycleTurn, charge, ProviderSilent, prepare } from '../../shared/flows/cycle.ts';
import type { FlowParts } from '../../shared/flows/parts.ts';
import { SYSTEM } from '../../shared/store/audit.ts';
import { idSource } from '../../shared/store/ids.ts';
import { START } from '../domain/world.ts';
import { type Bench, openBench } from '../store/support.ts';
import { sold } from './support.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench('dynoxide');
}, 120_000);
afterAll(() => bench.stop());

const never = async (): Promise<never> => {
  throw new Error('these turns reach no provider');
};

/** The subscription's period is over. */
const turnOf = (tenant: Tenant, { id, currentPeriodEnd }: Subscription): { readonly parts: FlowParts; readonly turn: CycleTurn } => {
  bench.clock.nowMs = currentPeriodEnd * 1000;
  const parts: FlowParts = {
    store: bench.store,
    ids: idSource(() => bench.clock.nowMs),
    nowMs: () => bench.clock.nowMs,
    baseUrl: 'http://127.0.0.1:9',
    secrets: { apiKeyPeppers: never },
    openCredential: never,
    providerBaseUrl: 'http://127.0.0.1:9',
    sandboxServed: true,
  };
  return { parts, turn: { ...tenant, subscriptionId: id, periodEnd: currentPeriodEnd, attempt: 1 } };
};

describe('a turn that would bill a period twice', () => {
  it('is parked, shown to the tenant, and shown no more when the schedule goes on', async () => {
    const tenant = bench.tenant();
    const subscription = await sold(bench, tenant, { billedThrough: START + 365 * 86_400 });
    const { parts, turn } = turnOf(tenant, subscription);
    const parked = async () => (await attentionFacts(bench.store, tenant, bench.clock.nowMs)).parkedSchedules;

    expect(await parked()).toBe(0);
    for (let time = 0; time < 2; time += 1) expect((await prepare(parts, turn)).outcome).toBe('done');
    expect(await parked()).toBe(1);

    await bench.store.run({
      tenant,
      actor: SYSTEM,
      load: () => bench.store.get(subscriptionAggregate, tenant, subscription.id),
      decide: (stored): Decision<null> => {
        const before = stored as Stored<Subscription>;
        const mended: Subscription = { ...before.record, billedThrough: subscription.currentPeriodEnd };
        return { changes: [change(subscriptionAggregate, before, mended)], events: [], result: null };
      },
    });
    expect((await prepare(parts, turn)).outcome).toBe('charge');
    expect(await parked()).toBe(0);
  });
});

describe('a charge whose provider account is not connected any more', () => {
  it('waits: a missing key is no word on the mandate', async () => {
    const tenant = bench.tenant();
    const { parts, turn } = turnOf(tenant, await sold(bench, tenant, { provider: 'pfl_gone' }));
    const prepared = await prepare(parts, turn);
    await expect(charge(parts, prepared)).rejects.toBeInstanceOf(ProviderSilent);
    const payment = await bench.store.get(paymentAggregate, tenant, prepared.paymentId ?? '');
    expect(payment?.record).toMatchObject({ status: 'pending', provider: 'pfl_gone' });
    expect((await bench.store.get(subscriptionAggregate, tenant, turn.subscriptionId))?.record.status).toBe('active');
  });
});
