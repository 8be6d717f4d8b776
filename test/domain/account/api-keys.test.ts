import { describe, expect, it } from 'vitest';
import { change } from '../../../shared/domain/aggregate.ts';
import { createApiKey } from '../../../shared/domain/api-key/create.ts';
import { keysOfMember } from '../../../shared/domain/api-key/keys-of-member.ts';
import { type ApiKey, apiKeyAggregate, type KeyCreator, viewApiKey } from '../../../shared/domain/api-key/record.ts';
import { revokeApiKey } from '../../../shared/domain/api-key/revoke.ts';
import { DAY, migrate, START, World } from '../world.ts';

const BY_OPERATOR: KeyCreator = { type: 'operator_command', id: null };
const FIELDS = { label: null, prefix: 'svc_test_0123456', hash: 'h', pepperVersion: '1' };

const world = new World();
const create = (createdBy: KeyCreator): ApiKey =>
  world.do(createApiKey({ ...FIELDS, scopes: ['*'] }, { creatorScopes: ['*'], scopeErrorOf: () => null, createdBy }, world.ctx()));

describe('the creator of an API key', () => {
  it.each<KeyCreator>([{ type: 'member', id: 'mem_1' }, { type: 'api_key', id: 'ak_1' }, BY_OPERATOR])('is shown as $type', (createdBy) => {
    expect(viewApiKey(create(createdBy), world.tenant).created_by).toEqual(createdBy);
  });

  it('is null for a key of an earlier release', () => {
    const { createdBy: _unknown, ...formerKey } = create({ type: 'member', id: 'mem_1' });
    expect(viewApiKey(migrate(apiKeyAggregate, formerKey), world.tenant)).toMatchObject({ id: formerKey.id, created_by: null });
  });
});

describe('the keys of a member', () => {
  it('are the keys that the member created, and all keys that were created with those keys, in the given order', () => {
    const operatorKey = create(BY_OPERATOR);
    const memberKey = create({ type: 'member', id: 'mem_1' });
    const otherMembersKey = create({ type: 'member', id: 'mem_2' });
    const keyOfMemberKey = create({ type: 'api_key', id: memberKey.id });
    const keyOfThatKey = create({ type: 'api_key', id: keyOfMemberKey.id });
    const keyOfOperatorKey = create({ type: 'api_key', id: operatorKey.id });
    const keyWithoutCreator: ApiKey = { ...create({ type: 'member', id: 'mem_1' }), createdBy: null };
    const keys = [keyOfThatKey, keyOfOperatorKey, keyWithoutCreator, keyOfMemberKey, otherMembersKey, memberKey, operatorKey];
    expect(keysOfMember('mem_1', keys)).toEqual([keyOfThatKey, keyOfMemberKey, memberKey]);
    expect(keysOfMember('mem_2', keys)).toEqual([otherMembersKey]);
    expect(keysOfMember('mem_3', keys)).toEqual([]);
  });
});

describe('API keys', () => {
  it('[KEY-10] [KEY-11] [KEY-12] have the creator’s scopes by default; requested scopes must exist and belong to the creator', () => {
    const createWith = (scopes: readonly string[] | null, creatorScopes: readonly string[]) => {
      const scopeErrorOf = (name: string) => (name.startsWith('customers:') ? null : `No such scope: ${name}.`);
      return world.apply(createApiKey({ ...FIELDS, scopes }, { creatorScopes, scopeErrorOf, createdBy: BY_OPERATOR }, world.ctx()));
    };
    expect(createWith(null, ['customers:read'])).toMatchObject({ scopes: ['customers:read'] });
    expect(createWith(['customers:read'], ['*'])).toMatchObject({ scopes: ['customers:read'] });
    expect(createWith(['*'], ['*'])).toMatchObject({ scopes: ['*'] });
    for (const [requestedScopes, creatorScopes, message] of [
      [
        ['customers:read', 'customers:write'],
        ['customers:read'],
        'You cannot grant the scope customers:write, because you do not have it.',
      ],
      [['*'], ['customers:read'], 'You cannot grant the scope *, because you do not have it.'],
      [['foo:bar'], ['*'], 'No such scope: foo:bar.'],
    ] as const) {
      expect(createWith(requestedScopes, creatorScopes)).toMatchObject({ code: 'parameter_invalid', param: 'scopes', message });
    }
  });

  it('[KEY-05] [KEY-06] [KEY-08] are shown with their fields, but without the hash', () => {
    const createdBy: KeyCreator = { type: 'member', id: 'mem_1' };
    const state = { creatorScopes: ['*'], scopeErrorOf: () => null, createdBy };
    const key = world.do(createApiKey({ ...FIELDS, label: 'Shop', scopes: ['customers:read', 'customers:read'] }, state, world.ctx()));
    expect(key.id).toMatch(/^ak_\d/);
    expect(apiKeyAggregate.view({ ...key, lastUsedAt: START + 1, revokedAt: START + 2 }, world.tenant)).toEqual({
      id: key.id,
      object: 'api_key',
      created: world.now,
      livemode: false,
      prefix: FIELDS.prefix,
      label: 'Shop',
      scopes: ['customers:read'],
      created_by: createdBy,
      last_used_at: START + 1,
      revoked_at: START + 2,
    });
    expect(key).toMatchObject({ lastUsedAt: null, revokedAt: null });
    expect(create(BY_OPERATOR).label).toBeNull();
  });

  it('have a lookup entry by hash, which contains the scopes and the time of the revocation', () => {
    const key = create(BY_OPERATOR);
    const { after } = change(apiKeyAggregate, null, { ...key, revokedAt: START });
    expect(after?.lookups).toEqual([{ key: 'api-key#1#h', data: { key_id: key.id, scopes: ['*'], revoked_at: START } }]);
  });

  it('[AUD-17] are created and revoked with an audit entry and no event', () => {
    const ctx = world.ctx();
    const created = createApiKey(FIELDS, { creatorScopes: ['*'], scopeErrorOf: () => null, createdBy: BY_OPERATOR }, ctx);
    expect(created).toMatchObject({ events: [], audit: { action: 'api_key.created', resourceType: 'api_key' } });
    const key = world.get(apiKeyAggregate, create(BY_OPERATOR).id);
    expect(revokeApiKey(null, { key }, ctx)).toMatchObject({
      events: [],
      audit: { action: 'api_key.revoked', resourceType: 'api_key', resourceId: key.record.id },
      result: { ...key.record, revokedAt: ctx.now },
    });
    expect(revokeApiKey(null, { key: null }, ctx)).toMatchObject({ code: 'resource_missing' });
  });

  it('keep the time of their first revocation', () => {
    const { id } = create(BY_OPERATOR);
    const revoke = () => world.do(revokeApiKey(null, { key: world.get(apiKeyAggregate, id) }, world.ctx()));
    const revokedAt = world.now;
    revoke();
    world.now += DAY;
    expect(revoke().revokedAt).toBe(revokedAt);
  });
});
