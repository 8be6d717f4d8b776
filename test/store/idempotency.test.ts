import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { change } from '../../shared/domain/aggregate.ts';
import { createApiKey } from '../../shared/domain/api-key/create.ts';
import type { Decision } from '../../shared/domain/decision.ts';
import { limitErrorTexts } from '../../shared/domain/usage-event/error-texts.ts';
import { mintApiKey } from '../../shared/platform/credentials.ts';
import { SYSTEM } from '../../shared/store/audit/entries.ts';
import { hashOfKey, idempotencyRecordOf } from '../../shared/store/core/idempotency.ts';
import { idempotencyKey } from '../../shared/store/core/keys.ts';
import type { Item } from '../../shared/store/core/table.ts';
import { ENGINES } from '../support/engine.ts';
import { type EngineFixture, openFixture, type Tally, tallyAggregate } from './support.ts';

const storedBody = (item: Item, fixture: EngineFixture): string | null => {
  const remembered = idempotencyRecordOf(item, fixture.clock.nowMs)?.remembered;
  return remembered && 'answer' in remembered ? remembered.answer.body : null;
};

const HOUR_MS = 3_600_000;

describe.each(ENGINES)('in the store on %s,', (kind) => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await openFixture(kind);
  });
  afterAll(() => fixture.stop());

  const create = (tenant: ReturnType<EngineFixture['tenant']>, id: string, key: string, body: string) =>
    fixture.store.run({
      tenant,
      actor: SYSTEM,
      load: async () => null,
      nowOf: () => null,
      decide: (_state, { now }): Decision<null> => ({
        changes: [change(tallyAggregate, null, { id, created: now, count: 0, marks: [] } satisfies Tally)],
        events: [{ type: 'product.created', subjectId: id }],
        result: null,
      }),
      remember: async () => ({
        keyHash: hashOfKey(key),
        fingerprint: 'f',
        remembered: { answer: { status: 200, body, sealed: false } },
        replaces: null,
      }),
    });

  it('[IDEM-05] [LIM-12] an idempotency key blocks a second request for 24 hours', async () => {
    const tenant = fixture.tenant();
    expect((await create(tenant, 'tly_1', 'k', 'first')).kind).toBe('done');
    fixture.clock.nowMs += 23 * HOUR_MS;
    expect((await create(tenant, 'tly_2', 'k', 'second')).kind).toBe('key_taken');
    expect(await fixture.store.get(tallyAggregate, tenant, 'tly_2')).toBeNull();
    fixture.clock.nowMs += HOUR_MS;
    expect((await create(tenant, 'tly_3', 'k', 'third')).kind).toBe('done');
  });

  it('[IDEM-12] [VER-07] an idempotency key keeps its stored response unchanged, even in the format of an earlier release', async () => {
    const tenant = fixture.tenant();
    const oldShape = '{"id":"sub_1","next_charge_amount":1000}';
    await create(tenant, 'tly_1', 'k', oldShape);
    const taken = await create(tenant, 'tly_2', 'k', 'new shape');
    const item = await fixture.table.get(idempotencyKey(tenant, hashOfKey('k')));
    expect(taken.kind === 'key_taken' && storedBody(taken.record, fixture)).toBe(oldShape);
    expect(item && storedBody(item, fixture)).toBe(oldShape);
  });

  it('an idempotency key keeps the longest possible response (the response to 1000 refused usage events)', async () => {
    const tenant = fixture.tenant();
    const error = { code: 'subscription_past_due', param: 'é'.repeat(400), reason: null, message: 'é'.repeat(400) };
    const outcome = { id: 'i'.repeat(64), outcome: 'refused', error };
    const body = JSON.stringify({ outcomes: limitErrorTexts(Array.from({ length: 1000 }, () => outcome)) });
    expect((await create(tenant, 'tly_1', 'k', body)).kind).toBe('done');
    const item = await fixture.table.get(idempotencyKey(tenant, hashOfKey('k')));
    expect(item && storedBody(item, fixture)).toBe(body);
  });

  it('an idempotency key allows only one of several concurrent requests', async () => {
    const tenant = fixture.tenant();
    const outcomes = await Promise.all(Array.from({ length: 8 }, (_, index) => create(tenant, `tly_${index}`, 'k', 'same')));
    expect(outcomes.filter((outcome) => outcome.kind === 'done')).toHaveLength(1);
    expect((await fixture.store.page(tallyAggregate, tenant, { limit: 20 })).items).toHaveLength(1);
  });

  it('[KEY-13] an API key is not in the table, which contains only its peppered hash', async () => {
    const tenant = fixture.tenant();
    const { secret, ...storedKey } = mintApiKey('test', [{ version: '1', value: 'pepper' }]);
    await fixture.store.run({
      tenant,
      actor: SYSTEM,
      load: async () => ({ creatorScopes: ['*'], scopeErrorOf: () => null, createdBy: { type: 'operator_command' as const, id: null } }),
      nowOf: () => null,
      decide: (state, context) => createApiKey({ label: null, ...storedKey }, state, context),
    });
    const { items } = await fixture.table.query({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': `A#${tenant.accountId}#test#api_key` },
    });
    const stored = JSON.stringify(items);
    expect(items).toHaveLength(1);
    expect(stored).toContain(storedKey.hash);
    expect(stored).not.toContain(secret.slice(16));
  });
});
