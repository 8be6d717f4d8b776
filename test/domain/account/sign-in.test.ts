import { describe, expect, it } from 'vitest';
import { changeMembers, memberOf } from '../../../shared/domain/account/members.ts';
import { accountAggregate } from '../../../shared/domain/account/record.ts';
import { recordSignIn } from '../../../shared/domain/account/sign-in.ts';
import { worldWithAccount } from '../world.ts';

const ID = 'acct_01J0000000000000000000000A';

describe('a sign-in to the console', () => {
  it.each([
    [{ kind: 'link' }, { signed_in_by: 'link' }],
    [
      { kind: 'passkey', passkeyId: 'psk_1' },
      { signed_in_by: 'passkey', passkey_id: 'psk_1' },
    ],
  ] as const)('[AUD-07] [AUD-25] by %o records only an account-wide audit entry', (by, metadata) => {
    expect(recordSignIn({ sessionId: 'ses_1', memberId: 'mem_1', by }, null)).toStrictEqual({
      changes: [],
      events: [],
      audit: { action: 'console_session.opened', resourceType: 'console_session', resourceId: 'ses_1', metadata, accountWide: true },
      result: null,
    });
  });

  it('ends only the invitation of the member who signs in; a second sign-in or a sign-in of a removed member changes nothing', () => {
    const world = worldWithAccount(ID);
    const stored = () => world.get(accountAggregate, ID);
    for (const email of ['ada@example.test', 'bob@example.test']) {
      world.apply(changeMembers({ kind: 'add', email, role: 'support' }, { account: stored(), by: null }, world.ctx()));
    }
    const ada = memberOf(stored().record, 'ada@example.test')?.id ?? '';
    const signIn = () => recordSignIn({ sessionId: 'ses_1', memberId: ada, by: { kind: 'link' } }, stored());
    expect(stored().record.members.map(({ isInvited }) => isInvited)).toEqual([undefined, true, true]);
    world.apply(signIn());
    expect(stored().record.members.map((member) => 'isInvited' in member)).toEqual([false, false, true]);
    expect(signIn().changes).toEqual([]);
    const unknown = { sessionId: 'ses_1', memberId: 'mem_removed', by: { kind: 'link' } } as const;
    expect(recordSignIn(unknown, stored()).changes).toEqual([]);
  });
});
