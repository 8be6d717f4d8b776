import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DUE_KINDS, type DueKind, dueKindOf } from '../../../shared/domain/due.ts';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import { processDueWork, type SweepDeps } from '../../../shared/flows/due/sweep.ts';
import { METRIC_LINES } from '../../../shared/platform/log-lines.ts';
import { type Key, keyText, mailKey } from '../../../shared/store/core/keys.ts';
import { mailItem } from '../../../shared/store/mail/outbox.ts';
import { type Sandbox, startSandbox } from '../../provider/support.ts';
import { type EngineFixture, openFixture } from '../../store/support.ts';
import { linesOfKind } from '../../support/log-lines.ts';
import { type Dispatched, recordingPorts, sweepAll } from '../support.ts';
import { DUE_CASES } from './due-cases.ts';
import { type DueCase, depsOf } from './due-environment.ts';
import { ONE_SHOT_CASES } from './due-one-shots.ts';

let fixture: EngineFixture;
let sandbox: Sandbox;
beforeAll(async () => {
  fixture = await openFixture('dynoxide');
}, 120_000);
afterAll(() => fixture.stop());
// A new sandbox per test, because the tests use the same ids and so the same idempotency keys.
beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

const env = () => ({ fixture, sandbox });
const deps = (ports: Pick<SweepDeps, 'stateMachines' | 'queue' | 'runsAtOnce'>): SweepDeps => depsOf(env(), ports);

const accountOf = ({ message }: Dispatched): unknown => message.accountId;

/** Advances the time to the due time of the entry, if that is later. */
const advanceToDueTime = async (key: Key): Promise<void> => {
  const item = await fixture.table.get(key);
  fixture.clock.nowMs = Math.max(fixture.clock.nowMs, Number(item?.due_at) * 1000);
};

/** Sweeps, and returns the messages and executions of the tenant. */
const sweepFor = async (tenant: Tenant): Promise<{ readonly sweepDeps: SweepDeps; readonly dispatched: readonly Dispatched[] }> => {
  // Dispatches of other tenants, which earlier tests created, are throttled.
  const { dispatched, ports } = recordingPorts(({ message }) => message.accountId !== tenant.accountId);
  await sweepAll(deps(ports));
  return { sweepDeps: deps(ports), dispatched: dispatched.filter((each) => accountOf(each) === tenant.accountId) };
};

/** Sweeps when the entry is due. */
const sweepAt = async (tenant: Tenant, key: Key) => {
  await advanceToDueTime(key);
  return sweepFor(tenant);
};

/** Checks that the entry has this kind, is dispatched once, and is processed by its worker. */
const expectDispatchedOnce = async (kind: DueKind, { key, expectedDispatch, processAndVerify }: DueCase, tenant: Tenant): Promise<void> => {
  expect((await fixture.table.get(key))?.due_kind, keyText(key.pk, key.sk)).toBe(kind);
  const { sweepDeps, dispatched } = await sweepAt(tenant, key);
  expect(dispatched).toEqual([expect.objectContaining(expectedDispatch)]);
  expect(dispatched[0]?.to).toBe(DUE_KINDS[kind].worker);
  // Entries of billing runs are not claimed and are dispatched again; the lease of the tenant's run prevents a second run.
  if (DUE_KINDS[kind].worker !== 'billing-run') expect((await sweepFor(tenant)).dispatched).toEqual([]);
  if (dispatched[0] !== undefined) await processAndVerify(sweepDeps, dispatched[0]);
};

const isDueKind = (name: string): name is DueKind => name in DUE_CASES;
const KINDS = Object.keys(DUE_KINDS).filter(isDueKind);

describe('a due entry', () => {
  it.each(KINDS)('of kind %s is stored with that kind and dispatched to its worker once', async (kind) => {
    const tenant = fixture.tenant();
    await expectDispatchedOnce(kind, await DUE_CASES[kind](env(), tenant), tenant);
  });

  it.each(ONE_SHOT_CASES)('is dispatched to its worker once, and the one-off payment %s', async (_what, kind, createCase) => {
    const tenant = fixture.tenant();
    await expectDispatchedOnce(kind, await createCase(env(), tenant), tenant);
  });

  it.each([
    ['subscription_cycle', 'renewal'],
    ['operation_reaper', 'renewal_payment_poll'],
    ['operation_reaper', 'checkout_payment_poll'],
  ] as const)('stored as %s by a former release is dispatched to the worker of %s', async (former, kind) => {
    const tenant = fixture.tenant();
    const dueCase = await DUE_CASES[kind](env(), tenant);
    const item = await fixture.table.get(dueCase.key);
    await fixture.table.update({
      Key: dueCase.key,
      UpdateExpression: 'SET due_kind = :kind, dsk = :dsk',
      ExpressionAttributeValues: { ':kind': former, ':dsk': String(item?.dsk).replace(kind, former) },
    });
    const { sweepDeps, dispatched } = await sweepAt(tenant, dueCase.key);
    expect(dispatched).toEqual([expect.objectContaining(dueCase.expectedDispatch)]);
    if (dispatched[0] !== undefined) await dueCase.processAndVerify(sweepDeps, dispatched[0]);
  });

  it('of a mail with a sign-in link is dispatched to the queue of sign-in mails', async () => {
    const tenant = fixture.tenant();
    const order = { kind: 'sign_in_link', memberId: 'mem_1', sealedToken: 'sealed', expiresAt: 1 } as const;
    const mailId = 'sign_in_link#sir_1';
    await fixture.table.transact([mailItem(tenant, mailId, order, fixture.clock.nowMs)], `sign-in-${tenant.accountId}`.slice(-36));
    const { dispatched } = await sweepAt(tenant, mailKey(tenant, mailId));
    expect(dispatched).toEqual([expect.objectContaining({ to: 'sign-in-mail', message: { ...tenant, mailId } })]);
  });

  it('of an unknown kind is reported and not changed', async () => {
    const tenant = fixture.tenant();
    const dueCase = await DUE_CASES.mail(env(), tenant);
    await fixture.table.update({
      Key: dueCase.key,
      UpdateExpression: 'SET due_kind = :kind',
      ExpressionAttributeValues: { ':kind': 'usage_report' },
    });
    const before = await fixture.table.get(dueCase.key);
    const lines = await linesOfKind(METRIC_LINES.dueKindUnknown, async () =>
      expect((await sweepAt(tenant, dueCase.key)).dispatched).toEqual([]),
    );
    expect(lines).toMatchObject([{ account: tenant.accountId, due: expect.any(String) }]);
    expect(await fixture.table.get(dueCase.key)).toEqual(before);
  });

  it('has no known kind if the stored kind is a former kind of other records or the name of an inherited property', () => {
    expect(dueKindOf('operation_reaper', 'clk_1')).toBeNull();
    expect(dueKindOf('constructor', 'sub_1')).toBeNull();
    expect(dueKindOf('renewal', 'sub_1')).toBe('renewal');
  });
});

describe('a message of the due-work queue', () => {
  const sweepDeps = () => deps(recordingPorts().ports);
  const message = { accountId: 'acct_1', mode: 'test', kind: 'checkout_expiry', id: 'cs_1' };

  it.each([
    ['a body that is not an object', 'nonsense'],
    ['no account', { ...message, accountId: '' }],
    ['another mode', { ...message, mode: 'demo' }],
    ['no id', { ...message, id: undefined }],
    ['an unknown kind', { ...message, kind: 'usage_report' }],
    ['a kind that is the name of an inherited property', { ...message, kind: 'constructor' }],
  ])('with %s fails, so that it reaches the dead-letter queue', async (_, invalid) => {
    await expect(processDueWork(sweepDeps(), invalid)).rejects.toThrow();
  });

  it('for a missing record is ignored', async () => {
    for (const kind of KINDS) await expect(processDueWork(sweepDeps(), { ...message, kind, id: 'none_1' })).resolves.toBeUndefined();
  });

  it('with the kind of a former release is processed as the current kind of its record', async () => {
    const tenant = fixture.tenant();
    const dueCase = await DUE_CASES.renewal_payment_poll(env(), tenant);
    await dueCase.processAndVerify(sweepDeps(), { to: 'due-work', message: { ...tenant, kind: 'operation_reaper', id: dueCase.key.sk } });
  });
});
