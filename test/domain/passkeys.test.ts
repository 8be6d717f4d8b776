import { describe, expect, it } from 'vitest';
import { changeMembers, memberOf } from '../../shared/domain/account/members.ts';
import { type ChangePasskeys, changePasskeys, knownTransports, MAX_PASSKEYS } from '../../shared/domain/account/passkeys.ts';
import { accountAggregate, newAccount } from '../../shared/domain/account/record.ts';
import { change } from '../../shared/domain/aggregate.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
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

  it('have space in an account for two hundred members with two each, and not for ten each that are as long as can be', () => {
    const { world } = given();
    const account = () => world.get(accountAggregate, ID);
    /** Adds so many to a new member; the codes of what was refused. */
    const refusals = (index: number, count: number, { id, key }: { readonly id: number; readonly key: number }) => {
      const email = `m${index}@example.test`;
      world.apply(changeMembers({ kind: 'add', email, role: 'viewer' }, { account: account(), by: null }, world.ctx()));
      const memberId = memberOf(account().record, email)?.id ?? '';
      return Array.from({ length: count }, (_, each) => {
        const passkey = { name: 'Laptop', credentialId: `${each}`.padEnd(id, 'i'), publicKey: 'k'.repeat(key), transports: ['internal'] };
        const decided = changePasskeys({ kind: 'add', passkey }, memberId, { account: account() }, world.ctx());
        world.apply(decided);
        return decided instanceof Refusal ? [decided.reason] : [];
      }).flat();
    };
    const usual = { id: 43, key: 103 };
    const longest = { id: 1364, key: 1366 };
    expect(Array.from({ length: 190 }, (_, index) => refusals(index, 2, usual)).flat()).toEqual([]);
    const full = Array.from({ length: 5 }, (_, index) => refusals(190 + index, MAX_PASSKEYS, longest));
    expect([full.at(0), full.at(-1)]).toEqual([[], Array.from({ length: MAX_PASSKEYS }, () => 'passkey_limit_reached')]);
  });

  it.each([
    ['a'.repeat(1366), 'cHVibGlj', 'credential.id'],
    ['a', 'k'.repeat(1367), 'credential.response.attestationObject'],
  ])('are refused that are longer than devices make them', (credentialId, publicKey, param) => {
    const { decide } = given();
    const passkey = { name: 'Key', credentialId, publicKey, transports: [] };
    expect(decide({ kind: 'add', passkey })).toMatchObject({ code: 'parameter_invalid', param });
  });

  it.each([
    [
      ['internal', 'usb', 'usb', 'x', 5],
      ['usb', 'internal'],
    ],
    [[], []],
    ['usb', []],
    [undefined, []],
    [{ length: 1, 0: 'usb' }, []],
  ])('are reached in ways that are known: %j', (reported, known) => {
    expect(knownTransports(reported)).toEqual(known);
  });
});
