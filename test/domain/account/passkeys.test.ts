import { describe, expect, it } from 'vitest';
import { changeMembers, memberOf } from '../../../shared/domain/account/members.ts';
import { type ChangePasskeys, changePasskeys, knownTransports, MAX_PASSKEYS } from '../../../shared/domain/account/passkeys.ts';
import { accountAggregate } from '../../../shared/domain/account/record.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { OWNER, worldWithAccount } from '../world.ts';

const ID = 'acct_01J0000000000000000000000A';

const setup = () => {
  const world = worldWithAccount(ID);
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
  it('[AUD-07] are added and removed, with an account-wide audit entry without the public key; a repeated addition changes nothing', () => {
    const { world, owner, decide, apply, names } = setup();
    const decision = decide(add('a'));
    const metadata = { member_id: owner()?.id, name: 'Key a' };
    expect(decision).toMatchObject({ events: [], audit: { action: 'passkey.added', metadata, accountWide: true } });
    expect(JSON.stringify('audit' in decision ? decision.audit : null)).not.toContain('cHVibGlj');
    for (const credentialId of ['a', 'b', 'a']) apply(add(credentialId));
    expect(names()).toEqual(['Key a', 'Key b']);
    apply({ kind: 'remove', passkeyId: owner()?.passkeys[0]?.id ?? '' });
    expect(names()).toEqual(['Key b']);
    expect(world.audits).toEqual(['passkey.added', 'passkey.added', 'passkey.removed']);
  });

  it('are limited to ten; an unknown passkey, member or account is refused', () => {
    const { world, decide, apply } = setup();
    expect(MAX_PASSKEYS).toBe(10);
    for (let count = 0; count < MAX_PASSKEYS; count += 1) apply(add(String(count)));
    expect(decide(add('one more'))).toMatchObject({ code: 'state_conflict', reason: 'passkey_limit_reached' });
    expect(decide({ kind: 'remove', passkeyId: 'psk_none' })).toMatchObject({ code: 'resource_missing' });
    expect(decide(add('x'), 'mem_none')).toMatchObject({ code: 'resource_missing' });
    expect(changePasskeys(add('x'), 'mem_1', { account: null }, world.ctx())).toMatchObject({ code: 'resource_missing' });
  });

  it('have a limited total size per account, which is enough for two passkeys of usual length for each of 190 members', () => {
    const { world } = setup();
    const account = () => world.get(accountAggregate, ID);
    /** Adds `count` passkeys to a new member. `id`, `key`: lengths of credential id and public key. Returns the reasons of refusals. */
    const refusals = (index: number, count: number, { id, key }: { readonly id: number; readonly key: number }) => {
      const email = `m${index}@example.test`;
      world.apply(changeMembers({ kind: 'add', email, role: 'viewer' }, { account: account(), by: null }, world.ctx()));
      const memberId = memberOf(account().record, email)?.id ?? '';
      return Array.from({ length: count }, (_, each) => {
        const passkey = { name: 'Laptop', credentialId: `${each}`.padEnd(id, 'i'), publicKey: 'k'.repeat(key), transports: ['internal'] };
        const decision = changePasskeys({ kind: 'add', passkey }, memberId, { account: account() }, world.ctx());
        world.apply(decision);
        return decision instanceof Refusal ? [decision.reason] : [];
      }).flat();
    };
    const usualLengths = { id: 43, key: 103 };
    const maximumLengths = { id: 1364, key: 1366 };
    expect(Array.from({ length: 190 }, (_, index) => refusals(index, 2, usualLengths)).flat()).toEqual([]);
    const reasons = Array.from({ length: 5 }, (_, index) => refusals(190 + index, MAX_PASSKEYS, maximumLengths));
    expect([reasons.at(0), reasons.at(-1)]).toEqual([[], Array.from({ length: MAX_PASSKEYS }, () => 'passkey_limit_reached')]);
  });

  it.each([
    ['a'.repeat(1366), 'cHVibGlj', 'credential.id'],
    ['a', 'k'.repeat(1367), 'credential.response.attestationObject'],
  ])('are refused if their id or public key is too long', (credentialId, publicKey, param) => {
    const { decide } = setup();
    const passkey = { name: 'Key', credentialId, publicKey, transports: [] };
    expect(decide({ kind: 'add', passkey })).toMatchObject({ code: 'parameter_invalid', param });
  });

  it.each([
    [
      ['internal', 'usb', 'usb', 'x', 5],
      ['usb', 'internal'],
    ],
    [
      ['cable', 'internal', 'hybrid', 'smart-card', 'ble', 'nfc', 'usb'],
      ['usb', 'nfc', 'ble', 'smart-card', 'hybrid', 'internal', 'cable'],
    ],
    [[], []],
    ['usb', []],
    [undefined, []],
    [{ length: 1, 0: 'usb' }, []],
  ])('keep known transports only: %j', (reportedTransports, known) => {
    expect(knownTransports(reportedTransports)).toEqual(known);
  });
});
