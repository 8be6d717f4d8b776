import { describe, expect, it } from 'vitest';
import { memberOf } from '../../shared/domain/account/members.ts';
import { type ChangePasskeys, changePasskeys, MAX_PASSKEYS } from '../../shared/domain/account/passkeys.ts';
import { accountAggregate, newAccount } from '../../shared/domain/account/record.ts';
import { change } from '../../shared/domain/kernel.ts';
import { START, World } from './world.ts';

const ID = 'acct_01J0000000000000000000000A';
const OWNER = 'owner@example.test';

const given = () => {
  const world = new World('live');
  const fresh = newAccount({ id: ID, created: START, name: 'Seller', email: OWNER, countryCode: null });
  world.do({ changes: [change(accountAggregate, null, fresh)], events: [], result: null });
  const owner = () => memberOf(world.get(accountAggregate, ID).record, OWNER);
  const decide = (command: ChangePasskeys, memberId = owner()?.id ?? '') =>
    changePasskeys(command, memberId, { account: world.get(accountAggregate, ID) }, world.ctx());
  const names = () => owner()?.passkeys.map(({ name }) => name);
  return { world, owner, decide, apply: (command: ChangePasskeys) => world.apply(decide(command)), names };
};

const add = (credentialId: string): ChangePasskeys => ({
  kind: 'add',
  passkey: { name: `Key ${credentialId}`, credentialId, publicKey: 'cHVibGlj', transports: ['internal'] },
});

describe('the passkeys of a member', () => {
  it('[AUD-07] come once each and go, with an entry of the whole account that holds no key', () => {
    const { world, owner, decide, apply, names } = given();
    const decided = decide(add('a'));
    expect(decided).toMatchObject({ events: [], audit: { action: 'passkey.added', accountWide: true } });
    expect(JSON.stringify('audit' in decided ? decided.audit : null)).not.toContain('cHVibGlj');
    for (const credentialId of ['a', 'b', 'a']) apply(add(credentialId));
    expect(names()).toEqual(['Key a', 'Key b']);
    apply({ kind: 'remove', passkeyId: owner()?.passkeys[0]?.id ?? '' });
    expect(names()).toEqual(['Key b']);
    expect(world.audits).toEqual(['passkey.added', 'passkey.added', 'passkey.removed']);
  });

  it('are at most so many, and those that are not there cannot be removed', () => {
    const { decide, apply } = given();
    for (let count = 0; count < MAX_PASSKEYS; count += 1) apply(add(String(count)));
    expect(decide(add('one more'))).toMatchObject({ code: 'state_conflict', reason: 'passkey_limit_reached' });
    expect(decide({ kind: 'remove', passkeyId: 'psk_none' })).toMatchObject({ code: 'resource_missing' });
    expect(decide(add('x'), 'mem_none')).toMatchObject({ code: 'resource_missing' });
  });
});
