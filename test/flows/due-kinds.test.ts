import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DUE_KINDS, type DueKind, dueKindOf } from '../../shared/domain/due.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { processDueWork, type SweepDeps } from '../../shared/flows/due/sweep.ts';
import { type Key, keyOf } from '../../shared/store/core/keys.ts';
import { type Sandbox, startSandbox } from '../provider/support.ts';
import { type Fixture, openFixture } from '../store/support.ts';
import { ONE_SHOT_SCENES } from './due-one-shots.ts';
import { SCENES } from './due-scenes.ts';
import { partsOf, type Scene } from './due-stage.ts';
import { type HandedOut, recordingPorts, sweepAll } from './support.ts';

let fixture: Fixture;
let sandbox: Sandbox;
beforeAll(async () => {
  fixture = await openFixture('dynoxide');
}, 120_000);
afterAll(() => fixture.stop());
// Ids of the sales repeat, and with them the keys under which the provider is asked.
beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

const stage = () => ({ fixture, sandbox });
const deps = (ports: Pick<SweepDeps, 'stateMachines' | 'queue'>): SweepDeps => partsOf(stage(), ports);

const accountOf = ({ message }: HandedOut): unknown => message.accountId;

/** Moves time to the entry's moment, sweeps, and answers what was handed out about the tenant. */
const sweepAt = async (tenant: Tenant, key: Key): Promise<{ readonly given: SweepDeps; readonly handed: readonly HandedOut[] }> => {
  const item = await fixture.table.get(key);
  fixture.clock.nowMs = Math.max(fixture.clock.nowMs, Number(item?.due_at) * 1000);
  const { handed, ports } = recordingPorts(({ message }) => message.accountId !== tenant.accountId);
  await sweepAll(deps(ports));
  return { given: deps(ports), handed: handed.filter((each) => accountOf(each) === tenant.accountId) };
};

/** Finds the scene's entry as that kind, has it handed out once, and worked. */
const comesToItsWorker = async (kind: DueKind, { key, handsOut, worked }: Scene, tenant: Tenant): Promise<void> => {
  expect((await fixture.table.get(key))?.due_kind, keyOf(key.pk, key.sk)).toBe(kind);
  const { given, handed } = await sweepAt(tenant, key);
  expect(handed).toEqual([expect.objectContaining(handsOut)]);
  expect(handed[0]?.to).toBe(DUE_KINDS[kind].worker);
  // What a run does is not claimed one by one: it has its tenant's lease.
  if (DUE_KINDS[kind].worker !== 'billing-run') expect((await sweepAt(tenant, key)).handed).toEqual([]);
  if (handed[0] !== undefined) await worked(given, handed[0]);
};

const isDueKind = (name: string): name is DueKind => name in SCENES;
const KINDS = Object.keys(DUE_KINDS).filter(isDueKind);

describe('what is due', () => {
  it.each(KINDS)('of the kind %s is stored as that, and comes to its worker once', async (kind) => {
    const tenant = fixture.tenant();
    await comesToItsWorker(kind, await SCENES[kind](stage(), tenant), tenant);
  });

  it.each(ONE_SHOT_SCENES)('of a one-off payment %s', async (_what, kind, sceneOf) => {
    const tenant = fixture.tenant();
    await comesToItsWorker(kind, await sceneOf(stage(), tenant), tenant);
  });

  it.each([
    ['subscription_cycle', 'renewal'],
    ['operation_reaper', 'renewal_payment_poll'],
    ['operation_reaper', 'checkout_payment_poll'],
  ] as const)('and was stored as %s by an earlier version, comes to the worker of %s', async (former, kind) => {
    const tenant = fixture.tenant();
    const scene = await SCENES[kind](stage(), tenant);
    const item = await fixture.table.get(scene.key);
    await fixture.table.update({
      Key: scene.key,
      UpdateExpression: 'SET due_kind = :kind, dsk = :dsk',
      ExpressionAttributeValues: { ':kind': former, ':dsk': String(item?.dsk).replace(kind, former) },
    });
    const { given, handed } = await sweepAt(tenant, scene.key);
    expect(handed).toEqual([expect.objectContaining(scene.handsOut)]);
    if (handed[0] !== undefined) await scene.worked(given, handed[0]);
  });

  it('and is of a kind that only a later version knows, stays as it is and counts as late', async () => {
    const tenant = fixture.tenant();
    const scene = await SCENES.mail(stage(), tenant);
    await fixture.table.update({
      Key: scene.key,
      UpdateExpression: 'SET due_kind = :kind',
      ExpressionAttributeValues: { ':kind': 'usage_report' },
    });
    const before = await fixture.table.get(scene.key);
    expect((await sweepAt(tenant, scene.key)).handed).toEqual([]);
    expect(await fixture.table.get(scene.key)).toEqual(before);
  });

  it('has names of former versions for nothing else', () => {
    expect(dueKindOf('operation_reaper', 'clk_1')).toBeNull();
    expect(dueKindOf('constructor', 'sub_1')).toBeNull();
    expect(dueKindOf('renewal', 'sub_1')).toBe('renewal');
  });
});

describe('a message of the due-work queue', () => {
  const given = () => deps(recordingPorts().ports);
  const message = { accountId: 'acct_1', mode: 'test', kind: 'checkout_expiry', id: 'cs_1' };

  it.each([
    ['no object', 'nonsense'],
    ['no account', { ...message, accountId: '' }],
    ['another mode', { ...message, mode: 'demo' }],
    ['no id', { ...message, id: undefined }],
    ['an unknown kind', { ...message, kind: 'usage_report' }],
    ['a name that every object has', { ...message, kind: 'constructor' }],
  ])('with %s fails, and so ends among the dead letters', async (_, wrong) => {
    await expect(processDueWork(given(), wrong)).rejects.toThrow();
  });

  it('about something that is gone is done', async () => {
    for (const kind of KINDS) await expect(processDueWork(given(), { ...message, kind, id: 'none_1' })).resolves.toBeUndefined();
  });

  it('of an earlier version is processed under its present name', async () => {
    const tenant = fixture.tenant();
    const scene = await SCENES.renewal_payment_poll(stage(), tenant);
    await scene.worked(given(), { to: 'due-work', message: { ...tenant, kind: 'operation_reaper', id: scene.key.sk } });
  });
});
