import { describe, expect, it } from 'vitest';
import type { BaseRecord } from '../../shared/domain/aggregate.ts';
import { createApiKey } from '../../shared/domain/api-key/create.ts';
import { keysOfMember } from '../../shared/domain/api-key/keys-of-member.ts';
import { type ApiKey, apiKeyAggregate, type KeyCreator, viewApiKey } from '../../shared/domain/api-key/record.ts';
import { World } from './world.ts';

const world = new World();
const create = (createdBy: KeyCreator): ApiKey =>
  world.do(
    createApiKey(
      { label: null, scopes: ['*'], prefix: 'svc_test_0123456', hash: 'h', pepperVersion: '1' },
      { creatorScopes: ['*'], isKnownScope: () => true, createdBy },
      world.ctx(),
    ),
  );

describe('the creator of an API key', () => {
  it.each<KeyCreator>([
    { type: 'member', id: 'mem_1' },
    { type: 'api_key', id: 'ak_1' },
    { type: 'operator_command', id: null },
  ])('is shown as $type', (createdBy) => {
    expect(viewApiKey(create(createdBy), world.tenant).created_by).toEqual(createdBy);
  });

  it('is null for a key of an earlier version', () => {
    const { createdBy: _unknown, ...formerKey } = create({ type: 'member', id: 'mem_1' });
    const migrated = (apiKeyAggregate.migrations ?? []).reduce<BaseRecord>((record, step) => step(record), formerKey);
    expect(apiKeyAggregate.view(migrated as ApiKey, world.tenant)).toMatchObject({ id: formerKey.id, created_by: null });
  });
});

describe('the keys of a member', () => {
  it('are the keys that the member created and those created with these, in the given order', () => {
    const first = create({ type: 'operator_command', id: null });
    const ownKey = create({ type: 'member', id: 'mem_1' });
    const otherMembersKey = create({ type: 'member', id: 'mem_2' });
    const second = create({ type: 'api_key', id: ownKey.id });
    const third = create({ type: 'api_key', id: second.id });
    const keyOfOperatorKey = create({ type: 'api_key', id: first.id });
    const keyWithoutCreator: ApiKey = { ...create({ type: 'member', id: 'mem_1' }), createdBy: null };
    const keys = [third, keyOfOperatorKey, keyWithoutCreator, second, otherMembersKey, ownKey, first];
    expect(keysOfMember('mem_1', keys)).toEqual([third, second, ownKey]);
    expect(keysOfMember('mem_2', keys)).toEqual([otherMembersKey]);
    expect(keysOfMember('mem_3', keys)).toEqual([]);
  });
});
