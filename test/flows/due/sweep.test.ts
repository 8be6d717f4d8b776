import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Renewal, Subscription } from '../../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import { claimDue, type DueEntry, dueAttributes, dueInShard, releaseDue } from '../../../shared/store/core/due.ts';
import { objectKey } from '../../../shared/store/core/keys.ts';
import type { Table } from '../../../shared/store/core/table.ts';
import { DAY, START } from '../../domain/world.ts';
import { type EngineFixture, openFixture } from '../../store/support.ts';
import { loggedLinesOf } from '../../support/log-lines.ts';
import { type Dispatched, recordingPorts, storeSubscription, sweepAll, sweepDepsOf } from '../support.ts';

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await openFixture('dynoxide');
}, 120_000);
afterAll(() => fixture.stop());

/** A subscription, with its tenant. */
interface Sale {
  readonly tenant: Tenant;
  readonly subscription: Subscription;
}

let idCount = 0;

/** Returns the next id whose due entry is in shard 3. Ids ascend. */
const nextId = (tenant: Tenant): string => {
  for (;;) {
    idCount += 1;
    const id = `sub_${String(idCount).padStart(6, '0')}`;
    if (dueAttributes(tenant, id, { at: 0, kind: 'renewal_payment_poll', clockId: null }).dpk === 'D#3') return id;
  }
};

/** A renewal whose charge has no outcome; the charge is polled ten minutes after the renewal started. */
const pendingRenewal = (startedAt: number): Renewal => ({
  invoiceId: 'inv_1',
  paymentId: 'pay_1',
  attempt: 1,
  processing: true,
  startedAt,
  firstFailedAt: null,
  hardDeclined: false,
  nextStepAt: null,
  credited: { charges: [], left: [] },
});

const PERIOD_END = START + 28 * DAY;

/** For each of `count` tenants, stores a subscription whose poll is two minutes overdue. A sweep finds them in the order of the result. */
const createOverdue = async (count: number): Promise<readonly [Sale, ...Sale[]]> => {
  const sales: Sale[] = [];
  for (let index = 0; index < count; index += 1) {
    const tenant = fixture.tenant();
    sales.push({
      tenant,
      subscription: await storeSubscription(fixture, tenant, { id: nextId(tenant), renewal: pendingRenewal(PERIOD_END - 600) }),
    });
  }
  const [first, ...others] = sales;
  if (first === undefined) throw new Error('No subscription was stored.');
  fixture.clock.nowMs = (PERIOD_END + 120) * 1000;
  return [first, ...others];
};

/** Lists the accounts of these sales among the dispatched messages, in the order of dispatch. */
const accountsOf = (dispatched: readonly Dispatched[], sales: readonly Sale[]): readonly unknown[] =>
  dispatched.map(({ message }) => message.accountId).filter((id) => sales.some(({ tenant }) => tenant.accountId === id));

const itemOf = ({ tenant, subscription }: Sale) => fixture.table.get(objectKey(subscriptionAggregate, tenant, subscription.id));

const entryOf = async ({ tenant }: Sale): Promise<DueEntry> => {
  const now = Math.floor(fixture.clock.nowMs / 1000);
  for (let shard = 0; shard < 16; shard += 1)
    for await (const entry of dueInShard(fixture.table, shard, now)) if (entry.pk.startsWith(`A#${tenant.accountId}#`)) return entry;
  throw new Error('No entry is due.');
};

describe('a sweep in which some dispatches fail', () => {
  it('dispatches the other entries; the next sweep dispatches the failed entry', async () => {
    const sales = await createOverdue(3);
    const [throttledSale, ...others] = sales;
    let isThrottled = true;
    const { dispatched, ports } = recordingPorts(({ message }) => isThrottled && message.accountId === throttledSale.tenant.accountId);
    await sweepAll(sweepDepsOf(fixture, ports));
    expect(accountsOf(dispatched, sales).toSorted()).toEqual(others.map(({ tenant }) => tenant.accountId).toSorted());
    expect(await itemOf(throttledSale)).toMatchObject({ due_at: PERIOD_END });
    isThrottled = false;
    dispatched.length = 0;
    await sweepAll(sweepDepsOf(fixture, ports));
    expect(accountsOf(dispatched, sales)).toEqual([throttledSale.tenant.accountId]);
  });

  it('reports the number of failed dispatches, and by how many seconds the oldest entry is overdue', async () => {
    const sales = await createOverdue(2);
    const { ports } = recordingPorts(({ message }) => sales.some(({ tenant }) => tenant.accountId === message.accountId));
    const reports = await sweepAll(sweepDepsOf(fixture, ports));
    expect(reports.reduce((sum, { refused }) => sum + refused, 0)).toBe(2);
    expect(Math.max(...reports.map(({ lagSeconds }) => lagSeconds))).toBeGreaterThanOrEqual(120);
  });

  it('continues when a claim cannot be written, or cannot be released after a failed dispatch', async () => {
    const sales = await createOverdue(3);
    const [unclaimable, unreleasable] = sales;
    const { dispatched, ports } = recordingPorts(({ message }) => message.accountId === unreleasable?.tenant.accountId);
    const update: Table['update'] = async (input) => {
      const isOf = (sale: Sale | undefined): boolean => String(input.Key?.pk).startsWith(`A#${sale?.tenant.accountId}#`);
      const isRelease = Number(input.ExpressionAttributeValues?.[':at']) < fixture.clock.nowMs / 1000;
      if (isOf(unclaimable) || (isOf(unreleasable) && isRelease))
        throw Object.assign(new Error('slow down'), { name: 'ThrottlingException' });
      return fixture.table.update(input);
    };
    const deps = sweepDepsOf(fixture, ports);
    const lines = await loggedLinesOf(() => sweepAll({ ...deps, store: { ...deps.store, table: { ...fixture.table, update } } }));
    // Throttling is expected when much is due at once, and is no fault. The dispatch of `unreleasable` fails first, then the release.
    expect(lines.map(({ kind, account }) => [kind, account]).sort()).toEqual(
      [unclaimable, unreleasable, unreleasable].map((sale) => ['overload', sale?.tenant.accountId]).sort(),
    );
    expect(accountsOf(dispatched, sales)).toEqual([sales[2]?.tenant.accountId]);
    dispatched.length = 0;
    await sweepAll(deps);
    // The claim that could not be released is still valid.
    expect(accountsOf(dispatched, sales)).toEqual([unclaimable.tenant.accountId]);
  });

  it('cannot use its claim of an entry to release a later claim of the same entry', async () => {
    const [sale] = await createOverdue(1);
    const now = Math.floor(fixture.clock.nowMs / 1000);
    const entry = await entryOf(sale);
    const first = await claimDue(fixture.table, entry, now + 10);
    fixture.clock.nowMs += 10_000;
    const second = await claimDue(fixture.table, await entryOf(sale), now + 20);
    if (first === null || second === null) throw new Error('The claim was not acquired.');
    await releaseDue(fixture.table, first);
    expect(await itemOf(sale)).toMatchObject({ due_at: now + 20, dsk: second.claimedSortKey });
    await releaseDue(fixture.table, second);
    expect(await itemOf(sale)).toMatchObject({ due_at: now + 10 });
  });
});
