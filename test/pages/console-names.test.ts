import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { NamedObject } from '../../functions/console/browser/objects/names.ts';
import { CallError } from '../../shared/pages/browser/calls.ts';

vi.stubGlobal('navigator', { languages: ['en'] });

type Names = typeof import('../../functions/console/browser/objects/names.ts');
let names: Names;
beforeAll(async () => {
  names = await import('../../functions/console/browser/objects/names.ts');
});

const START_MS = Date.UTC(2026, 10, 28);
const COLUMNS = [
  { title: '', name: 'customer_id', namedBy: 'object' as const },
  { title: '', name: 'payment_id', namedBy: 'customer_of' as const },
  { title: '', name: 'note' },
];

const named = (id: string, name: string | null, ownerId: string | null = null): NamedObject => ({ id, name, owner_id: ownerId });

/** Fakes the look-up of names. `calls`: the ids of each call so far. Objects with an id that contains `gone` do not exist. */
const fakeApi = (names: Readonly<Record<string, NamedObject>> = {}) => {
  const state = { calls: [] as (readonly string[])[], changeCount: 0, failures: 0, name: 'Ada' };
  const calls = {
    changeCount: () => state.changeCount,
    names: async (_mode: string, ids: readonly string[]) => {
      state.calls.push(ids);
      if (state.failures > 0) {
        state.failures -= 1;
        throw new CallError(500, {}, 0);
      }
      const found = ids
        .filter((id) => !id.includes('gone'))
        .map((id) => names[id] ?? named(id, id === 'cus_1' ? state.name : `name of ${id}`));
      const owners = found.flatMap(({ owner_id: id }) => (id === null || id.includes('gone') ? [] : named(id, `name of ${id}`)));
      return [...found, ...owners];
    },
  };
  const api: Parameters<Names['readNamesByIds']>[0] = { calls, mode: 'test' };
  return { state, api };
};

describe('the names of objects that the rows of a page refer to', () => {
  it('are read in one call, also for many objects of different kinds', async () => {
    const { state, api } = fakeApi({ pay_1: named('pay_1', null, 'cus_payer') });
    const rows = Array.from({ length: 25 }, (_none, index) => ({
      customer_id: `cus_many_${index}`,
      payment_id: 'pay_1',
      note: 'cus_note',
    }));
    const found = await names.readColumnNames(api, COLUMNS, rows, START_MS);
    expect(state.calls).toEqual([[...rows.map((row) => row.customer_id), 'pay_1']]);
    expect([found.size, found.get('cus_many_24'), found.get('pay_1')]).toEqual([26, 'name of cus_many_24', 'name of cus_payer']);
    await names.readColumnNames(api, COLUMNS, rows, START_MS);
    await names.readNamesByIds(api, ['cus_payer'], START_MS);
    expect(state.calls).toHaveLength(1);
  });

  it('are requested together for all parts of a page, at most 100 names per call', async () => {
    const { state, api } = fakeApi();
    const ids = Array.from({ length: 130 }, (_none, index) => `cus_${index + 10}`);
    const [all, first] = await Promise.all([
      names.readNamesByIds(api, ids, START_MS),
      names.readNamesByIds(api, ['cus_1', 'cus_10'], START_MS),
    ]);
    expect(state.calls.map(({ length }) => length)).toEqual([100, 31]);
    expect([all.size, [...first.values()]]).toEqual([130, ['Ada', 'name of cus_10']]);
  });

  it('of prices consist of the product’s name and the amount', async () => {
    const price = { usage_type: 'licensed', amount_cents: 1999, unit_amount_decimal: null, currency: 'EUR', interval: 'month' };
    // The name of a price needs no other fields of `NamedObject`.
    const objects = { price_1: { ...named('price_1', null, 'prod_1'), price } as unknown as NamedObject };
    const { api } = fakeApi(objects);
    expect(await names.readNamesByIds(api, ['price_1'], START_MS)).toEqual(new Map([['price_1', 'name of prod_1, €19.99 per month']]));
  });

  it('are requested again after a change that the member made, and after a minute', async () => {
    const { state, api } = fakeApi();
    const read = async (nowMs: number) => (await names.readNamesByIds(api, ['cus_1'], nowMs)).get('cus_1');
    expect(await read(START_MS)).toBe('Ada');
    state.name = 'Grace';
    expect(await read(START_MS + 59_999)).toBe('Ada');
    state.changeCount += 1;
    expect(await read(START_MS + 59_999)).toBe('Grace');
    state.name = 'Edsger';
    expect(await read(START_MS + 119_998)).toBe('Grace');
    expect(await read(START_MS + 119_999)).toBe('Edsger');
  });

  it('are missing for deleted objects and objects of deleted customers, and are requested again after a failed call', async () => {
    const { state, api } = fakeApi({ pay_1: named('pay_1', null, 'cus_gone_too') });
    expect(await names.readNamesByIds(api, ['cus_gone', 'pay_1'], START_MS)).toEqual(new Map());
    expect(await names.readCustomersOf(api, ['pay_1', 'cus_1'])).toEqual(new Map([['pay_1', { id: 'cus_gone_too', name: null }]]));
    expect(state.calls[0]).toEqual(['cus_gone', 'pay_1']);
    state.failures = 1;
    await expect(names.readNamesByIds(api, ['cus_2'], START_MS)).rejects.toMatchObject({ status: 500 });
    expect((await names.readNamesByIds(api, ['cus_2'], START_MS)).get('cus_2')).toBe('name of cus_2');
  });
});
