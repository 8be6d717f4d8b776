import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ChangeMembers } from '../../shared/domain/account/members.ts';
import { accountAggregate } from '../../shared/domain/account/record.ts';
import { change } from '../../shared/domain/aggregate.ts';
import type { MailOrder, OwnerNotice } from '../../shared/domain/mail/orders.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { changeMembersOf } from '../../shared/flows/accounts/create.ts';
import { memoryFixture, type StoreFixture, writeChanges } from '../store/support.ts';
import { sellerAccount } from './support.ts';

let fixture: StoreFixture;
let tenant: Tenant;
beforeAll(async () => {
  fixture = memoryFixture();
  tenant = { ...fixture.tenant(), mode: 'live' };
  await writeChanges(fixture.store, tenant, [change(accountAggregate, null, sellerAccount(tenant))]);
});
afterAll(() => fixture.stop());

/** Returns the notices to the owners that have been ordered (stored for sending) so far. */
const orderedNotices = async (): Promise<readonly OwnerNotice[]> => {
  const { items } = await fixture.table.query({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': `A#${tenant.accountId}#live#mail` },
  });
  return items.flatMap(({ order }) => ((order as MailOrder).kind === 'owners_notice' ? [(order as { notice: OwnerNotice }).notice] : []));
};

/** Changes the members as an operator. Returns the notices to the owners that this change orders. */
const changeAndRead = async (command: ChangeMembers): Promise<readonly OwnerNotice[]> => {
  const before = await orderedNotices();
  const changed = await changeMembersOf(fixture.store, tenant.accountId, command);
  if (changed instanceof Refusal) throw new Error(changed.message);
  return (await orderedNotices()).filter((notice) => !before.some((each) => JSON.stringify(each) === JSON.stringify(notice)));
};

it('a change of an admin or owner by an operator notifies the owners', async () => {
  const added = await changeAndRead({ kind: 'add', email: 'ada@example.com', role: 'owner' });
  expect(added).toMatchObject([{ action: 'team_member.added', actorType: 'operator', actorId: null, metadata: { role: 'owner' } }]);
  const changed = await changeAndRead({ kind: 'set_role', member: 'ada@example.com', role: 'viewer' });
  expect(changed).toMatchObject([{ action: 'team_member.role_changed', memberEmail: 'ada@example.com', alsoTo: 'ada@example.com' }]);
  expect(await changeAndRead({ kind: 'set_role', member: 'ada@example.com', role: 'admin' })).toHaveLength(1);
  // Nothing changes.
  expect(await changeAndRead({ kind: 'set_role', member: 'ada@example.com', role: 'admin' })).toEqual([]);
  expect(await changeAndRead({ kind: 'remove', member: 'ada@example.com' })).toMatchObject([{ action: 'team_member.removed' }]);
});

it('if an operator changes a member who is neither admin nor owner, nobody is notified', async () => {
  expect(await changeAndRead({ kind: 'add', email: 'eve@example.com', role: 'viewer' })).toEqual([]);
  expect(await changeAndRead({ kind: 'remove', member: 'eve@example.com' })).toEqual([]);
});
