import { describe, expect, it } from 'vitest';
import type { BaseRecord } from '../../shared/domain/aggregate.ts';
import { createApiKey } from '../../shared/domain/api-key/create.ts';
import { keysOfMember } from '../../shared/domain/api-key/of-member.ts';
import { type ApiKey, apiKeyAggregate, type KeyCreator, viewApiKey } from '../../shared/domain/api-key/record.ts';
import { World } from './world.ts';

/** Who created API keys. */

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

  it('is not known of a key of a former version', () => {
    const { createdBy: _unknown, ...former } = create({ type: 'member', id: 'mem_1' });
    const read = (apiKeyAggregate.migrations ?? []).reduce<BaseRecord>((record, step) => step(record), former);
    expect(apiKeyAggregate.view(read as ApiKey, world.tenant)).toMatchObject({ id: former.id, created_by: null });
  });
});

describe('the keys that go back to a member', () => {
  it('are those the member created, and those created with them, in the order in which they are given', () => {
    const first = create({ type: 'operator_command', id: null });
    const own = create({ type: 'member', id: 'mem_1' });
    const others = create({ type: 'member', id: 'mem_2' });
    const second = create({ type: 'api_key', id: own.id });
    const third = create({ type: 'api_key', id: second.id });
    const ofFirst = create({ type: 'api_key', id: first.id });
    const unknown: ApiKey = { ...create({ type: 'member', id: 'mem_1' }), createdBy: null };
    const keys = [third, ofFirst, unknown, second, others, own, first];
    expect(keysOfMember('mem_1', keys)).toEqual([third, second, own]);
    expect(keysOfMember('mem_2', keys)).toEqual([others]);
    expect(keysOfMember('mem_3', keys)).toEqual([]);
  });
});
