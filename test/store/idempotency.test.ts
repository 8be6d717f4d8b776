import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../shared/domain/api-key/create.ts';
import { change, type Decision } from '../../shared/domain/kernel.ts';
import { SYSTEM } from '../../shared/store/audit.ts';
import { mintApiKey } from '../../shared/store/credentials.ts';
import { hashOfKey, idempotencyAddress, idempotencyRecordOf } from '../../shared/store/idempotency.ts';
import type { Item } from '../../shared/store/table.ts';
import { type Bench, openBench, type Tally, tallyAggregate } from './support.ts';

const bodyKept = (item: Item, bench: Bench): string | null => {
  const remembered = idempotencyRecordOf(item, bench.clock.nowMs)?.remembered;
  return remembered && 'answer' in remembered ? remembered.answer.body : null;
};

const HOUR_MS = 3_600_000;

describe.each(['dynoxide', 'dynamodb-local'] as const)('idempotency records on %s', (kind) => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await openBench(kind);
  });
  afterAll(() => bench.stop());

  const create = (tenant: ReturnType<Bench['tenant']>, id: string, key: string, body: string) =>
    bench.store.run({
      tenant,
      actor: SYSTEM,
      load: async () => null,
      decide: (_state, { now }): Decision<null> => ({
        changes: [change(tallyAggregate, null, { id, created: now, count: 0, marks: [] } satisfies Tally)],
        events: [{ type: 'product.created', subjectId: id }],
        result: null,
      }),
      remember: async () => ({
        keyHash: hashOfKey(key),
        fingerprint: 'f',
        remembered: { answer: { status: 200, body, sealed: false } },
        settles: null,
      }),
    });

  it('[IDEM-05] [LIM-12] are in the way for 24 hours, and not after', async () => {
    const tenant = bench.tenant();
    expect((await create(tenant, 'tly_1', 'k', 'first')).kind).toBe('done');
    bench.clock.nowMs += 23 * HOUR_MS;
    expect((await create(tenant, 'tly_2', 'k', 'second')).kind).toBe('key_taken');
    expect(await bench.store.get(tallyAggregate, tenant, 'tly_2')).toBeNull();
    bench.clock.nowMs += HOUR_MS;
    expect((await create(tenant, 'tly_3', 'k', 'third')).kind).toBe('done');
  });

  it('[IDEM-12] [VER-07] give back the very answer that was stored, whatever its shape', async () => {
    const tenant = bench.tenant();
    const oldShape = '{"id":"sub_1","next_charge_amount":1000}';
    await create(tenant, 'tly_1', 'k', oldShape);
    const taken = await create(tenant, 'tly_2', 'k', 'new shape');
    const item = await bench.table.get(idempotencyAddress(tenant, hashOfKey('k')));
    expect(taken.kind === 'key_taken' && bodyKept(taken.record, bench)).toBe(oldShape);
    expect(item && bodyKept(item, bench)).toBe(oldShape);
  });

  it('makes one object of many identical creates at once', async () => {
    const tenant = bench.tenant();
    const outcomes = await Promise.all(Array.from({ length: 8 }, (_, index) => create(tenant, `tly_${index}`, 'k', 'same')));
    expect(outcomes.filter((outcome) => outcome.kind === 'done')).toHaveLength(1);
    expect((await bench.store.page(tallyAggregate, tenant, { limit: 20 })).items).toHaveLength(1);
  });

  it('[KEY-13] an API key is nowhere in the table, only its peppered hash', async () => {
    const tenant = bench.tenant();
    const { secret, ...kept } = mintApiKey('test', [{ version: '1', value: 'pepper' }]);
    await bench.store.run({
      tenant,
      actor: SYSTEM,
      load: async () => ({ creatorScopes: ['*'], isKnownScope: () => true }),
      decide: (state, context) => createApiKey({ label: null, ...kept }, state, context),
    });
    const { items } = await bench.table.query({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': `A#${tenant.accountId}#test#api_key` },
    });
    const stored = JSON.stringify(items);
    expect(items).toHaveLength(1);
    expect(stored).toContain(kept.hash);
    expect(stored).not.toContain(secret.slice(16));
  });
});
