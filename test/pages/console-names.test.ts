import { beforeAll, describe, expect, it, vi } from 'vitest';
import { CallError } from '../../shared/pages/browser/calls.ts';

vi.stubGlobal('navigator', { languages: ['en'] });

let readNames: typeof import('../../functions/console/browser/objects/names.ts').readNames;
beforeAll(async () => {
  ({ readNames } = await import('../../functions/console/browser/objects/names.ts'));
});

const START_MS = Date.UTC(2026, 10, 28);
const CUSTOMERS = [{ title: '', name: 'customer_id', namedBy: 'customers' as const }];
const ACTORS = [{ title: '', name: 'actor_id', namedBy: 'actors' as const }];
const customer = (id: string, name: string | null) => ({ id, name, email: `${id}@example.com` });

/** Fakes the API, with two customers, a key and a member. `state.paths`: the paths of all calls so far. */
const fakeApi = () => {
  const state = { paths: [] as string[], changeCount: 0, failures: 0, name: 'Ada' };
  const answer = <T>(path: string, value: T): T => {
    state.paths.push(path);
    if (state.failures === 0) return value;
    state.failures -= 1;
    throw new CallError(500, {}, 0);
  };
  const calls = {
    changeCount: () => state.changeCount,
    page: async (_mode: string, path: string) =>
      answer(path, {
        data:
          path === 'customers' ? [customer('cus_1', state.name), customer('cus_2', null)] : [{ id: 'ak_1', label: null, prefix: 'sk_' }],
        has_more: false,
      }),
    object: async (_mode: string, path: string) => {
      if (path.endsWith('cus_gone')) throw new CallError(404, {}, 0);
      return answer(path, customer('cus_1', state.name));
    },
    members: async () => answer('members', [{ id: 'mem_1', email: 'owner@example.com' }]),
  };
  return { state, api: { calls, mode: 'test' } as unknown as Parameters<typeof readNames>[0] };
};

const named = (...ids: string[]) => ids.map((id) => ({ customer_id: id, actor_id: id }));

describe('the names of other objects', () => {
  it('are fetched once: the name of one object by its id, the names of several from their list', async () => {
    const { state, api } = fakeApi();
    for (let count = 0; count < 3; count += 1) {
      expect(await readNames(api, CUSTOMERS, named('cus_1'), START_MS)).toEqual(new Map([['cus_1', 'Ada']]));
    }
    expect(state.paths).toEqual(['customers/cus_1']);
    const both = new Map([
      ['cus_1', 'Ada'],
      ['cus_2', 'cus_2@example.com'],
    ]);
    const { state: others, api: other } = fakeApi();
    for (let count = 0; count < 3; count += 1) expect(await readNames(other, CUSTOMERS, named('cus_1', 'cus_2'), START_MS)).toEqual(both);
    expect(others.paths).toEqual(['customers']);
  });

  it('of keys and members come from their lists, which are fetched once', async () => {
    const { state, api } = fakeApi();
    for (const ids of [['ak_1'], ['mem_1', 'ak_unknown'], ['ak_unknown']]) await readNames(api, ACTORS, named(...ids), START_MS);
    expect(state.paths.toSorted()).toEqual(['api_keys', 'members']);
    expect(await readNames(api, ACTORS, named('ak_1', 'mem_1', 'ak_unknown'), START_MS)).toEqual(
      new Map([
        ['ak_1', 'sk_'],
        ['mem_1', 'owner@example.com'],
      ]),
    );
  });

  it('are fetched again after a change that the member made, and after a minute', async () => {
    const { state, api } = fakeApi();
    const read = async (nowMs: number) => (await readNames(api, CUSTOMERS, named('cus_1'), nowMs)).get('cus_1');
    expect(await read(START_MS)).toBe('Ada');
    state.name = 'Grace';
    expect(await read(START_MS + 59_999)).toBe('Ada');
    state.changeCount += 1;
    expect(await read(START_MS + 59_999)).toBe('Grace');
    state.name = 'Edsger';
    expect(await read(START_MS + 119_998)).toBe('Grace');
    expect(await read(START_MS + 119_999)).toBe('Edsger');
  });

  it('are missing for a deleted object, and fetched again after a failed call', async () => {
    const { state, api } = fakeApi();
    expect(await readNames(api, CUSTOMERS, named('cus_gone'), START_MS)).toEqual(new Map());
    state.failures = 1;
    await expect(readNames(api, CUSTOMERS, named('cus_1'), START_MS)).rejects.toMatchObject({ status: 500 });
    expect(await readNames(api, CUSTOMERS, named('cus_1'), START_MS)).toEqual(new Map([['cus_1', 'Ada']]));
    state.failures = 1;
    await expect(readNames(api, CUSTOMERS, named('cus_2', 'cus_3'), START_MS)).rejects.toMatchObject({ status: 500 });
    expect((await readNames(api, CUSTOMERS, named('cus_2', 'cus_3'), START_MS)).get('cus_2')).toBe('cus_2@example.com');
    expect(state.paths.filter((path) => path === 'customers')).toHaveLength(2);
  });
});
